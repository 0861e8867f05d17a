/* Tests of products and exact quotients modulo primes against GMP: coefficients at their bounds,
 * quotients with longer coefficients than the operands, and divisions that are exact only modulo
 * primes. */
#include "polynomials/residues.h"

#include <math.h>
#include <stdlib.h>

#include "arith/prime.h"
#include "core/random.h"
#include "polynomials/kronecker.h"
#include "polynomials/row_quotient.h"
#include "support/assertions.h"
#include "support/polynomials.h"
#include "support/runner.h"
#include "support/small.h"

/* A polynomial from the constant term on. */
typedef struct dense {
    mpz_t *c;
    size_t count;
} dense;

static dense dense_new(size_t count)
{
    dense f = {calloc(count, sizeof *f.c), count};

    assert_non_null(f.c);
    for (size_t k = 0; k < count; k++)
        mpz_init(f.c[k]);
    return f;
}

static void dense_clear(dense *f)
{
    for (size_t k = 0; k < f->count; k++)
        mpz_clear(f->c[k]);
    free(f->c);
}

static clm_slots slots_of(const dense *f)
{
    return (clm_slots){f->c, sizeof *f->c, NULL, f->count, f->count - 1, 0};
}

/* Returns coefficients of up to `bits` bits, all of them 2^bits - 1 if `full`; some are 0. */
static dense draw(clm_random *random, size_t count, size_t bits, bool full)
{
    dense f = dense_new(count);

    for (size_t k = 0; k < count; k++) {
        random_integer(f.c[k], random, 1 + clm_random_below(random, bits));
        if (full) {
            mpz_set_ui(f.c[k], 1);
            mpz_mul_2exp(f.c[k], f.c[k], bits);
            mpz_sub_ui(f.c[k], f.c[k], 1);
        } else if (k + 1 < count && clm_random_below(random, 5) == 0) {
            mpz_set_ui(f.c[k], 0);
        }
    }
    if (mpz_sgn(f.c[count - 1]) == 0)
        mpz_set_si(f.c[count - 1], -1);
    return f;
}

static dense multiply(const dense *f, const dense *g)
{
    dense h = dense_new(f->count + g->count - 1);

    for (size_t i = 0; i < f->count; i++)
        for (size_t j = 0; j < g->count; j++)
            mpz_addmul(h.c[i + j], f->c[i], g->c[j]);
    return h;
}

static const size_t some_bits[] = {1, 14, 15, 30, 31, 62, 64, 150, 440};
enum { BITS = sizeof some_bits / sizeof *some_bits };

static void primes_have_roots_of_unity(void **state)
{
    (void)state;
    for (size_t k = 0; k < 2 * CLM_RESIDUES_PRIMES; k++) {
        const uint32_t p = clm_residues_primes[k];

        assert_true(clm_is_prime_u32(p) && p % (1 << 21) == 1);
        assert_true(k == 0 || p < clm_residues_primes[k - 1]);
        assert_true(k == 0 || !clm_residues_suit(CLM_RESIDUES_PRIMES * log2(p)));
    }
}

static void products_are_sums_of_products(void **state)
{
    static const size_t counts[][2] = {{1, 1}, {2, 3}, {1, 300}, {100, 70}, {300, 40}};
    clm_random random = {1};

    (void)state;
    for (size_t k = 0; k < 5 * BITS; k++) {
        const size_t *count = counts[k / BITS], bits = some_bits[k % BITS];
        const bool full = k % 2 == 0;
        dense f = draw(&random, count[0], bits, full), g = draw(&random, count[1], bits, full);
        dense h = multiply(&f, &g);
        const clm_slots of_f = slots_of(&f), of_g = slots_of(&g);
        const double most = 2.0 * (double)bits +
                            log2((double)(count[0] < count[1] ? count[0] : count[1]));
        clm_residues x = {0};
        size_t terms = 0;
        mpz_t c;

        mpz_init(c);
        assert_true(clm_residues_suit(most));
        assert_int_equal(clm_residues_multiply(&x, &of_f, &of_g, most, NULL), CLMODP_OK);
        assert_int_equal(x.count, h.count);
        for (size_t i = 0; i < h.count; i++) {
            clm_residues_get(c, &x, i);
            assert_int_equal(mpz_cmp(c, h.c[i]), 0);
            terms += mpz_sgn(c) != 0;
        }
        assert_int_equal(clm_residues_terms(&x), terms);
        mpz_clear(c);
        clm_residues_destroy(&x);
        dense_clear(&h);
        dense_clear(&g);
        dense_clear(&f);
    }
}

