/** @file
 * Conversions from and to polynomials of FLINT, 2.9 or later. All functions are inline, so that
 * clmodp does not need FLINT; programs that include this header are compiled and linked with it.
 * Not included by clmodp/clmodp.h. */
#ifndef CLMODP_FLINT_H
#define CLMODP_FLINT_H

#include <stdlib.h>

#include <gmp.h> /* before FLINT, which then offers its functions on mpz_t */

#include <flint/flint.h>
#include <flint/fmpz.h>
#include <flint/fmpz_mpoly.h>
#include <flint/fmpz_poly.h>

#include <clmodp/core.h>
#include <clmodp/mpoly.h>
#include <clmodp/polynomials.h>

#if __FLINT_RELEASE < 20900
#error "clmodp/flint.h needs FLINT 2.9 or later"
#endif

#ifdef __cplusplus
extern "C" {
#endif

/** Sets f to g. Errors: LIMIT (a degree of CLMODP_ZX_MOST_TERMS or more), HOST_MEMORY; f is
 * unchanged then */
static inline clmodp_status clmodp_zx_set_fmpz_poly(clmodp_zx *f, const fmpz_poly_t g)
{
    const slong length = fmpz_poly_length(g);
    clmodp_zx *copy = NULL;
    clmodp_status st = clmodp_zx_create(&copy);
    mpz_t c;
    fmpz_t coefficient;

    mpz_init(c);
    fmpz_init(coefficient);
    for (slong i = length; i-- > 0 && st == CLMODP_OK;) { /* from the top: allocated once */
        fmpz_poly_get_coeff_fmpz(coefficient, g, i);
        fmpz_get_mpz(c, coefficient);
        st = clmodp_zx_set_coeff(copy, c, (size_t)i);
    }
    if (st == CLMODP_OK)
        st = clmodp_zx_set(f, copy);
    fmpz_clear(coefficient);
    mpz_clear(c);
    clmodp_zx_destroy(copy);
    return st;
}

/** Sets g to f. */
static inline void clmodp_zx_get_fmpz_poly(fmpz_poly_t g, const clmodp_zx *f)
{
    const long degree = clmodp_zx_degree(f);
    fmpz_t coefficient;

    fmpz_init(coefficient);
    fmpz_poly_zero(g);
    for (long i = degree; i >= 0; i--) {
        fmpz_set_mpz(coefficient, clmodp_zx_coeff(f, (size_t)i));
        fmpz_poly_set_coeff_fmpz(g, i, coefficient);
    }
    fmpz_clear(coefficient);
}

/** Sets f to g.
 *
 * Pre:    the ring of g has as many variables as f, in the same order; any order of terms
 * Errors: INVALID (another number of variables), LIMIT (an exponent >= 2^31), HOST_MEMORY; f is
 *         unchanged then */
static inline clmodp_status clmodp_mpoly_set_fmpz_mpoly(clmodp_mpoly *f, const fmpz_mpoly_t g,
                                                        const fmpz_mpoly_ctx_t ring)
{
    const size_t n = clmodp_mpoly_variables(f), count = (size_t)fmpz_mpoly_length(g, ring);
    clmodp_status st = CLMODP_OK;
    fmpz e[CLMODP_MOST_VARIABLES] = {0}, *of_term[CLMODP_MOST_VARIABLES], coefficient = 0;
    mpz_ptr c;
    size_t *exponents, terms = 0;

    if ((size_t)fmpz_mpoly_ctx_nvars(ring) != n)
        return CLMODP_INVALID;
    c = (mpz_ptr)malloc((count + 1) * sizeof *c);
    exponents = (size_t *)malloc((count * n + 1) * sizeof *exponents);
    if (c == NULL || exponents == NULL)
        st = CLMODP_HOST_MEMORY;
    for (size_t i = 0; i < n; i++)
        of_term[i] = &e[i];
    for (; terms < count && st == CLMODP_OK; terms++) {
        fmpz_mpoly_get_term_exp_fmpz(of_term, g, (slong)terms, ring);
        fmpz_mpoly_get_term_coeff_fmpz(&coefficient, g, (slong)terms, ring);
        mpz_init(c + terms);
        fmpz_get_mpz(c + terms, &coefficient);
        for (size_t i = 0; i < n; i++) {
            if (fmpz_bits(&e[i]) > 31)
                st = CLMODP_LIMIT;
            exponents[terms * n + i] = fmpz_get_ui(&e[i]);
        }
    }
    if (st == CLMODP_OK)
        st = clmodp_mpoly_set_terms(f, c, exponents, count);
    for (size_t k = 0; k < terms; k++)
        mpz_clear(c + k);
    for (size_t i = 0; i < n; i++)
        fmpz_clear(&e[i]);
    fmpz_clear(&coefficient);
    free(exponents);
    free(c);
    return st;
}

/** Sets g to f. Pre and Errors: as clmodp_mpoly_set_fmpz_mpoly, INVALID only */
static inline clmodp_status clmodp_mpoly_get_fmpz_mpoly(fmpz_mpoly_t g, const clmodp_mpoly *f,
                                                        const fmpz_mpoly_ctx_t ring)
{
    const size_t n = clmodp_mpoly_variables(f);
    size_t exponents[CLMODP_MOST_VARIABLES];
    ulong e[CLMODP_MOST_VARIABLES];
    fmpz_t coefficient;

    if ((size_t)fmpz_mpoly_ctx_nvars(ring) != n)
        return CLMODP_INVALID;
    fmpz_init(coefficient);
    fmpz_mpoly_zero(g, ring);
    for (size_t k = 0; k < clmodp_mpoly_terms(f); k++) {
        fmpz_set_mpz(coefficient, clmodp_mpoly_term(f, k, exponents));
        for (size_t i = 0; i < n; i++)
            e[i] = exponents[i];
        fmpz_mpoly_push_term_fmpz_ui(g, coefficient, e, ring);
    }
    fmpz_mpoly_sort_terms(g, ring);
    fmpz_clear(coefficient);
    return CLMODP_OK;
}

#ifdef __cplusplus
}
#endif
#endif
