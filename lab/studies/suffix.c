/* Builds a suffix array, and from the common prefixes of neighbours a suffix tree. */
#include "lab/studies/suffix.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "core/memory.h"
#include "core/size.h"

#define MOST ((size_t)1 << 28)
#define LEAF 0x80000000u /* flag of a child that is a leaf, combined with its place */
#define NO_CHILD 0xffffffffu

/* A node during the construction of the tree. */
typedef struct tree_node {
    u32 child[4];  /* numbers of nodes, or leaves */
    u32 depth;     /* length of the common prefix of all suffixes below */
    u32 place;     /* place of one of these suffixes */
    u32 parent;
} tree_node;

typedef struct suffix_tree {
    const suffix_index *text;
    tree_node *nodes;
    size_t count;
} suffix_tree;

u64 suffix_window(const unsigned char *letters, size_t m, size_t place)
{
    u64 window = 0;

    for (size_t k = 0; k < STRING_SEED; k++)
        window = window << 2 | (place + k < m ? letters[place + k] : 0);
    return window;
}

static void make_windows(u64 *windows, const unsigned char *letters, size_t m)
{
    u64 window = 0;

    for (size_t k = m; k-- > 0;) {
        window = window >> 2 | (u64)letters[k] << 2 * (STRING_SEED - 1);
        windows[k] = window;
    }
}

/* Returns whether suffix a is smaller than suffix b. Windows are padded with letters 0; if all
 * agree, the shorter suffix is smaller. */
static bool before(const suffix_index *t, size_t a, size_t b)
{
    for (;; a += STRING_SEED, b += STRING_SEED) {
        if (clm_size_max(a, b) >= t->m)
            return a > b;
        if (t->words[a] != t->words[b])
            return t->words[a] < t->words[b];
    }
}

/* Sorts by the first letters, about lg m bits, in one pass, which leaves few suffixes of a random
 * text out of order; insertion then completes the order. */
static clmodp_status sort_suffixes(clmodp_context *ctx, suffix_index *t)
{
    clmodp_status st = CLMODP_OK;
    unsigned bits = 2;
    u32 *begin = NULL; /* of the suffixes with these first letters */

    while (bits < 2 * STRING_SEED && (size_t)1 << bits < t->m)
        bits += 2;
    NEW(&ctx->error, begin, ((size_t)1 << bits) + 1);
    for (size_t k = 0; k < t->m; k++)
        begin[(t->words[k] >> (2 * STRING_SEED - bits)) + 1]++;
    for (size_t k = 1; k < (size_t)1 << bits; k++)
        begin[k] += begin[k - 1];
    for (size_t k = 0; k < t->m; k++)
        t->order[begin[t->words[k] >> (2 * STRING_SEED - bits)]++] = (u32)k;
    for (size_t k = 1; k < t->m; k++) {
        const u32 place = t->order[k];
        size_t at = k;

        for (; at > 0 && before(t, place, t->order[at - 1]); at--)
            t->order[at] = t->order[at - 1];
        t->order[at] = place;
    }
done:
    free(begin);
    return st;
}

/* Returns the length of the common prefix of two suffixes. */
static size_t common(const suffix_index *t, size_t a, size_t b)
{
    const size_t most = t->m - clm_size_max(a, b);

    for (size_t k = 0; k < most; k += STRING_SEED) {
        const u64 differ = t->words[a + k] ^ t->words[b + k];

        if (differ != 0)
            return clm_size_min(k + (size_t)__builtin_clzll(differ) / 2 - 1, most);
    }
    return most;
}

/* Returns the edge of a node toward a suffix; NULL if the suffix ends at the node. */
static u32 *edge(const suffix_tree *t, u32 node, size_t place)
{
    const size_t behind = place + t->nodes[node].depth;

    if (behind >= t->text->m)
        return NULL;
    return &t->nodes[node].child[t->text->words[behind] >> 2 * (STRING_SEED - 1)];
}

