/* Coefficients from values at any distinct points: Schur's algorithm for a Vandermonde matrix.
 * [Eme12, Algorithm 2, 5.6]
 *
 * Of the generator's columns a and b, n rows are alive at a time: step j consumes row j, and
 * row j + n is born. It takes the place of row j, so that the window slides without moving:
 *
 *     slot      0    1   ...  j-1   j   j+1  ...  n-1
 *     row       n   n+1      n+j-1  j   j+1       n-1        before step j
 *              [ coefficients    ][ pivot ][ values   ]
 *
 * With (a_j, b_j) the pivot row, all rows go on with b <- b a_j - a b_j, and then
 *
 *     rows of values         a <- a (x_k - x_j)
 *     rows of coefficients   a <- (a of the slot before) - a x_j
 *
 * while a row is born as a = 1, b = 0. In the end b is the polynomial times minus the product of
 * all a_j. (Row n itself is born with the matrix: a_n = 1 before step 0, not after it as the
 * others; there is no slot before it, so s = t = 0 for i = n in the paper's terms.) One formula,
 * a <- s - a (x_j - t), does for both kinds of rows: t is x_k and s is 0 with values.
 *
 * A work-item holds ROWS slots. A block of ROWS steps has all its pivots in one work-item, which
 * finds them ahead of the others; they then go through the block without waiting, and repeat
 * those few of their neighbour's steps that reach them from its slots. The paper's one step a
 * barrier becomes ROWS. There is no kernel for each n mod ROWS: rows do not move, so only the
 * last block knows of it, whose steps past the end have the pivot a = 1, b = 0 (1020, 1021 and
 * 1022 points take 2.89, 2.97 and 2.85 ns a row and step with PoCL: no more than noise). */
#include "residue_inverse.h"
#include "vandermonde_shape.h"
#include "vandermonde_steps.h"

/* Slots first ... first + ROWS - 1 of a column; past the end 0. */
static inline void vandermonde_load(private residue *out, global const residue *column, u32 first,
                                    u32 points)
{
#pragma unroll
    for (u32 r = 0; r < ROWS; r++)
        out[r] = first + r < points ? column[first + r] : 0;
}

/* One work-group a prime, ROWS times its work-items >= points, the window in registers. What
 * neighbours must know goes from one of two places to the other, so that one barrier a block is
 * enough; ROWS columns side by side, so that work-items read and write side by side. */
kernel void vandermonde_window(global residue *coefficients, global residue *scratch,
                               global const residue *x, global const residue *y,
                               global const residue_prime *info, vandermonde_shape s,
                               local residue *shared)
{
    const u32 prime = get_group_id(0), item = get_local_id(0), items = get_local_size(0);
    const u32 first = item * ROWS;
    const residue_field f = info[prime].field;
    residue a[2 * ROWS], b[ROWS], t[ROWS], pivot[3 * ROWS], product = residue_one(f);

    vandermonde_load(b, y + (size_t)prime * s.stride, first, s.points);
    vandermonde_load(t, x + (size_t)prime * s.stride, first, s.points);
#pragma unroll
    for (u32 r = 0; r < ROWS; r++) {
        a[ROWS + r] = residue_one(f);
        if (item == 0)
            shared[r * (items + 1)] = shared[VANDERMONDE_SIDE(items, ROWS) + r * (items + 1)] = 0;
    }
    for (u32 block = 0; block * ROWS < s.points; block++) {
        local residue *side = shared + block % 2 * VANDERMONDE_SIDE(items, ROWS);
        local residue *pivots = side + (items + 1) * ROWS;

        if (item == block) {
            product = vandermonde_find(pivot, a + ROWS, b, t, s.points - first, f);
#pragma unroll
            for (u32 r = 0; r < 3 * ROWS; r++)
                pivots[r] = pivot[r];
        }
#pragma unroll
        for (u32 r = 0; r < ROWS; r++)
            side[r * (items + 1) + item + 1] = a[ROWS + r];
        barrier(CLK_LOCAL_MEM_FENCE);
#pragma unroll
        for (u32 r = 0; r < ROWS; r++)
            a[r] = side[r * (items + 1) + item];
#pragma unroll
        for (u32 r = 0; r < 3 * ROWS; r++)
            pivot[r] = pivots[r];
        vandermonde_advance(a, b, t, pivot, item < block ? -1 : item > block, f);
    }
    coefficients += (size_t)prime * s.points;
#pragma unroll
    for (u32 r = 0; r < ROWS; r++)
        if (first + r < s.points)
            coefficients[first + r] = b[r];
    barrier(CLK_LOCAL_MEM_FENCE);
    shared[item] = product;
    for (u32 width = items, rest; width > 1; width = rest) {
        rest = (width + 1) / 2;
        barrier(CLK_LOCAL_MEM_FENCE);
        if (item + rest < width)
            shared[item] = residue_mul(shared[item], shared[item + rest], f);
    }
    if (item == 0)
        scratch[prime] = shared[0];
}

