/* Products and powers of sums, by pairs of terms or by Kronecker's substitution, whichever is
 * predicted to cost less. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/memory.h"
#include "core/size.h"
#include "cost/cost.h"
#include "polynomials/grid.h"
#include "polynomials/integers.h"
#include "polynomials/kronecker.h"
#include "polynomials/long_product.h"
#include "polynomials/residues.h"
#include "polynomials/sum.h"

/* Upper bounds on the size of a sum, for predictions and, with a margin, safe for packing. */
typedef struct clm_sum_size {
    double terms;
    uint64_t degree[CLMODP_MOST_VARIABLES];
    double log_max;  /* log2 of the largest |coefficient| */
    double log_norm; /* log2 of the sum of the |coefficients| */
} clm_sum_size;

/* Appends the coefficients of a long integer, which is consumed. */
static clmodp_status unpack_sum(clm_sum *out, const clm_sum_packing *packing, mpz_t value)
{
    clmodp_status st = CLMODP_OK;
    size_t slot = packing->slot, slots = (size_t)clm_grid_points(&packing->grid);
    size_t used = mpz_size(value), limbs = slots * slot;
    bool negate = mpz_sgn(value) < 0;
    mp_limb_t *words = mpz_limbs_modify(value, (mp_size_t)limbs), borrow = 0;
    clm_fraction c;

    clm_fraction_init(&c);
    memset(words + used, 0, (limbs - used) * sizeof *words);
    for (size_t k = 0; k < slots; k++) {
        borrow = clm_slot_read(c.num, words + k * slot, slot, borrow, negate);
        TRY(clm_sum_append_at(out, packing, k, &c));
    }
done:
    mpz_limbs_finish(value, 0);
    clm_fraction_clear(&c);
    return st;
}

static clmodp_status multiply_integers(clm_sum *out, const clm_sum_packing *packing,
                                       const clm_slots *f, const clm_slots *g)
{
    clmodp_status st = CLMODP_OK;
    mpz_t a, b;

    mpz_inits(a, b, NULL);
    clm_kronecker_pack(a, f, packing->slot);
    if (f->place != g->place)
        clm_kronecker_pack(b, g, packing->slot);
    mpz_mul(a, a, f->place != g->place ? b : a);
    mpz_realloc2(b, 0);
    TRY(unpack_sum(out, packing, a));
done:
    mpz_clears(a, b, NULL);
    return st;
}

/* Sets out := f * g by places. f and g are combined, with integer coefficients, not 0, and
 * possibly the same; their grids have the steps of the packing. out is empty before.
 * In:     hashed  by pairs of terms; otherwise the packing fits into memory
 * Cost:   one multiplication of integers of packing->limbs limbs in all, or as long_product.h says
 * Errors: LIMIT (the budget), HOST_MEMORY, CANCELLED
 * Source: [Gathen, Gerhard 2013, section 8.4] */
static clmodp_status multiply_packed(clm_sum *out, const clm_sum_packing *packing, bool hashed,
                                     const clm_sum *f, const clm_grid *of_f, const clm_sum *g,
                                     const clm_grid *of_g)
{
    clmodp_status st = CLMODP_OK;
    size_t *f_place = NULL, *g_place = NULL;
    clm_slots a, b;

    TRY(clm_budget_step(out->budget, (size_t)fmin(packing->limbs, 0x1p62)));
    TRY(clm_sum_list(&a, &f_place, packing, f, of_f));
    b = a;
    if (f != g)
        TRY(clm_sum_list(&b, &g_place, packing, g, of_g));
    if (hashed)
        TRY(clm_hash_multiply(out, packing, &a, &b));
    else if (clm_size_min(a.top, b.top) >= CLM_RESIDUES_FACTOR && clm_residues_suit(packing->bits))
        TRY(clm_long_multiply(out, packing, &a, &b));
    else
        TRY(multiply_integers(out, packing, &a, &b));
done:
    free(g_place);
    free(f_place);
    return st;
}

/* Measures a combined sum, not 0, with integer coefficients. Cost: linear in its size */
static void sum_size_of(clm_sum_size *size, const clm_sum *f)
{
    mpz_t norm;

    *size = (clm_sum_size){.terms = (double)f->length};
    mpz_init(norm);
    for (size_t k = 0; k < f->length; k++) {
        mpz_srcptr coefficient = clm_sum_fraction(f, k)->num;
        const uint32_t *e = clm_sum_exponents(f, k);

        size->log_max = fmax(size->log_max, clm_integer_log2(coefficient));
        for (size_t i = 0; i < f->budget->variables; i++)
            if (e[i] > size->degree[i])
                size->degree[i] = e[i];
        (mpz_sgn(coefficient) > 0 ? mpz_add : mpz_sub)(norm, norm, coefficient);
    }
    size->log_norm = clm_integer_log2(norm);
    mpz_clear(norm);
}

