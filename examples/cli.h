/* SPDX-License-Identifier: ISC */
/*
 * cli.h - what the example programs for the command line share: arguments, messages, exit statuses
 *
 * Messages go to standard error. Those about a text show it, with a caret under the place that is wrong:
 *
 *     vc-perft: position: rank 8: 9 squares
 *       rnbqkbnr1/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1
 *               ^
 */
#ifndef EXAMPLES_CLI_H
#define EXAMPLES_CLI_H

#include <stdbool.h>
#include <stdint.h>

#include <variantchess/variantchess.h>

/* Exit statuses. */
enum { CLI_DONE = 0, CLI_REFUSED = 1, CLI_USAGE = 2 };

/* The name that messages begin with. To be called first. */
void cli_start(const char *program);

/* Says what is wrong and goes on. */
void cli_warn(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* Says what is wrong and exits: with a hint at --help, and CLI_USAGE ... */
_Noreturn void cli_usage(const char *format, ...) __attribute__((format(printf, 1, 2)));
/* ... or with CLI_REFUSED. */
_Noreturn void cli_refuse(const char *format, ...) __attribute__((format(printf, 1, 2)));
/* ... which shows the fault in a text; what is the text's name, error what the library said. */
_Noreturn void cli_refuse_text(const char *what, const char *text, const vc_error *error);

/* Exits when a call that nothing in the arguments can make fail did fail. */
void cli_check(vc_status status);

/* A number in decimal digits from low to high; anything else is a usage error that names it. */
uint64_t cli_number(const char *what, const char *text, uint64_t low, uint64_t high);

/* New rules of the rule set with a name; the error message lists the names. */
vc_rules *cli_rules(const char *name);

/* Sets an option from "NAME=VALUE"; the error message says which options there are, or the range of this one. */
void cli_option(vc_rules *rules, const char *assignment);

/* Room for any option as "name=value". */
enum { CLI_ASSIGNMENT_SIZE = 128 };

/* The next option, from the one numbered *next on, whose value is not the default, as "name=value"; moves *next behind
 * it. False when there is none. */
bool cli_next_change(const vc_rules *rules, size_t *next, char assignment[CLI_ASSIGNMENT_SIZE]);

/* Does what the programs have in common of what getopt_long() returns, and exits: 'l' lists the rule sets with their
 * options, 'h' prints the help, 'V' the version; anything else is an option that getopt_long() has refused. */
_Noreturn void cli_common_option(int option, const char *help);

/* Flushes standard output; when all that was printed got out returns CLI_DONE, else says why not and CLI_REFUSED. */
int cli_finish(void);

#endif
