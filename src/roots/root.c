/* Roots as numbers: their ends and their order. */
#include "roots/root.h"

#include "roots/shift.h"

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

void clm_root_init_opposite(clm_root *r, const clm_root *a)
{
    clm_root_init(r, a->p, a->c, a->k, -a->sign);
    r->exact = a->exact;
    r->irrational = a->irrational;
    r->step = a->step;
    mpz_set(r->d, a->d);
    if (r->exact)
        mpz_neg(r->c, r->c);
    else
        mpz_com(r->c, r->c); /* from -(c + 1) to -c */
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
    const long k = r->exact ? 0 : r->k, scale = k < 0 ? -k : 0;

    mpz_add_ui(high, r->c, !r->exact);
    clm_shift(high, high, scale);
    clm_shift(low, r->c, scale);
    clm_shift(d, r->d, k + scale);
}

int clm_root_side(const clm_root *r, mpz_srcptr numerator, mpz_srcptr denominator)
{
    mpz_t low, high, other;
    int after, before;

    mpz_inits(low, high, other, NULL);
    clm_root_ends(low, high, other, r);
    mpz_mul(other, other, numerator);
    mpz_mul(low, low, denominator);
    mpz_mul(high, high, denominator);
    after = mpz_cmp(low, other);
    before = mpz_cmp(high, other);
    mpz_clears(low, high, other, NULL);
    if (r->exact)
        return (after > 0) - (after < 0);
    return (after >= 0) - (before <= 0);
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
    mpz_t left, right;
    int order;

    if (b->exact) {
        order = clm_root_side(a, b->c, b->d);
        return order != 0 ? order : -1;
    }
    if (a->exact)
        return -clm_root_order(b, a);
    mpz_inits(left, right, NULL);
    clm_shift(left, a->c, a->k < b->k ? b->k - a->k : 0);
    clm_shift(right, b->c, b->k < a->k ? a->k - b->k : 0);
    order = mpz_cmp(left, right);
    mpz_clears(left, right, NULL);
    return order;
}
