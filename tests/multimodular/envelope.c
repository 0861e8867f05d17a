/* Tests envelopes of matrices against their definition. */
#include "core/random.h"
#include "multimodular/rows.h"
#include "support/assertions.h"
#include "support/polynomials.h"

enum { MOST = 12 };

/* Returns the products (i, k) (k, j), k < min(i, j), of entries inside the envelope. */
static double count_products(const clm_envelope *a)
{
    const size_t n = a->order;
    double products = 0.0;

    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < n; j++)
            for (size_t k = 0; k < i && k < j; k++)
                products += a->first[i] <= k && a->first[n + j] <= k;
    return products;
}

static void random_patterns(void **state)
{
    clm_random random = {1};
    mpz_t c;

    (void)state;
    mpz_init_set_si(c, -7);
    for (size_t n = 1; n <= MOST; n++)
        for (uint64_t parts = 1; parts < 8; parts++) {
            clmodp_zxy *a = zxy_new();
            bool full[MOST][MOST] = {{false}};
            clm_envelope envelope;
            size_t entries = 0;

            for (size_t e = 0; e < n * n; e++)
                if (clm_random_below(&random, parts) == 0) {
                    assert_int_equal(clmodp_zxy_set_coeff(a, c, 1, e), CLMODP_OK);
                    assert_int_equal(clmodp_zxy_set_coeff(a, c, 3, e), CLMODP_OK);
                    full[e / n][e % n] = true;
                    entries++;
                }
            assert_int_equal(clm_envelope_create(NULL, &envelope, a, n), CLMODP_OK);
            assert_int_equal(envelope.order, n);
            assert_int_equal(envelope.entries, entries);
            for (size_t k = 0; k < n; k++) {
                size_t row = 0, column = 0;

                while (row < k && !full[k][row])
                    row++;
                while (column < k && !full[column][k])
                    column++;
                assert_int_equal(envelope.first[k], row);
                assert_int_equal(envelope.first[n + k], column);
            }
            assert_true(envelope.products == count_products(&envelope));
            assert_int_equal(clm_envelope_rows(&envelope),
                             2 * entries <= n * n ? entries : n * n);
            clm_envelope_destroy(&envelope);
            clmodp_zxy_destroy(a);
        }
    mpz_clear(c);
}

TESTS(cmocka_unit_test(random_patterns));
