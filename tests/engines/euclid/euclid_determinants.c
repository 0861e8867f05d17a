/* Tests determinants of matrices of polynomials by the default engine against elimination with
 * values modulo 2^61 - 1. */
#include "core/random.h"
#include "engines/engine.h"
#include "engines/euclid/engine.h"
#include "support/context.h"
#include "support/polynomials.h"
#include "support/small.h"

#define PRIME ((UINT64_C(1) << 61) - 1)

__extension__ typedef unsigned __int128 wide;

typedef struct matrix {
    size_t n, degree;
    clmodp_zxy *entries; /* row i and column j: the coefficient of y^(i n + j) */
    clm_row_layout layout;
    clm_bounds bounds;
} matrix;

/* Creates a matrix with entries of this degree and so many bits, in `band` diagonals on each side
 * of the main one. rank: the last rows are sums of the rows above; n: none. */
static matrix matrix_new(clmodp_context *ctx, size_t n, size_t degree, unsigned bits, size_t band,
                         size_t rank, uint64_t seed)
{
    matrix m = {.n = n, .degree = degree, .entries = zxy_new()};
    clm_random random = {seed};
    mpz_t c, sum;

    mpz_inits(c, sum, NULL);
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < n; j++)
            for (size_t k = 0; k <= degree; k++) {
                mpz_set_ui(c, clm_random_below(&random, UINT64_C(1) << 32));
                mpz_fdiv_r_2exp(c, c, bits);
                if (clm_random_below(&random, 2) == 0)
                    mpz_neg(c, c);
                for (size_t r = 0; r < i && i >= rank; r++) {
                    if (r == 0)
                        mpz_set_ui(c, 0);
                    clmodp_zxy_get_coeff(sum, m.entries, k, r * n + j);
                    mpz_add(c, c, sum);
                }
                if (j <= i + band && i <= j + band)
                    assert_int_equal(clmodp_zxy_set_coeff(m.entries, c, k, i * n + j), 0);
            }
    mpz_clears(c, sum, NULL);
    m.bounds = (clm_bounds){.degree = n * degree, .height_name = "rows",
                            .height_bits = n * (bits + 16)};
    if (clm_row_layout_create_matrix(&ctx->error, &m.layout, m.entries, n) != CLMODP_OK)
        fail_msg("%s", ctx->error.message);
    return m;
}

static void matrix_free(matrix *m)
{
    clm_row_layout_destroy(&m->layout);
    clmodp_zxy_destroy(m->entries);
}

static uint64_t times(uint64_t a, uint64_t b)
{
    return (uint64_t)((wide)a * b % PRIME);
}

static uint64_t inverse(uint64_t a)
{
    uint64_t result = 1;

    for (uint64_t e = PRIME - 2; e > 0; e /= 2, a = times(a, a))
        result = e % 2 != 0 ? times(result, a) : result;
    return result;
}

/* Returns the value at x of a polynomial with these coefficients of y^j. */
static uint64_t entry_at(const matrix *m, size_t j, uint64_t x)
{
    uint64_t value = 0;
    mpz_t c;

    mpz_init(c);
    for (size_t k = m->degree + 1; k-- > 0;) {
        clmodp_zxy_get_coeff(c, m->entries, k, j);
        value = (times(value, x) + mpz_fdiv_ui(c, PRIME)) % PRIME;
    }
    mpz_clear(c);
    return value;
}

/* Returns the determinant of the matrix at x. */
static uint64_t expected_at(const matrix *m, uint64_t x)
{
    const size_t n = m->n;
    uint64_t *a = calloc(n * n, sizeof *a), result = 1;

    assert_non_null(a);
    for (size_t e = 0; e < n * n; e++)
        a[e] = entry_at(m, e, x);
    for (size_t k = 0; k < n && result != 0; k++) {
        size_t pivot = k;

        while (pivot < n && a[pivot * n + k] == 0)
            pivot++;
        for (size_t j = 0; j < n && pivot != k && pivot < n; j++) {
            const uint64_t kept = a[k * n + j];

            a[k * n + j] = a[pivot * n + j];
            a[pivot * n + j] = kept;
        }
        result = pivot == n ? 0 : times(pivot == k ? result : PRIME - result, a[k * n + k]);
        for (size_t i = k + 1; i < n && result != 0; i++) {
            const uint64_t factor = times(a[i * n + k], inverse(a[k * n + k]));

            for (size_t j = k; j < n; j++)
                a[i * n + j] = (a[i * n + j] + PRIME - times(factor, a[k * n + j])) % PRIME;
        }
    }
    free(a);
    return result;
}

static uint64_t value_at(const clmodp_zx *r, uint64_t x)
{
    uint64_t value = 0;

    for (long k = clmodp_zx_degree(r); k >= 0; k--)
        value = (times(value, x) + mpz_fdiv_ui(clmodp_zx_coeff(r, (size_t)k), PRIME)) % PRIME;
    return value;
}

/* Computes the determinant, over Z or modulo a prime, and returns the counts of the run. */
static clm_counts compute(clmodp_context *ctx, const matrix *m, clm_engine_options options,
                          uint64_t modulus, clmodp_zx *result)
{
    clm_random random = {1};
    const clm_request request = {.layout = &m->layout, .bounds = &m->bounds,
                                 .minors = CLM_MINORS_RESULTANT, .modulus = modulus,
                                 .options = &options, .random = &random};
    clm_reconstruction reconstruction = {.results = &result};
    clm_counts counts = {0};
    clm_plan *plan;

    if (clm_plan_create(ctx, &plan, &clm_euclid_engine, &request) != CLMODP_OK ||
        clm_plan_execute(ctx, plan, 0, &reconstruction, &counts) != CLMODP_OK)
        fail_msg("n = %zu: %s", m->n, ctx->error.message);
    clm_plan_destroy(plan);
    return counts;
}

