/* Results modulo a fresh prime, by Euclid on the host. */
#include "resultant/check.h"

#include <stdlib.h>

#include "arith/mod64.h"
#include "arith/prime.h"
#include "base/memory.h"
#include "base/size.h"

static uint64_t random_prime(clm_random *random)
{
    for (;;) {
        uint64_t q = ((uint64_t)1 << 60) | (clm_random_next(random) >> 4) | 1;

        if (clm_is_prime_u64(q))
            return q;
    }
}

static uint64_t addmod(uint64_t a, uint64_t b, uint64_t q)
{
    return a >= q - b ? a - (q - b) : a + b;
}

/* The exponents of y less the least one, and of those found so far: their gcd. */
static size_t find_step(size_t step, const clmodp_zxy *f)
{
    size_t i, j, low;

    (void)clmodp_zxy_term(f, 0, &i, &low); /* terms are sorted by j */
    for (size_t k = 1; k < clmodp_zxy_terms(f) && step != 1; k++) {
        (void)clmodp_zxy_term(f, k, &i, &j);
        step = clm_size_gcd(step, j - low);
    }
    return step;
}

/* f(x, y) = y^low sum_n c_n y^(n step): the values of the c_n at x modulo a prime. */
typedef struct image {
    uint64_t *c;
    size_t low;
    size_t degree; /* the greatest n */
    uint64_t tail; /* c_0 */
} image;

static clmodp_status image_create(clm_error *error, image *out, const clmodp_zxy *f, size_t low,
                                  size_t step, uint64_t x, uint64_t q)
{
    clmodp_status st = CLMODP_OK;
    size_t i, j, terms = clmodp_zxy_terms(f), last_i = 0, last_j = SIZE_MAX;
    uint64_t power = 1; /* x^last_i */

    out->low = low;
    out->degree = ((size_t)clmodp_zxy_degree_y(f) - low) / step;
    NEW(error, out->c, out->degree + 1);
    for (size_t k = 0; k < terms; k++) {
        mpz_srcptr c = clmodp_zxy_term(f, k, &i, &j);
        uint64_t *value = &out->c[(j - low) / step];

        if (j != last_j) {
            power = 1;
            last_i = 0;
        }
        power = clm_mulmod64(power, i - last_i == 1 ? x : clm_powmod64(x, i - last_i, q), q);
        *value = addmod(*value, clm_mulmod64(power, mpz_fdiv_ui(c, q), q), q);
        last_i = i;
        last_j = j;
    }
    out->tail = out->c[0];
done:
    return st;
}

/* res_y(f, g) at x modulo q: see content.h for powers of y and polynomials in y^step. */
static clmodp_status expected_value(clm_error *error, uint64_t *value, const clmodp_zxy *f,
                                    const clmodp_zxy *g, uint64_t x, uint64_t q)
{
    clmodp_status st = CLMODP_OK;
    size_t step = find_step(find_step(0, f), g), i, low[2];
    bool odd = clmodp_zxy_degree_y(f) % 2 != 0;
    image a = {0}, b = {0};

    step = clm_size_max(step, 1);
    (void)clmodp_zxy_term(f, 0, &i, &low[0]);
    (void)clmodp_zxy_term(g, 0, &i, &low[1]);
    TRY(image_create(error, &a, f, low[0], step, x, q));
    TRY(image_create(error, &b, g, low[1], step, x, q));
    *value = 0;
    if (a.low > 0 && b.low > 0)
        goto done;
    if (odd && a.tail != 0)
        a.tail = q - a.tail;
    *value = clm_powmod64(clm_resultant_mod64(a.c, a.degree, b.c, b.degree, q), step, q);
    *value = clm_mulmod64(*value, clm_powmod64(b.tail, a.low, q), q);
    *value = clm_mulmod64(*value, clm_powmod64(a.tail, b.low, q), q);
done:
    free(b.c);
    free(a.c);
    return st;
}

/* The coefficients of S_1(f, g) at x modulo q. */
static clmodp_status expected_s1(clm_error *error, uint64_t values[2], const clmodp_zxy *f,
                                     const clmodp_zxy *g, uint64_t x, uint64_t q)
{
    clmodp_status st = CLMODP_OK;
    image a = {0}, b = {0};

    TRY(image_create(error, &a, f, 0, 1, x, q));
    TRY(image_create(error, &b, g, 0, 1, x, q));
    clm_subresultant_mod64(values, a.c, a.degree, b.c, b.degree, q);
done:
    free(b.c);
    free(a.c);
    return st;
}

/* By Horner's rule. */
static uint64_t evaluate_result(const clmodp_zx *r, uint64_t x, uint64_t q)
{
    uint64_t value = 0;
    mpz_t c;

    mpz_init(c);
    for (long i = clmodp_zx_degree(r); i >= 0; i--) {
        clmodp_zx_get_coeff(c, r, (size_t)i);
        value = addmod(clm_mulmod64(value, x, q), mpz_fdiv_ui(c, q), q);
    }
    mpz_clear(c);
    return value;
}

/* Whether all results agree with f and g at x modulo q. */
static clmodp_status check_point(clm_error *error, bool *agrees, clmodp_zx *const *results,
                                 size_t count, const clmodp_zxy *f, const clmodp_zxy *g,
                                 uint64_t x, uint64_t q)
{
    clmodp_status st = CLMODP_OK;
    uint64_t expected[3];

    TRY(expected_value(error, &expected[0], f, g, x, q));
    if (count == 3)
        TRY(expected_s1(error, &expected[1], f, g, x, q));
    *agrees = true;
    for (size_t n = 0; n < count && *agrees; n++)
        *agrees = evaluate_result(results[n], x, q) == expected[n];
done:
    return st;
}

clmodp_status clm_check_fresh_prime(clm_error *error, bool *agrees, clmodp_zx *const *results,
                                    size_t count, const clmodp_zxy *f, const clmodp_zxy *g,
                                    clm_random *random)
{
    uint64_t q = random_prime(random);
    uint64_t x = clm_random_below(random, q);

    return check_point(error, agrees, results, count, f, g, x, q);
}

clmodp_status clm_check_modulo(clm_error *error, bool *agrees, clmodp_zx *const *results,
                               size_t count, const clmodp_zxy *f, const clmodp_zxy *g,
                               uint32_t p, clm_random *random)
{
    clmodp_status st = CLMODP_OK;
    const int points = p >> 24 != 0 ? 1 : p >> 16 != 0 ? 2 : 4;

    *agrees = true;
    for (int n = 0; n < points && *agrees; n++)
        TRY(check_point(error, agrees, results, count, f, g, clm_random_below(random, p), p));
done:
    return st;
}

double clm_check_error(uint64_t degree, uint64_t bits)
{
    return ((double)bits / 60.0 + 1.0) * 0x1p-54 + (double)degree * 0x1p-60;
}
