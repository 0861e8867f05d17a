/* Reads the values of options. */
#include <ctype.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <gmp.h>

#include <clmodp/polynomials.h>

#include "cli/option.h"
#include "cli/settings.h"
#include "cli/values.h"

/* Reads decimal digits, saturating; returns the end of the digits, `text` if there are none. */
static const char *read_digits(uint64_t *out, const char *text)
{
    *out = 0;
    for (; isdigit((unsigned char)*text); text++) {
        const uint64_t digit = (uint64_t)(*text - '0');

        *out = *out > (UINT64_MAX - digit) / 10 ? UINT64_MAX : *out * 10 + digit;
    }
    return text;
}

int cli_read_size(void *out, const cli_option *option, const char *value, failure *why)
{
    static const char units[] = "KMGT";
    uint64_t *const bytes = out;
    const char *rest = read_digits(bytes, value);
    const char *unit = *rest == '\0' ? NULL : strchr(units, toupper((unsigned char)*rest));
    const unsigned shift = unit == NULL ? 0 : 10 * (unsigned)(unit - units + 1);

    if (unit != NULL) {
        rest++;
        if (strcmp(rest, "B") == 0 || strcmp(rest, "iB") == 0)
            rest = "";
    }
    if (rest == value || *rest != '\0')
        return cli_fail_usage(why, "--%s %s: expected a number of bytes, such as 512M or 2G",
                              option->name, value);
    if (*bytes == 0 || *bytes == UINT64_MAX || *bytes > UINT64_MAX >> shift)
        return cli_fail_usage(why, "--%s %s: %s", option->name, value,
                              *bytes == 0 ? "at least one byte is needed"
                                          : "the number is too large");
    *bytes <<= shift;
    return EXIT_OK;
}

int cli_read_count(void *out, const cli_option *option, const char *value, failure *why)
{
    uint64_t number;
    const char *rest = read_digits(&number, value);

    if (rest == value || *rest != '\0' || number < 1 || number > option->most)
        return cli_fail_usage(why, "--%s %s: expected a number from 1 to %" PRIu32, option->name,
                              value, option->most);
    *(uint32_t *)out = (uint32_t)number;
    return EXIT_OK;
}

int cli_read_modulus(void *out, const cli_option *option, const char *value, failure *why)
{
    uint64_t *const modulus = out;
    const char *rest = read_digits(modulus, value);

    (void)option;
    if (rest == value || *rest != '\0' || *modulus < 2)
        return cli_fail_usage(why, "--modulus %s: expected an integer of at least 2", value);
    if (*modulus == UINT64_MAX)
        return cli_fail_usage(why, "--modulus %s: expected an integer below 2^64 - 1; for larger "
                              "ones, compute over the integers and reduce", value);
    return EXIT_OK;
}

int cli_read_name(void *out, const cli_option *option, const char *value, failure *why)
{
    size_t length = 0;

    while (isalnum((unsigned char)value[length]) || value[length] == '_')
        length++;
    if (length == 0 || value[length] != '\0' || isdigit((unsigned char)*value))
        return cli_fail_usage(why, "--%s %s: expected a variable's name (letters, digits and '_', "
                              "not beginning with a digit)", option->name, value);
    if (length >= CLMODP_NAME_SIZE)
        return cli_fail_usage(why, "--%s: a name has at most %d characters", option->name,
                              CLMODP_NAME_SIZE - 1);
    *(const char **)out = value;
    return EXIT_OK;
}

int cli_read_minimal(void *out, const cli_option *option, const char *value, failure *why)
{
    char name[1][CLMODP_NAME_SIZE];
    size_t count = 0;
    clmodp_text_error error = {0};
    clmodp_zx *m = NULL;
    mpz_t denominator;
    long degree = 0;
    clmodp_status st =
        clmodp_mpoly_text_variables(name, &count, 1, value, CLMODP_STRING, &error);

    (void)option;
    mpz_init(denominator);
    if (st == CLMODP_OK)
        st = clmodp_zx_create(&m);
    if (st == CLMODP_OK)
        st = clmodp_zx_from_text(m, denominator, value, CLMODP_STRING,
                                 count > 0 ? name[0] : NULL, NULL, &error);
    if (st == CLMODP_OK)
        degree = clmodp_zx_degree(m);
    clmodp_zx_destroy(m);
    mpz_clear(denominator);
    *(const char **)out = value;
    if (st == CLMODP_HOST_MEMORY)
        return cli_check_status(why, st, NULL);
    if (st != CLMODP_OK)
        return cli_fail_usage(why, "--minimal-polynomial %s: %s", value, error.message);
    return degree > 0 ? EXIT_OK
                      : cli_fail_usage(why, "--minimal-polynomial %s: expected a polynomial of "
                                       "positive degree in one variable, such as i^2 + 1", value);
}

