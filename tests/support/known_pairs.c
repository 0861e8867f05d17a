/* Pairs of polynomials whose resultant is known in closed form. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include "support/assertions.h"
#include "support/polynomials.h"

#define NAME(pair, ...) ((void)snprintf((pair).name, sizeof(pair).name, __VA_ARGS__))

void known_pair_clear(known_pair *pair)
{
    DESTROY(pair->f, pair->g, pair->resultant);
    *pair = (known_pair){.f = NULL};
}

/* Returns T_n, by T_{n+1} = 2 x T_n - T_{n-1}. */
static clmodp_zx *chebyshev(size_t n)
{
    clmodp_zx *now = zx_constant(1), *next = zx_linear(1, 0);

    while (n-- > 0) {
        clmodp_zx *twice = zx_linear(2, 0), *product = zx_mul(twice, next);
        clmodp_zx *after = zx_sub(product, now);

        DESTROY(twice, product, now);
        now = next;
        next = after;
    }
    clmodp_zx_destroy(next);
    return now;
}

/* h(x) - t(y) */
static clmodp_zxy *separated(const clmodp_zx *h, const clmodp_zx *t)
{
    clmodp_zxy *out = zxy_binomial(h, NULL, 1);
    mpz_t c, d;

    mpz_inits(c, d, NULL);
    for (long j = 0; j <= clmodp_zx_degree(t); j++) {
        clmodp_zx_get_coeff(c, t, (size_t)j);
        clmodp_zxy_get_coeff(d, out, 0, (size_t)j);
        mpz_sub(d, d, c);
        assert_int_equal(clmodp_zxy_set_coeff(out, d, 0, (size_t)j), CLMODP_OK);
    }
    mpz_clears(c, d, NULL);
    return out;
}

known_pair known_chebyshev(size_t a, size_t b, long c, long d)
{
    known_pair pair = {.f = NULL};
    clmodp_zx *ta = chebyshev(a), *tb = chebyshev(b);
    clmodp_zx *x = zx_linear(1, 0), *line = zx_linear(c, d), *inner = zx_compose(ta, line);
    clmodp_zx *factor;
    mpz_t power;

    NAME(pair, "Chebyshev a=%zu b=%zu c=%ld d=%ld", a, b, c, d);
    pair.f = separated(x, ta);
    pair.g = separated(line, tb);
    mpz_init_set_si(power, a * (b - 1) % 2 == 0 ? 1 : -1);
    mpz_mul_2exp(power, power, (a - 1) * (b - 1));
    factor = zx_monomial(power, 0);
    pair.resultant = zx_sub(tb, inner);
    zx_mul_by(&pair.resultant, factor);
    pair.degree = clmodp_zx_degree(pair.resultant);

    mpz_clear(power);
    DESTROY(factor, inner, line, x, tb, ta);
    return pair;
}

/* A factor l y - r. */
typedef struct line {
    clmodp_zx *l, *r;
} line;

/* prod (l_i y - r_i) */
static clmodp_zxy *factors_product(const line *factors, size_t count)
{
    clmodp_zx *zero = zx_constant(0), *one = zx_constant(1);
    clmodp_zxy *out = zxy_binomial(one, NULL, 1);

    for (size_t i = 0; i < count; i++) {
        clmodp_zx *minus = zx_sub(zero, factors[i].r);
        clmodp_zxy *binomial = zxy_binomial(minus, factors[i].l, 1);
        clmodp_zxy *product = zxy_mul(out, binomial);

        DESTROY(binomial, out, minus);
        out = product;
    }
    DESTROY(one, zero);
    return out;
}

/* prod_{i,j} (p_i m_j - l_i q_j) = prod of det ((l_i, -p_i), (m_j, -q_j)) */
static clmodp_zx *factors_resultant(const line *f, size_t p, const line *g, size_t q)
{
    clmodp_zx *out = zx_constant(1);

    for (size_t i = 0; i < p; i++)
        for (size_t j = 0; j < q; j++) {
            clmodp_zx *a = zx_mul(f[i].r, g[j].l), *b = zx_mul(f[i].l, g[j].r);
            clmodp_zx *difference = zx_sub(a, b);

            zx_mul_by(&out, difference);
            DESTROY(difference, b, a);
        }
    return out;
}

