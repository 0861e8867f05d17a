/* Powers of numbers and of sums. */
#include <math.h>

#include "zxy/sum_size.h"
#include "zxy/multiply.h"
#include "zxy/zxy.h"

clmodp_status clm_fraction_power(clm_budget *budget, clm_fraction *a, uint64_t e)
{
    clmodp_status st = CLMODP_OK;
    double bits;

    if (clm_fraction_whole(a) && mpz_cmpabs_ui(a->num, 1) <= 0) {
        if (e == 0)
            mpz_set_ui(a->num, 1);
        else if (e % 2 == 0)
            mpz_abs(a->num, a->num);
        return CLMODP_OK;
    }
    bits = clm_log2(a->num);
    if (!clm_fraction_whole(a))
        bits = fmax(bits, clm_log2(a->den));
    TRY(clm_budget_check_bits(budget, bits * (double)e));
    mpz_pow_ui(a->num, a->num, (unsigned long)e);
    if (!clm_fraction_whole(a))
        mpz_pow_ui(a->den, a->den, (unsigned long)e);
    clm_fraction_reduce(a);
done:
    return st;
}

/* The number of ways to choose e of `terms` terms in any order, the most that a power can
 * have. */
static double choices(double terms, double e)
{
    const double all = terms - 1 + e, few = fmin(e, terms - 1);
    double ways = 1;

    for (double k = 1; k <= few && !isinf(ways); k++)
        ways *= (all - few + k) / k; /* at least 2 */
    return ways * (1.0 + 1e-6);
}

/* out := (a + b)^e by the binomial theorem. */
static clmodp_status binomial_power(clm_sum *out, const clm_sum *f, uint64_t e)
{
    clmodp_status st = CLMODP_OK;
    const clm_summand *a = &f->term[0], *b = &f->term[1];
    mpz_t value; /* C(e, k) a^(e-k) b^k */
    clm_fraction c;

    mpz_init(value);
    clm_fraction_init(&c);
    mpz_pow_ui(value, a->c.num, (unsigned long)e);
    for (uint64_t k = 0; k <= e; k++) {
        TRY(clm_budget_step(out->budget, 1 + 4 * mpz_size(value)));
        mpz_set(c.num, value);
        TRY(clm_sum_append(out, (uint32_t)((e - k) * a->i + k * b->i),
                           (uint32_t)((e - k) * a->j + k * b->j), &c));
        if (k == e)
            break;
        mpz_mul_ui(value, value, (unsigned long)(e - k));
        mpz_divexact_ui(value, value, (unsigned long)(k + 1));
        mpz_mul(value, value, b->c.num);
        mpz_divexact(value, value, a->c.num);
    }
done:
    clm_fraction_clear(&c);
    mpz_clear(value);
    return st;
}

/* out := f^e from the top bit of e down. */
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
        TRY(clm_sum_multiply_whole(&next, base, base));
        clm_sum_clear(&power);
        clm_sum_move(&power, &next);
        base = &power;
        if ((e >> bit & 1) == 0)
            continue;
        TRY(clm_sum_multiply_whole(&next, &power, f));
        clm_sum_clear(&power);
        clm_sum_move(&power, &next);
    }
    clm_sum_move(out, &power);
done:
    clm_sum_clear(&next);
    clm_sum_clear(&power);
    return st;
}

/* What f^e would be, as far as it can be told without computing it. */
static void power_size(clm_sum_size *size, clm_grid *grid, const clm_sum_size *f,
                       const clm_grid *of_f, uint64_t e)
{
    clm_grid_power(grid, of_f, e);
    *size = (clm_sum_size){
        .terms = fmin(clm_grid_points(grid), choices(f->terms, (double)e)),
        .degree = {f->degree[0] * e, f->degree[1] * e},
        .log_max = f->log_norm * (double)e,
        .log_norm = f->log_norm * (double)e,
    };
}

/* out := f^e for a whole f; `extra` more bits a coefficient will be needed afterwards. */
static clmodp_status power_whole(clm_sum *out, const clm_sum *f, uint64_t e, double extra)
{
    clmodp_status st = CLMODP_OK;
    clm_error *error = &out->budget->error;
    clm_sum_size size, result, half;
    clm_grid grid, result_grid, half_grid;
    clm_packing packing;
    uint64_t degree;

    clm_sum_size_of(&size, f);
    degree = size.degree[0] > size.degree[1] ? size.degree[0] : size.degree[1];
    if (e > (CLM_ZXY_MOST_EXPONENT - 1) / degree)
        FAIL(error, CLMODP_LIMIT, "an exponent reaches 2^31");
    clm_grid_find(&grid, &grid, f, f);
    power_size(&result, &result_grid, &size, &grid, e);
    power_size(&half, &half_grid, &size, &grid, e / 2);
    TRY(clm_budget_check_bits(out->budget, result.log_max));
    TRY(clm_budget_check(out->budget, result.terms * (sizeof(clm_summand) +
                                                      (result.log_max + extra) / 8.0)));
    clm_packing_make(&packing, &result_grid, result.log_max);
    if (f->length == 2)
        return binomial_power(out, f, e);
    if (!clm_packing_fits(&packing, out->budget) &&
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
    extra = mpz_cmp_ui(common.num, 1) == 0 ? 0.0 : clm_log2(common.num) * (double)e;
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
