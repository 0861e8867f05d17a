/* Greatest common divisors in Z[x] by images modulo primes, and square-free decompositions. */
#ifndef CLM_ROOTS_SQUARE_FREE_H
#define CLM_ROOTS_SQUARE_FREE_H

#include <stddef.h>

#include <clmodp/polynomials.h>

#include "core/error.h"
#include "core/parallel.h"

/* Sets g to the gcd of a and b, primitive with a positive leading coefficient, and the cofactors
 * to a / g and b / g; they are NULL or other polynomials.
 *
 * Pre:    a and b are not 0
 * Cost:   if g = 1, mostly a gcd modulo one prime; else one for each 31 bits of g's coefficients
 *         times a leading coefficient, and two divisions
 * Errors: HOST_MEMORY, LIMIT, CANCELLED
 * Source: [Gathen, Gerhard 2013, 6.7], proved by the divisions */
clmodp_status clm_zx_gcd(clm_error *error, clmodp_zx *g, clmodp_zx *a_cofactor,
                         clmodp_zx *b_cofactor, const clmodp_zx *a, const clmodp_zx *b,
                         const clm_poller *watch);

/* A factor without multiple roots. */
typedef struct clm_factor {
    clmodp_zx *f; /* primitive, of degree >= 1 */
    size_t multiplicity;
} clm_factor;

typedef struct clm_factor_list {
    clm_factor *factor;
    size_t count, room;
} clm_factor_list;

/* Sets factors to coprime polynomials whose powers' product is f but for a rational factor, in
 * increasing order of the multiplicity; a power of x is a factor x. {0} is empty.
 *
 * Pre:    f is not 0
 * Errors: HOST_MEMORY, LIMIT, CANCELLED
 * Source: [Yun 1976] */
clmodp_status clm_square_free(clm_error *error, clm_factor_list *factors, const clmodp_zx *f,
                              const clm_poller *watch);
void clm_factor_list_clear(clm_factor_list *factors);

#endif
