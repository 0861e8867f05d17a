/* Take contents and powers of the variables out of the arguments. */
#include "resultant/content.h"

#include <math.h>
#include <stdbool.h>

#include "core/size.h"
#include "cost/rates.h"
#include "resultant/result_size.h"
#include "resultant/shear.h"
#include "polynomials/gcd.h"
#include "polynomials/modulo.h"
#include "polynomials/zx.h"
#include "polynomials/zxy.h"

#define WATCHED_LIMBS ((size_t)1 << 12) /* gcds take milliseconds from here on */

__extension__ typedef __int128 int128;

/* c x^a y^k, the largest of its kind that divides a polynomial */
typedef struct monomial {
    mpz_t c; /* positive */
    size_t a, k;
} monomial;

void clm_content_init(clm_content *content)
{
    *content = (clm_content){.deflation = 1, .power = 1};
    mpz_init_set_ui(content->integer, 1);
}

void clm_content_clear(clm_content *content)
{
    clmodp_zx_destroy(content->trailing);
    mpz_clear(content->integer);
}

/* The gcd of all coefficients. */
typedef struct common {
    mpz_ptr c;
    const clmodp_zxy *f;
    const clm_watch *watch;
} common;

static clmodp_status find_common(void *argument, size_t index, size_t thread)
{
    const common *job = argument;

    (void)index;
    (void)thread;
    mpz_set_ui(job->c, 0);
    for (size_t n = 0; n < clmodp_zxy_terms(job->f) && mpz_cmp_ui(job->c, 1) != 0; n++) {
        size_t i, j;

        if (!clm_gcd_watched(job->c, job->c, clmodp_zxy_term(job->f, n, &i, &j), job->watch))
            return CLMODP_CANCELLED;
    }
    return CLMODP_OK;
}

static clmodp_status find_factor(clm_error *error, monomial *factor, const clmodp_zxy *f,
                                 clm_watch *watch)
{
    common job = {.c = factor->c, .f = f};
    clmodp_status st;
    bool watched = false;

    factor->a = factor->k = SIZE_MAX;
    for (size_t n = 0; n < clmodp_zxy_terms(f); n++) {
        size_t i, j;
        mpz_srcptr coefficient = clmodp_zxy_term(f, n, &i, &j);

        factor->a = clm_size_min(factor->a, i);
        factor->k = clm_size_min(factor->k, j);
        watched = watched || mpz_size(coefficient) > WATCHED_LIMBS;
    }
    if (!watched)
        return find_common(&job, 0, 0);
    job.watch = watch;
    st = clm_parallel_watched(1, 1, find_common, &job, watch);
    if (st == CLMODP_HOST_MEMORY)
        (void)clm_fail(error, st, "the host has no memory for a thread");
    return st;
}

/* Greatest common divisors of the exponents of x and of y that are left without `factor`,
 * and of those found so far. */
static void find_deflation(size_t deflation[2], const clmodp_zxy *f, const monomial *factor)
{
    for (size_t n = 0; n < clmodp_zxy_terms(f); n++) {
        size_t i, j;

        (void)clmodp_zxy_term(f, n, &i, &j);
        deflation[0] = clm_size_gcd(deflation[0], i - factor->a);
        deflation[1] = clm_size_gcd(deflation[1], j - factor->k);
    }
}

/* f1(x^s, y^t) = f(x, y) / factor */
static clmodp_status divide_out(clm_error *error, clmodp_zxy *f1, const clmodp_zxy *f,
                                const monomial *factor, size_t s, size_t t)
{
    clmodp_status st = CLMODP_OK;
    clmodp_zxy *quotient = NULL;
    mpz_t coefficient;

    mpz_init(coefficient);
    TRY(clmodp_zxy_create(&quotient));
    if (mpz_cmp_ui(factor->c, 1) == 0 && factor->a == 0 && factor->k == 0 && s == 1 && t == 1) {
        TRY(clmodp_zxy_set(f1, f));
        goto done;
    }
    for (size_t n = 0; n < clmodp_zxy_terms(f); n++) {
        size_t i, j;

        mpz_divexact(coefficient, clmodp_zxy_term(f, n, &i, &j), factor->c);
        TRY(clmodp_zxy_set_coeff(quotient, coefficient, (i - factor->a) / s,
                                 (j - factor->k) / t));
    }
    clm_zxy_swap(f1, quotient);
done:
    if (st != CLMODP_OK)
        (void)clm_fail(error, st, "no memory for polynomials without their contents");
    mpz_clear(coefficient);
    clmodp_zxy_destroy(quotient);
    return st;
}

