/* A context's device once more: for another thread, at the same time. */
#ifndef CLM_DEVICE_BRANCH_H
#define CLM_DEVICE_BRANCH_H

#include "device/context.h"

/* A queue and kernels of its own; device, programs and trusted facts are those of the context. */
typedef struct clm_branch {
    clmodp_context context;
    clm_kept kept;
    clm_queue pending;
} clm_branch;

/* Whether there may be branches: the device is open, its driver keeps queues apart, and its queue
 * is not lent by a caller, who expects all work there. */
bool clm_branch_serves(const clmodp_context *ctx);

/* Branch off, with this part of the context's memory, one thread and nobody to tell anything. The
 * context must outlive it, and build no programs meanwhile. Errors: HOST_MEMORY, DEVICE */
clmodp_status clm_branch_create(clm_branch *out, clmodp_context *ctx, size_t parts);

/* Wait for its work, and release it; allowed on a zero-initialised one. */
void clm_branch_destroy(clm_branch *branch);

#endif
