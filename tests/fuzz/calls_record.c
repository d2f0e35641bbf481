/* SPDX-License-Identifier: ISC */
/* calls_record.c - calls about records and readers; see calls.h */
#include "calls.h"

/* The text of a record, which the caller frees; NULL when memory is short. */
static char *text_of(const vc_record *record, size_t *length)
{
    vc_status status;
    CALL(status, vc_record_text(record, NULL, 0, length));
    if (status == VC_ERR_MEMORY)
        return NULL;
    MUST(status == VC_ERR_BUFFER);
    char *text = malloc(*length + 1);
    MUST(text);
    CALL(status, vc_record_text(record, text, *length + 1, NULL));
    if (status == VC_ERR_MEMORY) {
        free(text);
        return NULL;
    }
    MUST(!status && strlen(text) == *length);
    return text;
}

/* --------------------------------------------------------------------- taking, giving --- */

static void put_record(struct book *book, vc_record *record, struct source *source)
{
    book->record = record;
    book->source = source;
    put_game(book->seat, record ? vc_record_game(record) : NULL);
}

static bool is_busy(const struct book *book) { return book->inside || book->seat->inside; }

void free_record(struct book *book)
{
    if (book->source) { /* not ours */
        if (!is_busy(book))
            put_record(book, NULL, NULL);
        return;
    }
    const vc_status status = vc_record_free(book->record);
    MUST(status == (is_busy(book) ? VC_ERR_BUSY : VC_OK));
    if (!status)
        put_record(book, NULL, NULL);
}

static void new_record(struct book *book)
{
    const vc_game *game = seats[below(SEATS)].game;
    vc_record *record = NULL;
    vc_status status;
    if (!game) {
        MUST(vc_record_new(game, &record) == VC_ERR_ARGUMENT);
        return;
    }
    if (is_busy(book) || (book->record && book->source))
        return;
    const struct trace before = trace_of(game);
    CALL(status, vc_record_new(game, &record));
    MUST(!status == (record != NULL));
    must_be_unchanged(game, &before);
    if (status)
        return;
    must_be_unchanged(vc_record_game(record), &before);
    free_record(book); /* whose game that may have been */
    put_record(book, record, NULL);
}

/* -------------------------------------------------------------------- tags and comments --- */

static const char *const names[] = {"Event", "Result", "Termination", "Variant", "FEN", "a", "FairSeed", "FairGame",
                                    "Zz_9", "-", "", "White"};
static const char *const values[] = {"", "x", "1-0", "0-1", "1/2-1/2", "*", "a \"quoted\\\" one", "resignation",
                                     "\n", "\xc3\xa4", "time forfeit", "?"};

/* A copy that the caller frees; NULL of nothing. */
static char *copy_of(const char *text)
{
    char *copy = text ? malloc(strlen(text) + 1) : NULL;
    MUST(!copy == !text);
    return copy ? strcpy(copy, text) : NULL;
}

static void set_tag(struct book *book)
{
    const size_t count = vc_record_tag_count(book->record);
    const bool present = count && !below(4);
    const char *name = present ? vc_record_tag_name(book->record, below((unsigned)count))
                               : names[below(sizeof names / sizeof *names)];
    char *own_name = copy_of(name); /* which goes when its tag goes */
    const char *value = below(6) ? values[below(sizeof values / sizeof *values)] : NULL;
    const char *there = vc_record_tag(book->record, name);
    char *before = copy_of(there);
    vc_status status;
    CALL(status, vc_record_set_tag(book->record, name, value));
    MUST(!book->inside || status == VC_ERR_BUSY);
    const char *after = vc_record_tag(book->record, own_name);
    if (status)
        MUST(vc_record_tag_count(book->record) == count && (before ? after && !strcmp(before, after) : !after));
    else
        MUST(value ? after && !strcmp(after, value) : !after);
    free(own_name);
    free(before);
    MUST(!vc_record_tag_name(book->record, vc_record_tag_count(book->record)));
    MUST(!vc_record_tag_value(book->record, vc_record_tag_count(book->record)));
}

/* A comment: the tape's, one so long that the record is written in several pieces, or NULL. */
static char *some_comment(void)
{
    enum { LONG = 5000 };
    const unsigned how = below(4);
    if (how < 2)
        return how ? next_text(200) : NULL;
    char *text = malloc(LONG + 1);
    MUST(text);
    memset(text, 'x', LONG);
    text[LONG] = '\0';
    return text;
}

static void set_comment(struct book *book)
{
    const size_t length = vc_game_length(vc_record_game(book->record)), any = next_byte() % (length + 2);
    const size_t ply = below(8) ? any : (size_t)VC_MAX_LENGTH + below(2);
    char *text = some_comment();
    const char *there = vc_record_comment(book->record, ply);
    char *before = copy_of(there);
    vc_status status;
    CALL(status, vc_record_set_comment(book->record, ply, text));
    MUST(!book->inside || status == VC_ERR_BUSY || status == VC_ERR_ARGUMENT);
    const char *after = vc_record_comment(book->record, ply);
    if (status)
        MUST(before ? after && !strcmp(before, after) : !after);
    else if (!text)
        MUST(!after);
    free(before);
    free(text);
}

