/* Eliminates a variable from polynomials in several variables, by a packed problem in two. */
#include <clmodp/elimination.h>

#include "core/memory.h"
#include "opencl/context.h"
#include "polynomials/modulo.h"
#include "polynomials/mpoly.h"
#include "polynomials/zxy.h"
#include "resultant/packing.h"
#include "resultant/resultant.h"

/* A problem in several variables, and places for its results. */
typedef struct question {
    clmodp_operation operation;
    unsigned k;
    const clmodp_mpoly *f, *g;
    size_t variable;
    uint64_t modulus;
    clmodp_mpoly *r, *s; /* or NULL */
    clmodp_resultant_report *report;
} question;

/* The packed problem with its results. */
typedef struct packed {
    clmodp_packing *packing;
    clmodp_zxy *f, *g, *s, *terms;
    clmodp_zx *r, *row;
} packed;

static clmodp_status create_packed(clm_error *error, packed *p)
{
    clmodp_status st = CLMODP_OK;

    if (clmodp_zxy_create(&p->f) != CLMODP_OK || clmodp_zxy_create(&p->g) != CLMODP_OK ||
        clmodp_zxy_create(&p->s) != CLMODP_OK || clmodp_zxy_create(&p->terms) != CLMODP_OK ||
        clmodp_zx_create(&p->r) != CLMODP_OK || clmodp_zx_create(&p->row) != CLMODP_OK)
        FAIL(error, CLMODP_HOST_MEMORY, "no memory for a polynomial");
done:
    return st;
}

static void destroy_packed(packed *p)
{
    clmodp_packing_destroy(p->packing);
    clmodp_zxy_destroy(p->f);
    clmodp_zxy_destroy(p->g);
    clmodp_zxy_destroy(p->s);
    clmodp_zxy_destroy(p->terms);
    clmodp_zx_destroy(p->r);
    clmodp_zx_destroy(p->row);
}

/* Sets out to a part of the packed results. */
static clmodp_status unpack(clm_error *error, clmodp_mpoly *out, const packed *p, unsigned part,
                            const clmodp_zx *from)
{
    const clmodp_status st = clmodp_zxy_terms(p->terms) > 0
                                 ? clm_packing_unpack_terms(out, p->packing, part, p->terms)
                                 : clmodp_packing_unpack(out, p->packing, part, from);

    if (st == CLMODP_LIMIT)
        return clm_fail(error, st, "an exponent of the result reaches 2^31");
    if (st == CLMODP_CORRUPT)
        return clm_fail(error, st, "the packed result has an impossible exponent");
    return st == CLMODP_OK ? st : clm_fail(error, st, "no memory for the result's terms");
}

/* Sets out to s_11 y + s_10. */
static clmodp_status unpack_subresultant(clm_error *error, clmodp_mpoly *out, packed *p, size_t y)
{
    clmodp_status st = CLMODP_OK;
    clmodp_mpoly *part = NULL;

    TRY(clmodp_mpoly_create(&part, out->variables));
    TRY(clm_zxy_row(error, p->row, p->s, 1));
    TRY(unpack(error, part, p, 2, p->row));
    for (size_t k = 0; k < part->length; k++)
        part->term[k].e[y] = 1;
    TRY(clm_zxy_row(error, p->row, p->s, 0));
    TRY(unpack(error, out, p, 1, p->row));
    TRY(clmodp_mpoly_add(out, out, part));
done:
    clmodp_mpoly_destroy(part);
    return st;
}

/* Sets r and s to the unpacked results. */
static clmodp_status unpack_results(clm_error *error, clmodp_mpoly *r, clmodp_mpoly *s, packed *p,
                                    const question *q)
{
    clmodp_status st = CLMODP_OK;

    if (q->r != NULL)
        TRY(unpack(error, r, p, 0, p->r));
    if (q->s != NULL)
        TRY(unpack_subresultant(error, s, p, q->variable));
done:
    return st;
}

static clmodp_status solve(clmodp_context *context, const question *q,
                           const clmodp_resultant_options *options)
{
    clmodp_status st = CLMODP_OK;
    clmodp_mpoly *r = NULL, *s = NULL;
    packed p = {0};
    clmodp_problem problem;

    if (context == NULL)
        return CLMODP_INVALID;
    clm_error_clear(&context->error);
    REQUIRE(&context->error, q->r != NULL || q->s != NULL);
    TRY(create_packed(&context->error, &p));
    TRY(clm_packing_make(&context->error, &p.packing, p.f, p.g, q->operation, q->f, q->g,
                         q->variable));
    if (clmodp_mpoly_create(&r, q->f->variables) != CLMODP_OK ||
        clmodp_mpoly_create(&s, q->f->variables) != CLMODP_OK)
        FAIL(&context->error, CLMODP_HOST_MEMORY, "no memory for a polynomial");
    clmodp_problem_init(&problem);
    problem.operation = q->operation;
    problem.k = q->k;
    problem.modulus = q->modulus;
    problem.f = p.f;
    problem.g = p.g;
    problem.r = q->r != NULL ? p.r : NULL;
    problem.s = p.s;
    problem.report = q->report;
    TRY(clm_compute_terms(context, p.terms, &problem, options));
    TRY(unpack_results(&context->error, r, s, &p, q));
    if (q->r != NULL)
        clmodp_mpoly_swap(q->r, r);
    if (q->s != NULL)
        clmodp_mpoly_swap(q->s, s);
done:
    clmodp_mpoly_destroy(s);
    clmodp_mpoly_destroy(r);
    destroy_packed(&p);
    return clm_error_complete(&context->error, st);
}

clmodp_status clmodp_mpoly_resultant(clmodp_context *context, clmodp_mpoly *r,
                                     clmodp_resultant_report *report, const clmodp_mpoly *f,
                                     const clmodp_mpoly *g, size_t variable, uint64_t modulus,
                                     const clmodp_resultant_options *options)
{
    return solve(context, &(question){CLMODP_OPERATION_RESULTANT, 0, f, g, variable, modulus, r,
                                      NULL, report}, options);
}

clmodp_status clmodp_mpoly_subresultant(clmodp_context *context, clmodp_mpoly *s, clmodp_mpoly *r,
                                        clmodp_resultant_report *report, unsigned k,
                                        const clmodp_mpoly *f, const clmodp_mpoly *g,
                                        size_t variable, uint64_t modulus,
                                        const clmodp_resultant_options *options)
{
    return solve(context, &(question){CLMODP_OPERATION_SUBRESULTANT, k, f, g, variable, modulus, r,
                                      s, report}, options);
}

clmodp_status clmodp_mpoly_discriminant(clmodp_context *context, clmodp_mpoly *d,
                                        clmodp_resultant_report *report, const clmodp_mpoly *f,
                                        size_t variable, uint64_t modulus,
                                        const clmodp_resultant_options *options)
{
    return solve(context, &(question){CLMODP_OPERATION_DISCRIMINANT, 0, f, NULL, variable, modulus,
                                      d, NULL, report}, options);
}
