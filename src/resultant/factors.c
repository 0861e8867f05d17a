/* Removes contents, powers of the variables, deflations and shears from f and g, and restores
 * bounds and results of the simplified pair. */
#include "resultant/factors.h"

#include <stdbool.h>
#include <stdlib.h>

#include "core/size.h"
#include "cost/cost.h"
#include "polynomials/integers.h"
#include "polynomials/modulo.h"
#include "polynomials/zx.h"
#include "polynomials/zxy.h"
#include "resultant/check.h"

#define SHIFT_LIMIT ((int64_t)1 << 60)

typedef clm_int128 int128;

clm_int128 clm_int128_gcd(clm_int128 a, clm_int128 b)
{
    while (b != 0) {
        int128 rest = a % b;

        a = b;
        b = rest;
    }
    return a < 0 ? -a : a;
}

void clm_plane_lattice_add(clm_plane_lattice *l, int64_t from_x, int64_t y)
{
    int128 x = from_x;

    while (y != 0) {
        int128 h = l->h;
        int64_t t = l->t;

        if (t != 0 && y >= t) {
            x -= y / t * h;
            y %= t;
        } else {
            l->h = x;
            l->t = y;
            x = h;
            y = t;
        }
    }
    l->s = clm_int128_gcd(l->s, x);
    if (l->s != 0)
        l->h %= l->s;
}

static void add_differences(clm_plane_lattice *l, const clmodp_zxy *f)
{
    for (size_t k = 1; k < f->length; k++) /* terms are sorted by j */
        clm_plane_lattice_add(l, (int64_t)f->term[k].i - (int64_t)f->term[0].i,
                              (int64_t)(f->term[k].j - f->term[0].j));
}

static int64_t sheared_exponent(const clm_term *term, int64_t h)
{
    return (int64_t)term->i - h * (int64_t)term->j;
}

static int64_t find_least(const clmodp_zxy *f, int64_t h)
{
    int64_t least = INT64_MAX;

    for (size_t k = 0; k < f->length; k++) {
        const int64_t here = sheared_exponent(&f->term[k], h);

        least = here < least ? here : least;
    }
    return least;
}

/* Returns the coefficients of all rows, dense in x^s from x^m on. */
static int128 dense_length(const clmodp_zxy *f, int64_t h, int64_t m, int64_t s)
{
    int128 length = 0;

    for (size_t k = 0; k < f->length; k++)
        if (k + 1 == f->length || f->term[k + 1].j != f->term[k].j) /* the last of its row */
            length += (sheared_exponent(&f->term[k], h) - m) / s + 1;
    return length;
}

/* Sets f := f(x, x^-h y) x^-m in terms of x^s; the terms keep their order. */
static void apply_shear(clmodp_zxy *f, int64_t h, int64_t m, int64_t s)
{
    for (size_t k = 0; k < f->length; k++)
        f->term[k].i = (uint32_t)((sheared_exponent(&f->term[k], h) - m) / s);
}

/* Finds 0 <= h < s with i - h j the same modulo s for all terms of f, and of g; if the terms of
 * each lie on a line, h is its slope and s = 1. Returns false if there is nothing to gain. */
static bool find_shear(int64_t *h, int64_t *s, const clmodp_zxy *f, const clmodp_zxy *g)
{
    clm_plane_lattice l = {0};

    add_differences(&l, f);
    add_differences(&l, g);
    if (l.t != 1 || l.s == 1 || l.s > INT32_MAX || (l.s == 0 && l.h == 0))
        return false;
    *h = (int64_t)(l.h < 0 ? l.h + l.s : l.h);
    *s = l.s > 0 ? (int64_t)l.s : 1;
    return true;
}

/* Returns the length of the rows after the shear; least: the least i - h j of f and g. */
static int128 measure(int64_t least[2], const clmodp_zxy *f, const clmodp_zxy *g, int64_t h,
                      int64_t s)
{
    least[0] = find_least(f, h);
    least[1] = find_least(g, h);
    return dense_length(f, h, least[0], s) + dense_length(g, h, least[1], s);
}

