/* Looks up reads (short strings) in a text over four letters, seed by seed [MCA14, III].
 *
 *     string_matching_array    suffix array: binary search among the suffixes
 *     string_matching_tree     suffix tree: descend from node to node
 *
 *         |........s.......|       suffix -> its letters -> left or right, lg m times
 *         |...s....|               node -> the child by the letter at its depth -> ... -> a leaf,
 *             |.s..|               whose letters are compared once
 *
 * A read is a chain (chains.h): its next seed is looked up after the text at its last seed was
 * read. A work-item has `share` reads and follows CHAINS at a time, a step of each in turn, with
 * all words loaded before the first is used, so that no chain waits for another. No step branches
 * on a word just loaded: a processor would speculate instead of waiting. Compilers turn
 * comparisons into branches, so masks are signs of differences. */
#include "chains.h"
#include "string_matching_shape.h"

/* Returns all bits if x < 0, else none. */
static u32 string_matching_mask(const long x)
{
    return (u32)(x >> 63);
}

/* Returns `place`, if the letters read there are those of the seed, or STRING_NONE. */
static u32 string_matching_result(const u32 place, const ulong letters, const ulong seed,
                                  const u32 m)
{
    return place | string_matching_mask(-(long)(letters ^ seed)) |
           string_matching_mask((long)m - place - STRING_SEED);
}

/* Returns the next word of a search at `at`, whose word was read; a leaf is its own next word. A
 * leaf's children are arbitrary words of the text. */
static u32 string_matching_step(global const ulong *words, const u32 at, const u32 root,
                                const ulong word, const ulong seed)
{
    global const u32 *child = ((global const string_node *)(words + at))->child;
    const u32 depth = (u32)word, deep = string_matching_mask((long)STRING_SEED - 1 - depth);
    const u32 letter = (u32)(seed >> 2 * (STRING_SEED - 1 - min(depth, STRING_SEED - 1u))) & 3;
    const u32 below = child[letter], next = below ^ ((below ^ (u32)(word >> 32)) & deep);

    return at ^ ((at ^ next) & ~string_matching_mask((long)at - root));
}

/* Finds the last suffix whose letters are at most the seed's. Suffixes equal up to the padding
 * behind the text's end are sorted by length, the longest last. All searches take equally many
 * steps, side by side. */
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

/* Skips the letters of edges and finally compares those of one suffix: the leaf's, or one below a
 * node at least as deep as the seed is long. A finished search waits for the last one, so that all
 * chains are at the same depth: upper nodes are in caches, lower ones are not, and steps with both
 * would all be slow. */
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
