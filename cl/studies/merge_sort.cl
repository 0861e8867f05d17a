/* Merge sort of 32-bit keys [MCA14, V]: tiles of Z keys in fast memory, then lg(n / Z) layers of
 * merges in slow memory.
 *
 *     merge_sort_tiles    a work-item sorts its tiles by merges, starting from short runs
 *     merge_sort_merge    a layer of all keys
 *
 *         run a  |..........|......|....|      In each pair of runs, parts of the merge have equal
 *         run b  |....|.........|.......|      lengths; binary searches find their beginnings in
 *                 part 0 | part 1 | ...        both runs; a work-item merges CHAINS at a time
 *
 * Each step of a merge depends on the keys chosen by the step before, so a part is a chain
 * (chains.h). */
#include "chains.h"
#include "merge_sort_shape.h"

/* Returns how many of the first `count` keys of the merge come from a; of equal keys a's come
 * first. */
static u32 merge_sort_split(global const u32 *a, const u32 a_count, global const u32 *b,
                            const u32 b_count, const u32 count)
{
    u32 low = count > b_count ? count - b_count : 0, high = min(count, a_count);

    while (low < high) {
        const u32 middle = (low + high) / 2;

        if (a[middle] <= b[count - 1 - middle])
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* A part of a merge: the remaining keys of both runs, as indices, and the index of the output. */
typedef struct merge_sort_part {
    u32 a, a_end, b, b_end, to;
} merge_sort_part;

/* Finds the part of `length` keys from `begin` on, empty behind the last key. run: a power of
 * 2. */
static merge_sort_part merge_sort_find(global const u32 *in, const u32 count, const u32 run,
                                       const u32 begin, const u32 length)
{
    merge_sort_part part = {0, 0, 0, 0, 0};

    if (begin < count) {
        const u32 pair = begin & ~(2 * run - 1);
        const u32 a_count = min(run, count - pair), b_count = min(run, count - pair - a_count);
        const u32 end = min(begin + length, count) - pair;
        global const u32 *a = in + pair, *b = a + a_count;
        const u32 first = merge_sort_split(a, a_count, b, b_count, begin - pair);
        const u32 last = merge_sort_split(a, a_count, b, b_count, end);

        part.a = pair + first;
        part.a_end = pair + last;
        part.b = pair + a_count + (begin - pair - first);
        part.b_end = pair + a_count + (end - last);
        part.to = begin;
    }
    return part;
}

/* Merges the parts `first` to end - 1, `length` keys each, CHAINS at a time in turn. Both heads
 * are read, so that no branch depends on keys. [Odeh, Green, Mwassi, Shmueli, Birk 2012] */
static void merge_sort_parts(global u32 *out, global const u32 *in, const u32 count, const u32 run,
                             const u32 length, const u32 first, const u32 end)
{
    merge_sort_part part[CHAINS];

    for (u32 k = first; k < end; k += CHAINS) {
#pragma unroll
        for (u32 c = 0; c < CHAINS; c++)
            part[c] = merge_sort_find(in, count, run, k + c < end ? (k + c) * length : count,
                                      length);
        for (u32 i = 0; i < length; i++) {
#pragma unroll
            for (u32 c = 0; c < CHAINS; c++) {
                const bool more_a = part[c].a < part[c].a_end, more_b = part[c].b < part[c].b_end;
                const u32 x = in[min(part[c].a, count - 1)], y = in[min(part[c].b, count - 1)];
                const bool take = more_a & (!more_b | (x <= y));

                if (more_a | more_b)
                    out[part[c].to] = take ? x : y;
                part[c].to++;
                part[c].a += take;
                part[c].b += !take & more_b;
            }
        }
    }
}

/* Sorts a short run by insertion. */
static void merge_sort_insert(global u32 *keys, const u32 count)
{
    for (u32 k = 1; k < count; k++) {
        const u32 key = keys[k];
        u32 at = k;

        for (; at > 0 && keys[at - 1] > key; at--)
            keys[at] = keys[at - 1];
        keys[at] = key;
    }
}

/* Sorts tiles of MERGE_TILE keys, `share` of them per work-item; `other` is scratch memory. */
kernel void merge_sort_tiles(global u32 *keys, global u32 *other, const u32 count,
                             const u32 share)
{
    const u32 first = (u32)get_global_id(0) * share;

    for (u32 k = first; k < first + share && (ulong)k * MERGE_TILE < count; k++) {
        const u32 begin = k * MERGE_TILE, length = min((u32)MERGE_TILE, count - begin);
        global u32 *from = keys + begin, *to = other + begin;

        for (u32 at = 0; at < length; at += MERGE_SHORT)
            merge_sort_insert(from + at, min((u32)MERGE_SHORT, length - at));
        for (u32 run = MERGE_SHORT; run < MERGE_TILE; run *= 2) {
            const u32 part = min(2 * run, (u32)MERGE_TILE_PART);
            global u32 *kept = from;

            merge_sort_parts(to, from, length, run, part, 0, (length + part - 1) / part);
            from = to;
            to = kept;
        }
    }
}

/* Merges runs of `run` keys, at least a tile, to runs twice as long; `share` parts per
 * work-item. */
kernel void merge_sort_merge(global u32 *out, global const u32 *in, const u32 count, const u32 run,
                             const u32 share)
{
    const u32 parts = (count + MERGE_PART - 1) / MERGE_PART;
    const u32 first = min((u32)get_global_id(0) * share, parts);

    merge_sort_parts(out, in, count, run, MERGE_PART, first, min(first + share, parts));
}
