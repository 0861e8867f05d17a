/* A list of buffers, the last one put there first. */
#include "device/shelf.h"

#include <string.h>

#include "base/size.h"
#include "device/queue.h"

#define STRIPES 8 /* that a call takes with all of its buffers, about */

/* Bytes at most: of the memory there is a part, that a process may well keep; of a GPU's what a
 * call works on at a time. */
static uint64_t most_bytes(const clmodp_context *ctx)
{
    const uint64_t part = ctx->call->max_memory / 4;
    uint64_t most = (uint64_t)256 << 20;

    if (ctx->tuning.vector_width == 1)
        most = clm_size_max(most, clm_size_times(ctx->tuning.stripe_bytes, STRIPES));
    return part < most ? part : most;
}

/* Take number k out of the list. */
static clm_shelved pull(clm_shelf *shelf, size_t k)
{
    const clm_shelved out = shelf->kept[k];

    shelf->count--;
    shelf->bytes -= out.bytes;
    memmove(shelf->kept + k, shelf->kept + k + 1, (shelf->count - k) * sizeof *shelf->kept);
    return out;
}

static void release_last(clmodp_context *ctx)
{
    clm_shelf *shelf = &ctx->kept->shelf;
    const clm_shelved last = pull(shelf, shelf->count - 1);

    if (last.mapped != NULL) {
        clm_release_mapped(ctx, last.mem, last.mapped);
        return;
    }
    clm_queue_before_release(ctx);
    clReleaseMemObject(last.mem);
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

    while (shelf->count > 0 &&
           (bytes > left || shelf->bytes > left - bytes || shelf->bytes > most_bytes(ctx)))
        release_last(ctx);
}

/* Whether it has what is under the key, in `bytes` bytes or more, up to `most`. */
static bool fits(const clm_shelved *kept, uint64_t key, size_t bytes, size_t most)
{
    return kept->key == key && kept->bytes >= bytes && kept->bytes <= most;
}

/* Number k of the list, or false: none. */
static bool find(clmodp_context *ctx, clm_shelved *out, uint64_t key, size_t bytes, size_t most)
{
    clm_shelf *shelf = &ctx->kept->shelf;

    clm_shelf_make_room(ctx, 0); /* this call's cap may be lower than that of who filled it */
    for (size_t k = 0; k < shelf->count; k++)
        if (fits(&shelf->kept[k], key, bytes, most)) {
            *out = pull(shelf, k);
            ctx->memory_now += out->bytes; /* that was under the cap, with what is on the shelf */
            if (ctx->memory_now > ctx->call->memory_peak)
                ctx->call->memory_peak = ctx->memory_now;
            return true;
        }
    return false;
}

static bool find_buffer(clmodp_context *ctx, clm_buffer *out, uint64_t key, size_t bytes,
                        size_t most)
{
    clm_shelved found;

    *out = (clm_buffer){0};
    if (!find(ctx, &found, key, bytes, most))
        return false;
    *out = (clm_buffer){found.mem, found.bytes, false};
    return true;
}

bool clm_shelf_take(clmodp_context *ctx, clm_buffer *out, uint64_t key, size_t bytes)
{
    const bool scratch = key == CLM_SHELF_SCRATCH;

    return find_buffer(ctx, out, key, bytes, scratch ? clm_size_times(bytes, 2) + 1 : SIZE_MAX);
}

/* False: it has no place there. */
static bool put(clmodp_context *ctx, const clm_shelved *it)
{
    clm_shelf *shelf = &ctx->kept->shelf;
    const uint64_t most = most_bytes(ctx);

    if (it->bytes > most)
        return false;
    while (shelf->count == CLM_SHELF_MOST ||
           (shelf->count > 0 && shelf->bytes > most - it->bytes))
        release_last(ctx);
    memmove(shelf->kept + 1, shelf->kept, shelf->count++ * sizeof *shelf->kept);
    shelf->kept[0] = *it;
    shelf->bytes += it->bytes;
    clm_memory_give(ctx, it->bytes);
    return true;
}

void clm_shelf_give(clmodp_context *ctx, clm_buffer *buffer, uint64_t key)
{
    if (buffer->mem == NULL || buffer->part ||
        !put(ctx, &(clm_shelved){buffer->mem, buffer->bytes, key, NULL}))
        clm_buffer_destroy(ctx, buffer);
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

clmodp_status clm_scratch_create_exactly(clmodp_context *ctx, clm_buffer *out, size_t count,
                                         size_t size)
{
    size_t bytes;

    if (clm_size_mul(&bytes, count, size)) {
        bytes = clm_size_max(bytes, 1);
        if (find_buffer(ctx, out, CLM_SHELF_SCRATCH, bytes, bytes))
            return CLMODP_OK;
    }
    return clm_buffer_create(ctx, out, count, size);
}

void clm_scratch_destroy(clmodp_context *ctx, clm_buffer *buffer)
{
    clm_shelf_give(ctx, buffer, CLM_SHELF_SCRATCH);
}

bool clm_shelf_take_mapped(clmodp_context *ctx, clm_staging *out, size_t bytes)
{
    clm_shelved found;

    *out = (clm_staging){0};
    if (!find(ctx, &found, CLM_SHELF_MAPPED, bytes, bytes))
        return false;
    *out = (clm_staging){found.mapped, found.bytes, found.mem};
    return true;
}

bool clm_shelf_give_mapped(clmodp_context *ctx, const clm_staging *staging)
{
    return put(ctx, &(clm_shelved){staging->mem, staging->bytes, CLM_SHELF_MAPPED, staging->data});
}
