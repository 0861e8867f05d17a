/* Greatest common divisors with cofactors: the public call. */
#include <clmodp/gcd.h>

#include <stdbool.h>

#include "gcd/several.h"
#include "opencl/context.h"
#include "opencl/queue.h"
#include "polynomials/mpoly_divide.h"

/* Words of the coefficients of both operands, and total degree, above either of which the progress
 * callback is polled. */
#define SHORT_WORDS 200
#define SHORT_DEGREE 1000

/* Operands of a gcd, and its results: h and the cofactors of f and g. */
typedef struct request {
    clm_gcd_call call;
    const clmodp_mpoly *f, *g;
    clmodp_mpoly *out[3];
    bool cofactors[2];
} request;

static clmodp_status compute(void *argument)
{
    const request *q = argument;
    clmodp_status st = CLMODP_OK;
    bool divides;

    TRY(clm_gcd_several(&q->call, q->out[0], q->f, q->g));
    for (int k = 0; k < 2 && q->out[0]->length > 0; k++)
        if (q->cofactors[k])
            TRY(clm_mpoly_divide(q->out[1 + k], &divides, k == 0 ? q->f : q->g, q->out[0],
                                 q->call.watch));
done:
    return st;
}

static bool is_short(const clmodp_mpoly *f, const clmodp_mpoly *g)
{
    size_t words = 0;

    for (size_t k = 0; k < f->length; k++)
        words += mpz_size(clm_mpoly_coefficient(f, k));
    for (size_t k = 0; k < g->length; k++)
        words += mpz_size(clm_mpoly_coefficient(g, k));
    return words <= SHORT_WORDS && clmodp_mpoly_total_degree(f) <= SHORT_DEGREE &&
           clmodp_mpoly_total_degree(g) <= SHORT_DEGREE;
}

/* Computes a long gcd on another thread while this one polls the callback, if there is one; else
 * on this thread. */
static clmodp_status compute_watched(clmodp_context *context, request *q)
{
    clm_poller watch = CLM_PROGRESS_POLLER(context, 0.0);

    if (context->call->progress == NULL || is_short(q->f, q->g))
        return compute(q);
    q->call.watch = &watch;
    return clm_run_watched(compute, q, &watch);
}

clmodp_status clmodp_mpoly_gcd(clmodp_context *context, clmodp_mpoly *h, clmodp_mpoly *f_cofactor,
                               clmodp_mpoly *g_cofactor, const clmodp_mpoly *f,
                               const clmodp_mpoly *g)
{
    clmodp_status st = CLMODP_OK;
    clmodp_mpoly *const to[3] = {h, f_cofactor, g_cofactor};
    request q = {.f = f, .g = g, .cofactors = {f_cofactor != NULL, g_cofactor != NULL}};
    clm_call call;

    START(context, &context->error);
    q.call = (clm_gcd_call){.error = &context->error, .threads = context->threads};
    REQUIRE(&context->error, h != NULL && f != NULL && g != NULL);
    REQUIRE(&context->error, clmodp_mpoly_variables(f) == clmodp_mpoly_variables(g));
    REQUIRE(&context->error, h != f_cofactor && h != g_cofactor);
    REQUIRE(&context->error, f_cofactor == NULL || f_cofactor != g_cofactor);
    for (int k = 0; k < 3; k++)
        if (clmodp_mpoly_create(&q.out[k], f->variables) != CLMODP_OK)
            FAIL(&context->error, CLMODP_HOST_MEMORY, "no memory for a polynomial");
    clm_call_begin(&call, context, 0, true);
    TRY(clm_call_end(context, &call, compute_watched(context, &q)));
    for (int k = 0; k < 3; k++)
        if (to[k] != NULL)
            clmodp_mpoly_swap(to[k], q.out[k]);
done:
    for (int k = 0; k < 3; k++)
        clmodp_mpoly_destroy(q.out[k]);
    if (st == CLMODP_HOST_MEMORY && context->error.message[0] == '\0')
        (void)clm_fail(&context->error, st, "no memory for a greatest common divisor");
    if (st == CLMODP_LIMIT && context->error.message[0] == '\0')
        (void)clm_fail(&context->error, st, "a greatest common divisor is too large");
    return clm_error_complete(&context->error, st);
}
