/* Arithmetic of discs: ball arithmetic [Hoeven 2009]. */
#include "roots/disc.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>

#include "core/size.h"
#include "polynomials/zx.h"

#define RADIUS_BITS 10
#define DOUBLE_BITS 53

void clm_disc_init(clm_disc *x)
{
    mpz_inits(x->re, x->im, x->radius, NULL);
    x->e = 0;
}

void clm_disc_clear(clm_disc *x)
{
    mpz_clears(x->re, x->im, x->radius, NULL);
}

void clm_disc_set(clm_disc *x, const clm_disc *a)
{
    mpz_set(x->re, a->re);
    mpz_set(x->im, a->im);
    mpz_set(x->radius, a->radius);
    x->e = a->e;
}

static void swap(clm_disc *x, clm_disc *y)
{
    const long e = x->e;

    mpz_swap(x->re, y->re);
    mpz_swap(x->im, y->im);
    mpz_swap(x->radius, y->radius);
    x->e = y->e;
    y->e = e;
}

/* Returns whether x is exactly 0. */
static bool is_zero(const clm_disc *x)
{
    return mpz_sgn(x->re) == 0 && mpz_sgn(x->im) == 0 && mpz_sgn(x->radius) == 0;
}

static size_t bits_of(const clm_disc *x)
{
    return clm_size_max(clm_size_max(mpz_sizeinbase(x->re, 2), mpz_sizeinbase(x->im, 2)),
                        mpz_sizeinbase(x->radius, 2));
}

long clm_disc_top(const clm_disc *x)
{
    return x->e + (long)bits_of(x);
}

void clm_disc_scale(clm_disc *x, long e)
{
    const mp_bitcnt_t shift = (mp_bitcnt_t)(e > x->e ? e - x->e : x->e - e);

    if (e <= x->e) {
        mpz_mul_2exp(x->re, x->re, shift);
        mpz_mul_2exp(x->im, x->im, shift);
        mpz_mul_2exp(x->radius, x->radius, shift);
    } else {
        mpz_fdiv_q_2exp(x->re, x->re, shift);
        mpz_fdiv_q_2exp(x->im, x->im, shift);
        mpz_cdiv_q_2exp(x->radius, x->radius, shift);
        mpz_add_ui(x->radius, x->radius, 2); /* each part lost less than 1 */
    }
    x->e = e;
}

void clm_disc_round(clm_disc *x, size_t bits)
{
    const size_t found = bits_of(x);

    if (found > bits)
        clm_disc_scale(x, x->e + (long)(found - bits));
}

void clm_disc_trim(clm_disc *x)
{
    const size_t found = mpz_sizeinbase(x->radius, 2);

    if (found > RADIUS_BITS)
        clm_disc_scale(x, x->e + (long)(found - RADIUS_BITS));
}

/* x := x + sign b, with u for scratch. */
static void add(clm_disc *x, const clm_disc *b, int sign, size_t bits, clm_disc *u)
{
    long e, top;

    if (is_zero(b))
        return;
    clm_disc_set(u, b);
    if (sign < 0) {
        mpz_neg(u->re, u->re);
        mpz_neg(u->im, u->im);
    }
    if (is_zero(x)) {
        swap(x, u);
        return;
    }
    e = x->e < u->e ? x->e : u->e;
    top = clm_disc_top(x) > clm_disc_top(u) ? clm_disc_top(x) : clm_disc_top(u);
    if (e < top - (long)bits)
        e = top - (long)bits;
    clm_disc_scale(x, e);
    clm_disc_scale(u, e);
    mpz_add(x->re, x->re, u->re);
    mpz_add(x->im, x->im, u->im);
    mpz_add(x->radius, x->radius, u->radius);
}

/* x := x b, with y for scratch. `most` is an upper bound of |b|, or NULL. */
static void multiply(clm_disc *x, const clm_disc *b, mpz_srcptr most, size_t bits, clm_disc *y)
{
    mpz_set_ui(y->radius, 0);
    if (mpz_sgn(b->radius) != 0) { /* |x b - x' b'| <= |x| s + |b| r + r s */
        clm_disc_bounds(NULL, y->re, x);
        mpz_mul(y->radius, y->re, b->radius);
    }
    if (mpz_sgn(x->radius) != 0) {
        if (most == NULL)
            clm_disc_bounds(NULL, y->re, b);
        mpz_addmul(y->radius, most != NULL ? most : y->re, x->radius);
    }
    mpz_mul(y->re, x->re, b->re);
    mpz_submul(y->re, x->im, b->im);
    mpz_mul(y->im, x->re, b->im);
    mpz_addmul(y->im, x->im, b->re);
    y->e = x->e + b->e;
    clm_disc_round(y, bits);
    swap(x, y);
}

