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
     * In: quotient  memory */
    clmodp_status (*divide)(struct clm_sequence *s, clm_element *r, void *quotient,
                            clm_element *x, size_t pairs, size_t end, size_t most);

    /* out := the product of matrices a and b row by row, at most `count` coefficients, which `out`
     * then has, leading zeros included. */
    clmodp_status (*multiply)(struct clm_sequence *s, clm_element *out, size_t count,
                              const clm_element *a, const clm_element *b, size_t rows,
                              size_t columns);
} clm_sequence;

/* Allocates `count` elements, all 0, of at most `room` coefficients. */
clmodp_status clm_elements_create(clm_sequence *s, clm_elements *m, size_t count, size_t room);

/* Sets an element to 1. */
void clm_element_one(const clm_sequence *s, clm_element *to);

/* Replaces r by the remainders after about half of the steps.
 * Pre: deg r[0] > deg r[1]. Source: [Gathen, Gerhard 2013, 11.1] */
clmodp_status clm_sequence_skip_half(clm_sequence *s, clm_element *r);

/* Replaces r by the last remainders of its sequence, and sets u to the cofactor of r[0] for the
 * greatest common divisor. In: quotient  memory. Pre: r[1] is not 0 */
clmodp_status clm_sequence_cofactor(clm_sequence *s, clm_element *u, clm_element *r,
                                    void *quotient);

#endif