clm_shear clm_shear_remove(clmodp_zxy *f, clmodp_zxy *g)
{
    const clm_shear none = {.s = 1};
    int128 p = clmodp_zxy_degree_y(f), q = clmodp_zxy_degree_y(g), shift, length, other;
    int64_t h, s, least[2];

    if (!find_shear(&h, &s, f, g))
        return none;
    length = measure(least, f, g, h, s);
    if (s > 1) { /* the other slope of the lattice */
        other = measure(least, f, g, h - s, s);
        h -= other < length ? s : 0;
        length = measure(least, f, g, h, s);
    }
    shift = h * p * q + least[0] * q + least[1] * p;
    if (shift > SHIFT_LIMIT || shift < -SHIFT_LIMIT || length > (int128)CLM_MOST_EXPONENT ||
        length > s * (dense_length(f, 0, 0, 1) + dense_length(g, 0, 0, 1)))
        return none;
    apply_shear(f, h, least[0], s);
    apply_shear(g, h, least[1], s);
    return (clm_shear){.s = s, .h = h, .shift = (int64_t)shift, .m = least[0], .n = least[1]};
}

#define WATCHED_LIMBS ((size_t)1 << 12) /* gcds of this length take milliseconds */

/* The largest c x^a y^k that divides a polynomial. */
typedef struct monomial {
    mpz_t c; /* positive */
    size_t a, k;
} monomial;

void clm_factors_init(clm_factors *content)
{
    *content = (clm_factors){.deflation = 1, .power = 1};
    mpz_init_set_ui(content->integer, 1);
    mpz_init_set_ui(content->divisor, 1);
}

void clm_factors_clear(clm_factors *content)
{
    clmodp_zx_destroy(content->trailing);
    mpz_clear(content->integer);
    mpz_clear(content->divisor);
}

/* A job that computes the gcd c of all coefficients of f. */
typedef struct common {
    mpz_ptr c;
    const clmodp_zxy *f;
    clm_poller *watch;
} common;

static clmodp_status find_common(void *argument)
{
    const common *job = argument;

    mpz_set_ui(job->c, 0);
    return clm_content(job->c, job->f->term[0].c, job->f->length, sizeof *job->f->term, job->watch)
               ? CLMODP_OK
               : CLMODP_CANCELLED;
}

static clmodp_status find_factor(clm_error *error, monomial *factor, const clmodp_zxy *f,
                                 clm_poller *watch)
{
    common job = {.c = factor->c, .f = f};
    clmodp_status st;
    bool watched = false;

    factor->a = factor->k = SIZE_MAX;
    for (size_t n = 0; n < f->length; n++) {
        factor->a = clm_size_min(factor->a, f->term[n].i);
        factor->k = clm_size_min(factor->k, f->term[n].j);
        watched = watched || mpz_size(f->term[n].c) > WATCHED_LIMBS;
    }
    job.watch = watched ? watch : NULL;
    st = clm_run_watched(find_common, &job, job.watch);
    if (st == CLMODP_HOST_MEMORY)
        (void)clm_fail(error, st, "the host has no memory for a thread");
    return st;
}

/* Updates the gcds of exponents of x and of y by those of f / factor. */
static void find_deflation(size_t deflation[2], const clmodp_zxy *f, const monomial *factor)
{
    for (size_t n = 0; n < f->length; n++) {
        deflation[0] = clm_size_gcd(deflation[0], f->term[n].i - factor->a);
        deflation[1] = clm_size_gcd(deflation[1], f->term[n].j - factor->k);
    }
}

/* Sets f1 to satisfy f1(x^s, y^t) = f(x, y) / factor; the terms keep their order. */
static clmodp_status divide_out(clm_error *error, clmodp_zxy *f1, const clmodp_zxy *f,
                                const monomial *factor, size_t s, size_t t)
{
    const bool divides = mpz_cmp_ui(factor->c, 1) != 0;

    if (clmodp_zxy_set(f1, f) != CLMODP_OK)
        return clm_fail(error, CLMODP_HOST_MEMORY, "no memory for the simplified polynomials");
    for (size_t n = 0; n < f1->length; n++) {
        clm_term *term = &f1->term[n];

        term->i = (uint32_t)((term->i - factor->a) / s);
        term->j = (uint32_t)((term->j - factor->k) / t);
        if (divides)
            mpz_divexact(term->c, term->c, factor->c);
    }
    return CLMODP_OK;
}