static void set_nags(struct book *book)
{
    const size_t ply = below(8), count = below(20);
    uint8_t nags[20], before[VC_MAX_NAGS] = {0}, after[VC_MAX_NAGS] = {0};
    size_t old = 0, now = 0;
    vc_status status;
    for (size_t i = 0; i < count; i++)
        nags[i] = next_byte();
    MUST((vc_record_nags(book->record, ply, before, VC_MAX_NAGS, &old) == VC_OK) == (book->record != NULL));
    CALL(status, vc_record_set_nags(book->record, ply, count ? nags : NULL, count));
    MUST(!book->inside || status == VC_ERR_BUSY);
    MUST(count <= VC_MAX_NAGS || status);
    if (!book->record)
        return;
    MUST(!vc_record_nags(book->record, ply, after, VC_MAX_NAGS, &now));
    MUST(status ? now == old && !memcmp(before, after, now) : now == count && !memcmp(nags, after, now));
}

static void set_fair(struct book *book)
{
    uint8_t secrets[VC_FAIR_MAX_PARTIES * VC_FAIR_SECRET_BYTES] = {0};
    uint8_t commitments[VC_FAIR_MAX_PARTIES * VC_FAIR_COMMITMENT_BYTES] = {0};
    const size_t parties = below(10), count = vc_record_tag_count(book->record);
    char *id = below(2) ? next_text(40) : copy_of("game");
    vc_status status;
    secrets[0] = next_byte();
    for (uint32_t party = 1; party <= parties && party <= VC_FAIR_MAX_PARTIES; party++)
        (void)vc_fair_commit(id, party, secrets + (party - 1) * VC_FAIR_SECRET_BYTES,
                             commitments + (party - 1) * VC_FAIR_COMMITMENT_BYTES);
    if (!below(4))
        commitments[0] ^= 1;
    CALL(status, vc_record_set_fair(book->record, id, commitments, below(4) ? secrets : NULL, parties));
    MUST(!book->inside || status == VC_ERR_BUSY || status == VC_ERR_ARGUMENT);
    MUST(!status || vc_record_tag_count(book->record) == count);
    free(id);
}

static void verify(const struct book *book)
{
    vc_error error = {.size = sizeof error};
    vc_status status;
    QUIET(status, vc_record_verify(book->record, &error));
    if (status)
        must_be_told(&error, status, SIZE_MAX);
}

/* ----------------------------------------------------------------------------- writing --- */

struct sheet {
    struct book *book;
    char *bytes;
    size_t length;
    unsigned pieces;
};

static int32_t write_on(void *user, const char *bytes, size_t size)
{
    struct sheet *sheet = user;
    MUST(size);
    sheet->bytes = realloc(sheet->bytes, sheet->length + size);
    MUST(sheet->bytes);
    memcpy(sheet->bytes + sheet->length, bytes, size);
    sheet->length += size;
    sheet->pieces += sheet->pieces < 7;
    sheet->book->inside++;
    maybe_call((unsigned)(sheet->book->seat - seats));
    sheet->book->inside--;
    return below(8) == 7;
}

/* What is written piece by piece, whatever is called meanwhile, is the text that it was at first. */
static void write_record(struct book *book)
{
    struct sheet sheet = {.book = book};
    size_t length = 0;
    vc_status status;
    if (!book->record || !vc_record_game(book->record)) {
        MUST(vc_record_write(book->record, write_on, &sheet) == VC_ERR_ARGUMENT);
        return;
    }
    if (!afford(3 * vc_game_length(vc_record_game(book->record))))
        return;
    char *text = text_of(book->record, &length);
    if (!text)
        return;
    const char *result = vc_record_result(book->record);
    CALL(status, vc_record_write(book->record, write_on, &sheet));
    MUST(status == VC_OK || status == VC_ERR_STOPPED || status == VC_ERR_MEMORY);
    MUST(status || sheet.length == length);
    reach(WRITTEN, sheet.pieces + (strcmp(vc_record_result(book->record), result) ? 8 : 0));
    MUST(sheet.length <= length && !memcmp(sheet.bytes ? sheet.bytes : "", text, sheet.length));
    free(sheet.bytes);
    free(text);
}

static void write_text(const struct book *book)
{
    const size_t size = (size_t)next_byte() << below(4);
    struct buffer buffer = new_buffer(size, 1);
    size_t length = SIZE_MAX;
    vc_status status;
    (void)afford(vc_game_length(vc_record_game(book->record)));
    CALL(status, vc_record_text(book->record, (char *)buffer.bytes, size, &length));
    must_fit_text(status, &buffer, length);
    free_buffer(&buffer);
}

