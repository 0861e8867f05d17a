/* Tests of sums of products of sparse polynomials against GMP: windows and tables, all lengths of
 * coefficients, every limit on memory; and of sorting them. */
#include "polynomials/sparse.h"

#include "core/random.h"
#include "support/assertions.h"
#include "support/polynomials.h"
#include "support/runner.h"
#include "support/small.h"

enum { MOST_TERMS = 40, MOST_PRODUCTS = 4 };

/* Returns a polynomial with exponents below `range`, each once, in any order. */
static clm_sparse random_sparse(clm_random *random, size_t terms, uint64_t range, size_t limbs)
{
    clm_sparse f = {0};
    mpz_t c;

    mpz_init(c);
    assert_int_equal(clm_sparse_create(&f, terms, limbs), CLMODP_OK);
    for (size_t k = 0; k < terms; k++) {
        const uint64_t slot = (k * 7 + 3) % terms; /* 7 divides none of the lengths */

        f.exponent[k] = range / terms * slot + clm_random_below(random, range / terms);
        random_integer(c, random, 1 + (size_t)clm_random_below(random, 64 * limbs - 1));
        if (clm_random_below(random, 10) == 0)
            mpz_set_ui(c, 0);
        clm_sparse_set(f.limb + k * limbs, c, limbs);
    }
    mpz_clear(c);
    return f;
}

/* Sets c to the coefficient of x^e in the products, as a number of -2^(bits-1), ... */
static void expect(mpz_t c, const clm_sparse_product *products, size_t count, uint64_t e,
                   size_t limbs)
{
    mpz_t a, b;

    mpz_inits(a, b, NULL);
    mpz_set_ui(c, 0);
    for (size_t n = 0; n < count; n++)
        for (size_t i = 0; i < products[n].a->length; i++)
            for (size_t j = 0; j < products[n].b->length; j++) {
                if (products[n].a->exponent[i] + products[n].b->exponent[j] != e)
                    continue;
                clm_sparse_get(a, products[n].a->limb + i * limbs, limbs);
                clm_sparse_get(b, products[n].b->limb + j * limbs, limbs);
                mpz_mul(a, a, b);
                (products[n].minus ? mpz_sub : mpz_add)(c, c, a);
            }
    mpz_fdiv_r_2exp(c, c, 64 * limbs);
    if (mpz_tstbit(c, 64 * limbs - 1)) {
        mpz_set_ui(a, 1);
        mpz_mul_2exp(a, a, 64 * limbs);
        mpz_sub(c, c, a);
    }
    mpz_clears(a, b, NULL);
}

/* Compares a sum with all products of terms. */
static void assert_sum(const clm_sparse *sum, const clm_sparse_product *products, size_t count,
                       size_t limbs)
{
    size_t found = 0;
    mpz_t c, expected;

    mpz_inits(c, expected, NULL);
    for (size_t k = 0; k < sum->length; k++) {
        clm_sparse_get(c, sum->limb + k * limbs, limbs);
        assert_true(mpz_sgn(c) != 0);
        expect(expected, products, count, sum->exponent[k], limbs);
        assert_int_equal(mpz_cmp(c, expected), 0);
        for (size_t l = 0; l < k; l++)
            assert_true(sum->exponent[l] != sum->exponent[k]);
    }
    for (size_t n = 0; n < count; n++) /* no term is missing */
        for (size_t i = 0; i < products[n].a->length; i++)
            for (size_t j = 0; j < products[n].b->length; j++) {
                const uint64_t e = products[n].a->exponent[i] + products[n].b->exponent[j];

                for (found = 0; found < sum->length && sum->exponent[found] != e;)
                    found++;
                if (found < sum->length)
                    continue;
                expect(expected, products, count, e, limbs);
                assert_int_equal(mpz_sgn(expected), 0);
            }
    mpz_clears(expected, c, NULL);
}

