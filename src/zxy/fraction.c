/* Rational numbers whose usual denominator, 1, costs no memory and no time. */
#include "zxy/fraction.h"

void clm_fraction_reduce(clm_fraction *a)
{
    mpz_t common;

    if (clm_fraction_whole(a))
        return;
    if (mpz_cmp_ui(a->den, 1) != 0) {
        mpz_init(common);
        mpz_gcd(common, a->num, a->den);
        if (mpz_cmp_ui(common, 1) != 0) {
            mpz_divexact(a->num, a->num, common);
            mpz_divexact(a->den, a->den, common);
        }
        mpz_clear(common);
    }
    if (mpz_cmp_ui(a->den, 1) == 0)
        mpz_set_ui(a->den, 0);
}

void clm_fraction_add(clm_fraction *a, const clm_fraction *b)
{
    mpz_t cross;

    if (mpz_cmp(a->den, b->den) == 0) {
        mpz_add(a->num, a->num, b->num);
    } else if (clm_fraction_whole(a)) {
        mpz_set(a->den, b->den);
        mpz_mul(a->num, a->num, b->den);
        mpz_add(a->num, a->num, b->num);
        return;
    } else if (clm_fraction_whole(b)) {
        mpz_addmul(a->num, b->num, a->den);
        return;
    } else {
        mpz_init(cross);
        mpz_mul(cross, b->num, a->den);
        mpz_mul(a->num, a->num, b->den);
        mpz_add(a->num, a->num, cross);
        mpz_mul(a->den, a->den, b->den);
        mpz_clear(cross);
    }
    clm_fraction_reduce(a);
}

void clm_fraction_multiply(clm_fraction *a, const clm_fraction *b)
{
    bool whole = clm_fraction_whole(a) && clm_fraction_whole(b);

    mpz_mul(a->num, a->num, b->num);
    if (whole)
        return;
    if (clm_fraction_whole(a))
        mpz_set(a->den, b->den);
    else if (!clm_fraction_whole(b))
        mpz_mul(a->den, a->den, b->den);
    clm_fraction_reduce(a);
}

void clm_fraction_invert(clm_fraction *a)
{
    bool negative = mpz_sgn(a->num) < 0;

    if (clm_fraction_whole(a))
        mpz_set_ui(a->den, 1);
    mpz_swap(a->num, a->den);
    if (negative) {
        mpz_neg(a->num, a->num);
        mpz_neg(a->den, a->den);
    }
    if (mpz_cmp_ui(a->den, 1) == 0)
        mpz_set_ui(a->den, 0);
}
