/* A list of buffers, the last one put there first. */
#include "device/shelf.h"

#include <string.h>

#include "base/size.h"
#include "device/queue.h"

/* Bytes at most: of the memory there is a part, that a process may well keep. */
static uint64_t most_bytes(const clmodp_context *ctx)
{
    const uint64_t part = ctx->max_memory / 4, most = (uint64_t)256 << 20;

    return part < most ? part : most;
}

/* Take number k out of the list. */
static clm_buffer pull(clm_shelf *shelf, size_t k)
{
    const clm_shelved out = shelf->kept[k];

    shelf->count--;
    shelf->bytes -= out.bytes;
    memmove(shelf->kept + k, shelf->kept + k + 1, (shelf->count - k) * sizeof *shelf->kept);
    return (clm_buffer){out.mem, out.bytes, false};
}

static void release_last(clmodp_context *ctx)
{
    clm_shelf *shelf = &ctx->kept->shelf;

    clm_queue_before_release(ctx);
    clReleaseMemObject(pull(shelf, shelf->count - 1).mem);
}

void clm_shelf_clear(clmodp_context *ctx)
{
    while (ctx->kept->shelf.count > 0)
        release_last(ctx);
}

void clm_shelf_make_room(clmodp_context *ctx, size_t bytes)
{
    clm_shelf *shelf = &ctx->kept->shelf;
    const uint64_t left = clm_memory_left(ctx);

    while (shelf->count > 0 && (bytes > left || shelf->bytes > left - bytes))
        release_last(ctx);
}

static bool fits(const clm_shelved *kept, uint64_t key, size_t bytes)
{
    if (kept->key != key || kept->bytes < bytes)
        return false;
    return key != CLM_SHELF_SCRATCH || kept->bytes / 2 <= bytes;
}

bool clm_shelf_take(clmodp_context *ctx, clm_buffer *out, uint64_t key, size_t bytes)
{
    clm_shelf *shelf = &ctx->kept->shelf;

    *out = (clm_buffer){0};
    clm_shelf_make_room(ctx, 0); /* this call's cap may be lower than that of who filled it */
    for (size_t k = 0; k < shelf->count; k++)
        if (fits(&shelf->kept[k], key, bytes)) {
            *out = pull(shelf, k);
            ctx->memory_now += out->bytes; /* that was under the cap, with what is on the shelf */
            if (ctx->memory_now > ctx->memory_peak)
                ctx->memory_peak = ctx->memory_now;
            return true;
        }
    return false;
}

void clm_shelf_give(clmodp_context *ctx, clm_buffer *buffer, uint64_t key)
{
    clm_shelf *shelf = &ctx->kept->shelf;
    const uint64_t most = most_bytes(ctx);

    if (buffer->mem == NULL || buffer->part || buffer->bytes > most) {
        clm_buffer_destroy(ctx, buffer);
        return;
    }
    while (shelf->count == CLM_SHELF_MOST ||
           (shelf->count > 0 && shelf->bytes > most - buffer->bytes))
        release_last(ctx);
    memmove(shelf->kept + 1, shelf->kept, shelf->count++ * sizeof *shelf->kept);
    shelf->kept[0] = (clm_shelved){buffer->mem, buffer->bytes, key};
    shelf->bytes += buffer->bytes;
    clm_memory_give(ctx, buffer->bytes);
    *buffer = (clm_buffer){0};
}

clmodp_status clm_scratch_create(clmodp_context *ctx, clm_buffer *out, size_t count, size_t size)
{
    size_t bytes;

    if (clm_size_mul(&bytes, count, size) &&
        clm_shelf_take(ctx, out, CLM_SHELF_SCRATCH, clm_size_max(bytes, 1)))
        return CLMODP_OK;
    return clm_buffer_create(ctx, out, count, size);
}

void clm_scratch_destroy(clmodp_context *ctx, clm_buffer *buffer)
{
    clm_shelf_give(ctx, buffer, CLM_SHELF_SCRATCH);
}
