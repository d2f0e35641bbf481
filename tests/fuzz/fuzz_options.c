/* SPDX-License-Identifier: ISC */
/* fuzz_options.c - sets options: a letter for the rule set, then lines name=value; then plays a little */
#include "fuzz.h"

enum { OPTIONS = 8, ACTIONS = 16 };

struct values {
    char text[OPTIONS][64];
};

static struct values values_of(const vc_rules *rules)
{
    struct values values = {{{0}}};
    MUST(vc_rules_option_count(rules) <= OPTIONS);
    for (size_t i = 0; i < vc_rules_option_count(rules); i++) {
        vc_option option = {.size = sizeof option};
        MUST(!vc_rules_option(rules, i, &option));
        MUST(!vc_rules_get(rules, option.name, values.text[i], sizeof values.text[i], NULL));
    }
    return values;
}

static void set(vc_rules *rules, const char *name, const char *value)
{
    vc_error error = {.size = sizeof error};
    char written[64], again[64];
    const struct values before = values_of(rules);
    const vc_status status = vc_rules_set(rules, name, value, &error);
    if (status) {
        const struct values after = values_of(rules);
        MUST(status == VC_ERR_OPTION && !memcmp(&before, &after, sizeof before));
        must_be_told(&error, status, strlen(value));
        return;
    }
    MUST(!vc_rules_get(rules, name, written, sizeof written, NULL));
    MUST(!vc_rules_set(rules, name, written, NULL));
    MUST(!vc_rules_get(rules, name, again, sizeof again, NULL) && !strcmp(written, again));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const uint8_t seed[VC_SEED_BYTES];
    char text[LONGEST_INPUT], *next;
    vc_rules *rules;
    vc_game *game;
    vc_action actions[VC_MAX_ACTIONS];
    if (size < 1 || size > LONGEST_INPUT)
        return 0;
    memcpy(text, data + 1, size - 1);
    text[size - 1] = '\0';
    MUST(!vc_rules_new((uint8_t)(data[0] - '0') % vc_ruleset_count(), NULL, &rules));
    for (char *name = text; *name; name = next) {
        next = name + strcspn(name, "\n");
        if (*next)
            *next++ = '\0';
        char *value = strchr(name, '=');
        if (value)
            *value++ = '\0';
        set(rules, name, value ? value : "");
    }
    MUST(!vc_game_new(rules, NULL, &game, NULL));
    vc_rules_release(rules);
    MUST(vc_rules_set(vc_game_rules(game), "automatic_draws", "on", NULL) == VC_ERR_FROZEN);
    MUST(!vc_game_use_seed(game, seed));
    for (size_t i = 0; i < ACTIONS && vc_game_actor(game) != VC_NOBODY; i++) {
        size_t count;
        if (vc_game_actor(game) == VC_CHANCE) {
            MUST(!vc_game_draw(game, NULL));
            continue;
        }
        MUST(!vc_game_actions(game, actions, VC_MAX_ACTIONS, &count));
        MUST(!vc_game_play(game, actions[i * 7 % count]));
    }
    must_be_sound(game);
    MUST(!vc_game_free(game));
    return 0;
}
