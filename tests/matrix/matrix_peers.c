/* Compares determinants of small random matrices with FLINT's: singular ones, with zero rows,
 * permuted triangular ones, bands, with contents and with powers of variables as factors; 100 000
 * in the setup `long`. */
#include <stdlib.h>

#include <clmodp/matrix.h>

#include "core/random.h"
#include "peers/peers.h"
#include "support/context.h"
#include "support/polynomials.h"
#include "support/skip.h"
#include "support/small.h"

typedef struct shape {
    size_t n, variables, degree, terms;
    unsigned bits;
    uint64_t zeros; /* quarters of the entries that are 0 */
    size_t band; /* diagonals on each side whose entries may not be 0 */
    bool triangular, singular, zero_row;
    size_t row_factor; /* a power of the first variable, and a content */
} shape;

static shape draw_shape(clm_random *random)
{
    static const unsigned bits[] = {1, 4, 20, 63, 200};
    const size_t degree = clm_random_below(random, 5);
    const bool band = clm_random_below(random, 5) == 0;

    return (shape){.n = clm_random_below(random, band ? 30 : degree > 0 ? 7 : 15),
                   .band = band ? clm_random_below(random, 3) : SIZE_MAX,
                   .variables = 1,
                   .degree = degree,
                   .terms = 1 + clm_random_below(random, 4),
                   .bits = bits[clm_random_below(random, 5)],
                   .zeros = clm_random_below(random, 4),
                   .triangular = clm_random_below(random, 6) == 0,
                   .singular = clm_random_below(random, 6) == 0,
                   .zero_row = clm_random_below(random, 20) == 0,
                   .row_factor = degree > 0 ? clm_random_below(random, 4) : 0};
}

/* Sets f to a random polynomial times 3^factor x^factor. */
static void draw_entry(clmodp_mpoly *f, const shape *s, size_t factor, clm_random *random)
{
    mpz_t c[4];
    size_t e[4];

    for (size_t k = 0; k < s->terms; k++) {
        mpz_init_set_ui(c[k], 1);
        mpz_mul_2exp(c[k], c[k], clm_random_below(random, s->bits));
        mpz_add_ui(c[k], c[k], clm_random_below(random, 5));
        for (size_t i = 0; i < factor; i++)
            mpz_mul_ui(c[k], c[k], 3);
        if (clm_random_below(random, 2) == 0)
            mpz_neg(c[k], c[k]);
        e[k] = factor + clm_random_below(random, s->degree + 1);
    }
    assert_int_equal(clmodp_mpoly_set_terms(f, c[0], e, s->terms), CLMODP_OK);
    for (size_t k = 0; k < s->terms; k++)
        mpz_clear(c[k]);
}

static clmodp_matrix *draw(const shape *s, clm_random *random)
{
    const size_t shift = clm_random_below(random, s->n + 1);
    clmodp_matrix *a = NULL;
    clmodp_mpoly *f = NULL;

    assert_int_equal(clmodp_matrix_create(&a, s->n, s->n, s->variables), CLMODP_OK);
    assert_int_equal(clmodp_mpoly_create(&f, s->variables), CLMODP_OK);
    for (size_t i = 0; i < s->n; i++)
        for (size_t j = 0; j < s->n; j++) {
            const size_t row = s->triangular ? (i + shift) % s->n : i;

            if ((i > j ? i - j : j - i) > s->band ||
                clm_random_below(random, s->band < s->n ? 8 : 4) < s->zeros ||
                (s->triangular && j < i) ||
                (s->zero_row && i == s->n / 2))
                continue;
            draw_entry(f, s, i % 2 == 0 ? s->row_factor : 0, random);
            assert_int_equal(clmodp_matrix_set(a, row, j, f, NULL), CLMODP_OK);
        }
    for (size_t j = 0; j < s->n && s->singular; j++)
        assert_int_equal(clmodp_matrix_set(a, s->n - 1, j, clmodp_matrix_entry(NULL, a, 0, j),
                                           NULL), CLMODP_OK);
    clmodp_mpoly_destroy(f);
    return a;
}

static void agrees_with_flint(void **state)
{
    const uint64_t cases = long_tests() ? 100000 : random_cases(2000);
    clm_random random = {2};
    clmodp_resultant_options options[2];

    SKIP_UNLESS(peers_have_flint(), "FLINT was not found");
    clmodp_resultant_options_init(&options[0]);
    options[1] = options[0];
    options[1].engine = CLMODP_ENGINE_HOST;
    for (uint64_t k = 0; k < cases; k++) {
        const shape s = draw_shape(&random);
        clmodp_matrix *a = draw(&s, &random);
        clmodp_mpoly *r = NULL, *expected = NULL;

        assert_int_equal(clmodp_mpoly_create(&r, s.variables), CLMODP_OK);
        assert_int_equal(clmodp_mpoly_create(&expected, s.variables), CLMODP_OK);
        (void)flint_determinant(expected, a, 1);
        for (size_t engine = 0; engine < 2; engine++) {
            if (clmodp_determinant(*state, r, NULL, NULL, a, 0, &options[engine]) != CLMODP_OK)
                fail_msg("case %llu: %s", (unsigned long long)k, clmodp_context_message(*state));
            if (!clmodp_mpoly_equal(r, expected))
                fail_msg("case %llu, order %zu: another determinant", (unsigned long long)k, s.n);
        }
        DESTROY(expected, r);
        clmodp_matrix_destroy(a);
    }
}

TESTS_BETWEEN(context_set_up_host, context_tear_down, cmocka_unit_test(agrees_with_flint));