static u32 add_node(suffix_tree *t, size_t depth, u32 place, u32 parent)
{
    t->nodes[t->count] = (tree_node){.child = {NO_CHILD, NO_CHILD, NO_CHILD, NO_CHILD},
                                     .depth = (u32)depth, .place = place, .parent = parent};
    return (u32)t->count++;
}

/* Builds the tree from left to right: each suffix leaves the path of the one before it at the end
 * of their common prefix, either at a node or at a new node in the middle of an edge. */
static void grow(suffix_tree *t)
{
    const u32 *order = t->text->order;
    u32 last = add_node(t, 0, order[0], 0);

    for (size_t k = 0; k < t->text->m; k++) {
        const u32 place = order[k], left = order[k > 0 ? k - 1 : 0];
        const size_t depth = k > 0 ? common(t->text, left, place) : 0;
        u32 *leaf;

        while (t->nodes[last].depth > depth)
            last = t->nodes[last].parent;
        if (t->nodes[last].depth < depth) {
            u32 *above = edge(t, last, left);
            const u32 node = add_node(t, depth, left, last);
            u32 *below = edge(t, node, left);

            if (below != NULL)
                *below = *above;
            *above = node;
            last = node;
        }
        leaf = edge(t, last, place);
        if (leaf != NULL)
            *leaf = LEAF | place;
    }
}

/* Stores the nodes for searches behind the text, in scattered order. Consecutive nodes of a path
 * were created soon after each other and would share cache lines and pages, but the model assumes
 * random accesses. Node k moves to k step mod count; step and count are coprime, so that places
 * are distinct. The golden ratio separates all neighbours. */
static void scatter(suffix_index *out, const suffix_tree *t)
{
    const size_t root = suffix_root(out->m);
    string_node *nodes = (string_node *)(void *)(out->words + root);
    size_t step = (size_t)(0.6180339887498949 * (double)t->count) + 1;

    while (clm_size_gcd(step, t->count) != 1)
        step++;
    for (size_t k = 0, to = 0; k < t->count; k++, to = (to + step) % t->count) {
        const tree_node *from = &t->nodes[k];

        nodes[to] = (string_node){.head = from->depth | (u64)from->place << 32};
        for (int letter = 0; letter < 4; letter++) {
            const u32 child = from->child[letter];

            if (child == NO_CHILD)
                nodes[to].child[letter] = (u32)out->m - 1;
            else if (child >= LEAF)
                nodes[to].child[letter] = child - LEAF;
            else
                nodes[to].child[letter] =
                    (u32)(root + STRING_NODE_WORDS * (child * step % t->count));
        }
    }
}

static clmodp_status make_tree(clmodp_context *ctx, suffix_index *out)
{
    clmodp_status st = CLMODP_OK;
    suffix_tree t = {.text = out};
    u64 *words;

    NEW(&ctx->error, t.nodes, out->m); /* for a random text half of these are never touched */
    grow(&t);
    out->word_count = suffix_root(out->m) + STRING_NODE_WORDS * t.count;
    words = clm_reallocate(out->words, out->word_count, sizeof *words);
    if (words == NULL)
        TRY(clm_out_of_memory(&ctx->error, out->word_count, sizeof *words));
    out->words = words;
    memset(words + out->m, 0, (out->word_count - out->m) * sizeof *words);
    scatter(out, &t);
done:
    free(t.nodes);
    return st;
}

clmodp_status suffix_index_create(clmodp_context *ctx, suffix_index *out,
                                  const unsigned char *letters, size_t m)
{
    clmodp_status st = CLMODP_OK;

    *out = (suffix_index){.m = m};
    REQUIRE(&ctx->error, 0 < m && m <= MOST);
    NEW(&ctx->error, out->words, m);
    NEW(&ctx->error, out->order, m);
    make_windows(out->words, letters, m);
    TRY(sort_suffixes(ctx, out));
    TRY(make_tree(ctx, out));
done:
    return st;
}

void suffix_index_clear(suffix_index *index)
{
    free(index->words);
    free(index->order);
    *index = (suffix_index){0};
}
