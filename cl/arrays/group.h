/* Reduce, scan and compact inside a work-group: a value each work-item, any number n of them.
 *
 * t numbers the work-items that work together, from 0 to n - 1; n is the same for all of a
 * work-group, whose every work-item must come here, as there are barriers. Operators are
 * associative and need not commute: operator(a, b, context) has a before b. A context is what an
 * operator must know besides, such as a field.
 *
 * Each pass reads what the pass before wrote, and a barrier stands between. Nothing that was
 * loaded before a barrier is used after it: PoCL 7.1 loads such values again there.
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

/* Define the function `name`: values[0] = the result of the operator on values[0 ... n-1] in their
 * order. To be called with the own value in values[t]; all may read values[0] afterwards. */
#define GROUP_REDUCE(name, type, context_type, operator)                                    \
    static inline void name(local type *values, u32 t, u32 n, context_type context)          \
    {                                                                                        \
        barrier(CLK_LOCAL_MEM_FENCE);                                                        \
        for (u32 step = 1; step < n; step *= 2) {                                            \
            const u32 at = 2 * step * t;                                                     \
                                                                                             \
            if (at + step < n) {                                                             \
                TALLY(ADDITIONS, 1);                                                         \
                values[at] = operator(values[at], values[at + step], context);               \
            }                                                                                \
            barrier(CLK_LOCAL_MEM_FENCE);                                                    \
        }                                                                                    \
    }

/* Define the function `name`: inclusive prefixes. To be called with the own value in values[t] and
 * room for 2 n values; returns the half that holds the prefixes, which all may read. */
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
                TALLY(ADDITIONS, 1);                                                         \
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

/* Words of local memory that group_place needs for n work-items. */
#define GROUP_PLACE(n) (2 * (n) + 1)

#define group_plus(a, b, context) ((a) + (b))
GROUP_SCAN(group_sums, u32, u32, group_plus)

/* Where this work-item's `mine` entries begin in a list that groups append to: entries of a group
 * stand together in the order of its work-items, groups in whatever order they come. *length grows
 * by all of them, once a group. words: GROUP_PLACE(n), not written again before another
 * barrier. */
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