/* Where a prime's column a is: `next` 0 before the block of the shape, 1 after it. */
static inline size_t vandermonde_place(u32 prime, u32 next, vandermonde_shape s)
{
    const size_t place = (s.first / ROWS + next) % 2;

    return VANDERMONDE_COLUMNS(s.primes, ROWS) + (place * s.primes + prime) * s.points;
}

/* Slots first ... first + ROWS - 1 of it before the block. */
static inline void vandermonde_column(private residue *a, global const residue *scratch, u32 prime,
                                      u32 first, vandermonde_shape s, residue_field f)
{
    vandermonde_load(a, scratch + vandermonde_place(prime, 0, s), first,
                     s.first == 0 ? 0 : s.points);
#pragma unroll
    for (u32 r = 0; r < ROWS; r++)
        a[r] = s.first == 0 ? residue_one(f) : a[r];
}

/* One work-item a prime. */
kernel void vandermonde_pivots(global const residue *coefficients, global residue *scratch,
                               global const residue *x, global const residue *y,
                               global const residue_prime *info, vandermonde_shape s)
{
    const u32 prime = get_global_id(0);
    residue a[ROWS], b[ROWS], t[ROWS], pivot[3 * ROWS], product;

    if (prime >= s.primes)
        return;

    const residue_field f = info[prime].field;

    y = s.first == 0 ? y + (size_t)prime * s.stride : coefficients + (size_t)prime * s.points;
    vandermonde_load(t, x + (size_t)prime * s.stride, s.first, s.points);
    vandermonde_load(b, y, s.first, s.points);
    vandermonde_column(a, scratch, prime, s.first, s, f);
    product = vandermonde_find(pivot, a, b, t, s.points - s.first, f);
    scratch[prime] = s.first == 0 ? product : residue_mul(scratch[prime], product, f);
    scratch += VANDERMONDE_PIVOTS(s.primes) + (size_t)prime * 3 * ROWS;
    for (u32 r = 0; r < 3 * ROWS; r++)
        scratch[r] = pivot[r];
}

/* One work-item for ROWS slots of one prime: with the window in global memory a launch takes the
 * place of a barrier, and any number of work-groups go on together. */
kernel void vandermonde_block(global residue *coefficients, global residue *scratch,
                              global const residue *x, global const residue *y,
                              global const residue_prime *info, vandermonde_shape s)
{
    const u32 items = (s.points + ROWS - 1) / ROWS;
    const u32 prime = get_global_id(0) / items, first = get_global_id(0) % items * ROWS;
    residue a[2 * ROWS], b[ROWS], t[ROWS], pivot[3 * ROWS];

    if (prime >= s.primes)
        return;

    const residue_field f = info[prime].field;
    global residue *next = scratch + vandermonde_place(prime, 1, s);
    global const residue *pivots = scratch + VANDERMONDE_PIVOTS(s.primes) +
                                   (size_t)prime * 3 * ROWS;

    coefficients += (size_t)prime * s.points;
    y = s.first == 0 ? y + (size_t)prime * s.stride : coefficients;
    vandermonde_load(t, x + (size_t)prime * s.stride, first, first < s.first ? 0 : s.points);
    vandermonde_load(b, y, first, s.points);
    vandermonde_column(a, scratch, prime, first - ROWS, s, f);
    vandermonde_column(a + ROWS, scratch, prime, first, s, f);
    for (u32 r = 0; r < 3 * ROWS; r++)
        pivot[r] = pivots[r];
    if (first == 0)
        for (u32 r = 0; r < ROWS; r++)
            a[r] = 0;
    vandermonde_advance(a, b, t, pivot, first < s.first ? -1 : first > s.first, f);
#pragma unroll
    for (u32 r = 0; r < ROWS; r++)
        if (first + r < s.points) {
            next[first + r] = a[ROWS + r];
            coefficients[first + r] = b[r];
        }
}

/* The denominators' negatives' inverses in their place, one work-item each. [Eme12, 5.7] */
kernel void vandermonde_invert(global residue *scratch, global const residue_prime *info,
                               u32 primes)
{
    const u32 prime = get_global_id(0);

    if (prime >= primes)
        return;

    const residue_field f = info[prime].field;

    scratch[prime] = residue_inverse(residue_neg(scratch[prime], f), f);
}

/* The division, and out of the residues' representation; one work-item a coefficient. */
kernel void vandermonde_end(global residue_word *coefficients, global const residue *scratch,
                            global const residue_prime *info, vandermonde_shape s)
{
    const size_t id = get_global_id(0);
    const u32 prime = id / s.points;

    if (prime >= s.primes)
        return;

    const residue_field f = info[prime].field;
    const residue b = ((global const residue *)coefficients)[id];

    coefficients[id] = residue_from(residue_mul(b, scratch[prime], f), f);
}
