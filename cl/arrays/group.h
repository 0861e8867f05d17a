/* Reduce, scan and compact inside a work-group, for one value in each of n work-items.
 *
 * t numbers the work-items from 0 to n - 1. The whole work-group must call these functions, which
 * contain barriers, with the same n. Operators are associative and need not commute: in
 * operator(a, b, context), a comes before b. A context is an operator's additional data, such as a
 * field.
 *
 * Each pass reads the previous one's results, after a barrier. No value that was loaded before a
 * barrier is used after it, since PoCL 7.1 would load it again.
 *
 *     scan, n = 5, from one half to the other      reduce, in place
 *       a    b    c     d     e                      a    b   c    d   e
 *       a    ab   bc    cd    de                     ab   .   cd   .   e
 *       a    ab   abc   abcd  bcde                   abcd .   .    .   e
 *       a    ab   abc   abcd  abcde                  abcde
 *
 * [Hillis, Steele 1986] */
#ifndef CLM_GROUP_H
#define CLM_GROUP_H

#include "../arith/fp.h"

/* Defines the function `name`, which sets values[0] to the operator applied to values[0 ... n-1],
 * in order, with each work-item's value in values[t]. All may read values[0] afterwards. */
#define GROUP_REDUCE(name, type, context_type, operator)                                    \
    static inline void name(local type *values, u32 t, u32 n, context_type context)          \
    {                                                                                        \
        barrier(CLK_LOCAL_MEM_FENCE);                                                        \
        for (u32 step = 1; step < n; step *= 2) {                                            \
            const u32 at = 2 * step * t;                                                     \
                                                                                             \
            if (at + step < n) {                                                             \
                OP_COUNTS(ADDITIONS, 1);                                                     \
                values[at] = operator(values[at], values[at + step], context);               \
            }                                                                                \
            barrier(CLK_LOCAL_MEM_FENCE);                                                    \
        }                                                                                    \
    }

/* Defines the function `name`, which computes inclusive prefixes of values[0 ... n-1]; `values`
 * has space for 2 n values. Returns the half with the prefixes; all may read it. */
#define GROUP_SCAN(name, type, context_type, operator)                                       \
    static inline local const type *name(local type *values, u32 t, u32 n,                   \
                                         context_type context)                               \
    {                                                                                        \
        u32 from = 0;                                                                        \
                                                                                             \
        barrier(CLK_LOCAL_MEM_FENCE);                                                        \
        for (u32 step = 1; step < n; step *= 2) {                                            \
            const u32 to = n - from;                                                         \
                                                                                             \
            if (t >= step) {                                                                 \
                OP_COUNTS(ADDITIONS, 1);                                                     \
                values[to + t] =                                                             \
                    operator(values[from + t - step], values[from + t], context);            \
            } else {                                                                         \
                values[to + t] = values[from + t];                                           \
            }                                                                                \
            barrier(CLK_LOCAL_MEM_FENCE);                                                    \
            from = to;                                                                       \
        }                                                                                    \
        return values + from;                                                                \
    }

/* Words of local memory needed by group_place for n work-items. */
#define GROUP_PLACE(n) (2 * (n) + 1)

#define group_plus(a, b, context) ((a) + (b))
GROUP_SCAN(group_sums, u32, u32, group_plus)

/* Returns the index of this work-item's first of `mine` entries in a list to which groups append
 * in any order, each in the order of its work-items. *length grows once per group. words:
 * GROUP_PLACE(n) words, not to be written again before another barrier. */
static inline u32 group_place(global u32 *length, local u32 *words, u32 mine, u32 t, u32 n)
{
    words[t] = mine;

    local const u32 *sums = group_sums(words, t, n, 0);

    if (t == 0)
        words[2 * n] = atomic_add(length, sums[n - 1]);
    barrier(CLK_LOCAL_MEM_FENCE);
    return words[2 * n] + (t > 0 ? sums[t - 1] : 0);
}

#endif
