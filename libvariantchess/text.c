/* SPDX-License-Identifier: ISC */
/* text.c - see text.h */
#include "text.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

void vci_text_char(struct text *text, char c)
{
    if (text->length + 1 < text->size) {
        text->buffer[text->length] = c;
        text->buffer[text->length + 1] = '\0';
    }
    text->length++;
}

void vci_text_string(struct text *text, const char *string)
{
    while (*string)
        vci_text_char(text, *string++);
}

void vci_text_number(struct text *text, uint64_t number)
{
    if (number >= 10)
        vci_text_number(text, number / 10);
    vci_text_char(text, (char)('0' + number % 10));
}

vc_status vci_list_fits(size_t needed, const void *list, size_t capacity, size_t *count)
{
    if (count)
        *count = needed;
    if (needed > capacity)
        return VC_ERR_BUFFER;
    return needed && !list ? VC_ERR_ARGUMENT : VC_OK;
}

vc_status vci_text_fits(size_t needed, const void *buffer, size_t size, size_t *length)
{
    vc_status status = vci_list_fits(needed + 1, buffer, size, NULL);
    if (length)
        *length = needed;
    return status;
}

vc_status vci_text_copy(const char *string, size_t needed, char *buffer, size_t size, size_t *length)
{
    vc_status status = vci_text_fits(needed, buffer, size, length);
    if (!status)
        memcpy(buffer, string, needed + 1);
    return status;
}

vc_status vci_fail(vc_error *error, vc_status status, size_t offset, const char *format, ...)
{
    if (error) {
        va_list arguments;
        va_start(arguments, format);
        if (vsnprintf(error->message, sizeof error->message, format, arguments) < 0)
            error->message[0] = '\0';
        va_end(arguments);
        for (char *c = error->message; *c; c++) /* what strangers typed is quoted in it */
            if (*c < ' ' || *c > '~')
                *c = '?';
        error->status = status;
        error->offset = offset < UINT32_MAX ? (uint32_t)offset : UINT32_MAX;
        error->reserved = 0;
    }
    return status;
}
