/* Proofs of a result that share nothing with the way it was computed. */
#ifndef CLM_RESULTANT_CHECK_H
#define CLM_RESULTANT_CHECK_H

#include <clmodp/zx.h>

#include "base/random.h"
#include "resultant/plan.h"
#include "resultant/rows.h"

/* The coefficients that the degree bounds rule out must vanish modulo every prime: a single
 * wrong value at one point changes all of them.
 * In:     residues  as clm_pipeline_run leaves them
 * Errors: CORRUPT */
clmodp_status clm_check_redundant(clm_error *error, const clm_plan *plan,
                                  const uint32_t *residues);

/* r(x0) must be the resultant of f(x0, y) and g(x0, y) modulo a random prime q of 61 bits
 * that no kernel has seen, at a random x0; computed on the host with other arithmetic. A
 * wrong r passes with probability below (deg r + height(r) / 60) / 2^55.
 * Cost:   one pass over the coefficients of f, g and r; p * q multiplications
 * Errors: CORRUPT, HOST_MEMORY */
clmodp_status clm_check_fresh_prime(clm_error *error, const clmodp_zx *r,
                                    const clm_row_layout *layout, clm_random *random);

#endif
