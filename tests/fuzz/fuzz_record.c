/* SPDX-License-Identifier: ISC */
/*
 * fuzz_record.c - reads PGN: a byte that says how (the lower five bits: in pieces of that size, 0 for whole; the next
 * one: strictly), then the text
 *
 * What is read is written, and read and written again; and whatever its tags of fair chance are, they are verified.
 */
#include "fuzz.h"

/* What a vc_read_fn gives. */
struct source {
    const char *text;
    size_t size, at, piece;
};

static int64_t give(void *user, char *buffer, size_t size)
{
    struct source *s = user;
    size_t n = s->size - s->at < s->piece ? s->size - s->at : s->piece;
    n = n < size ? n : size;
    memcpy(buffer, s->text + s->at, n);
    s->at += n;
    return (int64_t)n;
}

/* The record as text, which the caller frees. */
static char *text_of(const vc_record *record, size_t *length)
{
    MUST(vc_record_text(record, NULL, 0, length) == VC_ERR_BUFFER);
    char *text = malloc(*length + 1);
    MUST(text && !vc_record_text(record, text, *length + 1, NULL));
    return text;
}

/*
 * A record that was written is read as it was. Of a game with a fault that holds from the second time on: only then it
 * is ended as its tags say, and Termination is written in the library's own words.
 */
static void must_come_back(const vc_record *record, bool whole)
{
    size_t length, again_length;
    char *text = text_of(record, &length);
    vc_reader *reader;
    MUST(!vc_reader_new_text(NULL, text, length, VC_SAN_LENIENT, &reader));
    MUST(!vc_reader_next(reader, NULL));
    char *again = text_of(vc_reader_record(reader), &again_length);
    if (whole)
        MUST(length == again_length && !memcmp(text, again, length));
    else
        must_come_back(vc_reader_record(reader), true);
    MUST(vc_reader_next(reader, NULL) == VC_ERR_NOTHING);
    MUST(!vc_reader_free(reader));
    free(text);
    free(again);
}

/* Verifying a record comes to an end, and says what is wrong. */
static void must_be_verified(const vc_record *record)
{
    vc_error error = {.size = sizeof error};
    const vc_status status = vc_record_verify(record, &error);
    MUST(status == VC_OK || status == VC_ERR_NOTHING || status == VC_ERR_SYNTAX || status == VC_ERR_MISMATCH);
    if (status)
        must_be_told(&error, status, vc_record_game(record) ? vc_game_length(vc_record_game(record)) : 0);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (!size)
        return 0;
    const uint32_t flags = data[0] >> 5 & 1 ? VC_SAN_STRICT : VC_SAN_LENIENT;
    struct source source = {(const char *)data + 1, size - 1, 0, data[0] & 31};
    vc_reader *reader;
    size_t games = 0;
    MUST(!(source.piece ? vc_reader_new(NULL, give, &source, flags, &reader)
                        : vc_reader_new_text(NULL, source.text, source.size, flags, &reader)));
    for (;;) {
        vc_error error = {.size = sizeof error};
        const vc_status status = vc_reader_next(reader, &error);
        const vc_record *record = vc_reader_record(reader);
        MUST((record == NULL) == (status == VC_ERR_NOTHING));
        if (status == VC_ERR_NOTHING)
            break;
        MUST(++games <= size && vc_reader_offset(reader) < size);
        if (status)
            must_be_told(&error, status, source.size);
        else
            MUST(vc_record_game(record));
        must_be_verified(record);
        if (vc_record_game(record))
            must_come_back(record, !status);
    }
    MUST(!vc_reader_free(reader));
    return 0;
}
