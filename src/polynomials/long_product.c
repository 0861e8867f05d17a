/* Computes products of long sums, by a hash table or modulo primes, on a thread while the caller's
 * thread polls for cancellation. */
#include "polynomials/long_product.h"

#include <math.h>

#include "core/parallel.h"
#include "polynomials/residues.h"
#include "polynomials/sparse.h"

/* Least number of coefficients for which a product by residues is worth a thread. */
#define LONG ((size_t)1 << 18)

/* A product in progress. */
typedef struct running {
    const clm_slots *f, *g;
    const clm_sum_packing *packing;
    size_t most_bytes;
    clm_sparse sparse;     /* the result by a hash table */
    clm_residues residues; /* and by residues */
    clm_poller watch;
} running;

/* Polls the budget, as a clm_poller's function. */
static clmodp_status ask(void *user)
{
    return clm_budget_poll(user);
}

static running running_of(clm_sum *out, const clm_sum_packing *packing, const clm_slots *f,
                          const clm_slots *g)
{
    return (running){.f = f, .g = g, .packing = packing, .most_bytes = out->budget->limit,
                     .watch = {.ask = ask, .user = out->budget}};
}

/* Adds a message to a failure that has none; returns the status. */
static clmodp_status explain(const running *x, clm_budget *budget, clmodp_status st)
{
    if (st == CLMODP_LIMIT && budget->error.message[0] == '\0')
        return clm_budget_check(budget, INFINITY);
    if (st == CLMODP_HOST_MEMORY && budget->error.message[0] == '\0')
        return clm_fail(&budget->error, st, "no memory for a product of %zu and %zu terms",
                        x->f->count, x->g->count);
    return st;
}

/* ---- by a hash table ---- */

/* Sets *out, which is {0}, to the terms of f. */
static clmodp_status read_terms(clm_sparse *out, const clm_slots *f, size_t limbs)
{
    clmodp_status st = CLMODP_OK;

    TRY(clm_sparse_create(out, f->count, limbs));
    for (size_t k = 0; k < f->count; k++) {
        out->exponent[k] = clm_slots_place(f, k);
        clm_sparse_set(out->limb + k * limbs, clm_slots_coefficient(f, k), limbs);
    }
done:
    return st;
}

/* Multiplies by a hash table of exponents. */
static clmodp_status add_pairs(void *argument)
{
    clmodp_status st = CLMODP_OK;
    running *x = argument;
    const size_t limbs = x->packing->slot;
    clm_sparse a = {0}, b = {0};
    clm_sparse_sum table = {0};

    TRY(read_terms(&a, x->f, limbs));
    TRY(read_terms(&b, x->g, limbs));
    TRY(clm_sparse_add(&x->sparse, &table, &(clm_sparse_product){&a, &b, false}, 1, limbs,
                       x->most_bytes, &x->watch));
    clm_sparse_sum_clear(&table);
    TRY(clm_sparse_sort(&x->sparse, limbs, &x->watch));
done:
    clm_sparse_sum_clear(&table);
    clm_sparse_clear(&b);
    clm_sparse_clear(&a);
    return st;
}

clmodp_status clm_hash_multiply(clm_sum *out, const clm_sum_packing *packing, const clm_slots *f,
                                const clm_slots *g)
{
    clmodp_status st = CLMODP_OK;
    running x = running_of(out, packing, f, g);
    const size_t limbs = packing->slot;
    clm_fraction c;

    clm_fraction_init(&c);
    TRY(clm_run_watched(add_pairs, &x, &x.watch));
    TRY(clm_sum_reserve(out, x.sparse.length));
    for (size_t k = 0; k < x.sparse.length; k++) {
        clm_sparse_get(c.num, x.sparse.limb + k * limbs, limbs);
        TRY(clm_sum_append_at(out, packing, x.sparse.exponent[k], &c));
    }
done:
    clm_fraction_clear(&c);
    clm_sparse_clear(&x.sparse);
    return explain(&x, out->budget, st);
}

/* ---- by residues ---- */

static clmodp_status find_residues(void *argument)
{
    running *x = argument;

    return clm_residues_multiply(&x->residues, x->f, x->g, x->packing->bits, &x->watch);
}

clmodp_status clm_long_multiply(clm_sum *out, const clm_sum_packing *packing, const clm_slots *f,
                                const clm_slots *g)
{
    clmodp_status st = CLMODP_OK;
    running x = running_of(out, packing, f, g);
    clm_fraction c;

    clm_fraction_init(&c);
    TRY(clm_run_watched(find_residues, &x, f->top + g->top < LONG ? NULL : &x.watch));
    TRY(clm_sum_reserve(out, clm_residues_terms(&x.residues)));
    for (size_t k = 0; k < x.residues.count; k++) {
        clm_residues_get(c.num, &x.residues, k);
        TRY(clm_sum_append_at(out, packing, k, &c));
    }
done:
    clm_fraction_clear(&c);
    clm_residues_destroy(&x.residues);
    return explain(&x, out->budget, st);
}
