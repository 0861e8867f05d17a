/* Resultants by FLINT's multivariate polynomials over Z. */
#include <stdio.h>
#include <stdlib.h>

#include <gmp.h> /* before FLINT, which offers its functions on mpz_t only then */

#include <flint/flint.h>
#include <flint/fmpz.h>
#include <flint/fmpz_mpoly.h>

#include "peers/peers.h"

enum { X = 0, Y = 1 };

static void must(int fine)
{
    if (!fine) {
        (void)fputs("FLINT or the conversion from it fails\n", stderr);
        abort();
    }
}

static void to_flint(fmpz_mpoly_t out, const clmodp_zxy *f, const fmpz_mpoly_ctx_t ctx)
{
    fmpz_t c;

    fmpz_init(c);
    for (size_t k = 0; k < clmodp_zxy_terms(f); k++) {
        size_t i, j;
        ulong exponents[2];

        fmpz_set_mpz(c, clmodp_zxy_term(f, k, &i, &j));
        exponents[X] = i;
        exponents[Y] = j;
        fmpz_mpoly_push_term_fmpz_ui(out, c, exponents, ctx);
    }
    fmpz_mpoly_sort_terms(out, ctx);
    fmpz_clear(c);
}

/* r, free of y. */
static clmodp_zx *from_flint(const fmpz_mpoly_t r, const fmpz_mpoly_ctx_t ctx)
{
    clmodp_zx *out = NULL;
    mpz_t z;
    fmpz_t c;

    mpz_init(z);
    fmpz_init(c);
    must(clmodp_zx_create(&out) == CLMODP_OK);
    for (slong k = 0; k < fmpz_mpoly_length(r, ctx); k++) {
        ulong exponents[2];

        fmpz_mpoly_get_term_exp_ui(exponents, r, k, ctx);
        fmpz_mpoly_get_term_coeff_fmpz(c, r, k, ctx);
        fmpz_get_mpz(z, c);
        must(exponents[Y] == 0 && clmodp_zx_set_coeff(out, z, exponents[X]) == CLMODP_OK);
    }
    fmpz_clear(c);
    mpz_clear(z);
    return out;
}

clmodp_zx *flint_resultant(const clmodp_zxy *f, const clmodp_zxy *g)
{
    fmpz_mpoly_ctx_t ctx;
    fmpz_mpoly_t a, b, r;
    clmodp_zx *out;

    fmpz_mpoly_ctx_init(ctx, 2, ORD_LEX);
    fmpz_mpoly_init(a, ctx);
    fmpz_mpoly_init(b, ctx);
    fmpz_mpoly_init(r, ctx);
    to_flint(a, f, ctx);
    to_flint(b, g, ctx);
    must(fmpz_mpoly_resultant(r, a, b, Y, ctx));
    out = from_flint(r, ctx);
    fmpz_mpoly_clear(r, ctx);
    fmpz_mpoly_clear(b, ctx);
    fmpz_mpoly_clear(a, ctx);
    fmpz_mpoly_ctx_clear(ctx);
    flint_cleanup(); /* its pool of integers: nothing else here uses FLINT */
    return out;
}