static void multiply_power_modulo(clm_factors *content, mpz_srcptr c, size_t e)
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

/* Multiplies content by (c x^a)^e, a and e below 2^31. Errors: LIMIT */
static clmodp_status multiply_power(clm_error *error, clm_factors *content, mpz_srcptr c, size_t a,
                                    size_t e)
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
    TRY(clm_result_size_check(error, 1.0,
                              clm_integer_log2(c) * (double)e + clm_integer_log2(content->integer),
                              content->most_bytes));
    mpz_init(power);
    mpz_pow_ui(power, c, e);
    mpz_mul(content->integer, content->integer, power);
    mpz_clear(power);
done:
    return st;
}

/* Returns the number of terms of g(x, 0). */
static size_t trailing_terms(const clmodp_zxy *g)
{
    size_t n = 0;

    while (n < g->length && g->term[n].j == 0)
        n++;
    return n;
}

/* Returns whether to take y^k out of f; the deflation in y is t without y^k, `kept` with it. Each
 * of the k rows saves the device at least q updates for each word of the result; a product costs
 * the host as much as many updates. Built-in cost coefficients make all machines decide alike. */
static bool powers_pay(size_t k, const clmodp_zxy *g, size_t t, size_t kept)
{
    const size_t q = (size_t)clmodp_zxy_degree_y(g);
    const double update = clm_cost(CLM_MACHINE_POCL, CLM_OP_EUCLID_PAIR);
    const double product = clm_cost(CLM_MACHINE_POCL, CLM_OP_POWER_PRODUCT);

    if (k == 0 || t == 0) /* t = 0: apart from powers of y both are free of y */
        return false;
    return t > kept || trailing_terms(g) == 1 ||
           (double)(k / kept * (q / kept)) * update >= product;
}

/* Multiplies content by ((-1)^n g(x, 0))^k, for the simplified g. */
static clmodp_status multiply_trailing(clm_error *error, clm_factors *content, const clmodp_zxy *g,
                                       size_t k, size_t n)
{
    if (n % 2 != 0 && k % 2 != 0)
        mpz_neg(content->integer, content->integer);
    if (trailing_terms(g) == 1)
        return multiply_power(error, content, g->term[0].c, g->term[0].i * content->deflation, k);
    if (clmodp_zx_create(&content->trailing) != CLMODP_OK)
        return clm_fail(error, CLMODP_HOST_MEMORY, "no memory for a factor of the resultant");
    content->trailing_power = k;
    return clm_zxy_row(error, content->trailing, g, 0);
}

/* Records a shear, which multiplied h by x^-shift and deflated it by s. */
static clmodp_status add_shear(clm_error *error, clm_factors *content, int128 shift, int64_t s)
{
    shift = shift * (int64_t)content->deflation + content->shift;
    if (shift > INT64_MAX || shift < INT64_MIN / 2)
        return clm_fail(error, CLMODP_LIMIT, "the resultant's degree exceeds 2^63");
    content->shift = (int64_t)shift;
    content->deflation *= (uint64_t)s; /* both are below 2^31 */
    return CLMODP_OK;
}

/* Removes a shear before g1(x, 0)^k or f1(x, 0)^l is extracted. */
static clmodp_status remove_shear(clm_error *error, clm_factors *content, clmodp_zxy *f1,
                                  clmodp_zxy *g1, size_t k, size_t l)
{
    const clm_shear shear = clm_shear_remove(f1, g1);

    return add_shear(error, content, (int128)shear.shift * (int64_t)content->power +
                                         (int128)shear.n * (int64_t)k +
                                         (int128)shear.m * (int64_t)l, shear.s);
}

/* Replaces g by y or y^2 if f is 1 or -1: the resultant f^q depends on the parity of q alone. */
static clmodp_status keep_parity(const clmodp_zxy *f, clmodp_zxy *g)
{
    const long q = clmodp_zxy_degree_y(g);

    if (q < 3 || f->length != 1 || f->term[0].i + f->term[0].j > 0 ||
        mpz_cmpabs_ui(f->term[0].c, 1) != 0)
        return CLMODP_OK;
    g->term[0].i = 0;
    g->term[0].j = 2 - (uint32_t)q % 2;
    mpz_set_ui(g->term[0].c, 1);
    return clm_zxy_resize(g, 1);
}

