/* SPDX-License-Identifier: ISC */
/* seed.c - see seed.h */
#include "seed.h"

#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "cli.h"

static bool read_hex(const char *text, uint8_t *bytes)
{
    static const char digits[] = "0123456789abcdef0123456789ABCDEF";
    if (strlen(text) != 2 * VC_SEED_BYTES || strspn(text, digits) != 2 * VC_SEED_BYTES)
        return false;
    for (size_t i = 0; i < VC_SEED_BYTES; i++)
        bytes[i] = (uint8_t)((strchr(digits, text[2 * i]) - digits) % 16 * 16 +
                             (strchr(digits, text[2 * i + 1]) - digits) % 16);
    return true;
}

void seed_read(struct seed *seed, const char *text)
{
    const size_t length = strlen(text);
    memset(seed, 0, sizeof *seed);
    if (!read_hex(text, seed->bytes)) {
        if (length > VC_SEED_BYTES)
            cli_refuse("seed: %zu bytes; it has at most %d, or is 64 hexadecimal digits", length, VC_SEED_BYTES);
        memcpy(seed->bytes, text, length);
    }
    snprintf(seed->text, sizeof seed->text, "%s", text);
}

static void set_number(struct seed *seed, uint64_t number)
{
    char text[16];
    snprintf(text, sizeof text, "%08" PRIx64, number);
    seed_read(seed, text);
}

void seed_random(struct seed *seed)
{
    uint64_t number;
    cli_check(vc_dice_random(UINT64_C(1) << 32, &number));
    set_number(seed, number);
}

void seed_next(struct seed *seed)
{
    uint64_t number;
    cli_check(vc_dice_seeded(seed->bytes, UINT64_C(1) << 33, UINT64_C(1) << 32, &number));
    set_number(seed, number);
}
