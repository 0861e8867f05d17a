/* Determinants and minors: a matrix is packed into one variable, its determinant computed by the
 * steps of resultants, and the result unpacked. */
#include <stdlib.h>
#include <string.h>

#include "core/memory.h"
#include "matrix/bareiss.h"
#include "matrix/expansion.h"
#include "matrix/integers.h"
#include "matrix/linear.h"
#include "matrix/packing.h"
#include "matrix/sparse.h"
#include "opencl/context.h"
#include "opencl/queue.h"
#include "polynomials/mpoly.h"
#include "polynomials/zx.h"
#include "polynomials/zxy.h"
#include "resultant/resultant.h"
#include "resultant/task.h"

/* A determinant to compute, and its results. */
typedef struct request {
    clm_view view;
    uint64_t modulus;
    const clmodp_resultant_options *options;
    clmodp_mpoly *r;
    mpz_ptr denominator; /* or NULL: 1 */
    clmodp_resultant_report *report;
} request;

static clmodp_status check(clm_error *error, const request *q)
{
    clmodp_status st = CLMODP_OK;
    const clmodp_problem any = {.operation = CLMODP_OPERATION_DETERMINANT, .k = 1};

    if (q->modulus == 1)
        FAIL(error, CLMODP_INVALID, "the modulus is 1, and must be at least 2");
    TRY(clm_problem_check_engine(error, &any, q->options));
done:
    return st;
}

/* Elimination of a matrix of integers, which clm_bareiss_pays for. */
typedef struct elimination {
    clmodp_mpoly *r;
    const clm_view *view;
    const clm_poller *watch;
    bool done;
} elimination;

static clmodp_status eliminate(void *argument)
{
    elimination *e = argument;

    e->done = clm_matrix_bareiss(e->r, e->view, e->watch);
    return clm_poller_check(e->watch);
}

/* Eliminates on another thread while this one polls the callback. */
static clmodp_status eliminate_watched(clmodp_context *ctx, bool *done, clmodp_mpoly *r,
                                       const clm_view *view)
{
    clm_poller watch = CLM_PROGRESS_POLLER(ctx, 0.0);
    elimination e = {r, view, &watch, false};
    const clmodp_status st = clm_run_watched(eliminate, &e, &watch);

    *done = e.done;
    return st;
}

/* Sets r / d to the determinant, and the report. Pre: r is 0, d is 1 */
static clmodp_status compute(clmodp_context *ctx, clmodp_mpoly *r, mpz_t d, const request *q,
                             clmodp_resultant_report *report)
{
    clmodp_status st = CLMODP_OK, packs;
    clm_matrix_packing packing = {.shift = NULL};
    clmodp_zxy *packed = NULL;
    clmodp_zx *result = NULL;
    const size_t none[CLMODP_MOST_VARIABLES] = {0};
    const clm_poller watch = CLM_PROGRESS_POLLER(ctx, 0.0);
    bool expanded = false;

    if (q->view.n == 0)
        return clmodp_mpoly_set_terms(r, d, none, 1);
    if (q->modulus == 0 && clm_task_is_open(ctx, q->options) &&
        clm_bareiss_pays(&q->view, q->options->max_result))
        TRY(eliminate_watched(ctx, &expanded, r, &q->view));
    if (expanded)
        goto done;
    TRY(clmodp_zxy_create(&packed));
    TRY(clmodp_zx_create(&result));
    packs = clm_matrix_pack(&ctx->error, &packing, packed, d, &q->view, q->modulus, &watch);
    if ((packs == CLMODP_OK || packs == CLMODP_LIMIT) && !packing.zero &&
        clm_task_is_open(ctx, q->options))
        TRY(clm_sparse_determinant(ctx, &expanded, r, d, &q->view, &packing, q->modulus,
                                   q->options->max_result));
    if (expanded) {
        clm_error_clear(&ctx->error);
        goto done;
    }
    TRY(packs);
    if (q->modulus != 0 && !packing.zero && clm_task_is_open(ctx, q->options))
        TRY(clm_linear_determinant(ctx, &expanded, result, packed, q->view.n, q->modulus));
    else if (q->modulus == 0 && !packing.zero && clm_task_is_open(ctx, q->options))
        TRY(clm_integer_determinant(ctx, &expanded, result, packed, q->view.n,
                                    q->options->max_result));
    if (!expanded)
        TRY(clm_compute(ctx, NULL,
                    &(clmodp_problem){.operation = CLMODP_OPERATION_DETERMINANT,
                                      .k = (uint32_t)q->view.n, .modulus = q->modulus,
                                      .f = packed, .r = result, .report = report},
                    q->options, NULL));
    TRY(clm_packing_explain(&ctx->error, clmodp_packing_unpack(r, &packing.way, 0, 0, result)));
done:
    free(packing.shift);
    clmodp_zx_destroy(result);
    clmodp_zxy_destroy(packed);
    return st;
}

