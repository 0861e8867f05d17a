/* Products of sums, by pairs of terms or by one integer multiplication. */
#include "zxy/multiply.h"

#include <math.h>

#include "cost/rates.h"
#include "zxy/kronecker.h"
#include "zxy/sum_size.h"
#include "zxy/zxy.h"

static clmodp_status multiply_pairs(clm_sum *out, const clm_sum *f, const clm_sum *g)
{
    clmodp_status st = CLMODP_OK;
    clm_fraction c;

    clm_fraction_init(&c);
    for (size_t k = 0; k < f->length; k++)
        for (size_t l = 0; l < g->length; l++) {
            const clm_summand *a = &f->term[k], *b = &g->term[l];

            TRY(clm_budget_step(out->budget, mpz_size(a->c.num) + mpz_size(b->c.num)));
            mpz_mul(c.num, a->c.num, b->c.num);
            TRY(clm_sum_append(out, a->i + b->i, a->j + b->j, &c));
        }
    TRY(clm_sum_combine(out));
done:
    clm_fraction_clear(&c);
    return st;
}

clmodp_status clm_sum_multiply_whole(clm_sum *out, const clm_sum *f, const clm_sum *g)
{
    clmodp_status st = CLMODP_OK;
    clm_budget *budget = out->budget;
    clm_grid of_f, of_g, of_product;
    clm_packing packing;
    clm_sum_size f_size, g_size;
    clm_amounts whole, pairs;

    TRY(clm_budget_step(budget, f->length + g->length));
    clm_sum_size_of(&f_size, f);
    clm_sum_size_of(&g_size, g);
    if (f_size.degree[0] + g_size.degree[0] >= CLM_ZXY_MOST_EXPONENT ||
        f_size.degree[1] + g_size.degree[1] >= CLM_ZXY_MOST_EXPONENT)
        FAIL(&budget->error, CLMODP_LIMIT, "an exponent reaches 2^31");
    TRY(clm_budget_check_bits(budget, f_size.log_max + g_size.log_max));
    clm_grid_find(&of_f, &of_g, f, g);
    clm_grid_product(&of_product, &of_f, &of_g);
    clm_packing_make(&packing, &of_product, fmin(f_size.log_norm + g_size.log_max,
                                                 f_size.log_max + g_size.log_norm));
    whole = clm_long_cost(&packing);
    pairs = clm_pairs_cost(&f_size, &g_size);
    if (clm_packing_fits(&packing, budget) &&
        clm_host_nanoseconds(&whole) < clm_host_nanoseconds(&pairs))
        return clm_kronecker_multiply(out, &packing, f, &of_f, g, &of_g);
    if (f_size.terms * g_size.terms > budget->pairs)
        FAIL(&budget->error, CLMODP_LIMIT,
             "a product of %zu and %zu terms is too large to multiply out", f->length,
             g->length);
    TRY(multiply_pairs(out, f, g));
done:
    return st;
}

/* f := f * g, where g is one term. */
static clmodp_status multiply_by_term(clm_sum *f, const clm_sum *g)
{
    const clm_summand *term = g->term;

    return clm_sum_scale(f, term->i, term->j, &term->c);
}

clmodp_status clm_sum_multiply(clm_sum *f, clm_sum *g)
{
    clmodp_status st = CLMODP_OK;
    clm_sum product;
    mpz_t f_common, g_common;

    clm_sum_init(&product, f->budget);
    mpz_init(f_common);
    mpz_init(g_common);
    TRY(clm_sum_combine(f));
    TRY(clm_sum_combine(g));
    if (g->length == 1) {
        TRY(multiply_by_term(f, g));
    } else if (f->length == 1) {
        TRY(multiply_by_term(g, f));
        clm_sum_clear(f);
        clm_sum_move(f, g);
    } else if (f->length == 0 || g->length == 0) {
        clm_sum_clear(f);
    } else {
        TRY(clm_sum_clear_denominators(f, f_common));
        TRY(clm_sum_clear_denominators(g, g_common));
        TRY(clm_sum_multiply_whole(&product, f, g));
        clm_sum_clear(f);
        clm_sum_clear(g);
        mpz_mul(f_common, f_common, g_common);
        TRY(clm_sum_divide(&product, f_common));
        clm_sum_move(f, &product);
    }
    clm_sum_clear(g);
done:
    mpz_clear(g_common);
    mpz_clear(f_common);
    clm_sum_clear(&product);
    return st;
}
