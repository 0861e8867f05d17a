/* Division by the quadratic polynomial q = x^2 - r x + s with the roots z and conj z takes half
 * the products of Horner's rule. b_k = a_k + r b_(k+1) - s b_(k+2) are integers in units of
 * 2^floor(t - k log |z|), so that one unit of any b_k changes the value by at most 2^t.
 *
 * Let 2^m be a bound of all |a_k z^k|, n the degree, n + 2 < 2^l, and t = m - bits - l - 3. Then
 * |b_k z^k| <= (n + 2)^2 2^(m-1), so b_k has less than 2^(bits + 3 l + 4) units. Computed b_k are
 * those of coefficients that differ by less than four units: one for a_k and one for both
 * products, which are rounded to units, one for the error of s, of bits + 3 l + 4 bits, times
 * b_(k+2), and less than one for what follows. So all n + 1 coefficients together change the value
 * by less than 2^(l + 4) units of b_0.
 *
 * In N digits, 60 N >= bits + 3 l + 7, r and s in units of b_k have 60 N fractional bits. Their
 * errors change b_k by less than 2^(1 - 3) units, and products of digits that are left out by less
 * than 2^-50 units.
 *
 * The quotient by q is divided once more. Its quotient's coefficients c_k, in the units of
 * b_(k+2), have |c_k z^(k+2)| <= (n + 2)^4 2^(m-1), and s and 60 N have 2 l bits more. So the
 * slope changes by less than 2^(2 l + 3) units of b_0, divided by |z|.
 *
 * Terms at the ends that are less than a unit count among the errors. So the quotients are those
 * of a window of terms, divided by a power of x. */
#include "roots/point_value.h"

#include <math.h>

#include "core/size.h"
#include "roots/digits.h"
#include "roots/shift.h"

/* A polynomial is evaluated across its gaps (clm_disc_value) if fewer than one in this many
 * coefficients are not 0. */
#define LEAST_PART 8
/* Fractional bits of t and log |z|. */
#define UNIT_BITS 32
#define MOST_DIGITS 6
/* Digits have the bits of a value or slope, as many times l, and SPARE_BITS more. */
#define VALUE_LENGTHS 3
#define SLOPE_LENGTHS 5
#define SPARE_BITS 7

__extension__ typedef __int128 int128;

/* The point, q, and the size of terms. */
typedef struct point {
    double log, most; /* the binary logarithms of |z|, and of a bound of all terms */
    mpz_t r, s;
    long r_e, s_e; /* q = x^2 - r 2^r_e x + s 2^s_e */
    int64_t step;  /* log in units of 2^-UNIT_BITS */
    int128 top;    /* t, likewise */
    size_t low, high; /* the window of terms */
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
        double log;

        if (mpz_sgn(c) == 0)
            continue;
        log = (double)mpz_sizeinbase(c, 2) + (double)k * p->log;
        p->most = log > p->most ? log : p->most;
        terms++;
    }
    p->most = ceil(p->most) + 1;
    return terms * LEAST_PART > n;
}

/* Returns the exponent of the units of b_k. */
static inline long unit_of(const point *p, size_t k)
{
    return (long)((p->top - (int128)k * p->step) >> UNIT_BITS);
}

/* Sets the units of b_k, and the window of the terms that are not less. */
static void set_units(point *p, const clmodp_zx *f, double top)
{
    p->step = (int64_t)llround(ldexp(p->log, UNIT_BITS));
    p->top = (int128)ldexp(top, UNIT_BITS);
    p->low = 0;
    p->high = (size_t)clmodp_zx_degree(f);
    while (p->low < p->high &&
           (long)mpz_sizeinbase(clmodp_zx_coeff(f, p->low), 2) <= unit_of(p, p->low))
        p->low++;
    while (p->low < p->high &&
           (long)mpz_sizeinbase(clmodp_zx_coeff(f, p->high), 2) <= unit_of(p, p->high))
        p->high--;
}

/* ---- quotients ---- */

/* Sets the next coefficient, k, to r b_(k+1) - s b_(k+2). */
static void divide(quotient *d, const point *p, size_t k)
{
    const long unit = unit_of(p, k);

    mpz_mul(d->b[1], d->b[1], p->s);
    clm_shift(d->b[1], d->b[1], p->s_e + unit_of(p, k + 2) - unit);
    mpz_mul(d->product, d->b[0], p->r);
    clm_shift(d->product, d->product, p->r_e + unit_of(p, k + 1) - unit);
    mpz_sub(d->b[1], d->product, d->b[1]);
    mpz_swap(d->b[0], d->b[1]);
}

