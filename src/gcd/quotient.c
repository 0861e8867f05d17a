/* Rational functions in lowest terms, read from text. */
#include "gcd/several.h"
#include "polynomials/text.h"

clmodp_status clmodp_mpoly_quotient_from_text(clmodp_mpoly *numerator, clmodp_mpoly *denominator,
                                              const char *text, size_t length,
                                              const char *const *names, clmodp_text_error *error)
{
    clmodp_status st = CLMODP_OK;
    const clm_gcd_call call = {.threads = 1};
    clmodp_mpoly *n = NULL, *d = NULL;

    st = clmodp_mpoly_create(&n, numerator->variables);
    if (st == CLMODP_OK)
        st = clmodp_mpoly_create(&d, denominator->variables);
    if (st != CLMODP_OK)
        TRY(clm_text_fail(error, st, "", 0, "no memory for a polynomial"));
    st = clm_mpoly_quotient_from_text(n, d, text, length, names, error);
    if (st != CLMODP_OK)
        goto done;
    st = clm_gcd_cancel(&call, n, d);
    if (st != CLMODP_OK) {
        (void)clm_text_fail(error, st, "", 0, "lowest terms need too much memory or time");
        goto done;
    }
    clmodp_mpoly_swap(numerator, n);
    clmodp_mpoly_swap(denominator, d);
done:
    clmodp_mpoly_destroy(d);
    clmodp_mpoly_destroy(n);
    return st;
}
