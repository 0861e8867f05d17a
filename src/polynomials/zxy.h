/* The inside of clmodp_zxy, for this room's files, and polynomials without copies. */
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

/* Make room for `terms` terms. Errors: HOST_MEMORY */
clmodp_status clm_zxy_reserve(clmodp_zxy *f, size_t terms);

/* Make f's terms as many, for the caller to set all of each: those that f has keep their integers,
 * and others have 0. As unordered as what clm_zxy_combine takes. Errors: HOST_MEMORY (f unchanged)
 */
clmodp_status clm_zxy_resize(clmodp_zxy *f, size_t terms);

/* f += c x^i y^j, behind all terms that f has. c is used up: its value is unspecified afterwards.
 * Errors: HOST_MEMORY (f and c unchanged) */
clmodp_status clm_zxy_append(clmodp_zxy *f, mpz_t c, size_t i, size_t j);

/* Bring terms into their order, add up those with the same exponents and drop zeros. Until then f
 * is good for clm_zxy_reserve and its release only.
 * Cost: O(n log n), linear for terms in order */
void clm_zxy_combine(clmodp_zxy *f);

/* Exchange f and g. Cannot fail. */
void clm_zxy_swap(clmodp_zxy *f, clmodp_zxy *g);

#endif
