/* Reads operands in the syntax of any supported system as problems; warns about names like x2y
 * that look like products. */
#include "cli/problem.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "cli/environment.h"
#include "cli/formats/dialect.h"
#include "cli/formats/import_reader.h"
#include "cli/progress.h"
#include "cli/several.h"
#include "cli/text.h"

/* ---- problems ---- */

/* Selects the variable to eliminate (cli_problem_read). */
static void choose_variable(problem *p, const char *eliminate)
{
    const size_t count = p->variables;
    size_t last = count - 1;

    if (count == 0)
        return;
    if (strcmp(p->names[0], eliminate != NULL ? eliminate : "y") == 0)
        last = 0;
    p->eliminated = p->names[last];
    if (count == 2)
        p->kept = p->names[1 - last];
}

/* Names the variables of polynomials read with `known`, and makes the one to eliminate y. */
static clmodp_status name_variables(problem *p, const clmodp_variables *known,
                                    const char *eliminate)
{
    const char *const name[2] = {known->name[0], known->name[1]};
    const bool ordered = strcmp(name[0], name[1]) < 0;
    clmodp_status st = CLMODP_OK;

    for (int k = 0; k < 2; k++) {
        const int n = ordered ? k : 1 - k;

        if (known->occurs[n])
            (void)strcpy(p->names[p->variables++], name[n]);
    }
    choose_variable(p, eliminate);
    if (p->eliminated == NULL || strcmp(p->eliminated, name[0]) != 0)
        return CLMODP_OK;
    st = clmodp_zxy_swap_variables(p->f);
    return st == CLMODP_OK && p->g != NULL ? clmodp_zxy_swap_variables(p->g) : st;
}

/* Reads one polynomial with its denominator. */
static int read_polynomial(clmodp_zxy **out, mpz_ptr denominator, clmodp_variables *known,
                           const source *where, failure *why)
{
    clmodp_text_error error;
    clmodp_text_options options;
    clmodp_status st = *out == NULL ? clmodp_zxy_create(out) : CLMODP_OK;

    error.message[0] = '\0';
    clmodp_text_options_init(&options);
    options.variables = known;
    if (st == CLMODP_OK)
        st = clmodp_zxy_from_text(*out, denominator, where->text, where->length, NULL, NULL,
                                  &options, &error);
    return st == CLMODP_OK ? EXIT_OK : cli_fail_text(why, st, where, &error);
}

/* Tells whether a variable found later could be a factor in numbers such as 2e3. */
static bool adds_scale(const clmodp_variables *earlier, const clmodp_variables *later)
{
    for (int k = 0; k < 2; k++)
        if (later->occurs[k] && !earlier->occurs[k] &&
            (later->name[k][0] == 'e' || later->name[k][0] == 'E'))
            return true;
    return false;
}

/* Reads G, and F again if its numbers could be products with a variable of G. */
static int read_second(problem *p, clmodp_variables *known, const source *f, const source *g,
                       failure *why)
{
    const clmodp_variables earlier = *known;

    CHECK(read_polynomial(&p->g, p->g_denominator, known, g, why));
    return adds_scale(&earlier, known) ? read_polynomial(&p->f, p->f_denominator, known, f, why)
                                       : EXIT_OK;
}

/* Reads both polynomials in one pass. The variable to eliminate counts even if it does not occur;
 * y is a guess. */
static int read_polynomials(problem *p, const source *f, const source *g, const settings *how,
                            failure *why)
{
    const char *eliminate = how->eliminate;
    clmodp_variables known = {.name = {"", "y"}, .occurs = {0, eliminate != NULL}};
    clmodp_status st;

    if (how->minimal != NULL)
        return cli_several_read(p, f, g, how, why);
    if (eliminate != NULL)
        (void)snprintf(known.name[1], CLMODP_NAME_SIZE, "%s", eliminate);
    if (read_polynomial(&p->f, p->f_denominator, &known, f, why) != EXIT_OK ||
        (g != NULL && read_second(p, &known, f, g, why) != EXIT_OK))
        return cli_several_read(p, f, g, how, why);
    st = name_variables(p, &known, eliminate);
    return st == CLMODP_OK ? EXIT_OK : cli_fail_status(why, st, NULL);
}

