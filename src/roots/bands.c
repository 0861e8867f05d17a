/* Bands between vertices of the Newton polygon at which one term exceeds the sum of all others. */
#include "roots/bands.h"

#include <stdlib.h>

#include "core/memory.h"

/* The least difference, in bits, of the sizes of roots in neighbouring bands. At a distance of
 * three bits from the sizes of all roots, a vertex's term, at least half of 2^bits, exceeds the
 * sum of all others, at most 2 / 7 of it. */
#define LEAST_GAP 32
#define LEAST_DISTANCE 3

/* A vertex: the bits of coefficient i. */
typedef struct vertex {
    long bits, i;
} vertex;

/* Returns the binary logarithm of the size of the roots between two vertices, rounded down. */
static long size_between(const vertex *a, const vertex *b)
{
    const long rise = a->bits - b->bits, by = b->i - a->i;

    return rise >= 0 ? rise / by : -((-rise + by - 1) / by);
}

/* Sets the vertices of the upper hull, and returns their number. */
static size_t find_hull(vertex *hull, const clmodp_zx *f)
{
    size_t count = 0;

    for (long i = 0; i <= clmodp_zx_degree(f); i++) {
        mpz_srcptr c = clmodp_zx_coeff(f, (size_t)i);
        const vertex next = {.bits = (long)mpz_sizeinbase(c, 2), .i = i};

        if (mpz_sgn(c) == 0)
            continue;
        while (count > 1 && (next.bits - hull[count - 1].bits) * (next.i - hull[count - 2].i) >=
                                (next.bits - hull[count - 2].bits) * (next.i - hull[count - 1].i))
            count--;
        hull[count++] = next;
    }
    return count;
}

clmodp_status clm_bands_find(clm_band **bands, size_t *count, const clmodp_zx *f)
{
    clmodp_status st = CLMODP_OK;
    vertex *hull = NULL;
    size_t vertices;

    *bands = NULL;
    *count = 0;
    NEW(NULL, hull, (size_t)clmodp_zx_degree(f) + 1);
    vertices = find_hull(hull, f);
    NEW(NULL, *bands, vertices - 1);
    for (size_t k = 0; k + 1 < vertices; k++) {
        const long size = size_between(&hull[k], &hull[k + 1]);

        if (k == 0 || size - ((*bands)[*count - 1].high - LEAST_DISTANCE) >= LEAST_GAP)
            (*bands)[(*count)++].low = size - LEAST_DISTANCE;
        (*bands)[*count - 1].high = size + 1 + LEAST_DISTANCE;
    }
done:
    free(hull);
    return st;
}
