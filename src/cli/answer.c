/* Computes answers by single calls of the library; prepares and completes others. */
#include "cli/answer.h"

#include <stdlib.h>

#include "cli/formats/output.h"
#include "cli/progress.h"
#include "cli/several.h"

/* r := r / divisor modulo n. */
static clmodp_status divide_modulo(clmodp_zx *r, mpz_srcptr divisor, uint64_t modulus)
{
    clmodp_status st = CLMODP_OK;
    mpz_t prime, factor, c;

    if (mpz_cmp_ui(divisor, 1) == 0)
        return CLMODP_OK;
    mpz_init_set_ui(prime, modulus);
    mpz_init(factor);
    mpz_init(c);
    (void)mpz_invert(factor, divisor, prime);
    for (long i = clmodp_zx_degree(r); i >= 0 && st == CLMODP_OK; i--) {
        mpz_mul(c, clmodp_zx_coeff(r, (size_t)i), factor);
        mpz_mod(c, c, prime);
        st = clmodp_zx_set_coeff(r, c, (size_t)i);
    }
    mpz_clears(prime, factor, c, NULL);
    return st;
}

static clmodp_status divide_quotient(quotient *a, mpz_srcptr divisor, uint64_t modulus)
{
    if (modulus != 0)
        return divide_modulo(a->numerator, divisor, modulus);
    mpz_set(a->denominator, divisor);
    return clmodp_zx_lowest_terms(a->numerator, a->denominator);
}

static clmodp_status divide_unpacked(quotient *a, mpz_srcptr divisor, uint64_t modulus)
{
    if (modulus != 0)
        return clmodp_mpoly_divide_mod(a->unpacked, divisor, modulus);
    mpz_set(a->denominator, divisor);
    return clmodp_mpoly_lowest_terms(a->unpacked, a->denominator);
}

/* Extracts the parts of S_k, from the first of them on. */
static clmodp_status split_subresultant(quotient *part, const clmodp_zxy *s)
{
    clmodp_status st = CLMODP_OK;

    for (size_t n = 0; n < clmodp_zxy_terms(s) && st == CLMODP_OK; n++) {
        size_t i, j;
        mpz_srcptr c = clmodp_zxy_term(s, n, &i, &j);

        st = clmodp_zx_set_coeff(part[j].numerator, c, i);
    }
    return st;
}

static void clear_unpacked(quotient *a)
{
    clmodp_mpoly_destroy(a->unpacked);
    a->unpacked = NULL;
}

/* Adds a part for the coefficient of y^j in S_k. */
static clmodp_status add_part(answer *out, unsigned k, unsigned j)
{
    quotient *part = &out->part[out->parts++];

    *part = (quotient){.k = k, .j = j};
    mpz_init_set_ui(part->denominator, 1);
    return clmodp_zx_create(&part->numerator);
}

/* Makes room for the results of a chain. */
static clmodp_status begin_chain(answer *out, size_t count, bool principal)
{
    clmodp_status st = CLMODP_OK;

    out->count = count;
    if (principal)
        out->principal = calloc(count, sizeof *out->principal);
    else
        out->chain = calloc(count, sizeof *out->chain);
    if (out->principal == NULL && out->chain == NULL)
        return CLMODP_HOST_MEMORY;
    for (size_t k = 0; k < count && st == CLMODP_OK; k++) {
        if (principal)
            out->principal[k] = out->part[k].numerator;
        else
            st = clmodp_zxy_create(&out->chain[k]);
    }
    return st;
}

/* Adds all parts of a problem to an empty answer. */
static clmodp_status add_parts(answer *out, const problem *p, size_t count)
{
    clmodp_status st = CLMODP_OK;

    out->part = calloc(cli_problem_parts(p, count), sizeof *out->part);
    if (out->part == NULL)
        return CLMODP_HOST_MEMORY;
    if (!p->chain)
        st = add_part(out, 0, 0);
    for (unsigned j = 0; p->subresultant != 0 && j <= p->subresultant && st == CLMODP_OK; j++)
        st = add_part(out, p->subresultant, j);
    for (unsigned k = 0; p->chain && k < count; k++)
        for (unsigned j = p->principal ? k : 0; j <= k && st == CLMODP_OK; j++)
            st = add_part(out, k, j);
    if (st == CLMODP_OK && p->chain)
        st = begin_chain(out, count, p->principal);
    return st;
}

