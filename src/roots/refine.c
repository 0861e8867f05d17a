/* Quadratic interval refinement, and comparisons of intervals. */
#include "roots/refine.h"

#include "core/size.h"

#define FIRST_GUARD 24

void clm_root_init(clm_root *r, const clm_poly *p, mpz_srcptr c, long k, int sign)
{
    *r = (clm_root){.p = p, .k = k, .sign = sign, .step = 1, .guard = FIRST_GUARD};
    mpz_init_set(r->c, c);
    mpz_init_set_ui(r->d, 1);
}

void clm_root_clear(clm_root *r)
{
    mpz_clears(r->c, r->d, NULL);
}

void clm_root_set_exact(clm_root *r, mpz_srcptr c, long k)
{
    r->exact = true;
    clm_dyadic(r->c, r->d, c, k);
}

/* A division of the interval in 2^step parts. */
typedef struct division {
    clm_root *r;
    clm_chart chart;
    size_t step;
    clm_ball value;
    bool tested; /* the next point for a zero */
} division;

/* Returns the bits of the chart's coordinate that separate the points of a division, and those
 * lost to cancellation. */
static size_t needed_bits(const division *d)
{
    const clm_root *r = d->r;
    const long bits = d->chart.large
                          ? 2 * (long)mpz_sizeinbase(r->c, 2) - r->k - r->p->scale
                          : r->k + r->p->scale;

    return (size_t)(bits > 0 ? bits : 0) + d->step + r->guard;
}

static void find_value(division *d, mpz_srcptr i)
{
    const clm_root *r = d->r;
    mpz_t x;

    mpz_init(x);
    mpz_mul_2exp(x, r->c, d->step);
    mpz_add(x, x, i);
    mpz_abs(x, x);
    clm_poly_value(&d->value, r->p, d->chart, &(clm_span){x, 0, r->k + (long)d->step},
                   needed_bits(d));
    mpz_clear(x);
}

/* Returns the sign of p at point i, exactly. */
static int sign_at(division *d, mpz_srcptr i)
{
    clm_root *r = d->r;
    bool tested = false;
    int sign;

    for (;;) {
        find_value(d, i);
        sign = clm_ball_sign(&d->value);
        if (sign != 0)
            return sign;
        if (!tested) {
            mpz_t x;
            bool zero;

            mpz_init(x);
            mpz_mul_2exp(x, r->c, d->step);
            mpz_add(x, x, i);
            zero = clm_poly_vanishes_at(r->p, x, r->k + (long)d->step);
            mpz_clear(x);
            if (zero)
                return 0;
            tested = true;
        }
        r->guard *= 2;
    }
}

/* Sets i to the point nearest to the zero of the line through the values at both ends. */
static void interpolate(division *d, mpz_ptr i)
{
    mpz_t begin;

    mpz_init(begin);
    mpz_set_ui(i, 0);
    find_value(d, i);
    mpz_abs(begin, d->value.mid);
    mpz_setbit(i, d->step);
    find_value(d, i);
    mpz_abs(i, d->value.mid);
    mpz_add(i, i, begin);
    mpz_mul_2exp(begin, begin, d->step + 1);
    mpz_add(begin, begin, i);
    mpz_mul_2exp(i, i, 1);
    if (mpz_sgn(i) != 0)
        mpz_fdiv_q(i, begin, i);
    mpz_clear(begin);
}

/* Returns the sign at a point, known at the ends. */
static int known_sign(division *d, mpz_srcptr i)
{
    if (mpz_sgn(i) <= 0)
        return d->r->sign;
    if (mpz_scan1(i, 0) == d->step)
        return -d->r->sign;
    return sign_at(d, i);
}

/* Takes the part that begins at point i. */
static void take_part(division *d, mpz_srcptr i)
{
    mpz_mul_2exp(d->r->c, d->r->c, d->step);
    mpz_add(d->r->c, d->r->c, i);
    d->r->k += (long)d->step;
}

/* Tries the parts before and behind point i. Returns whether one of them has the root. */
static bool try_point(division *d, mpz_ptr i)
{
    int sign = known_sign(d, i);
    const bool before = sign != 0 && sign != d->r->sign;

    if (sign != 0) {
        if (before)
            mpz_sub_ui(i, i, 1);
        else
            mpz_add_ui(i, i, 1);
        sign = known_sign(d, i);
        if (sign != 0 && (sign == d->r->sign) != before)
            return false;
    }
    if (sign != 0 && !before)
        mpz_sub_ui(i, i, 1);
    take_part(d, i);
    if (sign == 0)
        clm_root_set_exact(d->r, d->r->c, d->r->k);
    return true;
}

void clm_root_step(clm_root *r, size_t most)
{
    division d = {.r = r, .chart = clm_poly_chart(r->p, r->c, r->k, true),
                  .step = clm_size_max(1, clm_size_min(r->step, most))};
    mpz_t i;

    if (r->exact)
        return;
    mpz_init(i);
    clm_ball_init(&d.value);
    if (d.step > 1)
        interpolate(&d, i);
    else
        mpz_set_ui(i, 1);
    r->step = try_point(&d, i) ? 2 * d.step : clm_size_max(1, d.step / 2);
    clm_ball_clear(&d.value);
    mpz_clear(i);
}

/* Returns the bits of the lesser end of an interval, in units of its width. */
static size_t relative_bits(const clm_root *r)
{
    mpz_t least;
    size_t bits;

    mpz_init_set(least, r->c);
    if (mpz_sgn(least) < 0)
        mpz_add_ui(least, least, 1);
    bits = mpz_sgn(least) == 0 ? 0 : mpz_sizeinbase(least, 2);
    mpz_clear(least);
    return bits;
}

clmodp_status clm_root_refine(clm_root *r, size_t bits, const clm_poller *watch)
{
    while (!r->exact) {
        const size_t known = relative_bits(r);

        if (known > bits)
            break;
        if (clm_poller_stopped(watch))
            return CLMODP_CANCELLED;
        clm_root_step(r, bits + 1 - known);
    }
    return CLMODP_OK;
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
