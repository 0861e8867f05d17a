/* Read problems, and hand them to the library. */
#include "cli/problem.h"

#include <string.h>

#include "cli/clock.h"

#define MOST_POWER ((uint64_t)1 << 33) /* bytes: half of what GMP can hold */

/* The failure of a library call about a source. */
static int text_failure(failure *why, clmodp_status status, const source *where,
                        const clmodp_text_error *error)
{
    if (status == CLMODP_PARSE || status == CLMODP_LIMIT)
        return cli_fail_at(why, where, error->line, error->column, "%s", error->message);
    return cli_fail_status(why, status, error->message);
}

/* Find the variables of F and G, and which one goes. */
static int find_variables(problem *p, const source *f, const source *g, const char *eliminate,
                          failure *why)
{
    const source *const sources[] = {f, g};
    clmodp_text_error error = {0};
    size_t count = 0;
    int last;

    if (eliminate != NULL) /* counts as one of the two, whether it occurs or not */
        (void)snprintf(p->names[count++], CLMODP_NAME_SIZE, "%s", eliminate);
    for (int i = 0; i < 2 && sources[i] != NULL; i++) {
        clmodp_status st = clmodp_text_variables(p->names, &count, sources[i]->text,
                                                 sources[i]->length, &error);
        if (st != CLMODP_OK)
            return text_failure(why, st, sources[i], &error);
    }
    if (count == 0)
        return LEAVE_FINE;
    last = (int)count - 1;
    if (strcmp(p->names[0], eliminate != NULL ? eliminate : "y") == 0)
        last = 0;
    p->eliminated = p->names[last];
    if (count == 2)
        p->kept = p->names[1 - last];
    return LEAVE_FINE;
}

/* Read one polynomial with its denominator. */
static int read_one(clmodp_zxy **out, mpz_ptr denominator, const problem *p,
                    const source *where, failure *why)
{
    clmodp_text_error error = {0};
    clmodp_status st = clmodp_zxy_create(out);

    if (st == CLMODP_OK)
        st = clmodp_zxy_from_text(*out, denominator, where->text, where->length, p->kept,
                                  p->eliminated, &error);
    return st == CLMODP_OK ? LEAVE_FINE : text_failure(why, st, where, &error);
}

/* The powers of the denominators to divide by: F's to the deg_y G and G's to the deg_y F,
 * as in the resultant's definition, and in that of subresultants, which have `less` rows fewer of
 * each; for a discriminant F's to the 2 deg_y F - 2. */
static void find_powers(unsigned long *power_f, unsigned long *power_g, const problem *p,
                        unsigned long less)
{
    const long n = clmodp_zxy_degree_y(p->f);
    const long m = p->g != NULL ? clmodp_zxy_degree_y(p->g) : 2 * n - 2;

    *power_f = *power_g = 0;
    if (n < 0 || m < 0)
        return;
    *power_f = (unsigned long)m - less;
    if (p->g != NULL)
        *power_g = (unsigned long)n - less;
}

/* GMP ends the process when it cannot hold a number, so its size is looked at before. */
static bool power_fits(mpz_srcptr base, unsigned long power, uint64_t most_bytes)
{
    const uint64_t most = most_bytes < MOST_POWER ? most_bytes : MOST_POWER;

    return power == 0 || mpz_cmp_ui(base, 1) == 0 ||
           mpz_sizeinbase(base, 2) <= 8 * most / power;
}

