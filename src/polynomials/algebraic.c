/* Reduces polynomials in several variables modulo the minimal polynomial of an algebraic number,
 * which is one of the variables. */
#include <stdlib.h>
#include <string.h>

#include "core/memory.h"
#include "core/size.h"
#include "polynomials/mpoly.h"
#include "polynomials/zx.h"
#include "polynomials/zxy.h"

/* Most bits of a coefficient of a power of the number. */
#define MOST_BITS ((size_t)1 << 24)

/* The number is a root of m, of degree n. */
typedef struct number {
    const clmodp_zx *m;
    size_t n;
    mpz_ptr product; /* 2 n coefficients, for products */
} number;

/* A power of the number: the sum of all c[k] / d times its k-th power, k < n. */
typedef struct residue {
    uint32_t power;
    clm_numbers numbers;
    mpz_ptr c; /* the numbers */
    mpz_t d;
} residue;

static clmodp_status create_residue(residue *r, const number *a)
{
    const clmodp_status st = clm_numbers_create(NULL, &r->numbers, a->n);

    mpz_init_set_ui(r->d, 1);
    r->c = st == CLMODP_OK ? r->numbers.storage[0] : NULL;
    return st;
}

static void clear_residue(residue *r)
{
    clm_numbers_destroy(&r->numbers);
    mpz_clear(r->d);
}

static size_t bits_of(const residue *r, const number *a)
{
    size_t bits = mpz_sizeinbase(r->d, 2);

    for (size_t k = 0; k < a->n; k++)
        bits = clm_size_max(bits, mpz_sizeinbase(r->c + k, 2));
    return bits;
}

/* Sets r to a->product / d modulo m, in lowest terms. Consumes both. */
static void divide_product(residue *r, const number *a, mpz_t d)
{
    mpz_srcptr lead = clmodp_zx_coeff(a->m, a->n);
    mpz_ptr p = a->product;

    for (size_t k = 2 * a->n - 1; k >= a->n; k--) {
        if (mpz_sgn(p + k) == 0)
            continue;
        for (size_t i = 0; i < k && mpz_cmp_ui(lead, 1) != 0; i++)
            mpz_mul(p + i, p + i, lead);
        mpz_mul(d, d, lead);
        for (size_t i = 0; i < a->n; i++)
            mpz_submul(p + k - a->n + i, p + k, clmodp_zx_coeff(a->m, i));
        mpz_set_ui(p + k, 0);
    }
    mpz_set(r->d, d);
    for (size_t k = 0; k < a->n; k++)
        mpz_gcd(r->d, r->d, p + k);
    if (mpz_sgn(d) < 0)
        mpz_neg(r->d, r->d);
    for (size_t k = 0; k < a->n; k++)
        mpz_divexact(r->c + k, p + k, r->d);
    mpz_divexact(r->d, d, r->d);
}

/* Sets r to the product of s and t, which it may be. */
static clmodp_status multiply(residue *r, const number *a, const residue *s, const residue *t)
{
    mpz_t d;

    if (bits_of(s, a) + bits_of(t, a) > MOST_BITS)
        return CLMODP_LIMIT;
    mpz_init(d);
    mpz_mul(d, s->d, t->d);
    for (size_t k = 0; k < 2 * a->n; k++)
        mpz_set_ui(a->product + k, 0);
    for (size_t i = 0; i < a->n; i++)
        for (size_t k = 0; k < a->n && mpz_sgn(s->c + i) != 0; k++)
            mpz_addmul(a->product + i + k, s->c + i, t->c + k);
    divide_product(r, a, d);
    mpz_clear(d);
    return CLMODP_OK;
}

/* Multiplies r by the e-th power of the number. */
static clmodp_status multiply_by_power(residue *r, const number *a, uint32_t e)
{
    clmodp_status st = CLMODP_OK;
    residue square = {0};
    mpz_t one;

    mpz_init_set_ui(one, 1);
    TRY(create_residue(&square, a));
    for (size_t k = 0; k < 2 * a->n; k++)
        mpz_set_ui(a->product + k, k == 1);
    divide_product(&square, a, one);
    for (; e > 0; e /= 2) {
        if (e % 2 == 1)
            TRY(multiply(r, a, &square, r));
        if (e > 1)
            TRY(multiply(&square, a, &square, &square));
    }
done:
    clear_residue(&square);
    mpz_clear(one);
    return st;
}

static int by_power(const void *s, const void *t)
{
    const uint32_t a = ((const residue *)s)->power, b = ((const residue *)t)->power;

    return (a > b) - (a < b);
}

/* Powers of the number, in ascending order. */
typedef struct powers {
    residue *of;
    size_t count;
} powers;

