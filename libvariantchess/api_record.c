/* SPDX-License-Identifier: ISC */
/* api_record.c - the door: records, writing and reading them */
#include "api.h"

static bool is_reader(const vc_reader *reader) { return reader && reader->magic == READER_MAGIC; }

/* Whether a record may be freed, and with it its game. */
static vc_status record_freeable(const vc_record *record)
{
    const vc_status status = record_changeable(record);
    return status || !record->game ? status : changeable(record->game);
}

/* ----------------------------------------------------------------------------- records --- */

vc_status vc_record_new(const vc_game *game, vc_record **record)
{
    vc_record *made;
    if (!is_game(game) || !record)
        return VC_ERR_ARGUMENT;
    vc_status status = vci_record_new(&game->rules->memory, &made);
    if (status)
        return status;
    status = vc_game_clone(game, VC_WITH_HISTORY, &made->game);
    if (status)
        vci_record_free(made);
    else
        *record = made;
    return status;
}

vc_status vc_record_free(vc_record *record)
{
    if (!record)
        return VC_OK;
    const vc_status status = record_freeable(record);
    if (!status)
        vci_record_free(record);
    return status;
}

vc_game *vc_record_game(const vc_record *record) { return is_record(record) ? record->game : NULL; }

/* -------------------------------------------------------------------------------- tags --- */

const char *vc_record_tag(const vc_record *record, const char *name)
{
    return is_record(record) && name ? vci_record_tag(record, name) : NULL;
}

size_t vc_record_tag_count(const vc_record *record) { return is_record(record) ? record->tag_count : 0; }

const char *vc_record_tag_name(const vc_record *record, size_t index)
{
    return index < vc_record_tag_count(record) ? record->tags[index].name : NULL;
}

const char *vc_record_tag_value(const vc_record *record, size_t index)
{
    return index < vc_record_tag_count(record) ? record->tags[index].value : NULL;
}

vc_status vc_record_set_tag(vc_record *record, const char *name, const char *value)
{
    const vc_status status = name ? record_changeable(record) : VC_ERR_ARGUMENT;
    if (status)
        return status;
    if (!vci_tag_name_valid(name) || vci_tag_is_derived(name))
        return VC_ERR_ARGUMENT;
    if (value && (!vci_tag_value_valid(value) || (!strcmp(name, "Result") && !vci_result_of_text(value))))
        return VC_ERR_ARGUMENT;
    return vci_record_set_tag(record, name, value);
}

const char *vc_record_result(const vc_record *record) { return is_record(record) ? vci_record_result(record) : NULL; }

/* ------------------------------------------------------------------------- annotations --- */

const char *vc_record_comment(const vc_record *record, size_t ply)
{
    const struct note *note = is_record(record) ? vci_record_note(record, ply) : NULL;
    return note ? note->comment : NULL;
}

vc_status vc_record_set_comment(vc_record *record, size_t ply, const char *text)
{
    const vc_status status = ply <= VC_MAX_LENGTH ? record_changeable(record) : VC_ERR_ARGUMENT;
    return status ? status : vci_record_set_comment(record, ply, text);
}

vc_status vc_record_nags(const vc_record *record, size_t ply, uint8_t *nags, size_t capacity, size_t *count)
{
    if (!is_record(record))
        return VC_ERR_ARGUMENT;
    const struct note *note = vci_record_note(record, ply);
    const size_t n = note ? note->nag_count : 0;
    const vc_status status = vci_list_fits(n, nags, capacity, count);
    if (!status && n)
        memcpy(nags, note->nags, n);
    return status;
}

vc_status vc_record_set_nags(vc_record *record, size_t ply, const uint8_t *nags, size_t count)
{
    const vc_status status = ply <= VC_MAX_LENGTH && (nags || !count) ? record_changeable(record) : VC_ERR_ARGUMENT;
    return status ? status : vci_record_set_nags(record, ply, nags, count);
}

/* ----------------------------------------------------------------------------- writing --- */

/* Writes, while the record cannot be changed. No record is a constant object, and the lock is the caller's. */
static vc_status write_record(const vc_record *record, vc_write_fn write, void *user)
{
    vc_record *marked = (vc_record *)(uintptr_t)record;
    const bool before = record->busy;
    marked->busy = true;
    const vc_status status = vci_record_write(record, write, user);
    marked->busy = before;
    return status;
}

