/* Prints results in the requested format, and the statistics of --stats. */
#ifndef CLI_FORMATS_OUTPUT_H
#define CLI_FORMATS_OUTPUT_H

#include <stddef.h>

#include <gmp.h>

#include "cli/output_file.h"
#include "cli/failure.h"
#include "cli/answer.h"
#include "cli/problem.h"
#include "cli/session.h"
#include "cli/settings.h"
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

/* Appends a result. With line > 0 it belongs to that line of a batch, and is always one line. */
void cli_output_result(text_buffer *out, const answer *a, const problem *p, const session *device,
                       const settings *how, size_t line);

/* Appends the replacement for the result of a failed line of a batch. */
void cli_output_failure(text_buffer *out, const failure *reason, output_format how, size_t line);

/* Prints a result and, if requested, statistics. Errors: EXIT_FAILED (no memory) */
int cli_print_result(const printer *to, const answer *a, const problem *p, const session *device,
                     const settings *how, size_t line, failure *why);

#endif
