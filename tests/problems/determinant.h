/* A chunk of matrices in lanes, for tests and benchmarks of determinants. */
#ifndef TESTS_PROBLEMS_DETERMINANT_H
#define TESTS_PROBLEMS_DETERMINANT_H

#include "cost/cost.h"
#include "fpx/batch/determinant.h"
#include "problems/chunk.h"

enum determinant_shape {
    DETERMINANT_DENSE,
    DETERMINANT_EXTREME,     /* nearly all entries are p - 1 */
    DETERMINANT_BANDED,      /* three diagonals below the main one, two above it */
    DETERMINANT_ARROW,       /* the last row and column, and the diagonal */
    DETERMINANT_PERMUTATION, /* a different one in each lane */
    DETERMINANT_MINOR,       /* lane k has a vanishing leading minor of order k mod n */
    DETERMINANT_SINGULAR,    /* the last row is a combination of others, or all is zero */
    DETERMINANT_SHAPES
};

typedef struct determinant_problem {
    device_chunk chunk;
    size_t n, tiles;
    u32 *values;     /* tiles of matrices, also in padding lanes */
    uint32_t *first; /* the envelope */
    clm_blocks blocks;
    clm_buffer on_device, result, unlucky, table;
    clm_determinants call;
} determinant_problem;

/* Creates matrices of order n; release with determinant_problem_destroy. shared: primes share
 * tiles. */
determinant_problem determinant_problem_create(clmodp_context *ctx, size_t n, size_t primes,
                                               size_t points, uint32_t below, bool shared);
void determinant_problem_destroy(determinant_problem *d);

/* Fills the matrices, by a seed, and sends them. Repeated runs need them sent again. */
void determinant_problem_fill(determinant_problem *d, enum determinant_shape shape, size_t seed);
void determinant_problem_send(determinant_problem *d);

/* Returns the index among results of a point modulo a prime. */
size_t determinant_problem_lane(const determinant_problem *d, size_t prime, size_t point);

/* Returns the operation counts of one launch for all matrices, without unlucky lanes; all but the
 * groups. Tiles are not shared. Negations and reductions are not counted. */
clm_op_counts determinant_problem_counts(const determinant_problem *d);

/* Computes the determinant of a lane by elimination with 64-bit remainders, an integer. */
u32 determinant_problem_expected(const determinant_problem *d, size_t prime, size_t point);

#endif
