/* Keep the count of memory under the context's cap. */
#include "device/memory.h"

#include <stdlib.h>

#include "base/memory.h"
#include "base/size.h"
#include "device/opencl_error.h"
#include "device/queue.h"
#include "device/shelf.h"

typedef unsigned long long ull;

uint64_t clm_memory_left(const clmodp_context *ctx)
{
    return ctx->call->max_memory > ctx->memory_now ? ctx->call->max_memory - ctx->memory_now : 0;
}

clmodp_status clm_memory_take(clmodp_context *ctx, size_t bytes)
{
    clm_shelf_make_room(ctx, bytes);
    if (bytes > clm_memory_left(ctx))
        return clm_fail(&ctx->error, CLMODP_DEVICE_MEMORY,
                        "%zu byte%s beside the %llu in use exceed the cap of %llu byte%s; raise "
                        "the cap or use a smaller input",
                        bytes, CLM_S(bytes), (ull)ctx->memory_now, (ull)ctx->call->max_memory,
                        CLM_S(ctx->call->max_memory));
    ctx->memory_now += bytes;
    if (ctx->memory_now > ctx->call->memory_peak)
        ctx->call->memory_peak = ctx->memory_now;
    return CLMODP_OK;
}

void clm_memory_give(clmodp_context *ctx, size_t bytes)
{
    ctx->memory_now -= bytes;
}

clmodp_status clm_memory_local(clmodp_context *ctx, bool *apart)
{
    clmodp_status st = CLMODP_OK;
    cl_device_local_mem_type type = CL_LOCAL;

    TRY_CL(&ctx->error, clGetDeviceInfo, ctx->cl_device, CL_DEVICE_LOCAL_MEM_TYPE, sizeof type,
           &type, NULL);
    *apart = type != CL_GLOBAL;
done:
    return st;
}

clmodp_status clm_staging_create(clmodp_context *ctx, clm_staging *out, size_t count,
                                 size_t size)
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

/* Memory that the driver has pinned, if it has some. Whoever has none says so by any error. */
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

void clm_release_mapped(clmodp_context *ctx, cl_mem mem, void *mapped)
{
    clm_queue_before_release(ctx);
    if (clEnqueueUnmapMemObject(ctx->queue, mem, mapped, 0, NULL, NULL) == CL_SUCCESS)
        (void)(ctx->error.message[0] != '\0' ? clFinish(ctx->queue) : clFlush(ctx->queue));
    clReleaseMemObject(mem);
}

clmodp_status clm_staging_create_mapped(clmodp_context *ctx, clm_staging *out, size_t count,
                                        size_t size)
{
    clmodp_status st = CLMODP_OK;
    size_t bytes;

    if (ctx->tuning.vector_width > 1 || !clm_size_mul(&bytes, count, size))
        return clm_staging_create(ctx, out, count, size);
    if (clm_shelf_take_mapped(ctx, out, bytes))
        return CLMODP_OK;
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
    } else if (!clm_shelf_give_mapped(ctx, staging)) {
        clm_release_mapped(ctx, staging->mem, staging->data);
        clm_memory_give(ctx, staging->bytes);
    }
    *staging = (clm_staging){0};
}
