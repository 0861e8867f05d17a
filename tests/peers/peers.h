/* Resultants by other systems found at build time. */
#ifndef PEERS_PEERS_H
#define PEERS_PEERS_H

#include <stdbool.h>
#include <stddef.h>

#include <clmodp/matrix.h>
#include <clmodp/mpoly.h>
#include <clmodp/polynomials.h>

/* Returns res_y(f, g) with clmodp's conventions, as a new polynomial, for f and g not zero. Ends
 * the process if the other system fails. */
typedef clmodp_zx *(*peer_function)(const clmodp_zxy *f, const clmodp_zxy *g);

typedef struct peer {
    const char *name;
    peer_function resultant;
    /* Returns the seconds of so many computations in sequence on one thread, without converting
     * inputs and results. */
    double (*seconds)(const clmodp_zxy *f, const clmodp_zxy *g, size_t runs);
} peer;

/* Returns the available systems; *count may be 0. */
const peer *peer_list(size_t *count);
#define PEERS_MISSING "neither FLINT nor PARI was found"

clmodp_zx *flint_resultant(const clmodp_zxy *f, const clmodp_zxy *g);
clmodp_zx *pari_resultant(const clmodp_zxy *f, const clmodp_zxy *g);

/* Sets r to the resultant of f and g in a variable, not zero, or to the discriminant of f, which
 * contains the variable, if g is NULL. Returns false, with r unchanged, if an exponent reaches
 * 2^31 or FLINT is not available. */
bool flint_eliminate(clmodp_mpoly *r, const clmodp_mpoly *f, const clmodp_mpoly *g,
                     size_t variable);
bool peers_have_flint(void);

/* Adds the determinant of a matrix over Z to r, and returns the seconds of so many computations of
 * it; -1 if FLINT is not available or too old. */
double flint_determinant(clmodp_mpoly *r, const clmodp_matrix *a, size_t runs);

double flint_seconds(const clmodp_zxy *f, const clmodp_zxy *g, size_t runs);
double pari_seconds(const clmodp_zxy *f, const clmodp_zxy *g, size_t runs);

#endif
