/* Lattices of exponents in several variables, by Hermite normal forms. */
#ifndef CLM_RESULTANT_LATTICE_H
#define CLM_RESULTANT_LATTICE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <clmodp/mpoly.h>

/* A basis in Hermite normal form: row i is 0 before column i, and entry (i, i) is positive, or all
 * of row i is 0. {.size = n}: the lattice {0} of Z^n */
typedef struct clm_lattice {
    size_t size;
    int64_t row[CLMODP_MOST_VARIABLES][CLMODP_MOST_VARIABLES];
    bool too_large; /* an entry reached 2^62: the basis is incomplete */
} clm_lattice;

/* Adds a vector to those that generate the lattice. Entries are below 2^32 in absolute value; the
 * vector is changed. */
void clm_lattice_add(clm_lattice *lattice, int64_t *vector);

/* Finds integers c with sum of c_i v_i = 0 modulo s for all v in the lattice with v_0 = 0, where
 * some c_i is 1 modulo s, and s is large: the order of the group of vectors with v_0 = 0 modulo
 * those of the lattice, if the group is cyclic of prime order.
 *
 * Out:     c      of lattice->size numbers, from 0 to s - 1; c_0 is 0
 *          first  an index with c_first = 1
 * Returns: s; 1 if there is nothing to gain */
int64_t clm_lattice_congruence(int64_t *c, size_t *first, const clm_lattice *lattice);

#endif
