/* Stream compaction and split: moves the chosen elements, in order, and for a split the others
 * behind them.
 *
 *     values   a b c d e f        marks: 1 for each chosen element, and a final 0
 *     marks    0 1 1 0 1 0 0      places: the sum of marks before each mark is the place of a
 *     places   0 0 1 2 2 3 3      chosen element; the last place is the number of chosen elements
 *     out      b c e | a d f      others: behind these, at the number of others before them
 *
 * [Blelloch 1990, 1.5]
 *
 * Definition: SELECT_TYPE, the type of elements, uint or ulong. */
#include "select_shape.h"

/* Sets marks[k] for the elements of a run: chosen elements have a nonzero flag. */
kernel void select_flags(global u32 *marks, global const u32 *flags, select_shape s)
{
    const ulong begin = min(s.count + 1, (ulong)get_global_id(0) * s.run);
    const ulong end = min(s.count + 1, begin + s.run);

    for (ulong k = begin; k < end; k++)
        marks[k] = k < s.count ? flags[s.mark_from + k] != 0 : 0;
}

/* Sets marks[k] for the elements of a run: bit s.bit of chosen elements is 0. */
kernel void select_zero_bits(global u32 *marks, global const SELECT_TYPE *values, select_shape s)
{
    const ulong begin = min(s.count + 1, (ulong)get_global_id(0) * s.run);
    const ulong end = min(s.count + 1, begin + s.run);

    for (ulong k = begin; k < end; k++)
        marks[k] = k < s.count ? ~(values[s.from + k] >> s.bit) & 1 : 0;
}

/* Moves elements. places: prefix sums of marks. total[s.total_to]: number of chosen elements. */
kernel void select_move(global SELECT_TYPE *out, global u32 *total,
                        global const SELECT_TYPE *values, global const u32 *places,
                        select_shape s)
{
    const ulong begin = min(s.count, (ulong)get_global_id(0) * s.run);
    const ulong end = min(s.count, begin + s.run);
    const u32 chosen = places[s.count];

    if (get_global_id(0) == 0)
        total[s.total_to] = chosen;
    for (ulong k = begin; k < end; k++) {
        const u32 place = places[k];

        if (places[k + 1] > place)
            out[s.to + place] = values[s.from + k];
        else if (s.both)
            out[s.to + chosen + (k - place)] = values[s.from + k];
    }
}
