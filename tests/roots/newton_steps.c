/* Tests the bounds that steps of Newton's method rest on, in exact arithmetic: how far other
 * roots are from a box, how large a box may be, and how much f' changes in it. Some cases are so
 * close to a bound that half or twice it would be wrong. */
#include "roots/newton.h"

#include "polynomials/zx.h"
#include "roots/smith.h"
#include "support/assertions.h"
#include "support/polynomials.h"

/* Roots j g, g = (1 + 2^-10) 2^e, for j = 1, 2, ..., or g (j +- i / 2), in units of 2^(e - 11). */
#define GAP 2050
#define UNIT_BITS 11

typedef struct root {
    long re, im;
} root;

/* Multiplies f, of n + 1 coefficients, by d x - a, with room for one more. */
static void multiply(mpz_t *f, size_t n, mpz_srcptr d, long a)
{
    mpz_set_ui(f[n + 1], 0);
    for (size_t i = n + 2; i-- > 0;) {
        mpz_mul_si(f[i], f[i], -a);
        if (i > 0)
            mpz_addmul(f[i], f[i - 1], d);
    }
}

/* Multiplies f by (d x - a)^2 + b^2. */
static void multiply_pair(mpz_t *f, size_t n, mpz_srcptr d, long a, long b)
{
    mpz_t *square = test_malloc((n + 1) * sizeof *square);

    for (size_t i = 0; i <= n; i++) {
        mpz_init(square[i]);
        mpz_mul_si(square[i], f[i], b * b);
    }
    multiply(f, n, d, a);
    multiply(f, n + 1, d, a);
    for (size_t i = 0; i <= n; i++) {
        mpz_add(f[i], f[i], square[i]);
        mpz_clear(square[i]);
    }
    test_free(square);
}

/* Sets f to the polynomial with n roots, conjugates side by side, in units of 2^-bits. */
static void set_product(clmodp_zx *f, const root *r, size_t n, unsigned long bits)
{
    mpz_t *c, d;

    mpz_init(d);
    mpz_setbit(d, bits);
    assert_int_equal(clm_zx_resize(f, &c, n + 1), CLMODP_OK);
    mpz_set_ui(c[0], 1);
    for (size_t k = 0; k < n; k++) {
        if (r[k].im == 0)
            multiply(c, k, d, r[k].re);
        else if (r[k].im > 0)
            multiply_pair(c, k, d, r[k].re, r[k].im);
    }
    clm_zx_trim(f);
    mpz_clear(d);
}

/* Adds the square of the distance of x from the interval between two ends to a sum. */
static void add_square(mpq_t sum, mpz_t ends[2], mpz_srcptr d, const mpq_t x)
{
    mpq_t below, above;

    mpq_inits(below, above, NULL);
    mpq_set_num(below, ends[0]);
    mpq_set_den(below, d);
    mpq_canonicalize(below);
    mpq_sub(below, below, x);
    mpq_set_num(above, ends[1]);
    mpq_set_den(above, d);
    mpq_canonicalize(above);
    mpq_sub(above, x, above);
    if (mpq_sgn(above) > 0)
        mpq_set(below, above);
    if (mpq_sgn(below) > 0) {
        mpq_mul(below, below, below);
        mpq_add(sum, sum, below);
    }
    mpq_clears(below, above, NULL);
}

/* Sets x := a 2^e */
static void set_scaled(mpq_t x, long a, long e)
{
    mpq_set_si(x, a, 1);
    if (e < 0)
        mpq_div_2exp(x, x, (mp_bitcnt_t)-e);
    else
        mpq_mul_2exp(x, x, (mp_bitcnt_t)e);
}

/* Returns whether a root, in units of 2^e, is at least n 2^apart from all points of a box. */
static bool is_apart(clm_box *box, root r, long e, size_t n, long apart)
{
    mpq_t square, x, least;
    bool is;

    mpq_inits(square, x, least, NULL);
    set_scaled(x, r.re, e);
    add_square(square, box->re, box->d, x);
    set_scaled(x, r.im, e);
    add_square(square, box->im, box->d, x);
    set_scaled(least, (long)(n * n), 2 * apart);
    is = mpq_cmp(square, least) >= 0;
    mpq_clears(square, x, least, NULL);
    return is;
}

