/* SPDX-License-Identifier: ISC */
/*
 * test_processors.c - the copies of the rule sets that are compiled for several kinds of processor agree
 *
 * Random games are played by one copy; at every position each copy that this processor can run must list the same
 * actions in the same order, count them, judge, weigh and apply alike. So must they where a list is full. Looks inside
 * the library.
 */
#include <check.h>
#include <stdio.h>
#include <stdlib.h>

#include "fen.h"
#include "settings.h"

#ifdef VC_CPU_VARIANTS
#define DECLARE(suffix)                                                                                    \
    extern const struct ruleset vci_orthodox##suffix, vci_quantum##suffix, vci_potential##suffix,          \
        vci_power##suffix, vci_ideal##suffix;                                                              \
    static const struct ruleset *const table##suffix[] = {&vci_orthodox##suffix, &vci_quantum##suffix,     \
                                                          &vci_potential##suffix, &vci_power##suffix,      \
                                                          &vci_ideal##suffix};
DECLARE()
DECLARE(_bits)
DECLARE(_wide)

enum { COPIES = 3, POSITIONS = 3000, LONGEST = 400 };

/* The copies that this processor can run; the first is for all. */
static unsigned find_copies(const struct ruleset *const **copies)
{
    unsigned n = 0;
    copies[n++] = table;
    if (vci_ruleset(VC_ORTHODOX) != &vci_orthodox)
        copies[n++] = table_bits;
    if (vci_ruleset(VC_ORTHODOX) == &vci_orthodox_wide)
        copies[n++] = table_wide;
    return n;
}

static uint64_t random_state;

static uint32_t random_below(size_t bound)
{
    random_state += UINT64_C(0x9e3779b97f4a7c15);
    return (uint32_t)((mix64(random_state) >> 32) * bound >> 32);
}

struct answer {
    size_t count, counted;
    vc_action list[LIST_SIZE];
    uint32_t weights[LIST_SIZE];
    struct verdict verdict;
};

static void ask(struct vc_rules *rules, const struct ruleset *set, const struct position *p, struct answer *answer)
{
    rules->set = set;
    const struct phase *phase = phase_of(rules, p);
    memset(answer, 0, sizeof *answer);
    answer->count = phase->actions(rules, p, answer->list);
    memset(answer->list + answer->count, 0, (LIST_SIZE - answer->count) * sizeof *answer->list);
    answer->counted = phase->actions(rules, p, NULL);
    answer->verdict = set->verdict(rules, p);
    if (phase->chance)
        phase->weights(rules, p, answer->weights);
}

static bool same_answer(const struct answer *a, const struct answer *b)
{
    return a->count == b->count && a->counted == b->counted && a->count == a->counted &&
           a->verdict.winner == b->verdict.winner && a->verdict.reason == b->verdict.reason &&
           !memcmp(a->list, b->list, sizeof a->list) && !memcmp(a->weights, b->weights, sizeof a->weights);
}

/* Plays an action by every copy; the position after it is the same by all. */
static void play_by_all(struct vc_rules *rules, const struct ruleset *const **copies, unsigned n,
                        const struct position *p, vc_action action, struct position *after)
{
    struct position other;
    for (unsigned k = 0; k < n; k++) {
        struct position *played = k ? &other : after;
        rules->set = copies[k][rules->id];
        phase_of(rules, p)->apply(rules, p, played, action);
        ck_assert_msg(vci_position_consistent(rules, played), "copy %u makes no sound position", k);
        ck_assert_msg(!memcmp(after, played, 8 * (size_t)rules->set->words), "copy %u plays otherwise", k);
    }
}

START_TEST(copies_agree)
{
    const struct ruleset *const *copies[COPIES];
    const unsigned n = find_copies(copies);
    struct vc_rules *rules = setting_rules(&settings[_i]);
    struct position array, p, after;
    struct answer answers[COPIES];
    unsigned length = 0;
    random_state = (uint64_t)_i;
    ck_assert_ptr_nonnull(rules);
    ck_assert_int_eq(vci_position_read(rules, vci_array, &array, NULL), VC_OK);
    const unsigned words = rules->set->words;
    p = array;
    for (unsigned i = 0; i < POSITIONS; i++) {
        for (unsigned k = 0; k < n; k++) {
            ask(rules, copies[k][rules->id], &p, &answers[k]);
            ck_assert_msg(same_answer(&answers[0], &answers[k]), "copy %u differs at position %u", k, i);
        }
        if (!answers[0].count || length == LONGEST) {
            p = array;
            length = 0;
            continue;
        }
        play_by_all(rules, copies, n, &p, answers[0].list[random_below(answers[0].count)], &after);
        position_copy(&p, &after, words);
        length++;
    }
    vc_rules_release(rules);
}
END_TEST

/* With 32 men, of whom one goes to a square behind all others', nothing follows the list but the set of combos. */
START_TEST(full_list_of_power)
{
    static const char text[] = "8/rnbqkbnr/pppppppp/8/8/PPPPPPPP/2[QR][RB][BN]3/N3K3 b - - 0 1";
    static const char expected[] = "r7/1nbqkbnr/pppppppp/8/8/PPPPPPPP/2[QR][RB][BN]3/N3K3 w - - 1 2 "
                                   "moves:e1=0";
    const struct ruleset *const *copies[COPIES];
    const unsigned n = find_copies(copies);
    struct vc_rules *rules;
    struct position p, after;
    char buffer[VC_POSITION_TEXT_SIZE];
    vc_action action;
    ck_assert_int_eq(vc_rules_new(VC_POWER, NULL, &rules), VC_OK);
    ck_assert_int_eq(vci_position_read(rules, text, &p, NULL), VC_OK);
    ck_assert_int_eq(vc_action_parse("a7a8", &action, NULL), VC_OK);
    play_by_all(rules, copies, n, &p, action, &after);
    struct text written = {buffer, sizeof buffer, 0};
    vci_position_write(rules, &after, &written);
    ck_assert_str_eq(buffer, expected);
    vc_rules_release(rules);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("processors");
    TCase *tests = tcase_create("processors");
    const struct ruleset *const *copies[COPIES];
    printf("copies that run here: %u of %d\n", find_copies(copies), COPIES);
    tcase_set_timeout(tests, 300);
    tcase_add_loop_test(tests, copies_agree, 0, (int)setting_count);
    tcase_add_test(tests, full_list_of_power);
    suite_add_tcase(suite, tests);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_ENV);
    const int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
#else
int main(void)
{
    puts("the rule sets are compiled once for this kind of processor");
    return 77; /* skipped */
}
#endif
