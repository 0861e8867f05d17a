/* Remainder sequences that begin with a long polynomial of few terms, at a point. */
#ifndef CLM_ENGINES_HOST_POWERS_H
#define CLM_ENGINES_HOST_POWERS_H

#include "engines/host/sequence.h"
#include "multimodular/rows.h"

/* The rows of a layout that have values: all of them, or, if the first division is by powers, only
 * those of the longer polynomial that are not empty. */
typedef struct clm_host_rows {
    uint32_t *row;
    size_t count;
} clm_host_rows;

/* Release with clm_host_rows_destroy; {0} is safe. Errors: HOST_MEMORY */
clmodp_status clm_host_rows_create(clm_error *error, clm_host_rows *out,
                                   const clm_row_layout *layout);
void clm_host_rows_destroy(clm_host_rows *rows);

/* clm_host_sequence on the values of these rows, destroyed.
 * In: work  layout->count words, if the first division is by powers */
void clm_host_sequence_of_rows(clm_host_ratios *out, const clm_row_layout *layout,
                               const clm_host_rows *rows, uint64_t *values, uint64_t *work,
                               const clm_mont64 *field, bool subresultant);

#endif