static void equals_the_sum_of_pairs(void **state)
{
    static const uint64_t ranges[] = {MOST_TERMS, 1000, 1 << 20, (uint64_t)1 << 40};
    clm_random random = {5};
    clm_sparse_sum scratch = {0};
    const size_t cases = random_cases(300);

    (void)state;
    for (size_t n = 0; n < cases; n++) {
        const size_t limbs = 1 + n % (n % 5 == 0 ? CLM_SPARSE_LIMBS : 4);
        const uint64_t range = ranges[n % 4];
        const size_t count = (size_t)clm_random_below(&random, MOST_PRODUCTS + 1);
        clm_sparse factor[2 * MOST_PRODUCTS] = {{0}}, sum = {0};
        clm_sparse_product products[MOST_PRODUCTS];

        for (size_t k = 0; k < count; k++) {
            static const size_t lengths[] = {0, 1, 2, 5, 12, MOST_TERMS};

            for (size_t l = 0; l < 2; l++) {
                const size_t terms = lengths[clm_random_below(&random, n % 10 == 0 ? 6 : 5)];

                if (terms > 0)
                    factor[2 * k + l] = random_sparse(&random, terms, range, limbs);
            }
            products[k] = (clm_sparse_product){&factor[2 * k], &factor[2 * k + 1],
                                               clm_random_below(&random, 2) == 0};
            if (k > 0 && n % 3 == 0) { /* cancels the product before */
                products[k] = products[k - 1];
                products[k].minus = !products[k].minus;
            }
        }
        assert_int_equal(clm_sparse_add(&sum, &scratch, products, count, limbs, UINT64_MAX, NULL),
                         CLMODP_OK);
        if (n % 2 == 0) {
            assert_int_equal(clm_sparse_sort(&sum, limbs, NULL), CLMODP_OK);
            for (size_t k = 1; k < sum.length; k++)
                assert_true(sum.exponent[k - 1] < sum.exponent[k]);
        }
        assert_sum(&sum, products, count, limbs);
        clm_sparse_clear(&sum);
        for (size_t k = 0; k < 2 * MOST_PRODUCTS; k++)
            clm_sparse_clear(&factor[k]);
    }
    clm_sparse_sum_clear(&scratch);
}

/* With less memory a sum is refused, and nothing remains. */
static void keeps_to_limits(void **state)
{
    clm_random random = {6};
    size_t refused = 0;

    (void)state;
    for (uint64_t bytes = 0; bytes < 1 << 18; bytes = 2 * bytes + 1) {
        for (size_t k = 0; k < 2; k++) {
            clm_sparse a = random_sparse(&random, MOST_TERMS, k == 0 ? 100 : 1 << 30, 3);
            clm_sparse sum = {0};
            clm_sparse_sum scratch = {0};
            const clm_sparse_product square = {&a, &a, false};
            const clmodp_status st = clm_sparse_add(&sum, &scratch, &square, 1, 3, bytes, NULL);

            assert_true(st == CLMODP_OK || st == CLMODP_LIMIT);
            if (st == CLMODP_LIMIT) {
                refused++;
                assert_null(sum.exponent);
            } else {
                assert_true(8 * (scratch.keys + scratch.room + 4 * sum.length) <= bytes);
                assert_sum(&sum, &square, 1, 3);
            }
            clm_sparse_clear(&sum);
            clm_sparse_sum_clear(&scratch);
            clm_sparse_clear(&a);
        }
    }
    assert_true(refused > 10 && refused < 34);
}

static void can_be_stopped(void **state)
{
    clm_random random = {7};
    clm_sparse a = random_sparse(&random, MOST_TERMS, 1000, 1), sum = {0};
    const clm_sparse_product square = {&a, &a, false};
    clm_sparse_sum scratch = {0};
    clm_poller watch = {.ask = NULL};

    (void)state;
    atomic_store(&watch.stopped, true);
    assert_int_equal(clm_sparse_add(&sum, &scratch, &square, 1, 1, UINT64_MAX, &watch),
                     CLMODP_CANCELLED);
    assert_null(sum.exponent);
    assert_int_equal(clm_sparse_sort(&a, 1, &watch), CLMODP_CANCELLED);
    clm_sparse_sum_clear(&scratch);
    clm_sparse_clear(&a);
}

TESTS(cmocka_unit_test(equals_the_sum_of_pairs), cmocka_unit_test(keeps_to_limits),
      cmocka_unit_test(can_be_stopped));
