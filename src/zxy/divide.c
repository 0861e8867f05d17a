/* Long division of integer polynomials that must leave nothing. */
#include "zxy/divide.h"

#include "base/memory.h"
#include "zxy/zx.h"

/* An array of initialised integers; NULL without memory. */
static mpz_t *integers_create(size_t count)
{
    mpz_t *integers = clm_allocate(count, sizeof *integers);

    if (integers != NULL)
        for (size_t i = 0; i < count; i++)
            mpz_init(integers[i]);
    return integers;
}

static void integers_destroy(mpz_t *integers, size_t count)
{
    if (integers != NULL)
        for (size_t i = 0; i < count; i++)
            mpz_clear(integers[i]);
    free(integers);
}

/* Long division of rest (degree n) by divisor (degree m <= n), from the top; what remains in
 * rest is zero when the division is exact. False as soon as it cannot be. */
static bool divide_down(mpz_t *quotient, mpz_t *rest, size_t n, mpz_t *divisor, size_t m)
{
    for (size_t k = n - m + 1; k-- > 0;) {
        if (!mpz_divisible_p(rest[k + m], divisor[m]))
            return false;
        mpz_divexact(quotient[k], rest[k + m], divisor[m]);
        for (size_t i = 0; i <= m; i++)
            mpz_submul(rest[k + i], quotient[k], divisor[i]);
    }
    for (size_t i = 0; i < m; i++)
        if (mpz_sgn(rest[i]) != 0)
            return false;
    return true;
}

clmodp_status clm_zx_divide_exact(clmodp_zx *f, const clmodp_zx *g, bool negate)
{
    clmodp_status st = CLMODP_OK;
    long n = clmodp_zx_degree(f), m = clmodp_zx_degree(g);
    size_t f_terms = (size_t)(n + 1), g_terms = (size_t)(m + 1), terms;
    mpz_t *rest = NULL, *divisor = NULL, *quotient = NULL;
    clmodp_zx *result = NULL;

    if (n < 0)
        return CLMODP_OK;
    if (n < m)
        return CLMODP_CORRUPT;
    terms = (size_t)(n - m + 1);
    TRY(clmodp_zx_create(&result));
    rest = integers_create(f_terms);
    divisor = integers_create(g_terms);
    quotient = integers_create(terms);
    if (rest == NULL || divisor == NULL || quotient == NULL) {
        st = CLMODP_HOST_MEMORY;
        goto done;
    }
    for (size_t i = 0; i < f_terms; i++)
        clmodp_zx_get_coeff(rest[i], f, i);
    for (size_t i = 0; i < g_terms; i++)
        clmodp_zx_get_coeff(divisor[i], g, i);
    if (!divide_down(quotient, rest, (size_t)n, divisor, (size_t)m)) {
        st = CLMODP_CORRUPT;
        goto done;
    }
    for (size_t k = terms; k-- > 0;) {
        if (negate)
            mpz_neg(quotient[k], quotient[k]);
        TRY(clmodp_zx_set_coeff(result, quotient[k], k));
    }
    clm_zx_swap(f, result);
done:
    integers_destroy(quotient, terms);
    integers_destroy(divisor, g_terms);
    integers_destroy(rest, f_terms);
    clmodp_zx_destroy(result);
    return st;
}
