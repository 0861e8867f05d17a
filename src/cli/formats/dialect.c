/* Statements of Maple, Singular and Sage, files of msolve, and LaTeX. */
#include "cli/formats/dialect.h"

#include <ctype.h>
#include <inttypes.h>
#include <string.h>

static const spelling usual_spelling = {" + ", " - ", "*", {"^", ""}, {"", "/", ""}};
static const spelling tight_spelling = {"+", "-", "*", {"^", ""}, {"", "/", ""}};
static const spelling latex_spelling = {" + ", " - ", " ", {"^{", "}"}, {"\\frac{", "}{", "}"}};

/* A variable's name in LaTeX: one letter as it is, digits behind it as an index. */
static void write_latex(char *out, const char *name)
{
    const size_t length = strlen(name);

    if (length == 1 && name[0] != '_') {
        memcpy(out, name, 2);
    } else if (isalpha((unsigned char)name[0]) && strspn(name + 1, "0123456789") == length - 1) {
        *out++ = name[0];
        memcpy(out, "_{", 2);
        memcpy(out + 2, name + 1, length - 1);
        memcpy(out + 1 + length, "}", 2);
    } else {
        memcpy(out, "\\mathit{", 8);
        for (out += 8; *name != '\0'; name++) {
            if (*name == '_')
                *out++ = '\\';
            *out++ = *name;
        }
        memcpy(out, "}", 2);
    }
}

void cli_dialect_make(dialect *out, output_format format, const char *first, const char *second,
                      uint32_t modulus, bool fractions, size_t line)
{
    const char *const names[2] = {first, second};

    out->format = format;
    out->as = format == FORMAT_LATEX    ? &latex_spelling
              : format == FORMAT_MSOLVE ? &tight_spelling
                                        : &usual_spelling;
    out->modulus = modulus;
    out->fractions = fractions;
    out->line = line;
    for (size_t k = 0; k < 2; k++) {
        out->variable[k][0] = '\0';
        if (names[k] != NULL && format == FORMAT_LATEX)
            write_latex(out->variable[k], names[k]);
        else if (names[k] != NULL)
            memcpy(out->variable[k], names[k], strlen(names[k]) + 1);
    }
}

/* A name of the letter and the line, with the letter as often as it takes so that no variable is
 * called so. */
static void put_polynomial_name(text_buffer *out, const dialect *d, char letter)
{
    char name[32], number[24] = "";
    size_t letters = 0;

    if (d->line > 0)
        (void)snprintf(number, sizeof number, "%llu", (unsigned long long)d->line);
    do {
        name[letters++] = letter;
        (void)snprintf(name + letters, sizeof name - letters, "%s", number);
    } while (letters < 3 && (strcmp(name, d->variable[0]) == 0 ||
                             strcmp(name, d->variable[1]) == 0));
    cli_text_string(out, name);
}

/* The variables of the ring, of which there is one at least. */
static void put_variables(text_buffer *out, const dialect *d)
{
    const bool first = d->variable[0][0] != '\0', second = d->variable[1][0] != '\0';

    cli_text_string(out, first || second ? d->variable[0] : "x");
    cli_text_string(out, first && second ? "," : "");
    cli_text_string(out, d->variable[1]);
}

void cli_dialect_begin(text_buffer *out, const dialect *d)
{
    switch (d->format) {
    case FORMAT_SINGULAR:
        cli_text_string(out, "ring ");
        put_polynomial_name(out, d, 'R');
        cli_text_printf(out, " = %" PRIu32 ",(", d->modulus);
        put_variables(out, d);
        cli_text_string(out, "),dp;\n");
        break;
    case FORMAT_SAGE:
        put_polynomial_name(out, d, 'R');
        cli_text_string(out, ".<");
        put_variables(out, d);
        if (d->modulus != 0)
            cli_text_printf(out, "> = GF(%" PRIu32 ")[]\n", d->modulus);
        else
            cli_text_string(out, d->fractions ? "> = QQ[]\n" : "> = ZZ[]\n");
        break;
    case FORMAT_MSOLVE:
        put_variables(out, d);
        cli_text_printf(out, "\n%" PRIu32 "\n", d->modulus);
        break;
    default: break;
    }
}

void cli_dialect_name(text_buffer *out, const dialect *d, char letter)
{
    switch (d->format) {
    case FORMAT_MAPLE:
        put_polynomial_name(out, d, letter);
        cli_text_string(out, " := ");
        break;
    case FORMAT_SINGULAR:
        cli_text_string(out, "poly ");
        put_polynomial_name(out, d, letter);
        cli_text_string(out, " = ");
        break;
    case FORMAT_SAGE: /* of the ring, constants too */
        put_polynomial_name(out, d, letter);
        cli_text_string(out, " = ");
        put_polynomial_name(out, d, 'R');
        cli_text_put(out, "(", 1);
        break;
    default: break;
    }
}

void cli_dialect_end(text_buffer *out, const dialect *d, bool last)
{
    switch (d->format) {
    case FORMAT_MAPLE: cli_text_put(out, ":", 1); break;
    case FORMAT_SINGULAR: cli_text_put(out, ";", 1); break;
    case FORMAT_SAGE: cli_text_put(out, ")", 1); break;
    case FORMAT_MSOLVE: cli_text_string(out, last ? "" : ","); break;
    default: break;
    }
    cli_text_put(out, "\n", 1);
}

bool cli_dialect_is_foreign(output_format format)
{
    return (FORMAT_RESULTS & ~FORMAT_OWN & FORMAT_SET(format)) != 0;
}

const char *cli_dialect_comment(output_format format)
{
    switch (format) {
    case FORMAT_MAPLE:
    case FORMAT_SAGE: return "# ";
    case FORMAT_SINGULAR: return "// ";
    case FORMAT_LATEX: return "% ";
    default: return "";
    }
}
