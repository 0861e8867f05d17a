/* Kernels of short pairs in tiles (tiles_shape.h): constants of their lanes, loads and stores of
 * polynomials; kernels only. */
#ifndef CLM_TILES_H
#define CLM_TILES_H

#include "tiles_shape.h"
#include "../../arith/lazy.h"
#include "../../arith/transpose.h"

#define TILES_STRIDE (T / W) /* distance between rows, in vectors */

#if W == 1
#define TILES_MASK(condition) (-(int)(condition))
#else
#define TILES_MASK(condition) (condition)
#endif

/* Selects v in the lanes of the mask, and w in all others. */
#define TILES_SELECT(mask, v, w) (((mask) & (v)) | (~(mask) & (w)))

/* Memory of the first and of the second polynomials of the caller's pairs. */
typedef struct tiles_operands {
    global const u32 *a, *b;
} tiles_operands;

/* Constants of W lanes. */
typedef struct tiles_lanes {
    lazy_prime prime;
    LAZY one, square; /* R and R^2 mod p, balanced */
    LAZY n, m;        /* degrees */
    LAZY active;      /* -1, or 0 if the lane repeats another one */
} tiles_lanes;

LANES_FN LAZY tiles_words(private const u32 *words)
{
    return lazy_as_words(lanes_load(words));
}

LANES_FN void tiles_begin(private tiles_lanes *out, global const pair_lane *lanes,
                          global const fp_field *fields)
{
    u32 p[W], pinv[W], one[W], square[W], n[W], m[W], active[W];

    for (u32 i = 0; i < W; i++) {
        const fp_field field = fields[lanes[i].field];

        p[i] = field.p;
        pinv[i] = field.pinv;
        one[i] = field.one;
        square[i] = field.r2;
        n[i] = lanes[i].n;
        m[i] = lanes[i].m;
        active[i] = lanes[i].pair == PAIRS_UNUSED_LANE ? 0 : 0xffffffff;
    }
    out->prime = lazy_primes_of(tiles_words(p), tiles_words(pinv));
    out->one = lazy_balance(tiles_words(one), out->prime);
    out->square = lazy_balance(tiles_words(square), out->prime);
    out->n = tiles_words(n);
    out->m = tiles_words(m);
    out->active = tiles_words(active);
}

/* Polynomials of W lanes in memory, and their rows in a tile. Lane i has count[i] coefficients,
 * from at[i] on and `step` words apart, in rows shift[i] ... shift[i] + count[i] - 1. Rows from
 * `low` to high - 1 have coefficients in all lanes, and move together: in squares of W by W words
 * if coefficients are consecutive, as vectors if lanes are. */
typedef struct tiles_polys {
    global u32 *at[W];
    u32 count[W], shift[W];
    u32 low, high, step;
} tiles_polys;

LANES_FN void tiles_bounds(private tiles_polys *polys, u32 rows, u32 step)
{
    bool together = W > 1;

    polys->low = 0;
    polys->high = rows;
    polys->step = step;
    for (u32 i = 0; i < W; i++) {
        polys->low = max(polys->low, polys->shift[i]);
        polys->high = min(polys->high, polys->shift[i] + polys->count[i]);
        together = together && (step == 1 || (polys->at[i] == polys->at[0] + i &&
                                              polys->shift[i] == polys->shift[0]));
    }
    if (!together || polys->high < polys->low)
        polys->high = polys->low;
    if (step == 1)
        polys->high -= (polys->high - polys->low) % W;
}

/* Loads rows from `from` to end - 1 of a lane word by word, with 0 if there is no coefficient. */
LANES_FN void tiles_load_lane(global u32 *lane, u32 from, u32 end,
                              private const tiles_polys *polys, u32 i)
{
    global const u32 *c = polys->at[i];
    const u32 count = polys->count[i], shift = polys->shift[i], step = polys->step;

    for (u32 r = from; r < end; r++)
        lane[r * T] = r - shift < count ? c[(size_t)(r - shift) * step] : 0; /* modulo 2^32 */
}

