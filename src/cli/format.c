/* The names of forms of output. */
#include "cli/format.h"

#include <stdio.h>
#include <string.h>

static const char *const names[FORMATS] = {
    [FORMAT_TEXT] = "text",       [FORMAT_EXPR] = "expr",         [FORMAT_JSON] = "json",
    [FORMAT_COEFFS] = "coeffs",   [FORMAT_CSV] = "csv",           [FORMAT_SVG] = "svg",
    [FORMAT_MACHINE] = "machine", [FORMAT_MAPLE] = "maple",       [FORMAT_SINGULAR] = "singular",
    [FORMAT_MSOLVE] = "msolve",   [FORMAT_SAGE] = "sage",         [FORMAT_LATEX] = "latex",
};

int cli_format_read(output_format *out, const char *value, unsigned set, failure *why)
{
    char list[96] = "";
    size_t length = 0;

    for (int k = 0; k < FORMATS; k++) {
        if ((set & FORMAT_SET(k)) == 0)
            continue;
        if (strcmp(value, names[k]) == 0) {
            *out = (output_format)k;
            return LEAVE_FINE;
        }
        length += (size_t)snprintf(list + length, sizeof list - length, "%s%s",
                                   length == 0 ? "" : set >> k > 1 ? ", " : " or ", names[k]);
    }
    return cli_fail(why, LEAVE_USAGE, "--format %.64s: expected %s", value, list);
}
