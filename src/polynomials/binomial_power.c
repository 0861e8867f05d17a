/* Powers of sums of two terms, by the binomial theorem. */
#include "polynomials/sum.h"

clmodp_status clm_sum_binomial_power(clm_sum *out, const clm_sum *f, uint64_t e)
{
    clmodp_status st = CLMODP_OK;
    const clm_fraction *a = clm_sum_fraction(f, 0), *b = clm_sum_fraction(f, 1);
    uint32_t exponents[CLMODP_MOST_VARIABLES];
    mpz_t value; /* C(e, k) a^(e-k) b^k */
    clm_fraction c;

    mpz_init(value);
    clm_fraction_init(&c);
    mpz_pow_ui(value, a->num, (unsigned long)e);
    for (uint64_t k = 0; k <= e; k++) {
        TRY(clm_budget_step(out->budget, 1 + 4 * mpz_size(value)));
        mpz_set(c.num, value);
        for (size_t i = 0; i < f->budget->variables; i++)
            exponents[i] = (uint32_t)((e - k) * clm_sum_exponents(f, 0)[i] +
                                      k * clm_sum_exponents(f, 1)[i]);
        TRY(clm_sum_append(out, exponents, &c));
        if (k == e)
            break;
        mpz_mul_ui(value, value, (unsigned long)(e - k));
        mpz_divexact_ui(value, value, (unsigned long)(k + 1));
        mpz_mul(value, value, b->num);
        mpz_divexact(value, value, a->num);
    }
done:
    clm_fraction_clear(&c);
    mpz_clear(value);
    return st;
}
