/* Arithmetic of polynomials over F_p on the host: images of polynomials over Z, powers by
 * Kronecker substitution, exact division. */
#include "polynomials/modulo.h"

#include <string.h>

#include "arith/prime.h"
#include "core/memory.h"
#include "core/size.h"
#include "polynomials/zx.h"
#include "polynomials/zxy.h"

/* Coefficients in [0, p), constant first. */
typedef struct residues {
    uint64_t *c;
    size_t length; /* 0: the zero polynomial; else the last coefficient is not 0 */
} residues;

/* Reads f as x^low times a polynomial in x^step. */
static clmodp_status read_residues(clm_error *error, residues *out, const clmodp_zx *f, size_t low,
                                   size_t step)
{
    clmodp_status st = CLMODP_OK;
    const size_t terms = (size_t)(clmodp_zx_degree(f) + 1);

    out->length = terms > 0 ? (terms - 1 - low) / step + 1 : 0;
    NEW(error, out->c, out->length);
    for (size_t i = 0; i < out->length; i++)
        out->c[i] = mpz_get_ui(clmodp_zx_coeff(f, low + i * step));
done:
    return st;
}

/* Sets out := x^low f(x^step). */
static clmodp_status write_residues(clm_error *error, clmodp_zx *out, const residues *f,
                                    size_t low, size_t step)
{
    clmodp_status st = CLMODP_OK;
    clmodp_zx *written = NULL;
    mpz_t c;

    mpz_init(c);
    TRY(clmodp_zx_create(&written));
    for (size_t i = f->length; i-- > 0;) { /* from the top: allocated once */
        mpz_set_ui(c, f->c[i]);
        TRY(clmodp_zx_set_coeff(written, c, low + i * step));
    }
    clm_zx_swap(out, written);
done:
    if (st != CLMODP_OK)
        (void)clm_fail(error, st, "no memory for a polynomial of degree %zu", f->length);
    clmodp_zx_destroy(written);
    mpz_clear(c);
    return st;
}

/* Completes the status of an image modulo p. */
static clmodp_status finish_image(clm_error *error, clmodp_status st, uint64_t p)
{
    return st == CLMODP_OK ? st : clm_fail(error, st, "no memory for a polynomial modulo %llu",
                                           (unsigned long long)p);
}

clmodp_status clm_zxy_modulo(clm_error *error, clmodp_zxy *out, const clmodp_zxy *f, uint64_t p)
{
    const clmodp_status st = clmodp_zxy_set(out, f);

    for (size_t k = 0; k < out->length && st == CLMODP_OK; k++)
        mpz_fdiv_r_ui(out->term[k].c, out->term[k].c, p);
    if (st == CLMODP_OK)
        clm_zxy_combine(out);
    return finish_image(error, st, p);
}

/* Returns whether x^i is negative in Rudin's polynomials: if 11 occurs an odd number of times in
 * the binary digits of i. */
static bool rudin_is_minus(uint32_t i)
{
    return __builtin_parity(i & i >> 1) != 0;
}

void clm_zxy_balance(clmodp_zxy *f, uint64_t p)
{
    for (size_t k = 0; k < f->length; k++) {
        clm_term *t = &f->term[k];

        if (mpz_cmp_ui(t->c, p / 2) > 0 ||
            (p == 2 && rudin_is_minus(t->i) != rudin_is_minus(t->j)))
            mpz_sub_ui(t->c, t->c, p);
    }
}

clmodp_status clm_zx_modulo(clm_error *error, clmodp_zx *out, const clmodp_zx *f, uint64_t p)
{
    clmodp_status st = CLMODP_OK;
    const size_t length = (size_t)(clmodp_zx_degree(f) + 1);
    mpz_t *c;

    TRY(clm_zx_resize(out, &c, length));
    for (size_t i = 0; i < length; i++)
        mpz_fdiv_r_ui(c[i], clmodp_zx_coeff(f, i), p);
    clm_zx_trim(out);
done:
    return finish_image(error, st, p);
}