clmodp_status cli_answer_begin(answer *out, clmodp_problem *asked, const problem *p)
{
    const bool one = p->subresultant == 0 && !p->chain;
    clmodp_status st = CLMODP_OK;

    *asked = cli_problem_asked(p);
    if (out->parts != 1 || !one || out->chain != NULL || out->principal != NULL)
        cli_answer_clear(out);
    if (out->parts == 1) {
        mpz_set_ui(out->part[0].denominator, 1);
        clear_unpacked(&out->part[0]);
    } else {
        st = add_parts(out, p, asked->count);
    }
    if (st == CLMODP_OK && p->subresultant != 0)
        st = clmodp_zxy_create(&out->s);
    if (st == CLMODP_OK)
        asked->r = out->part[0].numerator;
    asked->s = out->s;
    asked->chain = out->chain;
    asked->principal = out->principal;
    if (p->reported) {
        out->report = (clmodp_resultant_report){.size = sizeof out->report};
        asked->report = &out->report;
    }
    return st;
}

/* Splits all subresultants, and releases the second copies of their coefficients. */
static clmodp_status split_all(answer *out)
{
    clmodp_status st = CLMODP_OK;

    if (out->s != NULL)
        st = split_subresultant(&out->part[1], out->s);
    clmodp_zxy_destroy(out->s);
    out->s = NULL;
    for (size_t k = 0; k < out->count && out->chain != NULL; k++) {
        if (st == CLMODP_OK)
            st = split_subresultant(&out->part[k * (k + 1) / 2], out->chain[k]);
        clmodp_zxy_destroy(out->chain[k]);
        out->chain[k] = NULL;
    }
    return st;
}

/* Sets the divisor of a part; its size was checked for the resultant. */
static clmodp_status find_divisor(mpz_t divisor, const quotient *part, const problem *p)
{
    const uint64_t any = UINT64_MAX;
    clmodp_problem asked = cli_problem_asked(p);

    asked.operation = CLMODP_OPERATION_SUBRESULTANT;
    asked.k = part->k;
    return clmodp_problem_denominator(divisor, &asked, p->f_denominator, p->g_denominator, any);
}

clmodp_status cli_answer_finish(answer *out, const problem *p)
{
    clmodp_status st = split_all(out);
    mpz_t divisor;

    mpz_init(divisor);
    for (size_t n = 0; n < out->parts && st == CLMODP_OK; n++) {
        quotient *part = &out->part[n];

        mpz_set(divisor, part->k > 0 ? p->subresultant_divisor : p->divisor);
        if (p->chain && part->k > 0)
            st = find_divisor(divisor, part, p);
        if (st == CLMODP_OK)
            st = part->unpacked != NULL ? divide_unpacked(part, divisor, p->modulus)
                                        : divide_quotient(part, divisor, p->modulus);
        if (st == CLMODP_OK && p->packing != NULL)
            st = cli_several_unpack(part, p);
    }
    mpz_clear(divisor);
    return st;
}

int cli_answer_compute(answer *out, const problem *p, cli_compute *compute, void *user,
                       failure *why)
{
    clmodp_problem asked;
    clmodp_status st = cli_answer_begin(out, &asked, p);

    if (st == CLMODP_OK) {
        CHECK(compute(user, &asked, why));
        st = cli_answer_finish(out, p);
        if (st == CLMODP_LIMIT && p->packing != NULL)
            return cli_check_status(why, st, "an exponent of the result reaches 2^31");
    }
    return cli_check_status(why, st, NULL);
}

clmodp_status cli_answer_begin_polynomials(answer *out, size_t count, size_t variables)
{
    clmodp_status st = CLMODP_OK;

    out->part = calloc(count, sizeof *out->part);
    if (out->part == NULL)
        return CLMODP_HOST_MEMORY;
    out->report.size = sizeof out->report;
    for (; out->parts < count && st == CLMODP_OK; out->parts++) {
        mpz_init_set_ui(out->part[out->parts].denominator, 1);
        st = clmodp_mpoly_create(&out->part[out->parts].unpacked, variables);
    }
    return st;
}

