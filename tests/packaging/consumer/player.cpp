/* SPDX-License-Identifier: ISC */
/* player.c, as somebody would write it in C++. */
#include <iostream>
#include <memory>
#include <stdexcept>
#include <string>
#include <variantchess/variantchess.h>

static void check(vc_status status)
{
    if (status != VC_OK)
        throw std::runtime_error(vc_status_text(status));
}

int main()
{
    vc_rules *new_rules = nullptr;
    check(vc_rules_new(VC_ORTHODOX, nullptr, &new_rules));
    const std::unique_ptr<vc_rules, decltype(&vc_rules_release)> rules(new_rules, vc_rules_release);

    vc_game *new_game = nullptr;
    check(vc_game_new(rules.get(), nullptr, &new_game, nullptr));
    const std::unique_ptr<vc_game, decltype(&vc_game_free)> game(new_game, vc_game_free);

    check(vc_game_play_text(game.get(), "e2e4", nullptr));
    std::string position(VC_POSITION_TEXT_SIZE, '\0');
    size_t length = 0;
    check(vc_game_position(game.get(), &position[0], position.size(), &length));
    position.resize(length);

    uint64_t die = 6;
    check(vc_dice_random(6, &die));
    std::cout << "variantchess " << vc_version() << ": " << position << '\n';
    return position != "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1" || die > 5;
}