/* Sets x to the result of an operation on a, for which it may be b. */
static void operate(clm_disc *x, const clm_disc *a, const clm_disc *b, int sign, size_t bits)
{
    clm_disc result, scratch;

    clm_disc_init(&result);
    clm_disc_init(&scratch);
    clm_disc_set(&result, a);
    if (sign != 0)
        add(&result, b, sign, bits, &scratch);
    else
        multiply(&result, b, NULL, bits, &scratch);
    swap(x, &result);
    clm_disc_clear(&scratch);
    clm_disc_clear(&result);
}

void clm_disc_add(clm_disc *x, const clm_disc *a, const clm_disc *b, size_t bits)
{
    operate(x, a, b, 1, bits);
}

void clm_disc_sub(clm_disc *x, const clm_disc *a, const clm_disc *b, size_t bits)
{
    operate(x, a, b, -1, bits);
}

void clm_disc_mul(clm_disc *x, const clm_disc *a, const clm_disc *b, size_t bits)
{
    operate(x, a, b, 0, bits);
}

void clm_disc_power(clm_disc *x, const clm_disc *a, size_t k, size_t bits)
{
    clm_disc power, old, scratch;
    size_t bit = 1;

    clm_disc_init(&power);
    clm_disc_init(&old);
    clm_disc_init(&scratch);
    mpz_set_ui(power.re, 1);
    while (bit <= k / 2)
        bit *= 2;
    for (; bit > 0 && k > 0; bit /= 2) {
        clm_disc_set(&old, &power);
        multiply(&power, &old, NULL, bits, &scratch);
        if ((k & bit) != 0)
            multiply(&power, a, NULL, bits, &scratch);
    }
    swap(x, &power);
    clm_disc_clear(&scratch);
    clm_disc_clear(&old);
    clm_disc_clear(&power);
}

bool clm_disc_invert(clm_disc *x, const clm_disc *a, size_t bits)
{
    /* |1/z - 1/m| <= r / (|m| (|m| - r)) for |z - m| <= r */
    mpz_t norm, low, radius;
    mp_bitcnt_t shift;
    bool apart;

    mpz_inits(norm, low, radius, NULL);
    clm_disc_bounds(low, NULL, a);
    apart = mpz_sgn(low) > 0;
    if (apart) {
        mpz_mul(norm, a->re, a->re);
        mpz_addmul(norm, a->im, a->im);
        shift = mpz_sizeinbase(norm, 2) / 2 + bits;
        mpz_mul_2exp(radius, a->radius, shift);
        mpz_add(x->radius, low, a->radius);
        mpz_mul(low, low, x->radius);
        mpz_mul_2exp(x->re, a->re, shift);
        mpz_fdiv_q(x->re, x->re, norm);
        mpz_mul_2exp(x->im, a->im, shift);
        mpz_fdiv_q(x->im, x->im, norm);
        mpz_neg(x->im, x->im);
        mpz_cdiv_q(radius, radius, low);
        mpz_add_ui(x->radius, radius, 2);
        x->e = -a->e - (long)shift;
        clm_disc_round(x, bits);
    }
    mpz_clears(norm, low, radius, NULL);
    return apart;
}

/* Sets high to a tight upper bound of |re + im i|: each step of Horner's rule multiplies errors by
 * it. */
static void set_length(mpz_ptr high, const clm_disc *x)
{
    long re_bits, im_bits, e;
    const double re = mpz_get_d_2exp(&re_bits, x->re), im = mpz_get_d_2exp(&im_bits, x->im);
    const long between = labs(re_bits - im_bits);
    const double less = ldexp(re_bits > im_bits ? im : re, -(int)(between < 64 ? between : 64));
    const double more = re_bits > im_bits ? re : im;

    if (mpz_sgn(x->re) == 0 || mpz_sgn(x->im) == 0) {
        mpz_abs(high, mpz_sgn(x->re) == 0 ? x->im : x->re);
        return;
    }
    e = (re_bits > im_bits ? re_bits : im_bits) - DOUBLE_BITS;
    mpz_set_d(high, ldexp(sqrt(less * less + more * more) * (1 + 8 * DBL_EPSILON), DOUBLE_BITS));
    mpz_add_ui(high, high, 1);
    if (e >= 0)
        mpz_mul_2exp(high, high, (mp_bitcnt_t)e);
    else
        mpz_cdiv_q_2exp(high, high, (mp_bitcnt_t)-e);
}

void clm_disc_bounds(mpz_ptr low, mpz_ptr high, const clm_disc *x)
{
    if (low != NULL) {
        mpz_abs(low, mpz_cmpabs(x->re, x->im) > 0 ? x->re : x->im);
        mpz_sub(low, low, x->radius);
    }
    if (high != NULL) {
        set_length(high, x);
        mpz_add(high, high, x->radius);
    }
}

