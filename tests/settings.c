/* SPDX-License-Identifier: ISC */
/* settings.c - see settings.h */
#include "settings.h"

#include <stdio.h>
#include <string.h>

const struct setting settings[] = {
    {VC_ORTHODOX, ""},
    {VC_ORTHODOX, "automatic_draws=off"},
    {VC_QUANTUM, ""},
    {VC_QUANTUM, "king_safety=strict"},
    {VC_QUANTUM, "temperature=1/2"},
    {VC_QUANTUM, "king_safety=strict temperature=1/2"},
    {VC_QUANTUM, "values=100,1,7,3 temperature=3/7"},
    {VC_QUANTUM, "temperature=1"},
    {VC_QUANTUM, "values=9,5,3,3 king_safety=strict"},
    {VC_QUANTUM, "values=1,1,1,1 king_safety=strict"},
    {VC_QUANTUM, "values=1,2,3,4 king_safety=strict"},
    {VC_POTENTIAL, ""},
    {VC_POWER, ""},
    {VC_POWER, "initial_moves=0"},
    {VC_POWER, "combo_captures=on"},
    {VC_POWER, "king_initial_moves=1"},
    {VC_POWER, "initial_moves=0 king_initial_moves=0 combo_captures=on"},
    {VC_POWER, "initial_moves=15 king_initial_moves=15"},
    {VC_POWER, "initial_moves=2"},
    {VC_POWER, "initial_moves=5 king_initial_moves=3"},
    {VC_POWER, "king_initial_moves=0"},
    {VC_POWER, "initial_moves=3"},
    {VC_POWER, "initial_moves=0 king_initial_moves=0"},
    {VC_POWER, "king_initial_moves=0 combo_captures=on"},
    {VC_IDEAL, ""},
    {VC_IDEAL, "face_up=on"},
    {VC_IDEAL, "king_safety=strict"},
    {VC_IDEAL, "two_decks=on"},
    {VC_IDEAL, "hand_size=2"},
    {VC_IDEAL, "king_safety=strict hand_size=1"},
    {VC_IDEAL, "hand_size=3 jokers=1 face_up=on"},
    {VC_IDEAL, "hand_size=7 packs=2"},
    {VC_IDEAL, "jokers=1"},
    {VC_IDEAL, "hand_size=6 jokers=1 two_decks=on"},
    {VC_IDEAL, "king_safety=strict hand_size=8 packs=4 jokers=1 face_up=on"},
    {VC_IDEAL, "hand_size=5"},
    {VC_IDEAL, "hand_size=6"},
    {VC_IDEAL, "king_safety=strict two_decks=on"},
    {VC_IDEAL, "king_safety=strict hand_size=5"},
    {VC_IDEAL, "packs=3 jokers=1"},
    {VC_IDEAL, "jokers=1 two_decks=on"},
    {VC_IDEAL, "packs=2 jokers=1"},
    {VC_QUANTUM, "automatic_draws=off"},
    {VC_POTENTIAL, "automatic_draws=off"},
    {VC_POWER, "automatic_draws=off"},
    {VC_IDEAL, "automatic_draws=off"},
    {VC_IDEAL, "hand_size=8 two_decks=on"},
};
const size_t setting_count = sizeof settings / sizeof *settings;

vc_rules *setting_rules(const struct setting *setting)
{
    char text[128];
    vc_rules *rules = NULL;
    snprintf(text, sizeof text, "%s", setting->options);
    if (vc_rules_new(setting->ruleset, NULL, &rules))
        return NULL;
    for (char *name = text, *next; *name; name = next) {
        char *value = strchr(name, '=');
        next = name + strcspn(name, " ");
        if (*next)
            *next++ = '\0';
        if (!value || value > next)
            break;
        *value++ = '\0';
        if (vc_rules_set(rules, name, value, NULL)) {
            vc_rules_release(rules);
            return NULL;
        }
    }
    return rules;
}
