/* Many short pairs of polynomials sorted into tiles (cl/fpx/pairs/tiles_shape.h), and what kernels
 * need of them on the device. */
#ifndef CLM_FPX_MANY_TILES_H
#define CLM_FPX_MANY_TILES_H

#include "cl/fpx/pairs/tiles_shape.h"
#include "device/buffer.h"

/* Pairs whose coefficients are on the device. */
typedef struct clm_many {
    const clm_buffer *words; /* of all polynomials */
    size_t count;            /* of these words */
    const clm_buffer *fields; /* fp_field[], of odd primes */
    size_t primes;
    bool large;              /* one of them is above EUCLID_PRIME_MAX */
    const many_lane *pairs;  /* in any order, each number below `numbers` once at most */
    size_t pairs_count;
    size_t numbers;
} clm_many;

/* What a launch of them takes. */
typedef struct clm_many_tiles {
    clm_buffer lanes, tiles, rows; /* many_lane[], many_tile[], words */
    size_t lane_count, tile_count, row_words;
} clm_many_tiles;

/* Rows that a tile of degrees n and m has: so many times n + m + CLM_MANY_MORE_ROWS. */
#define CLM_MANY_MORE_ROWS 6

/* Bytes of device memory that tiles take, at most, for a pair of degrees n and m, beside those of
 * a last tile that is not full. */
double clm_many_bytes(size_t n, size_t m, size_t copies);

/* Sort pairs into tiles, the longest first, and send these. Pairs of one tile differ little in m,
 * and less in what n - m there is, so that little is computed in vain.
 *
 * Pre:    some pairs; n >= m, n <= MANY_MOST_DEGREE
 * Errors: HOST_MEMORY, LIMIT (more rows than words count), those of buffers
 * clm_many_tiles_destroy releases them ({0} is safe). */
clmodp_status clm_many_tiles_create(clmodp_context *ctx, clm_many_tiles *out,
                                    const clm_many *many, size_t copies);
void clm_many_tiles_destroy(clmodp_context *ctx, clm_many_tiles *tiles);

/* Work-items of a launch, and of a group: on CPUs each takes long enough to be one. */
size_t clm_many_items(const clmodp_context *ctx, const clm_many_tiles *tiles);
size_t clm_many_group(const clmodp_context *ctx);

#endif
