/* Common factors by greatest common divisors in two variables. */
#include "systems/component.h"

#include <stdlib.h>
#include <string.h>

#include <clmodp/mpoly.h>

#include "gcd/several.h"
#include "polynomials/mpoly_divide.h"

/* The longest factor in a message. */
#define MOST_LENGTH 1000

/* Sets m to f divided by its content. */
static clmodp_status set_primitive(clmodp_mpoly *m, const clmodp_zxy *f)
{
    clmodp_status st = CLMODP_OK;
    mpz_t content;

    mpz_init(content);
    TRY(clmodp_mpoly_set_zxy(m, f, 1, 0));
    clmodp_mpoly_content(content, m);
    TRY(clmodp_mpoly_lowest_terms(m, content));
done:
    mpz_clear(content);
    return st;
}

clmodp_status clm_component_split(clm_error *error, clmodp_zxy *h, clmodp_zxy *a, clmodp_zxy *b,
                                  const clmodp_zxy *f, const clmodp_zxy *g)
{
    clmodp_status st = CLMODP_OK;
    const clm_gcd_call call = {.error = error, .threads = 1};
    clmodp_mpoly *common = NULL, *part[2] = {NULL, NULL};
    bool divides;

    TRY(clmodp_mpoly_create(&common, 2));
    for (int k = 0; k < 2; k++) {
        TRY(clmodp_mpoly_create(&part[k], 2));
        TRY(set_primitive(part[k], k == 0 ? f : g));
    }
    TRY(clm_gcd_several(&call, common, part[0], part[1]));
    TRY(clmodp_mpoly_get_zxy(h, common, 1, 0));
    for (int k = 0; k < 2; k++) {
        TRY(clm_mpoly_divide(part[k], &divides, part[k], common));
        TRY(clmodp_mpoly_get_zxy(k == 0 ? a : b, part[k], 1, 0));
    }
done:
    clmodp_mpoly_destroy(part[1]);
    clmodp_mpoly_destroy(part[0]);
    clmodp_mpoly_destroy(common);
    return st == CLMODP_OK ? st : clm_fail(error, st, "the common factor of f and g needs too "
                                           "much memory or time");
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
