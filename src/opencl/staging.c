/* Host arrays for transfers, on GPUs in pages that the driver has pinned. */
#include "opencl/staging.h"

#include <stdlib.h>

#include "core/memory.h"
#include "core/size.h"
#include "opencl/buffer_pool.h"

clmodp_status clm_staging_create(clmodp_context *ctx, clm_staging *out, size_t count, size_t size)
{
    clmodp_status st = CLMODP_OK;
    size_t bytes;

    *out = (clm_staging){0};
    if (!clm_size_mul(&bytes, count, size))
        FAIL(&ctx->error, CLMODP_LIMIT, "%zu times %zu byte%s exceed all memory", count,
             size, CLM_S(size));
    TRY(clm_memory_take(ctx, bytes));
    out->data = clm_allocate(bytes, 1);
    if (out->data == NULL) {
        clm_memory_give(ctx, bytes);
        st = clm_out_of_memory(&ctx->error, count, size);
        goto done;
    }
    out->bytes = bytes;
done:
    return st;
}

/* Maps new memory, pinned if the driver can. Returns false after any error. */
static bool map_new(clmodp_context *ctx, clm_staging *out, size_t bytes)
{
    cl_int code = CL_SUCCESS;
    cl_mem mem;
    void *data;

    if (bytes == 0 || bytes > ctx->device.max_allocation)
        return false;
    mem = clCreateBuffer(ctx->cl, CL_MEM_READ_WRITE | CL_MEM_ALLOC_HOST_PTR, bytes, NULL, &code);
    if (mem == NULL)
        return false;
    data = clEnqueueMapBuffer(ctx->queue, mem, CL_TRUE, CL_MAP_READ | CL_MAP_WRITE, 0, bytes, 0,
                              NULL, NULL, &code);
    if (data == NULL || code != CL_SUCCESS) {
        clReleaseMemObject(mem);
        return false;
    }
    *out = (clm_staging){data, bytes, mem};
    return true;
}

clmodp_status clm_staging_create_mapped(clmodp_context *ctx, clm_staging *out, size_t count,
                                        size_t size)
{
    clmodp_status st = CLMODP_OK;
    clm_pooled found;
    size_t bytes;

    if (ctx->tuning.vector_width > 1 || !clm_size_mul(&bytes, count, size))
        return clm_staging_create(ctx, out, count, size);
    *out = (clm_staging){0};
    if (clm_pool_find(ctx, &found, CLM_POOL_MAPPED, bytes, bytes)) {
        *out = (clm_staging){found.mapped, found.bytes, found.mem};
        return CLMODP_OK;
    }
    TRY(clm_memory_take(ctx, bytes));
    if (map_new(ctx, out, bytes))
        return CLMODP_OK;
    clm_memory_give(ctx, bytes);
    TRY(clm_staging_create(ctx, out, count, size));
done:
    return st;
}

void clm_staging_destroy(clmodp_context *ctx, clm_staging *staging)
{
    if (staging->data == NULL)
        return;
    if (staging->mem == NULL) {
        free(staging->data);
        clm_memory_give(ctx, staging->bytes);
    } else {
        clm_pool_put(ctx, &(clm_pooled){staging->mem, staging->bytes, CLM_POOL_MAPPED,
                                        staging->data});
    }
    *staging = (clm_staging){0};
}
