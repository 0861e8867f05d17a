/* Passes over subproduct trees: products and numerators from the leaves up, values from the roots
 * down, by middle products. */
#include "fpx/host/subproducts.h"

#include <stdlib.h>
#include <string.h>

#include "core/memory.h"
#include "core/size.h"
#include "fpx/host/arithmetic.h"

/* Words of transforms, of 32 bits, for each point: of a polynomial, two prepared ones, and two
 * results modulo three primes. Longer transforms than those of THREAD_WORDS allocate their own. */
#define TRANSFORM_WORDS 12
#define THREAD_WORDS ((size_t)1 << 22)

/* A polynomial of a node: the node's product, or another with a word for each point. */
typedef struct part {
    char *c;
    size_t count;
} part;

/* A step for each node, from the leaves up or from the roots down. */
typedef struct pass {
    const clm_subproducts *t;
    clmodp_status (*step)(const struct pass *s, size_t level, size_t index, clm_tree_thread *own);
    bool down;
    const char *in; /* the polynomial to be evaluated, or weights */
    size_t n;       /* coefficients of the polynomial */
    char *out, *words, *work;    /* values; polynomials of the nodes; 2 words for each point */
    size_t bottom, top, threads; /* levels of the current subtrees, and threads for each */
} pass;

static size_t nodes_of(const clm_subproducts *t, size_t level)
{
    return clm_div_up(t->count, CLM_TREE_LEAF << level);
}

static bool has_children(const clm_subproducts *t, size_t level, size_t index)
{
    return level > 0 && 2 * index + 1 < nodes_of(t, level - 1);
}

/* The product over a block has one coefficient more than the block has points; so it begins at
 * word i + (index of the block) of its level, where i is the block's first point. */
static part node_of(const clm_subproducts *t, size_t level, size_t index)
{
    const size_t size = CLM_TREE_LEAF << level, at = index * size;

    return (part){t->level[level] + (at + index) * t->word,
                  clm_size_min(size, t->count - at) + 1};
}

/* Returns a node's part of words for all points. */
static char *words_of(const clm_subproducts *t, const void *words, size_t level, size_t index)
{
    return (char *)(uintptr_t)words + index * (CLM_TREE_LEAF << level) * t->word;
}

static const void *field_of(const clm_subproducts *t)
{
    return t->wide != NULL ? (const void *)t->wide : t->narrow;
}

/* Runs the steps of the subtree below node `index` of level `top`, down to level `bottom`. */
static clmodp_status visit(void *argument, size_t index, size_t thread)
{
    clmodp_status st = CLMODP_OK;
    const pass *s = argument;

    for (size_t k = s->bottom; k <= s->top; k++) {
        const size_t level = s->down ? s->top + s->bottom - k : k, below = s->top - level;
        const size_t end = clm_size_min((index + 1) << below, nodes_of(s->t, level));

        for (size_t i = index << below; i < end; i++) {
            TRY(clm_poller_check(s->t->watch));
            TRY(s->step(s, level, i, &s->t->own[thread]));
        }
    }
done:
    return st;
}

/* Threads share the subtrees of a level that has a few for each, and then the nodes of each level
 * above it, whose products share the other threads. */
static clmodp_status run_pass(pass *s)
{
    clmodp_status st = CLMODP_OK;
    const clm_subproducts *t = s->t;
    const size_t threads = t->count < CLM_TREE_THREADS ? 1 : t->threads;
    size_t split = t->levels - 1;

    while (split > 0 && threads > 1 && nodes_of(t, split) < 2 * threads)
        split--;
    for (size_t k = split; k < t->levels; k++) {
        const size_t level = s->down ? t->levels - 1 + split - k : k;
        const size_t nodes = nodes_of(t, level), outer = clm_size_min(threads, nodes);

        s->top = level;
        s->bottom = level == split ? 0 : level;
        s->threads = threads / outer;
        for (size_t i = 0; i < outer; i++) {
            const size_t share = t->products.count / outer;

            t->own[i].memory = (clm_product_memory){t->products.words + i * share, share};
        }
        TRY(clm_parallel_for(nodes, outer, visit, s));
    }
done:
    for (size_t k = 0; k < threads && st != CLMODP_OK; k++)
        if (t->own[k].error.status == st)
            *t->error = t->own[k].error;
    return st;
}

