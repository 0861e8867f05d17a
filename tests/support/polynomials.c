/* Small arithmetic in Z[x] and Z[x, y] for tests, by the public interface. */
#include "support/polynomials.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "bounds/height.h"
#include "support/assertions.h"

clmodp_zx *zx_new(void)
{
    clmodp_zx *a = NULL;

    assert_int_equal(clmodp_zx_create(&a), CLMODP_OK);
    return a;
}

clmodp_zxy *zxy_new(void)
{
    clmodp_zxy *a = NULL;

    assert_int_equal(clmodp_zxy_create(&a), CLMODP_OK);
    return a;
}

clmodp_mpoly *mpoly_new(size_t variables)
{
    clmodp_mpoly *f = NULL;

    assert_int_equal(clmodp_mpoly_create(&f, variables), CLMODP_OK);
    return f;
}

void assert_mpoly_text(const clmodp_mpoly *f, const char *const *names, mpz_srcptr denominator,
                       const char *expected)
{
    char *text = NULL;

    assert_int_equal(clmodp_mpoly_to_text(&text, f, names, denominator), CLMODP_OK);
    assert_string_equal(text, expected);
    free(text);
}

clmodp_zx *zx_parse(const char *text)
{
    clmodp_zx *f = zx_new();
    clmodp_text_error error;

    if (clmodp_zx_from_text(f, NULL, text, CLMODP_STRING, "x", NULL, &error) != CLMODP_OK)
        fail_msg("%s: %s", text, error.message);
    return f;
}

clmodp_zxy *zxy_parse(const char *text)
{
    clmodp_zxy *f = zxy_new();
    clmodp_text_error error;

    if (clmodp_zxy_from_text(f, NULL, text, strlen(text), "x", "y", NULL, &error) != CLMODP_OK)
        fail_msg("%s: %s", text, error.message);
    return f;
}

clmodp_mpoly *mpoly_parse(const char *text, const char *const *names, size_t variables)
{
    clmodp_mpoly *f = mpoly_new(variables);
    clmodp_text_error error = {0};

    if (clmodp_mpoly_from_text(f, NULL, text, CLMODP_STRING, names, NULL, &error) != CLMODP_OK)
        fail_msg("%s: %s", text, error.message);
    return f;
}

static void zx_put(clmodp_zx *a, const mpz_t c, size_t i)
{
    assert_int_equal(clmodp_zx_set_coeff(a, c, i), CLMODP_OK);
}

clmodp_zx *zx_monomial(const mpz_t c, size_t i)
{
    clmodp_zx *a = zx_new();

    zx_put(a, c, i);
    return a;
}

clmodp_zx *zx_linear(long c1, long c0)
{
    clmodp_zx *a = zx_new();
    mpz_t c;

    mpz_init_set_si(c, c0);
    zx_put(a, c, 0);
    mpz_set_si(c, c1);
    zx_put(a, c, 1);
    mpz_clear(c);
    return a;
}

clmodp_zx *zx_constant(long c)
{
    return zx_linear(0, c);
}

clmodp_zx *zx_mul(const clmodp_zx *a, const clmodp_zx *b)
{
    long n = clmodp_zx_degree(a), m = clmodp_zx_degree(b);
    clmodp_zx *out = zx_new();
    mpz_t sum, x, y;

    mpz_inits(sum, x, y, NULL);
    for (long k = n + m; n >= 0 && m >= 0 && k >= 0; k--) {
        mpz_set_ui(sum, 0);
        for (long i = k > m ? k - m : 0; i <= k && i <= n; i++) {
            clmodp_zx_get_coeff(x, a, (size_t)i);
            clmodp_zx_get_coeff(y, b, (size_t)(k - i));
            mpz_addmul(sum, x, y);
        }
        zx_put(out, sum, (size_t)k);
    }
    mpz_clears(sum, x, y, NULL);
    return out;
}

/* a + s b */
static clmodp_zx *zx_combine(const clmodp_zx *a, long s, const clmodp_zx *b)
{
    long n = clmodp_zx_degree(a), m = clmodp_zx_degree(b);
    clmodp_zx *out = zx_new();
    mpz_t x, y;

    mpz_inits(x, y, NULL);
    for (long k = n > m ? n : m; k >= 0; k--) {
        clmodp_zx_get_coeff(x, a, (size_t)k);
        clmodp_zx_get_coeff(y, b, (size_t)k);
        mpz_mul_si(y, y, s);
        mpz_add(x, x, y);
        zx_put(out, x, (size_t)k);
    }
    mpz_clears(x, y, NULL);
    return out;
}

clmodp_zx *zx_add(const clmodp_zx *a, const clmodp_zx *b)
{
    return zx_combine(a, 1, b);
}

clmodp_zx *zx_sub(const clmodp_zx *a, const clmodp_zx *b)
{
    return zx_combine(a, -1, b);
}

void zx_mul_by(clmodp_zx **a, const clmodp_zx *b)
{
    clmodp_zx *product = zx_mul(*a, b);

    clmodp_zx_destroy(*a);
    *a = product;
}

void zx_mul_si_by(clmodp_zx **a, long c)
{
    clmodp_zx *factor = zx_constant(c);

    zx_mul_by(a, factor);
    clmodp_zx_destroy(factor);
}

