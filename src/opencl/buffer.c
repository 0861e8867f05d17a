/* Buffers, staging arrays, the last-in-first-out buffer pool, and tables in one buffer. */
#include "opencl/buffer.h"

#include <stdlib.h>
#include <string.h>

#include "core/memory.h"
#include "core/parallel.h"
#include "core/size.h"
#include "opencl/opencl_error.h"
#include "opencl/queue.h"
#include "portable/portable.h"

#define STRIPES 8 /* approximate size of all buffers of a call, in stripes */

/* Unmaps and releases a buffer; waits for the queue after a failure (opencl/queue.h). */
static void release_mapped(clmodp_context *ctx, cl_mem mem, void *mapped)
{
    clm_queue_before_release(ctx);
    if (clEnqueueUnmapMemObject(ctx->queue, mem, mapped, 0, NULL, NULL) == CL_SUCCESS)
        (void)(ctx->error.message[0] != '\0' ? clFinish(ctx->queue) : clFlush(ctx->queue));
    clReleaseMemObject(mem);
}

/* Returns the most bytes kept in the pool: a quarter of the cap, but at most 256 MiB, modest for
 * an idle process, or on GPUs the working set of a call. */
static uint64_t pool_limit(const clmodp_context *ctx)
{
    const uint64_t part = ctx->call->max_memory / 4;
    uint64_t most = (uint64_t)256 << 20;

    if (ctx->tuning.vector_width == 1)
        most = clm_size_max(most, clm_size_times(ctx->tuning.stripe_bytes, STRIPES));
    return part < most ? part : most;
}

static clm_pooled pool_remove(clm_pool *pool, size_t k)
{
    const clm_pooled out = pool->kept[k];

    pool->count--;
    pool->bytes -= out.bytes;
    memmove(pool->kept + k, pool->kept + k + 1, (pool->count - k) * sizeof *pool->kept);
    return out;
}

static void pool_release_last(clmodp_context *ctx)
{
    clm_pool *pool = &ctx->kept->pool;
    const clm_pooled last = pool_remove(pool, pool->count - 1);

    if (last.mapped != NULL) {
        release_mapped(ctx, last.mem, last.mapped);
        return;
    }
    clm_queue_before_release(ctx);
    clReleaseMemObject(last.mem);
}

void clm_pool_clear(clmodp_context *ctx)
{
    while (ctx->kept->pool.count > 0)
        pool_release_last(ctx);
}

void clm_pool_make_room(clmodp_context *ctx, size_t bytes)
{
    clm_pool *pool = &ctx->kept->pool;
    const uint64_t left = clm_memory_left(ctx);

    while (pool->count > 0 &&
           (bytes > left || pool->bytes > left - bytes || pool->bytes > pool_limit(ctx)))
        pool_release_last(ctx);
}

/* Tells whether an entry has this key and between `bytes` and `most` bytes. */
static bool pool_entry_fits(const clm_pooled *kept, uint64_t key, size_t bytes, size_t most)
{
    return kept->key == key && kept->bytes >= bytes && kept->bytes <= most;
}

/* Removes and returns the first fitting entry; false if there is none. */
static bool pool_find(clmodp_context *ctx, clm_pooled *out, uint64_t key, size_t bytes,
                      size_t most)
{
    clm_pool *pool = &ctx->kept->pool;

    clm_pool_make_room(ctx, 0); /* this call's cap may be lower than an earlier one */
    for (size_t k = 0; k < pool->count; k++)
        if (pool_entry_fits(&pool->kept[k], key, bytes, most)) {
            *out = pool_remove(pool, k);
            ctx->memory_now += out->bytes; /* within the cap, as pooled bytes were */
            if (ctx->memory_now > ctx->call->memory_peak)
                ctx->call->memory_peak = ctx->memory_now;
            return true;
        }
    return false;
}