/* Lists the exponents in f that m reduces. */
static clmodp_status list_powers(powers *out, const clmodp_mpoly *f, size_t variable, size_t n)
{
    size_t count = 0, kept = 0;

    out->of = clm_allocate(f->length, sizeof *out->of);
    if (out->of == NULL)
        return CLMODP_HOST_MEMORY;
    for (size_t k = 0; k < f->length; k++)
        if (clm_mpoly_exponents(f, k)[variable] >= n)
            out->of[count++].power = clm_mpoly_exponents(f, k)[variable];
    qsort(out->of, count, sizeof *out->of, by_power);
    for (size_t k = 0; k < count; k++)
        if (kept == 0 || out->of[kept - 1].power != out->of[k].power)
            out->of[kept++].power = out->of[k].power;
    out->count = kept;
    return CLMODP_OK;
}

/* Computes the listed powers, each from the one before, and their common denominator. */
static clmodp_status compute_powers(powers *p, const number *a, mpz_t common)
{
    clmodp_status st = CLMODP_OK;
    residue now = {0};

    TRY(create_residue(&now, a));
    mpz_set_ui(now.c, 1);
    for (size_t k = 0; k < p->count; k++) {
        TRY(multiply_by_power(&now, a, p->of[k].power - (k > 0 ? p->of[k - 1].power : 0)));
        mpz_lcm(common, common, now.d);
        mpz_set(p->of[k].d, now.d);
        for (size_t i = 0; i < a->n; i++)
            mpz_set(p->of[k].c + i, now.c + i);
    }
done:
    clear_residue(&now);
    return st;
}

/* Appends a term with coefficient c, moved, and exponents `from`, but e of the variable. */
static void append(clmodp_mpoly *h, mpz_t c, const uint32_t *from, size_t variable, size_t e)
{
    uint32_t *exponents;

    if (mpz_sgn(c) == 0)
        return;
    exponents = clm_mpoly_append(h, c);
    memcpy(exponents, from, h->variables * sizeof *from);
    exponents[variable] = (uint32_t)e;
}

/* Sets h to `common` f with these powers in place of those of the variable. */
static clmodp_status substitute(clmodp_mpoly *h, const clmodp_mpoly *f, size_t variable,
                                const number *a, const powers *p, mpz_srcptr common)
{
    clmodp_status st = CLMODP_OK;
    size_t terms = f->length;
    mpz_t factor, c;

    mpz_inits(factor, c, NULL);
    for (size_t k = 0; k < f->length; k++)
        if (clm_mpoly_exponents(f, k)[variable] >= a->n && !clm_size_add(&terms, terms, a->n))
            TRY(CLMODP_HOST_MEMORY);
    TRY(clm_mpoly_reserve(h, terms));
    for (size_t k = 0; k < f->length; k++) {
        const residue key = {.power = clm_mpoly_exponents(f, k)[variable]}, *r;

        mpz_mul(factor, clm_mpoly_coefficient(f, k), common);
        if (key.power < a->n) {
            append(h, factor, clm_mpoly_exponents(f, k), variable, key.power);
            continue;
        }
        r = bsearch(&key, p->of, p->count, sizeof key, by_power);
        mpz_divexact(factor, factor, r->d);
        for (size_t i = 0; i < a->n; i++) {
            mpz_mul(c, factor, r->c + i);
            append(h, c, clm_mpoly_exponents(f, k), variable, i);
        }
    }
    clm_mpoly_combine(h);
done:
    mpz_clears(factor, c, NULL);
    return st;
}

clmodp_status clmodp_mpoly_reduce(clmodp_mpoly *f, mpz_t d, const clmodp_zx *m, size_t variable)
{
    clmodp_status st = CLMODP_OK;
    number a = {.m = m};
    powers p = {0};
    clm_numbers product = {0};
    clmodp_mpoly *h = NULL;
    size_t created = 0;
    mpz_t common;

    if (variable >= f->variables || clmodp_zx_degree(m) < 1 || mpz_sgn(d) <= 0)
        return CLMODP_INVALID;
    a.n = (size_t)clmodp_zx_degree(m);
    mpz_init_set_ui(common, 1);
    TRY(list_powers(&p, f, variable, a.n));
    TRY(clm_numbers_create(NULL, &product, 2 * a.n));
    a.product = product.storage[0];
    for (; created < p.count; created++)
        if (create_residue(&p.of[created], &a) != CLMODP_OK) {
            created++;
            TRY(CLMODP_HOST_MEMORY);
        }
    if (p.count > 0) {
        TRY(compute_powers(&p, &a, common));
        TRY(clmodp_mpoly_create(&h, f->variables));
        TRY(substitute(h, f, variable, &a, &p, common));
        clmodp_mpoly_swap(f, h);
        mpz_mul(d, d, common);
    }
    st = clmodp_mpoly_lowest_terms(f, d);
done:
    clmodp_mpoly_destroy(h);
    for (size_t k = 0; k < created; k++)
        clear_residue(&p.of[k]);
    free(p.of);
    clm_numbers_destroy(&product);
    mpz_clear(common);
    return st;
}
