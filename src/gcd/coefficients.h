/* Coefficients of a polynomial in several variables as one in the first few of them, and the order
 * of variables. */
#ifndef CLM_GCD_COEFFICIENTS_H
#define CLM_GCD_COEFFICIENTS_H

#include <stdbool.h>

#include "core/error.h"
#include "polynomials/mpoly.h"

/* A coefficient of f: terms from `from` up to `end`, which have equal exponents of the first
 * variables. */
typedef struct clm_coefficient {
    const clmodp_mpoly *f;
    size_t from, end;
} clm_coefficient;

/* Coefficients; {0}: none. Release: free(at). */
typedef struct clm_coefficient_list {
    clm_coefficient *at;
    size_t count, room;
} clm_coefficient_list;

/* Returns the coefficient with term k, of f in the first `first` variables. */
clm_coefficient clm_coefficient_at(const clmodp_mpoly *f, size_t k, size_t first);

/* Appends all coefficients of f. Errors: HOST_MEMORY */
clmodp_status clm_coefficients_list(clm_error *error, clm_coefficient_list *out,
                                    const clmodp_mpoly *f, size_t first);

/* Sets out to a coefficient, in as many variables. Errors: HOST_MEMORY */
clmodp_status clm_coefficient_extract(clmodp_mpoly *out, const clm_coefficient *c, size_t first);

/* Moves the variable number order[k] to place k, or back. */
void clm_variables_permute(clmodp_mpoly *f, const size_t *order, bool back);

/* Sets order to all variables, those of a set first. Returns the number of these. */
size_t clm_variables_set_first(size_t *order, size_t variables, const bool *in_set);

#endif
