/* SPDX-License-Identifier: ISC */
/* fuzz_position.c - reads position strings: setting, then the string */
#include "fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char string[LONGEST_INPUT];
    vc_error error = {.size = sizeof error};
    vc_game *game = game_of(setting_of(data, size));
    if (size < 1 || size > LONGEST_INPUT)
        return 0;
    memcpy(string, data + 1, size - 1);
    string[size - 1] = '\0';
    const struct trace before = trace_of(game);
    const vc_status status = vc_game_set_position(game, string, &error);
    if (status) {
        MUST(status == VC_ERR_SYNTAX || status == VC_ERR_POSITION);
        must_be_told(&error, status, strlen(string));
        must_be_unchanged(game, &before);
        return 0;
    }
    MUST(!vc_game_length(game) && !vc_game_redo_length(game));
    must_be_sound(game);
    return 0;
}
