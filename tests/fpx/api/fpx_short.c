/* Tests products, divisions, powers, greatest common divisors, resultants and values of short
 * polynomials, by calls without options, which take shortcuts, against schoolbook; results replace
 * operands or other polynomials. */
#include "support/fpx.h"
#include "support/small.h"

/* Coefficients of operands, a few more than src/fpx/api/short.c takes: usually, and every 8th
 * time. */
enum { MOST = 27, LONGEST = 140 };

static const uint32_t primes[] = {2147483647, 2, 3, 142344193, 998244353};

static int set_up(void **state)
{
    const int st = context_set_up_host(state);

    context = *state;
    return st;
}

/* Returns a polynomial of `count` coefficients, with zeros or equal ones in places. */
static ref_poly random_poly(clm_random *random, size_t count, uint32_t p)
{
    ref_poly a = ref_random(random, count, p);
    const uint64_t kind = clm_random_below(random, 4);

    for (size_t k = 0; k + 1 < count; k++)
        if (kind < 2 && clm_random_below(random, 2) == 0)
            a.c[k] = kind == 0 ? 0 : p - 1;
    return a;
}

/* The polynomials of a case, and what takes a result: a and b, another of any length, or one of
 * them. */
typedef struct operands {
    clmodp_fpx *a, *b, *other, *more;
    clmodp_fpx *out[4];
} operands;

static operands make_operands(clm_random *random, ref_poly a, ref_poly b, uint32_t p)
{
    operands o = {.a = fpx_of(a, p), .b = fpx_of(b, p)};
    ref_poly before = ref_random(random, clm_random_below(random, 2 * MOST), p);

    o.other = fpx_of(before, p);
    ref_clear(&before);
    before = ref_random(random, clm_random_below(random, 4), p);
    o.more = fpx_of(before, p);
    ref_clear(&before);
    o.out[0] = o.other;
    o.out[1] = o.more;
    o.out[2] = o.a;
    o.out[3] = o.b;
    return o;
}

static void destroy_operands(operands *o)
{
    clmodp_fpx_destroy(o->more);
    clmodp_fpx_destroy(o->other);
    clmodp_fpx_destroy(o->b);
    clmodp_fpx_destroy(o->a);
}

static void test_products(void **state)
{
    clm_random random = {1};

    (void)state;
    for (uint64_t k = random_cases(4000); k-- > 0;) {
        const uint32_t p = primes[k % 5];
        const size_t most = k % 8 == 0 ? LONGEST : MOST;
        ref_poly a = random_poly(&random, clm_random_below(&random, most), p);
        ref_poly b = random_poly(&random, clm_random_below(&random, most), p);
        ref_poly expected = ref_product(a, b, p);
        operands o = make_operands(&random, a, b, p);
        clmodp_fpx *const out = o.out[clm_random_below(&random, 4)];

        OK(clmodp_fpx_mul(out, NULL, o.a, o.b, NULL));
        assert_is(out, expected, "product");
        destroy_operands(&o);
        ref_clear(&expected);
        ref_clear(&b);
        ref_clear(&a);
    }
}

/* The quotient times b plus the remainder is a, and the remainder is shorter than b. */
static void test_divisions(void **state)
{
    clm_random random = {2};

    (void)state;
    for (uint64_t k = random_cases(4000); k-- > 0;) {
        const uint32_t p = primes[k % 5];
        const size_t most = k % 8 == 0 ? LONGEST : MOST;
        ref_poly a = random_poly(&random, clm_random_below(&random, 2 * most), p);
        ref_poly b = random_poly(&random, 1 + clm_random_below(&random, most), p);
        operands o = make_operands(&random, a, b, p);
        const size_t place = clm_random_below(&random, 4);
        clmodp_fpx *const quotient = o.out[place];
        clmodp_fpx *const rest = o.out[(place + 1 + clm_random_below(&random, 3)) % 4];
        clmodp_fpx *dividend = fpx_of(a, p), *divisor = fpx_of(b, p);
        clmodp_fpx *sum = fpx_of((ref_poly){0}, p);
        int same;

        OK(clmodp_fpx_divrem(quotient, rest, NULL, o.a, o.b, NULL));
        assert_true(clmodp_fpx_count(rest) < b.count);
        OK(clmodp_fpx_mul(sum, NULL, quotient, divisor, NULL));
        OK(clmodp_fpx_add(sum, sum, rest));
        assert_is(sum, a, "quotient times divisor plus remainder");
        OK(clmodp_fpx_divrem(sum, NULL, NULL, dividend, divisor, NULL));
        OK(clmodp_fpx_equal(&same, sum, quotient));
        assert_true(same);
        OK(clmodp_fpx_divrem(NULL, sum, NULL, dividend, divisor, NULL));
        OK(clmodp_fpx_equal(&same, sum, rest));
        assert_true(same);
        clmodp_fpx_destroy(sum);
        clmodp_fpx_destroy(divisor);
        clmodp_fpx_destroy(dividend);
        destroy_operands(&o);
        ref_clear(&b);
        ref_clear(&a);
    }
}