clmodp_status clm_content_remove(clm_error *error, clm_factors *content, clmodp_zxy *f1,
                                 clmodp_zxy *g1, const clmodp_zxy *f, const clmodp_zxy *g)
{
    clmodp_status st = CLMODP_OK;
    size_t deflation[2] = {0, 0}, p, q, kept;
    monomial of_f, of_g;

    mpz_inits(of_f.c, of_g.c, NULL);
    REQUIRE(error, f->length > 0 && g->length > 0);
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
    TRY(keep_parity(f1, g1));
    TRY(keep_parity(g1, f1));
done:
    mpz_clears(of_f.c, of_g.c, NULL);
    return st;
}

/* Sets the content of s_kj after a deflation and a shear. */
static clmodp_status set_minor_factors(clm_error *error, clm_factors *content,
                                       const monomial of[2], const size_t degree[2],
                                       size_t deflation, const clm_shear *shear, size_t k,
                                       size_t j)
{
    clmodp_status st = CLMODP_OK;
    const int128 rows = (int128)degree[1] - (int128)k, other = (int128)degree[0] - (int128)k;
    const int128 columns = (int128)degree[0] * degree[1] - (int128)k * (k + 1) + j;

    content->deflation = deflation;
    TRY(multiply_power(error, content, of[0].c, of[0].a, (size_t)rows));
    TRY(multiply_power(error, content, of[1].c, of[1].a, (size_t)other));
    TRY(add_shear(error, content, shear->h * columns + shear->m * rows + shear->n * other,
                  shear->s));
done:
    return st;
}

clmodp_status clm_content_remove_minors(clm_error *error, clm_factors *content, clm_minors minors,
                                        clmodp_zxy *f1, clmodp_zxy *g1, const clmodp_zxy *f,
                                        const clmodp_zxy *g)
{
    clmodp_status st = CLMODP_OK;
    const size_t degree[2] = {(size_t)clmodp_zxy_degree_y(f), (size_t)clmodp_zxy_degree_y(g)};
    size_t deflation[2] = {0, 0};
    monomial of[2];
    clm_shear shear;

    mpz_inits(of[0].c, of[1].c, NULL);
    TRY(find_factor(error, &of[0], f, content[0].watch));
    TRY(find_factor(error, &of[1], g, content[0].watch));
    of[0].k = of[1].k = 0;
    find_deflation(deflation, f, &of[0]);
    find_deflation(deflation, g, &of[1]);
    deflation[0] = clm_size_max(deflation[0], 1);
    TRY(divide_out(error, f1, f, &of[0], deflation[0], 1));
    TRY(divide_out(error, g1, g, &of[1], deflation[0], 1));
    shear = clm_shear_remove(f1, g1);
    for (size_t n = 0, output = 0; n < minors.count; n++)
        for (size_t j = 0; j < clm_minors_length(minors, n); j++)
            TRY(set_minor_factors(error, &content[output++], of, degree, deflation[0], &shear,
                                  clm_minors_index(minors, n), clm_minors_lowest(minors, n) + j));
done:
    mpz_clears(of[0].c, of[1].c, NULL);
    return st;
}

/* ---- bounds and results of the input, restored from the simplified pair ---- */

/* Returns the exponent in h(x^deflation) x^shift of an exponent in h. */
static uint64_t exponent(uint64_t of_h, const clm_factors *content)
{
    uint64_t inflated = clm_size_times(of_h, content->deflation);

    if (content->shift >= 0)
        return clm_size_plus(inflated, (uint64_t)content->shift);
    if (inflated == UINT64_MAX || inflated < (uint64_t)-content->shift)
        return inflated == UINT64_MAX ? inflated : 0;
    return inflated - (uint64_t)-content->shift;
}

/* Returns a degree or valuation of h from those of r1 and the trailing coefficient. */
static uint64_t exponent_of_h(uint64_t of_r1, uint64_t of_trailing, const clm_factors *content)
{
    return clm_size_plus(clm_size_times(of_r1, content->power),
                         clm_size_times(of_trailing, content->trailing_power));
}

