/* Join the values of blocks of primes over the product tree.
 *
 * A node stands for the primes below it, with product P_node. By the Chinese remainder
 * theorem it holds v_node = sum y_i P_node / p_i, with mixed radix the number that its digits
 * make:
 *
 *            v = v_left P_right + v_right P_left         v = v_left + v_right P_left
 *           /                                   \
 *     v_left                                     v_right
 *    /      \                                   /       \
 *   block    ...                               ...
 *
 * Nothing is reduced on the way: v_node < (number of primes) P_node needs one limb more than
 * P_node. One division by P at the root ends it. */
#include "multimodular/lift_join.h"

#include "base/memory.h"
#include "base/size.h"
#include "cost/rates.h"
#include "multimodular/limbs.h"

#define WATCHED_THREADS 1000.0 /* that the work is worth: some 30 ms */

typedef struct joining {
    const clm_product_tree *tree;
    const clm_blocks *blocks;
    mpz_ptr const *values;
    size_t count;
    mp_limb_t *scratch;
    size_t scratch_limbs; /* a thread */
    clm_watch *watch;
} joining;

/* One value being joined: which, and what was prepared for it. */
typedef struct place {
    size_t first, column;
    const mp_limb_t *prepared;
    mp_limb_t *pieces; /* scratch for products */
} place;

/* out = v of node `index`, limbs + 1 limbs long; out has room for limbs + 2. False if stopped. */
static bool combine(const joining *job, const place *at, size_t index, size_t depth,
                    mp_limb_t *out, mp_limb_t *scratch)
{
    const clm_tree_node *self = &job->tree->nodes[index];
    const clm_tree_node *l = &job->tree->nodes[self->left];
    const clm_tree_node *r = &job->tree->nodes[self->right];
    mp_limb_t *vl = scratch, *vr = vl + l->limbs + 2, *rest = vr + r->limbs + 2;
    mp_size_t limbs = (mp_size_t)(l->limbs + r->limbs + 1);

    if (depth == 0 || self->left == 0) {
        job->blocks->value(job->blocks->source, at->prepared, index, at->first, at->column, out);
        return true;
    }
    if (!combine(job, at, self->left, depth - 1, vl, rest) ||
        !combine(job, at, self->right, depth - 1, vr, rest) ||
        !clm_limbs_multiply_watched(out, vr, r->limbs + 1, l->product, l->limbs, at->pieces,
                                    job->watch))
        return false;
    if (job->blocks->mixed) {
        mpn_add(out, out, limbs, vl, (mp_size_t)l->limbs + 1);
        return true;
    }
    if (!clm_limbs_multiply_watched(rest, vl, l->limbs + 1, r->product, r->limbs, at->pieces,
                                    job->watch))
        return false;
    mpn_add_n(out, out, rest, limbs);
    return true;
}

/* value = v mod P in (-P/2, P/2], or v - floor(P / 2) with mixed radix; v has limbs + 1
 * limbs, rest room for 2. */
static void finish(const joining *job, mpz_ptr value, const mp_limb_t *v, mp_limb_t *rest)
{
    const clm_product_tree *tree = job->tree;
    mp_size_t n = (mp_size_t)tree->nodes[0].limbs;
    mp_limb_t *out = mpz_limbs_write(value, n);
    int negative;

    if (job->blocks->mixed) {
        negative = mpn_cmp(v, tree->half, n) < 0;
        mpn_sub_n(out, negative ? tree->half : v, negative ? v : tree->half, n);
    } else {
        mpn_tdiv_qr(rest, out, 0, v, n + 1, tree->nodes[0].product, n);
        negative = mpn_cmp(out, tree->half, n) > 0;
        if (negative)
            mpn_sub_n(out, tree->nodes[0].product, out, n);
    }
    mpz_limbs_finish(value, negative ? -n : n);
}

static clmodp_status join_columns(void *argument, size_t index, size_t thread)
{
    const joining *job = argument;
    const clm_blocks *blocks = job->blocks;
    size_t first = index * CLM_JOIN_COLUMNS;
    size_t count = clm_size_min(CLM_JOIN_COLUMNS, job->count - first);
    mp_limb_t *prepared = job->scratch + thread * job->scratch_limbs;
    mp_limb_t *pieces = prepared + blocks->scratch;
    mp_limb_t *v = pieces + clm_limbs_scratch(job->tree->nodes[0].limbs);
    mp_limb_t *rest = v + job->tree->nodes[0].limbs + 2;

    if (blocks->prepare != NULL)
        blocks->prepare(blocks->source, prepared, first, count);
    for (size_t k = 0; k < count; k++) {
        if (!combine(job, &(place){first, k, prepared, pieces}, 0, blocks->depth, v, rest))
            return CLMODP_CANCELLED;
        finish(job, job->values[first + k], v, rest);
    }
    return CLMODP_OK;
}

double clm_lift_join_threads(const clm_product_tree *tree, size_t count)
{
    return clm_threads_worth(CLM_OP_JOIN_STEP, (double)count * (double)tree->count *
                                                   (double)(tree->nodes[0].limbs / 2 + 10));
}

clmodp_status clm_lift_join(clm_error *error, const clm_product_tree *tree,
                            const clm_blocks *blocks, mpz_ptr const *values, size_t count,
                            size_t threads, clm_watch *watch)
{
    clmodp_status st = CLMODP_OK;
    joining job = {.tree = tree, .blocks = blocks, .values = values, .count = count};
    const clm_tree_node *root = &tree->nodes[0];
    size_t words, items = clm_div_up(count, CLM_JOIN_COLUMNS);
    const double worth = clm_lift_join_threads(tree, count);

    if (count == 0)
        goto done;

    threads = clm_size_min(threads, items);
    if ((double)threads > worth)
        threads = (size_t)worth;

    /* A cache line and more between the threads. */
    job.scratch_limbs = blocks->scratch + clm_limbs_scratch(root->limbs) + 2 * root->limbs +
                        clm_size_max(root->scratch, root->limbs) + 32;
    job.watch = worth < WATCHED_THREADS ? NULL : watch;
    if (!clm_size_mul(&words, threads, job.scratch_limbs))
        FAIL(error, CLMODP_LIMIT, "%zu threads are too many", threads);
    NEW(error, job.scratch, words);
    st = clm_parallel_watched(items, threads, join_columns, &job, job.watch);
    if (st == CLMODP_HOST_MEMORY)
        FAIL(error, CLMODP_HOST_MEMORY, "the host has no memory for %zu thread%s", threads,
             CLM_S(threads));
done:
    free(job.scratch);
    return st;
}
