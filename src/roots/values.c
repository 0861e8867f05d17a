/* Values of polynomials by Horner's rule in two words or many, and exact zeros. */
#include "roots/values.h"

#include <limits.h>
#include <stdlib.h>

#include "arith/mont64.h"
#include "core/memory.h"
#include "roots/shift.h"

__extension__ typedef __int128 wide;

/* The prime of residues, the largest below 2^62. */
#define PRIME ((uint64_t)4611686018427387847)
/* The highest degree for which fixed-point values fit two words. */
#define MOST_FIXED ((size_t)1 << 12)

static long bits_of(mpz_srcptr a)
{
    return mpz_sgn(a) == 0 ? 0 : (long)mpz_sizeinbase(a, 2);
}

static mpz_srcptr coefficient(const clm_poly *p, clm_chart chart, size_t j)
{
    return clmodp_zx_coeff(p->f, chart.large ? p->n - j : j);
}

void clm_poly_coefficient(mpz_ptr c, const clm_poly *p, clm_chart chart, size_t j, long bits)
{
    const size_t index = chart.large ? p->n - j : j;
    const long power = (chart.large ? -p->scale : p->scale) * (long)j;
    mpz_srcptr a = coefficient(p, chart, j);

    if (chart.negative && index % 2 == 1) {
        mpz_neg(c, a);
        a = c;
    }
    clm_shift(c, a, power + bits - p->top[chart.large]);
}

static long top_of(const clm_poly *p, bool large)
{
    const clm_chart chart = {.large = large};
    long top = LONG_MIN;

    for (size_t j = 0; j <= p->n; j++) {
        mpz_srcptr a = coefficient(p, chart, j);
        const long bits = bits_of(a) + (large ? -p->scale : p->scale) * (long)j;

        if (mpz_sgn(a) != 0 && bits > top)
            top = bits;
    }
    return top;
}

static wide wide_of(mpz_srcptr a)
{
    const wide size = (wide)((clm_u128)mpz_getlimbn(a, 1) << 64 | mpz_getlimbn(a, 0));

    return mpz_sgn(a) < 0 ? -size : size;
}

static clmodp_status make_fixed(clm_poly *p)
{
    clmodp_status st = CLMODP_OK;
    mpz_t c;

    mpz_init(c);
    NEW(NULL, p->fixed[0], 2 * (p->n + 1));
    p->fixed[1] = p->fixed[0] + p->n + 1;
    for (int large = 0; large < 2; large++)
        for (size_t j = 0; j <= p->n; j++) {
            clm_poly_coefficient(c, p, (clm_chart){.large = large != 0}, j, CLM_FIXED_BITS);
            p->fixed[large][j] = wide_of(c);
        }
done:
    mpz_clear(c);
    return st;
}

/* Sets up all but the polynomial, degree and scale. */
static clmodp_status init_charts(clm_poly *p)
{
    clmodp_status st = CLMODP_OK;

    p->top[0] = top_of(p, false);
    p->top[1] = top_of(p, true);
    NEW(NULL, p->residues, p->n + 1);
    for (size_t j = 0; j <= p->n; j++)
        p->residues[j] = mpz_fdiv_ui(clmodp_zx_coeff(p->f, j), PRIME);
    if (p->n <= MOST_FIXED)
        TRY(make_fixed(p));
done:
    if (st != CLMODP_OK)
        clm_poly_clear(p);
    return st;
}

clmodp_status clm_poly_init(clm_poly *p, const clmodp_zx *f)
{
    *p = (clm_poly){.f = f, .n = (size_t)clmodp_zx_degree(f)};
    p->scale = (bits_of(clmodp_zx_coeff(f, 0)) - bits_of(clmodp_zx_coeff(f, p->n))) / (long)p->n;
    return init_charts(p);
}

clmodp_status clm_poly_init_band(clm_poly *p, const clmodp_zx *f, const clm_band *band)
{
    *p = (clm_poly){.f = f, .n = (size_t)clmodp_zx_degree(f), .scale = band->high,
                    .skipped = (size_t)(band->high - band->low)};
    return init_charts(p);
}

void clm_poly_clear(clm_poly *p)
{
    free(p->residues);
    free(p->fixed[0]);
    *p = (clm_poly){0};
}

void clm_ball_init(clm_ball *v)
{
    mpz_inits(v->mid, v->error, NULL);
}

void clm_ball_clear(clm_ball *v)
{
    mpz_clears(v->mid, v->error, NULL);
}

int clm_ball_sign(const clm_ball *v)
{
    return mpz_cmpabs(v->mid, v->error) > 0 ? mpz_sgn(v->mid) : 0;
}

