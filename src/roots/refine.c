/* Quadratic interval refinement. */
#include "roots/refine.h"

#include "core/size.h"
#include "roots/rational.h"

/* A division of the interval in 2^step parts. */
typedef struct division {
    clm_root *r;
    clm_chart chart;
    size_t step;
    clm_ball value;
    mpz_t near, far; /* values at the points tried first and next */
    mpz_t x;         /* scratch */
    const clm_poller *watch;
} division;

/* Returns the bits of the chart's coordinate that separate the points of a division, and those
 * lost to cancellation; rounded up, so that steps can share values. */
static size_t needed_bits(const division *d)
{
    const clm_root *r = d->r;
    const long width = d->chart.large
                           ? 2 * (long)mpz_sizeinbase(r->c, 2) - r->k - r->p->scale
                           : r->k + r->p->scale;
    const size_t bits = (size_t)(width > 0 ? width : 0) + d->step + r->guard;

    if (bits <= CLM_FIXED_BITS && r->p->fixed[0] != NULL)
        return CLM_FIXED_BITS;
    return clm_round_up(bits, (size_t)1 << (61 - __builtin_clzll(bits | 4)));
}

/* Sets x to point i of the division in units of 2^-(k + step). */
static void set_point(mpz_ptr x, const division *d, mpz_srcptr i)
{
    mpz_mul_2exp(x, d->r->c, d->step);
    mpz_add(x, x, i);
}

static void find_value(division *d, mpz_srcptr i)
{
    const clm_root *r = d->r;

    set_point(d->x, d, i);
    mpz_abs(d->x, d->x);
    clm_poly_value(&d->value, r->p, d->chart, &(clm_span){d->x, 0, r->k + (long)d->step},
                   needed_bits(d), d->watch);
}

static bool vanishes(division *d, mpz_srcptr i)
{
    set_point(d->x, d, i);
    return clm_poly_vanishes_at(d->r->p, d->x, d->r->k + (long)d->step);
}

/* Returns the sign of p at point i, exactly, and sets its value; any sign if stopped. */
static int sign_at(division *d, mpz_srcptr i, mpz_ptr value)
{
    bool nonzero = false;
    int sign;

    if (mpz_sgn(i) == 0 || mpz_scan1(i, 0) == d->step) { /* known at the ends */
        mpz_set(value, d->r->value[mpz_sgn(i)]);
        return mpz_sgn(i) == 0 ? d->r->sign : -d->r->sign;
    }
    for (;;) {
        find_value(d, i);
        mpz_set(value, d->value.mid);
        sign = clm_ball_sign(&d->value);
        if (sign != 0 || clm_poller_stopped(d->watch) || (!nonzero && vanishes(d, i)))
            return sign;
        nonzero = true;
        d->r->guard += d->r->guard / 2;
    }
}

/* Finds the values at both ends, unless they are known with the bits of this division. */
static void find_ends(division *d)
{
    clm_root *r = d->r;
    mpz_t i;

    if (r->value_bits == needed_bits(d))
        return;
    mpz_init(i);
    for (int end = 0; end < 2; end++) {
        find_value(d, i);
        mpz_set(r->value[end], d->value.mid);
        mpz_setbit(i, d->step);
    }
    r->value_bits = d->value.bits;
    mpz_clear(i);
}

/* Sets i to the point nearest to the zero of the line through the values at both ends. */
static void interpolate(const division *d, mpz_ptr i)
{
    mpz_t sum;

    mpz_init(sum);
    mpz_abs(i, d->r->value[0]);
    mpz_abs(sum, d->r->value[1]);
    mpz_add(sum, sum, i);
    mpz_mul_2exp(i, i, d->step + 1);
    mpz_add(i, i, sum);
    mpz_mul_2exp(sum, sum, 1);
    if (mpz_sgn(sum) != 0)
        mpz_fdiv_q(i, i, sum);
    mpz_clear(sum);
}

/* Tries the parts before and behind point i. Returns whether one of them has the root. */
static bool try_point(division *d, mpz_ptr i)
{
    clm_root *r = d->r;
    int sign = sign_at(d, i, d->near);
    const bool before = sign != 0 && sign != r->sign;

    if (sign != 0) {
        if (before)
            mpz_sub_ui(i, i, 1);
        else
            mpz_add_ui(i, i, 1);
        sign = sign_at(d, i, d->far);
        if (sign != 0 && (sign == r->sign) != before)
            return false;
    }
    if (clm_poller_stopped(d->watch))
        return false;
    if (sign != 0 && !before)
        mpz_sub_ui(i, i, 1);
    set_point(r->c, d, i);
    r->k += (long)d->step;
    mpz_set(r->value[before], d->near);
    mpz_set(r->value[!before], d->far);
    if (sign == 0)
        clm_root_set_exact(r, r->c, r->k);
    return true;
}

void clm_root_step(clm_root *r, size_t most, const clm_poller *watch)
{
    division d = {.r = r, .chart = clm_poly_chart(r->p, r->c, r->k, true), .watch = watch,
                  .step = clm_size_max(1, clm_size_min(r->step, most))};
    size_t bits;
    mpz_t i;

    if (r->exact)
        return;
    mpz_init_set_ui(i, 1);
    mpz_inits(d.near, d.far, d.x, NULL);
    clm_ball_init(&d.value);
    if (d.step > 1) {
        find_ends(&d);
        interpolate(&d, i);
    }
    bits = needed_bits(&d);
    r->step = try_point(&d, i) ? 2 * d.step : clm_size_max(1, d.step / 2);
    if (d.value.bits != bits || r->value_bits != bits || clm_poller_stopped(watch))
        r->value_bits = 0;
    clm_ball_clear(&d.value);
    mpz_clears(i, d.near, d.far, d.x, NULL);
    clm_root_recognise(r);
}

clmodp_status clm_root_refine(clm_root *r, size_t bits, const clm_poller *watch)
{
    while (!r->exact) {
        const size_t known = clm_cell_bits(r->c);

        if (known > bits)
            break;
        if (clm_poller_stopped(watch))
            return CLMODP_CANCELLED;
        clm_root_step(r, bits + 1 - known, watch);
    }
    return CLMODP_OK;
}
