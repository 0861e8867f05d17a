/* Products of long sums, on a thread of its own, so that the caller's polls for cancellation. */
#include "polynomials/hash_product.h"

#include <math.h>

/* A product in progress. */
typedef struct running {
    clm_sparse *r;
    clm_sparse_product of;
    size_t limbs;
    clm_budget *budget;
    clm_poller watch;
} running;

static clmodp_status ask(void *user)
{
    return clm_budget_poll(user);
}

/* Sets *out, which is {0}, to the terms of f. */
static clmodp_status read_terms(clm_sparse *out, const clm_sum *f, const size_t *place,
                                size_t limbs)
{
    clmodp_status st = CLMODP_OK;

    TRY(clm_sparse_create(out, f->length, limbs));
    for (size_t k = 0; k < f->length; k++) {
        TRY(clm_budget_step(f->budget, limbs));
        out->exponent[k] = place[k];
        clm_sparse_set(out->limb + k * limbs, clm_sum_fraction(f, k)->num, limbs);
    }
done:
    return st;
}

/* Multiplies, as a clm_work. */
static clmodp_status multiply(void *argument, size_t index, size_t thread)
{
    clmodp_status st = CLMODP_OK;
    running *x = argument;
    clm_sparse_sum table = {0};

    (void)index;
    (void)thread;
    TRY(clm_sparse_add(x->r, &table, &x->of, 1, x->limbs, x->budget->limit, &x->watch));
    clm_sparse_sum_clear(&table);
    TRY(clm_sparse_sort(x->r, x->limbs, &x->watch));
done:
    clm_sparse_sum_clear(&table);
    return st;
}

clmodp_status clm_hash_multiply(clm_sparse *r, const clm_sum *f, const size_t *f_place,
                                const clm_sum *g, const size_t *g_place, size_t limbs)
{
    clmodp_status st = CLMODP_OK;
    clm_budget *budget = f->budget;
    clm_sparse a = {0}, b = {0};
    running x = {
        .r = r,
        .of = {&a, &b, false},
        .limbs = limbs,
        .budget = budget,
        .watch = {.ask = ask, .user = budget},
    };

    TRY(read_terms(&a, f, f_place, limbs));
    TRY(read_terms(&b, g, g_place, limbs));
    TRY(clm_parallel_watched(1, 1, multiply, &x, &x.watch));
done:
    if (st == CLMODP_LIMIT && budget->error.message[0] == '\0')
        st = clm_budget_check(budget, INFINITY);
    if (st == CLMODP_HOST_MEMORY && budget->error.message[0] == '\0')
        (void)clm_fail(&budget->error, st, "no memory for a product of %zu and %zu terms",
                       f->length, g->length);
    clm_sparse_clear(&b);
    clm_sparse_clear(&a);
    if (st != CLMODP_OK)
        clm_sparse_clear(r);
    return st;
}