/* Checks that f / g is q, of so many exponents of x, or 0; q = NULL: that g does not divide f. */
static void check_packed(const dense *f, const dense *g, const dense *q, size_t width)
{
    dense found = dense_new(f->count - g->count + 1);
    clm_slots of_f = slots_of(f), of_g = slots_of(g);
    bool divides = q == NULL;

    of_f.width = of_g.width = width;
    assert_int_equal(clm_kronecker_divide(found.c, &divides, &of_f, &of_g, NULL), CLMODP_OK);
    assert_true(divides == (q != NULL));
    for (size_t k = 0; k < found.count && q != NULL; k++)
        assert_int_equal(mpz_cmp(found.c[k], q->c[k]), 0);
    dense_clear(&found);
}

static void check_quotient(const dense *f, const dense *g, const dense *q)
{
    check_packed(f, g, q, 0);
}

static void quotients_are_exact(void **state)
{
    static const size_t counts[][2] = {{200, 100}, {30, 260}, {270, 2}, {20, 10}};
    clm_random random = {2};
    mpz_t primes;

    (void)state;
    mpz_init_set_ui(primes, 1);
    for (size_t k = 0; k < CLM_RESIDUES_PRIMES; k++)
        mpz_mul_ui(primes, primes, clm_residues_primes[k]);
    for (size_t k = 0; k < random_cases(4 * BITS); k++) {
        const size_t *count = counts[k % 4], bits = some_bits[k / 4];
        dense q = draw(&random, count[0], bits, k % 3 == 0);
        dense g = draw(&random, count[1], bits, k % 3 == 0), f;

        if (mpz_sgn(g.c[0]) == 0)
            mpz_set_ui(g.c[0], 1); /* it divides no power of x */
        if (k % 5 == 0) /* a leading coefficient that is 0 modulo the first primes */
            for (size_t i = 0; i < 2; i++)
                mpz_mul_ui(g.c[g.count - 1], g.c[g.count - 1], clm_residues_primes[i]);
        f = multiply(&q, &g);
        check_quotient(&f, &g, &q);
        mpz_add_ui(f.c[k % 29], f.c[k % 29], 1);
        check_quotient(&f, &g, NULL);
        mpz_sub_ui(f.c[k % 29], f.c[k % 29], 1);
        mpz_add(f.c[0], f.c[0], primes); /* divisible modulo all primes */
        check_quotient(&f, &g, NULL);
        dense_clear(&f);
        dense_clear(&g);
        dense_clear(&q);
    }
    mpz_clear(primes);
}

/* t (x^300 + c) is t x^300 + r modulo the first two primes, with c t = r modulo both: all numbers
 * are small, except for c t. */
static void short_quotients_are_checked(void **state)
{
    enum { T = 1048575 };
    dense f = dense_new(301), g = dense_new(301);

    (void)state;
    mpz_set_ui(f.c[300], T);
    mpz_set_ui(g.c[300], 1);
    mpz_set_ui(g.c[0], clm_residues_primes[0]);
    mpz_mul_ui(g.c[0], g.c[0], clm_residues_primes[1]);
    mpz_set_ui(f.c[0], T - mpz_fdiv_ui(g.c[0], T));
    mpz_add(g.c[0], g.c[0], f.c[0]);
    mpz_divexact_ui(g.c[0], g.c[0], T);
    check_quotient(&f, &g, NULL);
    dense_clear(&g);
    dense_clear(&f);
}

