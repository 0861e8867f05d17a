/* Eliminates a variable from polynomials in several variables, by a packed problem in two. */
#include <clmodp/elimination.h>

#include "core/memory.h"
#include "opencl/context.h"
#include "polynomials/modulo.h"
#include "polynomials/mpoly.h"
#include "polynomials/zxy.h"
#include "resultant/packing.h"
#include "resultant/resultant.h"
#include "resultant/task.h"

/* A problem in several variables, and places for its results. */
typedef struct question {
    clmodp_operation operation;
    unsigned k;
    const clmodp_mpoly *f, *g;
    size_t variable;
    uint64_t modulus;
    clmodp_mpoly *r, *s;        /* or NULL */
    clmodp_mpoly *const *chain; /* or NULL: S_0 ... S_k, or their principal coefficients */
    bool principal;
    clmodp_resultant_report *report;
} question;

/* The packed problem with its results. */
typedef struct packed {
    clmodp_packing *packing;
    clmodp_zxy *f, *g, *terms;
    clmodp_zx *row;
    clm_results results;
} packed;

static clmodp_status create_packed(clm_error *error, packed *p, const question *q)
{
    const size_t count = q->chain != NULL ? (size_t)q->k + 1 : 0;

    if (clmodp_zxy_create(&p->f) != CLMODP_OK || clmodp_zxy_create(&p->g) != CLMODP_OK ||
        clmodp_zxy_create(&p->terms) != CLMODP_OK || clmodp_zx_create(&p->row) != CLMODP_OK)
        return clm_fail(error, CLMODP_HOST_MEMORY, "no memory for a polynomial");
    return clm_results_create(error, &p->results, count, q->principal);
}

static void destroy_packed(packed *p)
{
    clm_results_destroy(&p->results);
    clmodp_packing_destroy(p->packing);
    clmodp_zxy_destroy(p->f);
    clmodp_zxy_destroy(p->g);
    clmodp_zxy_destroy(p->terms);
    clmodp_zx_destroy(p->row);
}

/* Sets out to the coefficient of y^j in S_k, or to the only result for k = 0: from its terms if
 * there are any. */
static clmodp_status unpack(clm_error *error, clmodp_mpoly *out, const clmodp_packing *packing,
                            unsigned k, unsigned j, clmodp_zxy *terms, const clmodp_zx *from)
{
    return clm_packing_explain(error, clmodp_zxy_terms(terms) > 0
                                          ? clm_packing_unpack_terms(out, packing, k, j, terms)
                                          : clmodp_packing_unpack(out, packing, k, j, from));
}

/* Sets out to S_k = s_kk y^k + ... + s_k0 from s. Pre: out is 0 */
static clmodp_status unpack_subresultant(clm_error *error, clmodp_mpoly *out, const packed *p,
                                         const clmodp_zxy *s, unsigned k, size_t y)
{
    clmodp_status st = CLMODP_OK;
    clmodp_mpoly *part = NULL;

    TRY(clmodp_mpoly_create(&part, out->variables));
    for (unsigned j = 0; j <= k; j++) {
        TRY(clm_zxy_row(error, p->row, s, j));
        TRY(unpack(error, part, p->packing, k, j, p->terms, p->row));
        for (size_t n = 0; n < part->length; n++)
            clm_mpoly_exponents(part, n)[y] = j;
        TRY(clmodp_mpoly_add(out, out, part));
    }
done:
    clmodp_mpoly_destroy(part);
    return st;
}

/* Sets the results to the unpacked ones: r, s, or S_0 ... S_k. */
static clmodp_status unpack_results(clm_error *error, clmodp_mpoly *const *results,
                                    const packed *p, const question *q)
{
    clmodp_status st = CLMODP_OK;

    for (unsigned k = 0; k < p->results.count; k++) {
        if (q->principal)
            TRY(unpack(error, results[k], p->packing, k, k, p->terms, p->results.principal[k]));
        else
            TRY(unpack_subresultant(error, results[k], p, p->results.chain[k], k, q->variable));
    }
    if (q->r != NULL)
        TRY(unpack(error, results[0], p->packing, 0, 0, p->terms, p->results.r));
    if (q->s != NULL)
        TRY(unpack_subresultant(error, results[1], p, p->results.s, q->k, q->variable));
done:
    return st;
}

static clmodp_status solve(clmodp_context *context, const question *q,
                           const clmodp_resultant_options *options)
{
    clmodp_status st = CLMODP_OK;
    clmodp_mpoly *const pair[2] = {q->r, q->s};
    clmodp_mpoly *const *to = q->chain != NULL ? q->chain : pair;
    const size_t count = q->chain != NULL ? (size_t)q->k + 1 : 2;
    clmodp_mpoly **results = NULL;
    packed p = {0};
    clmodp_problem problem;

    START(context, &context->error);
    REQUIRE(&context->error, q->r != NULL || q->s != NULL || q->chain != NULL);
    for (size_t k = 0; k < count; k++)
        REQUIRE(&context->error, to[k] != NULL || q->chain == NULL);
    TRY(create_packed(&context->error, &p, q));
    TRY(clm_packing_make(&context->error, &p.packing, p.f, p.g, q->operation, q->k, q->f, q->g,
                         q->variable));
    NEW(&context->error, results, count);
    for (size_t k = 0; k < count; k++)
        if (clmodp_mpoly_create(&results[k], q->f->variables) != CLMODP_OK)
            FAIL(&context->error, CLMODP_HOST_MEMORY, "no memory for a polynomial");
    problem = (clmodp_problem){.size = sizeof problem, .operation = q->operation, .k = q->k,
                               .modulus = q->modulus, .f = p.f, .g = p.g,
                               .r = q->r != NULL ? p.results.r : NULL, .s = p.results.s,
                               .count = p.results.count, .chain = p.results.chain,
                               .principal = p.results.principal, .report = q->report};
    TRY(clm_compute_terms(context, p.terms, &problem, options));
    TRY(unpack_results(&context->error, results, &p, q));
    for (size_t k = 0; k < count; k++)
        if (to[k] != NULL)
            clmodp_mpoly_swap(to[k], results[k]);
done:
    for (size_t k = 0; results != NULL && k < count; k++)
        clmodp_mpoly_destroy(results[k]);
    free(results);
    destroy_packed(&p);
    return clm_error_complete(&context->error, st);
}

