/* Butterflies of 4, 8 or 16 sums of each row of a block, in registers (butterfly.cl); kernels
 * only. */
#ifndef CLM_BUTTERFLY_H
#define CLM_BUTTERFLY_H

#include "butterfly_shape.h"
#include "evaluate_shape.h"
#include "values.h"
#include "../../arith/lanes.h"

/* Transforms four values in place, in natural order. apart: distance of the sums of a row; i: a
 * root of order 4. */
static inline void butterfly_four(private LANES *v, u32 apart, LANES i, fp_field f)
{
    LANES s0 = v[0], s1 = v[apart];
    LANES s2 = v[2 * apart], s3 = v[3 * apart];
    LANES a = lanes_add(s0, s2, f), b = lanes_add(s1, s3, f);
    LANES c = lanes_sub(s0, s2, f), d = lanes_mul(lanes_sub(s1, s3, f), i, f);

    v[0] = lanes_add(a, b, f);
    v[apart] = lanes_add(c, d, f);
    v[2 * apart] = lanes_sub(a, b, f);
    v[3 * apart] = lanes_sub(c, d, f);
}

/* Replaces values c and d by their sum and by their difference times z. */
static inline void butterfly_two(private LANES *v, u32 c, u32 d, LANES z, fp_field f)
{
    LANES a = v[c], b = v[d];

    v[c] = lanes_add(a, b, f);
    v[d] = lanes_mul(lanes_sub(a, b, f), z, f);
}

/* Reduces eight values to two groups of four. roots[j * stride]: root^j for a root of order 8. */
static inline void butterfly_eight(private LANES *v, u32 apart, global const u32 *roots,
                                   u32 stride, fp_field f)
{
    LANES a = v[0], b = v[4 * apart];

    v[0] = lanes_add(a, b, f);
    v[4 * apart] = lanes_sub(a, b, f);
#pragma unroll
    for (u32 j = 1; j < 4; j++)
        butterfly_two(v, j * apart, (j + 4) * apart, lanes_splat(roots[j * stride]), f);
}

/* Computes values of a row from its sums, in place, in butterfly_index order. roots: all z^j. */
LANES_INLINE void butterfly_join(private LANES *v, u32 apart, u32 split, global const u32 *roots,
                                 fp_field f)
{
    LANES i = lanes_splat(roots[split / 4]);

    if (split == 16)
#pragma unroll VALUES_UNROLL(8)
        for (u32 j = 0; j < BUTTERFLY_MOST / 2; j++)
            butterfly_two(v, j * apart, (j + BUTTERFLY_MOST / 2) * apart, lanes_splat(roots[j]),
                          f);
#pragma unroll VALUES_UNROLL(2)
    for (u32 c = 0; c < BUTTERFLY_MOST; c += 8)
        if (split > 4 && c < split)
            butterfly_eight(v + c * apart, apart, roots, split / 8, f);
#pragma unroll VALUES_UNROLL(4)
    for (u32 c = 0; c < BUTTERFLY_MOST; c += 4)
        if (c < split)
            butterfly_four(v + c * apart, apart, i, f);
}

/* Joins the sums of the rows of a block. run: distance of its rows. */
LANES_INLINE void butterfly_block(private LANES *v, u32 run, u32 rows, u32 split,
                                  global const u32 *roots, fp_field f)
{
#if W > 1
    if (split == 4) {
        const LANES i = lanes_splat(roots[1]);

#pragma unroll
        for (u32 r = 0; r < EVALUATE_BLOCK; r++)
            butterfly_four(v + r * run, EVALUATE_BLOCK * run, i, f);
        return;
    }
#endif
#pragma unroll VALUES_UNROLL(EVALUATE_BLOCK)
    VALUES_ROWS(r, rows)
        butterfly_join(v + r * run, EVALUATE_BLOCK * run, split, roots, f);
}

/* Returns k1 of the value at place c. The layers of radix 2 leave groups in bit-reversed order. */
static inline u32 butterfly_index(u32 c, u32 split)
{
    u32 group = c / 4;

    return c % 4 * (split / 4) + (split == 16 ? group % 2 * 2 + group / 2 : group);
}

#endif
