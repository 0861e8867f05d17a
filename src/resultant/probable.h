/* Mode PROBABLE: finds the degree with one prime, then adds primes until a candidate passes the
 * check, if this should cost less than the proof. Also estimates heights and costs for the
 * decision.
 *
 * One prime with all points that the bounds require shows R's degree d and valuation v, unless it
 * divides R's first or last coefficient. The other primes use d - v + 1 points; they come in
 * batches, until the coefficients no longer change. A candidate is accepted if it agrees with the
 * inputs modulo a random prime of 61 bits. [Monagan 2005]
 *
 * A probe misleads by chance once in 2^29 calls or so. An input can mislead every probe, if all
 * available primes divide R's first or last coefficient; so a failed probe is followed by a proof,
 * not a second probe. */
#ifndef CLM_RESULTANT_PROBABLE_H
#define CLM_RESULTANT_PROBABLE_H

#include <stdbool.h>

#include <clmodp/polynomials.h>

#include "core/error.h"
#include "core/random.h"
#include "resultant/prepare.h"

/* Estimates *bits, about log2 of the greatest |R(x)| at a few random x with |x| = 1 for R =
 * res_y(f, g). As |R(x)| <= (number of coefficients) * height, the height is at least 2^bits over
 * this number, rounding errors apart. No proof may rely on it.
 *
 * Out:    *found  false without an estimate: degrees are too large, or the matrix is too
 *                 ill-conditioned
 * In:     f, g    not zero
 * Cost:   (p + q)^3 / 3 complex products per point, less than 10 ms
 * Errors: HOST_MEMORY */
clmodp_status clm_estimate_size(clm_error *error, bool *found, double *bits, const clmodp_zxy *f,
                                const clmodp_zxy *g, clm_random *random);

/* Results in a window: `width` coefficients each, modulo `primes` primes. */
typedef struct clm_cost_window {
    const clm_engine *engine;
    const clm_row_layout *layout;
    clm_minors minors; /* the results */
    double width, primes;
    const clmodp_context *ctx; /* provides the device and the cost coefficients */
} clm_cost_window;

/* Returns the operation counts of a proof: images modulo all primes at once, reconstructed. */
clm_amounts clm_cost_proof(const clm_cost_window *bounds);

/* Computes the results for the simplified polynomials, and their error probability in the report.
 * With M coefficients allowed by the bounds and N primes necessary, a search takes at most 1.15 (d
 * - v + 1) N + 2 M evaluations. Without a search, after a misleading probe, or if too few primes
 * exist for the points found, clm_execute_proof makes the results, with error probability 0, for
 * at most the evaluations of both.
 *
 * No probe is made if it is predicted to cost more than 5 % of a proof (probable.c). A search must
 * promise, by the probe's window and an estimated height, to save a tenth of the proof. Tests can
 * force both (clm_overrides).
 * Errors: as clmodp_resultant */
clmodp_status clm_probable(clmodp_context *ctx, const clm_prepared *p);

#endif