static void multiply_power_modulo(clm_content *content, mpz_srcptr c, size_t e)
{
    mpz_t power, modulus;

    mpz_init(power);
    mpz_init_set_ui(modulus, content->modulus);
    mpz_powm_ui(power, c, e, modulus);
    mpz_mul(content->integer, content->integer, power);
    mpz_mod(content->integer, content->integer, modulus);
    mpz_clear(modulus);
    mpz_clear(power);
}

/* log2 |c|, c not 0 */
static double log2_of(mpz_srcptr c)
{
    long exponent;
    const double fraction = mpz_get_d_2exp(&exponent, c);

    return log2(fabs(fraction)) + (double)exponent;
}

/* content *= (c x^a)^e, a and e below 2^31. Errors: LIMIT */
static clmodp_status multiply_power(clm_error *error, clm_content *content, mpz_srcptr c,
                                    size_t a, size_t e)
{
    clmodp_status st = CLMODP_OK;
    mpz_t power;

    if (__builtin_add_overflow(content->shift, (int64_t)(a * e), &content->shift))
        return clm_fail(error, CLMODP_LIMIT, "the resultant's degree exceeds 2^63");
    if (mpz_cmp_ui(c, 1) == 0)
        return CLMODP_OK;
    if (content->modulus != 0) {
        multiply_power_modulo(content, c, e);
        return CLMODP_OK;
    }
    TRY(clm_result_size_check(error, 1.0, log2_of(c) * (double)e + log2_of(content->integer),
                         content->most_bytes));
    mpz_init(power);
    mpz_pow_ui(power, c, e);
    mpz_mul(content->integer, content->integer, power);
    mpz_clear(power);
done:
    return st;
}

/* The number of terms of g(x, 0). */
static size_t trailing_terms(const clmodp_zxy *g)
{
    size_t terms = clmodp_zxy_terms(g), n = 0, i, j = 0;

    for (; n < terms && j == 0; n++)
        (void)clmodp_zxy_term(g, n, &i, &j);
    return j == 0 ? n : n - 1;
}

/* Whether to take y^k out of f; t is the deflation in y without it, `kept` with it. Each of the k
 * rows spares the device q updates at least for each word of the result, where a product costs the
 * host as much as many. By the table: what is taken out is the same everywhere. */
static bool powers_pay(size_t k, const clmodp_zxy *g, size_t t, size_t kept)
{
    const size_t q = (size_t)clmodp_zxy_degree_y(g);
    const double update = clm_rate(CLM_MACHINE_POCL, CLM_OP_EUCLID_PAIR);
    const double product = clm_rate(CLM_MACHINE_POCL, CLM_OP_POWER_PRODUCT);

    if (k == 0 || t == 0) /* t = 0: nothing is left to compute with y^k, nor without */
        return false;
    return t > kept || trailing_terms(g) == 1 ||
           (double)(k / kept * (q / kept)) * update >= product;
}

/* content *= ((-1)^n g(x, 0))^k, for g as it is computed with. */
static clmodp_status multiply_trailing(clm_error *error, clm_content *content, const clmodp_zxy *g,
                                       size_t k, size_t n)
{
    clmodp_status st = CLMODP_OK;
    size_t terms = trailing_terms(g), i = 0, j;

    if (n % 2 != 0 && k % 2 != 0)
        mpz_neg(content->integer, content->integer);
    if (terms == 1) {
        mpz_srcptr c = clmodp_zxy_term(g, 0, &i, &j);

        return multiply_power(error, content, c, i * content->deflation, k);
    }
    TRY(clmodp_zx_create(&content->trailing));
    content->trailing_power = k;
    while (terms-- > 0) {
        mpz_srcptr c = clmodp_zxy_term(g, terms, &i, &j);

        TRY(clmodp_zx_set_coeff(content->trailing, c, i));
    }
done:
    if (st == CLMODP_LIMIT)
        (void)clm_fail(error, st, "dense polynomials end at %zu terms", CLMODP_ZX_MOST_TERMS);
    else if (st != CLMODP_OK)
        (void)clm_fail(error, st, "no memory for a factor of the resultant");
    return st;
}

