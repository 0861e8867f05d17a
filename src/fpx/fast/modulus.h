/* Arithmetic modulo a polynomial over F_p on the device, with an inverse that is kept. */
#ifndef CLM_FPX_FAST_MODULUS_H
#define CLM_FPX_FAST_MODULUS_H

#include "fpx/fast/spectra.h"
#include "fpx/batch/poly.h"

/* {0} is none, which clm_fast_modulus_destroy takes, too. */
typedef struct clm_fast_modulus {
    clmodp_context *ctx;
    u32 p;
    size_t degree;
    clm_ring wide, narrow; /* of products of residues; of remainders */
    clm_spectra inverse, m; /* in wide: of the inverse; in narrow: of the polynomial */
    clm_spectra left, right, low;
    clm_buffer product, quotient;
} clm_fast_modulus;

/* Modulo m, of degree 2 or more, its last coefficient not 0.
 *
 * Cost:   a power series inverse, and two transforms
 * Errors: INVALID (no such polynomial), and those of newton.h and spectra.h. What was made is
 *         released with clm_fast_modulus_destroy
 * Source: [Barrett 1987], of polynomials; [Gathen, Gerhard 2013, 9.1] */
clmodp_status clm_fast_modulus_create(clmodp_context *ctx, clm_fast_modulus *t, clm_poly m, u32 p);
void clm_fast_modulus_destroy(clm_fast_modulus *t);

/* out := a b mod m, `degree` words each; any of them may be one. Asynchronous.
 *
 * Cost: five transforms of as many words as a product has, four for a square, and two of half of
 *       them */
clmodp_status clm_fast_modulus_multiply(const clm_fast_modulus *t, const clm_buffer *out,
                                        const clm_buffer *a, const clm_buffer *b);

/* The rings: out[0] that of products, out[1] that of remainders, and those of Newton's steps.
 * Returns how many there are. */
enum { CLM_FAST_MODULUS_RINGS = 34 };
size_t clm_fast_modulus_rings(const clmodp_context *ctx, clm_ring_plan *out, size_t degree, u32 p);

/* An inverse, and so many squares modulo a polynomial of that degree. */
clm_amounts clm_fast_modulus_cost(const clmodp_context *ctx, size_t degree, size_t squares, u32 p);

#endif
