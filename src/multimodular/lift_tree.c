/* Chinese remaindering of many values with the same primes, on the host alone.
 *
 * The blocks that are joined are the leaves of the product tree, sums over at most 16 digits
 * d of d P_leaf / (primes of the digit). A digit covers two primes p, q:
 * d = y_p q + y_q p < 2pq < 2^63 stands for the part d P/(pq), so one limb multiplies where
 * two half-filled ones would. */
#include "multimodular/lift_tree.h"

#include <string.h>

#include "base/size.h"
#include "multimodular/lift_join.h"

_Static_assert(GMP_NUMB_BITS == 64, "a digit of two 31-bit primes needs 64-bit limbs");

typedef struct columns {
    const clm_product_tree *tree;
    const uint32_t *residues;
    size_t stride;
} columns;

/* digits[k * tree->digits + j] = digit j of value first + k, k < count. */
static void find_digits(const void *source, mp_limb_t *digits, size_t first, size_t count)
{
    const columns *in = source;
    const clm_product_tree *tree = in->tree;

    memset(digits, 0, count * tree->digits * sizeof *digits);
    for (size_t i = 0; i < tree->count; i++) {
        const clm_tree_modulus m = tree->moduli[i];
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

static void leaf_value(const void *source, const mp_limb_t *digits, size_t node, size_t first,
                       size_t column, mp_limb_t *out)
{
    const clm_product_tree *tree = ((const columns *)source)->tree;
    const clm_tree_node *leaf = &tree->nodes[node];
    const mp_limb_t *d = digits + column * tree->digits + leaf->first;
    size_t n = leaf->limbs;

    (void)first;
    out[n] = mpn_mul_1(out, leaf->cofactors, (mp_size_t)n, d[0]);
    for (size_t j = 1; j < leaf->digits; j++)
        out[n] += mpn_addmul_1(out, leaf->cofactors + j * n, (mp_size_t)n, d[j]);
}

clmodp_status clm_lift_tree(clm_error *error, const clm_product_tree *tree,
                            mpz_ptr const *values, size_t count, const uint32_t *residues,
                            size_t stride, size_t threads, clm_watch *watch)
{
    clmodp_status st = CLMODP_OK;
    columns in = {tree, residues, stride};
    clm_blocks leaves = {.depth = SIZE_MAX, .prepare = find_digits, .value = leaf_value,
                         .scratch = CLM_JOIN_COLUMNS * tree->digits, .source = &in};
    size_t words, bytes;

    REQUIRE(error, tree->count == 1 || stride >= count);
    if (!clm_size_mul(&words, tree->count, clm_size_max(stride, count)) ||
        !clm_size_mul(&bytes, words, sizeof *residues))
        FAIL(error, CLMODP_LIMIT, "%zu value%s modulo %zu prime%s do not fit the memory", count,
             CLM_S(count), tree->count, CLM_S(tree->count));
    TRY(clm_lift_join(error, tree, &leaves, values, count, threads, watch));
done:
    return st;
}