vc_status vc_record_write(const vc_record *record, vc_write_fn write, void *user)
{
    if (!is_record(record) || !record->game || !write)
        return VC_ERR_ARGUMENT;
    return write_record(record, write, user);
}

/* A text that is kept as it is written. */
struct whole {
    const vc_memory *memory;
    char *bytes;
    size_t length, capacity;
};

static int32_t keep(void *user, const char *bytes, size_t size)
{
    struct whole *whole = user;
    if (whole->capacity - whole->length <= size) {
        const size_t larger = 2 * whole->capacity + size + 1;
        char *block = whole->memory->allocate(whole->memory->user, larger);
        if (!block)
            return 1;
        if (whole->length)
            memcpy(block, whole->bytes, whole->length);
        if (whole->bytes)
            whole->memory->deallocate(whole->memory->user, whole->bytes);
        whole->bytes = block;
        whole->capacity = larger;
    }
    memcpy(whole->bytes + whole->length, bytes, size);
    whole->length += size;
    whole->bytes[whole->length] = '\0';
    return 0;
}

vc_status vc_record_text(const vc_record *record, char *buffer, size_t size, size_t *length)
{
    if (!is_record(record) || !record->game)
        return VC_ERR_ARGUMENT;
    struct whole whole = {.memory = &record->memory};
    vc_status status = write_record(record, keep, &whole);
    if (!status)
        status = vci_text_copy(whole.bytes, whole.length, buffer, size, length);
    if (whole.bytes)
        whole.memory->deallocate(whole.memory->user, whole.bytes);
    return status == VC_ERR_STOPPED ? VC_ERR_MEMORY : status;
}

/* ----------------------------------------------------------------------------- reading --- */

static vc_status new_reader(const vc_memory *memory, vc_read_fn read, void *user, const char *text, size_t size,
                            uint32_t flags, vc_reader **reader)
{
    memory = vci_memory_given(memory);
    if (!reader || flags > VC_SAN_LENIENT || !memory)
        return VC_ERR_ARGUMENT;
    return vci_reader_new(memory, read, user, text, size, flags, reader);
}

vc_status vc_reader_new(const vc_memory *memory, vc_read_fn read, void *user, uint32_t flags, vc_reader **reader)
{
    return read ? new_reader(memory, read, user, NULL, 0, flags, reader) : VC_ERR_ARGUMENT;
}

vc_status vc_reader_new_text(const vc_memory *memory, const char *text, size_t size, uint32_t flags,
                             vc_reader **reader)
{
    return text || !size ? new_reader(memory, NULL, NULL, text, size, flags, reader) : VC_ERR_ARGUMENT;
}

/* Whether a reader may read on, or be freed, and its record with it. */
static vc_status reader_changeable(const vc_reader *reader)
{
    if (!is_reader(reader))
        return VC_ERR_ARGUMENT;
    if (reader->busy)
        return VC_ERR_BUSY;
    return reader->record ? record_freeable(reader->record) : VC_OK;
}

vc_status vc_reader_free(vc_reader *reader)
{
    if (!reader)
        return VC_OK;
    const vc_status status = reader_changeable(reader);
    if (!status)
        vci_reader_free(reader);
    return status;
}

vc_status vc_reader_next(vc_reader *reader, vc_error *error)
{
    if (!is_error(error))
        return VC_ERR_ARGUMENT;
    vc_status status = reader_changeable(reader);
    if (status)
        return vci_fail(error, status, 0, "%s", vc_status_text(status));
    reader->busy = true;
    status = vci_reader_next(reader, error);
    reader->busy = false;
    return status;
}

vc_record *vc_reader_record(const vc_reader *reader)
{
    return is_reader(reader) && !reader->busy ? reader->record : NULL;
}

vc_status vc_reader_take(vc_reader *reader, vc_record **record)
{
    if (!is_reader(reader) || !record)
        return VC_ERR_ARGUMENT;
    if (reader->busy)
        return VC_ERR_BUSY;
    if (!reader->record)
        return VC_ERR_NOTHING;
    *record = reader->record;
    reader->record = NULL;
    return VC_OK;
}

uint64_t vc_reader_line(const vc_reader *reader) { return is_reader(reader) ? reader->place.line : 0; }
uint64_t vc_reader_column(const vc_reader *reader) { return is_reader(reader) ? reader->place.column : 0; }
uint64_t vc_reader_offset(const vc_reader *reader) { return is_reader(reader) ? reader->place.offset : 0; }
