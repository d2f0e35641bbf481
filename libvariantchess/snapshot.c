/* SPDX-License-Identifier: ISC */
/* snapshot.c - see snapshot.h */
#include "snapshot.h"

/* ------------------------------------------------------------- within this process --- */

/* Before the position's words stand whose they are and a check that they are whole. */
struct head {
    uint64_t fingerprint, check;
};

size_t vci_snapshot_size(const struct vc_rules *rules) { return sizeof(struct head) + 8 * (size_t)rules->set->words; }

/* Enough to tell a snapshot from other memory; no defence against intent. The sum of sums depends on the order. */
static uint64_t check_of(const void *words, unsigned count, uint64_t fingerprint)
{
    uint64_t sum = fingerprint, sums = 0, word;
    for (unsigned i = 0; i < count; i++) {
        memcpy(&word, (const char *)words + 8 * (size_t)i, sizeof word);
        sum += word;
        sums += sum;
    }
    return mix64(sum ^ (sums << 32 | sums >> 32));
}

void vci_snapshot_take(const vc_game *game, void *memory)
{
    const unsigned words = game->rules->set->words;
    const struct head head = {game->rules->fingerprint, check_of(now(game), words, game->rules->fingerprint)};
    memcpy(memory, &head, sizeof head);
    memcpy((char *)memory + sizeof head, now(game), 8 * (size_t)words);
}

vc_status vci_snapshot_restore(vc_game *game, const void *memory)
{
    const unsigned words = game->rules->set->words;
    const char *body = (const char *)memory + sizeof(struct head);
    struct head head;
    memcpy(&head, memory, sizeof head);
    if (head.fingerprint != game->rules->fingerprint || head.check != check_of(body, words, head.fingerprint))
        return VC_ERR_MISMATCH;
    vci_game_reset(game, body);
    return VC_OK;
}

/* ------------------------------------------------------------------ as versioned bytes --- */

static const char signature[4] = {'V', 'C', 'P', 1};

/* The part that says which rules: signature, name, options, each with its NUL. */
static size_t write_rules(const struct vc_rules *rules, char *bytes, size_t size)
{
    struct text name = {bytes ? bytes + sizeof signature : NULL, bytes ? size - sizeof signature : 0, 0};
    vci_text_string(&name, rules->set->name);
    const size_t before = sizeof signature + name.length + 1;
    struct text options = {bytes ? bytes + before : NULL, bytes ? size - before : 0, 0};
    vci_options_write(rules, &options);
    if (bytes) {
        memcpy(bytes, signature, sizeof signature);
        bytes[before + options.length] = '\0';
    }
    return before + options.length + 1;
}

size_t vci_saved_length(const vc_game *game)
{
    struct text position = {NULL, 0, 0};
    vci_position_write(game->rules, now(game), &position);
    return write_rules(game->rules, NULL, 0) + position.length + 1;
}

void vci_save(const vc_game *game, char *bytes)
{
    const size_t size = vci_saved_length(game);
    const size_t before = write_rules(game->rules, bytes, size);
    struct text position = {bytes + before, size - before, 0};
    vci_position_write(game->rules, now(game), &position);
}

vc_status vci_load(vc_game *game, const char *bytes, size_t length, vc_error *error)
{
    char rules[512];
    const size_t before = write_rules(game->rules, rules, sizeof rules);
    struct position p;
    if (length < sizeof signature || memcmp(bytes, signature, sizeof signature - 1))
        return vci_fail(error, VC_ERR_MISMATCH, 0, "not a saved position");
    if (bytes[3] != signature[3])
        return vci_fail(error, VC_ERR_MISMATCH, 3, "saved by another version");
    if (length <= before || memcmp(bytes, rules, before))
        return vci_fail(error, VC_ERR_MISMATCH, sizeof signature, "saved under other rules or options");
    const char *string = bytes + before;
    if (memchr(string, '\0', length - before) != bytes + length - 1)
        return vci_fail(error, VC_ERR_MISMATCH, length, "cut off, or bytes are left over");
    const vc_status status = vci_position_read(game->rules, string, &p, error);
    if (status) {
        if (error)
            error->offset += (uint32_t)before;
        return status;
    }
    vci_game_reset(game, &p);
    return VC_OK;
}