clmodp_problem cli_problem_asked(const problem *p)
{
    clmodp_problem asked = {
        .size = sizeof asked,
        .operation = cli_problem_operation(p),
        .modulus = p->modulus, .k = p->order > 0 ? p->order : p->subresultant,
        .f = p->f, .g = p->g};

    if (p->chain)
        asked.count = cli_chain_length(clmodp_zxy_degree_y(p->f), clmodp_zxy_degree_y(p->g));
    return asked;
}

/* Computes the divisors of the numerators from the denominators of F and G. */
static clmodp_status find_divisors(problem *p, uint64_t max_result)
{
    clmodp_problem asked = cli_problem_asked(p);
    clmodp_status st = CLMODP_OK;

    if (p->modulus == 0 && mpz_cmp_ui(p->f_denominator, 1) == 0 &&
        mpz_cmp_ui(p->g_denominator, 1) == 0)
        return CLMODP_OK; /* the divisors are 1 already */
    if (p->subresultant != 0)
        st = clmodp_problem_denominator(p->subresultant_divisor, &asked, p->f_denominator,
                                        p->g_denominator, max_result);
    if (p->subresultant != 0 || p->chain)
        asked.operation = CLMODP_OPERATION_RESULTANT;
    if (st == CLMODP_OK)
        st = clmodp_problem_denominator(p->divisor, &asked, p->f_denominator, p->g_denominator,
                                        max_result);
    return st;
}

int cli_problem_check_format(const problem *p, output_format format, failure *why)
{
    const char *others[CLMODP_MOST_VARIABLES];
    const size_t count = cli_problem_others(others, p);

    if (cli_problem_is_several(p) && format == FORMAT_COEFFS)
        return cli_fail(why, EXIT_USAGE, "--format coeffs lists rational coefficients in one "
                        "variable: choose another --format");
    if (p->chain && format != FORMAT_EXPR && format != FORMAT_JSON && format != FORMAT_TEXT)
        return cli_fail(why, EXIT_USAGE, "subresultants are printed with --format expr or json "
                        "only");
    for (size_t k = 0; k < count; k++)
        CHECK(cli_reserved_check(format, others[k], why));
    return p->eliminated != NULL && (p->subresultant != 0 || p->chain)
               ? cli_reserved_check(format, p->eliminated, why)
               : EXIT_OK;
}

static int check_problem(problem *p, const settings *how, failure *why)
{
    const uint64_t most = how->max_result != 0 ? how->max_result : CLMODP_DEFAULT_MAX_RESULT;
    const long k = (long)p->subresultant;
    clmodp_status st;

    if (p->g == NULL && clmodp_zxy_degree_y(p->f) < 1)
        return cli_fail(why, EXIT_USAGE, "F has no discriminant: it is free of %s",
                        p->eliminated != NULL ? p->eliminated : "variables");
    if (p->subresultant != 0 && (clmodp_zxy_degree_y(p->f) < k || clmodp_zxy_degree_y(p->g) < k ||
                                 clmodp_zxy_degree_y(p->f) + clmodp_zxy_degree_y(p->g) <= 2 * k))
        return cli_fail(why, EXIT_USAGE,
                        "F and G have no subresultant S_%ld: their degrees in %s must be at least "
                        "%ld, and not both %ld",
                        k, p->eliminated != NULL ? p->eliminated : "the variable", k, k);
    CHECK(cli_problem_check_format(p, how->format, why));
    st = find_divisors(p, how->max_result);
    if (st == CLMODP_DOMAIN)
        return cli_fail(why, EXIT_USAGE, "a denominator has no inverse modulo %" PRIu64,
                        p->modulus);
    if (st == CLMODP_LIMIT)
        return cli_fail(why, EXIT_USAGE,
                        "the denominator of the result is too large: as a product of powers of "
                        "denominators of %zu and %zu bits, it may exceed the limit of %llu bytes "
                        "(--max-result)",
                        mpz_sizeinbase(p->f_denominator, 2), mpz_sizeinbase(p->g_denominator, 2),
                        (unsigned long long)most);
    return st == CLMODP_OK ? EXIT_OK : cli_fail_status(why, st, NULL);
}

