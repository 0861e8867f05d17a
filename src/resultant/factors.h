/* Factors of the resultant that are extracted before it is computed, and deflations of f and g.
 *
 * Contents and powers of x. With f = c x^a f1 and g = d x^b g1, each of the q = deg_y g rows of f
 * in the Sylvester matrix has the factor c x^a, each of the p = deg_y f rows of g the factor d
 * x^b, and
 *
 *     res_y(f, g) = c^q d^p x^{a q + b p} res_y(f1, g1).
 *
 * Deflation in x. If all exponents of x in f1 and g1 are multiples of s, the resultant is a
 * polynomial in x^s, too: x^s is renamed x. A slanted lattice of exponents is first made
 * sheared_exponent by a shear:
 *
 * Let h and s > 1 be such that i - h j is the same modulo s for all terms x^i y^j of f, likewise
 * for g. Then f(x, x^-h y) x^-m = F(x^s, y) and g(x, x^-h y) x^-n = G(x^s, y), with m and n the
 * least i - h j of f and g. Both come from multiplying columns and rows of the Sylvester matrix by
 * powers of x:
 *
 *     res_y(f, g) = x^{h p q + m q + n p} R(x^s),    R = res_y(F, G),
 *
 * which needs s times fewer points. Examples with s = 2 and h = 1 are curves with a centre,
 * f(-x, -y) = +-f; for homogeneous polynomials F and G are free of x. A minor s_kj has q - k and
 * p - k rows, and the columns contribute h (p q - k (k + 1) + j).
 *
 * The other rules follow from res_y(f, g) = lc(f)^q prod g(r) over the roots r of f.
 *
 * Deflation in y. The roots of f(x, y^t) are the t-th roots of the roots r of f(x, y), and
 * g(x, y^t) has the value g(r) at each of the t roots of r; the leading coefficient comes
 * with the power t q instead of q. So, without a sign,
 *
 *     res_y(f(x, y^t), g(x, y^t)) = res_y(f, g)^t.
 *
 * Powers of y. The roots of y^k f are the roots of f and k times 0; and in
 * res_y(f, y^k g) = lc(f)^{q + k} prod r^k g(r) the product of the roots is (-1)^p f_0 / lc(f):
 *
 *     res_y(y^k f, g) = g(x, 0)^k res_y(f, g),
 *     res_y(f, y^k g) = ((-1)^p f(x, 0))^k res_y(f, g).
 *
 * Factors and powers are multiplied on the host. A deflation in y always pays, as it divides the
 * device's work by t^3 or more. Powers of y are extracted if this makes a deflation possible (f
 * even in y and g = df/dy), if the factor has one term only, or if k rows fewer save the device
 * more than a product costs the host.
 *
 * Other subresultants have q - k rows of f and p - k of g: contents are extracted with these
 * powers, deflations and shears in x as for the resultant. Rules derived from roots do not hold
 * for them, so powers of y stay.
 *
 * All this also holds over F_p, with coefficients in [0, p). */
#ifndef CLM_RESULTANT_FACTORS_H
#define CLM_RESULTANT_FACTORS_H

#include <stdint.h>

#include <gmp.h>

#include <clmodp/polynomials.h>

#include "bounds/bounds.h"
#include "core/error.h"
#include "core/parallel.h"
#include "fpx/batch/minors.h"

typedef struct clm_shear {
    int64_t s;     /* at least 1 */
    int64_t h;     /* below 2^32 in absolute value */
    int64_t shift; /* h p q + m q + n p; at most 2^60 in absolute value */
    int64_t m, n;  /* below 2^62 in absolute value */
} clm_shear;

/* Sets f, g := F, G if there is an s > 1, or an h that frees them of x, and if the rows get at
 * most s times as long; otherwise *out is {1, 0, 0, 0}.
 * Pre:    f and g not zero
 * Cost:   linear in the number of terms, besides Euclid's algorithm on some exponents
 * Errors: HOST_MEMORY (f and g are unspecified then) */
clmodp_status clm_shear_remove(clm_error *error, clm_shear *out, clmodp_zxy *f, clmodp_zxy *g);

/* The factors in res_y(f, g) = integer / divisor * x^shift * h(x^deflation), with
 * h = trailing^trailing_power r1^power and r1 = res_y(f1, g1); or the same for a coefficient of
 * another subresultant. Over F_p if the modulus is p. */
typedef struct clm_factors {
    mpz_t integer;           /* not 0 */
    mpz_t divisor;           /* not 0; 1 unless the caller sets it (gaps.h), and over F_p */
    int64_t shift;           /* negative only if h has a root 0 of such multiplicity */
    uint64_t deflation;      /* at least 1 */
    uint64_t power;          /* at least 1 */
    clmodp_zx *trailing;     /* f1 or g1 at y = 0, two terms or more; NULL: 1 */
    uint64_t trailing_power; /* 0 without `trailing` */
    clm_poller *watch;        /* polled during gcds of long coefficients, or NULL; set before
                                clm_content_remove */
    uint64_t modulus;        /* a prime below 2^62, or 0: over Z; set before clm_content_remove */
    uint64_t most_bytes;     /* limit on the integer, 0: none; set before clm_content_remove */
} clm_factors;

void clm_factors_init(clm_factors *content);
void clm_factors_clear(clm_factors *content);

/* Sets f1, g1 := f, g without contents, powers of x and, if it pays, powers of y, in terms of the
 * highest possible powers of x and y; signs stay.
 *
 * Pre:    f, g not zero; f1, g1 created by the caller; content initialised
 * Cost:   gcds of the coefficients, until they become 1; c^q d^p
 * Errors: INVALID, LIMIT (the integer; see clm_result_size_check), HOST_MEMORY, the status that
 *         stopped the watch */
clmodp_status clm_content_remove(clm_error *error, clm_factors *content, clmodp_zxy *f1,
                                 clmodp_zxy *g1, const clmodp_zxy *f, const clmodp_zxy *g);

/* Does the same for several minors, without factors that only R has: a content for each,
 * initialised. Pre: degrees in y as clm_bounds_subresultant needs them for the greatest k */
clmodp_status clm_content_remove_minors(clm_error *error, clm_factors *content, clm_minors minors,
                                        clmodp_zxy *f1, clmodp_zxy *g1, const clmodp_zxy *f,
                                        const clmodp_zxy *g);

/* Turns bounds of res_y(f1, g1) into bounds of res_y(f, g), which saturate at 2^64 - 1. */
void clm_factors_restore_bounds(clm_bounds *bounds, const clm_factors *content);

/* Sets r := res_y(f, g) from r = res_y(f1, g1). r is unchanged after an error.
 * Cost:   linear, and clm_zx_multiply_powers (_modulo) for `power` and `trailing`
 * Errors: LIMIT (the degree reaches CLMODP_ZX_MOST_TERMS; too many bits), HOST_MEMORY */
clmodp_status clm_factors_restore(clm_error *error, clmodp_zx *r, const clm_factors *content);

#endif
