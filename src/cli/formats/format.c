/* The names of forms of output. */
#include "cli/formats/format.h"

#include <stddef.h>

#include "cli/values.h"

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