static bool pool_find_buffer(clmodp_context *ctx, clm_buffer *out, uint64_t key, size_t bytes,
                             size_t most)
{
    clm_pooled found;

    *out = (clm_buffer){0};
    if (!pool_find(ctx, &found, key, bytes, most))
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

/* Adds an entry to the pool; false if it does not fit. */
static bool pool_put(clmodp_context *ctx, const clm_pooled *it)
{
    clm_pool *pool = &ctx->kept->pool;
    const uint64_t most = pool_limit(ctx);

    if (it->bytes > most)
        return false;
    while (pool->count == CLM_POOL_MOST ||
           (pool->count > 0 && pool->bytes > most - it->bytes))
        pool_release_last(ctx);
    memmove(pool->kept + 1, pool->kept, pool->count++ * sizeof *pool->kept);
    pool->kept[0] = *it;
    pool->bytes += it->bytes;
    clm_memory_give(ctx, it->bytes);
    return true;
}

void clm_pool_give(clmodp_context *ctx, clm_buffer *buffer, uint64_t key)
{
    if (buffer->mem == NULL || buffer->part ||
        !pool_put(ctx, &(clm_pooled){buffer->mem, buffer->bytes, key, NULL}))
        clm_buffer_destroy(ctx, buffer);
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

    if (clm_size_mul(&bytes, count, size)) {
        bytes = clm_size_max(bytes, 1);
        if (pool_find_buffer(ctx, out, CLM_POOL_SCRATCH, bytes, bytes))
            return CLMODP_OK;
    }
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

typedef unsigned long long ull;

uint64_t clm_memory_left(const clmodp_context *ctx)
{
    return ctx->call->max_memory > ctx->memory_now ? ctx->call->max_memory - ctx->memory_now : 0;
}

clmodp_status clm_memory_take(clmodp_context *ctx, size_t bytes)
{
    clm_pool_make_room(ctx, bytes);
    if (bytes > clm_memory_left(ctx))
        return clm_fail(&ctx->error, CLMODP_DEVICE_MEMORY,
                        "%zu byte%s beside the %llu in use exceed the cap of %llu byte%s: raise "
                        "the cap by %llu at least or use a smaller input",
                        bytes, CLM_S(bytes), (ull)ctx->memory_now, (ull)ctx->call->max_memory,
                        CLM_S(ctx->call->max_memory), (ull)(bytes - clm_memory_left(ctx)));
    ctx->memory_now += bytes;
    if (ctx->memory_now > ctx->call->memory_peak)
        ctx->call->memory_peak = ctx->memory_now;
    return CLMODP_OK;
}

void clm_memory_give(clmodp_context *ctx, size_t bytes)
{
    ctx->memory_now -= bytes;
}

clmodp_status clm_device_has_local_memory(clmodp_context *ctx, bool *apart)
{
    clmodp_status st = CLMODP_OK;
    cl_device_local_mem_type type = CL_LOCAL;

    TRY_CL(&ctx->error, clGetDeviceInfo, ctx->cl_device, CL_DEVICE_LOCAL_MEM_TYPE, sizeof type,
           &type, NULL);
    *apart = type != CL_GLOBAL;
done:
    return st;
}

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
    if (pool_find(ctx, &found, CLM_POOL_MAPPED, bytes, bytes)) {
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
    } else if (!pool_put(ctx, &(clm_pooled){staging->mem, staging->bytes, CLM_POOL_MAPPED,
                                            staging->data})) {
        release_mapped(ctx, staging->mem, staging->data);
        clm_memory_give(ctx, staging->bytes);
    }
    *staging = (clm_staging){0};
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
             ctx->device.name, (ull)ctx->device.max_allocation);
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
    clmodp_status st = CLMODP_OK;

    TRY(clm_buffer_create(ctx, out, count, size));
    TRY(clm_buffer_write(ctx, out, 0, source, count * size));
done:
    return st;
}

clmodp_status clm_scratch_load(clmodp_context *ctx, clm_buffer *out, const void *source,
                               size_t count, size_t size)
{
    clmodp_status st = CLMODP_OK;

    TRY(clm_scratch_create(ctx, out, count, size));
    TRY(clm_buffer_write(ctx, out, 0, source, count * size));
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

/* OpenCL types have at most 128 bytes; if the driver reports no alignment, a page is safe. */
enum { LEAST_ALIGNMENT = 128, SAFE_ALIGNMENT = 4096 };

size_t clm_tables_alignment(cl_device_id device)
{
    cl_uint bits = 0;

    if (clGetDeviceInfo(device, CL_DEVICE_MEM_BASE_ADDR_ALIGN, sizeof bits, &bits, NULL) !=
        CL_SUCCESS)
        return SAFE_ALIGNMENT;
    return clm_round_up(clm_size_max(bits / 8, LEAST_ALIGNMENT), LEAST_ALIGNMENT);
}

clmodp_status clm_tables_add(clmodp_context *ctx, clm_tables *tables, clm_buffer *part,
                             const void *source, size_t count, size_t size)
{
    clmodp_status st = CLMODP_OK;
    const size_t alignment = ctx->part_alignment;
    size_t bytes = 0, end;

    REQUIRE(&ctx->error, tables->count < CLM_MOST_TABLES);
    if (!clm_size_mul(&bytes, count, size) || bytes > SIZE_MAX / 2 ||
        !clm_size_add(&end, tables->bytes, clm_round_up(clm_size_max(bytes, 1), alignment)))
        FAIL(&ctx->error, CLMODP_LIMIT, "a table of %zu times %zu byte%s exceeds all memory",
             count, size, CLM_S(size));
    tables->table[tables->count++] = (clm_table){part, {source, tables->bytes, bytes}};
    tables->bytes = end;
done:
    return st;
}

clmodp_status clm_tables_create(clmodp_context *ctx, clm_tables *tables)
{
    clmodp_status st = CLMODP_OK;

    if (tables->count == 0)
        return CLMODP_OK;
    TRY(clm_scratch_create_exactly(ctx, &tables->whole, tables->bytes, 1));
    for (size_t k = 0; k < tables->count; k++) {
        const clm_table *t = &tables->table[k];

        TRY(clm_buffer_part(ctx, t->part, &tables->whole, t->piece.offset,
                            clm_size_max(t->piece.bytes, 1)));
    }
done:
    return st;
}

clmodp_status clm_tables_set(clmodp_context *ctx, clm_tables *tables, const clm_buffer *part,
                             const void *source, size_t bytes)
{
    clmodp_status st = CLMODP_OK;
    size_t k = 0;

    while (k < tables->count && tables->table[k].part != part)
        k++;
    REQUIRE(&ctx->error, k < tables->count && bytes <= part->bytes);
    tables->table[k].piece.source = source;
    tables->table[k].piece.bytes = bytes;
done:
    return st;
}

clmodp_status clm_tables_send(clmodp_context *ctx, clm_tables *tables)
{
    clmodp_status st = CLMODP_OK;
    clm_piece pieces[CLM_MOST_TABLES];
    size_t count = 0;

    for (size_t k = 0; k < tables->count; k++) {
        clm_piece *piece = &tables->table[k].piece;

        if (piece->source != NULL && piece->bytes > 0)
            pieces[count++] = *piece;
        piece->source = NULL;
    }
    TRY(clm_buffer_gather(ctx, &tables->whole, pieces, count));
done:
    return st;
}

void clm_tables_destroy(clmodp_context *ctx, clm_tables *tables)
{
    clm_scratch_destroy(ctx, &tables->whole);
    *tables = (clm_tables){0};
}
