/* The batch that the stages of the modular scheme share: one lane an evaluation.
 *
 * A chunk holds `primes` consecutive primes. Prime i owns lanes i*lanes ... i*lanes+lanes-1,
 * lane k of it standing for the point x = shift * root^k, k < points; lanes - points
 * padding lanes (fewer than T) make a tile belong to one prime. Padding lanes hold valid
 * residues, are computed like all others and never read in the end.
 *
 * With few points most lanes of such a tile are padding. So primes can share the tiles that the
 * remainder sequences run in: sequence u is that of point u % points of prime u / points, and only
 * the chunk's last tile is padded, with copies of the last sequence. What the sequences leave is a
 * word a lane in any case. */
#ifndef CLM_FPX_BATCH_BATCH_H
#define CLM_FPX_BATCH_BATCH_H

#include <stdbool.h>

#include "arith/residue.h"
#include "core/size.h"
#include "cl/arith/prime_info.h"
#include "opencl/buffer.h"
#include "opencl/context.h"
#include "cl/fpx/batch/move_shape.h"

typedef struct clm_point_batch {
    clm_buffer info; /* prime_info[primes] */
    size_t primes;
    size_t points; /* m */
    size_t lanes;  /* lanes a prime: points rounded up to a multiple of T */
    bool large;    /* primes above EUCLID_PRIME_MAX are among them */
    bool shared;   /* tiles of sequences are shared by primes */
} clm_point_batch;

/* Tiles of sequences that the chunk has. Pre: lanes is a multiple of `tile`, the product of both
 * numbers and `tile` fits */
static inline size_t clm_point_batch_tiles(const clm_point_batch *batch, size_t tile)
{
    return batch->shared ? clm_div_up(batch->primes * batch->points, tile)
                         : batch->primes * (batch->lanes / tile);
}

/* Where a row stands among all coefficients; the kernels read it as a pair of words. */
typedef struct clm_row {
    uint32_t offset;
    uint32_t length; /* 0: the row is zero */
} clm_row;

/* Polynomials in x, one a coefficient of y^j, packed behind each other: row r occupies
 * residues offset[r] ... offset[r] + length[r] - 1, constant term first. Rows 0 ... p are f's,
 * p+1 ... p+q+1 are g's. Only evaluation asks for blocks (clm_sums_blocks). */
typedef struct clm_rows {
    clm_buffer table;  /* clm_row[count] */
    clm_buffer blocks; /* u32: where each block begins, and where the last ends */
    clm_buffer place;  /* u32[count]: of each row among p + q + 2, if some are left out; Euclid
                          with formal degrees alone asks for it */
    size_t count;      /* p + q + 2, or less without gaps */
    size_t residues;   /* words a prime: the sum of the lengths */
    size_t longest;    /* the greatest length */
    size_t padded;     /* the lengths of the longest rows of all blocks, added up */
} clm_rows;

/* Point j of a prime is x = start + first + j, j < count, with the prime's own start. Resultants
 * can be computed at 0 like anywhere; a plan's points begin at 1 because values are divided by a
 * power of x on their way to the coefficients (clm_compact). */
typedef struct clm_points {
    const clm_residue_type *type;
    clm_buffer info; /* residue_prime[primes] */
    size_t primes;
    size_t first;
    size_t count; /* a prime */
} clm_points;

/* Numbers of points and pairs fit 32 bits, and `info` holds the primes.
 *
 * Out:    total  primes * count
 * Errors: LIMIT, INVALID (info too small) */
clmodp_status clm_points_check(clmodp_context *ctx, const clm_points *points, size_t *total);

/* list[0] := primes * points, list[1 ...] := prime * stride + point for all of them, as if all
 * evaluations were unlucky. u32 words. Blocking.
 * Errors: INVALID (list too small), DEVICE */
clmodp_status clm_unlucky_all(clmodp_context *ctx, const clm_buffer *list, size_t primes,
                              size_t points, size_t stride);

/* Work-items for each of `vectors` vectors, from 1 to `most`, that keep the device busy. */
size_t clm_vector_parts(const clmodp_context *ctx, size_t vectors, size_t most);

/* Coefficients from the constant one on, residues in [0, p): the first `count` words. */
typedef struct clm_poly {
    const clm_buffer *words;
    size_t count;
} clm_poly;

/* Sums of two are still indices of 32 bits. */
#define CLM_POLY_MOST ((size_t)1 << 30)

/* INVALID, LIMIT: no polynomial, or one of more than CLM_POLY_MOST coefficients. */
clmodp_status clm_poly_check(clmodp_context *ctx, clm_poly a);

/* One piece; the buffers are not one. Asynchronous. Errors: INVALID (beyond a buffer), and those
 * of building and launching */
CLM_LAB_API clmodp_status clm_move(clmodp_context *ctx, const clm_buffer *out,
                                   const clm_buffer *in, move_piece piece);

/* out[to + i] := a[i], as above. */
CLM_LAB_API clmodp_status clm_move_poly(clmodp_context *ctx, const clm_buffer *out, size_t to,
                                        clm_poly a);

#endif
