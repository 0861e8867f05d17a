/* Products of powers in Z[x], as sums of terms. */
#include "core/memory.h"
#include "polynomials/sum.h"
#include "polynomials/zx.h"

#define BUDGET ((size_t)1 << 35) /* bytes; single integers stay below GMP's 2^37 bits */

/* Multiplies product by a^e. */
static clmodp_status multiply_power(clm_product *product, const clmodp_zx *a, uint64_t e)
{
    clmodp_status st = CLMODP_OK;
    long degree = clmodp_zx_degree(a);
    clm_fraction c;
    clm_sum sum;

    clm_sum_init(&sum, product->budget);
    clm_fraction_init(&c);
    for (long i = 0; i <= degree; i++) {
        clmodp_zx_get_coeff(c.num, a, (size_t)i);
        if (mpz_sgn(c.num) != 0)
            TRY(clm_sum_append(&sum, &(uint32_t){(uint32_t)i}, &c));
    }
    TRY(clm_product_sum(product, &sum, (clm_exponent){e}, false));
done:
    clm_fraction_clear(&c);
    clm_sum_clear(&sum);
    return st;
}

/* Sets out to the terms of a sum in x. */
static clmodp_status write_terms(clmodp_zx *out, clm_sum *sum)
{
    clmodp_status st = CLMODP_OK;
    clmodp_zx *written = NULL;

    TRY(clmodp_zx_create(&written));
    TRY(clm_sum_combine(sum));
    for (size_t k = sum->length; k-- > 0;) /* from the top: allocated once */
        TRY(clm_zx_move_coeff(written, clm_sum_fraction(sum, k)->num, *clm_sum_exponents(sum, k)));
    clm_zx_swap(out, written);
done:
    clmodp_zx_destroy(written);
    return st;
}

clmodp_status clm_zx_check_powers(clm_error *error, const clmodp_zx *a, uint64_t e,
                                  const clmodp_zx *b, uint64_t k)
{
    const long degrees[2] = {clmodp_zx_degree(a), clmodp_zx_degree(b)};
    uint64_t of_a, of_b;

    if ((degrees[0] < 0 && e > 0) || (degrees[1] < 0 && k > 0))
        return CLMODP_OK;
    if (__builtin_mul_overflow((uint64_t)degrees[0], e, &of_a) ||
        __builtin_mul_overflow((uint64_t)degrees[1], k, &of_b) ||
        __builtin_add_overflow(of_a, of_b, &of_a) || of_a >= CLMODP_ZX_MOST_TERMS)
        return clm_fail(error, CLMODP_LIMIT,
                        "a product of powers has degree %ld times %llu plus %ld times %llu; dense "
                        "polynomials are limited to %zu terms",
                        e > 0 ? degrees[0] : 0, (unsigned long long)e, k > 0 ? degrees[1] : 0,
                        (unsigned long long)k, CLMODP_ZX_MOST_TERMS);
    return CLMODP_OK;
}

clmodp_status clm_zx_multiply_powers(clm_error *error, clmodp_zx *out, const clmodp_zx *a,
                                     uint64_t e, const clmodp_zx *b, uint64_t k)
{
    clmodp_status st = CLMODP_OK;
    clm_budget budget;
    clm_product product;
    clm_sum sum;

    clm_budget_init(&budget, 1, BUDGET);
    clm_product_init(&product, &budget);
    clm_sum_init(&sum, &budget);
    TRY(clm_zx_check_powers(error, a, e, b, k));
    TRY(multiply_power(&product, a, e));
    TRY(multiply_power(&product, b, k));
    TRY(clm_product_finish(&product, &sum));
    TRY(write_terms(out, &sum));
done:
    if (st != CLMODP_OK && budget.error.message[0] != '\0')
        (void)clm_fail(error, st, "%s", budget.error.message);
    else if (st == CLMODP_HOST_MEMORY)
        (void)clm_fail(error, st, "no memory for a product of polynomials");
    clm_sum_clear(&sum);
    clm_product_clear(&product);
    return st;
}
