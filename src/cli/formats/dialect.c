/* Writes what surrounds polynomials in statements of Maple, Singular and Sage, files of msolve,
 * and LaTeX; knows the names reserved by these systems. */
#include "cli/formats/dialect.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdbool.h>
#include <string.h>

/* A name and its meaning. */
typedef struct meaning {
    const char *name, *what;
} meaning;

/* Maple's keywords. */
static const char *const maple_words[] = {
    "and", "as", "assuming", "break", "by", "catch", "description", "do", "done", "elif",
    "else", "end", "error", "export", "fi", "finally", "for", "from", "global", "if",
    "implies", "in", "intersect", "local", "minus", "mod", "module", "next", "not", "od",
    "option", "options", "or", "proc", "quit", "read", "return", "save", "stop", "subset",
    "then", "to", "try", "union", "until", "use", "uses", "while", "xor", NULL};

/* Maple's names with a value, not read as variables: `constants`, the imaginary unit, environment
 * variables and operators. */
static const meaning maple_values[] = {
    {"I", "the imaginary unit"}, {"Pi", "the number 3.14159..."},
    {"gamma", "Euler's constant 0.57721..."}, {"Catalan", "the number 0.91596..."},
    {"infinity", "infinity"}, {"undefined", "an undefined value"}, {"true", "a truth value"},
    {"false", "a truth value"}, {"FAIL", "a truth value"}, {"D", "the differential operator"},
    {"O", "the order of series"}, {"Digits", "the precision of numbers"},
    {"Order", "the order of series"}, {"printlevel", "an environment variable"},
    {"Normalizer", "an environment variable"}, {"Testzero", "an environment variable"},
    {"Rounding", "an environment variable"}, {"NumericEventHandlers", "an environment variable"},
    {"UseHardwareFloats", "an environment variable"}, {"NULL", "nothing"}, {NULL, NULL}};

/* The list of reservedNameList(); in Singular 4.3: none should be a variable of a ring. */
static const char *const singular_words[] = {
    "ASSUME", "ERROR", "GCD", "IN", "LIB", "NF", "RETURN", "TRACE", "alias", "align", "and",
    "apply", "attrib", "bareiss", "betti", "bigint", "bigintmat", "bracket", "branchTo",
    "break", "breakpoint", "char", "char_series", "charstr", "chinrem", "cleardenom", "close",
    "coef", "coeffs", "continue", "contract", "convhull", "cring", "dbprint", "def", "defined",
    "deg", "degBound", "degree", "delete", "denominator", "det", "diff", "dim", "div",
    "division", "dump", "echo", "eliminate", "else", "envelope", "eval", "example", "execute",
    "exit", "export", "exportto", "extgcd", "facstd", "factmodd", "factorize", "farey",
    "fetch", "fglm", "fglmquot", "find", "finduni", "for", "forif", "freemodule", "fres",
    "frwalk", "gcd", "gen", "getdump", "help", "highcorner", "hilb", "homog", "hres", "ideal",
    "if", "imap", "impart", "importfrom", "indepSet", "insert", "int", "interpolation",
    "interred", "intersect", "intmat", "intvec", "jacob", "janet", "jet", "kbase", "keepring",
    "kernel", "kill", "killattrib", "koszul", "kres", "laguerre", "lead", "leadcoef",
    "leadexp", "leadmonom", "lift", "liftstd", "link", "list", "listvar", "load", "lres",
    "ludecomp", "luinverse", "lusolve", "map", "matrix", "maxideal", "memory", "minbase",
    "minor", "minpoly", "minres", "mod", "module", "modulo", "monitor", "monomial", "mpresmat",
    "mres", "mstd", "mult", "multBound", "multiplicity", "nameof", "names", "nc_algebra",
    "ncalgebra", "ncols", "newline", "newstruct", "noether", "not", "npars", "nres", "nrows",
    "number", "numerator", "nvars", "open", "oppose", "opposite", "option", "or", "ord",
    "ordstr", "package", "pagewidth", "par", "parameter", "pardeg", "parstr", "pause", "poly",
    "polyBucket", "preimage", "prime", "primefactors", "print", "printlevel", "proc", "prune",
    "pyobject", "qhweight", "qrds", "qring", "quit", "quote", "quotient", "random", "rank",
    "read", "reduce", "regularity", "repart", "reservedName", "reservedNameList", "resolution",
    "restart", "resultant", "return", "rightstd", "ring", "ring_list", "ringlist", "rtimer",
    "rvar", "sba", "setring", "short", "simplex", "simplify", "size", "slimgb", "smatrix",
    "sortvec", "sqrfree", "sres", "status", "std", "string", "subst", "system", "syz",
    "tensor", "test", "timer", "trace", "transpose", "twostd", "type", "typeof", "univariate",
    "uressolve", "vandermonde", "var", "variables", "varstr", "vdim", "vector", "verbose",
    "voice", "waitall", "waitfirst", "wedge", "weight", "while", "whileif", "write", NULL};