static known_pair factors_pair(line *f, size_t p, line *g, size_t q)
{
    known_pair pair = {.f = factors_product(f, p), .g = factors_product(g, q)};

    pair.resultant = factors_resultant(f, p, g, q);
    pair.degree = clmodp_zx_degree(pair.resultant);
    for (size_t i = 0; i < p + q; i++) {
        line *one = i < p ? &f[i] : &g[i - p];

        DESTROY(one->l, one->r);
    }
    free(f);
    free(g);
    return pair;
}

static line *factors_new(size_t count)
{
    line *factors = calloc(count + 1, sizeof *factors);

    assert_non_null(factors);
    return factors;
}

known_pair known_linear_factors(clm_random *random, size_t p, size_t q, size_t dx, size_t bits,
                                int monic)
{
    line *f = factors_new(p), *g = factors_new(q);
    known_pair pair;

    for (size_t i = 0; i < p + q; i++) {
        line *one = i < p ? &f[i] : &g[i - p];

        /* Slopes vanishing at small integers, sometimes at the same ones. */
        one->l = monic ? zx_constant(1) : zx_linear(1, (long)clm_random_below(random, 4));
        one->r = random_zx(random, dx, bits);
    }
    pair = factors_pair(f, p, g, q);
    NAME(pair, "linear factors p=%zu q=%zu dx=%zu bits=%zu%s", p, q, dx, bits,
         monic ? " monic" : "");
    return pair;
}

known_pair known_composed_sum(clm_random *random, size_t p, size_t q)
{
    line *f = factors_new(p), *g = factors_new(q);
    known_pair pair;

    for (size_t i = 0; i < p; i++)
        f[i] = (line){zx_constant(1), zx_constant((long)clm_random_below(random, 2001) - 1000)};
    /* x - y - b = -(y - (x - b)) = -1 y - (b - x) */
    for (size_t j = 0; j < q; j++)
        g[j] = (line){zx_constant(-1), zx_linear(-1, (long)clm_random_below(random, 2001))};
    pair = factors_pair(f, p, g, q);
    NAME(pair, "composed sum p=%zu q=%zu", p, q);
    return pair;
}

static size_t gcd(size_t a, size_t b)
{
    return b == 0 ? a : gcd(b, a % b);
}

/* c * a^e for an integer c = base^power with a sign */
static clmodp_zx *scaled_power(long sign, size_t base, size_t power, const clmodp_zx *a, size_t e)
{
    clmodp_zx *out = zx_pow(a, e), *factor;
    mpz_t c;

    mpz_init(c);
    mpz_ui_pow_ui(c, base, power);
    mpz_mul_si(c, c, sign);
    factor = zx_monomial(c, 0);
    zx_mul_by(&out, factor);
    clmodp_zx_destroy(factor);
    mpz_clear(c);
    return out;
}

/* disc = (-1)^{n(n-1)/2} b^{k-1} (n^N b^{N-K} - (-1)^N (n-k)^{N-K} k^K a^N)^d with
 * d = gcd(n, k), N = n/d, K = k/d; f is monic, so res(f, f') = (-1)^{n(n-1)/2} disc. */