void cli_answer_clear(answer *a)
{
    for (size_t k = 0; k < a->parts; k++) {
        clmodp_zx_destroy(a->part[k].numerator);
        clear_unpacked(&a->part[k]);
        mpz_clear(a->part[k].denominator);
    }
    for (size_t k = 0; k < a->count && a->chain != NULL; k++)
        clmodp_zxy_destroy(a->chain[k]);
    free(a->chain);
    free(a->principal);
    free(a->part);
    clmodp_zxy_destroy(a->s);
    *a = (answer){0};
}

/* ---- greatest common divisors ---- */

/* f := f c / d, c a multiple of d. */
static clmodp_status scale(clmodp_mpoly *f, mpz_srcptr c, mpz_srcptr d)
{
    static const size_t none[CLMODP_MOST_VARIABLES];
    clmodp_mpoly *factor = NULL;
    clmodp_status st = CLMODP_OK;
    mpz_t n;

    if (mpz_cmp(c, d) == 0)
        return CLMODP_OK;
    mpz_init(n);
    mpz_divexact(n, c, d);
    st = clmodp_mpoly_create(&factor, clmodp_mpoly_variables(f));
    if (st == CLMODP_OK)
        st = clmodp_mpoly_set_terms(factor, n, none, 1);
    if (st == CLMODP_OK)
        st = clmodp_mpoly_mul(f, f, factor);
    clmodp_mpoly_destroy(factor);
    mpz_clear(n);
    return st;
}

/* Computes a gcd over Q from one over Z, for a common denominator. */
static clmodp_status find_gcd(answer *out, clmodp_context *context, const problem *p,
                              mpz_srcptr common)
{
    quotient *part = out->part;
    clmodp_status st = scale(p->whole[0], common, p->f_denominator);

    if (st == CLMODP_OK)
        st = scale(p->whole[1], common, p->g_denominator);
    if (st == CLMODP_OK)
        st = clmodp_mpoly_gcd(context, part[0].unpacked, p->cofactors ? part[1].unpacked : NULL,
                              p->cofactors ? part[2].unpacked : NULL, p->whole[0], p->whole[1]);
    mpz_set(part[0].denominator, common);
    return st == CLMODP_OK ? clmodp_mpoly_lowest_terms(part[0].unpacked, part[0].denominator) : st;
}

static int compute_gcd(answer *out, const session *device, const problem *p, failure *why)
{
    clmodp_status st = cli_answer_begin_polynomials(out, p->cofactors ? 3 : 1, p->variables);
    mpz_t common;

    mpz_init(common);
    mpz_lcm(common, p->f_denominator, p->g_denominator);
    if (st == CLMODP_OK)
        st = find_gcd(out, device->context, p, common);
    mpz_clear(common);
    return cli_session_check(device, st, why);
}

/* ---- calls of the library ---- */

typedef struct call {
    const session *device;
    clmodp_resultant_options options;
    const problem *problem;
    answer *answer; /* with its parts, when the library is called */
} call;

/* Calls the library; unpacks a resultant or discriminant in several variables at once. */
static int call_library(void *user, clmodp_problem *asked, failure *why)
{
    const call *c = user;
    clmodp_context *context = c->device->context;
    clmodp_mpoly **unpacked = &c->answer->part->unpacked;
    clmodp_status st;

    if (c->problem->packing == NULL || (asked->operation != CLMODP_OPERATION_RESULTANT &&
                                        asked->operation != CLMODP_OPERATION_DISCRIMINANT)) {
        st = clmodp_compute(context, asked, &c->options);
    } else {
        st = clmodp_mpoly_create(unpacked, c->problem->variables);
        CHECK(cli_check_status(why, st, NULL)); /* the context's message is of an earlier call */
        st = clmodp_packing_compute(context, *unpacked, c->problem->packing, asked, &c->options);
    }
    return cli_session_check(c->device, st, why);
}

int cli_compute_and_print(const printer *to, session *device, const problem *p,
                          const settings *how, size_t line, failure *why)
{
    answer a = {0};
    watched w;
    call c;
    int code;

    CHECK(cli_session_open_tested(device, how, why));
    c = (call){.device = device, .problem = p, .answer = &a};
    cli_settings_options(&c.options, how);
    cli_progress_begin(&w, device->context, line);
    code = p->gcd ? compute_gcd(&a, device, p, why)
                  : cli_answer_compute(&a, p, call_library, &c, why);
    cli_progress_end(&w);
    if (code == EXIT_OK)
        code = cli_print_result(to, &a, p, device, how, line, why);
    cli_answer_clear(&a);
    return code;
}

