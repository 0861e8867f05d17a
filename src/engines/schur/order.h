/* In which order, and without which powers of y, the Schur algorithm takes two polynomials. */
#ifndef CLM_ENGINES_SCHUR_ORDER_H
#define CLM_ENGINES_SCHUR_ORDER_H

#include <stdbool.h>

#include "base/random.h"
#include "engines/schur/schur.h"
#include "multimodular/rows.h"

/* A Sylvester matrix that is strongly regular almost everywhere, so that hardly a point fails: of
 * the given polynomials or exchanged, as they are or with powers of y divided out; the cheaper
 * order first. It is tried at a few random points modulo random primes.
 *
 * Out:    matrix    the first that does; the given order if *regular is false
 *         regular   false: none does, it seems. Then each point fails most likely
 * Cost:   the inputs modulo a few primes, and that of clm_schur_regular for each trial
 * Errors: HOST_MEMORY
 * Source: [Eme12, 4.2] */
clmodp_status clm_schur_order(clm_error *error, schur_matrix *matrix, bool *regular,
                              const clm_row_layout *layout, clm_random *random);

#endif
