/* Buffers counted against the context's memory cap. */
#include "device/buffer.h"

#include "base/clock.h"
#include "base/size.h"
#include "device/opencl_error.h"

typedef unsigned long long ull;

clmodp_status clm_buffer_create(clmodp_context *ctx, clm_buffer *out, size_t count, size_t size)
{
    clmodp_status st = CLMODP_OK;
    cl_mem mem = NULL;
    size_t bytes = 0, taken = 0;

    *out = (clm_buffer){0};
    if (!clm_size_mul(&bytes, count, size))
        FAIL(&ctx->error, CLMODP_LIMIT, "a buffer of %zu times %zu byte%s exceeds all memory",
             count, size, CLM_S(size));
    bytes = clm_size_max(bytes, 1);
    if (bytes > ctx->device.max_allocation)
        FAIL(&ctx->error, CLMODP_LIMIT,
             "a buffer of %zu bytes, but %s allows %llu at once; use a smaller input", bytes,
             ctx->device.name, (ull)ctx->device.max_allocation);
    TRY(clm_memory_take(ctx, bytes));
    taken = bytes;
    NEW_CL(&ctx->error, mem, clCreateBuffer, ctx->cl, CL_MEM_READ_WRITE, bytes, NULL);
    *out = (clm_buffer){mem, bytes};
    taken = 0;
done:
    clm_memory_give(ctx, taken);
    return st;
}

void clm_buffer_destroy(clmodp_context *ctx, clm_buffer *buffer)
{
    if (buffer->mem == NULL)
        return;
    clReleaseMemObject(buffer->mem);
    clm_memory_give(ctx, buffer->bytes);
    *buffer = (clm_buffer){0};
}

bool clm_buffer_holds(const clm_buffer *buffer, size_t count, size_t size)
{
    size_t bytes;

    return clm_size_mul(&bytes, count, size) && bytes <= buffer->bytes;
}

/* INVALID unless bytes [offset, offset + bytes) lie in the buffer. */
static clmodp_status check_range(clmodp_context *ctx, const clm_buffer *buffer, size_t offset,
                                 size_t bytes)
{
    if (offset <= buffer->bytes && bytes <= buffer->bytes - offset)
        return CLMODP_OK;
    return clm_fail(&ctx->error, CLMODP_INVALID,
                    "%zu byte%s at offset %zu of a buffer of %zu byte%s", bytes,
                    CLM_S(bytes), offset, buffer->bytes, CLM_S(buffer->bytes));
}

/* Write without waiting; the source stays until the queue has been waited for. */
static clmodp_status send_copy(clmodp_context *ctx, const clm_buffer *buffer, size_t offset,
                               const void *source, size_t bytes)
{
    clmodp_status st = CLMODP_OK;
    cl_event event = NULL;

    TRY_CL(&ctx->error, clEnqueueWriteBuffer, ctx->queue, buffer->mem, CL_FALSE, offset, bytes,
           source, 0, NULL, &event);
    clm_queue_add(ctx, event, "a write to a buffer");
done:
    return st;
}

clmodp_status clm_buffer_write(clmodp_context *ctx, const clm_buffer *buffer, size_t offset,
                               const void *source, size_t bytes)
{
    clmodp_status st = CLMODP_OK;
    cl_event event = NULL;
    const void *copy;
    double began;
    cl_int code;

    TRY(check_range(ctx, buffer, offset, bytes));
    if (bytes == 0)
        goto done;
    TRY(clm_queue_room(ctx));
    copy = clm_queue_copy(ctx, source, bytes);
    if (copy != NULL) {
        TRY(send_copy(ctx, buffer, offset, copy, bytes));
        goto done;
    }
    began = clm_clock_seconds();
    code = clEnqueueWriteBuffer(ctx->queue, buffer->mem, CL_TRUE, offset, bytes, source, 0, NULL,
                                &event);
    if (code == CL_SUCCESS)
        clm_queue_add(ctx, event, "a write to a buffer");
    TRY(clm_queue_waited(ctx, began, code, "clEnqueueWriteBuffer"));
done:
    return st;
}

clmodp_status clm_buffer_read(clmodp_context *ctx, const clm_buffer *buffer, size_t offset,
                              void *target, size_t bytes)
{
    clmodp_status st = CLMODP_OK;
    cl_event event = NULL;
    double began;
    cl_int code;

    TRY(check_range(ctx, buffer, offset, bytes));
    if (bytes == 0)
        goto done;
    TRY(clm_queue_room(ctx));
    began = clm_clock_seconds();
    code = clEnqueueReadBuffer(ctx->queue, buffer->mem, CL_TRUE, offset, bytes, target, 0, NULL,
                               &event);
    if (code == CL_SUCCESS)
        clm_queue_add(ctx, event, "a read of a buffer");
    TRY(clm_queue_waited(ctx, began, code, "clEnqueueReadBuffer"));
done:
    return st;
}

clmodp_status clm_buffer_fill(clmodp_context *ctx, const clm_buffer *buffer, uint32_t value,
                              size_t words)
{
    clmodp_status st = CLMODP_OK;
    cl_event event = NULL;

    REQUIRE(&ctx->error, clm_buffer_holds(buffer, words, sizeof value));
    if (words == 0)
        goto done;
    TRY(clm_queue_room(ctx));
    TRY_CL(&ctx->error, clEnqueueFillBuffer, ctx->queue, buffer->mem, &value, sizeof value, 0,
           words * sizeof value, 0, NULL, &event);
    clm_queue_add(ctx, event, "a fill of a buffer");
done:
    return st;
}
