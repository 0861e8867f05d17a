/* Exponents that lie in a slanted lattice, set upright.
 *
 * If there are h and s > 1 with i - h j the same modulo s for all terms x^i y^j of f, and
 * likewise for g, then f(x, x^-h y) x^-m = F(x^s, y) and g(x, x^-h y) x^-n = G(x^s, y), where
 * m and n are the least i - h j of f and g. Both come from f and g by multiplying columns and
 * rows of the Sylvester matrix by powers of x:
 *
 *     res_y(f, g) = x^{h p q + m q + n p} R(x^s),    R = res_y(F, G),
 *
 * s times fewer points. For s = 2 and h = 1 these are curves with a centre, f(-x, -y) = +-f;
 * for homogeneous polynomials F and G are free of x. For the minors s_11 and s_10 the rows are
 * q - 1 and p - 1, and what comes of the columns is h (p q - 1) and h (p q - 2). */
#ifndef CLM_RESULTANT_SHEAR_H
#define CLM_RESULTANT_SHEAR_H

#include <stdint.h>

#include <clmodp/polynomials.h>

#include "core/error.h"

typedef struct clm_shear {
    int64_t s;     /* at least 1 */
    int64_t h;     /* below 2^32 in absolute value */
    int64_t shift; /* h p q + m q + n p; at most 2^60 in absolute value */
    int64_t m, n;  /* below 2^62 in absolute value */
} clm_shear;

/* f, g := F, G if there is an s > 1, or h that frees them of x, and the rows do not get more
 * than s times longer by it; else *out is {1, 0, 0, 0}.
 * Pre:    f and g not zero
 * Cost:   linear in the number of terms, but for Euclid's algorithm on some exponents
 * Errors: HOST_MEMORY (f and g are unspecified then) */
clmodp_status clm_shear_remove(clm_error *error, clm_shear *out, clmodp_zxy *f, clmodp_zxy *g);

#endif
