/* The lanes of a tile of short pairs: their primes, and their polynomials in and out; kernels
 * only. */
#ifndef CLM_TILES_H
#define CLM_TILES_H

#include "tiles_shape.h"
#include "../../arith/lazy.h"

#define TILES_STRIDE (T / W) /* from a row to the next, in vectors */

#if W == 1
#define TILES_MASK(condition) (-(int)(condition))
#else
#define TILES_MASK(condition) (condition)
#endif

/* The lanes of a mask from v, the others from w. */
#define TILES_SELECT(mask, v, w) (((mask) & (v)) | (~(mask) & (w)))

/* What W lanes compute with. */
typedef struct tiles_lanes {
    lazy_prime prime;
    LAZY one, square; /* R and R^2 mod p, balanced */
    LAZY n, m;        /* degrees */
    LAZY somebody;    /* -1, or 0 where a lane repeats another one */
} tiles_lanes;

LANES_FN LAZY tiles_words(private const u32 *words)
{
    return lazy_as_words(lanes_load(words));
}

LANES_FN void tiles_begin(private tiles_lanes *out, global const many_lane *lanes,
                          global const fp_field *fields)
{
    u32 p[W], pinv[W], one[W], square[W], n[W], m[W], somebody[W];

    for (u32 i = 0; i < W; i++) {
        const fp_field field = fields[lanes[i].field];

        p[i] = field.p;
        pinv[i] = field.pinv;
        one[i] = field.one;
        square[i] = field.r2;
        n[i] = lanes[i].n;
        m[i] = lanes[i].m;
        somebody[i] = lanes[i].pair == MANY_NOBODY ? 0 : 0xffffffff;
    }
    out->prime = lazy_primes_of(tiles_words(p), tiles_words(pinv));
    out->one = lazy_balance(tiles_words(one), out->prime);
    out->square = lazy_balance(tiles_words(square), out->prime);
    out->n = tiles_words(n);
    out->m = tiles_words(m);
    out->somebody = tiles_words(somebody);
}

/* A lane of `rows` rows := `count` words from row `shift` on, 0 elsewhere. */
LANES_FN void tiles_fill(global u32 *lane, u32 rows, global const u32 *words, u32 count, u32 shift)
{
    for (u32 i = 0; i < shift; i++)
        lane[i * T] = 0;
    for (u32 i = 0; i < count; i++)
        lane[(shift + i) * T] = words[i];
    for (u32 i = shift + count; i < rows; i++)
        lane[i * T] = 0;
}

/* a := the first polynomials of W lanes, in n + 1 rows, b := the others, in m + 1, b's leading
 * coefficients in the last row. */
LANES_FN void tiles_load(global LAZY *a, global LAZY *b, global const u32 *words,
                         global const many_lane *lanes, many_tile tile)
{
    for (u32 i = 0; i < W; i++) {
        const u32 shift = tile.m - lanes[i].m;

        tiles_fill((global u32 *)a + i, tile.n + 1, words + lanes[i].a, lanes[i].n + 1, shift);
        tiles_fill((global u32 *)b + i, tile.m + 1, words + lanes[i].b, lanes[i].m + 1, shift);
    }
}

/* Words out of a lane, from row `shift` on: `count` of them, and zeros up to `room`. */
LANES_FN void tiles_store(global u32 *words, u32 room, global const u32 *lane, u32 count,
                          u32 shift)
{
    for (u32 i = 0; i < count; i++)
        words[i] = lane[(shift + i) * T];
    for (u32 i = count; i < room; i++)
        words[i] = 0;
}

/* base^e, an exponent a lane, none negative. */
LANES_FN LAZY tiles_power(LAZY base, LAZY e, LAZY one, lazy_prime prime)
{
    LAZY result = one;

    for (; lazy_any(e != 0); e >>= 1) {
        const LAZY bit = -(e & 1);

        result = lazy_mul(result, TILES_SELECT(bit, base, one), prime);
        base = lazy_mul(base, base, prime);
    }
    return result;
}

/* 1 / v, by Fermat's theorem. */
LANES_FN LAZY tiles_inverse(LAZY v, LAZY one, lazy_prime prime)
{
    return tiles_power(v, prime.p - 2, one, prime);
}

#endif
