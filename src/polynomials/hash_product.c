/* Products of long sums, block by block: the sum so far times 1 is a product, too. */
#include "polynomials/hash_product.h"

#include <math.h>

#include "core/size.h"

/* Pairs between calls of the progress callback. */
#define BLOCK ((size_t)1 << 20)

/* Sets *out, which is {0}, to `count` terms of f from one on. */
static clmodp_status read_terms(clm_sparse *out, const clm_sum *f, const size_t *place,
                                size_t from, size_t count, size_t limbs)
{
    clmodp_status st = CLMODP_OK;

    TRY(clm_sparse_create(out, count, limbs));
    for (size_t k = 0; k < count; k++) {
        out->exponent[k] = place[from + k];
        clm_sparse_set(out->limb + k * limbs, clm_sum_fraction(f, from + k)->num, limbs);
    }
done:
    return st;
}

/* Replaces r by r + a b. */
static clmodp_status add_product(clm_sparse *r, clm_sparse_sum *table, const clm_sparse *a,
                                 const clm_sparse *b, const clm_sparse *one, size_t limbs,
                                 uint64_t most_bytes)
{
    clmodp_status st = CLMODP_OK;
    const clm_sparse_product products[2] = {{a, b, false}, {r, one, false}};
    clm_sparse sum = {0};

    TRY(clm_sparse_add(&sum, table, products, r->length > 0 ? 2 : 1, limbs, most_bytes, NULL));
    clm_sparse_clear(r);
    *r = sum;
done:
    return st;
}

clmodp_status clm_hash_multiply(clm_sparse *r, const clm_sum *f, const size_t *f_place,
                                const clm_sum *g, const size_t *g_place, size_t limbs)
{
    clmodp_status st = CLMODP_OK;
    clm_budget *budget = f->budget;
    clm_sparse a = {0}, b = {0}, one = {0};
    clm_sparse_sum table = {0};

    TRY(clm_sparse_create(&one, 1, limbs));
    for (size_t k = 0; k <= limbs; k++) /* x^0 times 1 */
        one.exponent[k] = k == 1;
    TRY(read_terms(&b, g, g_place, 0, g->length, limbs));
    for (size_t from = 0, count; from < f->length; from += count) {
        count = clm_size_max(BLOCK, 4 * r->length) / g->length + 1;
        count = clm_size_min(count, f->length - from);
        TRY(clm_budget_step(budget, count * g->length * limbs));
        clm_sparse_clear(&a);
        TRY(read_terms(&a, f, f_place, from, count, limbs));
        TRY(add_product(r, &table, &a, &b, &one, limbs, budget->limit));
    }
done:
    if (st == CLMODP_LIMIT && budget->error.message[0] == '\0')
        st = clm_budget_check(budget, INFINITY);
    if (st == CLMODP_HOST_MEMORY && budget->error.message[0] == '\0')
        (void)clm_fail(&budget->error, st, "no memory for a product of %zu and %zu terms",
                       f->length, g->length);
    clm_sparse_sum_clear(&table);
    clm_sparse_clear(&one);
    clm_sparse_clear(&b);
    clm_sparse_clear(&a);
    if (st != CLMODP_OK)
        clm_sparse_clear(r);
    return st;
}