/* Computes a request's results in a call that has begun. */
static clmodp_status compute_in_call(clmodp_context *ctx, const request *q)
{
    clmodp_status st = CLMODP_OK;
    clmodp_mpoly *r = NULL;
    const double began = clm_clock_seconds();
    clmodp_resultant_report report;
    mpz_t d;

    mpz_init_set_ui(d, 1);
    clmodp_resultant_report_init(&report);
    report.height_bound_name = report.crt_name = "";
    if (clmodp_mpoly_create(&r, q->view.a->variables) != CLMODP_OK)
        FAIL(&ctx->error, CLMODP_HOST_MEMORY, "no memory for a polynomial");
    TRY(compute(ctx, r, d, q, q->report != NULL ? &report : NULL));
    TRY(clmodp_mpoly_lowest_terms(r, d));
    if (q->denominator == NULL && mpz_cmp_ui(d, 1) != 0)
        FAIL(&ctx->error, CLMODP_DOMAIN,
             "the determinant has a denominator, and the call has no place for it");
    clmodp_mpoly_swap(q->r, r);
    if (q->denominator != NULL)
        mpz_swap(q->denominator, d);
    report.seconds = clm_clock_seconds() - began;
    clm_report_write(q->report, &report, sizeof report);
done:
    clmodp_mpoly_destroy(r);
    mpz_clear(d);
    return st;
}

/* Computes a tiny determinant; else returns false. */
static bool expand(const request *q)
{
    clm_record record;

    if (q->report != NULL)
        clm_record_begin(&record);
    if (q->modulus != 0 ||
        !(clm_matrix_expand(q->r, &q->view) ||
          (clm_bareiss_pays(&q->view, CLM_LEAST_LIMIT) &&
           clm_matrix_bareiss(q->r, &q->view, NULL))))
        return false;
    if (q->denominator != NULL)
        mpz_set_ui(q->denominator, 1);
    if (q->report != NULL)
        clm_record_end(&record, q->report);
    return true;
}

/* Returns whether there is nothing to read in the options. */
static bool are_defaults(const clmodp_context *context, const clmodp_resultant_options *options)
{
    static const clmodp_resultant_options defaults = {.size = sizeof defaults};

    return context->overrides.engine == 0 &&
           (options == NULL || (options->size == sizeof defaults &&
                                memcmp(options, &defaults, sizeof defaults) == 0));
}

/* Checks a request and computes it, a tiny one without the frame of a call. */
static clmodp_status run(clmodp_context *context, request *q,
                         const clmodp_resultant_options *options)
{
    clmodp_status st = CLMODP_OK;
    const bool defaults = are_defaults(context, options);
    clmodp_resultant_options checked;
    clm_call call;

    REQUIRE(&context->error, q->r != NULL);
    TRY(clm_report_check(&context->error, q->report));
    if (defaults && expand(q))
        goto done;
    TRY(clm_task_read_options(&context->error, &checked, options));
    q->options = &checked;
    TRY(check(&context->error, q));
    if (!defaults && clm_task_is_open(context, &checked) && expand(q))
        goto done;
    clm_call_begin(&call, context, checked.max_memory, true);
    st = clm_call_end(context, &call, compute_in_call(context, q));
done:
    return clm_error_complete(&context->error, st);
}

clmodp_status clmodp_determinant(clmodp_context *context, clmodp_mpoly *r, mpz_ptr denominator,
                                 clmodp_resultant_report *report, const clmodp_matrix *a,
                                 uint64_t modulus, const clmodp_resultant_options *options)
{
    clmodp_status st = CLMODP_OK;
    request q = {.modulus = modulus, .r = r, .denominator = denominator, .report = report};

    START(context, &context->error);
    TRY(clm_view_whole(&context->error, &q.view, a));
    return run(context, &q, options);
done:
    return clm_error_complete(&context->error, st);
}

clmodp_status clmodp_matrix_minor(clmodp_context *context, clmodp_mpoly *r, mpz_ptr denominator,
                                  clmodp_resultant_report *report, const clmodp_matrix *a,
                                  const size_t *rows, const size_t *columns, size_t count,
                                  uint64_t modulus, const clmodp_resultant_options *options)
{
    clmodp_status st = CLMODP_OK;

    START(context, &context->error);
    REQUIRE(&context->error, a != NULL && ((rows != NULL && columns != NULL) || count == 0));
    REQUIRE(&context->error, count <= CLMODP_MOST_ROWS);
    for (size_t k = 0; k < count; k++)
        REQUIRE(&context->error, rows[k] < a->rows && columns[k] < a->columns);
    return run(context,
               &(request){.view = {a, rows, columns, count}, .modulus = modulus, .r = r,
                          .denominator = denominator, .report = report},
               options);
done:
    return clm_error_complete(&context->error, st);
}
