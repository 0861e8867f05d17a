/* The cap on a context's memory, and the last-in-first-out pool of its buffers. */
#include "opencl/buffer_pool.h"

#include <string.h>

#include "core/size.h"
#include "opencl/queue.h"

static void count_memory(clmodp_context *ctx, size_t bytes)
{
    ctx->memory_now += bytes;
    if (ctx->memory_now > ctx->call->memory_peak)
        ctx->call->memory_peak = ctx->memory_now;
}

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
                        bytes, CLM_S(bytes), (unsigned long long)ctx->memory_now,
                        (unsigned long long)ctx->call->max_memory, CLM_S(ctx->call->max_memory),
                        (unsigned long long)(bytes - clm_memory_left(ctx)));
    count_memory(ctx, bytes);
    return CLMODP_OK;
}

void clm_memory_give(clmodp_context *ctx, size_t bytes)
{
    ctx->memory_now -= bytes;
}

#define STRIPES 8 /* approximate size of all buffers of a call, in stripes */

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

/* Releases a buffer, after unmapping it; waits for the queue after a failure (opencl/queue.h). */
static void release(clmodp_context *ctx, const clm_pooled *it)
{
    clm_queue_before_release(ctx);
    if (it->mapped != NULL && clEnqueueUnmapMemObject(ctx->queue, it->mem, it->mapped, 0, NULL,
                                                      NULL) == CL_SUCCESS)
        (void)(ctx->error.message[0] != '\0' ? clFinish(ctx->queue) : clFlush(ctx->queue));
    clReleaseMemObject(it->mem);
}

static void pool_release_last(clmodp_context *ctx)
{
    clm_pool *pool = &ctx->kept->pool;
    const clm_pooled last = pool_remove(pool, pool->count - 1);

    release(ctx, &last);
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

bool clm_pool_find(clmodp_context *ctx, clm_pooled *out, uint64_t key, size_t bytes, size_t most)
{
    clm_pool *pool = &ctx->kept->pool;

    clm_pool_make_room(ctx, 0); /* this call's cap may be lower than an earlier one */
    for (size_t k = 0; k < pool->count; k++)
        if (pool_entry_fits(&pool->kept[k], key, bytes, most)) {
            *out = pool_remove(pool, k);
            count_memory(ctx, out->bytes); /* within the cap, as pooled bytes were */
            return true;
        }
    return false;
}

void clm_pool_put(clmodp_context *ctx, const clm_pooled *it)
{
    clm_pool *pool = &ctx->kept->pool;
    const uint64_t most = pool_limit(ctx);

    clm_memory_give(ctx, it->bytes);
    if (it->bytes > most) {
        release(ctx, it);
        return;
    }
    while (pool->count == CLM_POOL_MOST ||
           (pool->count > 0 && pool->bytes > most - it->bytes))
        pool_release_last(ctx);
    memmove(pool->kept + 1, pool->kept, pool->count++ * sizeof *pool->kept);
    pool->kept[0] = *it;
    pool->bytes += it->bytes;
}
