/* Proofs that polynomials are irreducible. */
#ifndef CLM_MATRIX_IRREDUCIBLE_H
#define CLM_MATRIX_IRREDUCIBLE_H

#include <stdbool.h>

#include <clmodp/mpoly.h>

#include "core/error.h"
#include "core/random.h"

/* Tries to prove that f, of degree d > 0 in the variables of `of`, has no factors of lower degrees
 * in these: by restrictions to random lines that are irreducible modulo primes, as one in d is
 * unless f factors over the complex numbers [Cohen 1981].
 *
 * Out:    *proved  false: nothing is known, but an irreducible f is highly improbable
 * Cost:   about d restrictions: d + 1 values, and 31 d products modulo polynomials of degree d
 * Errors: HOST_MEMORY */
clmodp_status clm_prove_irreducible(clm_error *error, bool *proved, const clmodp_mpoly *f,
                                    const size_t *of, size_t count, clm_random *random);

#endif
