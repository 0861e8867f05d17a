/* The batch of evaluations shared by the stages of the modular scheme: one per lane.
 *
 * A chunk holds `primes` consecutive primes. Prime i owns lanes i*lanes ... i*lanes+lanes-1, and
 * its lane k stands for the point x = shift * root^k, k < points. The lanes - points padding lanes
 * (fewer than T) make every tile belong to one prime. Padding lanes hold valid residues and are
 * computed like all others, but never read in the end.
 *
 * With few points most lanes of such a tile are padding. Primes can therefore share the tiles of
 * the remainder sequences: sequence u belongs to point u % points of prime u / points, and only
 * the chunk's last tile is padded, with copies of the last sequence. Results take a word per lane
 * in either case. */
#ifndef CLM_FPX_BATCH_BATCH_H
#define CLM_FPX_BATCH_BATCH_H

#include <stdbool.h>

#include "arith/residue.h"
#include "core/size.h"
#include "cl/arith/prime_info.h"
#include "opencl/buffer.h"
#include "opencl/context.h"

typedef struct clm_point_batch {
    clm_buffer info; /* prime_info[primes] */
    size_t primes;
    size_t points; /* m */
    size_t lanes;  /* lanes per prime: points rounded up to a multiple of T */
    bool large;    /* some primes are above EUCLID_PRIME_MAX */
    bool shared;   /* primes share the tiles of the sequences */
} clm_point_batch;

/* Tiles of sequences in the chunk. Pre: lanes is a multiple of `tile`; primes times lanes plus
 * `tile` fits a size_t */
static inline size_t clm_point_batch_tiles(const clm_point_batch *batch, size_t tile)
{
    return batch->shared ? clm_div_up(batch->primes * batch->points, tile)
                         : batch->primes * (batch->lanes / tile);
}

/* The place of a row among all coefficients; kernels read it as a pair of words. */
typedef struct clm_row {
    uint32_t offset;
    uint32_t length; /* 0: the row is zero */
} clm_row;

/* Polynomials in x, one for each coefficient of y^j, packed one after the other. Row r occupies
 * residues offset[r] ... offset[r] + length[r] - 1, constant term first. Rows 0 ... p are f's, p+1
 * ... p+q+1 are g's. Only evaluation reads the blocks (clm_sums_blocks). */
typedef struct clm_rows {
    clm_buffer table;  /* clm_row[count] */
    clm_buffer blocks; /* u32: the beginning of each block, and the end of the last */
    clm_buffer place;  /* u32[count]: the index of each row among p + q + 2, if zero rows are left
                          out; read only by Euclid with formal degrees */
    size_t count;      /* p + q + 2, or fewer in a compact layout */
    size_t residues;   /* words per prime: the sum of the lengths */
    size_t longest;    /* the greatest length */
    size_t padded;     /* sum of the lengths of the longest rows of all blocks */
    clm_buffer sparse; /* u32: the table of columns of sparse rows (sparse_shape.h) */
    size_t powers;     /* in the table; 0: there is none */
    size_t columns;
} clm_rows;

/* Arguments of an evaluation, which clm_evaluate describes. */
typedef struct clm_evaluate_call {
    const clm_buffer *values, *scratch, *residues;
    const clm_rows *rows;
    const clm_point_batch *batch;
} clm_evaluate_call;

/* Point j of a prime is x = start + first + j, j < count, with the prime's own start. Resultants
 * can be computed at 0, too, but a plan's points begin at 1, since values are divided by a power
 * of x before interpolation (clm_compact). */
typedef struct clm_points {
    const clm_residue_type *type;
    clm_buffer info; /* residue_prime[primes] */
    size_t primes;
    size_t first;
    size_t count; /* a prime */
} clm_points;

/* Checks that numbers of points and pairs fit 32 bits, and that `info` holds the primes.
 *
 * Out:    total  primes * count
 * Errors: LIMIT, INVALID (info too small) */
clmodp_status clm_points_check(clmodp_context *ctx, const clm_points *points, size_t *total);

/* Lists all evaluations as unlucky: list[0] := primes * points, list[1 ...] := prime * stride +
 * point of each, u32 words. Blocking.
 * Errors: INVALID (list too small), DEVICE */
clmodp_status clm_unlucky_all(clmodp_context *ctx, const clm_buffer *list, size_t primes,
                              size_t points, size_t stride);

#endif
