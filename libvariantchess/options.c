/* SPDX-License-Identifier: ISC */
/*
 * options.c - the options of a rule set by name and text
 *
 * Knows the types of option, no rule set. Includes rules.h only.
 */
#include "rules.h"

/* The longest value is four integers and three commas. */
enum { MAX_VALUES_OF_OPTION = 4 };

const struct option_def *vci_option_find(const struct ruleset *set, const char *name)
{
    for (size_t i = 0; i < set->option_count; i++)
        if (!strcmp(set->options[i].name, name))
            return &set->options[i];
    return NULL;
}

/* Reads an integer without superfluous zeros from low to high; moves *next behind it. */
static bool read_integer(const char **next, int32_t low, int32_t high, int32_t *value)
{
    const char *c = *next;
    int32_t n = 0;
    if (*c < '0' || *c > '9' || (c[0] == '0' && c[1] >= '0' && c[1] <= '9'))
        return false;
    for (; *c >= '0' && *c <= '9'; c++) {
        n = n * 10 + (*c - '0');
        if (n > high)
            return false;
    }
    if (n < low)
        return false;
    *next = c;
    *value = n;
    return true;
}

/* The index of a word in a list separated by '|'; moves *next behind it. */
static bool read_word(const char **next, const char *words, int32_t *index)
{
    const size_t length = strlen(*next);
    *index = 0;
    for (const char *word = words; word; ++*index) {
        const char *bar = strchr(word, '|');
        const size_t size = bar ? (size_t)(bar - word) : strlen(word);
        if (size == length && !memcmp(word, *next, size)) {
            *next += size;
            return true;
        }
        word = bar ? bar + 1 : NULL;
    }
    return false;
}

static void reduce(int32_t *a, int32_t *b)
{
    int32_t x = *a, y = *b;
    while (y) {
        int32_t rest = x % y;
        x = y;
        y = rest;
    }
    *a /= x;
    *b /= x;
}

static bool read_fraction(const char **next, const struct option_def *option, int32_t *value)
{
    const char *slash = strchr(*next, '/'), *denominator = slash ? slash + 1 : NULL;
    value[1] = 1;
    if (slash && !read_integer(&denominator, option->low, option->high, &value[1])) {
        *next = denominator;
        return false;
    }
    if (!read_integer(next, 0, value[1], &value[0]) || (slash && *next != slash))
        return false;
    if (slash)
        *next = denominator;
    reduce(&value[0], &value[1]);
    return true;
}

/* Reads a whole value; *next is where reading stopped. */
static bool read_value(const struct option_def *option, const char **next, int32_t *value)
{
    switch (option->type) {
    case VC_OPTION_SWITCH:
    case VC_OPTION_CHOICE:
        return read_word(next, option->word, value);
    case VC_OPTION_INTEGER:
        if (option->word && !strcmp(*next, option->word)) {
            *next += strlen(*next);
            *value = -1;
            return true;
        }
        return read_integer(next, option->low, option->high, value);
    case VC_OPTION_FRACTION:
        return read_fraction(next, option, value);
    default: /* VC_OPTION_INTEGERS */
        for (unsigned i = 0; i < option->count; i++) {
            if (i && *(*next)++ != ',') {
                --*next;
                return false;
            }
            if (!read_integer(next, option->low, option->high, &value[i]))
                return false;
        }
        return true;
    }
}

static void write_word(struct text *text, const char *words, int32_t index)
{
    for (; index; words++)
        index -= *words == '|';
    while (*words && *words != '|')
        vci_text_char(text, *words++);
}

/* Writes the value; returns whether it differs from the default. */
bool vci_option_write(const struct vc_rules *rules, const struct option_def *option, struct text *text)
{
    const int32_t *value = &rules->value[option->slot];
    int32_t standard[MAX_VALUES_OF_OPTION] = {0};
    const char *next = option->default_value;
    switch (option->type) {
    case VC_OPTION_SWITCH:
    case VC_OPTION_CHOICE:
        write_word(text, option->word, *value);
        break;
    case VC_OPTION_INTEGER:
        if (*value < 0)
            vci_text_string(text, option->word);
        else
            vci_text_number(text, (uint64_t)*value);
        break;
    case VC_OPTION_FRACTION:
        vci_text_number(text, (uint64_t)value[0]);
        if (value[1] != 1) {
            vci_text_char(text, '/');
            vci_text_number(text, (uint64_t)value[1]);
        }
        break;
    default:
        for (unsigned i = 0; i < option->count; i++) {
            if (i)
                vci_text_char(text, ',');
            vci_text_number(text, (uint64_t)value[i]);
        }
    }
    read_value(option, &next, standard);
    return memcmp(value, standard, option->count * sizeof *value) != 0;
}

void vci_options_write(const struct vc_rules *rules, struct text *text)
{
    bool first = true;
    for (size_t i = 0; i < rules->set->option_count; i++) {
        const struct option_def *option = &rules->set->options[i];
        char value[64]; /* holds the longest one, four integers */
        struct text written = {value, sizeof value, 0};
        if (!vci_option_write(rules, option, &written))
            continue;
        if (!first)
            vci_text_char(text, ' ');
        first = false;
        vci_text_string(text, option->name);
        vci_text_char(text, '=');
        vci_text_string(text, value);
    }
}

/* What every change of a value entails. */
static void derive(struct vc_rules *rules)
{
    memset(rules->derived, 0, sizeof rules->derived);
    if (rules->set->prepare)
        rules->set->prepare(rules);
    rules->fingerprint = mix64(rules->id + UINT64_C(1));
    for (unsigned i = 0; i < MAX_OPTION_VALUES; i++)
        rules->fingerprint = mix64(rules->fingerprint ^ (uint32_t)rules->value[i]);
}

void vci_options_default(struct vc_rules *rules)
{
    memset(rules->value, 0, sizeof rules->value);
    for (size_t i = 0; i < rules->set->option_count; i++) {
        const struct option_def *option = &rules->set->options[i];
        const char *next = option->default_value;
        if (!read_value(option, &next, &rules->value[option->slot]))
            assert(false && "a default value is in its own range");
    }
    derive(rules);
}

vc_status vci_option_set(struct vc_rules *rules, const char *name, const char *value, vc_error *error)
{
    const struct option_def *option = vci_option_find(rules->set, name);
    int32_t read[MAX_VALUES_OF_OPTION] = {0};
    const char *next = value;
    if (!option)
        return vci_fail(error, VC_ERR_OPTION, 0, "%s has no option \"%.40s\"", rules->set->title, name);
    if (!read_value(option, &next, read) || *next)
        return vci_fail(error, VC_ERR_OPTION, (size_t)(next - value), "%s: \"%.40s\" is not in its range %s", name,
                        value, option->range);
    memcpy(&rules->value[option->slot], read, option->count * sizeof *read);
    derive(rules);
    return VC_OK;
}
