/* Products and powers of sums, by pairs of terms or by Kronecker's substitution, whichever is
 * predicted to cost less. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/memory.h"
#include "core/size.h"
#include "cost/cost.h"
#include "polynomials/hash_product.h"
#include "polynomials/integers.h"
#include "polynomials/kronecker.h"
#include "polynomials/sum.h"

/* Numbers exponents without large gaps. The exponents of a polynomial are origin + a * step, with
 * 0 <= a_i < width_i for each variable; or, if all lie on one line, as for a polynomial in one
 * variable or a homogeneous one in two, with one a < width_0 for all variables. Steps divide out
 * common gaps, as in even polynomials. Products of polynomials with the same steps have them. */
typedef struct clm_grid {
    size_t variables;
    bool line;
    int64_t origin[CLMODP_MOST_VARIABLES];
    int64_t step[CLMODP_MOST_VARIABLES]; /* of a line: the first that is not 0 is positive */
    uint64_t width[CLMODP_MOST_VARIABLES];
} clm_grid;

/* Returns the number of points. */
static double clm_grid_points(const clm_grid *grid)
{
    double points = 1.0;

    for (size_t i = 0; i < grid->variables; i++)
        points *= (double)grid->width[i];
    return points;
}

/* The places of a result's coefficients in the long integer. */
typedef struct clm_packing {
    clm_grid grid; /* of the result */
    size_t slot;         /* limbs per coefficient, its sign included */
    double limbs;        /* of the whole integer */
} clm_packing;

/* Upper bounds on the size of a sum, for predictions and, with a margin, safe for packing. */
typedef struct clm_sum_size {
    double terms;
    uint64_t degree[CLMODP_MOST_VARIABLES];
    double log_max;  /* log2 of the largest |coefficient| */
    double log_norm; /* log2 of the sum of the |coefficients| */
} clm_sum_size;

/* Returns the difference of the exponents of a variable in term k and in the first term. */
static int64_t difference(const clm_sum *f, size_t k, size_t i)
{
    return (int64_t)clm_sum_exponents(f, k)[i] - (int64_t)clm_sum_exponents(f, 0)[i];
}

/* Returns the first variable with a step; the number of variables if there is none. */
static size_t first_step(const clm_grid *grid)
{
    size_t i = 0;

    while (i < grid->variables && grid->step[i] == 0)
        i++;
    return i;
}

/* Sets the steps to the gcds of all differences of exponents in f and so far. */
static void find_gaps(clm_grid *grid, const clm_sum *f)
{
    for (size_t i = 0; i < grid->variables; i++)
        for (size_t k = 1; k < f->length && grid->step[i] != 1; k++)
            grid->step[i] = (int64_t)clm_size_gcd((size_t)grid->step[i],
                                                  (size_t)llabs(difference(f, k, i)));
}

/* Tells whether all differences of exponents are multiples of those of terms 0 and 1 of f. */
static bool is_line(const clm_sum *f, const clm_sum *g, size_t pivot)
{
    for (size_t k = 1; k < g->length; k++)
        for (size_t i = 0; i < g->budget->variables; i++)
            if (difference(g, k, i) * difference(f, 1, pivot) !=
                difference(g, k, pivot) * difference(f, 1, i))
                return false;
    return true;
}

/* Finds the steps that two polynomials share; a step is 0 if neither needs it. */
static void find_steps(clm_grid *grid, const clm_sum *f, const clm_sum *g)
{
    const clm_sum *longer = f->length > 1 ? f : g;
    size_t pivot = 0;

    *grid = (clm_grid){.variables = f->budget->variables};
    find_gaps(grid, f);
    find_gaps(grid, g);
    while (longer->length > 1 && difference(longer, 1, pivot) == 0)
        pivot++;
    if (longer->length > 1 && is_line(longer, f, pivot) && is_line(longer, g, pivot)) {
        grid->line = true; /* the gaps belong to the shortest vector on the line */
        for (size_t i = pivot + 1; i < grid->variables; i++)
            grid->step[i] = grid->step[pivot] * difference(longer, 1, i) /
                            difference(longer, 1, pivot);
    }
}

/* Sets origin and widths of one polynomial for known steps. */
static void enclose_exponents(clm_grid *out, const clm_sum *f)
{
    const size_t pivot = first_step(out);

    for (size_t i = 0; i < out->variables; i++) {
        int64_t low = 0, high = 0;

        for (size_t k = 1; k < f->length; k++) {
            low = difference(f, k, i) < low ? difference(f, k, i) : low;
            high = difference(f, k, i) > high ? difference(f, k, i) : high;
        }
        out->origin[i] = clm_sum_exponents(f, 0)[i];
        out->width[i] = 1;
        if (!out->line) {
            out->origin[i] += low;
            out->width[i] += out->step[i] != 0 ? (uint64_t)((high - low) / out->step[i]) : 0;
        } else if (i == pivot) { /* the first term is the lower end */
            out->width[0] += (uint64_t)(high / out->step[i]);
        }
    }
}

