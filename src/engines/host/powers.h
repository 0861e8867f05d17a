/* Remainder sequences that begin with a long polynomial of few terms, at a point. */
#ifndef CLM_ENGINES_HOST_POWERS_H
#define CLM_ENGINES_HOST_POWERS_H

#include "engines/host/sequence.h"
#include "multimodular/rows.h"

/* clm_host_sequence on the values of all rows, destroyed.
 * In: work  p + q + 2 words, if the first division is by powers */
void clm_host_sequence_of_rows(clm_host_ratios *out, const clm_row_layout *layout,
                               uint64_t *values, uint64_t *work, const clm_mont64 *field,
                               bool subresultant);

#endif