/* (x^n - 1)^k / (x - 1)^k has coefficients up to about n^(k - 1), and the operands 2^k. */
static void quotients_may_be_long(void **state)
{
    enum { N = 60, K = 12 };
    dense f = dense_new(N * K + 1), g = dense_new(K + 1), q = dense_new(1), sum = dense_new(N);

    (void)state;
    for (size_t k = 0; k <= K; k++) {
        mpz_bin_uiui(g.c[k], K, k);
        if ((K - k) % 2 != 0)
            mpz_neg(g.c[k], g.c[k]);
        mpz_set(f.c[N * k], g.c[k]);
    }
    mpz_set_ui(q.c[0], 1);
    for (size_t k = 0; k < N; k++)
        mpz_set_ui(sum.c[k], 1);
    for (size_t k = 0; k < K; k++) {
        const dense power = multiply(&q, &sum);

        dense_clear(&q);
        q = power;
    }
    assert_in_range(mpz_sizeinbase(q.c[q.count / 2], 2), 62, 80); /* two primes do not suffice */
    check_quotient(&f, &g, &q);
    dense_clear(&sum);
    dense_clear(&q);
    dense_clear(&g);
    dense_clear(&f);
}

/* Returns a polynomial of `rows` rows of exponents below `degree`, packed with a width. */
static dense draw_rows(clm_random *random, size_t rows, size_t degree, size_t width, size_t bits)
{
    dense f = draw(random, (rows - 1) * width + degree, bits, false);

    for (size_t k = 0; k < f.count; k++)
        if (k % width >= degree)
            mpz_set_ui(f.c[k], 0);
    return f;
}

/* In two variables; for some, the leading coefficient of g is x - 1540483477, a point modulo each
 * prime. */
static void quotients_have_rows(void **state)
{
    static const size_t counts[][4] = {{3, 4, 20, 30}, {20, 30, 8, 10}, {2, 3, 200, 150},
                                       {40, 2, 11, 6}, {1, 9, 30, 31}};
    clm_random random = {3};

    (void)state;
    for (size_t k = 0; k < random_cases(5 * BITS); k++) {
        const size_t *count = counts[k % 5], width = count[2] + count[3] - 1 + k % 2;
        const size_t bits = some_bits[k / 5];
        dense q = draw_rows(&random, count[0], count[2], width, bits);
        dense g = draw_rows(&random, count[1], count[3], width, bits), f;

        for (size_t x = 0; k % 3 == 0 && x < count[3]; x++)
            mpz_set_si(g.c[(count[1] - 1) * width + x], x == 0 ? -1540483477 : x == 1);
        while (mpz_sgn(g.c[g.count - 1]) == 0)
            mpz_clear(g.c[--g.count]);
        f = multiply(&q, &g);
        check_packed(&f, &g, &q, width);
        mpz_add_ui(f.c[k % 29], f.c[k % 29], 1);
        check_packed(&f, &g, NULL, width);
        dense_clear(&f);
        dense_clear(&g);
        dense_clear(&q);
    }
}

/* g = x^16 divides f = (x^16 + x^31) y^3, and at all of 32 points also f + y^3. */
static void quotients_fit_the_width(void **state)
{
    const clm_modulus m = clm_modulus_of(clm_residues_primes[0]);
    enum { WIDTH = 32, HALF = 17 };
    dense f = dense_new(3 * WIDTH + WIDTH), g = dense_new(HALF);
    uint32_t q[4 * WIDTH] = {0};
    clm_slots of_f, of_g;
    bool divides;

    (void)state;
    mpz_set_ui(g.c[HALF - 1], 1);
    mpz_set_ui(f.c[3 * WIDTH + HALF - 1], 1);
    mpz_set_ui(f.c[3 * WIDTH + WIDTH - 1], 1);
    of_f = slots_of(&f);
    of_g = slots_of(&g);
    of_f.width = of_g.width = WIDTH;
    assert_int_equal(clm_row_quotient(q, &divides, &of_f, &of_g, &m, NULL), CLMODP_OK);
    assert_true(divides && q[3 * WIDTH] == 1 && q[3 * WIDTH + WIDTH - HALF] == 1);
    mpz_set_ui(f.c[3 * WIDTH], 1);
    assert_int_equal(clm_row_quotient(q, &divides, &of_f, &of_g, &m, NULL), CLMODP_OK);
    assert_false(divides);
    dense_clear(&f);
    dense_clear(&g);
}

TESTS(cmocka_unit_test(primes_have_roots_of_unity),
      cmocka_unit_test(products_are_sums_of_products), cmocka_unit_test(quotients_are_exact),
      cmocka_unit_test(short_quotients_are_checked),
      cmocka_unit_test(quotients_may_be_long), cmocka_unit_test(quotients_have_rows),
      cmocka_unit_test(quotients_fit_the_width));
