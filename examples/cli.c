/* SPDX-License-Identifier: ISC */
/* cli.c - see cli.h */
#include "cli.h"

#include <errno.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *program_name = "";

void cli_start(const char *program) { program_name = program; }

/* Prints a message as a line of its own. What was asked for on standard output comes before it. */
static void complain(const char *format, va_list arguments) __attribute__((format(printf, 1, 0)));
static void complain(const char *format, va_list arguments)
{
    fflush(stdout);
    fprintf(stderr, "%s: ", program_name);
    vfprintf(stderr, format, arguments);
    fputc('\n', stderr);
}

void cli_warn(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    complain(format, arguments);
    va_end(arguments);
}

/* Points at the help, and exits. */
static _Noreturn void exit_usage(void)
{
    fprintf(stderr, "%s --help says how it is used.\n", program_name);
    exit(CLI_USAGE);
}

void cli_usage(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    complain(format, arguments);
    va_end(arguments);
    exit_usage();
}

void cli_refuse(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    complain(format, arguments);
    va_end(arguments);
    exit(CLI_REFUSED);
}

/* Shows the part of a text around an offset, and a caret under it. A byte that is not printable ASCII is shown as ?. */
static void show_place(const char *text, size_t offset)
{
    enum { WIDTH = 70, AFTER = 20 };
    const size_t length = strlen(text);
    if (offset > length)
        offset = length;
    const size_t first = offset + AFTER > WIDTH && length > WIDTH ? offset + AFTER - WIDTH : 0;
    const size_t end = length > first + WIDTH ? first + WIDTH : length;
    fputs(first ? "  ..." : "  ", stderr);
    for (size_t i = first; i < end; i++)
        fputc(text[i] >= ' ' && text[i] <= '~' ? text[i] : '?', stderr);
    fputs(end < length ? "...\n" : "\n", stderr);
    fprintf(stderr, "%*s\n", (int)(offset - first) + (first ? 6 : 3), "^");
}

void cli_refuse_text(const char *what, const char *text, const vc_error *error)
{
    fflush(stdout);
    fprintf(stderr, "%s: %s: %s\n", program_name, what, error->message);
    show_place(text, error->offset);
    exit(CLI_REFUSED);
}

void cli_check(vc_status status)
{
    if (status)
        cli_refuse("%s", vc_status_text(status));
}

uint64_t cli_number(const char *what, const char *text, uint64_t low, uint64_t high)
{
    uint64_t number = 0;
    bool good = *text != '\0';
    for (const char *c = text; good && *c; c++) {
        good = *c >= '0' && *c <= '9' && number <= high / 10;
        number = number * 10 + (uint64_t)(*c - '0');
    }
    if (!good || number < low || number > high)
        cli_usage("%s is a number from %" PRIu64 " to %" PRIu64 ", not \"%s\"", what, low, high, text);
    return number;
}

vc_rules *cli_rules(const char *name)
{
    vc_rules *rules;
    uint32_t ruleset;
    if (vc_ruleset_find(name, &ruleset)) {
        char names[256] = "";
        size_t length = 0;
        for (uint32_t i = 0; i < vc_ruleset_count() && length < sizeof names; i++)
            length += (size_t)snprintf(names + length, sizeof names - length, "%s%s", i ? ", " : "",
                                       vc_ruleset_name(i));
        cli_refuse("there are no rules \"%s\", but these: %s", name, names);
    }
    cli_check(vc_rules_new(ruleset, NULL, &rules));
    return rules;
}

/* Says which options rules have, and exits. */
static _Noreturn void refuse_option(const vc_rules *rules, const char *message)
{
    fprintf(stderr, "%s: %s; it has:\n", program_name, message);
    for (size_t i = 0; i < vc_rules_option_count(rules); i++) {
        vc_option option = {.size = sizeof option};
        cli_check(vc_rules_option(rules, i, &option));
        fprintf(stderr, "  %s (%s)\n", option.name, option.range);
    }
    exit(CLI_REFUSED);
}

/* Whether rules have an option, whatever its value. */
static bool has_option(const vc_rules *rules, const char *name)
{
    return vc_rules_get(rules, name, NULL, 0, NULL) != VC_ERR_OPTION;
}

void cli_option(vc_rules *rules, const char *assignment)
{
    vc_error error = {.size = sizeof error};
    char name[64];
    const char *equals = strchr(assignment, '=');
    if (!equals || equals == assignment)
        cli_usage("an option is NAME=VALUE, not \"%s\"", assignment);
    snprintf(name, sizeof name, "%.*s", (int)(equals - assignment < 63 ? equals - assignment : 63), assignment);
    switch (vc_rules_set(rules, name, equals + 1, &error)) {
    case VC_OK:
        break;
    case VC_ERR_OPTION:
        if (!has_option(rules, name))
            refuse_option(rules, error.message);
        error.offset += (uint32_t)(equals + 1 - assignment);
        cli_refuse_text("option", assignment, &error);
    default:
        cli_refuse("option: %s", vc_status_text(error.status));
    }
}

bool cli_next_change(const vc_rules *rules, size_t *next, char assignment[CLI_ASSIGNMENT_SIZE])
{
    while (*next < vc_rules_option_count(rules)) {
        vc_option option = {.size = sizeof option};
        char value[CLI_ASSIGNMENT_SIZE / 2];
        cli_check(vc_rules_option(rules, (*next)++, &option));
        cli_check(vc_rules_get(rules, option.name, value, sizeof value, NULL));
        if (strcmp(value, option.default_value) != 0) {
            snprintf(assignment, CLI_ASSIGNMENT_SIZE, "%s=%s", option.name, value);
            return true;
        }
    }
    return false;
}

/* Prints the rule sets and their options. */
static void list_rules(void)
{
    for (uint32_t i = 0; i < vc_ruleset_count(); i++) {
        vc_rules *rules;
        cli_check(vc_rules_new(i, NULL, &rules));
        printf("%s%s: %s\n", i ? "\n" : "", vc_ruleset_name(i), vc_ruleset_title(i));
        for (size_t k = 0; k < vc_rules_option_count(rules); k++) {
            vc_option option = {.size = sizeof option};
            cli_check(vc_rules_option(rules, k, &option));
            printf("  %s=%s (%s)\n      %s\n", option.name, option.default_value, option.range, option.help);
        }
        vc_rules_release(rules);
    }
}

void cli_common_option(int option, const char *help)
{
    switch (option) {
    case 'l':
        list_rules();
        break;
    case 'h':
        fputs(help, stdout);
        break;
    case 'V':
        printf("%s, libvariantchess %s\n", program_name, vc_version());
        break;
    default:
        exit_usage();
    }
    exit(cli_finish());
}

int cli_finish(void)
{
    if (!fflush(stdout) && !ferror(stdout))
        return CLI_DONE;
    fprintf(stderr, "%s: standard output: %s\n", program_name, strerror(errno));
    return CLI_REFUSED;
}