static void set_wide(mpz_ptr out, wide v)
{
    const clm_u128 size = v < 0 ? -(clm_u128)v : (clm_u128)v;

    mpz_set_ui(out, (unsigned long)(size >> 64));
    mpz_mul_2exp(out, out, 64);
    mpz_add_ui(out, out, (unsigned long)size);
    if (v < 0)
        mpz_neg(out, out);
}

/* Returns a y / 2^127 with an error in [0, 4). Pre: |a| < 2^126, 0 <= y < 2^127 */
static inline wide times(wide a, clm_u128 y)
{
    const int64_t a1 = (int64_t)(a >> 64), y1 = (int64_t)(y >> 64);
    const uint64_t a0 = (uint64_t)a, y0 = (uint64_t)y;

    return (wide)a1 * y1 * 2 + ((wide)a1 * y0 >> 63) + (wide)((clm_u128)a0 * (uint64_t)y1 >> 63);
}

/* Horner's rule on two words. Each step adds an error below 5. */
static wide value_fixed(const clm_poly *p, clm_chart chart, clm_u128 y)
{
    const wide *c = p->fixed[chart.large];
    wide sum = c[p->n];

    if (!chart.negative) {
        for (size_t j = p->n; j-- > 0;)
            sum = times(sum, y) + c[j];
        return sum;
    }
    for (size_t j = p->n; j-- > 0;)
        sum = c[j] - times(sum, y);
    return chart.large && p->n % 2 == 1 ? -sum : sum;
}

/* The factor y, often a dyadic number of few bits, loses its trailing zeros. */
static void value_long(mpz_ptr sum, const clm_poly *p, clm_chart chart, mpz_srcptr y, size_t bits,
                       const clm_poller *watch)
{
    const size_t zeros = mpz_sgn(y) == 0 ? 0 : mpz_scan1(y, 0);
    mpz_t c, factor;

    mpz_init(c);
    mpz_init(factor);
    mpz_fdiv_q_2exp(factor, y, zeros);
    mpz_set_ui(sum, 0);
    for (size_t j = p->n + 1; j-- > 0 && !clm_poller_stopped(watch);) {
        mpz_mul(sum, sum, factor);
        clm_shift(sum, sum, (long)zeros - (long)bits);
        clm_poly_coefficient(c, p, chart, j, (long)bits);
        mpz_add(sum, sum, c);
    }
    mpz_clear(factor);
    mpz_clear(c);
}

/* Sets v, whose error is that of y, to the value at y, in units of 2^-v->bits. */
static void value_at(clm_ball *v, const clm_poly *p, clm_chart chart, mpz_srcptr y,
                     const clm_poller *watch)
{
    if (v->bits == CLM_FIXED_BITS && p->fixed[0] != NULL)
        set_wide(v->mid, value_fixed(p, chart, (clm_u128)wide_of(y) << (127 - CLM_FIXED_BITS)));
    else
        value_long(v->mid, p, chart, y, v->bits, watch);
    mpz_mul_ui(v->error, v->error, p->n + 1);
    mpz_add_ui(v->error, v->error, 6);
    mpz_mul_ui(v->error, v->error, p->n + 1);
}

int clm_poly_sign_at_y(const clm_poly *p, clm_chart chart, mpz_srcptr c, size_t k,
                       const clm_poller *watch)
{
    clm_ball v = {.bits = CLM_FIXED_BITS};
    mpz_t y;
    int sign = 0;

    clm_ball_init(&v);
    mpz_init(y);
    for (; sign == 0 && !clm_poller_stopped(watch); v.bits *= 2) {
        clm_shift(y, c, (long)v.bits - (long)k);
        mpz_set_ui(v.error, 2);
        value_at(&v, p, chart, y, watch);
        sign = clm_ball_sign(&v);
    }
    mpz_clear(y);
    clm_ball_clear(&v);
    return sign;
}

/* Sets y and its error in units of 2^-bits. */
static void find_y(mpz_ptr y, mpz_ptr error, const clm_poly *p, bool large, const clm_span *at,
                   long bits)
{
    mpz_set_ui(error, at->radius);
    if (!large) {
        clm_shift(error, error, bits - at->k - p->scale);
        clm_shift(y, at->middle, bits - at->k - p->scale);
    } else { /* a relative error of radius / (middle - radius) */
        mpz_t low;

        mpz_set_ui(y, 1);
        clm_shift(y, y, bits + at->k + p->scale);
        mpz_fdiv_q(y, y, at->middle);
        mpz_init(low);
        mpz_sub_ui(low, at->middle, at->radius);
        mpz_addmul_ui(error, y, at->radius);
        mpz_fdiv_q(error, error, low);
        mpz_clear(low);
    }
    mpz_add_ui(error, error, 2);
}

