/* Reads and packs problems in three or more variables, or over a number field, and unpacks their
 * results. */
#include "cli/several.h"

#include <inttypes.h>
#include <stdbool.h>
#include <string.h>

/* Adds the variables of a text to p->names. */
static int add_variables(problem *p, const source *where, failure *why)
{
    clmodp_text_error error = {0};
    const clmodp_status st =
        clmodp_mpoly_text_variables(p->names, &p->variables, CLMODP_MOST_VARIABLES, where->text,
                                    where->length, &error);

    return cli_check_text(why, st, where, &error);
}

/* Returns the name in use that is equal to this one; NULL if there is none. */
static const char *find_name(const problem *p, const char *name)
{
    const size_t k = name != NULL ? cli_problem_index(p, name) : p->variables;

    return k < p->variables ? p->names[k] : NULL;
}

int cli_several_add_names(const problem *p, failure *why)
{
    cli_fail_add(why, p->variables == 1 ? ": the only variable is " : ": the variables are ");
    for (size_t k = 0; k < p->variables; k++)
        cli_fail_add(why, "%s%s", k == 0 ? "" : k + 1 < p->variables ? ", " : " and ",
                     p->names[k]);
    return why->code;
}

/* Explains that the variable of the vertical axis does not occur. */
static int fail_absent(const problem *p, const char *eliminate, failure *why)
{
    (void)cli_fail(why, EXIT_USAGE, "'%s', named by --eliminate, does not occur", eliminate);
    return cli_several_add_names(p, why);
}

/* Explains that there are more than two variables, and leaves the first two names in p. */
static int fail_third(problem *p, const source *const sources[2], failure *why)
{
    clmodp_text_error error = {0};
    clmodp_status st = CLMODP_OK;
    int i = 0;

    p->variables = 0;
    for (; i < 2 && sources[i] != NULL && st == CLMODP_OK; i++)
        st = clmodp_text_variables(p->names, &p->variables, sources[i]->text, sources[i]->length,
                                   &error);
    (void)cli_check_text(why, st, sources[i - 1], &error);
    if (!p->curves)
        cli_fail_add(why, ": name the variable to eliminate by --eliminate");
    return why->code;
}

/* Selects the variable to eliminate from three or more, counting one that does not occur. */
static int choose_of_several(problem *p, const source *const sources[2], const char *eliminate,
                             failure *why)
{
    if (p->variables > 1 && eliminate != NULL && find_name(p, eliminate) == NULL) {
        if (p->curves)
            return fail_absent(p, eliminate, why);
        CHECK(cli_problem_add_name(p, eliminate, why));
    }
    if (p->variables > 2 && !p->curves)
        p->eliminated = find_name(p, eliminate);
    if (p->eliminated != NULL)
        return EXIT_OK;
    return p->variables > 2 ? fail_third(p, sources, why) : why->code;
}

/* Selects the variable to eliminate over a number field: as of two variables, without the field's
 * generator. */
static int choose_over_field(problem *p, const char *generator, const char *eliminate,
                             failure *why)
{
    const size_t others = p->variables - 1;
    const char *last;

    if (eliminate != NULL && strcmp(eliminate, generator) == 0)
        return cli_fail(why, EXIT_USAGE, "'%s' is the number of --minimal-polynomial: eliminate "
                        "another variable", generator);
    if (eliminate == NULL && others > 2)
        return cli_fail(why, EXIT_USAGE, "%zu variables beside '%s': name the variable to "
                        "eliminate by --eliminate", others, generator);
    if (eliminate == NULL && others == 0)
        eliminate = strcmp(generator, "y") == 0 ? "x" : "y";
    if (eliminate != NULL)
        CHECK(cli_problem_add_name(p, eliminate, why));
    last = p->names[p->variables - 1];
    if (strcmp(last, generator) == 0)
        last = p->names[p->variables - 2];
    p->eliminated = eliminate != NULL ? find_name(p, eliminate) : find_name(p, "y");
    if (p->eliminated == NULL || strcmp(p->eliminated, generator) == 0)
        p->eliminated = last;
    p->generator = find_name(p, generator);
    return EXIT_OK;
}

static int list_and_choose(problem *p, const source *const sources[2], const settings *how,
                           failure *why)
{
    char generator[CLMODP_NAME_SIZE] = "";

    if (how->minimal != NULL) {
        CHECK(cli_problem_add_name(p, how->minimal, why)); /* one name: cli_settings_read */
        (void)strcpy(generator, p->names[0]);
    }
    for (int i = 0; i < 2 && sources[i] != NULL; i++)
        CHECK(add_variables(p, sources[i], why));
    return how->minimal != NULL ? choose_over_field(p, generator, how->eliminate, why)
                                : choose_of_several(p, sources, how->eliminate, why);
}

