/* Lists and long integers as text, formatted on several threads. */
#ifndef CLI_FORMATS_PARALLEL_TEXT_H
#define CLI_FORMATS_PARALLEL_TEXT_H

#include <stddef.h>

#include <gmp.h>

#include "cli/text.h"

/* Longer integers, in words, are divided into parts, so that a text with a file holds no more than
 * some parts, and its integer_threads convert them. */
#define CLI_DIGITS_LONG ((size_t)6800)

/* Append n, or |n|. The listener is called for each part. */
void cli_integer_put(text_buffer *t, mpz_srcptr n);
void cli_integer_put_magnitude(text_buffer *t, mpz_srcptr n);

/* Appends item `index` of a list; called on any thread, with a text of its own. */
typedef void cli_text_item(text_buffer *t, const void *list, size_t index);

/* Appends the items 0 ... count - 1 of a list. The item_threads of a text with a file format about
 * a megabyte of items at a time, then written in order. */
void cli_text_items(text_buffer *t, cli_text_item *item, const void *list, size_t count);

#endif