/* Finds the bits of the trailing coefficient's 1-norm, and its valuation. */
static void measure_trailing(uint64_t *bits, uint64_t *valuation, const clmodp_zx *trailing)
{
    mpz_t norm;

    mpz_init(norm);
    for (long i = clmodp_zx_degree(trailing); i >= 0; i--) {
        mpz_srcptr c = clmodp_zx_coeff(trailing, (size_t)i);

        if (mpz_sgn(c) != 0)
            *valuation = (uint64_t)i;
        (mpz_sgn(c) < 0 ? mpz_sub : mpz_add)(norm, norm, c);
    }
    *bits = mpz_sizeinbase(norm, 2);
    mpz_clear(norm);
}

void clm_factors_restore_bounds(clm_bounds *bounds, const clm_factors *content)
{
    uint64_t trailing_degree = 0, trailing_valuation = 0, trailing_bits = 0, norm_bits, bits;

    if (content->trailing != NULL) {
        trailing_degree = (uint64_t)clmodp_zx_degree(content->trailing);
        measure_trailing(&trailing_bits, &trailing_valuation, content->trailing);
    }
    /* A product is at most as high as one factor times the other's 1-norm; r1 has at most 2^64
     * coefficients. */
    norm_bits = bounds->height_bits;
    if (bounds->degree > bounds->valuation)
        norm_bits += clm_size_bits(bounds->degree - bounds->valuation);
    bits = clm_size_plus(bounds->height_bits, clm_size_times(norm_bits, content->power - 1));
    bits = clm_size_plus(bits, clm_size_times(trailing_bits, content->trailing_power));
    if (mpz_cmpabs_ui(content->integer, 1) != 0)
        bits = clm_size_plus(bits, mpz_sizeinbase(content->integer, 2));
    bounds->height_bits = bits;
    bounds->degree =
        exponent(exponent_of_h(bounds->degree, trailing_degree, content), content);
    bounds->valuation =
        exponent(exponent_of_h(bounds->valuation, trailing_valuation, content), content);
}

/* Sets out := integer / divisor * x^shift * h(x^deflation). */
static clmodp_status multiply_monomial(clmodp_zx *out, const clmodp_zx *h,
                                       const clm_factors *content)
{
    clmodp_status st = CLMODP_OK;
    long degree = clmodp_zx_degree(h);
    mpz_t c;

    mpz_init(c);
    /* Starts at the top, so that the result is allocated once. */
    for (long i = degree; i >= 0; i--) {
        clmodp_zx_get_coeff(c, h, (size_t)i);
        if (mpz_sgn(c) == 0)
            continue;
        mpz_mul(c, c, content->integer);
        mpz_divexact(c, c, content->divisor);
        if (content->modulus != 0)
            mpz_fdiv_r_ui(c, c, content->modulus);
        TRY(clmodp_zx_set_coeff(out, c, (size_t)exponent((uint64_t)i, content)));
    }
done:
    mpz_clear(c);
    return st;
}

/* Sets out := r^power trailing^trailing_power. */
static clmodp_status multiply_powers(clm_error *error, clmodp_zx *out, const clmodp_zx *r,
                                     const clm_factors *content)
{
    const clmodp_zx *trailing = content->trailing != NULL ? content->trailing : r;

    if (content->modulus != 0)
        return clm_zx_multiply_powers_modulo(error, out, r, content->power, trailing,
                                             content->trailing_power, content->modulus);
    return clm_zx_multiply_powers(error, out, r, content->power, trailing,
                                  content->trailing_power);
}

clmodp_status clm_factors_restore(clm_error *error, clmodp_zx *r, const clm_factors *content)
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
             "the resultant's degree is %llu times %llu plus %lld; dense polynomials are limited "
             "to %zu terms",
             (unsigned long long)degree, (unsigned long long)content->deflation,
             (long long)content->shift, CLMODP_ZX_MOST_TERMS);
    if (content->power > 1 || trailing != NULL) {
        TRY(clmodp_zx_create(&product));
        TRY(multiply_powers(error, product, r, content));
        h = product;
    }
    if (content->shift != 0 || content->deflation > 1 || mpz_cmp_ui(content->integer, 1) != 0 ||
        mpz_cmp_ui(content->divisor, 1) != 0) {
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
