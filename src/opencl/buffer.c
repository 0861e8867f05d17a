/* Device buffers, and transfers of their contents. */
#include "opencl/buffer.h"

#include <stdlib.h>
#include <string.h>

#include "core/memory.h"
#include "core/parallel.h"
#include "core/size.h"
#include "opencl/opencl_error.h"
#include "opencl/queue.h"
#include "opencl/staging.h"
#include "portable/portable.h"

static bool pool_find_buffer(clmodp_context *ctx, clm_buffer *out, uint64_t key, size_t bytes,
                             size_t most)
{
    clm_pooled found;

    *out = (clm_buffer){0};
    if (!clm_pool_find(ctx, &found, key, bytes, most))
        return false;
    *out = (clm_buffer){found.mem, found.bytes, false};
    return true;
}

bool clm_pool_take(clmodp_context *ctx, clm_buffer *out, uint64_t key, size_t bytes)
{
    const bool scratch = key == CLM_POOL_SCRATCH;

    return pool_find_buffer(ctx, out, key, bytes,
                            scratch ? clm_size_times(bytes, 2) + 1 : SIZE_MAX);
}

void clm_pool_give(clmodp_context *ctx, clm_buffer *buffer, uint64_t key)
{
    if (buffer->mem == NULL || buffer->part)
        clm_buffer_destroy(ctx, buffer);
    else
        clm_pool_put(ctx, &(clm_pooled){buffer->mem, buffer->bytes, key, NULL});
    *buffer = (clm_buffer){0};
}

clmodp_status clm_scratch_create(clmodp_context *ctx, clm_buffer *out, size_t count, size_t size)
{
    size_t bytes;

    if (clm_size_mul(&bytes, count, size) &&
        clm_pool_take(ctx, out, CLM_POOL_SCRATCH, clm_size_max(bytes, 1)))
        return CLMODP_OK;
    return clm_buffer_create(ctx, out, count, size);
}

clmodp_status clm_scratch_create_exactly(clmodp_context *ctx, clm_buffer *out, size_t count,
                                         size_t size)
{
    size_t bytes;

    if (clm_size_mul(&bytes, count, size) &&
        pool_find_buffer(ctx, out, CLM_POOL_SCRATCH, clm_size_max(bytes, 1),
                         clm_size_max(bytes, 1)))
        return CLMODP_OK;
    return clm_buffer_create(ctx, out, count, size);
}

void clm_scratch_destroy(clmodp_context *ctx, clm_buffer *buffer)
{
    clm_pool_give(ctx, buffer, CLM_POOL_SCRATCH);
}

void clm_scratches_destroy_array(clmodp_context *ctx, clm_buffer *const *buffers, size_t count)
{
    for (size_t k = 0; k < count; k++)
        clm_scratch_destroy(ctx, buffers[k]);
}

/* Returns INVALID unless bytes [offset, offset + bytes) lie in the buffer. */
static clmodp_status check_range(clmodp_context *ctx, const clm_buffer *buffer, size_t offset,
                                 size_t bytes)
{
    if (offset <= buffer->bytes && bytes <= buffer->bytes - offset)
        return CLMODP_OK;
    return clm_fail(&ctx->error, CLMODP_INVALID,
                    "%zu byte%s at offset %zu: beyond the %zu byte%s of a buffer", bytes,
                    CLM_S(bytes), offset, buffer->bytes, CLM_S(buffer->bytes));
}

/* Asks for large pages for a buffer of a CPU. The system clears them faster when they are first
 * used, and kernels miss fewer translations of addresses. A buffer that cannot be mapped keeps
 * small pages. The map need not be complete: only its address is used. */
static clmodp_status prefer_large_pages(clmodp_context *ctx, const clm_buffer *buffer)
{
    clmodp_status st = CLMODP_OK;
    cl_int code;
    void *data;

    if (ctx->tuning.vector_width == 1 || buffer->bytes < 2 * CLM_LARGE_PAGE)
        goto done;
    data = clEnqueueMapBuffer(ctx->queue, buffer->mem, CL_FALSE, CL_MAP_READ | CL_MAP_WRITE, 0,
                              buffer->bytes, 0, NULL, NULL, &code);
    if (data == NULL || code != CL_SUCCESS)
        goto done;
    clm_prefer_large_pages(data, buffer->bytes);
    TRY_CL(&ctx->error, clEnqueueUnmapMemObject, ctx->queue, buffer->mem, data, 0, NULL, NULL);
done:
    return st;
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
             "a buffer needs %zu bytes, but %s allows %llu at once; use a smaller input", bytes,
             ctx->device.name, (unsigned long long)ctx->device.max_allocation);
    TRY(clm_memory_take(ctx, bytes));
    taken = bytes;
    mem = clCreateBuffer(ctx->cl, CL_MEM_READ_WRITE, bytes, NULL, &code);
    if (mem == NULL && ctx->kept->pool.count > 0) { /* pooled buffers may hold the memory needed */
        clm_pool_clear(ctx);
        mem = clCreateBuffer(ctx->cl, CL_MEM_READ_WRITE, bytes, NULL, &code);
    }
    if (mem == NULL)
        TRY(clm_opencl_fail(&ctx->error, code, "clCreateBuffer"));
    *out = (clm_buffer){mem, bytes, false};
    taken = 0;
    st = prefer_large_pages(ctx, out);
    if (st != CLMODP_OK)
        clm_buffer_destroy(ctx, out);
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

