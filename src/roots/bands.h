/* Bands of the sizes of roots: a polynomial whose roots differ in size by hundreds of bits needs
 * as many bits for each coefficient in a chart of all, but few in a chart of each band. */
#ifndef CLM_ROOTS_BANDS_H
#define CLM_ROOTS_BANDS_H

#include <stddef.h>

#include <clmodp/polynomials.h>


/* The roots with 2^low < |x| < 2^high. There are none close to either end. */
typedef struct clm_band {
    long low, high;
} clm_band;

/* Sets *bands to `count` bands, which have all roots, from the least roots on; the caller frees
 * them. Pre: the degree of f is at least 1, and f(0) is not 0
 * Errors: HOST_MEMORY. Source: the Newton polygon, as in [Bini 1996] */
clmodp_status clm_bands_find(clm_band **bands, size_t *count, const clmodp_zx *f);

#endif