/* out[j] := the sum of all a[i] b[i * columns + j], i < inner, at most two. As clm_host_combine */
static clmodp_status combine(const pass *s, clm_tree_thread *own, char *const *out, size_t count,
                             const part *a, const part *b, size_t inner, size_t columns,
                             size_t *period)
{
    const clm_subproducts *t = s->t;
    clm_host_poly narrow[4];
    clm_wide_poly wide[4];
    uint32_t *to[2];
    uint64_t *wide_to[2];

    for (size_t k = 0; k < inner + inner * columns; k++) {
        const part from = k < inner ? a[k] : b[k - inner];

        narrow[k] = (clm_host_poly){(const void *)from.c, from.count};
        wide[k] = (clm_wide_poly){(const void *)from.c, from.count};
    }
    for (size_t k = 0; k < columns; k++) {
        to[k] = (void *)out[k];
        wide_to[k] = (void *)out[k];
    }
    if (t->wide != NULL)
        return clm_wide_combine(
            &own->error, wide_to, count,
            &(clm_wide_matrices){wide, wide + inner, 1, inner, columns, period}, t->wide,
            s->threads, t->watch);
    return clm_host_combine(
        &own->error, to, count,
        &(clm_host_matrices){narrow, narrow + inner, 1, inner, columns, period, &own->memory},
        t->narrow, s->threads, t->watch);
}

/* ---- products ---- */

/* The leading coefficient, 1, wraps around to the constant one or is beyond the others. */
static clmodp_status product_step(const pass *s, size_t level, size_t index, clm_tree_thread *own)
{
    clmodp_status st = CLMODP_OK;
    const clm_subproducts *t = s->t;
    const part node = node_of(t, level, index);
    const size_t count = node.count - 1;
    size_t period;

    if (level == 0) {
        t->leaves->multiply_points(node.c, words_of(t, t->points, 0, index), count, field_of(t));
    } else if (has_children(t, level, index)) {
        const part a = node_of(t, level - 1, 2 * index), b = node_of(t, level - 1, 2 * index + 1);
        uint32_t *const c = (void *)node.c;
        uint64_t *const wide = (void *)node.c;

        TRY(combine(s, own, &node.c, count, &a, &b, 1, 1, &period));
        if (t->wide != NULL) {
            wide[count] = 1;
            wide[0] = period == count ? clm_mont64_sub(wide[0], 1, t->wide) : wide[0];
        } else {
            c[count] = 1;
            c[0] = period == count ? clm_modulus_sub(c[0], 1, t->narrow) : c[0];
        }
    } else {
        memcpy(node.c, node_of(t, level - 1, 2 * index).c, node.count * t->word);
    }
done:
    return st;
}

/* All levels and the working memory are one block: a C library keeps a block of this size for the
 * next call rather than return several to the system, whose pages take long to get. */
clmodp_status clm_subproducts_create(clm_subproducts *t, size_t least)
{
    clmodp_status st = CLMODP_OK;
    size_t words = 3 * t->count, at[32];
    pass s = {.t = t, .step = product_step};

    t->word = t->wide != NULL ? sizeof(uint64_t) : sizeof(uint32_t);
    t->levels = 0;
    do {
        at[t->levels] = words;
        words += t->count + nodes_of(t, t->levels++);
    } while (nodes_of(t, t->levels - 1) > 1 && CLM_TREE_LEAF << (t->levels - 1) < least);
    t->products.count =
        t->wide != NULL ? 0 : clm_size_min(TRANSFORM_WORDS * t->count, t->threads * THREAD_WORDS);
    NEW(t->error, t->own, t->threads);
    t->memory = clm_reallocate(NULL, words + t->products.count, t->word);
    if (t->memory == NULL)
        return clm_out_of_memory(t->error, words + t->products.count, t->word);
    t->products.words = (void *)(t->memory + words * t->word);
    for (size_t k = 0; k < t->levels; k++)
        t->level[k] = t->memory + at[k] * t->word;
    TRY(run_pass(&s));
done:
    return st;
}

void clm_subproducts_destroy(clm_subproducts *t)
{
    free(t->own);
    free(t->memory);
}

/* ---- values ---- */

static clmodp_status divide(const pass *s, clm_tree_thread *own, char *quotient, char *remainder,
                            part a, part b)
{
    const clm_subproducts *t = s->t;

    if (t->wide != NULL)
        return clm_wide_divide(&own->error, (void *)quotient, (void *)remainder,
                               (clm_wide_poly){(const void *)a.c, a.count},
                               (clm_wide_poly){(const void *)b.c, b.count}, NULL, t->wide,
                               s->threads, t->watch);
    return clm_host_divide(&own->error, (void *)quotient, (void *)remainder,
                           (clm_host_poly){(const void *)a.c, a.count},
                           (clm_host_poly){(const void *)b.c, b.count}, t->narrow, s->threads,
                           t->watch);
}