/* Finds the grids of two non-zero combined sums: common steps, separate origins and widths. g may
 * be f. Cost: linear in the terms */
static void grid_find(clm_grid *of_f, clm_grid *of_g, const clm_sum *f, const clm_sum *g)
{
    find_steps(of_f, f, g);
    *of_g = *of_f;
    enclose_exponents(of_f, f);
    enclose_exponents(of_g, g);
}

/* The grids of f^e and of a product. Widths saturate far above 2^62. */
static void grid_power(clm_grid *out, const clm_grid *f, uint64_t e)
{
    *out = *f;
    for (size_t i = 0; i < f->variables; i++) {
        out->origin[i] = f->origin[i] * (int64_t)e;
        out->width[i] = (f->width[i] - 1) * e + 1;
    }
}

static void grid_product(clm_grid *out, const clm_grid *f, const clm_grid *g)
{
    *out = *f;
    for (size_t i = 0; i < f->variables; i++) {
        out->origin[i] = f->origin[i] + g->origin[i];
        out->width[i] = f->width[i] + g->width[i] - 1;
    }
}

/* Returns the number of a term in a grid that contains f's, with f's origin. Terms in order have
 * increasing numbers. */
static uint64_t grid_number(const clm_grid *grid, const clm_grid *of_f, const uint32_t *e)
{
    uint64_t number = 0;

    if (grid->line) {
        const size_t pivot = first_step(grid);

        return (uint64_t)((e[pivot] - of_f->origin[pivot]) / grid->step[pivot]);
    }
    for (size_t i = 0; i < grid->variables; i++) {
        number *= grid->width[i];
        if (grid->step[i] != 0)
            number += (uint64_t)((e[i] - of_f->origin[i]) / grid->step[i]);
    }
    return number;
}

static void grid_exponents(const clm_grid *grid, uint64_t number, uint32_t *e)
{
    for (size_t i = grid->variables; i-- > 0;) {
        const uint64_t a = grid->line ? number : number % grid->width[i];

        e[i] = (uint32_t)(grid->origin[i] + (int64_t)a * grid->step[i]);
        if (!grid->line)
            number /= grid->width[i];
    }
}

/* Kronecker's substitution (kronecker.h): a polynomial's value at powers of 2^(64 slot). */

/* Makes the packing of a result with coefficients below 2^bits in absolute value. */
static void packing_make(clm_packing *packing, const clm_grid *grid, double bits)
{
    packing->grid = *grid;
    packing->slot = (size_t)((bits + 2.0) / GMP_NUMB_BITS) + 1; /* for a sign and rounding up */
    packing->limbs = clm_grid_points(grid) * (double)packing->slot;
}

static bool packing_fits(const clm_packing *packing, const clm_budget *budget)
{
    return packing->limbs * GMP_NUMB_BITS <= budget->bits;
}

/* Lists the numbers of f's terms, to be released. */
static clmodp_status list_places(size_t **place, const clm_packing *packing, const clm_sum *f,
                                 const clm_grid *of_f)
{
    clmodp_status st = CLMODP_OK;

    NEW(&f->budget->error, *place, f->length);
    for (size_t k = 0; k < f->length; k++)
        (*place)[k] = (size_t)grid_number(&packing->grid, of_f, clm_sum_exponents(f, k));
done:
    return st;
}

static clmodp_status pack_sum(mpz_t value, const clm_packing *packing, const clm_sum *f,
                              const clm_grid *of_f)
{
    clmodp_status st = CLMODP_OK;
    size_t *place = NULL;

    TRY(list_places(&place, packing, f, of_f));
    clm_kronecker_pack(value, &(clm_slots){clm_sum_fraction(f, 0)->num,
                                           clm_term_bytes(packing->grid.variables,
                                                          sizeof(clm_fraction)),
                                           place, f->length, place[f->length - 1]},
                       packing->slot);
done:
    free(place);
    return st;
}

/* Appends the coefficients of a long integer, which is consumed. */
static clmodp_status unpack_sum(clm_sum *out, const clm_packing *packing, mpz_t value)
{
    clmodp_status st = CLMODP_OK;
    size_t slot = packing->slot, slots = (size_t)clm_grid_points(&packing->grid);
    size_t used = mpz_size(value), limbs = slots * slot;
    bool negate = mpz_sgn(value) < 0;
    mp_limb_t *words = mpz_limbs_modify(value, (mp_size_t)limbs), borrow = 0;
    uint32_t exponents[CLMODP_MOST_VARIABLES];
    clm_fraction c;

    clm_fraction_init(&c);
    memset(words + used, 0, (limbs - used) * sizeof *words);
    for (size_t k = 0; k < slots; k++) {
        TRY(clm_budget_step(out->budget, slot));
        borrow = clm_slot_read(c.num, words + k * slot, slot, borrow, negate);
        if (mpz_sgn(c.num) == 0)
            continue;
        grid_exponents(&packing->grid, k, exponents);
        TRY(clm_sum_append(out, exponents, &c));
    }
done:
    mpz_limbs_finish(value, 0);
    clm_fraction_clear(&c);
    return st;
}

