/* Host arrays for transfers. They count against the cap of the context. */
#ifndef CLM_OPENCL_STAGING_H
#define CLM_OPENCL_STAGING_H

#include "opencl/context.h"

/* A host array for transfers. Zero-initialise, so that clm_staging_destroy is always safe. */
typedef struct clm_staging {
    void *data;
    size_t bytes;
    cl_mem mem; /* the mapped buffer; NULL: an ordinary host array */
} clm_staging;

/* Allocates `count` zeroed elements of `size` bytes.
 * Errors: LIMIT (overflow), DEVICE_MEMORY (above the cap), HOST_MEMORY */
clmodp_status clm_staging_create(clmodp_context *ctx, clm_staging *out, size_t count,
                                 size_t size);
void clm_staging_destroy(clmodp_context *ctx, clm_staging *staging);

/* Allocates an array for large transfers, without zeroing it. On devices with GPU parameters the
 * array is a mapped buffer, kept in the pool between calls: drivers copy several times as fast
 * from pages that they have pinned. On CPUs, and if the driver pins no memory, it is an ordinary
 * array. Mapping a new buffer waits for the queue.
 * Errors: as clm_staging_create */
clmodp_status clm_staging_create_mapped(clmodp_context *ctx, clm_staging *out, size_t count,
                                        size_t size);

#endif
