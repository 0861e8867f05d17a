/* Remainder sequences on the host by half-GCDs, which compute the quotients of half of the steps
 * from leading coefficients alone; for coefficients of 32 or 64 bits. */
#ifndef CLM_FPX_HOST_HALF_GCD_H
#define CLM_FPX_HOST_HALF_GCD_H

#include <stddef.h>

#include "core/error.h"
#include "core/parallel.h"

/* A polynomial of `count` coefficients, the last one not 0, in memory of sufficient size. */
typedef struct clm_element {
    void *c;
    size_t count;
} clm_element;

/* Words around the coefficients of an element: a 0 before them, and a vector behind them. */
#define CLM_ELEMENT_MARGIN ((size_t)17)

/* Polynomials in one allocation: a matrix of two rows, whose coefficients are followed by zeros,
 * or remainders and others. */
typedef struct clm_elements {
    void *memory;
    clm_element e[8]; /* a matrix has 4 */
} clm_elements;

/* A remainder sequence. */
typedef struct clm_sequence {
    clm_error *error;
    size_t threads;
    const clm_poller *watch;
    size_t word;       /* bytes of a coefficient */
    size_t base_steps; /* most steps of a half-GCD without recursion */
    size_t base_count; /* most coefficients without half-GCDs */
    size_t dropped;    /* low coefficients that the current half-GCD ignores */

    /* Divides the remainder r[0] by r[1], at most `most` times, while r[1] is not 0 and has `end`
     * coefficients or more; and applies the quotients to pairs of elements x[k], x[pairs + k].
     * In: quotient  memory for as many coefficients as r[0] has */
    clmodp_status (*divide)(struct clm_sequence *s, clm_element *r, void *quotient,
                            clm_element *x, size_t pairs, size_t end, size_t most);

    /* out := the product of matrices a and b row by row, at most `count` coefficients, which `out`
     * then has, leading zeros included. */
    clmodp_status (*multiply)(struct clm_sequence *s, clm_element *out, size_t count,
                              const clm_element *a, const clm_element *b, size_t rows,
                              size_t columns);
} clm_sequence;

/* Allocates `count` elements for a sequence of polynomials of a_count and b_count coefficients:
 * the first two are these, the others 0. */
clmodp_status clm_sequence_begin(clm_sequence *s, clm_elements *m, size_t count, const void *a,
                                 size_t a_count, const void *b, size_t b_count);

/* Replaces the remainders r by later ones, until the divisor r[1] is 0 or has fewer than `end`
 * coefficients. Sets u[0], unless u is NULL, to the cofactor of the first dividend.
 * In: quotient, u[1]  memory, as for `divide`. Pre: end is 1 if there are cofactors
 * Source: half-GCDs [Gathen, Gerhard 2013, 11.1] */
clmodp_status clm_sequence_run(clm_sequence *s, clm_element *r, clm_element *u, void *quotient,
                               size_t end);

/* Replaces r[0] by the first remainder of r[1] and r[0] with fewer than `end` coefficients, and
 * sets u[0] to its cofactor of the given r[0]; r[1] and u[1] are arbitrary.
 * In: quotient, u[1]  memory, as for `divide`. Pre: deg r[0] < deg r[1], r[0].count >= end > 0
 * Source: half-GCD [Gathen, Gerhard 2013, 11.1] */
clmodp_status clm_sequence_stop(clm_sequence *s, clm_element *r, clm_element *u, void *quotient,
                                size_t end);

#endif
