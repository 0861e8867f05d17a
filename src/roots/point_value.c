/* Division by the quadratic polynomial q = x^2 - r x + s with the roots z and conj z takes half
 * the products of Horner's rule. b_k = a_k + r b_(k+1) - s b_(k+2) are integers in units of
 * 2^floor(t - k log |z|), so that one unit of any b_k changes the value by at most 2^t.
 *
 * Let 2^m be a bound of all |a_k z^k|, n the degree, n + 2 < 2^l. Computed b_k are those of
 * coefficients that differ by less than two units, and by the error of s times b_(k+2), where
 * |b_k z^k| <= (n + 2)^2 2^m. If s has bits + 3 l + 4 bits, and t = m - bits - l - 3, all n + 1
 * coefficients together change the value by less than 2^(l + 4) units of b_0.
 *
 * The quotient by q is divided once more. Its quotient's coefficients c_k, in the units of
 * b_(k+2), have |c_k z^(k+2)| <= (n + 2)^4 2^m, and s 2 l bits more. So the slope changes by less
 * than 2^(2 l + 3) units of b_0, divided by |z|. */
#include "roots/point_value.h"

#include <math.h>

#include "core/size.h"
#include "polynomials/zx.h"
#include "roots/shift.h"

/* A polynomial is evaluated across its gaps (clm_disc_value) if fewer than one in this many
 * coefficients are not 0. */
#define LEAST_PART 8

/* The point, q, and the size of terms. */
typedef struct point {
    double log, most; /* the binary logarithms of |z|, and of a bound of all terms */
    mpz_t r, s;
    long r_e, s_e; /* q = x^2 - r 2^r_e x + s 2^s_e */
} point;

/* The latest two coefficients of a quotient by q, and scratch. */
typedef struct quotient {
    mpz_t b[2], product;
} quotient;

static double log_of(const clm_disc *z)
{
    long re, im, e;
    const double x = mpz_get_d_2exp(&re, z->re), y = mpz_get_d_2exp(&im, z->im);

    if (x == 0 || y == 0)
        return log2(fabs(x + y)) + (double)(z->e + (x == 0 ? im : re));
    e = re > im ? re : im;
    return log2(hypot(re < e - 64 ? 0 : ldexp(x, (int)(re - e)),
                      im < e - 64 ? 0 : ldexp(y, (int)(im - e)))) +
           (double)(z->e + e);
}

/* Sets the bound of all terms. Returns false if most coefficients are 0. */
static bool bound_terms(point *p, const clmodp_zx *f)
{
    const size_t n = (size_t)clmodp_zx_degree(f);
    size_t terms = 0;

    p->most = -INFINITY;
    for (size_t k = 0; k <= n; k++) {
        mpz_srcptr c = clmodp_zx_coeff(f, k);

        if (mpz_sgn(c) == 0)
            continue;
        p->most = fmax(p->most, (double)mpz_sizeinbase(c, 2) + (double)k * p->log);
        terms++;
    }
    p->most = ceil(p->most) + 1;
    return terms * LEAST_PART > n;
}

/* Sets the next coefficient to r b_(k+1) - s b_(k+2), for the units of b_k, b_(k+1), b_(k+2). */
static void divide(quotient *d, const point *p, const long unit[3])
{
    mpz_mul(d->b[1], d->b[1], p->s);
    clm_shift(d->b[1], d->b[1], p->s_e + unit[2] - unit[0]);
    mpz_mul(d->product, d->b[0], p->r);
    clm_shift(d->product, d->product, p->r_e + unit[1] - unit[0]);
    mpz_sub(d->b[1], d->product, d->b[1]);
    mpz_swap(d->b[0], d->b[1]);
}

/* Sets y to the value at z of the rest b_0 - conj(z) b_1, whose units are given. */
static void set_rest(clm_disc *y, const quotient *d, const clm_disc *z, const long unit[2],
                     size_t bits)
{
    clm_disc b;

    clm_disc_init(&b);
    mpz_set(b.re, d->b[1]);
    b.e = unit[1];
    clm_disc_set(y, z);
    mpz_neg(y->re, y->re);
    clm_disc_mul(y, y, &b, bits);
    mpz_set(b.re, d->b[0]);
    b.e = unit[0];
    clm_disc_add(y, y, &b, bits);
    clm_disc_clear(&b);
}

