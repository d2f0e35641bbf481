/* SPDX-License-Identifier: ISC */
/* record.c - see record.h */
#include "record.h"

enum { FIRST_CAPACITY = 8 };

static void *allocate(const vc_memory *memory, size_t size) { return memory->allocate(memory->user, size); }

static void deallocate(const vc_memory *memory, void *block)
{
    if (block)
        memory->deallocate(memory->user, block);
}

/* Makes room for one element more; changes nothing on failure. */
static bool grow(const vc_memory *memory, void **array, size_t count, size_t *capacity, size_t element)
{
    const size_t larger = *capacity ? *capacity * 2 : FIRST_CAPACITY;
    void *block;
    if (count < *capacity)
        return true;
    if (larger > SIZE_MAX / element || !(block = allocate(memory, larger * element)))
        return false;
    if (count)
        memcpy(block, *array, count * element);
    deallocate(memory, *array);
    *array = block;
    *capacity = larger;
    return true;
}

vc_status vci_record_new(const vc_memory *memory, vc_record **record)
{
    vc_record *made = allocate(memory, sizeof *made);
    if (!made)
        return VC_ERR_MEMORY;
    memset(made, 0, sizeof *made);
    made->magic = RECORD_MAGIC;
    made->memory = *memory;
    *record = made;
    return VC_OK;
}

void vci_record_free(vc_record *record)
{
    const vc_memory memory = record->memory;
    for (size_t i = 0; i < record->tag_count; i++)
        deallocate(&memory, record->tags[i].name);
    for (size_t i = 0; i < record->note_count; i++)
        deallocate(&memory, record->notes[i].comment);
    deallocate(&memory, record->tags);
    deallocate(&memory, record->notes);
    if (record->game)
        vci_game_free(record->game);
    record->magic = 0;
    deallocate(&memory, record);
}

/* -------------------------------------------------------------------------------- tags --- */

bool vci_tag_name_valid(const char *name)
{
    for (const char *c = name; *c; c++) {
        const bool letter = (*c >= 'a' && *c <= 'z') || (*c >= 'A' && *c <= 'Z') || (*c >= '0' && *c <= '9');
        if (!letter && (c == name || !strchr("_+#=:-", *c)))
            return false;
    }
    return *name != '\0';
}

bool vci_tag_value_valid(const char *value)
{
    for (; *value; value++)
        if ((unsigned char)*value < ' ' || *value == 127)
            return false;
    return true;
}

bool vci_tag_is_derived(const char *name)
{
    return !strcmp(name, "Variant") || !strcmp(name, "Options") || !strcmp(name, "SetUp") || !strcmp(name, "FEN");
}

const char *const vci_roster[ROSTER] = {"Event", "Site", "Date", "Round", "White", "Black"};

bool vci_tag_in_roster(const char *name)
{
    for (size_t i = 0; i < ROSTER; i++)
        if (!strcmp(vci_roster[i], name))
            return true;
    return !strcmp(name, "Result");
}

/* Whether every record may have a tag: it does not count among those of which there is a limit. */
static bool is_standard(const char *name)
{
    return vci_tag_in_roster(name) || vci_tag_is_derived(name) || !strcmp(name, "Termination");
}

/* Whether one tag more, of a new name, is too many. */
static bool is_too_many(const vc_record *record, const char *name)
{
    size_t others = 0;
    for (size_t i = 0; i < record->tag_count; i++)
        others += !is_standard(record->tags[i].name);
    return !is_standard(name) && others >= VC_MAX_TAGS;
}

/* The index of a tag; their number when there is none of that name. */
static size_t find_tag(const vc_record *record, const char *name)
{
    size_t i = 0;
    while (i < record->tag_count && strcmp(record->tags[i].name, name) != 0)
        i++;
    return i;
}

const char *vci_record_tag(const vc_record *record, const char *name)
{
    const size_t i = find_tag(record, name);
    return i < record->tag_count ? record->tags[i].value : NULL;
}

static void remove_tag(vc_record *record, size_t i)
{
    deallocate(&record->memory, record->tags[i].name);
    record->tag_count--;
    memmove(&record->tags[i], &record->tags[i + 1], (record->tag_count - i) * sizeof *record->tags);
}

