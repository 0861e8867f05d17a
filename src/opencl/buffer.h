/* Device buffers, host staging arrays, the buffer pool kept between calls, and read-only kernel
 * tables. All memory counts against the context's cap. */
#ifndef CLM_OPENCL_BUFFER_H
#define CLM_OPENCL_BUFFER_H

#include <stdbool.h>

#include "opencl/context.h"

/* Returns the number of bytes still available under the cap. */
CLM_LAB_API uint64_t clm_memory_left(const clmodp_context *ctx);

/* Counts `bytes` more, or fewer, as used. Errors: DEVICE_MEMORY (above the cap; counts nothing) */
clmodp_status clm_memory_take(clmodp_context *ctx, size_t bytes);
void clm_memory_give(clmodp_context *ctx, size_t bytes);

/* Tells whether the device has dedicated local memory, faster than global; CPUs have none.
 * Errors: DEVICE */
CLM_LAB_API clmodp_status clm_device_has_local_memory(clmodp_context *ctx, bool *apart);

/* A host array for transfers. Zero-initialise, so that clm_staging_destroy is always safe. */
typedef struct clm_staging {
    void *data;
    size_t bytes;
    cl_mem mem; /* the mapped buffer; NULL: an ordinary host array */
} clm_staging;

/* Allocates `count` zeroed elements of `size` bytes.
 * Errors: LIMIT (overflow), DEVICE_MEMORY (above the cap), HOST_MEMORY */
clmodp_status clm_staging_create(clmodp_context *ctx, clm_staging *out, size_t count,
                                 size_t size);
void clm_staging_destroy(clmodp_context *ctx, clm_staging *staging);

/* Allocates an array for large transfers, without zeroing it. On devices with GPU parameters the
 * array is a mapped buffer, kept in the pool between calls: drivers copy several times as fast
 * from pages that they have pinned. On CPUs, and if the driver pins no memory, it is an ordinary
 * array. Mapping a new buffer waits for the queue.
 * Errors: as clm_staging_create */
clmodp_status clm_staging_create_mapped(clmodp_context *ctx, clm_staging *out, size_t count,
                                        size_t size);

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

/* The buffer pool keeps buffers and finished tables for later calls. They count as free, and are
 * released when the cap or the device leaves no room.
 *
 * Reserved keys; any other key identifies the contents of a table. */
#define CLM_POOL_SCRATCH ((uint64_t)0)
#define CLM_POOL_MAPPED UINT64_MAX /* mapped staging buffers, as scratch */

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

/* Releases pooled buffers, oldest first, until `bytes` more bytes fit under the cap. */
void clm_pool_make_room(clmodp_context *ctx, size_t bytes);

/* Releases all pooled buffers. */
void clm_pool_clear(clmodp_context *ctx);

/* Read-only kernel tables as sub-buffers of one buffer, so that one write sends all of them. */
enum { CLM_MOST_TABLES = 14 };

/* A table: its sub-buffer, and its source on the host (NULL if already sent or not yet known). */
typedef struct clm_table {
    clm_buffer *part; /* Out */
    clm_piece piece;
} clm_table;

/* Zero-initialise, so that clm_tables_destroy is always safe. */
typedef struct clm_tables {
    clm_buffer whole;
    clm_table table[CLM_MOST_TABLES]; /* by ascending offsets */
    size_t count, bytes;
} clm_tables;

/* Returns the alignment, in bytes, required of sub-buffer offsets. */
size_t clm_tables_alignment(cl_device_id device);

/* Registers a table of `count` elements of `size` bytes, to be created in *part.
 *
 * InOut:  tables  tables->bytes grows to the size of the buffer for all tables so far
 * In:     source  must stay valid until sent; NULL: clm_tables_set supplies it before each send
 * Errors: LIMIT (overflow), INVALID (more than CLM_MOST_TABLES) */
clmodp_status clm_tables_add(clmodp_context *ctx, clm_tables *tables, clm_buffer *part,
                             const void *source, size_t count, size_t size);

/* Creates the buffer and all sub-buffers, contents undefined. Owners destroy the sub-buffers
 * before the tables. Errors: as clm_buffer_create */
clmodp_status clm_tables_create(clmodp_context *ctx, clm_tables *tables);

/* Sets the source of the first `bytes` bytes of `part` for the next send; `source` as above.
 * Errors: INVALID (no such sub-buffer, or a shorter one) */
clmodp_status clm_tables_set(clmodp_context *ctx, clm_tables *tables, const clm_buffer *part,
                             const void *source, size_t bytes);

/* Sends all tables with a source. Tables that fit the queue's copy space together (opencl/queue.h)
 * take one write; a longer table is written alone and waited for. Afterwards the sources may be
 * reused. Errors: DEVICE */
clmodp_status clm_tables_send(clmodp_context *ctx, clm_tables *tables);

/* Releases the buffer; allowed twice. */
void clm_tables_destroy(clmodp_context *ctx, clm_tables *tables);

#endif
