/* Tests values of polynomials and of derivatives at points against exact ones. */
#include "roots/point_value.h"

#include <math.h>

#include "polynomials/zx.h"
#include "support/assertions.h"
#include "support/polynomials.h"
#include "support/runner.h"

/* Sets value 2^(e n) to f(z), for z.e = e <= 0 and degree n. */
static void set_exact(mpz_t value[2], const clmodp_zx *f, const clm_disc *z)
{
    const size_t n = (size_t)clmodp_zx_degree(f);
    mpz_t t, c;

    mpz_inits(t, c, NULL);
    mpz_set_ui(value[0], 0);
    mpz_set_ui(value[1], 0);
    for (size_t k = n + 1; k-- > 0;) {
        mpz_mul(t, value[0], z->im);
        mpz_mul(value[0], value[0], z->re);
        mpz_submul(value[0], value[1], z->im);
        mpz_mul(value[1], value[1], z->re);
        mpz_add(value[1], value[1], t);
        mpz_mul_2exp(c, clmodp_zx_coeff(f, k), (mp_bitcnt_t)((long)(n - k) * -z->e));
        mpz_add(value[0], value[0], c);
    }
    mpz_clears(t, c, NULL);
}

/* Sets d 2^*e to the difference of y and value 2^value_e. */
static void set_difference(mpz_t d[2], long *e, const clm_disc *y, mpz_t value[2], long value_e)
{
    *e = y->e < value_e ? y->e : value_e;
    for (int part = 0; part < 2; part++) {
        mpz_mul_2exp(d[part], part == 0 ? y->re : y->im, (mp_bitcnt_t)(y->e - *e));
        mpz_mul_2exp(value[part], value[part], (mp_bitcnt_t)(value_e - *e));
        mpz_sub(d[part], d[part], value[part]);
    }
}

/* Returns the binary logarithm of the sum of both parts of a number, or less if it is 0. */
static double log_of(mpz_t value[2], long e)
{
    mpz_t sum;
    double log;

    mpz_init(sum);
    mpz_abs(sum, value[0]);
    if (mpz_sgn(value[1]) < 0)
        mpz_sub(sum, sum, value[1]);
    else
        mpz_add(sum, sum, value[1]);
    log = (double)mpz_sizeinbase(sum, 2) + (double)e;
    mpz_clear(sum);
    return log;
}

/* Returns whether a difference d 2^e is at most a disc's radius. */
static bool is_inside(mpz_t d[2], long e, const clm_disc *y)
{
    mpz_t square, radius;
    bool inside;

    mpz_inits(square, radius, NULL);
    mpz_mul_2exp(radius, y->radius, (mp_bitcnt_t)(y->e - e));
    mpz_mul(square, d[0], d[0]);
    mpz_addmul(square, d[1], d[1]);
    mpz_submul(square, radius, radius);
    inside = mpz_sgn(square) <= 0;
    mpz_clears(square, radius, NULL);
    return inside;
}

static void check(const clmodp_zx *f, const clmodp_zx *derivative, const clm_disc *z, size_t bits)
{
    const long n = clmodp_zx_degree(f);
    const double log = log2(hypot(mpz_get_d(z->re), mpz_get_d(z->im))) + (double)z->e;
    double most = 0;
    clm_disc y, slope;
    mpz_t exact[2], d[2];
    long e;

    for (long k = 0; k <= n; k++)
        most =
            fmax(most, (double)k * log + (double)mpz_sizeinbase(clmodp_zx_coeff(f, (size_t)k), 2));
    mpz_inits(exact[0], exact[1], d[0], d[1], NULL);
    clm_disc_init(&y);
    clm_disc_init(&slope);
    clm_point_value(&y, &slope, f, z, bits);
    set_exact(exact, f, z);
    set_difference(d, &e, &y, exact, n * z->e);
    assert_true((double)mpz_sizeinbase(y.radius, 2) + (double)y.e <= most - (double)bits + 5);
    assert_true(is_inside(d, e, &y));
    set_exact(exact, derivative, z);
    set_difference(d, &e, &slope, exact, (n - 1) * z->e);
    assert_true(is_inside(d, e, &slope));
    assert_true(log_of(d, e) < most - log - (double)bits + 8);
    clm_disc_clear(&slope);
    clm_disc_clear(&y);
    mpz_clears(exact[0], exact[1], d[0], d[1], NULL);
}

/* Sets f to a polynomial of degree n with coefficients of up to `bits` bits. */
static void set_random(clmodp_zx *f, clmodp_zx *derivative, size_t n, size_t bits,
                       gmp_randstate_t random)
{
    mpz_t *c, *slope;

    assert_int_equal(clm_zx_resize(f, &c, n + 1), CLMODP_OK);
    assert_int_equal(clm_zx_resize(derivative, &slope, n), CLMODP_OK);
    for (size_t k = 0; k <= n; k++) {
        mpz_urandomb(c[k], random, gmp_urandomm_ui(random, bits));
        if (gmp_urandomb_ui(random, 1) != 0)
            mpz_neg(c[k], c[k]);
        if (k == n)
            mpz_add_ui(c[k], c[k], mpz_sgn(c[k]) == 0);
        if (k > 0)
            mpz_mul_ui(slope[k - 1], c[k], k);
    }
    clm_zx_trim(f);
    clm_zx_trim(derivative);
}