clmodp_status clm_zxy_row(clm_error *error, clmodp_zx *out, const clmodp_zxy *f, size_t j)
{
    clmodp_status st = CLMODP_OK;
    clmodp_zx *row = NULL;

    TRY(clmodp_zx_create(&row));
    for (size_t k = clmodp_zxy_terms(f); k-- > 0;) {
        size_t i, row_j;
        mpz_srcptr c = clmodp_zxy_term(f, k, &i, &row_j);

        if (row_j < j) /* terms are sorted by j */
            break;
        if (row_j == j)
            TRY(clmodp_zx_set_coeff(row, c, i));
    }
    clm_zx_swap(out, row);
done:
    if (st == CLMODP_LIMIT)
        (void)clm_fail(error, st,
                       "a power of a coefficient of y is a factor of the result, and its degree "
                       "in x reaches the limit of %zu terms of dense polynomials; lower the "
                       "degrees", CLMODP_ZX_MOST_TERMS);
    else if (st != CLMODP_OK)
        (void)clm_fail(error, st, "no memory for a coefficient of a polynomial");
    clmodp_zx_destroy(row);
    return st;
}

/* Returns the words of a coefficient in Kronecker's substitution. Polynomials have at most 2^27
 * coefficients, so that coefficients of products, below p^2 2^27, do not overlap. */
static size_t packed_words(uint64_t p)
{
    return p >> 31 == 0 ? 2 : 3;
}

/* Sets value to f at x = 2^(64 each). words: space for `each` a coefficient, overwritten */
static void pack_residues(mpz_t value, uint64_t *words, size_t each, const residues *f)
{
    memset(words, 0, each * f->length * sizeof *words);
    for (size_t i = 0; i < f->length; i++)
        words[each * i] = f->c[i];
    mpz_import(value, each * f->length, -1, sizeof *words, 0, 0, words);
}

/* Sets f := f * g mod p, neither zero. f and g may be the same. */
static clmodp_status multiply_residues(clm_error *error, residues *f, const residues *g,
                                       uint64_t p)
{
    clmodp_status st = CLMODP_OK;
    const size_t length = f->length + g->length - 1, each = packed_words(p);
    uint64_t *words = NULL, *product = NULL;
    mpz_t a, b;

    mpz_inits(a, b, NULL);
    NEW(error, words, each * length);
    NEW(error, product, length);
    pack_residues(a, words, each, f);
    if (f != g)
        pack_residues(b, words, each, g);
    mpz_mul(a, a, f != g ? b : a);
    memset(words, 0, each * length * sizeof *words);
    (void)mpz_export(words, NULL, -1, sizeof *words, 0, 0, a);
    for (size_t i = 0; i < length; i++)
        product[i] = each == 2 ? (uint64_t)(((clm_u128)words[2 * i + 1] << 64 | words[2 * i]) % p)
                               : mpn_mod_1(words + each * i, (mp_size_t)each, p);
    free(f->c);
    *f = (residues){product, length};
    product = NULL;
done:
    free(product);
    free(words);
    mpz_clears(a, b, NULL);
    return st;
}

/* Sets out := out * A^e, e > 0, for a = x^low A(x^step). */
static clmodp_status multiply_power(clm_error *error, residues *out, const clmodp_zx *a,
                                    uint64_t e, size_t low, size_t step, uint64_t p)
{
    clmodp_status st = CLMODP_OK;
    residues power = {0}, of_a = {0};

    TRY(read_residues(error, &of_a, a, low, step));
    if (out->length == 0 || of_a.length == 0) {
        out->length = 0;
        goto done;
    }
    NEW(error, power.c, 1);
    power.c[0] = 1;
    power.length = 1;
    for (size_t bit = e > 0 ? clm_size_bits(e) : 0; bit-- > 0;) {
        TRY(multiply_residues(error, &power, &power, p));
        if (e >> bit & 1)
            TRY(multiply_residues(error, &power, &of_a, p));
    }
    TRY(multiply_residues(error, out, &power, p));
done:
    free(power.c);
    free(of_a.c);
    return st;
}