/* Compares powers with repeated products and divisions; bases may be long, constants, or 0. */
static void test_powers(void **state)
{
    clm_random random = {5};
    mpz_t e;

    (void)state;
    mpz_init(e);
    for (uint64_t k = random_cases(1500); k-- > 0;) {
        const uint32_t p = primes[k % 5];
        ref_poly a = random_poly(&random, clm_random_below(&random, 2 * 36), p);
        ref_poly m = random_poly(&random, 1 + clm_random_below(&random, k % 4 == 0 ? 36 : 8), p);
        operands o = make_operands(&random, a, m, p);
        clmodp_fpx *const out = o.out[clm_random_below(&random, 4)];
        clmodp_fpx *base = fpx_of(a, p), *by = fpx_of(m, p), *power = fpx_of(a, p);
        int same;

        mpz_set_ui(e, 2 + clm_random_below(&random, 90));
        OK(clmodp_fpx_divrem(NULL, power, NULL, power, by, NULL));
        for (unsigned long times = mpz_get_ui(e); times > 1; times--) {
            OK(clmodp_fpx_mul(power, NULL, power, base, NULL));
            OK(clmodp_fpx_divrem(NULL, power, NULL, power, by, NULL));
        }
        if (k % 7 == 0) { /* more than a word of exponent */
            mpz_mul_2exp(e, e, 70);
            for (int times = 0; times < 70; times++) {
                OK(clmodp_fpx_mul(power, NULL, power, power, NULL));
                OK(clmodp_fpx_divrem(NULL, power, NULL, power, by, NULL));
            }
        }
        OK(clmodp_fpx_powmod(out, NULL, o.a, e, o.b, NULL));
        OK(clmodp_fpx_equal(&same, out, power));
        assert_true(same);
        clmodp_fpx_destroy(power);
        clmodp_fpx_destroy(by);
        clmodp_fpx_destroy(base);
        destroy_operands(&o);
        ref_clear(&m);
        ref_clear(&a);
    }
    mpz_clear(e);
}

/* A divisor that returns, as it was or with another leading coefficient. */
static void test_changing_divisors(void **state)
{
    clm_random random = {4};

    (void)state;
    for (size_t i = 0; i < 5; i++) {
        clmodp_fpx *divisor = fpx_of((ref_poly){0}, primes[i]);
        clmodp_fpx *out = fpx_of((ref_poly){0}, primes[i]);

        for (size_t k = 0; k < 300; k++) {
            ref_poly b = random_poly(&random, 1 + k % 3, primes[i]);
            ref_poly q = random_poly(&random, 1 + k % 4, primes[i]);
            ref_poly a = ref_product(q, b, primes[i]);
            clmodp_fpx *product = fpx_of(a, primes[i]);

            OK(clmodp_fpx_upload(divisor, b.c, b.count));
            for (int times = 0; times < 2; times++) {
                OK(clmodp_fpx_divrem(out, NULL, NULL, product, divisor, NULL));
                assert_is(out, q, "quotient");
            }
            OK(clmodp_fpx_divrem(divisor, NULL, NULL, product, divisor, NULL));
            assert_is(divisor, q, "quotient in its divisor");
            OK(clmodp_fpx_divrem(out, NULL, NULL, product, divisor, NULL));
            assert_is(out, b, "quotient by the quotient");
            clmodp_fpx_destroy(product);
            ref_clear(&a);
            ref_clear(&q);
            ref_clear(&b);
        }
        clmodp_fpx_destroy(out);
        clmodp_fpx_destroy(divisor);
    }
}

