/* Factors of the arguments that need no computing, and the powers they are polynomials in.
 *
 * Contents. With f = c x^a f1 and g = d x^b g1, every one of the q = deg_y g rows of f in the
 * Sylvester matrix has the factor c x^a, every one of the p = deg_y f rows of g the factor
 * d x^b, and
 *
 *     res_y(f, g) = c^q d^p x^{a q + b p} res_y(f1, g1).
 *
 * Deflation in x. If all exponents of x in f1 and g1 are multiples of s, the entries of the
 * matrix are polynomials in x^s, and so is the determinant: x^s is renamed x. Slanted lattices
 * of exponents are set upright for that, by shears:
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
 * q - 1 and p - 1, and what comes of the columns is h (p q - 1) and h (p q - 2).
 *
 * The rest follows from res_y(f, g) = lc(f)^q prod g(r) over the roots r of f.
 *
 * Deflation in y. The roots of f(x, y^t) are the t-th roots of the roots r of f(x, y), and
 * g(x, y^t) has the value g(r) at each of the t roots of r; the leading coefficient comes
 * with the power t q in place of q. So, without a sign,
 *
 *     res_y(f(x, y^t), g(x, y^t)) = res_y(f, g)^t.
 *
 * Powers of y. The roots of y^k f are those of f and k times 0; and in
 * res_y(f, y^k g) = lc(f)^{q + k} prod r^k g(r) the product of the roots is (-1)^p f_0 / lc(f):
 *
 *     res_y(y^k f, g) = g(x, 0)^k res_y(f, g),
 *     res_y(f, y^k g) = ((-1)^p f(x, 0))^k res_y(f, g).
 *
 * These factors and powers are polynomials, multiplied on the host. A deflation in y is always
 * worth that: t in place of t^3 or more of the device's work. Powers of y come out where a
 * deflation appears by that (f even in y and g = df/dy), where the factor has one term only,
 * or where k rows less spare the device more than a product costs the host.
 *
 * First subresultants have q - 1 rows of f and p - 1 of g: contents come out with these powers,
 * deflations and slants in x as of the resultant. What roots tell does not hold for them, so that
 * powers of y stay.
 *
 * All this holds modulo a prime as well, for polynomials over F_p with coefficients in [0, p). */
#ifndef CLM_RESULTANT_CONTENT_H
#define CLM_RESULTANT_CONTENT_H

#include <stdint.h>

#include <gmp.h>

#include <clmodp/polynomials.h>

#include "bounds/bounds.h"
#include "core/error.h"
#include "core/parallel.h"

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

/* res_y(f, g) = integer * x^shift * h(x^deflation) with h = trailing^trailing_power * r1^power and
 * r1 = res_y(f1, g1), or a coefficient of the first subresultant with r1 that of f1 and g1; over
 * F_p if the modulus is p */
typedef struct clm_content {
    mpz_t integer;           /* not 0 */
    int64_t shift;           /* negative only where h has a root 0 of such multiplicity */
    uint64_t deflation;      /* at least 1 */
    uint64_t power;          /* at least 1 */
    clmodp_zx *trailing;     /* of f1 or g1 in y: two terms or more; NULL: 1 */
    uint64_t trailing_power; /* 0 without */
    clm_watch *watch;        /* asked while gcds of long coefficients are found, or NULL: nobody;
                                set before clm_content_remove */
    uint32_t modulus;        /* a prime below 2^31, or 0: over Z; set before clm_content_remove */
    uint64_t most_bytes;     /* of the integer, 0: any number; set before clm_content_remove */
} clm_content;

void clm_content_init(clm_content *content);
void clm_content_clear(clm_content *content);

/* f1, g1 := f, g without contents, powers of x and, where that pays, powers of y, in terms
 * of the highest powers of x and y that both are polynomials in; signs of f and g stay.
 *
 * Pre:    f, g not zero; f1, g1 created by the caller; content initialised
 * Cost:   gcds of the coefficients, until they become 1; c^q d^p
 * Errors: INVALID, LIMIT (the integer; see clm_result_size_check), HOST_MEMORY, what the watch was
 *         told */
clmodp_status clm_content_remove(clm_error *error, clm_content *content, clmodp_zxy *f1,
                                 clmodp_zxy *g1, const clmodp_zxy *f, const clmodp_zxy *g);

/* The same for the resultant, s_10 and s_11, S_1 = s_11 y + s_10, without what only the resultant
 * lets out: content[0 ... 2], all initialised. Pre: degrees in y of at least 1, not both 1. */
clmodp_status clm_content_remove_subresultant(clm_error *error, clm_content content[3],
                                              clmodp_zxy *f1, clmodp_zxy *g1,
                                              const clmodp_zxy *f, const clmodp_zxy *g);

/* *bounds := those of res_y(f, g), from those of res_y(f1, g1). They saturate at 2^64 - 1. */
void clm_content_restore_bounds(clm_bounds *bounds, const clm_content *content);

/* r := res_y(f, g) from r = res_y(f1, g1). r is unchanged after an error.
 * Cost:   linear, and that of clm_zx_multiply_powers (_modulo) for powers and trailing
 * Errors: LIMIT (the degree reaches CLMODP_ZX_MOST_TERMS; too many bits), HOST_MEMORY */
clmodp_status clm_content_restore(clm_error *error, clmodp_zx *r, const clm_content *content);

#endif
