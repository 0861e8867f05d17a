/* Chinese remaindering of many values with the same primes.
 *
 * With P the product of the primes and y_i = x_i (P/p_i)^-1 mod p_i, the value is
 * sum_i y_i P/p_i modulo P. The sum is built over a tree of the primes: a node stands for
 * the primes below it, with product P_node, and holds v_node = sum y_i P_node/p_i, so that
 *
 *                 v = v_left P_right + v_right P_left
 *                /                                   \
 *         v_left                                      v_right
 *        /      \                                    /       \
 *   leaf: sum over at most 16 digits d of d P_leaf/p         ...
 *
 * A digit covers two primes p, q: d = y_p q + y_q p < 2pq < 2^63 stands for the part
 * d P/(pq), so one limb multiplies where two half-filled ones would. Nothing is reduced on
 * the way: v_node < 2 (number of digits) P_node needs one limb more than P_node. One
 * division by P at the root ends it. */
#include "multimodular/lift.h"

#include <string.h>

#include "base/memory.h"
#include "base/parallel.h"
#include "base/size.h"
#include "multimodular/lift_tree.h"

_Static_assert(GMP_NUMB_BITS == 64, "a digit of two 31-bit primes needs 64-bit limbs");

enum { BLOCK = 16 }; /* values a work item: a cache line of each row of residues */

/* out = v of node `index`, limbs + 1 limbs long; out has room for limbs + 2. */
static void combine(const clm_lift *lift, size_t index, const mp_limb_t *digits,
                    mp_limb_t *out, mp_limb_t *scratch)
{
    const clm_lift_node *self = &lift->nodes[index];
    const clm_lift_node *l = &lift->nodes[self->left];
    const clm_lift_node *r = &lift->nodes[self->right];
    mp_limb_t *vl = scratch, *vr = vl + l->limbs + 2, *rest = vr + r->limbs + 2;
    size_t n = self->limbs;

    if (self->left == 0) {
        const mp_limb_t *d = digits + self->first;

        out[n] = mpn_mul_1(out, self->cofactors, (mp_size_t)n, d[0]);
        for (size_t j = 1; j < self->digits; j++)
            out[n] += mpn_addmul_1(out, self->cofactors + j * n, (mp_size_t)n, d[j]);
        return;
    }
    combine(lift, self->left, digits, vl, rest);
    combine(lift, self->right, digits, vr, rest);
    clm_lift_multiply(out, vl, l->limbs + 1, r->product, r->limbs);
    clm_lift_multiply(rest, vr, r->limbs + 1, l->product, l->limbs);
    mpn_add_n(out, out, rest, (mp_size_t)(l->limbs + r->limbs + 1));
}

typedef struct lifting {
    const clm_lift *lift;
    mpz_ptr const *values;
    size_t count;
    const uint32_t *residues;
    size_t stride;
    mp_limb_t *scratch;
    size_t scratch_limbs; /* a worker */
} lifting;

/* digits[k * lift->digits + j] = digit j of value first + k, for `block` values. */
static void find_digits(const lifting *job, mp_limb_t *digits, size_t first, size_t block)
{
    const clm_lift *lift = job->lift;

    memset(digits, 0, block * lift->digits * sizeof *digits);
    for (size_t i = 0; i < lift->count; i++) {
        const clm_lift_modulus m = lift->moduli[i];
        const uint32_t *x = job->residues + i * job->stride + first;

        for (size_t k = 0; k < block; k++) {
            /* x * inverse - q * prime is in [0, 2 prime) for every word x. [Harvey 2014] */
            uint32_t q = (uint32_t)(((uint64_t)x[k] * m.quotient) >> 32);
            uint32_t y = x[k] * m.inverse - q * m.prime;

            y = y >= m.prime ? y - m.prime : y;
            digits[k * lift->digits + i / 2] += (mp_limb_t)y * m.mate;
        }
    }
}

/* value = v mod P in (-P/2, P/2]; v has limbs + 1 limbs, rest room for 2. */
static void finish(const clm_lift *lift, mpz_ptr value, const mp_limb_t *v, mp_limb_t *rest)
{
    const clm_lift_node *root = &lift->nodes[0];
    mp_size_t n = (mp_size_t)root->limbs;
    mp_limb_t *out = mpz_limbs_write(value, n);
    int negative;

    mpn_tdiv_qr(rest, out, 0, v, n + 1, root->product, n);
    negative = mpn_cmp(out, lift->half, n) > 0;
    if (negative)
        mpn_sub_n(out, root->product, out, n);
    mpz_limbs_finish(value, negative ? -n : n);
}

static clmodp_status lift_block(void *argument, size_t index, size_t worker)
{
    const lifting *job = argument;
    const clm_lift *lift = job->lift;
    size_t first = index * BLOCK;
    size_t block = clm_size_min(BLOCK, job->count - first);
    mp_limb_t *digits = job->scratch + worker * job->scratch_limbs;
    mp_limb_t *v = digits + BLOCK * lift->digits;
    mp_limb_t *rest = v + lift->nodes[0].limbs + 2;

    find_digits(job, digits, first, block);
    for (size_t k = 0; k < block; k++) {
        combine(lift, 0, digits + k * lift->digits, v, rest);
        finish(lift, job->values[first + k], v, rest);
    }
    return CLMODP_OK;
}

clmodp_status clm_lift_run(clm_error *error, const clm_lift *lift, mpz_ptr const *values,
                           size_t count, const uint32_t *residues, size_t stride,
                           size_t threads)
{
    clmodp_status st = CLMODP_OK;
    lifting job = {lift, values, count, residues, stride, NULL, 0};
    const clm_lift_node *root = &lift->nodes[0];
    size_t words, bytes, work;

    REQUIRE(error, lift->count == 1 || stride >= count);
    if (!clm_size_mul(&words, lift->count, clm_size_max(stride, count)) ||
        !clm_size_mul(&bytes, words, sizeof *residues))
        FAIL(error, CLMODP_LIMIT, "%zu values modulo %zu primes do not fit the memory", count,
             lift->count);
    if (count == 0)
        goto done;

    /* A thread costs some 30 us; a limb product less than 1 ns. */
    if (!clm_size_mul(&work, count, lift->count * (root->limbs / 2 + 10)))
        work = SIZE_MAX;
    threads = clm_size_min(clm_thread_count(threads), clm_div_up(count, BLOCK));
    threads = clm_size_min(threads, 1 + work / 200000);

    /* Room for the digits, the value and the combining; a cache line and more between
     * the workers. */
    job.scratch_limbs = (BLOCK + 1) * lift->digits + clm_size_max(root->scratch, root->limbs) + 32;
    if (!clm_size_mul(&words, threads, job.scratch_limbs))
        FAIL(error, CLMODP_LIMIT, "%zu threads are too many", threads);
    NEW(error, job.scratch, words);
    if (clm_parallel_for(clm_div_up(count, BLOCK), threads, lift_block, &job) != CLMODP_OK)
        FAIL(error, CLMODP_HOST_MEMORY, "the host has no memory for %zu threads", threads);
done:
    free(job.scratch);
    return st;
}