LANES_FN void tiles_load(global LAZY *to, u32 rows, private const tiles_polys *polys)
{
    u32 r = polys->low;

    for (; polys->step != 1 && r < polys->high; r++)
        to[r * TILES_STRIDE] = lazy_as_words(
            lanes_load(polys->at[0] + (size_t)(r - polys->shift[0]) * polys->step));
    for (; r < polys->high; r += W) {
        LANES square[W];

        for (u32 i = 0; i < W; i++)
            square[i] = lanes_load(polys->at[i] + (r - polys->shift[i]));
        lanes_transpose(square);
        for (u32 i = 0; i < W; i++)
            to[(r + i) * TILES_STRIDE] = lazy_as_words(square[i]);
    }
    for (u32 i = 0; i < W; i++) {
        global u32 *lane = (global u32 *)to + i;

        tiles_load_lane(lane, 0, polys->low, polys, i);
        tiles_load_lane(lane, polys->high, rows, polys, i);
    }
}

/* a := the longer polynomials of W lanes, in n + 1 rows; b := the others, in m + 1 rows, with
 * leading coefficients in the last row. */
LANES_FN void tiles_load_pairs(global LAZY *a, global LAZY *b, tiles_operands words,
                               global const pair_lane *lanes, pair_tile tile)
{
    tiles_polys first, second;

    for (u32 i = 0; i < W; i++) {
        const bool exchanged = lanes[i].exchanged != 0;

        first.at[i] = (global u32 *)(exchanged ? words.b : words.a) + lanes[i].a;
        second.at[i] = (global u32 *)(exchanged ? words.a : words.b) + lanes[i].b;
        first.count[i] = lanes[i].n + 1;
        second.count[i] = lanes[i].m + 1;
        first.shift[i] = second.shift[i] = tile.m - lanes[i].m;
    }
    tiles_bounds(&first, tile.n + 1, tile.step);
    tiles_bounds(&second, tile.m + 1, tile.step);
    tiles_load(a, tile.n + 1, &first);
    tiles_load(b, tile.m + 1, &second);
}

/* Stores `count` coefficients of each lane. */
LANES_FN void tiles_store(global const LAZY *from, private const tiles_polys *polys)
{
    const u32 step = polys->step;
    u32 row = polys->low;

    for (; step != 1 && row < polys->high; row++)
        lanes_store(lazy_as_lanes(from[row * TILES_STRIDE]),
                    polys->at[0] + (size_t)(row - polys->shift[0]) * step);
    for (; row < polys->high; row += W) {
        LANES square[W];

        for (u32 i = 0; i < W; i++)
            square[i] = lazy_as_lanes(from[(row + i) * TILES_STRIDE]);
        lanes_transpose(square);
        for (u32 i = 0; i < W; i++)
            lanes_store(square[i], polys->at[i] + (row - polys->shift[i]));
    }
    for (u32 i = 0; i < W; i++) {
        global const u32 *lane = (global const u32 *)from + i;
        const u32 begin = polys->shift[i], end = begin + polys->count[i];

        for (u32 r = begin; r < min(end, polys->low); r++)
            polys->at[i][(size_t)(r - begin) * step] = lane[r * T];
        for (u32 r = max(begin, polys->high); r < end; r++)
            polys->at[i][(size_t)(r - begin) * step] = lane[r * T];
    }
}

/* Sets the coefficients from `count` to room - 1 of a result to zero. */
LANES_FN void tiles_pad(global u32 *at, u32 count, u32 room, u32 step)
{
    for (u32 k = count; k < room; k++)
        at[(size_t)k * step] = 0;
}

/* Returns a lane's word of a row, a lazy residue, in [0, p). */
LANES_FN u32 tiles_word(global const u32 *lane, u32 row, u32 p)
{
    const int v = (int)lane[row * T];
    const int raised = v < 0 ? v + (int)p : v;

    return (u32)(raised < 0 ? raised + (int)p : raised >= (int)p ? raised - (int)p : raised);
}

/* Returns whether a lane's words of the first rows are 0. */
LANES_FN bool tiles_are_zero(global const u32 *lane, u32 rows, u32 p)
{
    for (u32 i = 0; i < rows; i++)
        if (tiles_word(lane, i, p) != 0)
            return false;
    return true;
}

#endif
