/* Z[x] as text. */
#include <clmodp/zx.h>

#include "zxy/writer.h"

#include "base/error.h"

/* Write the terms from the top; c and divisor are scratch. */
static clmodp_status write_terms(clm_writer *writer, const clmodp_zx *f, const char *name,
                                 const mpz_t denominator, mpz_t c, mpz_t divisor)
{
    clmodp_status st = CLMODP_OK;

    for (size_t i = (size_t)(clmodp_zx_degree(f) + 1); i-- > 0;) {
        const clm_power power = {name, i};

        clmodp_zx_get_coeff(c, f, i);
        if (mpz_sgn(c) == 0)
            continue;
        mpz_set_ui(divisor, 1);
        if (denominator != NULL) {
            mpz_gcd(divisor, c, denominator);
            mpz_divexact(c, c, divisor);
            mpz_divexact(divisor, denominator, divisor);
        }
        TRY(clm_writer_term(writer, c, divisor, &power, 1));
    }
done:
    return st;
}

clmodp_status clmodp_zx_to_text(char **text, const clmodp_zx *f, const char *name,
                                const mpz_t denominator)
{
    clmodp_status st = CLMODP_OK;
    clm_writer writer = {0};
    mpz_t c, divisor;

    *text = NULL;
    if (name == NULL)
        name = "x";
    if (!clm_name_valid(name) || (denominator != NULL && mpz_sgn(denominator) <= 0))
        return CLMODP_INVALID;
    mpz_init(c);
    mpz_init(divisor);
    TRY(write_terms(&writer, f, name, denominator, c, divisor));
    TRY(clm_writer_finish(text, &writer));
done:
    mpz_clear(divisor);
    mpz_clear(c);
    clm_writer_destroy(&writer);
    return st;
}
