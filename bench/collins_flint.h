/* A modular algorithm for resultants on FLINT, a strong competitor on equal cores. */
#ifndef BENCH_COLLINS_FLINT_H
#define BENCH_COLLINS_FLINT_H

#include <stddef.h>

#include <clmodp/polynomials.h>

/* r := res_y(f, g) by a Collins loop on nmod_poly modulo primes of 62 bits, on `threads` threads:
 * residues by division, values in x by Horner's rule (with Shoup's precomputed quotients),
 * nmod_poly_resultant, fast interpolation, and FLINT's multi-modular Chinese remaindering. Degree
 * and height have the same bounds as in clmodp, so that both do only the necessary work.
 *
 * Pre: r is 0; f and g are dense enough that their leading coefficients in y vanish at few points
 * modulo each prime. Ends the process on failure. */
void collins_flint(clmodp_zx *r, const clmodp_zxy *f, const clmodp_zxy *g, size_t threads);

#endif
