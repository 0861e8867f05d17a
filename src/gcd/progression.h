/* Images at the points of a geometric progression modulo one prime: values of c h / lc(h) as in
 * image.h, for sparse interpolation. */
#ifndef CLM_GCD_PROGRESSION_H
#define CLM_GCD_PROGRESSION_H

#include "fpx/host/poly.h"
#include "gcd/image.h"
#include "gcd/monomials.h"

/* Values of all terms at the next point, and their quotients from point to point. */
typedef struct clm_gcd_progression {
    const clm_gcd_operands *of;
    fp_field field;
    clm_modulus modulus;
    const clm_poller *watch;
    uint32_t *value, *quotient;
    uint32_t *column[3]; /* f, g and their gcd at a point */
} clm_gcd_progression;

/* Begins at the point `start`, which is multiplied by `quotient` from point to point, in all
 * variables but y. If start is NULL, the first point is the quotient.
 *
 * In:     scratch   keeps the memory
 *         residues  of all coefficients of f, then g, then c
 * Errors: HOST_MEMORY, CANCELLED */
clmodp_status clm_gcd_progression_start(clm_error *error, clm_gcd_progression *out,
                                        clm_gcd_scratch *scratch, const clm_gcd_operands *of,
                                        const uint32_t *residues, const clm_monomials *start,
                                        const clm_monomials *quotient, const clm_poller *watch);

/* Sets values[y stride], y <= *degree, to the image at the next point. A degree above `most` is
 * not of interest, or the point has no image; no values are set then.
 * Errors: HOST_MEMORY, CANCELLED */
clmodp_status clm_gcd_progression_next(clm_error *error, clm_gcd_progression *at, uint32_t *degree,
                                       uint32_t *values, size_t stride, uint32_t most);

#endif
