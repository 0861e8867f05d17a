/* Computes resultants by FLINT's multivariate polynomials over Z. */
#include <stdio.h>
#include <stdlib.h>

#include <clmodp/flint.h>

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
    clmodp_mpoly *copy = NULL;

    must(clmodp_mpoly_create(&copy, 2) == CLMODP_OK &&
         clmodp_mpoly_set_zxy(copy, f, X, Y) == CLMODP_OK &&
         clmodp_mpoly_get_fmpz_mpoly(out, copy, ctx) == CLMODP_OK);
    clmodp_mpoly_destroy(copy);
}

/* Converts r, free of y. */
static clmodp_zx *from_flint(const fmpz_mpoly_t r, const fmpz_mpoly_ctx_t ctx)
{
    clmodp_zx *out = NULL;
    fmpz_poly_t copy;

    fmpz_poly_init(copy);
    must(fmpz_mpoly_get_fmpz_poly(copy, r, X, ctx));
    must(clmodp_zx_create(&out) == CLMODP_OK &&
         clmodp_zx_set_fmpz_poly(out, copy) == CLMODP_OK);
    fmpz_poly_clear(copy);
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
