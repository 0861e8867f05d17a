/* A text that is put together: kept, on any thread, or written to a file piece by piece. */
#ifndef CLI_TEXT_H
#define CLI_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/* All zero but for `to` and a listener: empty. Failures are kept, so that only the end must be
 * looked at. */
typedef struct text_buffer {
    FILE *to; /* where it goes, as it grows long and at its end; NULL: all of it is kept */
    void (*listen)(void *listener, size_t words); /* hears how it goes on; NULL: nobody does */
    void *listener;
    char *bytes;
    size_t length, room;
    bool failed; /* memory ended; that `to` cannot be written is seen by cli_output_flush */
} text_buffer;

/* Append what is named. */
void cli_text_put(text_buffer *t, const char *bytes, size_t length);
void cli_text_string(text_buffer *t, const char *string);
void cli_text_printf(text_buffer *t, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
void cli_text_count(text_buffer *t, uint64_t n);

/* Room for so many bytes behind what there is, of which cli_text_use takes those that were
 * written; NULL if there is none, or the text is lost. */
char *cli_text_room(text_buffer *t, size_t more);
void cli_text_use(text_buffer *t, size_t length);

/* Whether no more is worth appending: memory ended, or `to` cannot be written. */
bool cli_text_lost(const text_buffer *t);

/* Tell the listener, if there is one, of so many words of the answer that became text. */
void cli_text_tell(const text_buffer *t, size_t words);

/* Hand what is left to the file, release the memory, and leave the text empty. Returns whether
 * there was memory for all of it. */
bool cli_text_finish(text_buffer *t);

/* Empty the text and keep its memory for the next one. */
void cli_text_restart(text_buffer *t);

/* Release the memory; may be called twice. */
void cli_text_clear(text_buffer *t);

#endif