static int check(const problem *p, const settings *how, failure *why)
{
    const uint64_t most = how->max_answer != 0 ? how->max_answer : CLMODP_DEFAULT_MAX_ANSWER;
    unsigned long power_f, power_g;

    if (p->g == NULL && clmodp_zxy_degree_y(p->f) < 1)
        return cli_fail(why, LEAVE_USAGE, "F has no discriminant: it is free of %s",
                        p->eliminated != NULL ? p->eliminated : "variables");
    if (p->subresultant && (clmodp_zxy_degree_y(p->f) < 1 || clmodp_zxy_degree_y(p->g) < 1 ||
                            clmodp_zxy_degree_y(p->f) + clmodp_zxy_degree_y(p->g) < 3))
        return cli_fail(why, LEAVE_USAGE,
                        "F and G have no first subresultant: their degrees in %s must be at least "
                        "1, and not both 1",
                        p->eliminated != NULL ? p->eliminated : "the variable");
    if (p->modulus != 0) {
        if (mpz_divisible_ui_p(p->f_denominator, p->modulus) ||
            mpz_divisible_ui_p(p->g_denominator, p->modulus))
            return cli_fail(why, LEAVE_USAGE, "a denominator is 0 modulo %u", p->modulus);
        return LEAVE_FINE;
    }
    find_powers(&power_f, &power_g, p, 0);
    if (!power_fits(p->f_denominator, power_f, most) ||
        !power_fits(p->g_denominator, power_g, most))
        return cli_fail(why, LEAVE_USAGE,
                        "the denominator of the result is too large: the input's denominators, of "
                        "%zu and %zu bits, have to be raised to the powers %lu and %lu, and more "
                        "than %llu bytes are refused (--max-answer)",
                        mpz_sizeinbase(p->f_denominator, 2), mpz_sizeinbase(p->g_denominator, 2),
                        power_f, power_g, (unsigned long long)most);
    return LEAVE_FINE;
}

int cli_problem_read(problem *out, const source *f, const source *g, const settings *how,
                     failure *why)
{
    const double began = cli_clock();
    int leave;

    *out = (problem){
        .modulus = how->modulus, .subresultant = how->subresultant, .ready = true};
    mpz_init_set_ui(out->f_denominator, 1);
    mpz_init_set_ui(out->g_denominator, 1);
    leave = find_variables(out, f, g, how->eliminate, why);
    if (leave == LEAVE_FINE)
        leave = read_one(&out->f, out->f_denominator, out, f, why);
    if (leave == LEAVE_FINE && g != NULL)
        leave = read_one(&out->g, out->g_denominator, out, g, why);
    if (leave == LEAVE_FINE)
        leave = check(out, how, why);
    out->seconds = cli_clock() - began;
    return leave;
}

void cli_problem_clear(problem *p)
{
    clmodp_zxy_destroy(p->f);
    clmodp_zxy_destroy(p->g);
    if (p->ready)
        mpz_clears(p->f_denominator, p->g_denominator, NULL);
    *p = (problem){0};
}

/* Divide numerator and denominator by their common content. */
static clmodp_status reduce(quotient *a)
{
    clmodp_status st = CLMODP_OK;
    const long degree = clmodp_zx_degree(a->numerator);
    mpz_t c, common;

    if (mpz_cmp_ui(a->denominator, 1) == 0)
        return CLMODP_OK;
    mpz_init(c);
    mpz_init_set(common, a->denominator);
    for (long i = 0; i <= degree && mpz_cmp_ui(common, 1) != 0; i++) {
        clmodp_zx_get_coeff(c, a->numerator, (size_t)i);
        mpz_gcd(common, common, c);
    }
    mpz_divexact(a->denominator, a->denominator, common);
    for (long i = 0; i <= degree && st == CLMODP_OK && mpz_cmp_ui(common, 1) != 0; i++) {
        clmodp_zx_get_coeff(c, a->numerator, (size_t)i);
        mpz_divexact(c, c, common);
        st = clmodp_zx_set_coeff(a->numerator, c, (size_t)i);
    }
    mpz_clear(common);
    mpz_clear(c);
    return st;
}

