/* SPDX-License-Identifier: ISC */
/*
 * fuzz_play.c - plays: setting, then lines: a position string (empty: the array), then actions
 *
 * A line '#' plays the action whose number is the next byte, so that games come about without their texts.
 */
#include "fuzz.h"

static size_t list(const vc_game *game, vc_action *actions)
{
    size_t count;
    MUST(!vc_game_actions(game, actions, VC_MAX_ACTIONS, &count));
    if (!count)
        MUST(!vc_game_outcomes(game, actions, NULL, VC_MAX_ACTIONS, &count, NULL));
    return count;
}

/* Text and value correspond one to one. */
static void must_correspond(const char *text, vc_action action)
{
    char again[VC_ACTION_TEXT_SIZE];
    MUST(vc_action_is_valid(action));
    MUST(!vc_action_text(action, again, sizeof again, NULL) && !strcmp(again, text));
}

static void play_text(vc_game *game, const char *text)
{
    vc_error error = {.size = sizeof error};
    vc_action action = VC_NO_ACTION, actions[VC_MAX_ACTIONS];
    char why[128] = "";
    const struct trace before = trace_of(game);
    const vc_status parsed = vc_action_parse(text, &action, &error);
    bool listed = false;
    if (parsed) {
        MUST(parsed == VC_ERR_SYNTAX);
        must_be_told(&error, parsed, strlen(text));
    } else {
        must_correspond(text, action);
        for (size_t n = list(game, actions); n--;)
            listed |= actions[n] == action;
        MUST(!vc_game_why(game, action, why, sizeof why, NULL) && !why[0] == listed);
    }
    const vc_status status = vc_game_play_text(game, text, &error);
    MUST(!status == listed);
    if (status) {
        MUST(parsed ? status == parsed : status == VC_ERR_ILLEGAL || status == VC_ERR_OVER);
        must_be_told(&error, status, strlen(text));
        must_be_unchanged(game, &before);
    } else {
        MUST(vc_game_length(game) == before.length + 1);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char text[LONGEST_INPUT], *line, *next;
    vc_action actions[VC_MAX_ACTIONS];
    vc_game *game = game_of(setting_of(data, size));
    if (size < 1 || size > LONGEST_INPUT || memchr(data + 1, '\0', size - 1))
        return 0;
    memcpy(text, data + 1, size - 1);
    text[size - 1] = '\0';
    line = text + strcspn(text, "\n");
    if (*line)
        *line++ = '\0';
    if (*text && vc_game_set_position(game, text, NULL))
        return 0;
    for (; *line; line = next) {
        const bool numbered = line[0] == '#' && line[1];
        next = numbered ? line + 2 : line + strcspn(line, "\n");
        if (numbered) {
            const size_t count = list(game, actions);
            if (count)
                MUST(!vc_game_play(game, actions[(uint8_t)line[1] % count]));
            continue;
        }
        if (*next)
            *next++ = '\0';
        play_text(game, line);
    }
    must_be_sound(game);
    while (vc_game_length(game))
        MUST(!vc_game_undo(game));
    must_be_sound(game);
    return 0;
}
