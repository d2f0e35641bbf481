/* SPDX-License-Identifier: ISC */
/* api_basics.c - the door: version, status, actions, pieces, cards, dice without a game */
#include "api.h"

#define STRING_(x) #x
#define STRING(x) STRING_(x)

/* Frozen layouts. Only fixed-width members with natural offsets, so that they hold on 32 bits too. */
static_assert(sizeof(vc_error) == 256 && offsetof(vc_error, message) == 16, "vc_error is frozen");
static_assert(sizeof(vc_entry) == 24 && offsetof(vc_entry, reason) == 16, "vc_entry is frozen");
static_assert(sizeof(vc_event) == 64 && offsetof(vc_event, weights) == 48, "vc_event is frozen");
static_assert(sizeof(vc_odds) == 16, "vc_odds is frozen");
static_assert(sizeof(vc_memory) == 4 * sizeof(void *), "vc_memory has no padding");

uint32_t vc_version_number(void) { return VC_VERSION_NUMBER; }

const char *vc_version(void)
{
    return STRING(VC_VERSION_MAJOR) "." STRING(VC_VERSION_MINOR) "." STRING(VC_VERSION_PATCH);
}

const char *vc_status_text(vc_status status)
{
    static const char *const texts[] = {
        [VC_OK] = "done",
        [VC_ERR_ARGUMENT] = "an argument is missing or out of range",
        [VC_ERR_MEMORY] = "out of memory",
        [VC_ERR_BUFFER] = "the buffer is too small",
        [VC_ERR_SYNTAX] = "malformed text",
        [VC_ERR_POSITION] = "the rules refuse this position",
        [VC_ERR_OPTION] = "no such option, or a value out of its range",
        [VC_ERR_FROZEN] = "rules that a game uses cannot be changed",
        [VC_ERR_ILLEGAL] = "the action is not legal now",
        [VC_ERR_OVER] = "the game is over",
        [VC_ERR_NOTHING] = "there is nothing to undo, redo, draw, claim, read or verify",
        [VC_ERR_BUSY] = "a callback of this game runs",
        [VC_ERR_REFUSED] = "the dice refused the draw",
        [VC_ERR_RANDOM] = "the system's source of randomness cannot be used",
        [VC_ERR_STOPPED] = "stopped by a callback",
        [VC_ERR_MISMATCH] = "of other rules, of an unknown version, altered or damaged",
        [VC_ERR_LIMIT] = "a limit would be exceeded",
    };
    return status >= 0 && (size_t)status < sizeof texts / sizeof *texts ? texts[status] : "unknown status";
}

/* ----------------------------------------------------------------------------- actions --- */

uint32_t vc_action_to(vc_action action) { return VC_ACTION_TO(action); }
uint32_t vc_action_from(vc_action action) { return VC_ACTION_FROM(action); }
uint32_t vc_action_piece(vc_action action) { return VC_ACTION_PIECE(action); }
uint32_t vc_action_member(vc_action action) { return VC_ACTION_MEMBER(action); }
uint32_t vc_action_rank(vc_action action) { return VC_ACTION_RANK(action); }
uint32_t vc_action_suit(vc_action action) { return VC_ACTION_SUIT(action); }
uint32_t vc_action_kind(vc_action action) { return VC_ACTION_KIND(action); }

uint32_t vc_action_is_valid(vc_action action) { return vci_action_valid(action); }

vc_action vc_action_make_move(uint32_t from, uint32_t to, uint32_t piece, uint32_t member)
{
    if (from > 63 || to > 63 || piece > VC_KING || member > VC_KING)
        return VC_NO_ACTION;
    const vc_action action = make_move(from, to) | with_piece(piece) | with_member(member);
    return vci_action_valid(action) ? action : VC_NO_ACTION;
}

vc_status vc_action_text(vc_action action, char *buffer, size_t size, size_t *length)
{
    char string[VC_ACTION_TEXT_SIZE];
    struct text text = {string, sizeof string, 0};
    if (!vci_action_valid(action))
        return VC_ERR_ARGUMENT;
    vci_action_write(&text, action);
    return vci_text_copy(string, text.length, buffer, size, length);
}

