/* Batched products, quotients, greatest common divisors, resultants and cofactors of short pairs
 * over F_p, in tiles (tiles_shape.h). */
#ifndef CLM_FPX_PAIRS_PAIRS_H
#define CLM_FPX_PAIRS_PAIRS_H

#include "cost/cost.h"
#include "fpx/pairs/launch.h"

/* Pairs with coefficients on the device. */
typedef struct clm_pair_batch {
    clm_pair_operands operands;
    const pair_lane *pairs;  /* in any order; each number below `numbers` occurs at most once */
    size_t pairs_count;
    size_t numbers;
} clm_pair_batch;

/* An upper bound on a pair's bytes in tiles, for degrees n and m, without unused lanes of the last
 * tile. */
double clm_pairs_bytes(size_t n, size_t m, size_t copies);

/* Writes each pair's product from its word `first` on: n + m + 1 coefficients, and zeros, `firsts`
 * words in all.
 *
 * Out:    products  `room` words; words of no pair are left unchanged
 * Pre:    n >= m
 * Errors: as pair_tiles_create
 * Source: schoolbook. Asynchronous. */
clmodp_status clm_pairs_multiply(clmodp_context *ctx, const clm_buffer *products, size_t room,
                                 const clm_pair_batch *batch);

/* The cost of pairs with (n + 1) (m + 1) adding up to `products`. */
clm_amounts clm_pairs_multiply_cost(double products);

/* Writes each pair's quotient a / b, from word `first` on, n - m + 1 coefficients and zeros,
 * `firsts` words in all, and its remainder, m coefficients, from word `second` on, likewise.
 *
 * Out:    results  `room` words; words of no pair are left unchanged
 * Pre:    n >= m >= 1
 * Errors: as pair_tiles_create
 * Source: schoolbook, two coefficients of quotients at a time. Asynchronous. */
clmodp_status clm_pairs_divide(clmodp_context *ctx, const clm_buffer *results, size_t room,
                               const clm_pair_batch *batch);

/* The cost of pairs with (n - m + 1) m adding up to `pairs`. */
clm_amounts clm_pairs_divide_cost(double pairs);

/* Results on the host. */
typedef struct clm_pair_results {
    uint32_t *degrees;    /* of common divisors, `numbers` of them; PAIRS_ABNORMAL: unknown */
    uint32_t *resultants; /* likewise; NULL: not computed */
    uint32_t *places;     /* offsets of divisors of degrees not 0; NULL: not computed */
    uint32_t *divisors;   /* Out, owned by the caller: their words; NULL if there are none */
} clm_pair_results;

/* Computes each pair's resultant, in the order of the caller's arguments, and its monic greatest
 * common divisor. If a remainder's degree drops by more than one, once in p / m pairs, the
 * sequence is abnormal and the results stay unknown.
 *
 * Pre:    n >= m >= 1
 * Errors: HOST_MEMORY, those of pair_tiles_create and of buffers
 * Source: lockstep Euclid, cl/fpx/pairs/euclid.cl
 * Waits for the device. */
clmodp_status clm_pairs_euclid(clmodp_context *ctx, clm_pair_results *found,
                               const clm_pair_batch *batch);

/* The cost of pairs with n m adding up to `pairs`. */
clm_amounts clm_pairs_euclid_cost(double pairs);

/* Computes each pair's g = u a + v b, with the degrees of clmodp_fpx_xgcd: g from word `first` on,
 * u `apart` words further, and v as many behind u; each is followed by zeros, `firsts` words in
 * all.
 *
 * Out:    degrees  of common divisors, a word for each number; PAIRS_ABNORMAL: unknown
 *                  results, as in clm_pairs_euclid
 *         results  3 apart words
 * Pre:    n >= m >= 1
 * Errors: as pair_tiles_create
 * Source: lockstep Euclid, cl/fpx/pairs/cofactors.cl. Asynchronous. */
clmodp_status clm_pairs_cofactors(clmodp_context *ctx, const clm_buffer *degrees,
                                  const clm_buffer *results, size_t apart,
                                  const clm_pair_batch *batch);

/* The cost of pairs with n m adding up to `pairs`. */
clm_amounts clm_pairs_cofactors_cost(double pairs);

typedef enum clm_pair_operation {
    CLM_PAIRS_MULTIPLY,
    CLM_PAIRS_DIVIDE,
    CLM_PAIRS_EUCLID,
    CLM_PAIRS_COFACTORS
} clm_pair_operation;

/* The self-test of an operation; large: also for primes above EUCLID_PRIME_MAX. */
const clm_self_test *clm_pairs_self_test(clm_pair_operation operation, bool large);

#endif