void record_call(struct book *book)
{
    switch (below(15)) {
    case 0:
    case 1:
        if (!book->record || !below(4))
            new_record(book);
        else
            write_record(book);
        break;
    case 2:
        free_record(book);
        break;
    case 3:
    case 4:
        if (book->record)
            set_tag(book);
        break;
    case 5:
        set_comment(book);
        break;
    case 6:
        set_nags(book);
        break;
    case 7:
        set_fair(book);
        break;
    case 8:
        verify(book);
        break;
    case 9:
    case 10:
        set_comment(book);
        break;
    case 11:
        MUST((vc_record_result(book->record) == NULL) == (book->record == NULL));
        write_text(book);
        break;
    default:
        write_record(book);
    }
}

/* ----------------------------------------------------------------------------- reading --- */

/* A vc_read_fn that gives pieces of any size, gives up, or says that it gave more than there is room for. */
static int64_t give(void *user, char *buffer, size_t size)
{
    struct source *s = user;
    const size_t piece = next_byte(), left = s->size - s->at;
    size_t n = piece < left ? piece : left;
    n = n < size ? n : size;
    s->inside++;
    maybe_call((unsigned)(s - sources));
    s->inside--;
    const unsigned how = below(32);
    if (how > 29)
        return how == 30 ? -1 - (int64_t)below(3) : (int64_t)size + 1 + below(3);
    if (n)
        memcpy(buffer, s->text + s->at, n);
    s->at += n;
    return (int64_t)n;
}

/* The book that holds what a reader has; NULL when none does. */
static struct book *book_of(const struct source *source)
{
    for (unsigned i = 0; i < RECORDS; i++)
        if (books[i].source == source)
            return &books[i];
    return NULL;
}

static bool is_reading_busy(const struct source *source)
{
    const struct book *book = book_of(source);
    return source->inside || (book && is_busy(book));
}

void free_source(struct source *source)
{
    struct book *book = book_of(source);
    const vc_status status = vc_reader_free(source->reader);
    MUST(status == (is_reading_busy(source) ? VC_ERR_BUSY : VC_OK));
    if (status)
        return;
    if (book)
        put_record(book, NULL, NULL);
    free(source->text);
    *source = (struct source){.reader = NULL};
}

/* Text to be read: a record's, or the tape's. */
static char *some_text(size_t *size)
{
    const vc_record *record = books[below(RECORDS)].record;
    const vc_game *game = vc_record_game(record);
    char *text = game && below(4) && afford(4 * vc_game_length(game)) ? text_of(record, size) : NULL;
    if (!text) {
        text = next_text(255);
        *size = strlen(text);
    }
    return text;
}

static void new_reader(struct source *source)
{
    size_t size = 0;
    vc_status status;
    vc_reader *reader = NULL;
    const uint32_t flags = below(2);
    const bool pieces = below(2);
    if (is_reading_busy(source))
        return;
    char *text = some_text(&size);
    free_source(source);
    if (pieces)
        CALL(status, vc_reader_new(&heap_memory, give, source, flags, &reader));
    else
        CALL(status, vc_reader_new_text(&heap_memory, text, size, flags, &reader));
    MUST(!status == (reader != NULL));
    if (status)
        free(text);
    else
        *source = (struct source){.reader = reader, .text = text, .size = size};
}

static void read_next(struct source *source)
{
    vc_error error = {.size = sizeof error};
    struct book *book = book_of(source);
    const bool busy = is_reading_busy(source);
    const bool outside = heap.failed;
    if (book && !busy)
        put_record(book, NULL, NULL);
    heap.failed = false;
    const vc_status status = vc_reader_next(source->reader, &error);
    MUST(status != VC_ERR_MEMORY || heap.failed); /* what is skipped, or wrong anyhow, needs no memory */
    heap.failed = outside;
    MUST(source->reader ? (status == VC_ERR_BUSY) == busy : status == VC_ERR_ARGUMENT);
    if (status)
        must_be_told(&error, status, SIZE_MAX);
    if (busy || !source->reader)
        return;
    vc_record *record = vc_reader_record(source->reader);
    MUST(status == VC_ERR_MEMORY || (record == NULL) == (status == VC_ERR_NOTHING));
    book = &books[below(RECORDS)];
    if (record && !book->record)
        put_record(book, record, source);
}

static void take(struct source *source)
{
    vc_record *record = NULL;
    struct book *book = book_of(source);
    const vc_record *has = vc_reader_record(source->reader);
    const vc_status status = vc_reader_take(source->reader, &record);
    if (!source->reader)
        MUST(status == VC_ERR_ARGUMENT);
    else if (source->inside)
        MUST(status == VC_ERR_BUSY && !has);
    else
        MUST(status == (has ? VC_OK : VC_ERR_NOTHING) && record == has);
    if (status)
        return;
    if (book)
        book->source = NULL;
    else
        MUST(!vc_record_free(record));
}

void reader_call(struct source *source)
{
    switch (below(8)) {
    case 0:
    case 1:
        new_reader(source);
        break;
    case 2:
        free_source(source);
        break;
    case 3:
        take(source);
        break;
    case 4:
        MUST(vc_reader_offset(source->reader) <= source->size);
        MUST(!source->reader || (vc_reader_line(source->reader) && vc_reader_column(source->reader)));
        break;
    default:
        read_next(source);
    }
}
