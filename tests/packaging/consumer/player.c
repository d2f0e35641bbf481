/* SPDX-License-Identifier: ISC */
/* Plays 1. e4 and rolls a die, which needs what the library depends on. */
#include <stdio.h>
#include <string.h>
#include <variantchess/variantchess.h>

int main(void)
{
    vc_rules *rules = NULL;
    vc_game *game = NULL;
    char position[VC_POSITION_TEXT_SIZE] = "";
    uint64_t die = 6;
    vc_status status = vc_rules_new(VC_ORTHODOX, NULL, &rules);
    if (!status)
        status = vc_game_new(rules, NULL, &game, NULL);
    if (!status)
        status = vc_game_play_text(game, "e2e4", NULL);
    if (!status)
        status = vc_game_position(game, position, sizeof position, NULL);
    if (!status)
        status = vc_dice_random(6, &die);
    vc_game_free(game);
    vc_rules_release(rules);
    printf("%s %s: %s, %s\n", "variantchess", vc_version(), vc_status_text(status), position);
    return strcmp(position, "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1") || die > 5;
}
