/* Reads polynomials as problems. */
#include "cli/problem.h"

#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "cli/environment.h"
#include "cli/formats/dialect.h"
#include "cli/several.h"
#include "cli/text.h"

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
    return cli_check_text(why, st, where, &error);
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
    return cli_check_status(why, st, NULL);
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
    CHECK(cli_problem_check_parts(p, cli_problem_asked(p).count, why));
    CHECK(cli_problem_check_format(p, how->format, why));
    st = find_divisors(p, how->max_result);
    if (st == CLMODP_DOMAIN)
        return cli_fail(why, EXIT_USAGE, "a denominator has no inverse modulo %" PRIu64,
                        p->modulus);
    if (st == CLMODP_LIMIT)
        return cli_fail(why, EXIT_USAGE, "the denominator of the result is too large: as a "
                        "product of powers of denominators of %zu and %zu bits, it may exceed the "
                        "limit of %llu bytes (--max-result)", mpz_sizeinbase(p->f_denominator, 2),
                        mpz_sizeinbase(p->g_denominator, 2), (unsigned long long)most);
    return cli_check_status(why, st, NULL);
}

/* Releases polynomials in several variables, and how they were packed. */
static void clear_several(problem *p)
{
    if (p->packing != NULL) /* a problem in two variables does not run through packing.c */
        clmodp_packing_destroy(p->packing);
    p->packing = NULL;
    for (int k = 0; k < 3; k++) {
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
    clear_several(p);
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
        code = cli_several_read_whole(out, (const source *const[]){f, g}, 2, why);
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
    clear_several(p);
    if (p->ready)
        mpz_clears(p->f_denominator, p->g_denominator, p->divisor, p->subresultant_divisor, NULL);
    *p = (problem){0};
}
