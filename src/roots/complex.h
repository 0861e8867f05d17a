/* Complex roots of coprime polynomials, for other modules. */
#ifndef CLM_ROOTS_COMPLEX_H
#define CLM_ROOTS_COMPLEX_H

#include <clmodp/roots.h>

#include "roots/box.h"
#include "roots/square_free.h"

/* Finds all roots of the factors, without multiple or common roots, of which only x may vanish at
 * 0, as clmodp_complex_roots_find. The factors are moved to the result.
 *
 * Errors: HOST_MEMORY, LIMIT, CANCELLED */
clmodp_status clm_complex_roots_of(clmodp_context *context, clmodp_complex_roots **roots,
                                   clm_factor_list *factors, uint64_t precision);

/* Returns the number of real roots. */
size_t clm_complex_roots_reals(const clmodp_complex_roots *roots);

/* Returns the number of the conjugate of root k; k if it is real. */
size_t clm_complex_roots_conjugate(const clmodp_complex_roots *roots, size_t k);

/* Returns the index of root k's factor. */
size_t clm_complex_roots_factor(const clmodp_complex_roots *roots, size_t k);

/* Sets the box to that of root k. */
void clm_complex_roots_get(clm_box *box, const clmodp_complex_roots *roots, size_t k);

#endif
