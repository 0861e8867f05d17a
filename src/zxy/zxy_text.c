/* Z[x, y] as text. */
#include <clmodp/zxy.h>

#include <string.h>

#include "zxy/writer.h"

#include "base/error.h"

clmodp_status clmodp_zxy_to_text(char **text, const clmodp_zxy *f, const char *x, const char *y)
{
    clmodp_status st = CLMODP_OK;
    clm_writer writer = {0};
    mpz_t one;

    *text = NULL;
    if (x == NULL)
        x = "x";
    if (y == NULL)
        y = "y";
    if (!clm_name_valid(x) || !clm_name_valid(y) || strcmp(x, y) == 0)
        return CLMODP_INVALID;
    mpz_init_set_ui(one, 1);
    for (size_t k = clmodp_zxy_terms(f); k-- > 0;) {
        clm_power powers[2] = {{.name = x}, {.name = y}};
        mpz_srcptr c = clmodp_zxy_term(f, k, &powers[0].exponent, &powers[1].exponent);

        TRY(clm_writer_term(&writer, c, one, powers, 2));
    }
    TRY(clm_writer_finish(text, &writer));
done:
    mpz_clear(one);
    clm_writer_destroy(&writer);
    return st;
}