static int read_minimal(problem *p, const char *text, failure *why)
{
    clmodp_text_error error = {0};
    mpz_t lead; /* and the polynomial's denominator at first, which has no effect */
    bool invertible = true;
    clmodp_status st = p->minimal == NULL ? clmodp_zx_create(&p->minimal) : CLMODP_OK;

    mpz_init(lead);
    if (st == CLMODP_OK)
        st = clmodp_zx_from_text(p->minimal, lead, text, CLMODP_STRING, p->generator, NULL,
                                 &error);
    if (st == CLMODP_OK) {
        clmodp_zx_get_coeff(lead, p->minimal, (size_t)clmodp_zx_degree(p->minimal));
        mpz_abs(lead, lead);
        st = clmodp_zx_lowest_terms(p->minimal, lead);
        invertible = p->modulus == 0 || mpz_gcd_ui(NULL, lead, p->modulus) == 1;
    }
    mpz_clear(lead);
    CHECK(cli_check_status(why, st, error.message));
    return invertible ? EXIT_OK
                      : cli_fail(why, EXIT_USAGE, "the leading coefficient of "
                                 "--minimal-polynomial has no inverse modulo %" PRIu64,
                                 p->modulus);
}

static int read_polynomial(clmodp_mpoly **out, mpz_ptr denominator, const problem *p,
                           const source *where, failure *why)
{
    const char *names[CLMODP_MOST_VARIABLES];
    clmodp_text_error error;
    clmodp_status st = clmodp_mpoly_create(out, p->variables);

    error.message[0] = '\0';
    for (size_t k = 0; k < p->variables; k++)
        names[k] = p->names[k];
    if (st == CLMODP_OK)
        st = clmodp_mpoly_from_text(*out, denominator, where->text, where->length, names, NULL,
                                    &error);
    CHECK(cli_check_text(why, st, where, &error));
    if (p->generator != NULL)
        st = clmodp_mpoly_reduce(*out, denominator, p->minimal,
                                 cli_problem_index(p, p->generator));
    return cli_check_status(why, st, st == CLMODP_LIMIT ? "a power of the number of "
                                     "--minimal-polynomial is too large" : NULL);
}

static int pack(problem *p, const source *f, const source *g, failure *why)
{
    clmodp_mpoly *several_f = NULL, *several_g = NULL;
    char message[512] = "";
    const size_t y = cli_problem_index(p, p->eliminated);
    clmodp_status st = CLMODP_OK;
    unsigned k = p->subresultant;
    int code;

    CHECK_DONE(read_polynomial(&several_f, p->f_denominator, p, f, why));
    if (g != NULL)
        CHECK_DONE(read_polynomial(&several_g, p->g_denominator, p, g, why));
    if (p->chain)
        k = (unsigned)cli_chain_length(clmodp_mpoly_degree(several_f, y),
                                       clmodp_mpoly_degree(several_g, y)) - 1;
    CHECK_DONE(cli_problem_check_parts(p, (size_t)k + 1, why));
    if (p->f == NULL)
        st = clmodp_zxy_create(&p->f);
    if (g != NULL && p->g == NULL && st == CLMODP_OK)
        st = clmodp_zxy_create(&p->g);
    if (st == CLMODP_OK)
        st = clmodp_packing_create(&p->packing, p->f, p->g, cli_problem_operation(p), k, several_f,
                                   several_g, y, message, sizeof message);
    if (st != CLMODP_OK)
        code = cli_check_status(why, st, message);
    if (st == CLMODP_LIMIT)
        code = why->code = EXIT_USAGE;
    if (strstr(message, "counted from 0") != NULL)
        code = cli_several_add_names(p, why);
done:
    clmodp_mpoly_destroy(several_g);
    clmodp_mpoly_destroy(several_f);
    return code;
}

int cli_several_read(problem *p, const source *f, const source *g, const settings *how,
                     failure *why)
{
    CHECK(list_and_choose(p, (const source *const[2]){f, g}, how, why));
    if (p->generator != NULL)
        CHECK(read_minimal(p, how->minimal, why));
    return pack(p, f, g, why);
}

int cli_several_read_whole(problem *p, const source *const *from, size_t count, failure *why)
{
    const mpz_ptr denominator[] = {p->f_denominator, p->g_denominator, p->divisor};

    for (size_t k = 0; k < count; k++)
        CHECK(add_variables(p, from[k], why));
    for (size_t k = 0; k < count; k++)
        CHECK(read_polynomial(&p->whole[k], denominator[k], p, from[k], why));
    return EXIT_OK;
}

/* Reduces a modulo the minimal polynomial, and the modulus. */
static clmodp_status reduce(quotient *a, const problem *p)
{
    clmodp_status st =
        clmodp_mpoly_reduce(a->unpacked, a->denominator, p->minimal,
                            cli_problem_index(p, p->generator));

    if (st == CLMODP_OK && p->modulus != 0) {
        st = clmodp_mpoly_divide_mod(a->unpacked, a->denominator, p->modulus);
        mpz_set_ui(a->denominator, 1);
    }
    return st;
}

clmodp_status cli_several_unpack(quotient *a, const problem *p)
{
    clmodp_status st = CLMODP_OK;

    if (a->unpacked == NULL) {
        st = clmodp_mpoly_create(&a->unpacked, p->variables);
        if (st == CLMODP_OK)
            st = clmodp_packing_unpack(a->unpacked, p->packing, a->k, a->j, a->numerator);
    }
    if (st == CLMODP_OK && clmodp_mpoly_variables(a->unpacked) != p->variables)
        st = CLMODP_DAMAGED; /* a job's note that clmodp submit did not write */
    if (st == CLMODP_OK && p->generator != NULL)
        st = reduce(a, p);
    return st == CLMODP_OK ? clmodp_zx_set_dense(a->numerator, NULL, 0) : st;
}