clmodp_zx *zx_pow(const clmodp_zx *a, size_t e)
{
    clmodp_zx *out = zx_constant(1);

    while (e-- > 0)
        zx_mul_by(&out, a);
    return out;
}

clmodp_zx *zx_compose(const clmodp_zx *a, const clmodp_zx *b)
{
    clmodp_zx *out = zx_constant(0);
    mpz_t c;

    mpz_init(c);
    for (long i = clmodp_zx_degree(a); i >= 0; i--) {
        clmodp_zx *constant, *sum;

        zx_mul_by(&out, b);
        clmodp_zx_get_coeff(c, a, (size_t)i);
        constant = zx_monomial(c, 0);
        sum = zx_add(out, constant);
        DESTROY(constant, out);
        out = sum;
    }
    mpz_clear(c);
    return out;
}

/* Returns the largest coefficient in absolute value; NULL for zero. */
static mpz_srcptr zx_largest(const clmodp_zx *a)
{
    mpz_srcptr largest = NULL;

    for (long i = clmodp_zx_degree(a); i >= 0; i--)
        if (largest == NULL || mpz_cmpabs(clmodp_zx_coeff(a, (size_t)i), largest) > 0)
            largest = clmodp_zx_coeff(a, (size_t)i);
    return largest;
}

size_t zx_height_bits(const clmodp_zx *a)
{
    const mpz_srcptr largest = zx_largest(a);

    return largest != NULL ? mpz_sizeinbase(largest, 2) : 0;
}

double zx_height(const clmodp_zx *a)
{
    const mpz_srcptr largest = zx_largest(a);

    return largest != NULL ? clm_scaled_log2(clm_scaled_from(largest)) : -INFINITY;
}

long zx_valuation(const clmodp_zx *a)
{
    long i = 0;
    mpz_t c;

    mpz_init(c);
    for (; i <= clmodp_zx_degree(a); i++) {
        clmodp_zx_get_coeff(c, a, (size_t)i);
        if (mpz_sgn(c) != 0)
            break;
    }
    mpz_clear(c);
    return i <= clmodp_zx_degree(a) ? i : 0;
}

clmodp_zxy *zxy_copy(const clmodp_zxy *a)
{
    clmodp_zxy *out = zxy_new();

    assert_int_equal(clmodp_zxy_set(out, a), CLMODP_OK);
    return out;
}

clmodp_zxy *zxy_derivative_y(const clmodp_zxy *a)
{
    clmodp_zxy *out = zxy_copy(a);

    clmodp_zxy_derivative_y(out);
    return out;
}

clmodp_zxy *zxy_mul(const clmodp_zxy *a, const clmodp_zxy *b)
{
    size_t dx = (size_t)(clmodp_zxy_degree_x(a) + clmodp_zxy_degree_x(b) + 1);
    size_t dy = (size_t)(clmodp_zxy_degree_y(a) + clmodp_zxy_degree_y(b) + 1);
    clmodp_zxy *out = zxy_new();
    mpz_t *sum;

    if (clmodp_zxy_terms(a) == 0 || clmodp_zxy_terms(b) == 0)
        return out;
    sum = calloc(dx * dy, sizeof *sum);
    assert_non_null(sum);
    for (size_t k = 0; k < dx * dy; k++)
        mpz_init(sum[k]);
    for (size_t s = 0; s < clmodp_zxy_terms(a); s++)
        for (size_t t = 0; t < clmodp_zxy_terms(b); t++) {
            size_t ia, ja, ib, jb;
            mpz_srcptr ca = clmodp_zxy_term(a, s, &ia, &ja);
            mpz_srcptr cb = clmodp_zxy_term(b, t, &ib, &jb);

            mpz_addmul(sum[(ja + jb) * dx + ia + ib], ca, cb);
        }
    for (size_t k = 0; k < dx * dy; k++) {
        assert_int_equal(clmodp_zxy_set_coeff(out, sum[k], k % dx, k / dx), CLMODP_OK);
        mpz_clear(sum[k]);
    }
    free(sum);
    return out;
}

clmodp_zxy *zxy_trinomial(long a, size_t n, long b, size_t k, long c, size_t m)
{
    clmodp_zxy *f = zxy_new();

    assert_int_equal(clmodp_zxy_set_coeff_si(f, c, m, 0), CLMODP_OK);
    if (b != 0)
        assert_int_equal(clmodp_zxy_set_coeff_si(f, b, 0, k), CLMODP_OK);
    assert_int_equal(clmodp_zxy_set_coeff_si(f, a, 0, n), CLMODP_OK);
    return f;
}

clmodp_zxy *zxy_binomial(const clmodp_zx *a, const clmodp_zx *b, size_t j)
{
    const clmodp_zx *rows[2] = {a, b};
    clmodp_zxy *out = zxy_new();
    mpz_t c;

    assert_true(j > 0 || a == NULL);
    mpz_init(c);
    for (size_t r = 0; r < 2; r++)
        for (long i = 0; rows[r] != NULL && i <= clmodp_zx_degree(rows[r]); i++) {
            clmodp_zx_get_coeff(c, rows[r], (size_t)i);
            assert_int_equal(clmodp_zxy_set_coeff(out, c, (size_t)i, r * j), CLMODP_OK);
        }
    mpz_clear(c);
    return out;
}