/* Returns the approximate operation counts of a product by pairs of terms. */
static clm_amounts pairs_cost(const clm_sum_size *f, const clm_sum_size *g, bool hashed)
{
    const double pairs = f->terms * g->terms;

    return (clm_amounts){.of = {
        [CLM_OP_TERM_PAIR] = hashed ? 0.0 : pairs,
        [CLM_OP_HASHED_PAIR] = hashed ? pairs : 0.0,
        [CLM_OP_TERM_LIMB] = pairs * (f->log_max / GMP_NUMB_BITS + 1.0) *
                             (g->log_max / GMP_NUMB_BITS + 1.0),
    }};
}

static clmodp_status multiply_pairs(clm_sum *out, const clm_sum *f, const clm_sum *g)
{
    clmodp_status st = CLMODP_OK;
    uint32_t e[CLMODP_MOST_VARIABLES];
    clm_fraction c;

    clm_fraction_init(&c);
    for (size_t k = 0; k < f->length; k++)
        for (size_t l = 0; l < g->length; l++) {
            const clm_fraction *a = clm_sum_fraction(f, k), *b = clm_sum_fraction(g, l);

            TRY(clm_budget_step(out->budget, mpz_size(a->num) + mpz_size(b->num)));
            mpz_mul(c.num, a->num, b->num);
            for (size_t i = 0; i < out->budget->variables; i++)
                e[i] = clm_sum_exponents(f, k)[i] + clm_sum_exponents(g, l)[i];
            TRY(clm_sum_append(out, e, &c));
        }
    TRY(clm_sum_combine(out));
done:
    clm_fraction_clear(&c);
    return st;
}

/* Sets out := f * g, out empty before; f and g combined, with integer coefficients, not 0, and
 * possibly the same. Cost and errors as clm_sum_multiply. */
static clmodp_status sum_multiply_whole(clm_sum *out, const clm_sum *f, const clm_sum *g)
{
    clmodp_status st = CLMODP_OK;
    clm_budget *budget = out->budget;
    clm_grid of_f, of_g, of_product;
    clm_sum_packing packing;
    clm_sum_size f_size, g_size;
    clm_amounts whole, pairs;
    bool hashed;

    TRY(clm_budget_step(budget, f->length + g->length));
    sum_size_of(&f_size, f);
    sum_size_of(&g_size, g);
    for (size_t i = 0; i < budget->variables; i++)
        if (f_size.degree[i] + g_size.degree[i] >= CLM_MOST_EXPONENT)
            FAIL(&budget->error, CLMODP_LIMIT, "an exponent reaches 2^31");
    TRY(clm_budget_check_bits(budget, f_size.log_max + g_size.log_max));
    clm_grid_find(&of_f, &of_g, f, g);
    clm_grid_product(&of_product, &of_f, &of_g);
    clm_sum_packing_make(&packing, &of_product, fmin(f_size.log_norm + g_size.log_max,
                                             f_size.log_max + g_size.log_norm));
    whole = (clm_amounts){.of = {[CLM_OP_PACKED_LIMB] = packing.limbs}};
    hashed = f_size.terms * g_size.terms >= CLM_HASH_PAIRS && packing.slot <= CLM_HASH_LIMBS &&
             clm_grid_points(&packing.grid) < 0x1p62;
    pairs = pairs_cost(&f_size, &g_size, hashed);
    if (clm_sum_packing_fits(&packing, budget) &&
        clm_host_nanoseconds(&whole) < clm_host_nanoseconds(&pairs))
        return multiply_packed(out, &packing, false, f, &of_f, g, &of_g);
    if (f_size.terms * g_size.terms > budget->pairs)
        FAIL(&budget->error, CLMODP_LIMIT,
             "a product of %zu and %zu terms is too large to multiply out", f->length,
             g->length);
    TRY(hashed ? multiply_packed(out, &packing, true, f, &of_f, g, &of_g)
               : multiply_pairs(out, f, g));
done:
    return st;
}