/* r := r / denominator modulo the prime. */
static clmodp_status divide_modulo(clmodp_zx *r, const problem *p, unsigned long less)
{
    clmodp_status st = CLMODP_OK;
    unsigned long power_f, power_g;
    mpz_t prime, factor, c;

    if (mpz_cmp_ui(p->f_denominator, 1) == 0 && mpz_cmp_ui(p->g_denominator, 1) == 0)
        return CLMODP_OK;
    find_powers(&power_f, &power_g, p, less);
    mpz_init_set_ui(prime, p->modulus);
    mpz_init(factor);
    mpz_init(c);
    mpz_powm_ui(factor, p->f_denominator, power_f, prime);
    mpz_powm_ui(c, p->g_denominator, power_g, prime);
    mpz_mul(factor, factor, c);
    (void)mpz_invert(factor, factor, prime);
    for (long i = clmodp_zx_degree(r); i >= 0 && st == CLMODP_OK; i--) {
        clmodp_zx_get_coeff(c, r, (size_t)i);
        mpz_mul(c, c, factor);
        mpz_mod(c, c, prime);
        st = clmodp_zx_set_coeff(r, c, (size_t)i);
    }
    mpz_clears(prime, factor, c, NULL);
    return st;
}

/* Divide by the powers of the input's denominators; `less` rows fewer of each have them. */
static clmodp_status divide(quotient *a, const problem *p, unsigned long less)
{
    unsigned long power_f, power_g;
    mpz_t power;

    if (p->modulus != 0)
        return divide_modulo(a->numerator, p, less);
    find_powers(&power_f, &power_g, p, less);
    mpz_init(power);
    mpz_pow_ui(a->denominator, p->f_denominator, power_f);
    mpz_pow_ui(power, p->g_denominator, power_g);
    mpz_mul(a->denominator, a->denominator, power);
    mpz_clear(power);
    return reduce(a);
}

/* The parts of s: its coefficients of y^0 and y^1. */
static clmodp_status split(answer *out, const clmodp_zxy *s)
{
    clmodp_status st = CLMODP_OK;

    for (size_t k = 0; k < clmodp_zxy_terms(s) && st == CLMODP_OK; k++) {
        size_t i, j;
        mpz_srcptr c = clmodp_zxy_term(s, k, &i, &j);

        st = clmodp_zx_set_coeff(out->part[1 + j].numerator, c, i);
    }
    return st;
}

/* Numerators, without the input's denominators. */
static clmodp_status compute(answer *out, clmodp_context *context, const problem *p,
                             const clmodp_resultant_options *options)
{
    clmodp_zxy *s = NULL;
    clmodp_problem of_library = {
        .operation = p->g == NULL      ? CLMODP_OPERATION_DISCRIMINANT
                     : p->subresultant ? CLMODP_OPERATION_SUBRESULTANT
                                       : CLMODP_OPERATION_RESULTANT,
        .modulus = p->modulus, .k = 1, .f = p->f, .g = p->g, .r = out->part[0].numerator,
        .report = &out->report};
    clmodp_status st = p->subresultant ? clmodp_zxy_create(&s) : CLMODP_OK;

    of_library.s = s;
    if (st == CLMODP_OK)
        st = clmodp_solve(context, &of_library, options);
    if (st == CLMODP_OK && p->subresultant)
        st = split(out, s);
    clmodp_zxy_destroy(s);
    return st;
}

int cli_problem_solve(answer *out, clmodp_context *context, const problem *p,
                      const clmodp_resultant_options *options, failure *why)
{
    const size_t parts = p->subresultant ? ANSWER_MOST_PARTS : 1;
    clmodp_status st = CLMODP_OK;

    *out = (answer){.report.size = sizeof out->report};
    for (; out->parts < parts && st == CLMODP_OK; out->parts++) {
        mpz_init_set_ui(out->part[out->parts].denominator, 1);
        st = clmodp_zx_create(&out->part[out->parts].numerator);
    }
    if (st != CLMODP_OK)
        return cli_fail_status(why, st, NULL);
    st = compute(out, context, p, options);
    if (st != CLMODP_OK)
        return cli_fail_status(why, st, clmodp_context_message(context));
    for (size_t k = 0; k < parts && st == CLMODP_OK; k++)
        st = divide(&out->part[k], p, k > 0 ? 1 : 0);
    return st == CLMODP_OK ? LEAVE_FINE : cli_fail_status(why, st, NULL);
}

void cli_answer_clear(answer *a)
{
    for (size_t k = 0; k < a->parts; k++) {
        clmodp_zx_destroy(a->part[k].numerator);
        mpz_clear(a->part[k].denominator);
    }
    *a = (answer){0};
}
