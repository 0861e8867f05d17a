/* Code shared by the case studies: releasing problems, shares of work, checks of results. */
#include <stdlib.h>

#include "core/memory.h"
#include "core/size.h"
#include "lab/studies/study.h"

/* For GPUs, not measured: work-items of a compute unit, to hide latency, and of a group. */
#define GPU_ITEMS 512
#define GPU_GROUP 64

void study_problem_clear(study_problem *p)
{
    for (size_t k = STUDY_BUFFERS; k > 0; k--)
        clm_buffer_destroy(p->ctx, &p->buffers[k - 1]);
    free(p->expected);
    free(p->input);
    p->expected = p->input = NULL;
}

static bool is_cpu(const clmodp_context *ctx)
{
    return ctx->tuning.vector_width > 1;
}

size_t study_items(const clmodp_context *ctx)
{
    return clm_size_times(ctx->device.compute_units, is_cpu(ctx) ? 1 : GPU_ITEMS);
}

size_t study_group(const clmodp_context *ctx)
{
    return is_cpu(ctx) ? 1 : clm_size_min(GPU_GROUP, ctx->device.max_work_group);
}

size_t study_words(const clmodp_context *ctx)
{
    return (size_t)(ctx->device.local_memory / sizeof(cl_uint));
}

clmodp_status study_wrong(study_problem *p, const study *of, const study_question *q, size_t at)
{
    clmodp_status st = CLMODP_OK;

    FAIL(&p->ctx->error, CLMODP_CORRUPT,
         "%s, %s, n = %zu, T = %u: element %zu differs from the host's: " CLM_WRONG_VALUE,
         of->name, of->forms[q->form], q->n, (unsigned)q->T, at);
done:
    return st;
}

clmodp_status study_check_words(study_problem *p, const study *of, const study_question *q,
                                const clm_buffer *result)
{
    clmodp_status st = CLMODP_OK;
    const u32 *expected = p->expected;
    u32 *found = NULL;

    NEW(&p->ctx->error, found, p->n);
    TRY(clm_buffer_read(p->ctx, result, 0, found, p->n * sizeof *found));
    for (size_t k = 0; k < p->n; k++)
        if (found[k] != expected[k])
            TRY(study_wrong(p, of, q, k));
done:
    free(found);
    return st;
}
