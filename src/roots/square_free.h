/* Square-free decompositions in Z[x]. */
#ifndef CLM_ROOTS_SQUARE_FREE_H
#define CLM_ROOTS_SQUARE_FREE_H

#include <stddef.h>

#include <clmodp/polynomials.h>

#include "core/parallel.h"

/* A factor without multiple roots. */
typedef struct clm_factor {
    clmodp_zx *f; /* primitive, of degree >= 1 */
    size_t multiplicity;
} clm_factor;

typedef struct clm_factor_list {
    clm_factor *factor;
    size_t count, room;
} clm_factor_list;

/* Returns the highest power of x that divides f, not 0. */
size_t clm_valuation(const clmodp_zx *f);

/* Sets out to f / x^valuation divided by its content, with a positive leading coefficient.
 * Errors: HOST_MEMORY, CANCELLED */
clmodp_status clm_primitive_part(clmodp_zx *out, const clmodp_zx *f, size_t valuation,
                                 const clm_poller *watch);

/* Sets factors to coprime polynomials whose powers' product is f but for a rational factor, in
 * increasing order of the multiplicity; a power of x is a factor x. {0} is empty.
 *
 * Pre:    f is not 0
 * Errors: HOST_MEMORY, LIMIT, CANCELLED
 * Source: [Yun 1976] */
clmodp_status clm_square_free(clm_factor_list *factors, const clmodp_zx *f,
                              const clm_poller *watch);
void clm_factor_list_clear(clm_factor_list *factors);

#endif