vc_status vci_record_set_tag(vc_record *record, const char *name, const char *value)
{
    const size_t i = find_tag(record, name), name_size = strlen(name) + 1;
    const bool is_result = !strcmp(name, "Result");
    void *tags = record->tags;
    if (!value) {
        if (i < record->tag_count)
            remove_tag(record, i);
        record->told = is_result ? NULL : record->told;
        return VC_OK;
    }
    const size_t value_size = strlen(value) + 1;
    if (name_size > VC_MAX_TAG_NAME + 1 || value_size > VC_MAX_TAG_VALUE + 1 ||
        (i == record->tag_count && is_too_many(record, name)))
        return VC_ERR_LIMIT;
    const bool room = grow(&record->memory, &tags, record->tag_count, &record->tag_capacity, sizeof *record->tags);
    record->tags = tags;
    char *block = room ? allocate(&record->memory, name_size + value_size) : NULL;
    if (!block)
        return VC_ERR_MEMORY;
    memcpy(block, name, name_size);
    memcpy(block + name_size, value, value_size);
    if (i < record->tag_count)
        deallocate(&record->memory, record->tags[i].name);
    else
        record->tag_count++;
    record->tags[i] = (struct tag){block, block + name_size};
    record->told = is_result ? NULL : record->told;
    return VC_OK;
}

vc_status vci_record_take_tags(vc_record *record, vc_record *from, bool (*is_replaced)(const char *name))
{
    size_t kept = 0, limited = from->tag_count;
    for (size_t i = 0; i < record->tag_count; i++)
        if (!is_replaced(record->tags[i].name)) {
            kept++;
            limited += !is_standard(record->tags[i].name);
        }
    if (limited > VC_MAX_TAGS)
        return VC_ERR_LIMIT;
    struct tag *tags = allocate(&record->memory, (kept + from->tag_count) * sizeof *tags);
    if (!tags)
        return VC_ERR_MEMORY;
    kept = 0;
    for (size_t i = 0; i < record->tag_count; i++)
        if (is_replaced(record->tags[i].name))
            deallocate(&record->memory, record->tags[i].name);
        else
            tags[kept++] = record->tags[i];
    memcpy(tags + kept, from->tags, from->tag_count * sizeof *tags);
    deallocate(&record->memory, record->tags);
    record->tags = tags;
    record->tag_count = record->tag_capacity = kept + from->tag_count;
    from->tag_count = 0;
    return VC_OK;
}

/* ------------------------------------------------------------------------------- result --- */

static const char *const results[] = {[VC_WHITE] = "1-0", [VC_BLACK] = "0-1", [VC_NOBODY] = "1/2-1/2", "*"};

const char *vci_result_of_winner(unsigned winner) { return results[winner]; }

const char *vci_result_of_text(const char *text)
{
    for (size_t i = 0; i < sizeof results / sizeof *results; i++)
        if (results[i] && *results[i] == *text && !strcmp(results[i], text))
            return results[i];
    return NULL;
}

const char *vci_record_result(const vc_record *record)
{
    const struct verdict verdict = record->game ? vci_game_verdict(record->game) : GOES_ON;
    const char *stated = vci_record_tag(record, "Result");
    if (verdict.reason)
        return vci_result_of_winner(verdict.winner);
    if (record->told)
        return record->told;
    stated = stated ? vci_result_of_text(stated) : NULL;
    return stated ? stated : "*";
}

/* -------------------------------------------------------------------------------- notes --- */

