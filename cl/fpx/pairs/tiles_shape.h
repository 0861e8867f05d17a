/* Many short pairs of polynomials, one a lane, as the host tells kernels of them; shared by
 * kernels and host.
 *
 * Pairs of about the same degrees share a tile. All of its lanes go through the steps that its
 * own degrees N and M take, so a lane of degrees n and m holds the pair times x^(M - m):
 *
 *     row   0 ... M - m - 1     M - m ... M - m + n     ... N
 *     a     0     0             a[0]  ... a[n]          0   0
 *     b     0     0             b[0]  ... b[m]                    of M + 1 rows
 *
 * Leading coefficients of b stand in the same row then, and quotients are those of the pair;
 * remainders and common divisors have a factor x^(M - m) more. */
#ifndef CLM_TILES_SHAPE_H
#define CLM_TILES_SHAPE_H

#include "../../arith/fp.h"

/* The most that a degree may be. */
#define MANY_MOST_DEGREE 8191u

/* A lane that repeats another one, and has no results. */
#define MANY_NOBODY 0xffffffffu

typedef struct many_lane {
    u32 pair;  /* its number, or MANY_NOBODY */
    u32 field; /* of its prime */
    u32 a, b;  /* where its polynomials begin among all words ... */
    u32 n, m;  /* ... and their degrees, n >= m >= 1 */
    u32 first, second; /* where its results begin */
    u32 firsts, seconds; /* words of these */
    u32 exchanged; /* the first one is the second of those that were asked for */
    u32 negate; /* the resultant: they are not exchanged, and of odd degrees */
} many_lane;

typedef struct many_tile {
    u32 first; /* of its rows among those of all */
    u32 n, m;
} many_tile;

#endif