static void clear_packing(problem *p)
{
    if (p->packing != NULL)
        clmodp_packing_destroy(p->packing);
    p->packing = NULL;
}

static void clear_whole(problem *p)
{
    for (int k = 0; k < 2; k++) {
        if (p->whole[k] != NULL)
            clmodp_mpoly_destroy(p->whole[k]);
        p->whole[k] = NULL;
    }
}

void cli_problem_begin(problem *p, const settings *how)
{
    if (!p->ready)
        mpz_inits(p->f_denominator, p->g_denominator, p->divisor, p->subresultant_divisor, NULL);
    p->ready = true;
    p->modulus = how->modulus;
    p->subresultant = how->subresultant;
    p->chain = how->chain;
    p->principal = how->principal;
    p->gcd = p->all = how->gcd;
    p->cofactors = how->cofactors;
    p->reported = how->stats;
    p->eliminated = p->kept = p->generator = NULL;
    p->variables = 0;
    clear_packing(p);
    clear_whole(p);
    mpz_set_ui(p->f_denominator, 1);
    mpz_set_ui(p->g_denominator, 1);
    mpz_set_ui(p->divisor, 1);
    mpz_set_ui(p->subresultant_divisor, 1);
}

int cli_problem_read(problem *out, const source *f, const source *g, const settings *how,
                     failure *why)
{
    const double began = how->stats ? cli_clock() : 0;
    int code;

    cli_problem_begin(out, how);
    if (out->gcd)
        code = cli_several_read_whole(out, f, g, why);
    else
        code = read_polynomials(out, f, g, how, why);
    if (code == EXIT_OK && out->gcd)
        code = cli_problem_check_format(out, how->format, why);
    else if (code == EXIT_OK && !out->curves)
        code = check_problem(out, how, why);
    if (how->stats)
        out->seconds = cli_clock() - began;
    return code;
}

void cli_problem_clear(problem *p)
{
    clmodp_zxy_destroy(p->f);
    clmodp_zxy_destroy(p->g);
    clmodp_zx_destroy(p->minimal);
    clear_packing(p);
    clear_whole(p);
    if (p->ready)
        mpz_clears(p->f_denominator, p->g_denominator, p->divisor, p->subresultant_divisor, NULL);
    *p = (problem){0};
}

/* ---- other systems' texts ---- */

static int take_whole_source(foreign *f, failure *why)
{
    (void)why;
    f->part[0] = *f->in;
    f->count = 1;
    return EXIT_OK;
}

static foreign_system recognise(const source *in)
{
    return cli_msolve_is(in)     ? FOREIGN_MSOLVE
           : cli_singular_is(in) ? FOREIGN_SINGULAR
           : cli_maple_is(in)    ? FOREIGN_MAPLE : FOREIGN_EXPR;
}

/* Puts listed polynomials first, in the order of lists. */
static void order_parts(foreign *f)
{
    source part[FOREIGN_MOST];
    bool listed[FOREIGN_MOST] = {false};
    size_t count = 0;

    for (; count < f->listings; count++) {
        part[count] = f->part[f->listed[count]];
        listed[f->listed[count]] = true;
    }
    for (size_t k = 0; k < f->count && f->listings > 0; k++)
        if (!listed[k])
            part[count++] = f->part[k];
    memcpy(f->part, part, count * sizeof *part);
}

/* Reads the polynomials of a source, which must persist as long as `out`, and `out` until failures
 * are shown. `out` is to be cleared, also after failures.
 * Errors: EXIT_USAGE (no polynomial found, too many), EXIT_FAILED (no memory) */
static int read_foreign(foreign *out, const source *in, foreign_system system, failure *why)
{
    static int (*const readers[])(foreign *, failure *) = {
        [FOREIGN_EXPR] = take_whole_source,
        [FOREIGN_MAPLE] = cli_maple_read,
        [FOREIGN_SINGULAR] = cli_singular_read,
        [FOREIGN_MSOLVE] = cli_msolve_read,
    };
    int code;

    out->in = in;
    out->system = system == FOREIGN_AUTO ? recognise(in) : system;
    code = readers[out->system](out, why);
    if (out->text.failed)
        return cli_fail(why, EXIT_FAILED, "out of memory");
    for (size_t k = 0; k < out->count && out->system != FOREIGN_EXPR; k++) {
        const size_t end = k + 1 < out->count ? out->at[k + 1] : out->text.length;

        out->part[k].text = out->text.bytes + out->at[k];
        out->part[k].length = end - out->at[k];
        if (code == EXIT_OK)
            code = cli_import_check_plain(&out->part[k], why);
    }
    if (code == EXIT_OK && out->count == 0)
        return cli_import_fail(why, in, in->length, "expected a polynomial, found the end");
    if (code == EXIT_OK)
        order_parts(out);
    return code;
}

