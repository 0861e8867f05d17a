/* The internals of clmodp_zxy for this module, and operations on polynomials without copies. */
#ifndef CLM_POLYNOMIALS_ZXY_H
#define CLM_POLYNOMIALS_ZXY_H

#include <stdint.h>

#include <clmodp/polynomials.h>

typedef struct clm_term {
    uint32_t i, j; /* exponents of x and y */
    mpz_t c;       /* not 0 */
} clm_term;

struct clmodp_zxy {
    clm_term *term; /* sorted by (j, i), each pair once */
    size_t length;
    size_t room; /* terms allocated; integers are initialised for the first `length` only */
};

/* Exponents are below this. */
#define CLM_ZXY_MOST_EXPONENT ((size_t)1 << 31)

/* Reserves space for `terms` terms. Errors: HOST_MEMORY */
clmodp_status clm_zxy_reserve(clmodp_zxy *f, size_t terms);

/* Gives f `terms` terms, for the caller to set; old terms keep their integers, new ones have 0.
 * They may be in any order until clm_zxy_combine is called. Errors: HOST_MEMORY (f unchanged) */
clmodp_status clm_zxy_resize(clmodp_zxy *f, size_t terms);

/* Adds c x^i y^j after all terms of f; c's value is unspecified then.
 * Errors: HOST_MEMORY (f and c unchanged) */
clmodp_status clm_zxy_append(clmodp_zxy *f, mpz_t c, size_t i, size_t j);

/* Sorts the terms, adds up terms with the same exponents and drops zeros. Until then f allows only
 * clm_zxy_reserve and its release.
 * Cost: O(n log n), linear for terms in order */
void clm_zxy_combine(clmodp_zxy *f);

/* Exchanges f and g. */
void clm_zxy_swap(clmodp_zxy *f, clmodp_zxy *g);

#endif