void clm_poly_value(clm_ball *v, const clm_poly *p, clm_chart chart, const clm_span *at,
                    size_t bits, const clm_poller *watch)
{
    const bool fixed = bits <= CLM_FIXED_BITS && p->fixed[0] != NULL;
    mpz_t y;

    mpz_init(y);
    v->bits = fixed ? CLM_FIXED_BITS : bits;
    find_y(y, v->error, p, chart.large, at, (long)v->bits);
    if (mpz_sizeinbase(y, 2) > v->bits) { /* y = 1, but for spans beyond the chart */
        mpz_set_ui(y, 1);
        mpz_mul_2exp(y, y, v->bits);
        mpz_sub_ui(y, y, 1);
    }
    value_at(v, p, chart, y, watch);
    mpz_clear(y);
}

bool clm_poly_vanishes(const clm_poly *p, mpz_srcptr numerator, mpz_srcptr denominator)
{
    const clm_mont64 f = clm_mont64_of(PRIME);
    const uint64_t num = clm_mont64_to(mpz_fdiv_ui(numerator, PRIME), &f);
    const uint64_t den = clm_mont64_to(mpz_fdiv_ui(denominator, PRIME), &f);
    uint64_t sum = 0, power = f.square; /* residues become Montgomery forms by a product */
    mpz_t rest;
    bool divides = true;

    for (size_t j = p->n + 1; j-- > 0; power = clm_mont64_mul(power, den, &f))
        sum = clm_mont64_add(clm_mont64_mul(sum, num, &f),
                             clm_mont64_mul(p->residues[j], power, &f), &f);
    if (sum != 0)
        return false;
    /* The quotient by denominator x - numerator has integer coefficients, by Gauss's lemma. */
    mpz_init_set(rest, clmodp_zx_coeff(p->f, p->n));
    for (size_t j = p->n; j-- > 0 && divides;) {
        divides = mpz_divisible_p(rest, denominator) != 0;
        if (divides) {
            mpz_divexact(rest, rest, denominator);
            mpz_mul(rest, rest, numerator);
            mpz_add(rest, rest, clmodp_zx_coeff(p->f, j));
        }
    }
    divides = divides && mpz_sgn(rest) == 0;
    mpz_clear(rest);
    return divides;
}

void clm_dyadic(mpz_ptr c, mpz_ptr d, mpz_srcptr numerator, long k)
{
    const long twos = mpz_sgn(numerator) == 0 ? LONG_MAX : (long)mpz_scan1(numerator, 0);
    const long common = k < twos ? k : twos;

    clm_shift(c, numerator, -common);
    mpz_set_ui(d, 1);
    mpz_mul_2exp(d, d, (mp_bitcnt_t)(k - common));
}

void clm_chart_fraction(mpz_ptr num, mpz_ptr den, const clm_poly *p, clm_chart chart,
                        mpz_srcptr c, long k)
{
    if (chart.large)
        clm_dyadic(den, num, c, k + p->scale);
    else
        clm_dyadic(num, den, c, k - p->scale);
    if (chart.negative)
        mpz_neg(num, num);
}

bool clm_poly_vanishes_at(const clm_poly *p, mpz_srcptr numerator, long k)
{
    mpz_t c, d;
    bool zero;

    if (mpz_sgn(numerator) == 0)
        return false;
    mpz_init(c);
    mpz_init_set_ui(d, 1);
    clm_dyadic(c, d, numerator, k);
    zero = clm_poly_vanishes(p, c, d);
    mpz_clears(c, d, NULL);
    return zero;
}

size_t clm_cell_bits(mpz_srcptr c)
{
    mpz_t least;
    long bits;

    if (mpz_sgn(c) >= 0)
        return (size_t)bits_of(c);
    mpz_init(least);
    mpz_add_ui(least, c, 1);
    bits = bits_of(least);
    mpz_clear(least);
    return (size_t)bits;
}

clm_chart clm_poly_chart(const clm_poly *p, mpz_srcptr c, long k, bool cell)
{
    const long bits = cell ? (long)clm_cell_bits(c) : bits_of(c);

    return (clm_chart){.large = bits > (k + p->scale > 0 ? k + p->scale : 0),
                       .negative = mpz_sgn(c) < 0};
}

int clm_poly_sign(const clm_poly *p, mpz_srcptr c, long k, size_t *bits, const clm_poller *watch)
{
    const clm_chart chart = clm_poly_chart(p, c, k, false);
    bool nonzero = false;
    clm_ball v;
    mpz_t size;
    int sign;

    clm_ball_init(&v);
    mpz_init(size);
    mpz_abs(size, c);
    for (;;) {
        clm_poly_value(&v, p, chart, &(clm_span){size, 0, k}, *bits, watch);
        sign = clm_ball_sign(&v);
        if (sign != 0 || clm_poller_stopped(watch) ||
            (!nonzero && clm_poly_vanishes_at(p, c, k)))
            break;
        nonzero = true;
        *bits *= 2;
    }
    mpz_clear(size);
    clm_ball_clear(&v);
    return sign;
}