/* A reserved name of Singular missing in its list. */
static const meaning singular_values[] = {{"basering", "the current ring"}, {NULL, NULL}};

/* Python's keywords, which are also Sage's. */
static const char *const sage_words[] = {
    "False", "None", "True", "and", "as", "assert", "async", "await", "break", "class",
    "continue", "def", "del", "elif", "else", "except", "finally", "for", "from", "global",
    "if", "import", "in", "is", "lambda", "nonlocal", "not", "or", "pass", "raise", "return",
    "try", "while", "with", "yield", NULL};

/* Constructors used by later rings, and by Sage's preparser for numbers. */
static const meaning sage_values[] = {
    {"ZZ", "the ring of integers"}, {"QQ", "the field of rationals"},
    {"GF", "the constructor of prime fields"}, {"Integer", "the constructor of integers"},
    {"RealNumber", "the constructor of real numbers"}, {NULL, NULL}};

/* msolve 0.7 copies the last name of the first line, with the line break, into 50 bytes. */
#define MSOLVE_LONGEST 47

static bool is_name(const char *name, size_t length, const char *word)
{
    return strlen(word) == length && memcmp(name, word, length) == 0;
}

static bool is_reserved(const char *name, size_t length, const char *const *words)
{
    while (*words != NULL && !is_name(name, length, *words))
        words++;
    return *words != NULL;
}

static const char *find_meaning(const char *name, size_t length, const meaning *values)
{
    while (values->name != NULL && !is_name(name, length, values->name))
        values++;
    return values->what;
}

const char *cli_reserved_system(output_format system)
{
    return system == FORMAT_MAPLE      ? "Maple"
           : system == FORMAT_SINGULAR ? "Singular"
           : system == FORMAT_SAGE     ? "Sage"
           : system == FORMAT_MSOLVE   ? "msolve"
                                       : "others";
}

const char *cli_reserved_meaning(output_format system, const char *name, size_t length)
{
    switch (system) {
    case FORMAT_MAPLE:
        return is_reserved(name, length, maple_words) ? "a keyword"
                                                      : find_meaning(name, length, maple_values);
    case FORMAT_SINGULAR:
        return is_reserved(name, length, singular_words) ? "a keyword"
               : length > 0 && name[0] == '_'        ? "not a name"
                                                     : find_meaning(name, length, singular_values);
    case FORMAT_SAGE:
        return is_reserved(name, length, sage_words) ? "a keyword"
               : length > 0 && name[0] == '_'    ? "not a variable's name"
                                                 : find_meaning(name, length, sage_values);
    case FORMAT_MSOLVE:
        return length > MSOLVE_LONGEST ? "too long a name" : NULL;
    default: return NULL;
    }
}

