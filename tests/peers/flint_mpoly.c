/* Eliminates variables by FLINT's multivariate polynomials over Z. */
#include <stdio.h>
#include <stdlib.h>

#include <clmodp/flint.h>

#include "peers/peers.h"

static void must(int fine)
{
    if (!fine) {
        (void)fputs("FLINT or the conversion from it fails\n", stderr);
        abort();
    }
}

bool flint_eliminate(clmodp_mpoly *r, const clmodp_mpoly *f, const clmodp_mpoly *g,
                     size_t variable)
{
    fmpz_mpoly_ctx_t ctx;
    fmpz_mpoly_t a, b, c;
    clmodp_status st;

    fmpz_mpoly_ctx_init(ctx, (slong)clmodp_mpoly_variables(f), ORD_LEX);
    fmpz_mpoly_init(a, ctx);
    fmpz_mpoly_init(b, ctx);
    fmpz_mpoly_init(c, ctx);
    must(clmodp_mpoly_get_fmpz_mpoly(a, f, ctx) == CLMODP_OK);
    must(g == NULL || clmodp_mpoly_get_fmpz_mpoly(b, g, ctx) == CLMODP_OK);
    must(g != NULL ? fmpz_mpoly_resultant(c, a, b, (slong)variable, ctx)
                   : fmpz_mpoly_discriminant(c, a, (slong)variable, ctx));
    st = clmodp_mpoly_set_fmpz_mpoly(r, c, ctx);
    must(st == CLMODP_OK || st == CLMODP_LIMIT);
    fmpz_mpoly_clear(c, ctx);
    fmpz_mpoly_clear(b, ctx);
    fmpz_mpoly_clear(a, ctx);
    fmpz_mpoly_ctx_clear(ctx);
    flint_cleanup(); /* frees FLINT's pool of integers, not used elsewhere */
    return st == CLMODP_OK;
}
