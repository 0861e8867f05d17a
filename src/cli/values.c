/* Reads numbers, sizes, names and forms of output as arguments have them. */
#include "cli/values.h"

#include <ctype.h>
#include <inttypes.h>
#include <math.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <gmp.h>

#include <clmodp/text.h>

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
    char begin[32] = ""; /* apart, since 1. is a number, too */

    if (dots != NULL && (size_t)(dots - text) < sizeof begin) {
        memcpy(begin, text, (size_t)(dots - text));
        first = cli_number_read(from, begin);
        second = cli_number_read(to, dots + 2);
    }
    return first != NULL && *first == '\0' && second != NULL && *second == '\0' &&
           floor(*from) == *from && floor(*to) == *to;
}

/* Read decimal digits, saturating; returns where they end, `text` if there are none. */
static const char *read_digits(uint64_t *out, const char *text)
{
    *out = 0;
    for (; isdigit((unsigned char)*text); text++) {
        const uint64_t digit = (uint64_t)(*text - '0');

        *out = *out > (UINT64_MAX - digit) / 10 ? UINT64_MAX : *out * 10 + digit;
    }
    return text;
}

int cli_value_size(uint64_t *out, const char *option, const char *value, failure *why)
{
    static const char units[] = "KMGT";
    const char *rest = read_digits(out, value);
    const char *unit = *rest == '\0' ? NULL : strchr(units, toupper((unsigned char)*rest));
    const unsigned shift = unit == NULL ? 0 : 10 * (unsigned)(unit - units + 1);

    if (unit != NULL) {
        rest++;
        if (strcmp(rest, "B") == 0 || strcmp(rest, "iB") == 0)
            rest = "";
    }
    if (rest == value || *rest != '\0')
        return cli_fail_usage(why,
                        "--%s %s: expected a number of bytes, such as 512M or 2G", option,
                        value);
    if (*out == 0 || *out == UINT64_MAX || *out > UINT64_MAX >> shift)
        return cli_fail_usage(why, "--%s %s: %s", option, value,
                        *out == 0 ? "at least one byte is needed" : "the number is too large");
    *out <<= shift;
    return EXIT_OK;
}

int cli_value_number(uint32_t *out, const char *option, const char *value, uint32_t most,
                     failure *why)
{
    uint64_t number;
    const char *rest = read_digits(&number, value);

    if (rest == value || *rest != '\0' || number < 1 || number > most)
        return cli_fail_usage(why, "--%s %s: expected a number from 1 to %" PRIu32, option,
                        value, most);
    *out = (uint32_t)number;
    return EXIT_OK;
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

/* GMP's test is right for all numbers of 64 bits. */
int cli_value_modulus(uint32_t *out, const char *value, failure *why)
{
    uint64_t number;
    const char *rest = read_digits(&number, value);
    bool prime = rest != value && *rest == '\0' && number <= INT32_MAX;
    mpz_t n;

    if (prime) {
        mpz_init_set_ui(n, (unsigned long)number);
        prime = mpz_probab_prime_p(n, 25) != 0;
        mpz_clear(n);
    }
    if (!prime)
        return cli_fail_usage(why, "--modulus %s: expected a prime below 2^31", value);
    *out = (uint32_t)number;
    return EXIT_OK;
}

int cli_value_subresultant(bool *out, const char *value, failure *why)
{
    if (strcmp(value, "1") != 0)
        return cli_fail_usage(why, "--subresultant %s: expected 1, the first one", value);
    *out = true;
    return EXIT_OK;
}

int cli_value_name(const char **out, const char *value, failure *why)
{
    size_t length = 0;

    while (isalnum((unsigned char)value[length]) || value[length] == '_')
        length++;
    if (length == 0 || value[length] != '\0' || isdigit((unsigned char)*value))
        return cli_fail_usage(why,
                        "--eliminate %s: expected a variable's name (letters, digits and '_', "
                        "not beginning with a digit)",
                        value);
    if (length >= CLMODP_NAME_SIZE)
        return cli_fail_usage(why, "--eliminate: a name has at most %d letters",
                        CLMODP_NAME_SIZE - 1);
    *out = value;
    return EXIT_OK;
}

int cli_value_sizes(double *from, double *to, const char *value, failure *why)
{
    if (!cli_number_range(from, to, value) || *from < 16 || *to < *from || *to > 1 << 30)
        return cli_fail_usage(why, "--n %s: expected two numbers from 16 to 2^30, such as "
                        "2^10..2^14", value);
    return EXIT_OK;
}

int cli_value_seconds(double *out, const char *option, const char *value, failure *why)
{
    const char *rest = cli_number_read(out, value);

    if (rest == NULL || *rest != '\0' || !(*out > 0 && *out <= 1e9))
        return cli_fail_usage(why, "--%s %s: expected a number of seconds, such as 0.5",
                        option, value);
    return EXIT_OK;
}

int cli_value_folder(const char **out, const char *option, const char *value, failure *why)
{
    if (*value == '\0')
        return cli_fail_usage(why, "--%s: expected the name of a folder", option);
    *out = value;
    return EXIT_OK;
}

/* Behind digits; NULL: there are none. */
static const char *past_digits(const char *text)
{
    const size_t length = strspn(text, "0123456789");

    return length > 0 ? text + length : NULL;
}

/* Behind a decimal, or an integer over another one; NULL: there is none, or it is no double. Not
 * strtod alone, which takes nan and 0x1p3. */
static const char *read_coordinate(double *out, const char *text)
{
    const char *digits = text + (*text == '-' || *text == '+');
    const char *rest = past_digits(digits), *more;

    if (rest == NULL)
        return NULL;
    *out = strtod(text, NULL);
    if (*rest == '/') {
        more = past_digits(rest + 1);
        if (more == NULL)
            return NULL;
        *out /= strtod(rest + 1, NULL);
        return isfinite(*out) ? more : NULL;
    }
    if (*rest == '.')
        rest = past_digits(rest + 1);
    if (rest != NULL && (*rest == 'e' || *rest == 'E'))
        rest = past_digits(rest + 1 + (rest[1] == '-' || rest[1] == '+'));
    return isfinite(*out) ? rest : NULL;
}

int cli_value_window(const char **out, const char *value, failure *why)
{
    static const char ends[] = ":,:";
    const char *rest = value;
    double number[4];

    for (size_t k = 0; k < 4 && rest != NULL; k++) {
        rest = read_coordinate(&number[k], rest);
        if (rest != NULL && *rest != ends[k])
            rest = NULL;
        else if (rest != NULL && k < 3)
            rest++;
    }
    for (size_t k = 0; k < 4 && rest != NULL; k += 2)
        if (!(number[k] < number[k + 1] && isfinite(number[k + 1] - number[k])))
            rest = NULL;
    if (rest == NULL)
        return cli_fail_usage(why, "--window %s: expected X0:X1,Y0:Y1 with X0 < X1 and "
                        "Y0 < Y1, such as -2:2,-3/2:1.5", value);
    *out = value;
    return EXIT_OK;
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
