/* Layout of batches of short pairs of polynomials, one pair per lane; kernels and host.
 *
 * Pairs of similar degrees share a tile. All lanes make the steps for its degrees N and M. So a
 * lane of degrees n and m holds the pair times x^(M - m):
 *
 *     row   0 ... M - m - 1     M - m ... M - m + n     ... N
 *     a     0     0             a[0]  ... a[n]          0   0
 *     b     0     0             b[0]  ... b[m]                    of M + 1 rows
 *
 * Thus all leading coefficients of b are in one row. Quotients are the pair's; remainders and
 * common divisors have a factor x^(M - m). */
#ifndef CLM_TILES_SHAPE_H
#define CLM_TILES_SHAPE_H

#include "../../arith/fp.h"

/* The maximum degree. */
#define PAIRS_MOST_DEGREE 8191u

/* Instead of a pair's number: the lane repeats another one without results. */
#define PAIRS_UNUSED_LANE 0xffffffffu

/* Instead of the degree of a common divisor: no lane computed it, since the degree of a nonzero
 * remainder fell by more than one, or since the pair has no lane. */
#define PAIRS_ABNORMAL 0xffffffffu

typedef struct pair_lane {
    u32 pair;  /* number of the pair, or PAIRS_UNUSED_LANE */
    u32 field; /* index of the pair's prime */
    u32 a, b;  /* words before the longer and the shorter polynomial in their buffers */
    u32 n, m;  /* their degrees, n >= m >= 1 */
    u32 first, second;   /* words before the results */
    u32 firsts, seconds; /* words of each result */
    u32 exchanged;       /* nonzero: a is the second polynomial of the caller's pair, in its
                            buffer */
    u32 negate;          /* nonzero: the resultant is negated (not exchanged, odd degrees) */
} pair_lane;

typedef struct pair_tile {
    u32 first; /* first row of the tile */
    u32 n, m;  /* N and M; m = 0: no lane has a pair, except in products */
    u32 step;  /* words from a coefficient to the next one, in operands and results */
} pair_tile;

#endif