static void clear_foreign(foreign *f)
{
    cli_text_clear(&f->text);
    f->count = f->listings = 0;
}

/* A name read as a product. */
typedef struct product {
    char text[3 * CLMODP_NAME_SIZE];
    size_t factors;
    bool powers;   /* some factor has an exponent */
    bool enclosed; /* and a letter after it */
} product;

/* ---- names that look like products ---- */

/* Reads a name as a product of powers of lower-case letters. Returns whether that is possible. */
static bool read_product(product *out, const char *name)
{
    size_t used = 0;

    *out = (product){.factors = 0};
    while (*name != '\0') {
        const size_t digits = strspn(name + 1, "0123456789");

        if (!islower((unsigned char)*name) || strchr(name + 1, *name) != NULL)
            return false;
        if (digits > 4 || (digits > 0 && name[1] == '0') || (digits == 1 && name[1] == '1'))
            return false;
        out->enclosed |= out->powers;
        out->powers |= digits > 0;
        used += (size_t)snprintf(out->text + used, sizeof out->text - used, "%s%c%s%.*s",
                                 out->factors++ > 0 ? "*" : "", *name, digits > 0 ? "^" : "",
                                 (int)digits, name + 1);
        name += 1 + digits;
    }
    return out->powers || out->factors > 1;
}

static size_t count_letters(char (*names)[CLMODP_NAME_SIZE], size_t count)
{
    size_t letters = 0;

    for (char letter = 'a'; letter <= 'z'; letter++)
        for (size_t k = 0; k < count; k++)
            if (strchr(names[k], letter) != NULL) {
                letters++;
                break;
            }
    return letters;
}

/* Remarks that a name is one variable, if it was probably meant as a product: of different
 * letters, with exponents of at least 2 or none. Either another name is one of these letters (x2
 * or xy beside x), or all names look so and one has a letter after an exponent (x2y alone, or
 * beside y3). There are at most two letters (`time` beside t is meant). */
static void remark_implicit_products(char (*names)[CLMODP_NAME_SIZE], size_t count)
{
    product read[2];
    bool like[2] = {false, false}, all = true, enclosed = false;

    if (count > 2 || count_letters(names, count) > 2)
        return;
    for (size_t k = 0; k < count; k++) {
        like[k] = read_product(&read[k], names[k]);
        all &= like[k];
        enclosed |= like[k] && read[k].enclosed;
    }
    for (size_t k = 0; k < count; k++) {
        const char *other = names[count - 1 - k];
        const bool beside = count == 2 && strlen(other) == 1 && strchr(names[k], *other) != NULL;

        if (like[k] && ((all && enclosed) || beside))
            cli_remark("%s is one variable here; a product is written %s", names[k], read[k].text);
    }
}

/* ---- operands ---- */

static bool is_file(const char *text)
{
    return *text == '@' || strcmp(text, "-") == 0;
}

bool cli_operands_may_hold_more(const settings *s, size_t first)
{
    return s->operand_count == first + 1 && s->system != FOREIGN_EXPR &&
           (s->system != FOREIGN_AUTO || is_file(s->operands[first]));
}

int cli_operands_check(const settings *s, failure *why)
{
    if (s->operand_count == 2 && strcmp(s->operands[0], "-") == 0 &&
        strcmp(s->operands[1], "-") == 0)
        return cli_fail_usage(why, "only one polynomial can come from standard input");
    return EXIT_OK;
}

