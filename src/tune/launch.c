/* Times of launches, waits and transfers. */
#include "tune/launch.h"

#include <stdlib.h>

#include "base/memory.h"
#include "cl/arith/fp.h"
#include "device/kernel.h"
#include "tune/trial.h"

#define MOVED_WORDS ((size_t)1 << 20)

typedef struct nothing {
    const clm_kernel *kernel;
    clm_buffer out;
    u32 *words; /* of the host: MOVED_WORDS */
} nothing;

static clmodp_status launch(clmodp_context *ctx, void *user, size_t times)
{
    clmodp_status st = CLMODP_OK;
    const nothing *n = user;

    for (size_t k = 0; k < times; k++)
        TRY(clm_launch(ctx, n->kernel, 1, 1, ARG_OUT(&n->out, 1, u32)));
done:
    return st;
}

static clmodp_status wait(clmodp_context *ctx, void *user, size_t times)
{
    clmodp_status st = CLMODP_OK;

    for (size_t k = 0; k < times; k++) {
        TRY(launch(ctx, user, 1));
        TRY(clm_finish(ctx));
    }
done:
    return st;
}

static clmodp_status send(clmodp_context *ctx, void *user, size_t times)
{
    clmodp_status st = CLMODP_OK;
    const nothing *n = user;

    for (size_t k = 0; k < times; k++)
        TRY(clm_buffer_write(ctx, &n->out, 0, n->words, MOVED_WORDS * sizeof(u32)));
done:
    return st;
}

static clmodp_status receive(clmodp_context *ctx, void *user, size_t times)
{
    clmodp_status st = CLMODP_OK;
    const nothing *n = user;

    for (size_t k = 0; k < times; k++)
        TRY(clm_buffer_read(ctx, &n->out, 0, n->words, MOVED_WORDS * sizeof(u32)));
done:
    return st;
}

clmodp_status clm_tune_launches(clmodp_context *ctx, clmodp_calibration *out)
{
    clmodp_status st = CLMODP_OK;
    nothing n = {.kernel = NULL};

    TRY(clm_kernel_get(ctx, &n.kernel, "tune/launch.cl", "launch_nothing"));
    TRY(clm_buffer_create(ctx, &n.out, MOVED_WORDS, sizeof(u32)));
    NEW(&ctx->error, n.words, MOVED_WORDS);
    TRY(clm_trial_measure(ctx, &out->launch, launch, &n, 1));
    TRY(clm_trial_measure(ctx, &out->wait, wait, &n, 1));
    TRY(clm_trial_measure(ctx, &out->send, send, &n, (double)MOVED_WORDS));
    TRY(clm_trial_measure(ctx, &out->receive, receive, &n, (double)MOVED_WORDS));
done:
    free(n.words);
    clm_buffer_destroy(ctx, &n.out);
    return st;
}
