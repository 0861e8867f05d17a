/* Yun's algorithm, for g instead of g(x^m). */
#include "roots/square_free.h"

#include <stdbool.h>
#include <stdlib.h>

#include "core/memory.h"
#include "core/size.h"
#include "gcd/zx_gcd.h"
#include "polynomials/integers.h"
#include "polynomials/zx.h"
#include "roots/radicals.h"

static size_t length_of(const clmodp_zx *f)
{
    return (size_t)(clmodp_zx_degree(f) + 1);
}

size_t clm_valuation(const clmodp_zx *f)
{
    size_t valuation = 0;

    while (mpz_sgn(clmodp_zx_coeff(f, valuation)) == 0)
        valuation++;
    return valuation;
}

void clm_factor_list_clear(clm_factor_list *factors)
{
    for (size_t i = 0; i < factors->count; i++)
        clmodp_zx_destroy(factors->factor[i].f);
    free(factors->factor);
    *factors = (clm_factor_list){0};
}

/* Moves f to the list if its degree is 1 at least. */
static clmodp_status append(clm_factor_list *factors, clmodp_zx *f, size_t multiplicity)
{
    clmodp_status st = CLMODP_OK;
    clm_factor *next;

    if (clmodp_zx_degree(f) < 1)
        return CLMODP_OK;
    GROW(NULL, factors->factor, factors->room, factors->count + 1);
    next = &factors->factor[factors->count];
    *next = (clm_factor){.multiplicity = multiplicity};
    TRY(clmodp_zx_create(&next->f));
    factors->count++;
    clm_zx_swap(next->f, f);
done:
    return st;
}

/* d := c + sign b' */
static clmodp_status add_derivative(clmodp_zx *d, const clmodp_zx *c, int sign, const clmodp_zx *b)
{
    clmodp_status st = CLMODP_OK;
    const size_t length = clm_size_max(length_of(c), length_of(b));
    mpz_t *coeff;

    TRY(clm_zx_resize(d, &coeff, length));
    for (size_t i = 0; i < length; i++) {
        mpz_mul_si(coeff[i], clmodp_zx_coeff(b, i + 1), sign * (long)(i + 1));
        mpz_add(coeff[i], clmodp_zx_coeff(c, i), coeff[i]);
    }
    clm_zx_trim(d);
done:
    return st;
}

/* Polynomials of Yun's algorithm. */
typedef struct yun {
    clmodp_zx *b, *c, *d, *h;
} yun;

static void yun_clear(yun *y)
{
    clmodp_zx_destroy(y->b);
    clmodp_zx_destroy(y->c);
    clmodp_zx_destroy(y->d);
    clmodp_zx_destroy(y->h);
}

/* Returns whether f = c (x - r)^n: (n - j) c_j n c_n = (j + 1) c_{j+1} c_{n-1} for all j. */
static bool is_linear_power(const clmodp_zx *f)
{
    const unsigned long n = (unsigned long)clmodp_zx_degree(f);
    bool equal = true;
    mpz_t left, right;

    mpz_inits(left, right, NULL);
    for (unsigned long j = n - 1; j-- > 0 && equal;) {
        mpz_mul(left, clmodp_zx_coeff(f, j), clmodp_zx_coeff(f, n));
        mpz_mul_ui(left, left, (n - j) * n);
        mpz_mul(right, clmodp_zx_coeff(f, j + 1), clmodp_zx_coeff(f, n - 1));
        mpz_mul_ui(right, right, j + 1);
        equal = mpz_cmp(left, right) == 0;
    }
    mpz_clears(left, right, NULL);
    return equal;
}

static clmodp_status make_primitive(mpz_t *c, size_t count, const clm_poller *watch)
{
    clmodp_status st = CLMODP_CANCELLED;
    mpz_t content;

    mpz_init(content);
    if (!clm_content(content, c[0], count, sizeof *c, watch))
        goto done;
    if (mpz_sgn(c[count - 1]) < 0)
        mpz_neg(content, content);
    for (size_t i = 0; i < count; i++)
        mpz_divexact(c[i], c[i], content);
    st = CLMODP_OK;
done:
    mpz_clear(content);
    return st;
}

