/* The steps of the generalised Schur algorithm described in schur.cl; kernels only. */
#ifndef CLM_SCHUR_STEPS_H
#define CLM_SCHUR_STEPS_H

#include "../../arith/residue_lanes.h"
#include "schur_shape.h"

/* The maximum number of rows of a work-item, in registers; 0: any number, in global memory. */
#ifndef ROWS
#define ROWS 1
#endif

#if ROWS > 0
#define SCHUR_SPACE local
#define SCHUR_COLUMN rlanes *
#define SCHUR_AT(column, r) (column)[(r) < ROWS ? (r) : 0]
#define SCHUR_EACH(r, rows) for (u32 r = 0; r < ROWS; r++) if (r < (rows))
#else
#define SCHUR_SPACE global
#define SCHUR_COLUMN global rlanes *
#define SCHUR_AT(column, r) (column)[(size_t)(r) * NT]
#define SCHUR_EACH(r, rows) for (u32 r = 0; r < (rows); r++)
#endif
#define SCHUR_BARRIER barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE)

/* The generators a, b, c and d: a work-item's rows of each. */
typedef struct schur_columns {
    SCHUR_COLUMN a;
    SCHUR_COLUMN b;
    SCHUR_COLUMN c;
    SCHUR_COLUMN d;
} schur_columns;

/* State shared by the steps of one tile. */
typedef struct schur_state {
    residue_field field;
    u32 p, q; /* q even */
    u32 t;    /* the work-item's number in its tile */
    u32 rows; /* rows of the work-item */
    u32 head; /* rows needed by the preceding work-item: 1 or 2 */
    u32 turn; /* the half of exchange written last */
    rlanes above; /* F_(p-1) */
    SCHUR_SPACE rlanes *values; /* F_(p-1), ..., F_0; then G_q, ..., G_0, overwritten from */
    local rlanes *exchange;     /* the left by Q_0, ..., Q_q; then u */
} schur_state;

/* Returns the half of exchange that may be written. */
static inline local rlanes *schur_turn(schur_state *s)
{
    s->turn ^= 1;
    return s->exchange + s->turn * SCHUR_HALF(NT);
}

/* Publishes the first rows of b to the preceding work-item, and the first work-item's to all. */
static inline local const rlanes *schur_publish(schur_state *s, SCHUR_COLUMN b)
{
    local rlanes *all = schur_turn(s);

    all[s->t * s->head] = b[0];
    if (s->head > 1)
        all[s->t * s->head + 1] = SCHUR_AT(b, 1);
    SCHUR_BARRIER;
    return all;
}

/* Performs two lite steps: replaces b by its remainder, and stores both quotients. below: a in the
 * next work-item's first row. */
static inline void schur_lite_pass(const schur_state *s, SCHUR_COLUMN a, SCHUR_COLUMN b, u32 j,
                                   local const rlanes *all, rlanes below)
{
    const u32 top = s->t * s->rows;
    SCHUR_SPACE rlanes *g = s->values + s->p;
    const rlanes first = all[0], second = s->p > 1 ? all[1] : g[j + 1];
    const rlanes next = rlanes_sub(second, rlanes_mul(first, s->above, s->field), s->field);
    const rlanes minus = rlanes_neg(next, s->field);

    SCHUR_EACH(r, s->rows) {
        const u32 k = top + r;
        const rlanes lower = r + 1 < s->rows ? SCHUR_AT(a, r + 1) : below;
        const rlanes change = rlanes_cross(minus, SCHUR_AT(a, r), first, lower, s->field);
        rlanes moved = rlanes_splat(0);

        if (k + 2 < s->p)
            moved = r + 2 < s->rows ? SCHUR_AT(b, r + 2)
                                    : all[(s->t + 1) * s->head + r + 2 - s->rows];
        else if (k < s->p && j + k + 2 <= s->q)
            moved = g[j + k + 2];
        SCHUR_AT(b, r) = rlanes_add(moved, change, s->field);
    }
    if (s->t == 0) {
        g[j] = first;
        g[j + 1] = next;
    }
}

/* Performs the q lite steps, two per pass; a then holds F_(p-1), F_(p-2), ... and b the remainder
 * of G. */
static inline void schur_lite(schur_state *s, SCHUR_COLUMN a, SCHUR_COLUMN b)
{
    const u32 top = s->t * s->rows;
    SCHUR_SPACE const rlanes *g = s->values + s->p;
    const rlanes below = top + s->rows < s->p ? s->values[top + s->rows] : rlanes_splat(0);

    s->above = s->values[0];
    SCHUR_EACH(r, s->rows) {
        const u32 k = top + r;

        SCHUR_AT(a, r) = k < s->p ? s->values[k] : rlanes_splat(0);
        SCHUR_AT(b, r) = k < s->p && k <= s->q ? g[k] : rlanes_splat(0);
    }
    for (u32 j = 0; j < s->q; j += 2) {
        local const rlanes *all = schur_publish(s, b);

        if (top < s->p)
            schur_lite_pass(s, a, b, j, all, below);
    }
}

/* Sets the last of a work-item's rows of a column to v. Registers use selections: compilers may
 * merge branches' stores into one at an unknown index, which would move all rows to memory. */