/* Sets out := f * g. f and g are combined, with integer coefficients, not 0, and possibly the
 * same; `packing` fits the result; the grids of f and g have its steps. out is empty before.
 * Cost:   one multiplication of integers of packing->limbs limbs in all
 * Errors: LIMIT (the budget), HOST_MEMORY
 * Source: [Gathen, Gerhard 2013, section 8.4] */
static clmodp_status kronecker_multiply(clm_sum *out, const clm_packing *packing, const clm_sum *f,
                                        const clm_grid *of_f, const clm_sum *g,
                                        const clm_grid *of_g)
{
    clmodp_status st = CLMODP_OK;
    mpz_t a, b;

    mpz_inits(a, b, NULL);
    TRY(clm_budget_step(out->budget, (size_t)packing->limbs));
    TRY(pack_sum(a, packing, f, of_f));
    if (f != g)
        TRY(pack_sum(b, packing, g, of_g));
    mpz_mul(a, a, f != g ? b : a);
    mpz_realloc2(b, 0);
    TRY(unpack_sum(out, packing, a));
done:
    mpz_clears(a, b, NULL);
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

/* Sets out := f * g likewise, with pairs of terms in a hash table. */
static clmodp_status hash_multiply(clm_sum *out, const clm_packing *packing, const clm_sum *f,
                                   const clm_grid *of_f, const clm_sum *g, const clm_grid *of_g)
{
    clmodp_status st = CLMODP_OK;
    size_t *f_place = NULL, *g_place = NULL;
    uint32_t e[CLMODP_MOST_VARIABLES];
    clm_sparse r = {0};
    clm_fraction c;

    clm_fraction_init(&c);
    TRY(list_places(&f_place, packing, f, of_f));
    TRY(list_places(&g_place, packing, g, of_g));
    TRY(clm_hash_multiply(&r, f, f_place, g, g_place, packing->slot));
    for (size_t k = 0; k < r.length; k++) {
        TRY(clm_budget_step(out->budget, packing->slot));
        clm_sparse_get(c.num, r.limb + k * packing->slot, packing->slot);
        grid_exponents(&packing->grid, r.exponent[k], e);
        TRY(clm_sum_append(out, e, &c));
    }
done:
    clm_fraction_clear(&c);
    clm_sparse_clear(&r);
    free(g_place);
    free(f_place);
    return st;
}

/* Sets out := f * g, out empty before; f and g combined, with integer coefficients, not 0, and
 * possibly the same. Cost and errors as clm_sum_multiply. */
static clmodp_status sum_multiply_whole(clm_sum *out, const clm_sum *f, const clm_sum *g)
{
    clmodp_status st = CLMODP_OK;
    clm_budget *budget = out->budget;
    clm_grid of_f, of_g, of_product;
    clm_packing packing;
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
    grid_find(&of_f, &of_g, f, g);
    grid_product(&of_product, &of_f, &of_g);
    packing_make(&packing, &of_product, fmin(f_size.log_norm + g_size.log_max,
                                             f_size.log_max + g_size.log_norm));
    whole = (clm_amounts){.of = {[CLM_OP_PACKED_LIMB] = packing.limbs}};
    hashed = f_size.terms * g_size.terms >= CLM_HASH_PAIRS && packing.slot <= CLM_HASH_LIMBS &&
             clm_grid_points(&packing.grid) < 0x1p62;
    pairs = pairs_cost(&f_size, &g_size, hashed);
    if (packing_fits(&packing, budget) &&
        clm_host_nanoseconds(&whole) < clm_host_nanoseconds(&pairs))
        return kronecker_multiply(out, &packing, f, &of_f, g, &of_g);
    if (f_size.terms * g_size.terms > budget->pairs)
        FAIL(&budget->error, CLMODP_LIMIT,
             "a product of %zu and %zu terms is too large to multiply out", f->length,
             g->length);
    TRY(hashed ? hash_multiply(out, &packing, f, &of_f, g, &of_g) : multiply_pairs(out, f, g));
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
    grid_power(grid, of_f, e);
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
    clm_packing packing;

    sum_size_of(&size, f);
    for (size_t i = 0; i < f->budget->variables; i++)
        if (size.degree[i] > 0 && e > (CLM_MOST_EXPONENT - 1) / size.degree[i])
            FAIL(error, CLMODP_LIMIT, "an exponent reaches 2^31");
    grid_find(&grid, &grid, f, f);
    power_size(&result, &result_grid, &size, &grid, e);
    power_size(&half, &half_grid, &size, &grid, e / 2);
    TRY(clm_budget_check_bits(out->budget, result.log_max));
    TRY(clm_budget_check(out->budget,
                         result.terms * ((double)clm_term_bytes(f->budget->variables,
                                                                sizeof(clm_fraction)) +
                                         (result.log_max + extra) / 8.0)));
    packing_make(&packing, &result_grid, result.log_max);
    if (f->length == 2)
        return clm_sum_binomial_power(out, f, e);
    if (!packing_fits(&packing, out->budget) &&
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