/* Sets slope to f' = (z - conj z) g + b_1 from g, the value of the quotient of f. */
static void set_slope(clm_disc *slope, mpz_srcptr b, long unit, const clm_disc *z, size_t bits)
{
    clm_disc t;

    clm_disc_init(&t);
    mpz_mul_2exp(t.im, z->im, 1);
    t.e = z->e;
    clm_disc_mul(slope, slope, &t, bits);
    mpz_set(t.re, b);
    mpz_set_ui(t.im, 0);
    t.e = unit;
    clm_disc_add(slope, slope, &t, bits);
    clm_disc_clear(&t);
}

/* Adds 2^e, or a unit of the disc if that is more, to the radius. */
static void widen(clm_disc *z, long e)
{
    mpz_t unit;

    mpz_init_set_ui(unit, 1);
    mpz_mul_2exp(unit, unit, (mp_bitcnt_t)(e > z->e ? e - z->e : 0));
    mpz_add(z->radius, z->radius, unit);
    mpz_clear(unit);
}

static void evaluate(clm_disc *y, clm_disc *slope, const clmodp_zx *f, const clm_disc *z,
                     const point *p, size_t bits, size_t length_bits)
{
    const double top = p->most - (double)(bits + length_bits + 3);
    quotient b, c;
    long unit[4] = {0};
    mpz_t a;

    mpz_inits(b.b[0], b.b[1], b.product, c.b[0], c.b[1], c.product, a, NULL);
    for (size_t k = (size_t)clmodp_zx_degree(f) + 1; k-- > 0;) {
        for (int i = 3; i > 0; i--)
            unit[i] = unit[i - 1];
        unit[0] = (long)floor(top - (double)k * p->log);
        divide(&b, p, unit);
        clm_shift(a, clmodp_zx_coeff(f, k), -unit[0]);
        mpz_add(b.b[0], b.b[0], a);
        if (slope == NULL || k < 2)
            continue;
        divide(&c, p, unit);
        mpz_add(c.b[0], c.b[0], b.b[0]);
    }
    bits += 4 * length_bits;
    set_rest(y, &b, z, unit, bits);
    widen(y, (long)length_bits + 4 + unit[0]);
    if (slope != NULL) {
        set_rest(slope, &c, z, &unit[2], bits);
        set_slope(slope, b.b[1], unit[1], z, bits);
        widen(slope, (long)(2 * length_bits) + 3 + unit[0] - (long)floor(p->log - 0.01));
    }
    mpz_clears(b.b[0], b.b[1], b.product, c.b[0], c.b[1], c.product, a, NULL);
}

/* Returns an l with n + 2 < 2^l for the degree n. */
static size_t length_bits(const clmodp_zx *f)
{
    return clm_size_bits((size_t)clmodp_zx_degree(f) + 2);
}

static void clear(point *p)
{
    mpz_clears(p->r, p->s, NULL);
}

/* Sets up a point. Returns false, without setting it up, if it is 0, or if f has few terms. */
static bool start(point *p, const clmodp_zx *f, const clm_disc *z, size_t bits)
{
    clm_disc s;

    *p = (point){.r_e = z->e + 1};
    if (mpz_sgn(z->re) == 0 && mpz_sgn(z->im) == 0)
        return false;
    p->log = log_of(z);
    if (!bound_terms(p, f))
        return false;
    clm_disc_init(&s);
    mpz_mul(s.re, z->re, z->re);
    mpz_addmul(s.re, z->im, z->im);
    s.e = 2 * z->e;
    clm_disc_round(&s, bits + 5 * length_bits(f) + 4);
    mpz_init_set(p->r, z->re);
    mpz_init_set(p->s, s.re);
    p->s_e = s.e;
    clm_disc_clear(&s);
    return true;
}

void clm_point_value(clm_disc *y, clm_disc *slope, const clmodp_zx *f, const clm_disc *z,
                     size_t bits)
{
    point p;

    if (!start(&p, f, z, bits)) {
        clm_disc_value(y, slope, f, z, bits);
        return;
    }
    evaluate(y, slope, f, z, &p, bits, length_bits(f));
    clear(&p);
}