/* Also with common factors. */
static void test_gcds_and_resultants(void **state)
{
    clm_random random = {3};

    (void)state;
    for (uint64_t k = random_cases(4000); k-- > 0;) {
        const uint32_t p = primes[k % 5];
        const size_t most = k % 3 == 0 ? MOST / 2 : k % 3 == 1 ? 5 : MOST;
        ref_poly a = random_poly(&random, clm_random_below(&random, most), p);
        ref_poly b = random_poly(&random, 1 + clm_random_below(&random, most), p);
        ref_poly factor = random_poly(&random, 1 + (k % 3 == 0) * clm_random_below(&random, 9), p);
        ref_poly c = ref_product(a, factor, p), d = ref_product(b, factor, p), g, u;
        const bool swap = k % 2 == 0;
        uint64_t r;
        operands o = make_operands(&random, swap ? d : c, swap ? c : d, p);
        clmodp_fpx *const out = o.out[clm_random_below(&random, 4)];

        ref_gcd(&g, &u, c, d, p);
        if (c.count > 0 && d.count > 0) {
            OK(clmodp_fpx_resultant(&r, NULL, o.a, o.b, NULL));
            assert_int_equal(r, swap ? ref_euclid_resultant(d, c, p)
                                     : ref_euclid_resultant(c, d, p));
        }
        OK(clmodp_fpx_gcd(out, NULL, o.a, o.b, NULL));
        assert_is(out, g, "greatest common divisor");
        OK(clmodp_fpx_gcd(out, NULL, o.other, o.other, NULL)); /* perhaps 0 */
        destroy_operands(&o);
        ref_clear(&u);
        ref_clear(&g);
        ref_clear(&d);
        ref_clear(&c);
        ref_clear(&factor);
        ref_clear(&b);
        ref_clear(&a);
    }
}

/* Values by Horner's rule, also where they overwrite some of the points. */
static void test_values(void **state)
{
    clm_random random = {23};

    (void)state;
    for (size_t n = 0; n < 11; n++)
        for (size_t count = 0; count < 11; count++) {
            const uint32_t p = primes[(n + count) % (sizeof primes / sizeof *primes)];
            ref_poly a = random_poly(&random, n, p), x = ref_random(&random, count + 1, p);
            clmodp_fpx *f = fpx_of(a, p);
            uint32_t words[12] = {0};

            memcpy(words + 1, x.c, count * sizeof *words);
            OK(clmodp_fpx_evaluate_points(words, NULL, f, words + 1, count, NULL));
            for (size_t k = 0; k < count; k++) {
                uint64_t value = 0;

                for (size_t i = n; i-- > 0;)
                    value = (value * x.c[k] + a.c[i]) % p;
                assert_int_equal(words[k], value);
            }
            words[count / 2] = p;
            if (count > 0)
                assert_int_equal(clmodp_fpx_evaluate_points(words, NULL, f, words, count, NULL),
                                 CLMODP_INVALID);
            clmodp_fpx_destroy(f);
            ref_clear(&x);
            ref_clear(&a);
        }
}

static int refuse(void *user, double fraction)
{
    (void)user;
    (void)fraction;
    return 1;
}

/* Errors, messages and cancellation are those of longer polynomials. */
static void test_refusals(void **state)
{
    clmodp_fpx *f = fpx_of((ref_poly){(uint32_t[]){1, 2}, 2}, 7), *zero = fpx_of((ref_poly){0}, 7);
    clmodp_fpx *of_five = fpx_of((ref_poly){(uint32_t[]){1, 2}, 2}, 5);

    (void)state;
    assert_int_equal(clmodp_fpx_mul(f, NULL, f, of_five, NULL), CLMODP_INVALID);
    assert_int_equal(clmodp_fpx_gcd(of_five, NULL, f, f, NULL), CLMODP_INVALID);
    assert_int_equal(clmodp_fpx_mul(f, NULL, f, NULL, NULL), CLMODP_INVALID);
    assert_int_equal(clmodp_fpx_divrem(f, f, NULL, f, f, NULL), CLMODP_INVALID);
    assert_int_equal(clmodp_fpx_resultant(NULL, NULL, f, f, NULL), CLMODP_INVALID);
    assert_int_equal(clmodp_fpx_divrem(f, zero, NULL, f, zero, NULL), CLMODP_DOMAIN);
    assert_true(*clmodp_context_message(context) != '\0');
    OK(clmodp_fpx_mul(zero, NULL, f, zero, NULL));
    assert_string_equal(clmodp_context_message(context), "");
    clmodp_context_set_progress(context, refuse, NULL);
    assert_int_equal(clmodp_fpx_mul(zero, NULL, f, f, NULL), CLMODP_CANCELLED);
    clmodp_context_set_progress(context, NULL, NULL);
    assert_int_equal(clmodp_fpx_count(zero), 0);
    assert_int_equal(clmodp_fpx_count(f), 2);
    clmodp_fpx_destroy(of_five);
    clmodp_fpx_destroy(zero);
    clmodp_fpx_destroy(f);
}

TESTS_BETWEEN(set_up, context_tear_down, cmocka_unit_test(test_products),
              cmocka_unit_test(test_divisions), cmocka_unit_test(test_powers),
              cmocka_unit_test(test_changing_divisors),
              cmocka_unit_test(test_gcds_and_resultants), cmocka_unit_test(test_values),
              cmocka_unit_test(test_refusals));