/* Multiplies f by g, which has one term. */
static clmodp_status scale_by_term(clm_sum *f, const clm_sum *g)
{
    uint64_t exponents[CLMODP_MOST_VARIABLES];

    for (size_t i = 0; i < g->budget->variables; i++)
        exponents[i] = clm_sum_exponents(g, 0)[i];
    return clm_sum_scale(f, exponents, clm_sum_fraction(g, 0));
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
        TRY(scale_by_term(f, g));
    } else if (f->length == 1) {
        TRY(scale_by_term(g, f));
        clm_sum_clear(f);
        clm_sum_move(f, g);
    } else if (f->length == 0 || g->length == 0) {
        clm_sum_clear(f);
    } else {
        TRY(clm_sum_clear_denominators(f, f_common));
        TRY(clm_sum_clear_denominators(g, g_common));
        TRY(sum_multiply_whole(&product, f, g));
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

/* Returns the most terms of a power: the multisets of e out of `terms` terms. */
static double count_choices(double terms, double e)
{
    const double all = terms - 1 + e, few = fmin(e, terms - 1);
    double ways = 1;

    for (double k = 1; k <= few && !isinf(ways); k++)
        ways *= (all - few + k) / k; /* at least 2 */
    return ways * (1.0 + 1e-6);
}

/* Sets out := f^e, from the top bit of e down. */
static clmodp_status square_repeatedly(clm_sum *out, const clm_sum *f, uint64_t e)
{
    clmodp_status st = CLMODP_OK;
    clm_sum power, next;
    int bit = 62;

    clm_sum_init(&power, f->budget);
    clm_sum_init(&next, f->budget);
    while ((e >> bit & 1) == 0)
        bit--;
    for (const clm_sum *base = f; bit-- > 0;) {
        TRY(sum_multiply_whole(&next, base, base));
        clm_sum_clear(&power);
        clm_sum_move(&power, &next);
        base = &power;
        if ((e >> bit & 1) == 0)
            continue;
        TRY(sum_multiply_whole(&next, &power, f));
        clm_sum_clear(&power);
        clm_sum_move(&power, &next);
    }
    clm_sum_move(out, &power);
done:
    clm_sum_clear(&next);
    clm_sum_clear(&power);
    return st;
}

static void power_size(clm_sum_size *size, clm_grid *grid, const clm_sum_size *f,
                       const clm_grid *of_f, uint64_t e)
{
    clm_grid_power(grid, of_f, e);
    *size = (clm_sum_size){
        .terms = fmin(clm_grid_points(grid), count_choices(f->terms, (double)e)),
        .log_max = f->log_norm * (double)e,
        .log_norm = f->log_norm * (double)e,
    };
}

/* Sets out := f^e for an f with integer coefficients.
 * In: extra  bits that each coefficient will need in addition */
static clmodp_status power_whole(clm_sum *out, const clm_sum *f, uint64_t e, double extra)
{
    clmodp_status st = CLMODP_OK;
    clm_error *error = &out->budget->error;
    clm_sum_size size, result, half;
    clm_grid grid, result_grid, half_grid;
    clm_sum_packing packing;

    sum_size_of(&size, f);
    for (size_t i = 0; i < f->budget->variables; i++)
        if (size.degree[i] > 0 && e > (CLM_MOST_EXPONENT - 1) / size.degree[i])
            FAIL(error, CLMODP_LIMIT, "an exponent reaches 2^31");
    clm_grid_find(&grid, &grid, f, f);
    power_size(&result, &result_grid, &size, &grid, e);
    power_size(&half, &half_grid, &size, &grid, e / 2);
    TRY(clm_budget_check_bits(out->budget, result.log_max));
    TRY(clm_budget_check(out->budget,
                         result.terms * ((double)clm_term_bytes(f->budget->variables,
                                                                sizeof(clm_fraction)) +
                                         (result.log_max + extra) / 8.0)));
    clm_sum_packing_make(&packing, &result_grid, result.log_max);
    if (f->length == 2)
        return clm_sum_binomial_power(out, f, e);
    if (!clm_sum_packing_fits(&packing, out->budget) &&
        half.terms * half.terms > out->budget->pairs)
        FAIL(error, CLMODP_LIMIT, "a power of %zu terms is too large to multiply out",
             f->length);
    return square_repeatedly(out, f, e);
done:
    return st;
}

clmodp_status clm_sum_power(clm_sum *f, uint64_t e)
{
    clmodp_status st = CLMODP_OK;
    clm_fraction common;
    clm_sum power;
    double extra;

    clm_fraction_init(&common);
    clm_sum_init(&power, f->budget);
    TRY(clm_sum_clear_denominators(f, common.num));
    extra = mpz_cmp_ui(common.num, 1) == 0 ? 0.0 : clm_integer_log2(common.num) * (double)e;
    TRY(power_whole(&power, f, e, extra));
    TRY(clm_fraction_power(f->budget, &common, e));
    TRY(clm_sum_divide(&power, common.num));
    clm_sum_clear(f);
    clm_sum_move(f, &power);
done:
    clm_sum_clear(&power);
    clm_fraction_clear(&common);
    return st;
}
