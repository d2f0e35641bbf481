/* SPDX-License-Identifier: ISC */
/*
 * text.h - writing text into a caller's buffer, and saying what is wrong with one
 *
 * Includes the public header only.
 */
#ifndef VCI_TEXT_H
#define VCI_TEXT_H

#include <stdbool.h>
#include <variantchess/variantchess.h>

/* A text that grows in a buffer of fixed size; what does not fit is counted but not written. */
struct text {
    char *buffer;
    size_t size, length;
};

void vci_text_char(struct text *text, char c);
void vci_text_string(struct text *text, const char *string);
void vci_text_number(struct text *text, uint64_t number);

/*
 * How a public function hands text out: first count (vci_text_counter), then, when it fits, write.
 * vci_text_fits says how the call ends: VC_OK, or VC_ERR_BUFFER when size is too small for length
 * characters and a NUL. It stores the length.
 */
vc_status vci_text_fits(size_t needed, const void *buffer, size_t size, size_t *length);
/* Copies a finished text with its NUL into the caller's buffer under that rule. */
vc_status vci_text_copy(const char *string, size_t needed, char *buffer, size_t size, size_t *length);
/* The same rule for lists: no NUL. */
vc_status vci_list_fits(size_t needed, const void *list, size_t capacity, size_t *count);

/* Fills the error, when there is one, and returns status. format is printf's. */
vc_status vci_fail(vc_error *error, vc_status status, size_t offset, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

#endif