double clm_disc_radius(const clm_disc *x)
{
    long e;
    const double fraction = mpz_get_d_2exp(&e, x->radius);
    const long most = 2 * DBL_MAX_EXP;

    e += x->e;
    return DBL_MIN + ldexp(fraction * (1 + 2 * DBL_EPSILON),
                           (int)(e > most ? most : e < -most ? -most : e));
}

long clm_disc_accuracy(const clm_disc *x)
{
    return clm_disc_top(x) - x->e - (long)mpz_sizeinbase(x->radius, 2);
}

/* Returns a 2^e, rounded; infinite, or about 0, if it is not in the range of numbers. */
static double rounded(mpz_srcptr a, long e)
{
    long more;
    const double fraction = mpz_get_d_2exp(&more, a);
    const long most = 4 * DBL_MAX_EXP, all = e + more;

    return ldexp(fraction, (int)(all > most ? most : all < -most ? -most : all));
}

void clm_disc_near(double part[2], const clm_disc *x)
{
    part[0] = rounded(x->re, x->e);
    part[1] = rounded(x->im, x->e);
}

void clm_disc_set_double(clm_disc *x, double re, double im)
{
    int e;

    (void)frexp(fmax(fabs(re), fabs(im)), &e);
    mpz_set_d(x->re, ldexp(re, DOUBLE_BITS - e));
    mpz_set_d(x->im, ldexp(im, DOUBLE_BITS - e));
    mpz_set_ui(x->radius, 0);
    x->e = e - DOUBLE_BITS;
}

/* The power of z by which Horner's rule crosses a gap between exponents; kept for the next one. */
typedef struct stride {
    size_t gap;
    clm_disc power, slope; /* z^gap, and its derivative unless gap = 1 */
    mpz_t most;            /* an upper bound of |z^gap| */
} stride;

/* Sets the powers of z for a gap >= 1. */
static void set_stride(stride *s, size_t gap, const clm_disc *z, size_t bits, clm_disc *scratch)
{
    if (s->gap == gap)
        return;
    s->gap = gap;
    if (gap == 1) {
        clm_disc_set(&s->power, z);
    } else {
        clm_disc_power(&s->power, z, gap - 1, bits);
        clm_disc_set(&s->slope, &s->power);
        multiply(&s->power, z, NULL, bits, scratch);
        mpz_mul_ui(s->slope.re, s->slope.re, gap);
        mpz_mul_ui(s->slope.im, s->slope.im, gap);
        mpz_mul_ui(s->slope.radius, s->slope.radius, gap);
    }
    clm_disc_bounds(NULL, s->most, &s->power);
}

/* Sets derivative to that of value z^gap. */
static void cross(clm_disc *derivative, const clm_disc *value, const stride *s, size_t bits,
                  clm_disc *term, clm_disc *scratch)
{
    multiply(derivative, &s->power, s->most, bits, scratch);
    clm_disc_set(term, value);
    if (s->gap > 1)
        multiply(term, &s->slope, NULL, bits, scratch);
    add(derivative, term, 1, bits, scratch);
}

void clm_disc_value(clm_disc *y, clm_disc *slope, const clmodp_zx *f, const clm_disc *z,
                    size_t bits)
{
    size_t i = clmodp_zx_degree(f) > 0 ? (size_t)clmodp_zx_degree(f) : 0;
    clm_disc value, derivative, c, term, scratch;
    stride s = {.gap = 0};

    clm_disc_init(&value);
    clm_disc_init(&derivative);
    clm_disc_init(&c);
    clm_disc_init(&term);
    clm_disc_init(&scratch);
    clm_disc_init(&s.power);
    clm_disc_init(&s.slope);
    mpz_init(s.most);
    mpz_set(value.re, clmodp_zx_coeff(f, i));
    for (size_t next; i > 0; i = next) {
        next = clm_zx_next_term(f, i);
        set_stride(&s, i - next, z, bits, &scratch);
        if (slope != NULL)
            cross(&derivative, &value, &s, bits, &term, &scratch);
        multiply(&value, &s.power, s.most, bits, &scratch);
        mpz_set(c.re, clmodp_zx_coeff(f, next));
        add(&value, &c, 1, bits, &scratch);
    }
    swap(y, &value);
    if (slope != NULL)
        swap(slope, &derivative);
    mpz_clear(s.most);
    clm_disc_clear(&s.slope);
    clm_disc_clear(&s.power);
    clm_disc_clear(&scratch);
    clm_disc_clear(&term);
    clm_disc_clear(&c);
    clm_disc_clear(&derivative);
    clm_disc_clear(&value);
}