vc_status vc_action_parse(const char *text, vc_action *action, vc_error *error)
{
    vc_action read;
    if (!is_error(error))
        return VC_ERR_ARGUMENT;
    if (!text || !action)
        return FAIL_ARGUMENT(error, "text or action is NULL");
    read = vci_action_read(text, error);
    if (!read)
        return VC_ERR_SYNTAX;
    *action = read;
    return VC_OK;
}

uint32_t vc_ruleset_action_count(uint32_t ruleset)
{
    const struct encoding *encoding = vci_encoding(ruleset);
    return encoding ? encoding->count : 0;
}

uint32_t vc_ruleset_player_action_count(uint32_t ruleset)
{
    const struct encoding *encoding = vci_encoding(ruleset);
    return encoding ? encoding->players : 0;
}

uint32_t vc_action_index(uint32_t ruleset, vc_action action)
{
    const struct encoding *encoding = vci_encoding(ruleset);
    return encoding ? vci_encoding_index(encoding, action) : VC_NO_INDEX;
}

vc_action vc_action_at(uint32_t ruleset, uint32_t index)
{
    const struct encoding *encoding = vci_encoding(ruleset);
    return encoding ? vci_encoding_at(encoding, index) : VC_NO_ACTION;
}

vc_action vc_action_mirrored(vc_action action)
{
    return vci_action_valid(action) ? vci_action_mirrored(action) : VC_NO_ACTION;
}

/* ------------------------------------------------------------------- pieces and cards --- */

uint32_t vc_piece_type(vc_piece piece) { return VC_PIECE_TYPE(piece); }
uint32_t vc_piece_color(vc_piece piece) { return VC_PIECE_COLOR(piece); }
uint32_t vc_piece_moves(vc_piece piece) { return VC_PIECE_MOVES(piece); }

vc_status vc_card_text(vc_card card, char *buffer, size_t size, size_t *length)
{
    char string[3];
    struct text text = {string, sizeof string, 0};
    if (VC_CARD_RANK(card) < VC_ACE || VC_CARD_RANK(card) > VC_JOKER || card >> 6)
        return VC_ERR_ARGUMENT;
    vci_card_write(&text, card);
    return vci_text_copy(string, text.length, buffer, size, length);
}

/* -------------------------------------------------------------------------------- dice --- */

vc_status vc_dice_seeded_many(const uint8_t *seed, uint64_t n, uint64_t bound, uint64_t *values, size_t count)
{
    const uint64_t end = UINT64_C(1) << 61; /* of n */
    if (!seed || !bound || (count && !values) || n > end || count > end - n ||
        count > SIZE_MAX / sizeof *values)
        return VC_ERR_ARGUMENT;
    const vc_status status = vci_sodium_init();
    if (!status)
        vci_dice_seeded(seed, n, bound, values, count);
    return status;
}

vc_status vc_dice_seeded(const uint8_t *seed, uint64_t n, uint64_t bound, uint64_t *value)
{
    return vc_dice_seeded_many(seed, n, bound, value, 1);
}

vc_status vc_seed_derive(const uint8_t *seed, uint64_t number, uint8_t *derived)
{
    if (!seed || !derived)
        return VC_ERR_ARGUMENT;
    const vc_status status = vci_sodium_init();
    if (!status)
        vci_seed_derive(seed, number, derived);
    return status;
}

vc_status vc_dice_random(uint64_t bound, uint64_t *value)
{
    return bound && value ? vci_dice_random(bound, value) : VC_ERR_ARGUMENT;
}

/* ------------------------------------------------------------------------------- names --- */

const char *vc_phase_name(uint32_t phase)
{
    static const char *const names[] = {"over", "turn", "drawing", "moving", "hit", "played", "choosing", "dealing"};
    return phase < sizeof names / sizeof *names ? names[phase] : NULL;
}

const char *vc_reason_name(uint32_t reason) { return vci_reason_name(reason); }