/* Compares the determinant over Z at some values. */
static clm_counts check(clmodp_context *ctx, const matrix *m, clm_engine_options options)
{
    clmodp_zx *result = zx_new();
    const clm_counts counts = compute(ctx, m, options, 0, result);

    assert_true(clmodp_zx_degree(result) <= (long)m->bounds.degree);
    for (uint64_t x = 2; x < 5; x++)
        if (value_at(result, x) != expected_at(m, x))
            fail_msg("n = %zu, degree %zu: wrong at %d", m->n, m->degree, (int)x);
    clmodp_zx_destroy(result);
    return counts;
}

static void orders(void **state)
{
    clmodp_context *ctx = context_open(NULL);

    (void)state;
    for (size_t n = 1; n <= (small_tests() ? 6 : 24); n += n < 10 ? 1 : 7)
        for (size_t degree = 0; degree < 4; degree += 1 + n % 2) {
            matrix m = matrix_new(ctx, n, degree, 1 + (unsigned)n % 32, n, n, n);
            clm_counts counts = check(ctx, &m, (clm_engine_options){0});

            assert_true(counts.fallback < counts.evaluations);
            counts = check(ctx, &m, (clm_engine_options){.fallback_all = true, .cosets = 2});
            assert_int_equal(counts.fallback, counts.evaluations);
            matrix_free(&m);
        }
    clmodp_context_destroy(ctx);
}

/* Bands, and ranks below the order. */
static void structures(void **state)
{
    clmodp_context *ctx = context_open(NULL);

    (void)state;
    for (size_t band = 0; band < 6; band += 2) {
        matrix m = matrix_new(ctx, 21, 1, 20, band, 21, band);

        (void)check(ctx, &m, (clm_engine_options){0});
        matrix_free(&m);
    }
    for (size_t rank = 2; rank < 10; rank++) {
        matrix m = matrix_new(ctx, 10, 1, 10, 10, rank, rank);
        clmodp_zx *result = zx_new();

        (void)compute(ctx, &m, (clm_engine_options){0}, 0, result);
        assert_int_equal(clmodp_zx_degree(result), -1);
        clmodp_zx_destroy(result);
        matrix_free(&m);
    }
    clmodp_context_destroy(ctx);
}

/* Leading minors that vanish identically, [0 A; B 0]: all lanes are computed with pivots. */
static void vanishing_minors(void **state)
{
    clmodp_context *ctx = context_open(NULL);

    (void)state;
    for (size_t n = 10; n <= (small_tests() ? 10 : 22); n += 4) {
        matrix m = matrix_new(ctx, n, 2, 20, n, n, n);
        clm_counts counts;
        mpz_t zero;

        mpz_init(zero);
        for (size_t e = 0; e < n * n; e++)
            for (size_t k = 0; k <= m.degree && (e / n < n / 2) == (e % n < n / 2); k++)
                assert_int_equal(clmodp_zxy_set_coeff(m.entries, zero, k, e), CLMODP_OK);
        mpz_clear(zero);
        clm_row_layout_destroy(&m.layout);
        assert_int_equal(clm_row_layout_create_matrix(&ctx->error, &m.layout, m.entries, n),
                         CLMODP_OK);
        assert_int_equal(m.layout.count, n * n / 2);
        counts = check(ctx, &m, (clm_engine_options){0});
        assert_int_equal(counts.fallback, counts.evaluations);
        matrix_free(&m);
    }
    clmodp_context_destroy(ctx);
}

/* Modulo primes with and without roots of unity, and above those of plans. */
static void moduli(void **state)
{
    static const uint64_t primes[] = {998244353, 1000000007, (UINT64_C(1) << 31) - 1};
    clmodp_context *ctx = context_open(NULL);

    (void)state;
    for (size_t k = 0; k < 3; k++)
        for (clm_point_choice points = CLM_POINTS_COSET; points <= CLM_POINTS_GEOMETRIC;
             points++) {
            matrix m = matrix_new(ctx, 7 + 10 * k, 2, 30, 99, 99, k);
            clmodp_zx *modulo = zx_new(), *result = zx_new();
            mpz_t c;

            if (points == CLM_POINTS_COSET && k == 1)
                goto next; /* p - 1 is twice a prime */
            mpz_init(c);
            (void)compute(ctx, &m, (clm_engine_options){.points = points}, primes[k], modulo);
            (void)compute(ctx, &m, (clm_engine_options){0}, 0, result);
            for (size_t i = 0; i <= m.bounds.degree; i++) {
                mpz_fdiv_r_ui(c, clmodp_zx_coeff(result, i), primes[k]);
                assert_int_equal(mpz_cmp(c, clmodp_zx_coeff(modulo, i)), 0);
            }
            mpz_clear(c);
        next:
            DESTROY(modulo, result);
            matrix_free(&m);
        }
    clmodp_context_destroy(ctx);
}

TESTS(cmocka_unit_test(orders), cmocka_unit_test(structures), cmocka_unit_test(vanishing_minors),
      cmocka_unit_test(moduli));