/* Sets the series of a root of degree n, floor(x^n a / root) modulo x^n, or of the remainder of a
 * longer a. In: work  2 n words */
static clmodp_status root_series(const pass *s, char *series, part root, char *work,
                                 clm_tree_thread *own)
{
    clmodp_status st = CLMODP_OK;
    const size_t word = s->t->word, n = root.count - 1, count = clm_size_min(s->n, n);
    const size_t more = s->n - count;
    char *quotient = NULL;

    memset(work, 0, n * word);
    if (more == 0) {
        memcpy(work + n * word, s->in, count * word);
    } else {
        quotient = clm_reallocate(NULL, more, word);
        if (quotient == NULL)
            return clm_out_of_memory(&own->error, more, word);
        TRY(divide(s, own, quotient, work + n * word, (part){(char *)(uintptr_t)s->in, s->n},
                   root));
    }
    TRY(divide(s, own, series, NULL, (part){work, n + count}, root));
    memset(series + count * word, 0, (n - count) * word);
done:
    free(quotient);
    return st;
}

/* A node of degree n has the series floor(x^n a / node) modulo x^n. Coefficients r to n - 1 of its
 * product with a child of degree r are the series of the other child. */
static clmodp_status series_step(const pass *s, size_t level, size_t index, clm_tree_thread *own)
{
    clmodp_status st = CLMODP_OK;
    const clm_subproducts *t = s->t;
    const size_t word = t->word;
    const part node = node_of(t, level, index);
    const part series = {words_of(t, s->words, level, index), node.count - 1};
    char *const work = words_of(t, s->work, level, 2 * index);
    size_t period;

    if (level + 1 == t->levels)
        TRY(root_series(s, series.c, node, work, own));
    if (level == 0) {
        t->leaves->values(words_of(t, s->out, 0, index), series.c, node.c,
                          words_of(t, t->points, 0, index), series.count, field_of(t));
    } else if (has_children(t, level, index)) {
        const part left = node_of(t, level - 1, 2 * index);
        const part right = node_of(t, level - 1, 2 * index + 1), b[2] = {right, left};
        char *const out[2] = {work, work + series.count * word};

        TRY(combine(s, own, out, series.count, &series, b, 1, 2, &period));
        memcpy(series.c, out[0] + (right.count - 1) * word, (left.count - 1) * word);
        memcpy(series.c + (left.count - 1) * word, out[1] + (left.count - 1) * word,
               (right.count - 1) * word);
    }
done:
    return st;
}

clmodp_status clm_subproducts_values(const clm_subproducts *t, void *values, const void *a,
                                     size_t n)
{
    pass s = {.t = t, .step = series_step, .down = true, .in = a, .n = n, .out = values,
              .words = t->memory, .work = t->memory + t->count * t->word};

    return run_pass(&s);
}

/* ---- numerators ---- */

static clmodp_status numerator_step(const pass *s, size_t level, size_t index,
                                    clm_tree_thread *own)
{
    clmodp_status st = CLMODP_OK;
    const clm_subproducts *t = s->t;
    const part node = node_of(t, level, index);
    char *const to = words_of(t, s->words, level, index);
    char *const work = words_of(t, s->work, level, index);

    if (level == 0) {
        t->leaves->numerator(to, node.c, words_of(t, t->points, 0, index),
                             words_of(t, s->in, 0, index), node.count - 1, field_of(t));
    } else if (has_children(t, level, index)) {
        const part left = node_of(t, level - 1, 2 * index);
        const part right = node_of(t, level - 1, 2 * index + 1), b[2] = {right, left};
        const part a[2] = {{to, left.count - 1},
                           {to + (left.count - 1) * t->word, right.count - 1}};

        TRY(combine(s, own, &work, node.count - 1, a, b, 2, 1, NULL));
        memcpy(to, work, (node.count - 1) * t->word);
    }
done:
    return st;
}

clmodp_status clm_subproducts_numerator(const clm_subproducts *t, void *to, const void *weights)
{
    pass s = {.t = t, .step = numerator_step, .in = weights, .words = to, .work = t->memory};

    return run_pass(&s);
}
