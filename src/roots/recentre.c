/* Values of f near roots that are far closer to c than to 0 lose n log2 |c| bits to cancellation,
 * those of f(x + c) hardly any. The mean of the roots is known from two coefficients. */
#include "roots/recentre.h"

#include <math.h>

#include "polynomials/integers.h"
#include "polynomials/zx.h"

/* 0 is at least 2^LEAST_GAP times as far from c as any root. */
#define LEAST_GAP 8
/* The largest difference of log2 |c| and the mean logarithm of the roots, which differ by less
 * than 0.006 then. */
#define MOST_DIFFERENCE 0.0625

/* Sets c to the integer closest to the mean of the roots. */
static void set_mean(mpz_ptr c, const clmodp_zx *f)
{
    const size_t n = (size_t)clmodp_zx_degree(f);
    mpz_t divisor;

    mpz_init(divisor);
    mpz_mul_ui(divisor, clmodp_zx_coeff(f, n), n);
    mpz_mul_2exp(c, clmodp_zx_coeff(f, n - 1), 1);
    mpz_neg(c, c);
    mpz_add(c, c, divisor);
    mpz_mul_2exp(divisor, divisor, 1);
    mpz_fdiv_q(c, c, divisor);
    mpz_clear(divisor);
}

/* Returns whether the product of the roots may be that of roots close to c. */
static bool may_be_close(mpz_srcptr c, const clmodp_zx *f)
{
    const size_t n = (size_t)clmodp_zx_degree(f);

    if (n < 2 || mpz_sizeinbase(c, 2) <= LEAST_GAP)
        return false;
    return fabs((clm_integer_log2(clmodp_zx_coeff(f, 0)) -
                 clm_integer_log2(clmodp_zx_coeff(f, n))) / (double)n -
                clm_integer_log2(c)) < MOST_DIFFERENCE;
}

/* Sets g to f(x + c): g(c x) is f(c x) with x + 1 instead of x. */
static clmodp_status translate(clmodp_zx *g, mpz_srcptr c, const clmodp_zx *f,
                               const clm_poller *watch)
{
    const size_t n = (size_t)clmodp_zx_degree(f);
    clmodp_status st = CLMODP_OK;
    mpz_t *coeff, power;

    mpz_init_set_ui(power, 1);
    TRY(clm_zx_resize(g, &coeff, n + 1));
    for (size_t i = 0; i <= n; i++) {
        mpz_mul(coeff[i], clmodp_zx_coeff(f, i), power);
        mpz_mul(power, power, c);
    }
    for (size_t j = 0; j < n; j++)
        for (size_t i = n; i-- > j;) {
            mpz_add(coeff[i], coeff[i], coeff[i + 1]);
            if (i % 64 == 0)
                TRY(clm_poller_check(watch));
        }
    mpz_set_ui(power, 1);
    for (size_t i = 0; i <= n; i++) {
        mpz_divexact(coeff[i], coeff[i], power);
        mpz_mul(power, power, c);
    }
done:
    mpz_clear(power);
    return st;
}

/* Returns an upper bound of the logarithm of the largest root: its absolute value is at most twice
 * the largest |g_(n-i) / g_n|^(1/i). */
static double log_of_roots(const clmodp_zx *g)
{
    const size_t n = (size_t)clmodp_zx_degree(g);
    const double last = clm_integer_log2(clmodp_zx_coeff(g, n));
    double most = -INFINITY;

    for (size_t i = 1; i <= n; i++) {
        mpz_srcptr b = clmodp_zx_coeff(g, n - i);

        if (mpz_sgn(b) != 0)
            most = fmax(most, (clm_integer_log2(b) - last) / (double)i);
    }
    return most + 1;
}

clmodp_status clm_recentre(clmodp_zx *g, mpz_ptr c, const clmodp_zx *f, const clm_poller *watch)
{
    clmodp_status st = CLMODP_OK;
    bool close;

    set_mean(c, f);
    close = may_be_close(c, f);
    if (close) {
        TRY(translate(g, c, f, watch));
        clm_zx_trim(g);
        close = log_of_roots(g) < clm_integer_log2(c) - LEAST_GAP;
    }
    if (!close)
        mpz_set_ui(c, 0);
done:
    return st;
}
