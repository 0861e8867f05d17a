/* Computes resultants by FLINT's multivariate polynomials over Z. */
#include <stdio.h>
#include <stdlib.h>

#include <gmp.h> /* before FLINT, which then offers its functions on mpz_t */

#include <flint/flint.h>
#include <flint/fmpz.h>
#include <flint/fmpz_mpoly.h>

#include "core/parallel.h"
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

/* Converts r, free of y. */
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

/* The inputs and the result. */
typedef struct problem {
    fmpz_mpoly_ctx_t ctx;
    fmpz_mpoly_t a, b, r;
} problem;

static void begin(problem *p, const clmodp_zxy *f, const clmodp_zxy *g)
{
    fmpz_mpoly_ctx_init(p->ctx, 2, ORD_LEX);
    fmpz_mpoly_init(p->a, p->ctx);
    fmpz_mpoly_init(p->b, p->ctx);
    fmpz_mpoly_init(p->r, p->ctx);
    to_flint(p->a, f, p->ctx);
    to_flint(p->b, g, p->ctx);
}

static void end(problem *p)
{
    fmpz_mpoly_clear(p->r, p->ctx);
    fmpz_mpoly_clear(p->b, p->ctx);
    fmpz_mpoly_clear(p->a, p->ctx);
    fmpz_mpoly_ctx_clear(p->ctx);
    flint_cleanup(); /* frees FLINT's pool of integers, not used elsewhere */
}

clmodp_zx *flint_resultant(const clmodp_zxy *f, const clmodp_zxy *g)
{
    clmodp_zx *out;
    problem p;

    begin(&p, f, g);
    must(fmpz_mpoly_resultant(p.r, p.a, p.b, Y, p.ctx));
    out = from_flint(p.r, p.ctx);
    end(&p);
    return out;
}

double flint_seconds(const clmodp_zxy *f, const clmodp_zxy *g, size_t runs)
{
    double began;
    problem p;

    begin(&p, f, g);
    began = clm_clock_seconds();
    for (size_t k = 0; k < runs; k++)
        must(fmpz_mpoly_resultant(p.r, p.a, p.b, Y, p.ctx));
    began = clm_clock_seconds() - began;
    end(&p);
    return began;
}
