/* Combines values of blocks of primes over a product tree. */
#include "multimodular/crt_tree.h"

#include <string.h>

#include "core/memory.h"
#include "core/parallel.h"
#include "core/size.h"
#include "cost/cost.h"
#include "multimodular/limbs.h"

/* Combination of the values of blocks of primes.
 *
 * A node represents the primes below it, with product P_node. By the Chinese remainder theorem its
 * value is v_node = sum y_i P_node / p_i; with mixed radix it is the number with the node's
 * digits:
 *
 *            v = v_left P_right + v_right P_left         v = v_left + v_right P_left
 *           /                                   \
 *     v_left                                     v_right
 *    /      \                                   /       \
 *   block    ...                               ...
 *
 * Only the root's value is reduced, by one division by P: v_node < (number of primes) P_node needs
 * one limb more than P_node. */

#define WATCHED_THREADS 1000.0 /* threads worth starting: some 30 ms of work */

/* Most values of a work item: a cache line of each row of words. */
enum { MOST_COLUMNS = 16 };

typedef struct combination {
    const clm_product_tree *tree;
    const clm_crt_blocks *blocks;
    mpz_ptr const *values;
    size_t count, each; /* values in all, and of a work item */
    mp_limb_t *scratch;
    size_t scratch_limbs; /* of each thread */
    size_t digits;        /* limbs of the digits of a work item */
    clm_poller *watch;
} combination;

/* The value being combined. */
typedef struct value_place {
    size_t column;
    const mp_limb_t *digits;
    mp_limb_t *pieces; /* scratch for products */
} value_place;

/* Sets out to the sum of a leaf's digits d times its cofactors. */
static void sum_digits(const clm_tree_node *leaf, const mp_limb_t *d, mp_limb_t *out)
{
    const size_t n = leaf->limbs;

    out[n] = mpn_mul_1(out, leaf->cofactors, (mp_size_t)n, d[0]);
    for (size_t j = 1; j < leaf->digits; j++)
        out[n] += mpn_addmul_1(out, leaf->cofactors + j * n, (mp_size_t)n, d[j]);
}