/* Exponents were set upright, which multiplied h by x^-shift and was a deflation by s. */
static clmodp_status add_shear(clm_error *error, clm_content *content, int128 shift, int64_t s)
{
    shift = shift * (int64_t)content->deflation + content->shift;
    if (shift > INT64_MAX || shift < INT64_MIN / 2)
        return clm_fail(error, CLMODP_LIMIT, "the resultant's degree exceeds 2^63");
    content->shift = (int64_t)shift;
    content->deflation *= (uint64_t)s; /* below 2^31 both */
    return CLMODP_OK;
}

/* Set the exponents of f1 and g1, of which a trailing coefficient with power k or l will be taken,
 * upright. */
static clmodp_status remove_shear(clm_error *error, clm_content *content, clmodp_zxy *f1,
                                  clmodp_zxy *g1, size_t k, size_t l)
{
    clmodp_status st = CLMODP_OK;
    int128 shift;
    clm_shear shear;

    TRY(clm_shear_remove(error, &shear, f1, g1));
    shift = (int128)shear.shift * (int64_t)content->power;
    shift += (int128)shear.n * (int64_t)k + (int128)shear.m * (int64_t)l;
    TRY(add_shear(error, content, shift, shear.s));
done:
    return st;
}

/* Nothing is taken out yet; what was set before stays. */
static void reset(clm_content *content)
{
    const uint32_t modulus = content->modulus;
    const uint64_t most_bytes = content->most_bytes;
    clm_watch *watch = content->watch;

    clm_content_clear(content);
    clm_content_init(content);
    content->modulus = modulus;
    content->most_bytes = most_bytes;
    content->watch = watch;
}

clmodp_status clm_content_remove(clm_error *error, clm_content *content, clmodp_zxy *f1,
                                 clmodp_zxy *g1, const clmodp_zxy *f, const clmodp_zxy *g)
{
    clmodp_status st = CLMODP_OK;
    size_t deflation[2] = {0, 0}, p, q, kept;
    monomial of_f, of_g;

    mpz_inits(of_f.c, of_g.c, NULL);
    reset(content);
    REQUIRE(error, clmodp_zxy_terms(f) > 0 && clmodp_zxy_terms(g) > 0);
    p = (size_t)clmodp_zxy_degree_y(f);
    q = (size_t)clmodp_zxy_degree_y(g);
    TRY(find_factor(error, &of_f, f, content->watch));
    TRY(find_factor(error, &of_g, g, content->watch));
    TRY(multiply_power(error, content, of_f.c, of_f.a, q));
    TRY(multiply_power(error, content, of_g.c, of_g.a, p));

    find_deflation(deflation, f, &of_f);
    find_deflation(deflation, g, &of_g);
    kept = clm_size_gcd(clm_size_gcd(deflation[1], of_f.k), of_g.k);
    if ((of_g.k > 0 || !powers_pay(of_f.k, g, deflation[1], kept)) &&
        (of_f.k > 0 || !powers_pay(of_g.k, f, deflation[1], kept))) {
        of_f.k = of_g.k = 0;
        deflation[1] = kept;
    }
    content->deflation = clm_size_max(deflation[0], 1); /* 0: both are free of x, or of y */
    content->power = clm_size_max(deflation[1], 1);
    TRY(divide_out(error, f1, f, &of_f, content->deflation, content->power));
    TRY(divide_out(error, g1, g, &of_g, content->deflation, content->power));
    TRY(remove_shear(error, content, f1, g1, of_f.k, of_g.k));
    if (of_f.k > 0)
        TRY(multiply_trailing(error, content, g1, of_f.k, 0));
    if (of_g.k > 0)
        TRY(multiply_trailing(error, content, f1, of_g.k, p));
done:
    mpz_clears(of_f.c, of_g.c, NULL);
    return st;
}

