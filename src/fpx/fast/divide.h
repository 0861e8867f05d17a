/* Newton's iteration on the device: inverses of power series over F_p, divisions, and arithmetic
 * modulo a fixed polynomial with a precomputed inverse. */
#ifndef CLM_FPX_FAST_DIVIDE_H
#define CLM_FPX_FAST_DIVIDE_H

#include "cl/fpx/fast/newton_shape.h"
#include "fpx/batch/move.h"
#include "fpx/fast/ring.h"
#include "fpx/fast/spectra.h"

/* inverse := -1 / a mod x^count; this sign saves a negation in each step.
 *
 * In:     a     its constant term is not 0; coefficients beyond `count` are ignored
 *         p     any prime below 2^31
 * Cost:   for each precision k five transforms modulo x^N - 1, N at least k
 * Errors: INVALID (no coefficients, inverse too short), HOST_MEMORY, and those of spectra
 * Source: [Gathen, Gerhard 2013, 9.1]; modulo x^N - 1 after [Bernstein 2008] */
clmodp_status clm_newton_inverse(clmodp_context *ctx, const clm_buffer *inverse, size_t count,
                                 clm_poly a, u32 p);

/* Lists the rings of the iteration's steps to `count` coefficients. Returns their number. */
enum { CLM_NEWTON_RINGS = 32 };
size_t clm_newton_rings(const clmodp_context *ctx, clm_ring_plan *out, size_t count, u32 p);

/* The cost of these steps. */
clm_amounts clm_newton_cost(const clmodp_context *ctx, size_t count, u32 p);

/* Divides a by b with remainder, for n = a.count >= m = b.count coefficients.
 *
 * Out:    quotient   n - m + 1 coefficients
 *         remainder  m - 1; NULL: not computed
 * In:     a, b       b's last coefficient is not 0
 *         p          any prime below 2^31
 * Cost:   clm_fast_divide_cost
 * Errors: INVALID (n < m, memory too short, last coefficient of the divisor 0), LIMIT,
 *         DEVICE_MEMORY, HOST_MEMORY, and those of building and launching
 * Source: [Gathen, Gerhard 2013, 9.1]; the last step as [Karp, Markstein 1997] */
clmodp_status clm_fast_divide(clmodp_context *ctx, const clm_buffer *quotient,
                              const clm_buffer *remainder, clm_poly a, clm_poly b, u32 p);

/* The cost of a division, n >= m >= 1. */
clm_amounts clm_fast_divide_cost(const clmodp_context *ctx, size_t n, size_t m, u32 p);

/* A lower bound for its nanoseconds, predicted in less time: its launches. */
double clm_fast_divide_least(const clmodp_context *ctx, size_t n, size_t m);

/* Lists the rings of a division: the quotient's, the remainder's, then Newton's steps. Returns
 * their number. */
enum { CLM_FAST_DIVIDE_RINGS = CLM_NEWTON_RINGS + 2 };
size_t clm_fast_divide_rings(const clmodp_context *ctx, clm_ring_plan *out, size_t n, size_t m,
                             u32 p);

/* A modulus with its inverse and working memory; {0} is safe to destroy. */
typedef struct clm_fast_modulus {
    clmodp_context *ctx;
    u32 p;
    size_t degree;
    clm_ring wide, narrow; /* for products of residues; for remainders */
    clm_spectra inverse, m; /* in wide: of the inverse; in narrow: of the modulus */
    clm_spectra left, right, low;
    clm_buffer product, quotient;
} clm_fast_modulus;

/* Prepares arithmetic modulo m, of degree 2 or more, with its last coefficient not 0.
 *
 * Cost:   a power series inverse, and two transforms
 * Errors: INVALID (no such polynomial), and those of divisions and spectra. Partial results are
 *         released with clm_fast_modulus_destroy
 * Source: [Barrett 1987], of polynomials; [Gathen, Gerhard 2013, 9.1] */
clmodp_status clm_fast_modulus_create(clmodp_context *ctx, clm_fast_modulus *t, clm_poly m, u32 p);
void clm_fast_modulus_destroy(clm_fast_modulus *t);

/* out := a b mod m, `degree` words each; any of them may be one. Asynchronous.
 *
 * Cost: five transforms of the length of a product, four for a square, and two of half of this
 *       length */
clmodp_status clm_fast_modulus_multiply(const clm_fast_modulus *t, const clm_buffer *out,
                                        const clm_buffer *a, const clm_buffer *b);

/* Lists the rings: of products, of remainders, then Newton's steps. Returns their number. */
enum { CLM_FAST_MODULUS_RINGS = CLM_NEWTON_RINGS + 2 };
size_t clm_fast_modulus_rings(const clmodp_context *ctx, clm_ring_plan *out, size_t degree, u32 p);

/* The cost of an inverse and `squares` products, mostly squares, modulo a polynomial of degree
 * `degree`. */
clm_amounts clm_fast_modulus_cost(const clmodp_context *ctx, size_t degree, size_t squares, u32 p);

#endif
