/* Tests approximate values and exact zeros of polynomials against values by GMP. */
#include "roots/values.h"

#include "arith/prime.h"
#include "roots/sturm.h"
#include "support/polynomials.h"
#include "support/small.h"

/* Compares values at c / 2^k with the exact sign, and with the value at double the bits. */
static void check_point(const clm_poly *p, const clmodp_zx *f, long c, long k, size_t bits)
{
    mpz_t x, num, den;
    clm_chart chart;
    clm_ball v, w;
    size_t decided = CLM_FIXED_BITS;
    int sign;

    mpz_init_set_si(x, c);
    mpz_inits(num, den, NULL);
    clm_ball_init(&v);
    clm_ball_init(&w);
    clm_dyadic(num, den, x, k);
    sign = sturm_sign(f, num, den);
    assert_int_equal(clm_poly_sign(p, x, k, &decided, NULL), sign);
    assert_int_equal(clm_poly_vanishes_at(p, x, k), sign == 0);
    chart = clm_poly_chart(p, x, k, false);
    mpz_abs(x, x);
    clm_poly_value(&v, p, chart, &(clm_span){x, 0, k}, bits, NULL);
    assert_true(v.bits >= bits);
    if (clm_ball_sign(&v) != 0)
        assert_int_equal(clm_ball_sign(&v), sign);
    clm_poly_value(&w, p, chart, &(clm_span){x, 0, k}, 2 * v.bits, NULL);
    mpz_mul_2exp(v.mid, v.mid, v.bits);
    mpz_mul_2exp(v.error, v.error, v.bits);
    mpz_sub(v.mid, v.mid, w.mid);
    mpz_add(v.error, v.error, w.error);
    if (mpz_cmpabs(v.mid, v.error) > 0)
        fail_msg("values at %ld / 2^%ld differ by more than their errors", c, k);
    clm_ball_clear(&w);
    clm_ball_clear(&v);
    mpz_clears(x, num, den, NULL);
}

static void values_have_proved_errors(void **state)
{
    clm_random random = {7};

    (void)state;
    for (int k = 0; k < (small_tests() ? 10 : 200); k++) {
        clmodp_zx *f = random_zx(&random, 1 + (size_t)k % 30, 1 + (size_t)k * 7 % 300);
        clmodp_zx *line = zx_linear(1 + k % 4, -3);
        clm_poly p;

        if (clmodp_zx_degree(f) < 0 || mpz_sgn(clmodp_zx_coeff(f, 0)) == 0) {
            clmodp_zx_destroy(f);
            f = zx_linear(-5, 7);
        }
        zx_mul_by(&f, line);
        assert_int_equal(clm_poly_init(&p, f), CLMODP_OK);
        for (long c = -40; c < 40; c++)
            check_point(&p, f, c, c % 7 + 2, c % 2 == 0 ? 50 : 200);
        check_point(&p, f, 12345, 40, 100);
        check_point(&p, f, -12345, -40, 300);
        clm_poly_clear(&p);
        DESTROY(line, f);
    }
}

/* The values at a span contain those at numbers in it. */
static void spans_have_proved_errors(void **state)
{
    clm_random random = {8};

    (void)state;
    for (int k = 0; k < (small_tests() ? 5 : 60); k++) {
        clmodp_zx *f = random_zx(&random, 2 + (size_t)k % 20, 60);
        mpz_t middle;
        clm_poly p;

        if (clmodp_zx_degree(f) < 1 || mpz_sgn(clmodp_zx_coeff(f, 0)) == 0) {
            clmodp_zx_destroy(f);
            continue;
        }
        mpz_init(middle);
        assert_int_equal(clm_poly_init(&p, f), CLMODP_OK);
        for (int large = 0; large < 2; large++) {
            const clm_chart chart = {.large = large != 0, .negative = k % 2 != 0};
            const long bits = 20 - p.scale; /* |x| = 2^scale (1 +- 1/4), in units of 2^-bits */
            clm_ball v, w;

            clm_ball_init(&v);
            clm_ball_init(&w);
            for (long at = -200; at <= 200; at += 50) {
                mpz_set_si(middle, (1 << 20) + (large ? 1 : -1) * (1 << 18));
                clm_poly_value(&v, &p, chart, &(clm_span){middle, 200, bits}, 112, NULL);
                mpz_add_ui(middle, middle, 200);
                mpz_sub_ui(middle, middle, (unsigned long)(200 + at));
                clm_poly_value(&w, &p, chart, &(clm_span){middle, 0, bits}, 112, NULL);
                mpz_sub(w.mid, w.mid, v.mid);
                mpz_add(w.error, w.error, v.error);
                assert_true(v.bits == w.bits && mpz_cmpabs(w.mid, w.error) <= 0);
            }
            clm_ball_clear(&w);
            clm_ball_clear(&v);
        }
        clm_poly_clear(&p);
        mpz_clear(middle);
        clmodp_zx_destroy(f);
    }
}

static void fractions_vanish(void **state)
{
    clmodp_zx *f = zx_linear(7, -3), *g = zx_linear(2, 5);
    mpz_t num, den;
    clm_poly p;

    (void)state;
    assert_true(clm_is_prime_u64(((uint64_t)1 << 62) - 57)); /* the modulus of residues */
    zx_mul_by(&f, g);
    assert_int_equal(clm_poly_init(&p, f), CLMODP_OK);
    mpz_inits(num, den, NULL);
    for (long d = 1; d < 9; d++)
        for (long n = -20; n < 20; n++) {
            mpz_set_si(num, n);
            mpz_set_si(den, d);
            assert_int_equal(clm_poly_vanishes(&p, num, den),
                             (n == 3 && d == 7) || (n == -5 && d == 2));
        }
    mpz_set_ui(num, 3);
    mpz_set_ui(den, 7);
    for (uint64_t k = 0; k < 2; k++) { /* other numbers of the same residues */
        mpz_add_ui(k == 0 ? num : den, k == 0 ? num : den, ((uint64_t)1 << 62) - 57);
        assert_false(clm_poly_vanishes(&p, num, den));
    }
    mpz_clears(num, den, NULL);
    clm_poly_clear(&p);
    DESTROY(g, f);
}

TESTS(cmocka_unit_test(values_have_proved_errors), cmocka_unit_test(spans_have_proved_errors),
      cmocka_unit_test(fractions_vanish));
