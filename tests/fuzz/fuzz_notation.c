/* SPDX-License-Identifier: ISC */
/*
 * fuzz_notation.c - reads algebraic notation: setting, a position (none: the array), then a text a line
 *
 * What the lenient reader understands is played, so that a text may say a whole game.
 */
#include "fuzz.h"

static vc_action read_text(const vc_game *game, const char *text, uint32_t flags)
{
    vc_error error = {.size = sizeof error};
    vc_action action = VC_NO_ACTION;
    const vc_status status = vc_game_san_parse(game, text, flags, &action, &error);
    MUST(status == VC_OK || status == VC_ERR_SYNTAX || status == VC_ERR_ILLEGAL || status == VC_ERR_OVER);
    MUST((status == VC_OK) == (action != VC_NO_ACTION));
    if (status)
        must_be_told(&error, status, strlen(text));
    return action;
}

/* Reads a text in both ways; returns what it means to the lenient reader. */
static vc_action check_text(const vc_game *game, const char *text)
{
    char san[VC_SAN_TEXT_SIZE];
    const struct trace before = trace_of(game);
    const vc_action lenient = read_text(game, text, VC_SAN_LENIENT), strict = read_text(game, text, VC_SAN_STRICT);
    must_be_unchanged(game, &before);
    if (!lenient) {
        MUST(!strict);
        return lenient;
    }
    MUST(vc_game_is_legal(game, lenient));
    MUST(!vc_game_san(game, lenient, san, sizeof san, NULL));
    MUST(strict ? strict == lenient && !strcmp(san, text) : strcmp(san, text) != 0);
    MUST(read_text(game, san, VC_SAN_STRICT) == lenient);
    return lenient;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char lines[LONGEST_INPUT];
    vc_game *game = game_of(setting_of(data, size));
    if (size < 1 || size > LONGEST_INPUT)
        return 0;
    memcpy(lines, data + 1, size - 1);
    lines[size - 1] = '\0';
    char *line = lines, *end = strchr(line, '\n');
    if (end)
        *end = '\0';
    if (vc_game_set_position(game, *line ? line : NULL, NULL))
        return 0;
    while (end) {
        line = end + 1;
        end = strchr(line, '\n');
        if (end)
            *end = '\0';
        const vc_action action = check_text(game, line);
        if (action)
            MUST(!vc_game_play(game, action));
    }
    return 0;
}
