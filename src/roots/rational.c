/* Candidates for rational roots, and their tests. */
#include "roots/rational.h"

#define DOUBT_BITS 16

/* clm_simplest_fraction for 0 <= low / d; a denominator 0 stands for infinity. */
static void simplest_positive(mpz_ptr p, mpz_ptr q, mpz_srcptr low, mpz_srcptr high, mpz_srcptr d)
{
    mpz_t a, b, c, e;       /* the rest lies between a / b and c / e */
    mpz_t before[2], whole; /* the last but one convergent */
    bool last = false;

    mpz_init_set(a, low);
    mpz_init_set(b, d);
    mpz_init_set(c, high);
    mpz_init_set(e, d);
    mpz_inits(before[0], whole, NULL);
    mpz_init_set_ui(before[1], 1);
    mpz_set_ui(p, 1);
    mpz_set_ui(q, 0);
    while (!last) {
        mpz_fdiv_qr(whole, a, a, b);
        mpz_submul(c, whole, e);
        last = mpz_cmp(c, e) > 0; /* an integer is between */
        if (last)
            mpz_add_ui(whole, whole, 1);
        mpz_addmul(before[0], p, whole);
        mpz_addmul(before[1], q, whole);
        mpz_swap(before[0], p);
        mpz_swap(before[1], q);
        mpz_swap(a, e); /* the rest is 1 / x, x from e / c to b / a */
        mpz_swap(b, c);
    }
    mpz_clears(a, b, c, e, before[0], before[1], whole, NULL);
}

void clm_simplest_fraction(mpz_ptr p, mpz_ptr q, mpz_srcptr low, mpz_srcptr high, mpz_srcptr d)
{
    mpz_t from, to;

    if (mpz_sgn(low) >= 0) {
        simplest_positive(p, q, low, high, d);
        return;
    }
    if (mpz_sgn(high) > 0) {
        mpz_set_ui(p, 0);
        mpz_set_ui(q, 1);
        return;
    }
    mpz_init(from);
    mpz_init(to);
    mpz_neg(from, high);
    mpz_neg(to, low);
    simplest_positive(p, q, from, to, d);
    mpz_neg(p, p);
    mpz_clears(from, to, NULL);
}

bool clm_likely_fraction(mpz_ptr p, mpz_ptr q, mpz_srcptr low, mpz_srcptr high, mpz_srcptr d)
{
    mpz_t width;
    bool likely;

    mpz_set_ui(p, 0);
    mpz_set_ui(q, 1);
    if (mpz_sgn(low) * mpz_sgn(high) <= 0)
        return true;
    clm_simplest_fraction(p, q, low, high, d);
    mpz_init(width);
    mpz_sub(width, high, low);
    mpz_mul(width, width, q);
    mpz_mul(width, width, q);
    mpz_mul_2exp(width, width, DOUBT_BITS);
    likely = mpz_cmp(width, d) <= 0;
    mpz_clear(width);
    return likely;
}

void clm_fraction_value(mpz_ptr v, const clmodp_zx *f, long n, mpz_srcptr c, mpz_srcptr d,
                        const clm_poller *watch)
{
    mpz_t power;

    mpz_init_set_ui(power, 1);
    mpz_set_ui(v, 0);
    for (; n >= 0 && !clm_poller_stopped(watch); n--) {
        mpz_mul(v, v, c);
        mpz_addmul(v, clmodp_zx_coeff(f, (size_t)n), power);
        mpz_mul(power, power, d);
    }
    mpz_clear(power);
}

/* Sets p / q to a candidate for a rational root. Sets *only if there is no other one: the interval
 * is narrower than the inverse of the leading coefficient. Returns false without a candidate. */
static bool find_candidate(mpz_ptr p, mpz_ptr q, bool *only, const clm_root *r)
{
    mpz_srcptr lead = clmodp_zx_coeff(r->p->f, r->p->n);
    mpz_t low, high, d;
    bool found = true;

    mpz_inits(low, high, d, NULL);
    clm_root_ends(low, high, d, r);
    *only = r->k >= (long)mpz_sizeinbase(lead, 2);
    if (*only) { /* p / lead with an integer p */
        mpz_mul(p, low, lead);
        mpz_fdiv_q_2exp(p, p, (mp_bitcnt_t)r->k);
        mpz_add_ui(p, p, 1);
        mpz_mul(high, high, lead);
        mpz_mul(low, p, d);
        found = mpz_cmp(low, high) < 0;
        mpz_gcd(d, p, lead);
        mpz_divexact(p, p, d);
        mpz_divexact(q, lead, d);
    } else {
        clm_simplest_fraction(p, q, low, high, d);
        found = mpz_divisible_p(lead, q) != 0;
    }
    mpz_clears(low, high, d, NULL);
    return found;
}

void clm_root_recognise(clm_root *r)
{
    bool only = false;
    mpz_t p, q;

    if (r->exact || r->irrational)
        return;
    mpz_inits(p, q, NULL);
    if (find_candidate(p, q, &only, r) && clm_poly_vanishes(r->p, p, q))
        clm_root_set_rational(r, p, q);
    r->irrational = only && !r->exact;
    mpz_clears(p, q, NULL);
}
