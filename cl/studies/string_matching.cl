/* Reads looked up in a text of four letters, seed by seed [MCA14, III].
 *
 *     string_matching_array    a suffix array: halve the suffixes that are left
 *     string_matching_tree     a suffix tree: go from node to node
 *
 *         |........s.......|       suffix -> its letters -> left or right, lg m times
 *         |...s....|               node -> the child by the letter at its depth -> ... -> a leaf,
 *             |.s..|               whose letters are compared once
 *
 * A read is a chain: where its next seed lies is known when the last one's letters in the text
 * were read. A work-item has `share` reads, CHAINS of them at a time, a step of each in turn: what
 * all are to read is read first, and then looked at, so that nothing that waits for one keeps a
 * processor from the others. No step branches on what it has just read: else a processor would go
 * on with what it guesses, and not wait. Compilers make branches of comparisons; so signs of
 * differences are masks. */
#include "chains.h"
#include "string_matching_shape.h"

/* All bits if x < 0, else none. */
static u32 string_matching_mask(const long x)
{
    return (u32)(x >> 63);
}

/* Where a seed is, if those are its letters that were read there, or STRING_NONE. */
static u32 string_matching_result(const u32 place, const ulong letters, const ulong seed,
                                  const u32 m)
{
    return place | string_matching_mask(-(long)(letters ^ seed)) |
           string_matching_mask((long)m - place - STRING_SEED);
}

/* Where a search goes from `at`, whose word was read: from a leaf nowhere. What a leaf takes for
 * children are other words of the text. */
static u32 string_matching_step(global const ulong *words, const u32 at, const u32 root,
                                const ulong word, const ulong seed)
{
    global const u32 *child = ((global const string_node *)(words + at))->child;
    const u32 depth = (u32)word, deep = string_matching_mask((long)STRING_SEED - 1 - depth);
    const u32 letter = (u32)(seed >> 2 * (STRING_SEED - 1 - min(depth, STRING_SEED - 1u))) & 3;
    const u32 below = child[letter], next = below ^ ((below ^ (u32)(word >> 32)) & deep);

    return at ^ ((at ^ next) & ~string_matching_mask((long)at - root));
}

/* The last suffix whose letters are at most the seed's: of those that are the same, behind the
 * text's end, too, the longest come last. All searches take as many steps, which are made side by
 * side. */
kernel void string_matching_array(global u32 *places, global const ulong *reads,
                                  global const ulong *text, global const u32 *suffixes,
                                  const u32 m, const u32 n, const u32 share, const u32 zero)
{
    const u32 first = (u32)get_global_id(0) * share, end = min(first + share, n);
    u32 at[CHAINS], suffix[CHAINS];
    ulong seed[CHAINS], letters[CHAINS];

    for (u32 read = first; read < end; read += CHAINS) {
        const u32 active = min(end - read, (u32)CHAINS);

#pragma unroll
        for (u32 c = 0; c < CHAINS; c++)
            letters[c] = 0;
        for (u32 k = 0; k < STRING_SEEDS; k++) {
#pragma unroll
            for (u32 c = 0; c < CHAINS; c++)
                if (c < active) {
                    seed[c] = reads[(ulong)(read + c) * STRING_SEEDS + k + (letters[c] & zero)];
                    at[c] = 0;
                }
            for (u32 left = m; left > 1; left -= left / 2) {
#pragma unroll
                for (u32 c = 0; c < CHAINS; c++)
                    if (c < active)
                        suffix[c] = suffixes[at[c] + left / 2];
#pragma unroll
                for (u32 c = 0; c < CHAINS; c++)
                    if (c < active)
                        letters[c] = text[suffix[c]];
#pragma unroll
                for (u32 c = 0; c < CHAINS; c++)
                    if (c < active)
                        at[c] += left / 2 & ~string_matching_mask((long)(seed[c] - letters[c]));
            }
#pragma unroll
            for (u32 c = 0; c < CHAINS; c++)
                if (c < active) {
                    const u32 place = suffixes[at[c]];

                    letters[c] = text[place];
                    places[(ulong)(read + c) * STRING_SEEDS + k] =
                        string_matching_result(place, letters[c], seed[c], m);
                }
        }
    }
}

/* Edges' letters are skipped, and those of one suffix compared in the end: that of the leaf, or
 * below a node that is as deep as the seed is long. Searches differ in their numbers of steps;
 * those that are at their end wait there for the last one, so that all chains are at the same
 * depth: upper nodes are in caches, lower ones are not, and with both in every step all steps
 * would take as long as slow ones. */
kernel void string_matching_tree(global u32 *places, global const ulong *reads,
                                 global const ulong *words, const u32 root, const u32 m,
                                 const u32 n, const u32 share, const u32 zero)
{
    const u32 first = (u32)get_global_id(0) * share, end = min(first + share, n);
    u32 at[CHAINS];
    ulong word[CHAINS], seed[CHAINS];

    for (u32 read = first; read < end; read += CHAINS) {
        const u32 active = min(end - read, (u32)CHAINS);

#pragma unroll
        for (u32 c = 0; c < CHAINS; c++)
            word[c] = 0;
        for (u32 k = 0; k < STRING_SEEDS; k++) {
            u32 more;

#pragma unroll
            for (u32 c = 0; c < CHAINS; c++)
                if (c < active) {
                    seed[c] = reads[(ulong)(read + c) * STRING_SEEDS + k + (word[c] & zero)];
                    at[c] = root;
                }
            do {
                more = 0;
#pragma unroll
                for (u32 c = 0; c < CHAINS; c++)
                    if (c < active)
                        word[c] = words[at[c]];
#pragma unroll
                for (u32 c = 0; c < CHAINS; c++)
                    if (c < active) {
                        const u32 last = at[c];

                        at[c] = string_matching_step(words, last, root, word[c], seed[c]);
                        more |= last ^ at[c];
                    }
            } while (more != 0);
#pragma unroll
            for (u32 c = 0; c < CHAINS; c++)
                if (c < active)
                    places[(ulong)(read + c) * STRING_SEEDS + k] =
                        string_matching_result(at[c], word[c], seed[c], m);
        }
    }
}
