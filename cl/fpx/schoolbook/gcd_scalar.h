/* Euclid's algorithm on heads with one lane a work-item, as on GPUs; kernels only.
 *
 * One work-group performs thousands of steps in turn, so their latency counts, not their number of
 * operations. Hence a step has one barrier, every work-item computes the factors, and loads all
 * words before it multiplies any. Eliminated words, which no later step reads, are not stored. A
 * remainder is assumed to have the next lower degree until its leading coefficient is loaded. */
#ifndef CLM_SCHOOLBOOK_GCD_SCALAR_H
#define CLM_SCHOOLBOOK_GCD_SCALAR_H

#include "gcd_heads.h"

#if W == 1
#define SCHOOLBOOK_GCD_AT_ONCE 2 /* words of a work-item */

/* A step on coefficients `at` and, unless it is `next`, at + 1, as in schoolbook_gcd_step. */
typedef struct schoolbook_gcd_scalar_step {
    local u32 *a;
    local const u32 *b;
    u32 at, next, s;
} schoolbook_gcd_scalar_step;

/* Words loaded for a step: those that determine its factors, and some of those that change. */
typedef struct schoolbook_gcd_loaded {
    u32 a[2], b[2]; /* from `at` and from `next` */
    u32 place[SCHOOLBOOK_GCD_AT_ONCE], words[SCHOOLBOOK_GCD_AT_ONCE][3];
} schoolbook_gcd_loaded;

/* Returns the number of words that change: two rows up to x^next, and the rest of the head. */
static inline u32 schoolbook_gcd_changed(schoolbook_gcd_scalar_step t)
{
    return 2 * t.s + 2 + t.next + 1 - min(t.at + 2, t.next + 1);
}

/* Returns the place of word i of these: rows in turns, from x^0 up, then the head. */
static inline u32 schoolbook_gcd_place(schoolbook_gcd_scalar_step t, u32 i)
{
    const u32 head = SCHOOLBOOK_GCD_HEAD(t.s, W), row = SCHOOLBOOK_GCD_ROW(t.s, W);

    return i < 2 * t.next + 2 ? head + (i & 1) * row + t.s - (i >> 1)
                              : i - (2 * t.next + 2) + min(t.at + 2, t.next + 1);
}

/* Loads words i, i + NT, ... of those that change; beyond their end the eliminated word, which no
 * work-item stores. */
static inline void schoolbook_gcd_load(private schoolbook_gcd_loaded *l,
                                       schoolbook_gcd_scalar_step t, u32 i)
{
    local const u32 *from = t.b + (t.next - t.at);
    const u32 changed = schoolbook_gcd_changed(t);

#pragma unroll
    for (u32 v = 0; v < SCHOOLBOOK_GCD_AT_ONCE; v++) {
        const u32 k = i + v * NT, place = k < changed ? schoolbook_gcd_place(t, k) : t.at;

        l->place[v] = place;
        l->words[v][0] = t.a[place];
        l->words[v][1] = from[place];
        l->words[v][2] = from[k < changed ? place - 1 : place];
    }
}

/* Loads all words for a step. */
static inline void schoolbook_gcd_load_step(private schoolbook_gcd_loaded *l,
                                            schoolbook_gcd_scalar_step t)
{
    for (u32 k = 0; k < 2; k++) {
        l->a[k] = t.a[min(t.at + k, t.next)]; /* others may store words behind next */
        l->b[k] = t.b[t.next + k];
    }
    schoolbook_gcd_load(l, t, get_local_id(0));
}

