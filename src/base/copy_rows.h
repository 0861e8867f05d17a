/* Copies of so many words that one thread would take as long as what they are for. */
#ifndef CLM_BASE_COPY_ROWS_H
#define CLM_BASE_COPY_ROWS_H

#include <stddef.h>
#include <stdint.h>

#include "base/error.h"

/* Rows of words: `words` of each are copied, and the rest of to_stride is zeroed. */
typedef struct clm_rows_copy {
    uint32_t *to;
    const uint32_t *from;
    size_t to_stride, from_stride; /* words from a row to the next */
    size_t words, rows;            /* words <= to_stride */
} clm_rows_copy;

/* Copy them on at most `threads` threads. Errors: HOST_MEMORY */
clmodp_status clm_copy_rows(clm_error *error, const clm_rows_copy *copy, size_t threads);

#endif
