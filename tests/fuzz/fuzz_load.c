/* SPDX-License-Identifier: ISC */
/* fuzz_load.c - loads saved positions: setting, then the bytes */
#include "fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char again[2048];
    size_t length;
    vc_error error = {.size = sizeof error};
    vc_game *game = game_of(setting_of(data, size));
    if (size < 1)
        return 0;
    /* Exactly as large as it is, so that a byte read behind it is noticed. */
    void *bytes = size > 1 ? malloc(size - 1) : NULL;
    if (bytes)
        memcpy(bytes, data + 1, size - 1);
    const struct trace before = trace_of(game);
    const vc_status status = vc_game_load(game, bytes ? bytes : "", size - 1, &error);
    if (status) {
        MUST(status == VC_ERR_MISMATCH || status == VC_ERR_SYNTAX || status == VC_ERR_POSITION);
        must_be_told(&error, status, size - 1);
        must_be_unchanged(game, &before);
    } else {
        const struct trace loaded = trace_of(game);
        MUST(!vc_game_save(game, again, sizeof again, &length));
        MUST(!vc_game_load(game, again, length, &error));
        must_be_unchanged(game, &loaded);
        must_be_sound(game);
    }
    free(bytes);
    return 0;
}