clmodp_status clm_content_remove_subresultant(clm_error *error, clm_content content[3],
                                              clmodp_zxy *f1, clmodp_zxy *g1,
                                              const clmodp_zxy *f, const clmodp_zxy *g)
{
    clmodp_status st = CLMODP_OK;
    size_t deflation[2] = {0, 0}, p = (size_t)clmodp_zxy_degree_y(f);
    size_t q = (size_t)clmodp_zxy_degree_y(g);
    monomial of_f, of_g;
    clm_shear shear;

    mpz_inits(of_f.c, of_g.c, NULL);
    TRY(find_factor(error, &of_f, f, content[0].watch));
    TRY(find_factor(error, &of_g, g, content[0].watch));
    of_f.k = of_g.k = 0;
    find_deflation(deflation, f, &of_f);
    find_deflation(deflation, g, &of_g);
    deflation[0] = clm_size_max(deflation[0], 1);
    TRY(divide_out(error, f1, f, &of_f, deflation[0], 1));
    TRY(divide_out(error, g1, g, &of_g, deflation[0], 1));
    TRY(clm_shear_remove(error, &shear, f1, g1));
    for (size_t n = 0; n < 3; n++) {
        const size_t less = n > 0, columns = p * q - (n > 0 ? 3 - n : 0);

        reset(&content[n]);
        content[n].deflation = deflation[0];
        TRY(multiply_power(error, &content[n], of_f.c, of_f.a, q - less));
        TRY(multiply_power(error, &content[n], of_g.c, of_g.a, p - less));
        TRY(add_shear(error, &content[n],
                      (int128)shear.h * (int64_t)columns + (int128)shear.m * (int64_t)(q - less) +
                          (int128)shear.n * (int64_t)(p - less),
                      shear.s));
    }
done:
    mpz_clears(of_f.c, of_g.c, NULL);
    return st;
}

/* ---- bounds and results of the input, from those of the simplified pair ---- */

static uint64_t times(uint64_t a, uint64_t b)
{
    uint64_t product;

    return __builtin_mul_overflow(a, b, &product) ? UINT64_MAX : product;
}

static uint64_t plus(uint64_t a, uint64_t b)
{
    uint64_t sum;

    return __builtin_add_overflow(a, b, &sum) ? UINT64_MAX : sum;
}

/* An exponent of h(x^deflation) x^shift from that of h. */
static uint64_t exponent(uint64_t of_h, const clm_content *content)
{
    uint64_t inflated = times(of_h, content->deflation);

    if (content->shift >= 0)
        return plus(inflated, (uint64_t)content->shift);
    if (inflated == UINT64_MAX || inflated < (uint64_t)-content->shift)
        return inflated == UINT64_MAX ? inflated : 0;
    return inflated - (uint64_t)-content->shift;
}

/* A degree or valuation of h from those of r1 and the trailing coefficient. */
static uint64_t exponent_of_h(uint64_t of_r1, uint64_t of_trailing, const clm_content *content)
{
    return plus(times(of_r1, content->power), times(of_trailing, content->trailing_power));
}

/* The bits of the sum of the trailing coefficient's absolute values, and its least exponent. */
static void measure_trailing(uint64_t *bits, uint64_t *valuation, const clmodp_zx *trailing)
{
    mpz_t c, norm;

    mpz_inits(c, norm, NULL);
    for (long i = clmodp_zx_degree(trailing); i >= 0; i--) {
        clmodp_zx_get_coeff(c, trailing, (size_t)i);
        if (mpz_sgn(c) != 0)
            *valuation = (uint64_t)i;
        mpz_abs(c, c);
        mpz_add(norm, norm, c);
    }
    *bits = mpz_sizeinbase(norm, 2);
    mpz_clears(c, norm, NULL);
}

