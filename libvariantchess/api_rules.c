/* SPDX-License-Identifier: ISC */
/* api_rules.c - the door: rule sets, rules and their options */
#include "api.h"

#include <stdlib.h>

uint32_t vc_ruleset_count(void) { return vci_ruleset_count(); }

const char *vc_ruleset_name(uint32_t ruleset)
{
    const struct ruleset *set = vci_ruleset(ruleset);
    return set ? set->name : NULL;
}

const char *vc_ruleset_title(uint32_t ruleset)
{
    const struct ruleset *set = vci_ruleset(ruleset);
    return set ? set->title : NULL;
}

vc_status vc_ruleset_find(const char *name, uint32_t *ruleset)
{
    if (!name || !ruleset)
        return VC_ERR_ARGUMENT;
    for (uint32_t id = 0; id < vci_ruleset_count(); id++)
        if (!strcmp(vci_ruleset(id)->name, name)) {
            *ruleset = id;
            return VC_OK;
        }
    return VC_ERR_ARGUMENT;
}

static void *default_allocate(void *user, size_t size)
{
    (void)user;
    return malloc(size);
}

static void default_deallocate(void *user, void *memory)
{
    (void)user;
    free(memory);
}

const vc_memory *vci_memory_given(const vc_memory *memory)
{
    static const vc_memory standard = {sizeof standard, NULL, default_allocate, default_deallocate};
    if (!memory)
        return &standard;
    return memory->size == sizeof *memory && memory->allocate && memory->deallocate ? memory : NULL;
}

vc_status vc_rules_new(uint32_t ruleset, const vc_memory *memory, vc_rules **rules)
{
    memory = vci_memory_given(memory);
    if (!rules || ruleset >= vci_ruleset_count() || !memory)
        return VC_ERR_ARGUMENT;
    vc_rules *made = vci_rules_new(memory, ruleset);
    if (!made)
        return VC_ERR_MEMORY;
    *rules = made;
    return VC_OK;
}

vc_status vc_rules_copy(const vc_rules *rules, vc_rules **copy)
{
    if (!is_rules(rules) || !copy)
        return VC_ERR_ARGUMENT;
    vc_rules *made = vci_rules_copy(rules);
    if (!made)
        return VC_ERR_MEMORY;
    *copy = made;
    return VC_OK;
}

vc_rules *vc_rules_retain(vc_rules *rules) { return is_rules(rules) ? vci_rules_retain(rules) : rules; }

void vc_rules_release(vc_rules *rules)
{
    if (is_rules(rules))
        vci_rules_release(rules);
}

uint32_t vc_rules_ruleset(const vc_rules *rules) { return is_rules(rules) ? rules->id : UINT32_MAX; }

uint32_t vc_rules_is_frozen(const vc_rules *rules) { return is_rules(rules) && atomic_load(&rules->frozen); }

vc_status vc_rules_set(vc_rules *rules, const char *name, const char *value, vc_error *error)
{
    if (!is_error(error))
        return VC_ERR_ARGUMENT;
    if (!is_rules(rules) || !name || !value)
        return FAIL_ARGUMENT(error, "rules, name or value is NULL");
    if (atomic_load(&rules->frozen))
        return vci_fail(error, VC_ERR_FROZEN, 0, "%s", vc_status_text(VC_ERR_FROZEN));
    return vci_option_set(rules, name, value, error);
}

vc_status vc_rules_get(const vc_rules *rules, const char *name, char *buffer, size_t size, size_t *length)
{
    char string[64]; /* holds the longest value, four integers */
    struct text text = {string, sizeof string, 0};
    const struct option_def *option;
    if (!is_rules(rules) || !name)
        return VC_ERR_ARGUMENT;
    option = vci_option_find(rules->set, name);
    if (!option)
        return VC_ERR_OPTION;
    vci_option_write(rules, option, &text);
    return vci_text_copy(string, text.length, buffer, size, length);
}

size_t vc_rules_option_count(const vc_rules *rules) { return is_rules(rules) ? rules->set->option_count : 0; }

vc_status vc_rules_option(const vc_rules *rules, size_t index, vc_option *option)
{
    if (!is_rules(rules) || !option || option->size != sizeof *option || index >= rules->set->option_count)
        return VC_ERR_ARGUMENT;
    const struct option_def *def = &rules->set->options[index];
    *option = (vc_option){sizeof *option, def->type, 0, def->name, def->default_value, def->range, def->help};
    return VC_OK;
}

size_t vc_rules_snapshot_size(const vc_rules *rules)
{
    return is_rules(rules) ? vci_snapshot_size(rules) : 0;
}
