/* The shape and the state of a plain greatest common divisor; shared by kernels and host. */
#ifndef CLM_PLAIN_GCD_SHAPE_H
#define CLM_PLAIN_GCD_SHAPE_H

#include "part_shape.h"
#include "../../arith/fp.h"

typedef struct plain_gcd_shape {
    fp_field field;
    u32 s;      /* degree by which a sweep takes both polynomials down, at most */
    u32 span;   /* coefficients that a work-group makes of each */
    u32 second; /* where in a pair of buffers the second polynomial begins */
} plain_gcd_shape;

/* Between sweeps: polynomials with at most so many coefficients, not both 0; once `done`, the
 * first one is their greatest common divisor, the second is 0. */
typedef struct plain_gcd_state {
    u32 first, second;
    u32 swapped; /* the first one lies where shape.second says, the other one at 0 */
    u32 pair;    /* of the two pairs of buffers that they take turns in */
    u32 done;
} plain_gcd_state;

/* Words of a head, and of a row of the matrix, each with zeros behind them that shifts reach. */
#define PLAIN_GCD_HEAD(s, w) (((2 * (s) + 1 + (w) - 1) / (w) * (w)) + (s) + (w))
#define PLAIN_GCD_ROW(s, w) ((((s) + 1 + (w) - 1) / (w) * (w)) + (s) + (w))

/* Of one polynomial: its head, and two rows. */
#define PLAIN_GCD_SIDE(s, w) (PLAIN_GCD_HEAD(s, w) + 2 * PLAIN_GCD_ROW(s, w))

/* Of both, and two factors. */
#define PLAIN_GCD_HEADS(s, w) (2 * PLAIN_GCD_SIDE(s, w) + 2)

#endif
