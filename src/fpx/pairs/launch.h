/* Launches of the kernels for pairs in tiles, whose lanes were written by the host or by a
 * kernel. */
#ifndef CLM_FPX_PAIRS_LAUNCH_H
#define CLM_FPX_PAIRS_LAUNCH_H

#include "cl/fpx/pairs/cofactors_shape.h"
#include "cl/fpx/pairs/euclid_shape.h"
#include "cl/fpx/pairs/tiles_shape.h"
#include "opencl/buffer.h"
#include "opencl/context.h"
#include "opencl/kernel.h"

/* Polynomials on the device. */
typedef struct clm_pair_operands {
    const clm_buffer *a, *b; /* words of the first and of the second ones; may be the same */
    size_t a_words, b_words;
    const clm_buffer *fields; /* fp_field[], of odd primes */
    size_t primes;
    bool large;              /* some prime is above EUCLID_PRIME_MAX */
} clm_pair_operands;

/* Lanes, tiles and their rows. */
typedef struct clm_pair_tiles {
    clm_buffer lanes, tiles, rows; /* pair_lane[], pair_tile[], words */
    size_t lane_count, tile_count, row_words;
} clm_pair_tiles;

/* A buffer for results, and its words. */
typedef struct clm_pair_words {
    const clm_buffer *buffer;
    size_t count;
} clm_pair_words;

/* Rows of a tile of degrees n and m: `copies` times n + m + CLM_PAIRS_EXTRA_ROWS. */
#define CLM_PAIRS_EXTRA_ROWS 6

/* Numbers of copies; 1 for quotients and Euclid's algorithm. */
#define CLM_PAIRS_MULTIPLY_COPIES 2
#define CLM_PAIRS_COFACTORS_COPIES 5

/* Buffers of clm_pairs_launch_euclid, of one word for unwanted results. */
typedef struct clm_euclid_results {
    clm_buffer degrees, resultants, places, divisors, used;
    size_t numbers, room; /* words of the first three, and of divisors */
    bool with_resultants, with_divisors;
} clm_euclid_results;

/* Allocates the buffers, and sets `used` to 0. Pre: numbers, room and wanted results are set.
 * Errors: those of buffers */
clmodp_status clm_euclid_results_create(clmodp_context *ctx, clm_euclid_results *r);
void clm_euclid_results_destroy(clmodp_context *ctx, clm_euclid_results *r);

void clm_pair_tiles_destroy(clmodp_context *ctx, clm_pair_tiles *tiles);

/* Launches. Asynchronous. */
clmodp_status clm_pairs_launch_multiply(clmodp_context *ctx, clm_pair_words products,
                                        const clm_pair_operands *o, const clm_pair_tiles *tiles);
clmodp_status clm_pairs_launch_divide(clmodp_context *ctx, clm_pair_words quotients,
                                      clm_pair_words remainders, const clm_pair_operands *o,
                                      const clm_pair_tiles *tiles);
clmodp_status clm_pairs_launch_euclid(clmodp_context *ctx, const clm_euclid_results *r,
                                      const clm_pair_operands *o, const clm_pair_tiles *tiles);

/* begin: the first word of divisors, of cofactors of a, and of those of b, in `results`. */
clmodp_status clm_pairs_launch_cofactors(clmodp_context *ctx, clm_pair_words degrees,
                                         const clm_pair_words results[3], const size_t begin[3],
                                         const clm_pair_operands *o, const clm_pair_tiles *tiles);

#endif
