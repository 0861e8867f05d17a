/* Contexts made of another one: for another thread, another queue, or another machine. */
#ifndef CLM_DEVICE_SUBCONTEXT_H
#define CLM_DEVICE_SUBCONTEXT_H

#include <clmodp/calibration.h>

#include "opencl/context.h"

/* A queue and kernels of its own; device, programs and trusted facts are those of the context. */
typedef struct clm_subcontext {
    clmodp_context context;
    clm_kept kept;
    clm_queue pending;
} clm_subcontext;

/* Whether there may be subcontexts: the device is open, its driver keeps queues apart, and its
 * queue is not lent by a caller, who expects all work there. */
bool clm_subcontext_serves(const clmodp_context *ctx);

/* Make one, with this part of the context's memory, one thread and nobody to tell anything. The
 * context must outlive it, and build no programs meanwhile. Errors: HOST_MEMORY, DEVICE */
clmodp_status clm_subcontext_create(clm_subcontext *out, clmodp_context *ctx, size_t parts);

/* Wait for its work, and release it; allowed on a zero-initialised one. */
void clm_subcontext_destroy(clm_subcontext *subcontext);

/* Give a context that was lent the device, rates and threads of a machine. It can predict then,
 * and must not compute.
 * Errors: INVALID (a kind that there is not, no unit or thread, figures that cannot be measured)
 */
clmodp_status clm_context_describe(clmodp_context *lent, const clmodp_machine *machine);

#endif
