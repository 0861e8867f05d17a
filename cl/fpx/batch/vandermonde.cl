/* Coefficients from values at any distinct points: Schur's algorithm for a Vandermonde matrix.
 * [Eme12, Algorithm 2, 5.6]
 *
 * Of the generator's columns a and b, n rows exist at a time: step j replaces row j by row j + n
 * in its place, so that the window slides without moving data:
 *
 *     slot      0    1   ...  j-1   j   j+1  ...  n-1
 *     row       n   n+1      n+j-1  j   j+1       n-1        before step j
 *              [ coefficients    ][ pivot ][ values   ]
 *
 * With the pivot row (a_j, b_j), all rows are updated by b <- b a_j - a b_j, and then
 *
 *     rows of values         a <- a (x_k - x_j)
 *     rows of coefficients   a <- (a of the previous slot) - a x_j
 *
 * while the new row is created as a = 1, b = 0. In the end b is the polynomial times minus the
 * product of all a_j. (Row n exists with the matrix: a_n = 1 before step 0, not after as for other
 * rows. It has no previous slot, so s = t = 0 for i = n in the paper's terms.) The common formula
 * a <- s - a (x_j - t) serves both kinds of rows: for values, t is x_k and s is 0.
 *
 * A lane of a work-item holds ROWS slots. A block of ROWS steps has its pivots in one lane, whose
 * work-item computes them before the others begin. All work-items then perform the block without
 * waiting, and repeat the few steps of neighbours that affect them. The window is kept in one of
 * two ways:
 *
 *     vandermonde_window   in registers, a work-group per prime, with a barrier per block. W = 1
 *     vandermonde_block    in global memory, a launch per block, with vectors of distant slots
 *                          (vandermonde_columns.h). The work-item holding the pivots of the next
 *                          block computes them in the same launch, after its steps
 *
 * Rows do not move, so only the last block depends on n mod ROWS: its steps past the end have the
 * pivot a = 1, b = 0, at negligible cost. */
#include "../../arith/residue_inverse.h"
#include "vandermonde_columns.h"
#include "vandermonde_shape.h"
#include "vandermonde_steps.h"

#if W == 1
/* Loads slots first ... first + ROWS - 1 of a column; 0 past the end. */
static inline void vandermonde_load(private residue *out, global const residue *column, u32 first,
                                    u32 points)
{
#pragma unroll
    for (u32 r = 0; r < ROWS; r++)
        out[r] = first + r < points ? column[first + r] : 0;
}

/* Sets shared[0] to the product of the factors of all work-items. */
static inline void vandermonde_multiply(local residue *shared, residue factor, u32 item, u32 items,
                                        residue_field f)
{
    barrier(CLK_LOCAL_MEM_FENCE);
    shared[item] = factor;
    for (u32 width = items, rest; width > 1; width = rest) {
        rest = (width + 1) / 2;
        barrier(CLK_LOCAL_MEM_FENCE);
        if (item + rest < width)
            shared[item] = residue_mul(shared[item], shared[item + rest], f);
    }
}

/* One work-group per prime, ROWS times its work-items >= points, with the window in registers.
 * Neighbours' data alternate between two buffers, so that one barrier per block is enough. A
 * buffer has ROWS columns, interleaved for coalesced access. */
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
        vandermonde_advance(a, b, t, pivot, item < block, item == block, f);
    }
    coefficients += (size_t)prime * s.points;
#pragma unroll
    for (u32 r = 0; r < ROWS; r++)
        if (first + r < s.points)
            coefficients[first + r] = b[r];
    vandermonde_multiply(shared, product, item, items, f);
    if (item == 0)
        scratch[prime] = shared[0];
}
#endif

/* Fills the columns before the first block, one work-item per vector. */
kernel void vandermonde_begin(global residue *scratch, global const residue *x,
                              global const residue *y, global const residue_prime *info,
                              vandermonde_shape s)
{
    const u32 id = get_global_id(0), prime = id / s.column, vector = id % s.column;
    const vandermonde_columns columns = vandermonde_columns_of(scratch, prime, s);
    residue of_x[W], of_y[W];

    if (prime >= s.primes)
        return;
    x += (size_t)prime * s.stride;
    y += (size_t)prime * s.stride;
    for (u32 lane = 0; lane < W; lane++) {
        const u32 slot = lane * s.column + vector;

        of_x[lane] = slot < s.points ? x[slot] : 0;
        of_y[lane] = slot < s.points ? y[slot] : 0;
    }
    rlanes_store(rlanes_splat(residue_one(info[prime].field)), columns.a + vector * W);
    rlanes_store(rlanes_load(of_x), columns.x + vector * W);
    rlanes_store(rlanes_load(of_y), columns.b + vector * W);
}