/* Computes and stores the loaded words i, i + NT, ..., without branches. */
static inline void schoolbook_gcd_combine_loaded(private const schoolbook_gcd_loaded *l,
                                                 schoolbook_gcd_scalar_step t, u32 i,
                                                 private const u32 *factors, fp_field f)
{
    const u32 changed = schoolbook_gcd_changed(t);
    u32 words[SCHOOLBOOK_GCD_AT_ONCE];

#pragma unroll
    for (u32 v = 0; v < SCHOOLBOOK_GCD_AT_ONCE; v++)
        words[v] = fp_redc(fp_fold((u64)l->words[v][0] * factors[0] +
                                       (u64)l->words[v][1] * factors[1] +
                                       (u64)l->words[v][2] * factors[2],
                                   f),
                           f);
#pragma unroll
    for (u32 v = 0; v < SCHOOLBOOK_GCD_AT_ONCE; v++)
        if (i + v * NT < changed) {
            OP_COUNTS(PRODUCTS, 3);
            OP_COUNTS(ADDITIONS, 2);
            t.a[l->place[v]] = words[v];
        }
}

/* Performs the step. Returns the number of eliminated words. */
static inline u32 schoolbook_gcd_make_step(private schoolbook_gcd_loaded *l,
                                           schoolbook_gcd_scalar_step t, fp_field f)
{
    const bool two = t.at < t.next;
    const u32 minus = fp_neg(l->a[0], f), again = two ? l->b[0] : f.one;
    const u32 cross = fp_cross(l->a[0], l->b[1], l->a[1], l->b[0], f);
    const u32 factors[3] = {fp_mul(l->b[0], again, f), fp_mul(minus, again, f), two ? cross : 0};

    schoolbook_gcd_combine_loaded(l, t, get_local_id(0), factors, f);
    for (u32 i = get_local_id(0) + SCHOOLBOOK_GCD_AT_ONCE * NT; i < schoolbook_gcd_changed(t);
         i += SCHOOLBOOK_GCD_AT_ONCE * NT) {
        schoolbook_gcd_load(l, t, i);
        schoolbook_gcd_combine_loaded(l, t, i, factors, f);
    }
    LANES_BARRIER(CLK_LOCAL_MEM_FENCE);
    return two ? 2 : 1;
}

/* Performs all steps determined by the heads or, unless `divides`, those of one quotient. Results
 * are as of schoolbook_gcd_euclid. Pre: next is s at most; a word before the sides is free */
LANES_INLINE bool schoolbook_gcd_scalar(private u32 *degree, local u32 *sides, u32 next,
                                        bool divides, schoolbook_gcd_trace trace,
                                        schoolbook_gcd_shape s)
{
    const u32 side = SCHOOLBOOK_GCD_SIDE(s.s, W);
    u32 from = 0, lead = 0, left = s.s; /* left: s - lead, counted since s may be slow to load */

    do {
        schoolbook_gcd_scalar_step t = {sides + from, sides + (side - from), lead, next, s.s};
        schoolbook_gcd_loaded l;
        u32 steps = 0;

        schoolbook_gcd_load_step(&l, t);
        if (l.b[0] == 0) {
            t.next = schoolbook_gcd_lead(t.b, next + 1, s.s);
            if (t.next > s.s)
                break;
            schoolbook_gcd_load_step(&l, t);
        }
        for (;;) {
            steps += schoolbook_gcd_make_step(&l, t, s.field);
            t.at += 2;
            if (t.at > t.next)
                break;
            schoolbook_gcd_load_step(&l, t);
        }
        if (trace.kept && get_local_id(0) == 0) {
            STORED(trace.words[2 * (trace.top - t.next)]) = l.b[0];
            OP_COUNTS(READ, 1);
            (void)atomic_add(&STORED(trace.words[2 * (trace.top - t.next) + 1]), steps);
        }
        left -= t.next - lead;
        lead = t.next;
        if (!divides)
            break;
        from = side - from;
        next = lead + 1;
    } while (left > 0);
    /* from local memory, since AMD's compiler keeps such words in scalar registers */
    if (get_local_id(0) == 0)
        sides[-1] = 2 * lead + (from != 0);
    LANES_BARRIER(CLK_LOCAL_MEM_FENCE);
    *degree = sides[-1] / 2;
    return sides[-1] % 2 != 0;
}
#endif

#endif
