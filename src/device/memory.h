/* Memory counted against the context's cap: device buffers, and what the host holds only to
 * send or to receive them (staging). */
#ifndef CLM_DEVICE_MEMORY_H
#define CLM_DEVICE_MEMORY_H

#include "device/context.h"

/* Bytes that may still be taken under the cap. */
CLM_LAB_API uint64_t clm_memory_left(const clmodp_context *ctx);

/* Count `bytes` more, or fewer. Errors: DEVICE_MEMORY (over the cap; nothing is counted) */
clmodp_status clm_memory_take(clmodp_context *ctx, size_t bytes);
void clm_memory_give(clmodp_context *ctx, size_t bytes);

/* Whether local memory is a memory of its own, nearer to work-groups than all other; on CPUs it is
 * not. Errors: DEVICE */
CLM_LAB_API clmodp_status clm_memory_local(clmodp_context *ctx, bool *apart);

/* An array of the host's. Zero-initialise ({0}): then clm_staging_destroy is always safe. */
typedef struct clm_staging {
    void *data;
    size_t bytes;
    cl_mem mem; /* what is mapped there; NULL: it is the host's own */
} clm_staging;

/* `count` zeroed elements of `size` bytes.
 * Errors: LIMIT (overflow), DEVICE_MEMORY (over the cap), HOST_MEMORY */
clmodp_status clm_staging_create(clmodp_context *ctx, clm_staging *out, size_t count,
                                 size_t size);
void clm_staging_destroy(clmodp_context *ctx, clm_staging *staging);

/* The same for much that comes or goes, and not zeroed: a GPU's driver moves pages that it has
 * pinned several times as fast as others, and pages that were used before need not be made. So it
 * is mapped where the device has the parameters of a GPU, and kept on the shelf from call to call.
 * Where the driver pins none, and on CPUs, it is an ordinary array.
 * Made anew it waits for what is in the queue. Errors: the same */
clmodp_status clm_staging_create_mapped(clmodp_context *ctx, clm_staging *out, size_t count,
                                        size_t size);

/* Release what is mapped; after a failure wait for that, as PoCL 7.1 wants (device/queue.h). */
void clm_release_mapped(clmodp_context *ctx, cl_mem mem, void *mapped);

#endif
