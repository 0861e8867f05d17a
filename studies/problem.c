/* What studies share: releasing problems, shares of work, wrong results. */
#include <stdlib.h>

#include "base/error.h"
#include "base/size.h"
#include "studies/study.h"

#define GPU_ITEMS 512 /* of a unit */

void study_problem_clear(study_problem *p)
{
    for (size_t k = STUDY_BUFFERS; k > 0; k--)
        clm_buffer_destroy(p->ctx, &p->buffers[k - 1]);
    free(p->expected);
    free(p->input);
    p->expected = p->input = NULL;
}

size_t study_items(const clmodp_context *ctx)
{
    const bool cpu = ctx->tuning.vector_width > 1;

    return clm_size_times(ctx->device.compute_units, cpu ? 1 : GPU_ITEMS);
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