/* Checks that a file's characteristic is 0 or the value of --modulus. */
static int check_characteristic(const operand *o, const settings *s, failure *why)
{
    const uint64_t characteristic = o->file.characteristic;

    if (characteristic == 0 || characteristic == s->modulus) /* smaller than UINT64_MAX */
        return EXIT_OK;
    if (characteristic == UINT64_MAX)
        return cli_fail(why, EXIT_USAGE, "%s has polynomials modulo a number of 2^64 - 1 or "
                        "more, but --modulus takes smaller ones", o->source.name);
    return cli_fail(why, EXIT_USAGE, "%s has polynomials modulo %" PRIu64 ": pass "
                    "--modulus %" PRIu64 " to clmodp resultant, discriminant or poly",
                    o->source.name, characteristic, characteristic);
}

int cli_operand_open(operand *o, const char *text, const char *name, const settings *s,
                     failure *why)
{
    foreign_system system = (foreign_system)s->system;

    CHECK(cli_input_open(&o->source, text, name, why));
    if (system == FOREIGN_AUTO && !is_file(text))
        system = FOREIGN_EXPR;
    CHECK(read_foreign(&o->file, &o->source, system, why));
    return check_characteristic(o, s, why);
}

void cli_operand_close(operand *o)
{
    clear_foreign(&o->file);
    cli_input_close(&o->source);
}

void cli_operands_suggest_file(failure *why, const settings *s)
{
    struct stat status;

    for (size_t k = 0; k < s->operand_count && why->where != NULL; k++)
        if (why->where->text == s->operands[k] && stat(s->operands[k], &status) == 0 &&
            S_ISREG(status.st_mode))
            cli_fail_add(why, ": did you mean @%s?", s->operands[k]);
}

/* Explains why there are too few polynomials: by an error in the only one, if there is any. */
static int fail_alone(const source *one, const operand *of, failure *why)
{
    const settings anything = {0};
    problem p = {.curves = true};
    int code = cli_problem_read(&p, one, NULL, &anything, why);

    cli_problem_clear(&p);
    if (code != EXIT_OK)
        return code;
    return cli_fail(why, EXIT_USAGE, "expected two polynomials, but %s has one%s", of->source.name,
                    of->file.system == FOREIGN_EXPR
                        ? "; for another system's file use --from" : "");
}

int cli_operands_gather(const source **out, const operand *operands, size_t count, size_t least,
                        size_t most, failure *why)
{
    size_t found = 0;

    for (size_t k = 0; k < count; k++) {
        const foreign *file = &operands[k].file;
        const size_t room = count > 1 ? 1 : most;

        if (file->count > room)
            return cli_fail(why, EXIT_USAGE, "%s has %zu polynomials, but %s", file->in->name,
                            file->count, room == 1 ? "one is expected" : "two are expected");
        for (size_t j = 0; j < file->count; j++)
            out[found++] = &file->part[j];
    }
    return found < least ? fail_alone(out[0], &operands[0], why) : EXIT_OK;
}

/* Remarks on names unless an operand is a file of another system, where such names are meant. */
static void remark_names(problem *p, const operand *operands, size_t count)
{
    for (size_t k = 0; k < count; k++)
        if (operands[k].file.system != FOREIGN_EXPR)
            return;
    remark_implicit_products(p->names, p->variables);
}

int cli_operands_read(problem *p, const settings *s, size_t least, size_t most, failure *why)
{
    static const char *const names[2] = {"F", "G"};
    operand *operands = calloc(2, sizeof *operands);
    const source *part[2] = {NULL, NULL};
    int code;

    if (operands == NULL)
        return cli_fail(why, EXIT_FAILED, "out of memory");
    for (size_t k = 0; k < s->operand_count; k++)
        CHECK_DONE(cli_operand_open(&operands[k], s->operands[k], names[k], s, why));
    CHECK_DONE(cli_operands_gather(part, operands, s->operand_count, least, most, why));
    code = cli_problem_read(p, part[0], part[1], s, why);
    remark_names(p, operands, s->operand_count);
done:
    if (code != EXIT_OK)
        cli_operands_suggest_file(why, s);
    if (code != EXIT_OK)
        (void)cli_failure_show(why); /* while its source is still open */
    for (size_t k = 0; k < 2; k++)
        cli_operand_close(&operands[k]);
    free(operands);
    return code;
}
