/* Device buffers, which count against the cap of the context (opencl/buffer_pool.h). */
#ifndef CLM_OPENCL_BUFFER_H
#define CLM_OPENCL_BUFFER_H

#include <stdbool.h>

#include "opencl/buffer_pool.h"
#include "opencl/context.h"

/* Device memory. Zero-initialise, so that clm_buffer_destroy is always safe. */
typedef struct clm_buffer {
    cl_mem mem;
    size_t bytes;
    bool part; /* a sub-buffer; only its parent counts against the cap */
} clm_buffer;

/* Allocates `count` elements of `size` bytes (at least 1 byte), contents undefined.
 * Errors: LIMIT (overflow, or above the device's largest allocation), DEVICE_MEMORY (above the
 *         cap, or refused by the device), DEVICE */
CLM_LAB_API clmodp_status clm_buffer_create(clmodp_context *ctx, clm_buffer *out, size_t count,
                                            size_t size);

/* Creates a sub-buffer of `bytes` bytes (at least 1), to be released before its parent. Pre:
 * offset is a multiple of ctx->part_alignment. Errors: INVALID (out of range), DEVICE,
 * HOST_MEMORY */
clmodp_status clm_buffer_part(clmodp_context *ctx, clm_buffer *out, const clm_buffer *whole,
                              size_t offset, size_t bytes);

/* Ensures room for `count` elements of `size` bytes, reusing a large enough buffer. The contents
 * are undefined. Errors: as clm_buffer_create */
clmodp_status clm_buffer_room(clmodp_context *ctx, clm_buffer *buffer, size_t count, size_t size);

/* Releases the buffer; allowed on {0} and twice. */
CLM_LAB_API void clm_buffer_destroy(clmodp_context *ctx, clm_buffer *buffer);

/* Releases several buffers in order. */
CLM_LAB_API void clm_buffers_destroy_array(clmodp_context *ctx, clm_buffer *const *buffers,
                                           size_t count);
#define clm_buffers_destroy(ctx, ...)                                       \
    clm_buffers_destroy_array((ctx), (clm_buffer *const[]){__VA_ARGS__},    \
                              sizeof((clm_buffer *const[]){__VA_ARGS__}) / \
                                  sizeof(clm_buffer *))

/* Tells whether the buffer has room for `count` elements of `size` bytes. */
bool clm_buffer_holds(const clm_buffer *buffer, size_t count, size_t size);

/* Copies `bytes` bytes from / to host memory, at byte `offset` of the buffer. Reading waits for
 * all commands enqueued before. Writing waits too, unless the queue has room for a copy of the
 * source (CLM_COPIES_BYTES). The caller may reuse the source at once.
 * Errors: INVALID (out of range), DEVICE (also if an earlier command failed) */
CLM_LAB_API clmodp_status clm_buffer_write(clmodp_context *ctx, const clm_buffer *buffer,
                                           size_t offset, const void *source, size_t bytes);
CLM_LAB_API clmodp_status clm_buffer_read(clmodp_context *ctx, const clm_buffer *buffer,
                                          size_t offset, void *target, size_t bytes);

/* Creates a buffer of `count` elements of `size` bytes and writes those of the source into it. The
 * caller destroys *out after a failure too. Errors: as clm_buffer_create, clm_buffer_write */
CLM_LAB_API clmodp_status clm_buffer_load(clmodp_context *ctx, clm_buffer *out, const void *source,
                                          size_t count, size_t size);

/* The same with scratch memory. */
clmodp_status clm_scratch_load(clmodp_context *ctx, clm_buffer *out, const void *source,
                               size_t count, size_t size);

/* Copies `words` 32-bit words as clm_buffer_write and clm_buffer_read do, on GPUs through pinned
 * pages, which all threads of the context fill or empty. Errors: also HOST_MEMORY */
clmodp_status clm_buffer_write_words(clmodp_context *ctx, const clm_buffer *buffer, size_t at,
                                     const uint32_t *source, size_t words);
clmodp_status clm_buffer_read_words(clmodp_context *ctx, const clm_buffer *buffer, size_t at,
                                    uint32_t *target, size_t words);

/* A block of host bytes and its destination offset in a buffer. */
typedef struct clm_piece {
    const void *source;
    size_t offset, bytes;
} clm_piece;

/* Writes blocks with ascending offsets like clm_buffer_write. Consecutive blocks that fit the
 * queue's copy space together take one write; gaps between them become undefined. Errors: the
 * same */
clmodp_status clm_buffer_gather(clmodp_context *ctx, const clm_buffer *buffer,
                                const clm_piece *pieces, size_t count);

/* Sets the first `words` 32-bit words to `value`. Asynchronous. */
CLM_LAB_API clmodp_status clm_buffer_fill(clmodp_context *ctx, const clm_buffer *buffer,
                                          uint32_t value, size_t words);

/* Moves a buffer from the pool to *out, which the caller then owns. A table keeps the contents
 * stored under its key; a scratch buffer has between `bytes` and about 2 * `bytes` bytes. Returns
 * false, with *out = {0}, if the pool has no such buffer. */
bool clm_pool_take(clmodp_context *ctx, clm_buffer *out, uint64_t key, size_t bytes);

/* Moves a buffer into the pool, or releases it, and zeroes the structure. Earlier launches may
 * still use the buffer, since the queue is in order. */
void clm_pool_give(clmodp_context *ctx, clm_buffer *buffer, uint64_t key);

/* Takes scratch memory from the pool or allocates it. Errors: as clm_buffer_create */
clmodp_status clm_scratch_create(clmodp_context *ctx, clm_buffer *out, size_t count, size_t size);
void clm_scratch_destroy(clmodp_context *ctx, clm_buffer *buffer);
void clm_scratches_destroy_array(clmodp_context *ctx, clm_buffer *const *buffers, size_t count);
#define clm_scratches_destroy(ctx, ...)                                       \
    clm_scratches_destroy_array((ctx), (clm_buffer *const[]){__VA_ARGS__},    \
                                sizeof((clm_buffer *const[]){__VA_ARGS__}) / \
                                    sizeof(clm_buffer *))

/* Takes or allocates scratch memory of exactly this size, for plans that use all memory left. */
clmodp_status clm_scratch_create_exactly(clmodp_context *ctx, clm_buffer *out, size_t count,
                                         size_t size);

#endif
