/* SPDX-License-Identifier: ISC */
/* api_notation.c - the door: algebraic notation */
#include "api.h"
#include "notation.h"

vc_status vc_game_san(const vc_game *game, vc_action action, char *buffer, size_t size, size_t *length)
{
    char string[VC_SAN_TEXT_SIZE];
    struct text text = {string, sizeof string, 0};
    if (!is_game(game) || !vci_action_valid(action))
        return VC_ERR_ARGUMENT;
    if (vci_game_verdict(game).reason)
        return VC_ERR_OVER;
    if (!vci_game_legal(game, action))
        return VC_ERR_ILLEGAL;
    vci_san_write(game, action, &text);
    assert(text.length < sizeof string);
    return vci_text_copy(string, text.length, buffer, size, length);
}

vc_status vc_game_san_parse(const vc_game *game, const char *text, uint32_t flags, vc_action *action, vc_error *error)
{
    if (!is_error(error))
        return VC_ERR_ARGUMENT;
    if (!is_game(game) || !text || !action || flags > VC_SAN_LENIENT)
        return FAIL_ARGUMENT(error, "game, text or action is NULL, or flags are none");
    return vci_san_read(game, text, flags, action, error);
}