void clm_content_restore_bounds(clm_bounds *bounds, const clm_content *content)
{
    uint64_t trailing_degree = 0, trailing_valuation = 0, trailing_bits = 0, norm_bits, bits;

    if (content->trailing != NULL) {
        trailing_degree = (uint64_t)clmodp_zx_degree(content->trailing);
        measure_trailing(&trailing_bits, &trailing_valuation, content->trailing);
    }
    /* A product is at most as high as one factor times the sum of all |coefficients| of the
     * other; of r1 there are at most 2^64. */
    norm_bits = bounds->height_bits;
    for (uint64_t width = bounds->degree - bounds->valuation; width > 0; width >>= 1)
        norm_bits++;
    bits = plus(bounds->height_bits, times(norm_bits, content->power - 1));
    bits = plus(bits, times(trailing_bits, content->trailing_power));
    if (mpz_cmpabs_ui(content->integer, 1) != 0)
        bits = plus(bits, mpz_sizeinbase(content->integer, 2));
    bounds->height_bits = bits;
    bounds->degree =
        exponent(exponent_of_h(bounds->degree, trailing_degree, content), content);
    bounds->valuation =
        exponent(exponent_of_h(bounds->valuation, trailing_valuation, content), content);
}

/* out := integer * x^shift * h(x^deflation) */
static clmodp_status multiply_monomial(clmodp_zx *out, const clmodp_zx *h,
                                       const clm_content *content)
{
    clmodp_status st = CLMODP_OK;
    long degree = clmodp_zx_degree(h);
    mpz_t c;

    mpz_init(c);
    /* From the top, so that the result is sized once. */
    for (long i = degree; i >= 0; i--) {
        clmodp_zx_get_coeff(c, h, (size_t)i);
        if (mpz_sgn(c) == 0)
            continue;
        mpz_mul(c, c, content->integer);
        if (content->modulus != 0)
            mpz_fdiv_r_ui(c, c, content->modulus);
        TRY(clmodp_zx_set_coeff(out, c, (size_t)exponent((uint64_t)i, content)));
    }
done:
    mpz_clear(c);
    return st;
}

/* out := the trailing coefficient's and r's powers. */
static clmodp_status multiply_powers(clm_error *error, clmodp_zx *out, const clmodp_zx *r,
                                     const clm_content *content)
{
    const clmodp_zx *trailing = content->trailing != NULL ? content->trailing : r;

    if (content->modulus != 0)
        return clm_zx_multiply_powers_modulo(error, out, r, content->power, trailing,
                                             content->trailing_power, content->modulus);
    return clm_zx_multiply_powers(error, out, r, content->power, trailing,
                                  content->trailing_power);
}

clmodp_status clm_content_restore(clm_error *error, clmodp_zx *r, const clm_content *content)
{
    clmodp_status st = CLMODP_OK;
    const clmodp_zx *trailing = content->trailing;
    clmodp_zx *product = NULL, *restored = NULL, *h = r;
    uint64_t degree;

    if (clmodp_zx_degree(r) < 0)
        goto done;
    degree = exponent_of_h((uint64_t)clmodp_zx_degree(r),
                           trailing != NULL ? (uint64_t)clmodp_zx_degree(trailing) : 0, content);
    if (exponent(degree, content) >= CLMODP_ZX_MOST_TERMS)
        FAIL(error, CLMODP_LIMIT,
             "the resultant's degree is %llu times %llu plus %lld; dense polynomials end at "
             "%zu terms",
             (unsigned long long)degree, (unsigned long long)content->deflation,
             (long long)content->shift, CLMODP_ZX_MOST_TERMS);
    if (content->power > 1 || trailing != NULL) {
        TRY(clmodp_zx_create(&product));
        TRY(multiply_powers(error, product, r, content));
        h = product;
    }
    if (content->shift != 0 || content->deflation > 1 || mpz_cmp_ui(content->integer, 1) != 0) {
        TRY(clmodp_zx_create(&restored));
        TRY(multiply_monomial(restored, h, content));
        h = restored;
    }
    clm_zx_swap(r, h);
done:
    if (st == CLMODP_HOST_MEMORY)
        (void)clm_fail(error, st, "no memory for the resultant with its factors");
    clmodp_zx_destroy(restored);
    clmodp_zx_destroy(product);
    return st;
}
