/* Mode PROBABLE: finds the degree with one prime, then adds primes until a candidate passes the
 * check, if that should cost less than the proof. Also the estimate of a result's height and the
 * costs that decide.
 *
 * One prime with all points of the bounds shows the degree d and the valuation v that R has,
 * unless that prime divides R's first or last coefficient. The other primes use
 * d - v + 1 points; they come in batches, until the coefficients stand. A candidate is
 * accepted when it agrees with the inputs modulo a random prime of 61 bits.
 * [Monagan 2005]
 *
 * A probe misleads by chance once in 2^29 calls or so. An input can be made to mislead every
 * probe, if all primes that a probe can take divide R's first or last coefficient; so there is no
 * second one, but a proof. */
#ifndef CLM_RESULTANT_PROBABLE_H
#define CLM_RESULTANT_PROBABLE_H

#include <stdbool.h>

#include <clmodp/polynomials.h>

#include "core/error.h"
#include "core/random.h"
#include "resultant/prepare.h"

/* *bits: about log2 of the greatest |R(x)| at a few random x with |x| = 1, R = res_y(f, g). By
 * |R(x)| <= (number of coefficients) * height, rounding errors apart, the height is at least
 * that over the number of coefficients. No bound: nothing proved may rest on it.
 *
 * Out:    *found  false when there is none: degrees too large to be worth it, or a matrix too
 *                 ill-conditioned for the precision
 * In:     f, g    not zero
 * Cost:   (p + q)^3 / 3 complex products a point, less than 10 ms
 * Errors: HOST_MEMORY */
clmodp_status clm_estimate_size(clm_error *error, bool *found, double *bits, const clmodp_zxy *f,
                                const clmodp_zxy *g, clm_random *random);

/* Results in a window: so many coefficients each, modulo so many primes. */
typedef struct clm_cost_window {
    const clm_engine *engine;
    const clm_row_layout *layout;
    double results, width, primes;
    const clmodp_context *ctx; /* on whose device the engine takes the cheapest of its ways */
} clm_cost_window;

/* The work of a proof: everything modulo all primes of the window at once, lifted. */
clm_amounts clm_cost_proof(const clm_cost_window *bounds);

/* The task's results := those for the simplified polynomials, with the chance of an error in the
 * report. With M coefficients that the bounds allow and N primes necessary, a search takes at most
 * 1.15 (d - v + 1) N + 2 M evaluations. Without a search, where the probe misled, or where there
 * are too few primes for the number of points that it found, results are those of
 * clm_execute_proof, with an error of 0, for at most the evaluations of both.
 *
 * There is no probe if it should cost more than 5 % of a proof (probable.c), and no search in the
 * window that it shows unless that and an estimate of the height promise to save a tenth of the
 * proof. A test can ask for both always (clm_overrides).
 * Errors: as clmodp_resultant */
clmodp_status clm_probable(clmodp_context *ctx, const clm_prepared *p);

#endif
