/* Eliminates variables by FLINT's multivariate polynomials over Z. */
#include <stdio.h>
#include <stdlib.h>

#include <gmp.h> /* before FLINT, which then offers its functions on mpz_t */

#include <flint/flint.h>
#include <flint/fmpz.h>
#include <flint/fmpz_mpoly.h>

#include "peers/peers.h"

static void must(int fine)
{
    if (!fine) {
        (void)fputs("FLINT or the conversion from it fails\n", stderr);
        abort();
    }
}

static void to_flint(fmpz_mpoly_t out, const clmodp_mpoly *f, const fmpz_mpoly_ctx_t ctx)
{
    size_t exponents[CLMODP_MOST_VARIABLES];
    ulong e[CLMODP_MOST_VARIABLES];
    fmpz_t c;

    fmpz_init(c);
    for (size_t k = 0; k < clmodp_mpoly_terms(f); k++) {
        fmpz_set_mpz(c, clmodp_mpoly_term(f, k, exponents));
        for (size_t i = 0; i < clmodp_mpoly_variables(f); i++)
            e[i] = exponents[i];
        fmpz_mpoly_push_term_fmpz_ui(out, c, e, ctx);
    }
    fmpz_mpoly_sort_terms(out, ctx);
    fmpz_clear(c);
}

/* Returns false if an exponent reaches 2^31. */
static bool from_flint(clmodp_mpoly *out, const fmpz_mpoly_t r, const fmpz_mpoly_ctx_t ctx)
{
    const size_t terms = (size_t)fmpz_mpoly_length(r, ctx), n = clmodp_mpoly_variables(out);
    mpz_ptr c = calloc(terms + 1, sizeof *c);
    size_t *exponents = calloc(terms * n + 1, sizeof *exponents);
    ulong e[CLMODP_MOST_VARIABLES];
    clmodp_status st;
    fmpz_t one;

    must(c != NULL && exponents != NULL);
    fmpz_init(one);
    for (size_t k = 0; k < terms; k++) {
        fmpz_mpoly_get_term_exp_ui(e, r, (slong)k, ctx);
        fmpz_mpoly_get_term_coeff_fmpz(one, r, (slong)k, ctx);
        mpz_init(c + k);
        fmpz_get_mpz(c + k, one);
        for (size_t i = 0; i < n; i++)
            exponents[k * n + i] = e[i];
    }
    st = clmodp_mpoly_set_terms(out, c, exponents, terms);
    must(st == CLMODP_OK || st == CLMODP_LIMIT);
    for (size_t k = 0; k < terms; k++)
        mpz_clear(c + k);
    fmpz_clear(one);
    free(exponents);
    free(c);
    return st == CLMODP_OK;
}

bool flint_eliminate(clmodp_mpoly *r, const clmodp_mpoly *f, const clmodp_mpoly *g,
                     size_t variable)
{
    fmpz_mpoly_ctx_t ctx;
    fmpz_mpoly_t a, b, c;
    bool fits;

    fmpz_mpoly_ctx_init(ctx, (slong)clmodp_mpoly_variables(f), ORD_LEX);
    fmpz_mpoly_init(a, ctx);
    fmpz_mpoly_init(b, ctx);
    fmpz_mpoly_init(c, ctx);
    to_flint(a, f, ctx);
    if (g != NULL)
        to_flint(b, g, ctx);
    must(g != NULL ? fmpz_mpoly_resultant(c, a, b, (slong)variable, ctx)
                   : fmpz_mpoly_discriminant(c, a, (slong)variable, ctx));
    fits = from_flint(r, c, ctx);
    fmpz_mpoly_clear(c, ctx);
    fmpz_mpoly_clear(b, ctx);
    fmpz_mpoly_clear(a, ctx);
    fmpz_mpoly_ctx_clear(ctx);
    flint_cleanup(); /* frees FLINT's pool of integers, not used elsewhere */
    return fits;
}