/* Computes the pivots of the first block, one work-item per prime. */
kernel void vandermonde_pivots(global residue *scratch, global const residue_prime *info,
                               vandermonde_shape s)
{
    const u32 prime = get_global_id(0);
    const vandermonde_columns columns = vandermonde_columns_of(scratch, prime, s);
    residue a[ROWS], b[ROWS], t[ROWS];

    if (prime >= s.primes)
        return;
    for (u32 r = 0; r < ROWS; r++) {
        a[r] = residue_one(info[prime].field);
        b[r] = columns.b[r * W];
        t[r] = columns.x[r * W];
    }
    scratch[prime] = vandermonde_put_pivots(scratch, a, b, t, 0, prime, s, info[prime].field);
}

/* Performs a block of steps, a work-item for ROWS vectors of a prime. Launches replace barriers,
 * so a prime may have many work-groups. The holder of the next pivots computes them. */
LANES_KERNEL vandermonde_block(global residue *scratch, global const residue_prime *info,
                               vandermonde_shape s)
{
    const u32 id = get_global_id(0), items = s.column / ROWS;
    const u32 prime = id / items, item = id % items;
    const rlanes_mask block = rlanes_range(item, items); /* block with its pivots in the lane */
    const rlanes_mask older = block < (int)s.block, same = block == (int)s.block;
    const vandermonde_columns columns = vandermonde_columns_of(scratch, prime, s);
    rlanes a[2 * ROWS], b[ROWS], t[ROWS];
    residue pivot[3 * ROWS];

    if (prime >= s.primes)
        return;

    const residue_field f = info[prime].field;
    global const residue *pivots = vandermonde_pivots_of(scratch, s.block, prime, s);

    for (u32 r = 0; r < 3 * ROWS; r++)
        pivot[r] = pivots[r];
    vandermonde_get(b, columns.b, item * ROWS);
    vandermonde_get(t, columns.x, item * ROWS);
    vandermonde_get(a + ROWS, columns.a, item * ROWS);
    if (item == 0)
        vandermonde_wrap(a, columns.a, s);
    else
        vandermonde_get(a, columns.a, (item - 1) * ROWS);
#pragma unroll
    for (u32 r = 0; r < ROWS; r++)
        t[r] = rlanes_select(older, rlanes_splat(0), t[r]);
    vandermonde_advance(a, b, t, pivot, older, same, f);
#pragma unroll
    for (u32 r = 0; r < ROWS; r++) {
        rlanes_store(a[ROWS + r], columns.next_a + (size_t)(item * ROWS + r) * W);
        rlanes_store(b[r], columns.b + (size_t)(item * ROWS + r) * W);
    }
    if ((s.block + 1) % items == item && (s.block + 1) * ROWS < s.points)
        vandermonde_next(scratch, a + ROWS, b, t, prime, s, f);
}

/* Stores the coefficients in natural order, one work-item per coefficient. */
kernel void vandermonde_order(global residue *coefficients, global residue *scratch,
                              vandermonde_shape s)
{
    const u32 id = get_global_id(0), prime = id / s.points, slot = id % s.points;
    const vandermonde_columns columns = vandermonde_columns_of(scratch, prime, s);

    if (prime < s.primes)
        coefficients[id] = columns.b[(size_t)(slot % s.column) * W + slot / s.column];
}

/* Replaces denominators by the inverses of their negatives, one work-item each. [Eme12, 5.7] */
kernel void vandermonde_invert(global residue *scratch, global const residue_prime *info,
                               u32 primes)
{
    const u32 prime = get_global_id(0);

    if (prime >= primes)
        return;

    const residue_field f = info[prime].field;

    scratch[prime] = residue_inverse(residue_neg(scratch[prime], f), f);
}

/* Divides, and converts from the residue type to integers; one work-item per coefficient. */
kernel void vandermonde_end(global residue_word *coefficients, global const residue *scratch,
                            global const residue_prime *info, vandermonde_shape s)
{
    const u32 id = get_global_id(0), prime = id / s.points;

    if (prime >= s.primes)
        return;

    const residue_field f = info[prime].field;
    const residue b = ((global const residue *)coefficients)[id];

    coefficients[id] = residue_from(residue_mul(b, scratch[prime], f), f);
}