int cli_reserved_check(output_format system, const char *variable, failure *why)
{
    const char *what = NULL;

    if (variable != NULL)
        what = cli_reserved_meaning(system, variable, strlen(variable));
    if (what == NULL)
        return EXIT_OK;
    return cli_fail(why, EXIT_USAGE, "a variable '%s' cannot be written for %s: it is %s there",
                    variable, cli_reserved_system(system), what);
}

static const spelling usual_spelling = {" + ", " - ", "*", {"^", ""}, {"", "/", ""}};
static const spelling tight_spelling = {"+", "-", "*", {"^", ""}, {"", "/", ""}};
static const spelling latex_spelling = {" + ", " - ", " ", {"^{", "}"}, {"\\frac{", "}{", "}"}};

/* Writes a variable's name in LaTeX: one letter unchanged, digits after it as an index. */
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

void cli_dialect_make(dialect *out, output_format format, const char *const *names, size_t count,
                      uint64_t modulus, bool fractions, size_t line)
{
    out->format = format;
    out->as = format == FORMAT_LATEX    ? &latex_spelling
              : format == FORMAT_MSOLVE ? &tight_spelling : &usual_spelling;
    out->modulus = modulus;
    out->fractions = fractions;
    out->line = line;
    out->variables = count;
    for (size_t k = 0; k < count; k++) {
        if (format == FORMAT_LATEX)
            write_latex(out->variable[k], names[k]);
        else
            memcpy(out->variable[k], names[k], strlen(names[k]) + 1);
    }
}

static bool is_variable(const dialect *d, const char *name)
{
    for (size_t k = 0; k < d->variables; k++)
        if (strcmp(name, d->variable[k]) == 0)
            return true;
    return false;
}

/* Appends a polynomial's name: a letter, repeated to differ from the variables, and the line. */
static void put_polynomial_name(text_buffer *out, const dialect *d, char letter)
{
    char name[64], number[24] = "";
    size_t letters = 0;

    if (d->line > 0)
        (void)snprintf(number, sizeof number, "%llu", (unsigned long long)d->line);
    do {
        name[letters++] = letter;
        (void)snprintf(name + letters, sizeof name - letters, "%s", number);
    } while (is_variable(d, name)); /* with at most as many letters more as there are variables */
    cli_text_string(out, name);
}

/* Appends the variables of the ring, at least one. */
static void put_variables(text_buffer *out, const dialect *d)
{
    for (size_t k = 0; k < d->variables; k++) {
        cli_text_string(out, k > 0 ? "," : "");
        cli_text_string(out, d->variable[k]);
    }
    cli_text_string(out, d->variables == 0 ? "x" : "");
}

/* Returns whether Singular takes the number as a characteristic; 0: of the rationals. */
static bool is_small_prime(uint64_t n)
{
    return n == 0 || (n <= INT32_MAX && cli_is_prime(n));
}

void cli_dialect_begin(text_buffer *out, const dialect *d)
{
    switch (d->format) {
    case FORMAT_SINGULAR:
        cli_text_string(out, "ring ");
        put_polynomial_name(out, d, 'R');
        cli_text_printf(out, is_small_prime(d->modulus) ? " = %" PRIu64 ",("
                                                        : " = ZZ/%" PRIu64 ",(", d->modulus);
        put_variables(out, d);
        cli_text_string(out, "),dp;\n");
        break;
    case FORMAT_SAGE:
        put_polynomial_name(out, d, 'R');
        cli_text_string(out, ".<");
        put_variables(out, d);
        if (d->modulus != 0)
            cli_text_printf(out, cli_is_prime(d->modulus) ? "> = GF(%" PRIu64 ")[]\n"
                                                          : "> = Integers(%" PRIu64 ")[]\n",
                            d->modulus);
        else
            cli_text_string(out, d->fractions ? "> = QQ[]\n" : "> = ZZ[]\n");
        break;
    case FORMAT_MSOLVE:
        put_variables(out, d);
        cli_text_printf(out, "\n%" PRIu64 "\n", d->modulus);
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
    case FORMAT_SAGE: /* as an element of the ring, constants too */
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