clmodp_status clmodp_mpoly_resultant(clmodp_context *context, clmodp_mpoly *r,
                                     clmodp_resultant_report *report, const clmodp_mpoly *f,
                                     const clmodp_mpoly *g, size_t variable, uint64_t modulus,
                                     const clmodp_resultant_options *options)
{
    return solve(context,
                 &(question){.operation = CLMODP_OPERATION_RESULTANT, .f = f, .g = g,
                             .variable = variable, .modulus = modulus, .r = r, .report = report},
                 options);
}

clmodp_status clmodp_mpoly_subresultant(clmodp_context *context, clmodp_mpoly *s, clmodp_mpoly *r,
                                        clmodp_resultant_report *report, unsigned k,
                                        const clmodp_mpoly *f, const clmodp_mpoly *g,
                                        size_t variable, uint64_t modulus,
                                        const clmodp_resultant_options *options)
{
    return solve(context,
                 &(question){.operation = CLMODP_OPERATION_SUBRESULTANT, .k = k, .f = f, .g = g,
                             .variable = variable, .modulus = modulus, .r = r, .s = s,
                             .report = report},
                 options);
}

/* Computes S_0 ... S_(count-1), or their principal coefficients. */
static clmodp_status solve_chain(clmodp_context *context, clmodp_mpoly *const *chain, size_t count,
                                 bool principal, clmodp_resultant_report *report,
                                 const clmodp_mpoly *f, const clmodp_mpoly *g, size_t variable,
                                 uint64_t modulus, const clmodp_resultant_options *options)
{
    if (context == NULL)
        return CLMODP_INVALID;
    if (count == 0 || chain == NULL)
        return clm_fail(&context->error, CLMODP_INVALID, "no results are asked for");
    if (count > CLM_MOST_OUTPUTS || (!principal && count * (count + 1) / 2 > CLM_MOST_OUTPUTS))
        return clm_fail(&context->error, CLMODP_LIMIT, "%zu subresultants are too many", count);
    return solve(context,
                 &(question){.operation = CLMODP_OPERATION_SUBRESULTANTS,
                             .k = (unsigned)(count - 1), .f = f, .g = g, .variable = variable,
                             .modulus = modulus, .chain = chain, .principal = principal,
                             .report = report},
                 options);
}

clmodp_status clmodp_mpoly_subresultants(clmodp_context *context, clmodp_mpoly *const *s,
                                         size_t count, clmodp_resultant_report *report,
                                         const clmodp_mpoly *f, const clmodp_mpoly *g,
                                         size_t variable, uint64_t modulus,
                                         const clmodp_resultant_options *options)
{
    return solve_chain(context, s, count, false, report, f, g, variable, modulus, options);
}

clmodp_status clmodp_mpoly_principal_subresultants(clmodp_context *context, clmodp_mpoly *const *c,
                                                   size_t count, clmodp_resultant_report *report,
                                                   const clmodp_mpoly *f, const clmodp_mpoly *g,
                                                   size_t variable, uint64_t modulus,
                                                   const clmodp_resultant_options *options)
{
    return solve_chain(context, c, count, true, report, f, g, variable, modulus, options);
}

clmodp_status clmodp_mpoly_discriminant(clmodp_context *context, clmodp_mpoly *d,
                                        clmodp_resultant_report *report, const clmodp_mpoly *f,
                                        size_t variable, uint64_t modulus,
                                        const clmodp_resultant_options *options)
{
    return solve(context,
                 &(question){.operation = CLMODP_OPERATION_DISCRIMINANT, .f = f,
                             .variable = variable, .modulus = modulus, .r = d, .report = report},
                 options);
}

clmodp_status clmodp_packing_compute(clmodp_context *context, clmodp_mpoly *r,
                                     const clmodp_packing *packing, const clmodp_problem *problem,
                                     const clmodp_resultant_options *options)
{
    clmodp_status st = CLMODP_OK;
    clmodp_zxy *terms = NULL;
    clmodp_zx *row = NULL;
    clmodp_problem asked;

    START(context, &context->error);
    REQUIRE(&context->error, r != NULL && packing != NULL);
    TRY(clm_problem_read(&context->error, &asked, problem));
    if (!clm_problem_is_resultant(&asked))
        FAIL(&context->error, CLMODP_INVALID, "only one resultant or discriminant is computed");
    TRY(clmodp_zxy_create(&terms));
    TRY(clmodp_zx_create(&row));
    asked.r = row;
    TRY(clm_compute_terms(context, terms, &asked, options));
    st = unpack(&context->error, r, packing, 0, 0, terms, row);
done:
    clmodp_zx_destroy(row);
    clmodp_zxy_destroy(terms);
    return clm_error_complete(&context->error, st);
}
