/* Bound the work under way. */
#include "opencl/throttle.h"

#include "core/clock.h"
#include "opencl/opencl_error.h"
#include "opencl/queue.h"

clmodp_status clm_throttle_unit(clmodp_context *ctx, double seconds, double fraction)
{
    clmodp_status st = CLMODP_OK;
    clm_queue *q = ctx->pending;
    clm_units *u = &q->units;

    clm_units_end(u, q->made, fraction);
    if (q->made > q->done)
        TRY_CL(&ctx->error, clFlush, ctx->queue);
    TRY(clm_queue_look(ctx));
    clm_units_observe(u, q->done, clm_clock_seconds());
    while (u->done < u->made && clm_units_too_much(u, q->label, seconds)) {
        TRY(clm_queue_wait(ctx, clm_units_oldest(u)));
        clm_units_observe(u, q->done, clm_clock_seconds());
    }
    if (u->done == u->made)
        u->reached = fraction;
    TRY(clm_progress(ctx, u->reached));
    clm_units_begin(u, q->label, seconds, clm_clock_seconds());
done:
    return st;
}

clmodp_status clm_throttle_step(clmodp_context *ctx, double words, double fraction)
{
    const clm_share *share = &ctx->call->share;
    const double ns = ctx->rates.ns[CLM_OP_FAST_WORD] / (double)ctx->device.compute_units;

    if (share->to <= 0)
        return CLMODP_OK;
    return clm_throttle_unit(ctx, 1e-9 * ns * words,
                             share->from + fraction * (share->to - share->from));
}