static void values_at_points(void **state)
{
    clmodp_zx *f = zx_new(), *derivative = zx_new();
    gmp_randstate_t random;
    clm_disc z;

    (void)state;
    clm_disc_init(&z);
    gmp_randinit_default(random);
    for (unsigned k = 0; k < 400; k++) {
        const size_t n = 1 + k % 40;

        set_random(f, derivative, n, 1 + k, random);
        mpz_rrandomb(z.re, random, 1 + k % 100);
        mpz_rrandomb(z.im, random, 1 + k % 7 * 16);
        if (k % 5 == 0)
            mpz_set_ui(k % 2 == 0 ? z.re : z.im, 0);
        if (k % 3 == 0)
            mpz_neg(z.re, z.re);
        z.e = -(long)(k % 120);
        check(f, derivative, &z, 20 + k % 150);
    }
    gmp_randclear(random);
    clm_disc_clear(&z);
    DESTROY(derivative, f);
}

/* Values at a point close to multiple roots, with fewer and more bits than cancel. */
static void values_near_multiple_roots(void **state)
{
    clmodp_zx *f = zx_parse("(x^2 - 2)^9");
    clmodp_zx *derivative = zx_parse("18*x*(x^2 - 2)^8");
    clm_disc z;

    (void)state;
    clm_disc_init(&z);
    z.e = -30;
    mpz_set_ui(z.re, 1518500250);
    for (size_t bits = 20; bits < 400; bits++)
        check(f, derivative, &z, bits);
    clm_disc_clear(&z);
    DESTROY(derivative, f);
}

/* Checks the values at both ends of the diameters of a disc along the axes. */
static void check_ends(const clmodp_zx *f, const clm_disc *z, size_t bits)
{
    const long n = clmodp_zx_degree(f);
    clm_disc y, end;
    mpz_t exact[2], d[2];
    long e;

    mpz_inits(exact[0], exact[1], d[0], d[1], NULL);
    clm_disc_init(&y);
    clm_disc_init(&end);
    clm_point_value(&y, NULL, f, z, bits);
    for (int k = 0; k < 4; k++) {
        mpz_ptr part = k % 2 == 0 ? end.re : end.im;

        clm_disc_set(&end, z);
        if (k < 2)
            mpz_add(part, part, z->radius);
        else
            mpz_sub(part, part, z->radius);
        set_exact(exact, f, &end);
        set_difference(d, &e, &y, exact, n * z->e);
        assert_true(is_inside(d, e, &y));
    }
    clm_disc_clear(&end);
    clm_disc_clear(&y);
    mpz_clears(exact[0], exact[1], d[0], d[1], NULL);
}

/* Discs from those of a unit to those as large as the distance from 0, about points so far from 0
 * or so close to it that few terms matter. */
static void values_in_discs(void **state)
{
    clmodp_zx *f = zx_new(), *derivative = zx_new();
    gmp_randstate_t random;
    clm_disc z;

    (void)state;
    clm_disc_init(&z);
    gmp_randinit_default(random);
    for (unsigned k = 0; k < 600; k++) {
        set_random(f, derivative, 1 + k % 90, 1 + k % 200, random);
        mpz_rrandomb(z.re, random, 1 + k % 100);
        mpz_rrandomb(z.im, random, 1 + k % 7 * 16);
        mpz_set_ui(z.radius, 1);
        mpz_mul_2exp(z.radius, z.radius, gmp_urandomm_ui(random, 1 + k % 100));
        z.e = -(long)(k * 7 % 110);
        check_ends(f, &z, 20 + k % 180);
    }
    gmp_randclear(random);
    clm_disc_clear(&z);
    DESTROY(derivative, f);
}

/* The change in a disc of radius r about 1 is bounded by about (n + 2)^2 32 r. */
static void narrow_discs(void **state)
{
    clmodp_zx *f = zx_parse("x^100 + x^60 + x^30 + x^14 + x^13 + x^12 + x^11 + x^10 + x^9 + x^8 + "
                            "x^7 + x^6 + x^5 + x^4 + x^3 + x^2 + x + 1");
    clm_disc z, y;

    (void)state;
    clm_disc_init(&z);
    clm_disc_init(&y);
    mpz_setbit(z.re, 300);
    mpz_set_ui(z.radius, 1);
    z.e = -300;
    clm_point_value(&y, NULL, f, &z, 400);
    assert_true((long)mpz_sizeinbase(y.radius, 2) + y.e <= -300 + 14 + 5);
    check_ends(f, &z, 400);
    clm_disc_clear(&y);
    clm_disc_clear(&z);
    DESTROY(f);
}

TESTS(cmocka_unit_test(values_at_points), cmocka_unit_test(values_near_multiple_roots),
      cmocka_unit_test(values_in_discs), cmocka_unit_test(narrow_discs));