/* Checks the distances of all boxes of a polynomial. Returns whether twice one would be wrong. */
static bool check_distances(const root *r, size_t n, long e)
{
    clmodp_zx *f = zx_new();
    bool sharp = false;
    clm_aberth d;

    set_product(f, r, n, (unsigned long)-e);
    assert_int_equal(clm_aberth_init(&d, f), CLMODP_OK);
    d.threads = 1;
    for (size_t k = 0; k < n; k++) {
        mpz_set_si(d.z[k].re, r[k].re);
        mpz_set_si(d.z[k].im, r[k].im);
        d.z[k].e = e;
        clm_disc_near(&d.near[2 * k], &d.z[k]);
    }
    d.bits = 1000;
    assert_int_equal(clm_smith_isolate(&d), CLMODP_OK);
    assert_int_equal(d.left_count, 0);
    for (size_t k = 0; k < n; k++)
        for (size_t j = 0; j < n && d.state[k].boxed; j++) {
            if (j == k)
                continue;
            assert_true(is_apart(&d.box[k], r[j], e, n, d.newton[k].apart));
            sharp = sharp || !is_apart(&d.box[k], r[j], e, n, d.newton[k].apart + 1);
        }
    clm_aberth_clear(&d);
    DESTROY(f);
    return sharp;
}

/* Distances of roots from boxes, in double precision and out of its range. For n = 2^k - 1 and a
 * gap of slightly more than 2^e, twice n 2^apart is more than the gap. */
static void distances_of_roots(void **state)
{
    static const long places[] = {0, -40, -620};
    root r[32];

    (void)state;
    for (size_t place = 0; place < 3; place++)
        for (size_t n = 2; n <= 32; n++) {
            const long e = places[place] - UNIT_BITS;
            bool sharp;

            for (size_t k = 0; k < n; k++)
                r[k] = (root){.re = GAP * (long)(k + 1)};
            sharp = check_distances(r, n, e);
            assert_true(sharp || ((n + 1) & n) != 0);
            for (size_t k = 0; k + 1 < n; k += 2) {
                r[k] = (root){.re = GAP * (long)(k + 1), .im = GAP / 2};
                r[k + 1] = (root){.re = r[k].re, .im = -GAP / 2};
            }
            sharp = check_distances(r, n, e);
            assert_true(sharp || ((n + 1) & n) != 0);
        }
}

/* Boxes about as large as converging ones may be: all points are within 2^(apart - 5) of each
 * other. */
static void sizes_of_boxes(void **state)
{
    size_t converging = 0, close = 0;
    clm_box box;

    (void)state;
    clm_box_init(&box);
    mpz_set_ui(box.d, 1UL << 20);
    for (unsigned long re = 16000; re < 36000; re += 97)
        for (unsigned long im = 0; im < 36000; im += 1999) {
            const clm_newton how = {.apart = 0};
            const double square = (double)(re * re + im * im);

            mpz_set_ui(box.re[1], re);
            mpz_set_ui(box.im[1], im);
            if (!clm_newton_converges(&box, &how))
                continue;
            assert_true(square <= 0x1p30);
            converging++;
            close += square > 0.9 * 0x1p30;
        }
    assert_true(converging > 100 && close > 0);
    clm_box_clear(&box);
}

/* Sets value 2^(-6 (n - 1)) to f' at x = k 2^-6, for f = x (x - R)^(n - 1), R = n + 2^-6. */
static void set_slope(mpz_t value, unsigned long n, long k)
{
    mpz_t power;

    mpz_init_set_si(power, k - (long)(64 * n + 1));
    mpz_set(value, power);
    mpz_pow_ui(power, power, n - 2);
    if (k >= 0)
        mpz_add_ui(value, value, (n - 1) * (unsigned long)k);
    else
        mpz_sub_ui(value, value, (n - 1) * (unsigned long)-k);
    mpz_mul(value, value, power);
    mpz_clear(power);
}

/* The change of f' in [-2^-6, 2^-6], as far as a box may reach for apart = 0, from all n - 1 other
 * roots at their least distance. For large n it is more than half of the bound. */
static void changes_of_slopes(void **state)
{
    const clm_newton how = {.apart = 0};
    clm_disc slope, z;
    mpz_t value;

    (void)state;
    mpz_init(value);
    clm_disc_init(&slope);
    clm_disc_init(&z);
    mpz_set_ui(z.radius, 1);
    z.e = -6;
    for (unsigned long n = 2; n < 1000; n = 2 * n + 1) {
        for (long k = -1; k <= 1; k += 2) {
            set_slope(slope.re, n, 0);
            mpz_set_ui(slope.radius, 0);
            clm_newton_widen_slope(&slope, &z, &how);
            set_slope(value, n, k);
            mpz_sub(value, value, slope.re);
            assert_true(mpz_cmpabs(value, slope.radius) <= 0);
            mpz_mul_2exp(value, value, 1);
            assert_true(k > 0 || n < 200 || mpz_cmpabs(value, slope.radius) > 0);
        }
    }
    clm_disc_clear(&z);
    clm_disc_clear(&slope);
    mpz_clear(value);
}

TESTS(cmocka_unit_test(distances_of_roots), cmocka_unit_test(sizes_of_boxes),
      cmocka_unit_test(changes_of_slopes));