/* Divides f and, unless c is NULL, its quotient, by q. */
static void divide_all(quotient *b, quotient *c, const clmodp_zx *f, const point *p)
{
    mpz_t a;

    mpz_init(a);
    for (size_t k = p->high + 1; k-- > p->low;) {
        divide(b, p, k);
        clm_shift(a, clmodp_zx_coeff(f, k), -unit_of(p, k));
        mpz_add(b->b[0], b->b[0], a);
        if (c == NULL || k < p->low + 2)
            continue;
        divide(c, p, k);
        mpz_add(c->b[0], c->b[0], b->b[0]);
    }
    mpz_clear(a);
}

/* r and s in digits, in units of b_k, for the two differences of exponents that there are. */
typedef struct divisor {
    int64_t r[2][MOST_DIGITS + 1], s[2][MOST_DIGITS + 1];
    long r_least, s_least;
} divisor;

static void set_divisor(divisor *q, const point *p, size_t n)
{
    const long fraction = CLM_DIGIT_BITS * (long)n;

    q->r_least = (long)(-p->step >> UNIT_BITS);
    q->s_least = (long)(-2 * p->step >> UNIT_BITS);
    for (long i = 0; i < 2; i++) {
        clm_digits_set(q->r[i], p->r, p->r_e + q->r_least + i + fraction, n + 1);
        clm_digits_set(q->s[i], p->s, p->s_e + q->s_least + i + fraction, n + 1);
    }
}

/* The same as divide_all with numbers of n digits, of which coefficient k is x[k % 3]. */
static inline __attribute__((always_inline)) void
divide_digits(quotient *b, quotient *c, const clmodp_zx *f, const point *p, size_t n)
{
    int64_t x[3][MOST_DIGITS] = {{0}}, y[3][MOST_DIGITS] = {{0}};
    long unit[3] = {unit_of(p, p->high + 1), unit_of(p, p->high + 2)};
    size_t at = (p->high + 1) % 3, next = (p->high + 2) % 3, last = p->high % 3;
    divisor q;

    set_divisor(&q, p, n);
    for (size_t k = p->high + 1; k-- > p->low;) {
        const int64_t *r, *s;
        const size_t spare = last;

        last = next;
        next = at;
        at = spare;
        unit[2] = unit[1];
        unit[1] = unit[0];
        unit[0] = unit_of(p, k);
        r = q.r[unit[1] - unit[0] - q.r_least];
        s = q.s[unit[2] - unit[0] - q.s_least];
        clm_digits_set(x[at], clmodp_zx_coeff(f, k), -unit[0], n);
        clm_digits_combine(x[at], r, x[next], s, x[last], n);
        if (c == NULL || k < p->low + 2)
            continue;
        for (size_t i = 0; i < n; i++)
            y[at][i] = x[at][i];
        clm_digits_combine(y[at], r, y[next], s, y[last], n);
    }
    for (size_t i = 0; i < 2; i++) {
        clm_digits_get(b->b[i], x[(p->low + i) % 3], n);
        if (c != NULL)
            clm_digits_get(c->b[i], y[(p->low + 2 + i) % 3], n);
    }
}

/* Divides with `bits` bits: in digits, if they are few, by loops compiled for their number. */
static void divide_bits(quotient *b, quotient *c, const clmodp_zx *f, const point *p, size_t bits)
{
    switch ((bits + CLM_DIGIT_BITS - 1) / CLM_DIGIT_BITS) {
    case 1:
    case 2: divide_digits(b, c, f, p, 2); break;
    case 3: divide_digits(b, c, f, p, 3); break;
    case 4: divide_digits(b, c, f, p, 4); break;
    case 5: divide_digits(b, c, f, p, 5); break;
    case 6: divide_digits(b, c, f, p, MOST_DIGITS); break;
    default: divide_all(b, c, f, p); break;
    }
}

/* ---- values ---- */

