/* What all functions on single polynomials ask for. */
#include "fpx/batch/poly.h"

#include "device/context.h"

clmodp_status clm_poly_check(clmodp_context *ctx, clm_poly a)
{
    clmodp_status st = CLMODP_OK;

    REQUIRE(&ctx->error, a.words != NULL);
    if (a.count > CLM_POLY_MOST)
        FAIL(&ctx->error, CLMODP_LIMIT, "a polynomial of %zu coefficients is too long", a.count);
done:
    return st;
}
