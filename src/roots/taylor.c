/* Repeated synthetic division by y - c / 2^k, rounded down.
 *
 * All coefficients of p in a chart are at most 1 in units of 2^work, and |y| <= 1. So the Taylor
 * coefficient of y^j is at most C(n + 1, j + 1) < 2^(L (j + 1)), 2^L > n + 2, and rounding changes
 * it by at most (j + 2) C(n + 2, j + 1) < 2^(L (j + 2)) units. Multiplied by 2^(-k j), k >= 2 L,
 * the errors are at most 2^(2 L), and coefficients vanish from j = (work + L) / (k - L) on. */
#include "roots/taylor.h"

#include <stdlib.h>

#include "core/memory.h"
#include "core/size.h"

static size_t length_bits(const clm_poly *p)
{
    return clm_size_bits(p->n + 2);
}

size_t clm_taylor_least(const clm_poly *p)
{
    return 2 * length_bits(p);
}

static clmodp_status divide(mpz_t *a, size_t terms, const clm_poly *p, clm_dyadic_cell at,
                            const clm_poller *watch)
{
    clmodp_status st = CLMODP_OK;
    mpz_t product;

    mpz_init(product);
    for (size_t j = 0; j < terms; j++)
        for (size_t i = p->n; i-- > j;) {
            mpz_mul(product, a[i + 1], at.c);
            mpz_fdiv_q_2exp(product, product, at.k);
            mpz_add(a[i], a[i], product);
            if (i % 64 == 0)
                TRY(clm_poller_check(watch));
        }
done:
    mpz_clear(product);
    return st;
}

/* Sets t, and most to the bits of the largest coefficient. */
static clmodp_status try_bits(mpz_t *t, size_t terms, size_t *most, const clm_poly *p,
                              clm_chart chart, clm_dyadic_cell at, size_t work,
                              const clm_poller *watch)
{
    clmodp_status st = CLMODP_OK;
    const size_t large = (work + length_bits(p)) / (at.k - length_bits(p)) + 1;
    const size_t count = clm_size_min(terms, large);
    mpz_t *a = NULL;

    NEW(NULL, a, p->n + 1);
    for (size_t j = 0; j <= p->n; j++) {
        mpz_init(a[j]);
        clm_poly_coefficient(a[j], p, chart, j, (long)work);
    }
    TRY(divide(a, count, p, at, watch));
    *most = 0;
    for (size_t j = 0; j < terms; j++) {
        mpz_set_ui(t[j], 0);
        if (j < count)
            mpz_fdiv_q_2exp(t[j], a[j], at.k * j);
        if (mpz_sgn(t[j]) != 0)
            *most = clm_size_max(*most, mpz_sizeinbase(t[j], 2));
    }
done:
    for (size_t j = 0; a != NULL && j <= p->n; j++)
        mpz_clear(a[j]);
    free(a);
    return st;
}

clmodp_status clm_taylor(mpz_t *t, size_t terms, const clm_poly *p, clm_chart chart,
                         clm_dyadic_cell at, size_t bits, size_t *work, const clm_poller *watch)
{
    clmodp_status st = CLMODP_OK;
    const size_t guard = 2 * length_bits(p) + 2;
    size_t most = 0;

    TRY(try_bits(t, terms, &most, p, chart, at, *work, watch));
    while (most < bits + guard) {
        *work += clm_size_max(*work, bits + guard - most);
        TRY(try_bits(t, terms, &most, p, chart, at, *work, watch));
    }
    for (size_t j = 0; j < terms; j++)
        mpz_fdiv_q_2exp(t[j], t[j], most - bits);
done:
    return st;
}
