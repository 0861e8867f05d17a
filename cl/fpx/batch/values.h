/* Stores a block of rows' values at consecutive points, from any place of a tile on, and in
 * padding lanes that repeat points; kernels only. */
#ifndef CLM_VALUES_H
#define CLM_VALUES_H

#include "evaluate_shape.h"
#include "values_shape.h"
#include "../../arith/lanes.h"
#include "../../arith/tile.h"

/* If a work-item is one lane, as on GPUs, a block's values stay in registers, since loops are
 * unrolled, with constant bounds. Vectors are on the stack. */
#if W == 1
#define VALUES_UNROLL(turns) turns
#else
#define VALUES_UNROLL(turns) 1
#endif

/* Loops over the rows r of a block; a pragma may precede it. */
#define VALUES_ROWS(r, rows) for (u32 r = 0; r < EVALUATE_BLOCK; r++) if (r < (rows))

#if W > 1
/* Stores n words of each row if `count` has this bit. */
#define VALUES_SOME(n, load, store) \
    if (count & n) { \
        _Pragma("unroll") VALUES_ROWS(r, rows) \
            store(load(0, from + r * run * W), 0, to + r * T); \
        from += n; \
        to += n; \
    }

/* Stores `count` < W lanes of each of `rows` rows in consecutive words of a tile. run: as for
 * values_put. */
LANES_INLINE void values_piece(private const u32 *from, u32 run, u32 rows, global u32 *to,
                               u32 count)
{
#if W > 8
    VALUES_SOME(8, vload8, vstore8)
#endif
#if W > 4
    VALUES_SOME(4, vload4, vstore4)
#endif
#if W > 2
    VALUES_SOME(2, vload2, vstore2)
#endif
    if (count & 1)
#pragma unroll
        VALUES_ROWS(r, rows)
            to[r * T] = from[r * run * W];
}

/* The numbers i, i + 1, ..., as many as the name says. */
#define VALUES_FROM_2(i) i, i + 1
#define VALUES_FROM_4(i) VALUES_FROM_2(i), VALUES_FROM_2(i + 2)
#define VALUES_FROM_8(i) VALUES_FROM_4(i), VALUES_FROM_4(i + 4)
#define VALUES_FROM_16(i) VALUES_FROM_8(i), VALUES_FROM_8(i + 8)

/* The lanes skew ... W - 1 of a, followed by the first ones of b. skew: a constant, for which
 * Clang emits one instruction; PoCL compiles shuffle2 as a loop. */
#ifdef __clang__
#define VALUES_JOIN(a, b, skew) \
    __builtin_shufflevector(a, b, LANES_JOIN(VALUES_FROM_, W)(skew))
#else
#define VALUES_JOIN(a, b, skew) shuffle2(a, b, (LANES)(LANES_JOIN(VALUES_FROM_, W)(skew)))
#endif

#define VALUES_CASE(skew) \
    case skew: \
        for (u32 v = 0; v < count; v++) { \
            private const LANES *from = x + v; \
            global u32 *to = out + TILE_INDEX((size_t)lane + v * W, s.rows, 0, T); \
\
            _Pragma("unroll") VALUES_ROWS(r, rows) { \
                const LANES a = from[r * run], b = from[r * run + 1]; \
\
                *(global LANES *)(to + r * T) = VALUES_JOIN(a, b, skew); \
            } \
        } \
        break;

/* Stores `count` whole vectors of each of `rows` rows, from lane skew > 0 of x on, at lane `lane`,
 * a multiple of W. x, run, out: as for values_put. Joins aligned loads, since an unaligned one
 * would wait until both parts have left the processor's queue of stores. The function is not
 * inlined, since LLVM 14 would spill registers in its callers' loops. */
__attribute__((noinline)) static void values_skewed(private const LANES *x, u32 run, u32 rows,
                                                    global u32 *out, u32 lane, u32 skew,
                                                    u32 count, values_shape s)
{
    switch (skew) {
        VALUES_CASE(1)
#if W > 2
        VALUES_CASE(2) VALUES_CASE(3)
#endif
#if W > 4
        VALUES_CASE(4) VALUES_CASE(5) VALUES_CASE(6) VALUES_CASE(7)
#endif
#if W > 8
        VALUES_CASE(8) VALUES_CASE(9) VALUES_CASE(10) VALUES_CASE(11)
        VALUES_CASE(12) VALUES_CASE(13) VALUES_CASE(14) VALUES_CASE(15)
#endif
    }
}
#endif

/* Stores the first `count` lanes of the values of `rows` rows from lane `lane` on, and in the
 * padding lanes that repeat these, by whole vectors of tiles where possible. x: `run` vectors of
 * each row. out: the word of the first row in lane 0 of the prime. */
LANES_INLINE void values_put(private const LANES *x, u32 run, u32 rows, global u32 *out, u32 lane,
                             u32 count, values_shape s)
{
    for (; lane < s.lanes; lane += s.points) {
        global u32 *to = out + TILE_INDEX((size_t)lane, s.rows, 0, T);
#if W == 1
#pragma unroll
        VALUES_ROWS(r, rows)
            to[r * T] = x[r * run];
#else
        private const u32 *words = (private const u32 *)x;
        const u32 all = min(count, s.lanes - lane), head = min((W - lane % W) % W, all);
        const u32 whole = (all - head) / W, tail = (all - head) % W, last = all - tail;

        if (head > 0)
            values_piece(words, run, rows, to, head);
        if (whole > 0 && head > 0)
            values_skewed(x, run, rows, out, lane + head, head, whole, s);
        for (u32 v = 0; v < whole && head == 0; v++) {
            to = out + TILE_INDEX((size_t)lane + v * W, s.rows, 0, T);
#pragma unroll
            VALUES_ROWS(r, rows)
                *(global LANES *)(to + r * T) = x[r * run + v];
        }
        if (tail > 0)
            values_piece(words + last, run, rows,
                         out + TILE_INDEX((size_t)lane + last, s.rows, 0, T), tail);
#endif
    }
}

#endif
