/* The degree sequence that the inputs' remainder sequence has almost everywhere. */
#ifndef CLM_ENGINES_EUCLID_DEGREE_SEQUENCE_H
#define CLM_ENGINES_EUCLID_DEGREE_SEQUENCE_H

#include "base/random.h"
#include "fpx/degrees.h"
#include "multimodular/rows.h"

/* Run Euclid on the host on f(x0, y) and g(x0, y) modulo the field's prime at a random x0.
 * A point where a leading coefficient vanishes tells nothing and is drawn again, but when it
 * vanishes at every point tried (the prime divides it), `out` becomes the sequence of the
 * formal degrees falling by one: every lane of that prime is then unlucky.
 *
 * Out:    out  released with clm_degrees_destroy
 * Cost:   the inputs modulo one prime, and p*q operations; where the first division is by powers,
 *         those that it takes, and min(p, q)^2 */
clmodp_status clm_degree_sequence(clm_error *error, clm_degrees *out,
                                  const clm_row_layout *layout, fp_field field,
                                  clm_random *random);

#endif
