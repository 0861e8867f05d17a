/* Reads numbers, ranges, choices and output formats from arguments. */
#include "cli/values.h"

#include <ctype.h>
#include <math.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <clmodp/polynomials.h>

const char *cli_number_read(double *out, const char *text)
{
    char *end;
    double exponent;

    if (!isdigit((unsigned char)*text))
        return NULL;
    *out = strtod(text, &end);
    if (*end == '^' && isdigit((unsigned char)end[1])) {
        exponent = strtod(end + 1, &end);
        *out = pow(*out, exponent);
    }
    return isfinite(*out) ? end : NULL;
}

int cli_number_range(double *from, double *to, const char *text)
{
    const char *dots = strstr(text, "..");
    const char *first = NULL, *second = NULL;
    char begin[32] = ""; /* a copy, since 1. is a number, too */

    if (dots != NULL && (size_t)(dots - text) < sizeof begin) {
        memcpy(begin, text, (size_t)(dots - text));
        first = cli_number_read(from, begin);
        second = cli_number_read(to, dots + 2);
    }
    return first != NULL && *first == '\0' && second != NULL && *second == '\0' &&
           floor(*from) == *from && floor(*to) == *to;
}

clmodp_status cli_rational_read(mpz_ptr numerator, mpz_ptr denominator, const char *text,
                                size_t length)
{
    clmodp_zx *number = NULL;
    clmodp_status st = clmodp_zx_create(&number);

    if (st == CLMODP_OK)
        st = clmodp_zx_from_text(number, denominator, text, length, NULL, NULL, NULL);
    if (st == CLMODP_OK)
        clmodp_zx_get_coeff(numerator, number, 0);
    clmodp_zx_destroy(number);
    return st;
}

bool cli_is_prime(uint64_t n)
{
    mpz_t number;
    bool prime;

    mpz_init_set_ui(number, n);
    prime = mpz_probab_prime_p(number, 25) != 0; /* exact for 64 bits */
    mpz_clear(number);
    return prime;
}

int cli_value_choice(unsigned *out, const char *option, const char *value,
                     const char *const *names, failure *why)
{
    char list[128] = "";
    size_t length = 0;

    for (*out = 0; names[*out] != NULL; ++*out)
        if (strcmp(value, names[*out]) == 0)
            return EXIT_OK;
    for (size_t i = 0; names[i] != NULL && length < sizeof list; i++)
        length += (size_t)snprintf(list + length, sizeof list - length, "%s%s",
                                   i == 0 ? "" : names[i + 1] == NULL ? " or " : ", ", names[i]);
    return cli_fail_usage(why, "--%s %s: expected %s", option, value, list);
}

static const char *const names[FORMATS] = {
    [FORMAT_TEXT] = "text",       [FORMAT_EXPR] = "expr",         [FORMAT_JSON] = "json",
    [FORMAT_COEFFS] = "coeffs",   [FORMAT_CSV] = "csv",           [FORMAT_SVG] = "svg",
    [FORMAT_MACHINE] = "machine", [FORMAT_MAPLE] = "maple",       [FORMAT_SINGULAR] = "singular",
    [FORMAT_MSOLVE] = "msolve",   [FORMAT_SAGE] = "sage",         [FORMAT_LATEX] = "latex",
};

int cli_format_read(output_format *out, const char *value, unsigned set, failure *why)
{
    const char *choices[FORMATS + 1];
    output_format formats[FORMATS];
    unsigned count = 0, chosen;
    int code;

    for (int k = 0; k < FORMATS; k++)
        if ((set & FORMAT_SET(k)) != 0) {
            formats[count] = (output_format)k;
            choices[count++] = names[k];
        }
    choices[count] = NULL;
    code = cli_value_choice(&chosen, "format", value, choices, why);
    if (code == EXIT_OK)
        *out = formats[chosen];
    return code;
}