/* Finds the least exponent of f. Returns the gcd of `step` and all distances to this exponent. */
static size_t find_step(size_t *low, size_t step, const clmodp_zx *f)
{
    const long degree = clmodp_zx_degree(f);
    bool any = false;

    *low = 0;
    for (long i = 0; i <= degree && (step != 1 || !any); i++) {
        if (mpz_sgn(clmodp_zx_coeff(f, (size_t)i)) == 0)
            continue;
        if (!any)
            *low = (size_t)i;
        any = true;
        step = clm_size_gcd(step, (size_t)i - *low);
    }
    return step;
}

clmodp_status clm_zx_multiply_powers_modulo(clm_error *error, clmodp_zx *out, const clmodp_zx *a,
                                            uint64_t e, const clmodp_zx *b, uint64_t k,
                                            uint64_t p)
{
    clmodp_status st = CLMODP_OK;
    residues result = {0};
    size_t low_a = 0, low_b = 0, step = 0;

    TRY(clm_zx_check_powers(error, a, e, b, k));
    if (e > 0)
        step = find_step(&low_a, step, a);
    if (k > 0)
        step = find_step(&low_b, step, b);
    step = clm_size_max(step, 1);
    NEW(error, result.c, 1);
    result.c[0] = 1;
    result.length = 1;
    if (e > 0)
        TRY(multiply_power(error, &result, a, e, low_a, step, p));
    if (k > 0)
        TRY(multiply_power(error, &result, b, k, low_b, step, p));
    TRY(write_residues(error, out, &result, low_a * e + low_b * k, step));
done:
    free(result.c);
    return st;
}

clmodp_status clm_zx_negate_modulo(clm_error *error, clmodp_zx *f, uint64_t p)
{
    clmodp_status st = CLMODP_OK;
    residues minus = {0};

    TRY(read_residues(error, &minus, f, 0, 1));
    for (size_t i = 0; i < minus.length; i++)
        minus.c[i] = minus.c[i] == 0 ? 0 : p - minus.c[i];
    TRY(write_residues(error, f, &minus, 0, 1));
done:
    free(minus.c);
    return st;
}

static void add_multiple(uint64_t *c, const residues *g, uint64_t factor, uint64_t p)
{
    if (p >> 31 == 0) {
        for (size_t i = 0; i < g->length; i++)
            c[i] = (c[i] + factor * g->c[i]) % p;
    } else {
        const clm_mont64 field = clm_mont64_of(p);

        factor = clm_mont64_to(factor, &field);
        for (size_t i = 0; i < g->length; i++)
            c[i] = clm_mont64_add(c[i], clm_mont64_mul(factor, g->c[i], &field), &field);
    }
}

clmodp_status clm_zx_divide_modulo(clm_error *error, clmodp_zx *f, const clmodp_zx *g, uint64_t p)
{
    clmodp_status st = CLMODP_OK;
    residues rest = {0}, divisor = {0}, quotient = {0};
    uint64_t lead;

    TRY(read_residues(error, &rest, f, 0, 1));
    TRY(read_residues(error, &divisor, g, 0, 1));
    if (rest.length == 0)
        goto done;
    if (rest.length < divisor.length) {
        st = CLMODP_CORRUPT;
        goto done;
    }
    quotient.length = rest.length - divisor.length + 1;
    NEW(error, quotient.c, quotient.length);
    lead = clm_invmod64(divisor.c[divisor.length - 1], p);
    for (size_t k = quotient.length; k-- > 0;) {
        quotient.c[k] = clm_mulmod64(rest.c[k + divisor.length - 1], lead, p);
        if (quotient.c[k] != 0)
            add_multiple(rest.c + k, &divisor, p - quotient.c[k], p);
    }
    for (size_t i = 0; i + 1 < divisor.length; i++)
        if (rest.c[i] != 0)
            st = CLMODP_CORRUPT;
    if (st == CLMODP_OK)
        TRY(write_residues(error, f, &quotient, 0, 1));
done:
    free(quotient.c);
    free(divisor.c);
    free(rest.c);
    return st;
}
