/* Bound the work under way. */
#include "device/pace.h"

#include "base/clock.h"
#include "device/opencl_error.h"
#include "device/queue.h"

clmodp_status clm_pace_unit(clmodp_context *ctx, double seconds, double fraction)
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
