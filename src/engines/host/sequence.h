/* Remainder sequences of polynomials over a prime field, one at a time, without divisions. */
#ifndef CLM_ENGINES_HOST_SEQUENCE_H
#define CLM_ENGINES_HOST_SEQUENCE_H

#include <stdbool.h>
#include <stddef.h>

#include "arith/mont64.h"
#include "multimodular/rows.h"

/* R = r[0] / r[1], and s_10 = s[0] / s[2], s_11 = s[1] / s[2] where the first subresultant is
 * s_11 y + s_10. Denominators are never 0. */
typedef struct clm_host_ratios {
    uint64_t r[2];
    uint64_t s[3];
} clm_host_ratios;

/* R, and S_1 if it is wanted, of two polynomials of formal degrees p and q: the determinants of
 * Sylvester's rows, whatever leading coefficients vanish. All in Montgomery form.
 *
 * In:     f, g  p + 1 and q + 1 coefficients, constant first; destroyed
 * Pre:    p and q are not both 0; with S_1, at least 1 and not both 1
 * Cost:   about 3/2 min(p, q)^2 + 2 |p - q| min(p, q) products, reduced half as often
 * Source: Euclid with formal degrees, as docs/resultant.md has it for kernels */
void clm_host_sequence(clm_host_ratios *out, uint64_t *f, size_t p, uint64_t *g, size_t q,
                       const clm_mont64 *field, bool subresultant);

/* clm_host_sequence on the values of all rows, destroyed.
 * In: work  p + q + 2 words, if the first division is by powers */
void clm_host_sequence_of_rows(clm_host_ratios *out, const clm_row_layout *layout,
                               uint64_t *values, uint64_t *work, const clm_mont64 *field,
                               bool subresultant);

#endif