int cli_sizes_read(double *from, double *to, const char *value, failure *why)
{
    if (!cli_number_range(from, to, value) || *from < 16 || *to < *from || *to > 1 << 30)
        return cli_fail_usage(why, "--n %s: expected two numbers from 16 to 2^30, such as "
                        "2^10..2^14", value);
    return EXIT_OK;
}

int cli_read_seconds(void *out, const cli_option *option, const char *value, failure *why)
{
    double *const seconds = out;
    const char *rest = cli_number_read(seconds, value);

    if (rest == NULL || *rest != '\0' || !(*seconds > 0 && *seconds <= 1e9))
        return cli_fail_usage(why, "--%s %s: expected a number of seconds, such as 0.5",
                              option->name, value);
    return EXIT_OK;
}

int cli_read_text(void *out, const cli_option *option, const char *value, failure *why)
{
    if (*value == '\0' && option->expected != NULL)
        return cli_fail_usage(why, "--%s: expected %s", option->name, option->expected);
    *(const char **)out = value;
    return EXIT_OK;
}

/* Returns the end of a run of digits; NULL if there are none. */
static const char *past_digits(const char *text)
{
    const size_t length = strspn(text, "0123456789");

    return length > 0 ? text + length : NULL;
}

/* Reads a decimal number or a fraction of integers and returns its end; NULL if there is no finite
 * one. strtod alone would accept nan and 0x1p3. */
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

/* Reads an interval A:B with A < B and returns its end; NULL if there is none. */
static const char *read_interval(const char *text)
{
    double low, high = 0;
    const char *rest = read_coordinate(&low, text);

    rest = rest != NULL && *rest == ':' ? read_coordinate(&high, rest + 1) : NULL;
    return rest != NULL && low < high && isfinite(high - low) ? rest : NULL;
}

int cli_read_window(void *out, const cli_option *option, const char *value, failure *why)
{
    const char *rest = read_interval(value);
    uint64_t count = 1;

    for (; rest != NULL && *rest == ',' && count < option->most; count++)
        rest = read_interval(rest + 1);
    if (rest == NULL || *rest != '\0' || count < 2)
        return cli_fail_usage(why, "--window %s: expected X0:X1,Y0:Y1 with X0 < X1 and "
                        "Y0 < Y1, such as -2:2,-3/2:1.5", value);
    *(const char **)out = value;
    return EXIT_OK;
}

int cli_window_check(const char *window, size_t intervals, failure *why)
{
    size_t count = 1;

    for (const char *rest = window; rest != NULL && (rest = strchr(rest, ',')) != NULL; rest++)
        count++;
    return window == NULL || count == intervals
               ? EXIT_OK
               : cli_fail_usage(why, "--window %s: expected %s", window,
                                intervals == 2 ? "two intervals, X0:X1,Y0:Y1"
                                               : "three intervals, X0:X1,Y0:Y1,Z0:Z1");
}

int cli_read_picture(void *out, const cli_option *option, const char *value, failure *why)
{
    uint64_t width, height = 0;
    const char *rest = read_digits(&width, value);

    (void)option;
    if (*rest == 'x')
        rest = read_digits(&height, rest + 1);
    if (*rest != '\0' || width < 100 || width > 10000 || height < 100 || height > 10000)
        return cli_fail_usage(why, "--size %s: expected WIDTHxHEIGHT in pixels, each from 100 to "
                        "10000, such as 800x600", value);
    *(const char **)out = value;
    return EXIT_OK;
}

int cli_read_limit(void *out, const cli_option *option, const char *value, failure *why)
{
    double seconds;

    CHECK(cli_read_seconds(&seconds, option, value, why));
    *(const char **)out = value;
    return EXIT_OK;
}