static inline void schur_set_last(SCHUR_COLUMN column, u32 rows, rlanes v)
{
#if ROWS > 0
    for (u32 r = 0; r < ROWS; r++)
        column[r] = r + 1 == rows ? v : column[r];
#else
    SCHUR_AT(column, rows - 1) = v;
#endif
}

/* Performs the first full step, which leaves p - 1 rows, and finds their tops (a = c, b, d). */
static inline void schur_first(schur_state *s, schur_columns at, rlanes tops[3])
{
    const u32 top = s->t * s->rows;
    SCHUR_SPACE const rlanes *g = s->values + s->p;
    local const rlanes *all = schur_publish(s, at.b);

    tops[0] = all[0];
    tops[1] = s->p > 1 ? rlanes_sub(all[1], rlanes_mul(all[0], s->above, s->field), s->field)
                       : rlanes_splat(0);
    tops[2] = s->q > 0 ? g[s->q - 1] : rlanes_splat(0);
    SCHUR_EACH(r, s->rows) {
        const u32 k = top + r;

        if (k + 1 < s->p) {
            const rlanes old = SCHUR_AT(at.a, r);
            const rlanes moved = r + 1 < s->rows ? SCHUR_AT(at.b, r + 1)
                                                  : all[(s->t + 1) * s->head];

            SCHUR_AT(at.a, r) = SCHUR_AT(at.b, r);
            SCHUR_AT(at.b, r) = rlanes_sub(moved, rlanes_mul(tops[0], old, s->field), s->field);
            SCHUR_AT(at.c, r) = k == 0 ? tops[0] : k <= s->q ? g[s->q - k] : rlanes_splat(0);
            SCHUR_AT(at.d, r) = k < s->q ? g[s->q - 1 - k] : rlanes_splat(0);
        }
    }
    if (s->t == 0)
        s->values[0] = tops[0];
}

/* Performs one full step on m rows, and finds the tops for the next. */
static inline void schur_full_step(schur_state *s, schur_columns at, rlanes tops[3], u32 m)
{
    const u32 top = s->t * s->rows;
    local rlanes *all = schur_turn(s), *moved_d = all + NT, *shared = all + 2 * NT;

    SCHUR_EACH(r, s->rows) {
        const u32 k = top + r;

        if (k < m) {
            const rlanes a = SCHUR_AT(at.a, r), b = SCHUR_AT(at.b, r);
            const rlanes c = SCHUR_AT(at.c, r), d = SCHUR_AT(at.d, r);
            const rlanes new_a = rlanes_cross(a, tops[0], b, tops[2], s->field);
            const rlanes new_b = rlanes_cross(a, tops[1], b, tops[0], s->field);
            const rlanes new_d = rlanes_cross(c, tops[2], d, tops[0], s->field);

            SCHUR_AT(at.a, r) = new_a;
            SCHUR_AT(at.c, r) = rlanes_cross(c, tops[0], d, tops[1], s->field);
            if (r == 0) {
                all[s->t] = new_b;
                moved_d[s->t] = new_d;
            } else {
                SCHUR_AT(at.b, r - 1) = new_b;
                SCHUR_AT(at.d, r - 1) = new_d;
            }
            if (k == 0)
                shared[0] = new_a;
            if (k == 1) {
                shared[1] = new_b;
                shared[2] = new_d;
            }
        }
    }
    SCHUR_BARRIER;
    tops[0] = shared[0];
    if (m > 1) {
        tops[1] = shared[1];
        tops[2] = shared[2];
    }
    if (top + s->rows < m) {
        schur_set_last(at.b, s->rows, all[s->t + 1]);
        schur_set_last(at.d, s->rows, moved_d[s->t + 1]);
    }
}

#if ROWS > 1
/* Redistributes a column's m rows, `rows` to a work-item; m <= NT * rows. Loops compare r alone:
 * with a row's number, too, PoCL 6.0 with LLVM 18 compiled an infinite loop. */
static inline void schur_deal(const schur_state *s, SCHUR_COLUMN column, u32 m, u32 rows)
{
    const u32 old = s->t * s->rows, new = s->t * rows; /* the work-item's first rows */
    const u32 given = old < m ? min(s->rows, m - old) : 0;
    const u32 taken = new < m ? min(rows, m - new) : 0;

    SCHUR_BARRIER;
    SCHUR_EACH(r, given)
        s->exchange[old + r] = SCHUR_AT(column, r);
    SCHUR_BARRIER;
    SCHUR_EACH(r, taken)
        SCHUR_AT(column, r) = s->exchange[new + r];
}
#endif

/* Performs the full steps; values[i] = N_i. */
static inline void schur_full(schur_state *s, schur_columns at)
{
    rlanes tops[3];

    schur_first(s, at, tops);
    for (u32 i = 1; i < s->p; i++) {
        const u32 m = s->p - i;

#if ROWS > 1
        if (s->rows > 1 && m <= NT * (s->rows / 2)) {
            schur_deal(s, at.a, m, s->rows / 2);
            schur_deal(s, at.b, m, s->rows / 2);
            schur_deal(s, at.c, m, s->rows / 2);
            schur_deal(s, at.d, m, s->rows / 2);
            s->rows /= 2;
            SCHUR_BARRIER;
        }
#endif
        schur_full_step(s, at, tops, m);
        if (s->t == 0)
            s->values[i] = tops[0];
    }
    SCHUR_BARRIER;
}

#endif