/* Sets y to the value at z of the remainder b_0 - conj(z) b_1, whose units are given. */
static void set_remainder(clm_disc *y, const quotient *d, const clm_disc *z, const long unit[2],
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

/* Multiplies the value and, unless it is NULL, the slope by z^k: (z^k g)' = z^(k-1) (z g' + k g).
 */
static void multiply_power(clm_disc *y, clm_disc *slope, const clm_disc *z, size_t k, size_t bits)
{
    clm_disc power, t;

    clm_disc_init(&power);
    clm_disc_init(&t);
    clm_disc_power(&power, z, k - 1, bits);
    if (slope != NULL) {
        mpz_set_ui(t.re, k);
        clm_disc_mul(&t, &t, y, bits);
        clm_disc_mul(slope, slope, z, bits);
        clm_disc_add(slope, slope, &t, bits);
        clm_disc_mul(slope, slope, &power, bits);
    }
    clm_disc_mul(&power, &power, z, bits);
    clm_disc_mul(y, y, &power, bits);
    clm_disc_clear(&t);
    clm_disc_clear(&power);
}

static void evaluate(clm_disc *y, clm_disc *slope, const clmodp_zx *f, const clm_disc *z,
                     point *p, size_t bits, size_t length_bits)
{
    quotient b, c;
    long unit[4];

    mpz_inits(b.b[0], b.b[1], b.product, c.b[0], c.b[1], c.product, NULL);
    set_units(p, f, p->most - (double)(bits + length_bits + 3));
    divide_bits(&b, slope == NULL ? NULL : &c, f, p,
                bits + (slope == NULL ? VALUE_LENGTHS : SLOPE_LENGTHS) * length_bits + SPARE_BITS);
    for (size_t i = 0; i < 4; i++)
        unit[i] = unit_of(p, p->low + i);
    bits += 4 * length_bits;
    set_remainder(y, &b, z, unit, bits);
    widen(y, (long)length_bits + 4 + unit[0]);
    if (slope != NULL) {
        set_remainder(slope, &c, z, &unit[2], bits);
        set_slope(slope, b.b[1], unit[1], z, bits);
        widen(slope, (long)(2 * length_bits) + 3 + unit[0] - (long)floor(p->log - 0.01));
    }
    if (p->low > 0)
        multiply_power(y, slope, z, p->low, bits);
    mpz_clears(b.b[0], b.b[1], b.product, c.b[0], c.b[1], c.product, NULL);
}

/* Returns an l with n + 2 < 2^l for the degree n. */
static size_t length_bits(const clmodp_zx *f)
{
    return clm_size_bits((size_t)clmodp_zx_degree(f) + 2);
}

size_t clm_point_value_bits(const clmodp_zx *f)
{
    return 2 * CLM_DIGIT_BITS - (VALUE_LENGTHS * length_bits(f) + SPARE_BITS);
}

static void clear(point *p)
{
    mpz_clears(p->r, p->s, NULL);
}

/* Sets up the centre of a disc. Returns false, without setting it up, if it is 0, if the disc is
 * large, or if f has few terms or none. */
static bool start(point *p, const clmodp_zx *f, const clm_disc *z, size_t bits)
{
    clm_disc s;
    bool small;

    *p = (point){.r_e = z->e + 1};
    if ((mpz_sgn(z->re) == 0 && mpz_sgn(z->im) == 0) || clmodp_zx_degree(f) < 0)
        return false;
    p->log = log_of(z);
    small = mpz_sgn(z->radius) == 0 || (double)(z->e + (long)mpz_sizeinbase(z->radius, 2)) <=
                                           p->log - (double)length_bits(f) - 1;
    if (!small || !bound_terms(p, f))
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

/* Widens the value at the centre of a disc z to those in the disc. For |h| <= r <= 2^-l |z|, f
 * changes by at most r sum k |a_k| (|z| + r)^(k - 1) < r (n + 1)^2 / 2 * 2^m e / |z|. */
static void widen_value(clm_disc *y, const clm_disc *z, const point *p, size_t length_bits)
{
    mpz_t change;

    mpz_init(change);
    clm_shift(change, z->radius, z->e - y->e + (long)p->most + (long)(2 * length_bits) + 1 -
                                     (long)floor(p->log - 0.01));
    mpz_add(y->radius, y->radius, change);
    mpz_add_ui(y->radius, y->radius, 1);
    mpz_clear(change);
}

void clm_point_value(clm_disc *y, clm_disc *slope, const clmodp_zx *f, const clm_disc *z,
                     size_t bits)
{
    const size_t length = length_bits(f);
    clm_disc centre;
    point p;

    if (!start(&p, f, z, bits)) {
        clm_disc_value(y, slope, f, z, bits);
        return;
    }
    clm_disc_init(&centre);
    clm_disc_set(&centre, z);
    mpz_set_ui(centre.radius, 0);
    evaluate(y, slope, f, &centre, &p, bits, length);
    if (mpz_sgn(z->radius) != 0)
        widen_value(y, z, &p, length);
    clm_disc_clear(&centre);
    clear(&p);
}
