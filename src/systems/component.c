/* Common factors by greatest common divisors in two variables. */
#include "systems/component.h"

#include <stdlib.h>
#include <string.h>

#include <clmodp/gcd.h>

#include "opencl/context.h"

/* The longest factor in a message. */
#define MOST_LENGTH 1000

/* Sets m to f divided by its content; 0 for 0. */
static clmodp_status set_primitive(clmodp_mpoly *m, const clmodp_zxy *f)
{
    clmodp_status st = CLMODP_OK;
    mpz_t content;

    mpz_init(content);
    TRY(clmodp_mpoly_set_zxy(m, f, 1, 0));
    clmodp_mpoly_content(content, m);
    if (mpz_sgn(content) != 0)
        TRY(clmodp_mpoly_lowest_terms(m, content));
done:
    mpz_clear(content);
    return st;
}

clmodp_status clm_component_split(clmodp_context *context, clmodp_zxy *h, clmodp_zxy *a,
                                  clmodp_zxy *b, const clmodp_zxy *f, const clmodp_zxy *g)
{
    clmodp_status st = CLMODP_OK;
    clmodp_mpoly *common = NULL, *part[2] = {NULL, NULL};

    TRY(clmodp_mpoly_create(&common, 2));
    for (int k = 0; k < 2; k++) {
        TRY(clmodp_mpoly_create(&part[k], 2));
        TRY(set_primitive(part[k], k == 0 ? f : g));
    }
    TRY(clmodp_mpoly_gcd(context, common, part[0], part[1], part[0], part[1]));
    TRY(clmodp_mpoly_get_zxy(h, common, 1, 0));
    TRY(clmodp_mpoly_get_zxy(a, part[0], 1, 0));
    TRY(clmodp_mpoly_get_zxy(b, part[1], 1, 0));
done:
    clmodp_mpoly_destroy(part[1]);
    clmodp_mpoly_destroy(part[0]);
    clmodp_mpoly_destroy(common);
    return clm_error_complete(&context->error, st);
}

clmodp_status clm_component_refuse(clm_error *error, const clmodp_zxy *h, const char *x,
                                   const char *y)
{
    clmodp_status st = CLMODP_OK;
    char *text = NULL;

    TRY(clmodp_zxy_to_text(&text, h, x, y));
    st = clm_fail(error, CLMODP_DOMAIN, "f and g have the common factor %.*s%s, so their common "
                  "zeros are infinitely many", MOST_LENGTH, text,
                  strlen(text) > MOST_LENGTH ? "..." : "");
done:
    free(text);
    return st;
}