/* Sets out to x - r, primitive, for such a power. */
static clmodp_status set_linear(clmodp_zx *out, const clmodp_zx *f, const clm_poller *watch)
{
    clmodp_status st = CLMODP_OK;
    const size_t n = (size_t)clmodp_zx_degree(f);
    mpz_t *coeff;

    TRY(clm_zx_resize(out, &coeff, 2));
    mpz_mul_ui(coeff[1], clmodp_zx_coeff(f, n), n);
    mpz_set(coeff[0], clmodp_zx_coeff(f, n - 1));
    TRY(make_primitive(coeff, 2, watch));
    clm_zx_trim(out);
done:
    return st;
}

/* Decomposes y->b, primitive, of degree >= 1 and not divisible by x. All factors of b have the
 * multiplicity that is left / deg b if no factor has less. */
static clmodp_status decompose(clm_factor_list *factors, yun *y, const clm_poller *watch)
{
    clmodp_status st = CLMODP_OK;
    size_t left = (size_t)clmodp_zx_degree(y->b), degree;

    if (is_linear_power(y->b)) {
        TRY(set_linear(y->h, y->b, watch));
        return append(factors, y->h, left);
    }
    if (clm_is_radical(y->b))
        return append(factors, y->b, 1);
    TRY(clmodp_zx_create(&y->c));
    TRY(clmodp_zx_create(&y->d));
    TRY(add_derivative(y->d, y->c, 1, y->b)); /* c = 0 */
    TRY(clm_zx_gcd(NULL, y->h, y->b, y->c, y->b, y->d, watch));
    for (size_t i = 1;; i++) {
        degree = (size_t)clmodp_zx_degree(y->b);
        if (degree == 1 || i * degree == left)
            return append(factors, y->b, left / degree);
        TRY(add_derivative(y->d, y->c, -1, y->b));
        TRY(clm_zx_gcd(NULL, y->h, y->b, y->c, y->b, y->d, watch));
        left -= i * (size_t)clmodp_zx_degree(y->h);
        TRY(append(factors, y->h, i));
    }
done:
    return st;
}

/* Decomposes y->h, as decompose does y->b: g(x^m) has the factors of g at x^m, as g(0) != 0. */
static clmodp_status decompose_deflated(clm_factor_list *factors, yun *y, const clm_poller *watch)
{
    clmodp_status st = CLMODP_OK;
    const size_t m = clm_zx_deflation(y->h, 0), known = factors->count;

    TRY(clm_zx_deflate(y->b, y->h, m));
    TRY(decompose(factors, y, watch));
    for (size_t k = known; k < factors->count && m > 1; k++) {
        TRY(clm_zx_inflate(y->h, factors->factor[k].f, m));
        clm_zx_swap(y->h, factors->factor[k].f);
    }
done:
    return st;
}

clmodp_status clm_primitive_part(clmodp_zx *out, const clmodp_zx *f, size_t valuation,
                                 const clm_poller *watch)
{
    clmodp_status st = CLMODP_OK;
    const size_t length = length_of(f) - valuation;
    mpz_t *coeff;

    TRY(clm_zx_resize(out, &coeff, length));
    for (size_t i = 0; i < length; i++)
        mpz_set(coeff[i], clmodp_zx_coeff(f, valuation + i));
    TRY(make_primitive(coeff, length, watch));
    clm_zx_trim(out);
done:
    return st;
}

static int by_multiplicity(const void *a, const void *b)
{
    const clm_factor *f = a, *g = b;

    return (f->multiplicity > g->multiplicity) - (f->multiplicity < g->multiplicity);
}

clmodp_status clm_square_free(clm_factor_list *factors, const clmodp_zx *f,
                              const clm_poller *watch)
{
    clmodp_status st = CLMODP_OK;
    const size_t valuation = clm_valuation(f);
    yun y = {0};

    TRY(clmodp_zx_create(&y.b));
    TRY(clmodp_zx_create(&y.h));
    if (valuation > 0) {
        TRY(clmodp_zx_set_dense_si(y.h, (const long[]){0, 1}, 2));
        TRY(append(factors, y.h, valuation));
    }
    TRY(clm_primitive_part(y.h, f, valuation, watch));
    if (clmodp_zx_degree(y.h) >= 1)
        TRY(decompose_deflated(factors, &y, watch));
    if (factors->count > 0)
        qsort(factors->factor, factors->count, sizeof *factors->factor, by_multiplicity);
done:
    yun_clear(&y);
    return st;
}
