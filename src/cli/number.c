/* Read numbers, powers and ranges. */
#include "cli/number.h"

#include <ctype.h>
#include <math.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

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