/* Sets out to v of node `index`, limbs + 1 limbs; needs space for limbs + 2. False if stopped. */
static bool combine_node(const combination *job, const value_place *at, size_t index, size_t depth,
                         mp_limb_t *out, mp_limb_t *scratch)
{
    const clm_tree_node *self = &job->tree->nodes[index];
    const clm_tree_node *l = &job->tree->nodes[self->left];
    const clm_tree_node *r = &job->tree->nodes[self->right];
    mp_limb_t *vl = scratch, *vr = vl + l->limbs + 2, *rest = vr + r->limbs + 2;
    mp_size_t limbs = (mp_size_t)(l->limbs + r->limbs + 1);

    if (self->left == 0 && job->blocks->prepare != NULL) {
        sum_digits(self, at->digits + self->first, out);
        return true;
    }
    if (depth == 0 || self->left == 0) {
        job->blocks->value(job->blocks->source, index, at->column, out);
        return true;
    }
    if (!combine_node(job, at, self->left, depth - 1, vl, rest) ||
        !combine_node(job, at, self->right, depth - 1, vr, rest) ||
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

/* Sets value to v mod P in (-P/2, P/2], or to v - floor(P / 2); v has limbs + 1 limbs, rest space
 * for 2. */
static void finish_value(const combination *job, mpz_ptr value, const mp_limb_t *v,
                         mp_limb_t *rest)
{
    const clm_product_tree *tree = job->tree;
    mp_size_t n = (mp_size_t)tree->nodes[0].limbs;
    mp_limb_t *out = mpz_limbs_write(value, n);
    int negative;

    if (job->blocks->shifted) {
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

static clmodp_status combine_columns(void *argument, size_t index, size_t thread)
{
    const combination *job = argument;
    const clm_crt_blocks *blocks = job->blocks;
    size_t first = index * job->each;
    size_t count = clm_size_min(job->each, job->count - first);
    mp_limb_t *digits = job->scratch + thread * job->scratch_limbs;
    mp_limb_t *pieces = digits + job->digits;
    mp_limb_t *v = pieces + clm_limbs_scratch(job->tree->nodes[0].limbs);
    mp_limb_t *rest = v + job->tree->nodes[0].limbs + 2;

    if (blocks->prepare != NULL)
        blocks->prepare(blocks->source, digits, first, count);
    for (size_t k = 0; k < count; k++) {
        const value_place at = {first + k, digits + k * job->tree->digits, pieces};

        if (!combine_node(job, &at, 0, blocks->prepare != NULL ? SIZE_MAX : blocks->depth, v,
                          rest))
            return CLMODP_CANCELLED;
        finish_value(job, job->values[first + k], v, rest);
    }
    return CLMODP_OK;
}

double clm_crt_combine_threads(const clm_product_tree *tree, size_t count)
{
    return clm_threads_worth(CLM_OP_COMBINE_STEP, 2.0 * (double)count * (double)tree->digits *
                                                   (double)(tree->nodes[0].limbs / 2 + 10));
}

clmodp_status clm_crt_combine(clm_error *error, const clm_product_tree *tree,
                              const clm_crt_blocks *blocks, mpz_ptr const *values, size_t count,
                              size_t threads, clm_poller *watch)
{
    clmodp_status st = CLMODP_OK;
    combination job = {.tree = tree, .blocks = blocks, .values = values, .count = count};
    const clm_tree_node *root = &tree->nodes[0];
    size_t items;
    const double worth = clm_crt_combine_threads(tree, count);

    if (count == 0)
        goto done;

    if ((double)threads > worth)
        threads = (size_t)worth;
    job.each = clm_size_min(MOST_COLUMNS, clm_div_up(count, threads));
    items = clm_div_up(count, job.each);
    threads = clm_size_min(threads, items);

    job.digits = blocks->prepare != NULL ? job.each * tree->digits : 0;
    /* At least a cache line between the threads. */
    job.scratch_limbs = job.digits + clm_limbs_scratch(root->limbs) + 2 * root->limbs +
                        clm_size_max(root->scratch, root->limbs) + 32;
    job.watch = worth < WATCHED_THREADS ? NULL : watch;
    NEW(error, job.scratch, clm_size_times(threads, job.scratch_limbs));
    st = clm_parallel_watched(items, threads, combine_columns, &job, job.watch);
    if (st == CLMODP_HOST_MEMORY)
        FAIL(error, CLMODP_HOST_MEMORY, "the host has no memory for %zu thread%s", threads,
             CLM_S(threads));
done:
    free(job.scratch);
    return st;
}

/* CRT reconstruction on the host.
 *
 * Its blocks are the leaves of the product tree: sums over at most 16 digits d of d P_leaf /
 * (primes of the digit). A digit covers two primes p, q: d = y_p q + y_q p < 2pq < 2^63 represents
 * the part d P/(pq), so one limb multiplies in place of two half-filled limbs. */

_Static_assert(GMP_NUMB_BITS == 64, "a digit of two 31-bit primes needs 64-bit limbs");

typedef struct leaf_columns {
    const clm_product_tree *tree;
    const uint32_t *residues;
    size_t stride;
} leaf_columns;

/* Sets digits[k * tree->digits + j] to digit j of value first + k, k < count. */
static void find_digits(const void *source, mp_limb_t *digits, size_t first, size_t count)
{
    const leaf_columns *in = source;
    const clm_product_tree *tree = in->tree;

    memset(digits, 0, count * tree->digits * sizeof *digits);
    for (size_t i = 0; i < tree->count; i++) {
        const clm_tree_prime m = tree->moduli[i];
        const uint32_t *x = in->residues + i * in->stride + first;

        for (size_t k = 0; k < count; k++) {
            /* x * inverse - q * prime is in [0, 2 prime) for every word x. [Harvey 2014] */
            uint32_t q = (uint32_t)(((uint64_t)x[k] * m.quotient) >> 32);
            uint32_t y = x[k] * m.inverse - q * m.prime;

            y = y >= m.prime ? y - m.prime : y;
            digits[k * tree->digits + i / 2] += (mp_limb_t)y * m.mate;
        }
    }
}

clmodp_status clm_crt_check_residues(clm_error *error, size_t primes, size_t count, size_t stride)
{
    clmodp_status st = CLMODP_OK;
    size_t words;

    REQUIRE(error, primes == 1 || stride >= count);
    if (!clm_size_mul(&words, primes, clm_size_max(stride, count)) ||
        words > SIZE_MAX / sizeof(uint32_t))
        FAIL(error, CLMODP_LIMIT, "%zu value%s modulo %zu prime%s do not fit the memory", count,
             CLM_S(count), primes, CLM_S(primes));
done:
    return st;
}

clmodp_status clm_crt_tree(clm_error *error, const clm_product_tree *tree, mpz_ptr const *values,
                           size_t count, const uint32_t *residues, size_t stride, size_t threads,
                           clm_poller *watch)
{
    clmodp_status st = CLMODP_OK;
    leaf_columns in = {tree, residues, stride};
    const clm_crt_blocks leaves = {.prepare = find_digits, .source = &in};

    TRY(clm_crt_check_residues(error, tree->count, count, stride));
    TRY(clm_crt_combine(error, tree, &leaves, values, count, threads, watch));
done:
    return st;
}