known_pair known_trinomial(size_t n, size_t k, const clmodp_zx *a, const clmodp_zx *b)
{
    known_pair pair = {.f = NULL};
    size_t d = gcd(n, k), nn = n / d, kk = k / d;
    clmodp_zx *one = zx_constant(1);
    clmodp_zx *first = scaled_power(1, n, nn, b, nn - kk);
    clmodp_zx *second = scaled_power(nn % 2 == 0 ? 1 : -1, n - k, nn - kk, a, nn);
    clmodp_zx *difference, *power;
    mpz_t c;

    zx_mul_by(&second, (power = scaled_power(1, k, kk, one, 0)));
    clmodp_zx_destroy(power);
    difference = zx_sub(first, second);
    pair.resultant = zx_pow(b, k - 1);
    zx_mul_by(&pair.resultant, (power = zx_pow(difference, d)));
    clmodp_zx_destroy(power);
    pair.degree = clmodp_zx_degree(pair.resultant);

    NAME(pair, "trinomial n=%zu k=%zu", n, k);
    pair.f = zxy_binomial(b, a, k);
    mpz_init_set_ui(c, 1);
    assert_int_equal(clmodp_zxy_set_coeff(pair.f, c, 0, n), CLMODP_OK);
    pair.g = zxy_derivative_y(pair.f);
    mpz_clear(c);
    DESTROY(difference, second, first, one);
    return pair;
}

/* f += c (x^i y^j + x^j y^i) */
static void add_symmetric(clmodp_zxy *f, long c, size_t i, size_t j)
{
    assert_int_equal(clmodp_zxy_set_coeff_si(f, c, i, j), CLMODP_OK);
    assert_int_equal(clmodp_zxy_set_coeff_si(f, c, j, i), CLMODP_OK);
}

known_pair known_modular_2(void)
{
    known_pair pair = {.f = NULL};
    clmodp_zx *factors[] = {zx_linear(1, -1728), zx_linear(1, 0), zx_linear(1, 0),
                            zx_linear(1, 3375), zx_linear(1, 3375)};
    clmodp_zx *shifted = zx_linear(1, 191025), *x = zx_linear(1, 0), *square = zx_mul(shifted, x);
    clmodp_zx *constant = zx_constant(-121287375), *class_15 = zx_add(square, constant);

    NAME(pair, "modular polynomial of level 2");
    assert_int_equal(clmodp_zxy_create(&pair.f), CLMODP_OK);
    add_symmetric(pair.f, 1, 3, 0);
    add_symmetric(pair.f, -1, 2, 2);
    add_symmetric(pair.f, 1488, 2, 1);
    add_symmetric(pair.f, -162000, 2, 0);
    add_symmetric(pair.f, 40773375, 1, 1);
    add_symmetric(pair.f, 8748000000, 1, 0);
    add_symmetric(pair.f, -157464000000000, 0, 0);
    pair.g = zxy_derivative_y(pair.f);

    /* -4 (x - 1728) x^2 (x + 3375)^2 (x^2 + 191025 x - 121287375)^2 */
    pair.resultant = zx_constant(-4);
    zx_mul_by(&pair.resultant, class_15);
    zx_mul_by(&pair.resultant, class_15);
    for (size_t i = 0; i < 5; i++) {
        zx_mul_by(&pair.resultant, factors[i]);
        clmodp_zx_destroy(factors[i]);
    }
    pair.degree = 9;
    DESTROY(class_15, constant, square, x, shifted);
    return pair;
}

known_pair known_rose(size_t k)
{
    known_pair pair = {.f = NULL, .degree = 10 * (long)k - 8};
    mpz_t c;

    NAME(pair, "100 (x^2 + y^2)^%zu - 400 x^2 y^2 - 1", k);
    assert_int_equal(clmodp_zxy_create(&pair.f), CLMODP_OK);
    mpz_init(c);
    for (size_t j = 0; j <= k; j++) {
        mpz_bin_uiui(c, k, j);
        mpz_mul_ui(c, c, 100);
        assert_int_equal(clmodp_zxy_set_coeff(pair.f, c, 2 * (k - j), 2 * j), CLMODP_OK);
    }
    clmodp_zxy_get_coeff(c, pair.f, 2, 2);
    mpz_sub_ui(c, c, 400);
    assert_int_equal(clmodp_zxy_set_coeff(pair.f, c, 2, 2), CLMODP_OK);
    assert_int_equal(clmodp_zxy_set_coeff_si(pair.f, -1, 0, 0), CLMODP_OK);
    pair.g = zxy_derivative_y(pair.f);
    mpz_clear(c);
    return pair;
}