void clm_buffers_destroy_array(clmodp_context *ctx, clm_buffer *const *buffers, size_t count)
{
    for (size_t k = 0; k < count; k++)
        clm_buffer_destroy(ctx, buffers[k]);
}

bool clm_buffer_holds(const clm_buffer *buffer, size_t count, size_t size)
{
    size_t bytes;

    return clm_size_mul(&bytes, count, size) && bytes <= buffer->bytes;
}

/* Counts the leading blocks that fit the queue's copy space together. */
static size_t count_fitting(const clmodp_context *ctx, const clm_piece *pieces, size_t count)
{
    const size_t room = clm_queue_copy_room(ctx), begin = pieces->offset;
    size_t fit = 0;

    while (fit < count && pieces[fit].offset - begin <= room &&
           pieces[fit].bytes <= room - (pieces[fit].offset - begin))
        fit++;
    return fit;
}

/* Writes a copy of the blocks without waiting. Pre: they fit */
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

/* Writes one block and waits for it. */
static clmodp_status send_one(clmodp_context *ctx, const clm_buffer *buffer,
                              const clm_piece *piece)
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
        together = count_fitting(ctx, pieces + done, count - done);
        TRY(together > 0 ? send_copy(ctx, buffer, pieces + done, together)
                         : send_one(ctx, buffer, pieces + done));
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

clmodp_status clm_buffer_load(clmodp_context *ctx, clm_buffer *out, const void *source,
                              size_t count, size_t size)
{
    const clmodp_status st = clm_buffer_create(ctx, out, count, size);

    return st != CLMODP_OK ? st : clm_buffer_write(ctx, out, 0, source, count * size);
}

clmodp_status clm_scratch_load(clmodp_context *ctx, clm_buffer *out, const void *source,
                               size_t count, size_t size)
{
    const clmodp_status st = clm_scratch_create(ctx, out, count, size);

    return st != CLMODP_OK ? st : clm_buffer_write(ctx, out, 0, source, count * size);
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

/* Fewer words are copied by one thread, in some tens of microseconds. */
#define MANY_WORDS ((size_t)1 << 17)

/* Creates pinned memory for words to be copied by all threads. Returns false if they are few, on a
 * CPU, whose driver copies as fast itself, and without memory. */
static bool pin_words(clmodp_context *ctx, clm_staging *pinned, size_t words)
{
    *pinned = (clm_staging){0};
    if (words < MANY_WORDS || ctx->tuning.vector_width > 1)
        return false;
    if (clm_staging_create_mapped(ctx, pinned, words, sizeof(uint32_t)) != CLMODP_OK)
        clm_error_clear(&ctx->error);
    return pinned->data != NULL;
}

/* Copies on all threads. */
static clmodp_status copy_words(clmodp_context *ctx, uint32_t *to, const uint32_t *from,
                                size_t words)
{
    clmodp_status st = CLMODP_OK;
    const size_t row = MANY_WORDS / 8, whole = words / row * row;

    TRY(clm_copy_rows(&ctx->error,
                      &(clm_rows_copy){.to = to, .from = from, .to_stride = row,
                                       .from_stride = row, .words = row, .rows = words / row},
                      ctx->threads));
    memcpy(to + whole, from + whole, (words - whole) * sizeof *to);
done:
    return st;
}

clmodp_status clm_buffer_write_words(clmodp_context *ctx, const clm_buffer *buffer, size_t at,
                                     const uint32_t *source, size_t words)
{
    clmodp_status st = CLMODP_OK;
    clm_staging pinned;

    if (pin_words(ctx, &pinned, words)) {
        TRY(copy_words(ctx, pinned.data, source, words));
        source = pinned.data;
    }
    TRY(clm_buffer_write(ctx, buffer, at * sizeof *source, source, words * sizeof *source));
done:
    clm_staging_destroy(ctx, &pinned);
    return st;
}

clmodp_status clm_buffer_read_words(clmodp_context *ctx, const clm_buffer *buffer, size_t at,
                                    uint32_t *target, size_t words)
{
    clmodp_status st = CLMODP_OK;
    clm_staging pinned;
    const bool copies = pin_words(ctx, &pinned, words);

    TRY(clm_buffer_read(ctx, buffer, at * sizeof *target, copies ? pinned.data : target,
                        words * sizeof *target));
    if (copies)
        TRY(copy_words(ctx, target, pinned.data, words));
done:
    clm_staging_destroy(ctx, &pinned);
    return st;
}

/* Fills the buffer by a write of all its words, since Oclgrind knows no others after a write.
 * Errors: also HOST_MEMORY */
static clmodp_status write_fill(clmodp_context *ctx, const clm_buffer *buffer, uint32_t value,
                                size_t words)
{
    clmodp_status st = CLMODP_OK;
    uint32_t *source = NULL;

    NEW(&ctx->error, source, clm_div_up(buffer->bytes, sizeof value));
    TRY(clm_buffer_read(ctx, buffer, 0, source, buffer->bytes));
    for (size_t k = 0; k < words; k++)
        source[k] = value;
    TRY(clm_buffer_write(ctx, buffer, 0, source, buffer->bytes));
done:
    free(source);
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
    if (ctx->overrides.simulated)
        return write_fill(ctx, buffer, value, words);
    TRY(clm_queue_room(ctx));
    TRY_CL(&ctx->error, clEnqueueFillBuffer, ctx->queue, buffer->mem, &value, sizeof value, 0,
           words * sizeof value, 0, NULL, &event);
    clm_queue_add(ctx, event, "a fill of a buffer");
done:
    return st;
}
