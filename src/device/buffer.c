/* Buffers counted against the context's memory cap. */
#include "device/buffer.h"

#include <string.h>

#include "base/clock.h"
#include "base/size.h"
#include "device/opencl_error.h"
#include "device/queue.h"
#include "device/shelf.h"

typedef unsigned long long ull;

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

clmodp_status clm_buffer_create(clmodp_context *ctx, clm_buffer *out, size_t count, size_t size)
{
    clmodp_status st = CLMODP_OK;
    cl_mem mem;
    cl_int code = CL_SUCCESS;
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
    mem = clCreateBuffer(ctx->cl, CL_MEM_READ_WRITE, bytes, NULL, &code);
    if (mem == NULL && ctx->kept->shelf.count > 0) { /* that may be what the device lacks */
        clm_shelf_clear(ctx);
        mem = clCreateBuffer(ctx->cl, CL_MEM_READ_WRITE, bytes, NULL, &code);
    }
    if (mem == NULL)
        TRY(clm_opencl_fail(&ctx->error, code, "clCreateBuffer"));
    *out = (clm_buffer){mem, bytes, false};
    taken = 0;
done:
    clm_memory_give(ctx, taken);
    return st;
}

clmodp_status clm_buffer_part(clmodp_context *ctx, clm_buffer *out, const clm_buffer *whole,
                              size_t offset, size_t bytes)
{
    clmodp_status st = CLMODP_OK;
    const cl_buffer_region region = {offset, bytes};
    cl_mem mem;

    *out = (clm_buffer){0};
    REQUIRE(&ctx->error, bytes > 0 && offset % ctx->part_alignment == 0);
    TRY(check_range(ctx, whole, offset, bytes));
    NEW_CL(&ctx->error, mem, clCreateSubBuffer, whole->mem, 0, CL_BUFFER_CREATE_TYPE_REGION,
           &region);
    *out = (clm_buffer){mem, bytes, true};
done:
    return st;
}

clmodp_status clm_buffer_room(clmodp_context *ctx, clm_buffer *buffer, size_t count, size_t size)
{
    if (buffer->mem != NULL && clm_buffer_holds(buffer, count, size))
        return CLMODP_OK;
    clm_buffer_destroy(ctx, buffer);
    return clm_buffer_create(ctx, buffer, count, size);
}

void clm_buffer_destroy(clmodp_context *ctx, clm_buffer *buffer)
{
    if (buffer->mem == NULL)
        return;
    clm_queue_before_release(ctx);
    clReleaseMemObject(buffer->mem);
    if (!buffer->part)
        clm_memory_give(ctx, buffer->bytes);
    *buffer = (clm_buffer){0};
}

bool clm_buffer_holds(const clm_buffer *buffer, size_t count, size_t size)
{
    size_t bytes;

    return clm_size_mul(&bytes, count, size) && bytes <= buffer->bytes;
}

/* How many of the pieces, from the first on, the queue has room for together. */
static size_t fitting(const clmodp_context *ctx, const clm_piece *pieces, size_t count)
{
    const size_t room = clm_queue_copy_room(ctx), begin = pieces->offset;
    size_t fit = 0;

    while (fit < count && pieces[fit].offset - begin <= room &&
           pieces[fit].bytes <= room - (pieces[fit].offset - begin))
        fit++;
    return fit;
}

/* Write a copy of them without waiting. Pre: they fit */
static clmodp_status send_copy(clmodp_context *ctx, const clm_buffer *buffer,
                               const clm_piece *pieces, size_t count)
{
    clmodp_status st = CLMODP_OK;
    const size_t begin = pieces->offset;
    const size_t bytes = pieces[count - 1].offset - begin + pieces[count - 1].bytes;
    unsigned char *copy = clm_queue_copy(ctx, bytes);
    cl_event event = NULL;
    size_t end = 0;

    for (size_t k = 0; k < count; k++) {
        const size_t at = pieces[k].offset - begin;

        memset(copy + end, 0, at - end);
        memcpy(copy + at, pieces[k].source, pieces[k].bytes);
        end = at + pieces[k].bytes;
    }
    TRY_CL(&ctx->error, clEnqueueWriteBuffer, ctx->queue, buffer->mem, CL_FALSE, begin, bytes,
           copy, 0, NULL, &event);
    clm_queue_add(ctx, event, "a write to a buffer");
done:
    return st;
}

/* Write one, and wait for it. */
static clmodp_status send(clmodp_context *ctx, const clm_buffer *buffer, const clm_piece *piece)
{
    const double began = clm_clock_seconds();
    cl_event event = NULL;
    const cl_int code = clEnqueueWriteBuffer(ctx->queue, buffer->mem, CL_TRUE, piece->offset,
                                             piece->bytes, piece->source, 0, NULL, &event);

    if (code == CL_SUCCESS)
        clm_queue_add(ctx, event, "a write to a buffer");
    return clm_queue_waited(ctx, began, code, "clEnqueueWriteBuffer");
}

clmodp_status clm_buffer_gather(clmodp_context *ctx, const clm_buffer *buffer,
                                const clm_piece *pieces, size_t count)
{
    clmodp_status st = CLMODP_OK;
    size_t together, end = 0;

    for (size_t k = 0; k < count; k++) {
        TRY(check_range(ctx, buffer, pieces[k].offset, pieces[k].bytes));
        REQUIRE(&ctx->error, pieces[k].offset >= end);
        end = pieces[k].offset + pieces[k].bytes;
    }
    for (size_t done = 0; done < count; done += together) {
        TRY(clm_queue_room(ctx));
        together = fitting(ctx, pieces + done, count - done);
        TRY(together > 0 ? send_copy(ctx, buffer, pieces + done, together)
                         : send(ctx, buffer, pieces + done));
        together = clm_size_max(together, 1);
    }
done:
    return st;
}

clmodp_status clm_buffer_write(clmodp_context *ctx, const clm_buffer *buffer, size_t offset,
                               const void *source, size_t bytes)
{
    const clm_piece piece = {source, offset, bytes};

    if (bytes == 0)
        return check_range(ctx, buffer, offset, 0);
    return clm_buffer_gather(ctx, buffer, &piece, 1);
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