/* The index of the note at a ply, or where it would have to be put. */
static size_t find_note(const vc_record *record, size_t ply)
{
    size_t low = 0, high = record->note_count;
    if (high && record->notes[high - 1].ply < ply) /* reading adds at the end */
        return high;
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        if (record->notes[middle].ply < ply)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static bool has_note(const vc_record *record, size_t i, size_t ply)
{
    return i < record->note_count && record->notes[i].ply == ply;
}

const struct note *vci_record_note(const vc_record *record, size_t ply)
{
    const size_t i = find_note(record, ply);
    return has_note(record, i, ply) ? &record->notes[i] : NULL;
}

/* The note at a ply, made when there is none; NULL without memory. */
static struct note *note_at(vc_record *record, size_t ply)
{
    const size_t i = find_note(record, ply);
    void *notes = record->notes;
    if (has_note(record, i, ply))
        return &record->notes[i];
    const bool room = grow(&record->memory, &notes, record->note_count, &record->note_capacity, sizeof *record->notes);
    record->notes = notes;
    if (!room)
        return NULL;
    memmove(&record->notes[i + 1], &record->notes[i], (record->note_count - i) * sizeof *record->notes);
    record->note_count++;
    record->notes[i] = (struct note){.ply = ply};
    return &record->notes[i];
}

/* Takes a note away when it says nothing. */
static void drop_empty(vc_record *record, size_t ply)
{
    const size_t i = find_note(record, ply);
    if (!has_note(record, i, ply) || record->notes[i].comment || record->notes[i].nag_count)
        return;
    record->note_count--;
    memmove(&record->notes[i], &record->notes[i + 1], (record->note_count - i) * sizeof *record->notes);
}

/* All that is no printing character, which bytes from 128 on are taken for. */
static bool is_white(char c) { return (unsigned char)c <= ' ' || c == 127; }

/* The next character of a text with its white space made single spaces, none at the ends; 0 at the end. */
static char next_character(const char **text, bool begun)
{
    const char *c = *text;
    while (*c && is_white(*c))
        c++;
    const bool space = c > *text && begun && *c;
    *text = space || !*c ? c : c + 1;
    return space ? ' ' : *c;
}

static size_t tidy_length(const char *text)
{
    size_t length = 0;
    while (next_character(&text, length > 0))
        length++;
    return length;
}

static void tidy_copy(char *target, const char *text)
{
    for (char c = next_character(&text, false); c; c = next_character(&text, true))
        *target++ = c;
    *target = '\0';
}

/* Makes a comment hold needed bytes and a NUL. */
static bool reserve_comment(const vc_record *record, struct note *note, size_t needed)
{
    const size_t larger = note->comment && 2 * note->capacity > needed + 1 ? 2 * note->capacity : needed + 1;
    char *block;
    if (note->comment && needed < note->capacity)
        return true;
    block = allocate(&record->memory, larger);
    if (!block)
        return false;
    if (note->comment)
        memcpy(block, note->comment, note->length + 1);
    deallocate(&record->memory, note->comment);
    note->comment = block;
    note->capacity = larger;
    return true;
}

vc_status vci_record_add_comment(vc_record *record, size_t ply, const char *text)
{
    const size_t added = tidy_length(text);
    if (!added)
        return VC_OK;
    struct note *note = note_at(record, ply);
    if (!note)
        return VC_ERR_MEMORY;
    const size_t before = note->comment ? note->length + 1 : 0;
    const bool fits = before + added <= VC_MAX_COMMENT;
    if (!fits || !reserve_comment(record, note, before + added)) {
        drop_empty(record, ply);
        return fits ? VC_ERR_MEMORY : VC_ERR_LIMIT;
    }
    if (before)
        note->comment[before - 1] = ' ';
    tidy_copy(note->comment + before, text);
    note->length = before + added;
    return VC_OK;
}

vc_status vci_record_set_comment(vc_record *record, size_t ply, const char *text)
{
    const size_t length = text ? tidy_length(text) : 0, i = find_note(record, ply);
    struct note old = has_note(record, i, ply) ? record->notes[i] : (struct note){.ply = ply};
    if (length > VC_MAX_COMMENT)
        return VC_ERR_LIMIT;
    if (old.comment) {
        record->notes[i].comment = NULL;
        record->notes[i].length = record->notes[i].capacity = 0;
    }
    const vc_status status = length ? vci_record_add_comment(record, ply, text) : VC_OK;
    if (status && old.comment) /* the note may have been taken away as empty; there is room for it */
        *note_at(record, ply) = old;
    else
        deallocate(&record->memory, old.comment);
    drop_empty(record, ply);
    return status;
}

vc_status vci_record_add_nag(vc_record *record, size_t ply, uint8_t nag)
{
    struct note *note = note_at(record, ply);
    if (!note)
        return VC_ERR_MEMORY;
    if (note->nag_count && memchr(note->nags, nag, note->nag_count))
        return VC_OK;
    if (note->nag_count == VC_MAX_NAGS)
        return VC_ERR_LIMIT;
    note->nags[note->nag_count++] = nag;
    return VC_OK;
}

vc_status vci_record_set_nags(vc_record *record, size_t ply, const uint8_t *nags, size_t count)
{
    if (count > VC_MAX_NAGS)
        return VC_ERR_LIMIT;
    struct note *note = count ? note_at(record, ply) : NULL;
    if (count && !note)
        return VC_ERR_MEMORY;
    if (note) {
        memcpy(note->nags, nags, count);
        note->nag_count = (unsigned)count;
        return VC_OK;
    }
    const size_t i = find_note(record, ply);
    if (has_note(record, i, ply))
        record->notes[i].nag_count = 0;
    drop_empty(record, ply);
    return VC_OK;
}
