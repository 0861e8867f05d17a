/* Roots as numbers: their ends and their order. */
#include "roots/root.h"

#define FIRST_GUARD 24

void clm_root_init(clm_root *r, const clm_poly *p, mpz_srcptr c, long k, int sign)
{
    *r = (clm_root){.p = p, .k = k, .sign = sign, .step = 1, .guard = FIRST_GUARD};
    mpz_init_set(r->c, c);
    mpz_init_set_ui(r->d, 1);
    mpz_inits(r->value[0], r->value[1], NULL);
}

void clm_root_clear(clm_root *r)
{
    mpz_clears(r->c, r->d, r->value[0], r->value[1], NULL);
}

void clm_root_set_exact(clm_root *r, mpz_srcptr c, long k)
{
    r->exact = true;
    clm_dyadic(r->c, r->d, c, k);
}

void clm_root_set_rational(clm_root *r, mpz_srcptr c, mpz_srcptr d)
{
    mpz_t common;

    r->exact = true;
    mpz_init(common);
    mpz_gcd(common, c, d);
    if (mpz_sgn(d) < 0)
        mpz_neg(common, common);
    mpz_divexact(r->c, c, common);
    mpz_divexact(r->d, d, common);
    mpz_clear(common);
}

void clm_root_ends(mpz_ptr low, mpz_ptr high, mpz_ptr d, const clm_root *r)
{
    mpz_set(low, r->c);
    mpz_set(high, r->c);
    mpz_set(d, r->d);
    if (r->exact)
        return;
    mpz_add_ui(high, high, 1);
    if (r->k >= 0) {
        mpz_mul_2exp(d, d, (mp_bitcnt_t)r->k);
    } else {
        mpz_mul_2exp(low, low, (mp_bitcnt_t)-r->k);
        mpz_mul_2exp(high, high, (mp_bitcnt_t)-r->k);
    }
}

/* Compares c / 2^k with a fraction. */
static int compare_dyadic(mpz_srcptr c, long k, mpz_srcptr numerator, mpz_srcptr denominator)
{
    mpz_t a, b;
    int order;

    mpz_init(a);
    mpz_init_set(b, numerator);
    mpz_mul(a, c, denominator);
    if (k < 0)
        mpz_mul_2exp(a, a, (mp_bitcnt_t)-k);
    else
        mpz_mul_2exp(b, b, (mp_bitcnt_t)k);
    order = mpz_cmp(a, b);
    mpz_clears(a, b, NULL);
    return (order > 0) - (order < 0);
}

int clm_root_side(const clm_root *r, mpz_srcptr numerator, mpz_srcptr denominator)
{
    mpz_t end;
    int order;

    mpz_init(end);
    if (r->exact) {
        mpz_mul(end, numerator, r->d);
        mpz_t own;

        mpz_init(own);
        mpz_mul(own, r->c, denominator);
        order = mpz_cmp(own, end);
        order = (order > 0) - (order < 0);
        mpz_clear(own);
    } else if (compare_dyadic(r->c, r->k, numerator, denominator) >= 0) {
        order = 1;
    } else {
        mpz_add_ui(end, r->c, 1);
        order = compare_dyadic(end, r->k, numerator, denominator) <= 0 ? -1 : 0;
    }
    mpz_clear(end);
    return order;
}

bool clm_root_apart(const clm_root *a, const clm_root *b)
{
    mpz_t c;
    bool apart;

    if (a->exact || b->exact)
        return (a->exact && b->exact) ||
               (a->exact ? clm_root_side(b, a->c, a->d) : clm_root_side(a, b->c, b->d)) != 0;
    if (a->k > b->k)
        return clm_root_apart(b, a);
    mpz_init(c);
    mpz_fdiv_q_2exp(c, b->c, (mp_bitcnt_t)(b->k - a->k));
    apart = mpz_cmp(c, a->c) != 0;
    mpz_clear(c);
    return apart;
}

int clm_root_order(const clm_root *a, const clm_root *b)
{
    mpz_t num, den;
    int order;

    if (b->exact) {
        order = clm_root_side(a, b->c, b->d);
        return order != 0 ? order : -1;
    }
    if (a->exact)
        return -clm_root_order(b, a);
    mpz_init(num);
    mpz_init(den);
    clm_dyadic(num, den, b->c, b->k);
    order = compare_dyadic(a->c, a->k, num, den);
    mpz_clears(num, den, NULL);
    return order;
}
