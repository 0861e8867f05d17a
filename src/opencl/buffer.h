/* Memory of the device and of the host for calls, counted against the context's cap: buffers, what
 * the host holds only to send or to receive them (staging), a pool of buffers that are kept from
 * call to call, and tables that kernels only read. */
#ifndef CLM_OPENCL_BUFFER_H
#define CLM_OPENCL_BUFFER_H

#include <stdbool.h>

#include "opencl/context.h"

/* Bytes that may still be taken under the cap. */
CLM_LAB_API uint64_t clm_memory_left(const clmodp_context *ctx);

/* Count `bytes` more, or fewer. Errors: DEVICE_MEMORY (over the cap; nothing is counted) */
clmodp_status clm_memory_take(clmodp_context *ctx, size_t bytes);
void clm_memory_give(clmodp_context *ctx, size_t bytes);

/* Whether local memory is a memory of its own, nearer to work-groups than all other; on CPUs it is
 * not. Errors: DEVICE */
CLM_LAB_API clmodp_status clm_memory_local(clmodp_context *ctx, bool *apart);

/* An array of the host's. Zero-initialise ({0}): then clm_staging_destroy is always safe. */
typedef struct clm_staging {
    void *data;
    size_t bytes;
    cl_mem mem; /* what is mapped there; NULL: it is the host's own */
} clm_staging;

/* `count` zeroed elements of `size` bytes.
 * Errors: LIMIT (overflow), DEVICE_MEMORY (over the cap), HOST_MEMORY */
clmodp_status clm_staging_create(clmodp_context *ctx, clm_staging *out, size_t count,
                                 size_t size);
void clm_staging_destroy(clmodp_context *ctx, clm_staging *staging);

/* The same for much that comes or goes, and not zeroed: a GPU's driver moves pages that it has
 * pinned several times as fast as others, and pages that were used before need not be made. So it
 * is mapped where the device has the parameters of a GPU, and kept in the pool from call to call.
 * Where the driver pins none, and on CPUs, it is an ordinary array.
 * Made anew it waits for what is in the queue. Errors: the same */
clmodp_status clm_staging_create_mapped(clmodp_context *ctx, clm_staging *out, size_t count,
                                        size_t size);

/* Memory of the device. Zero-initialise ({0}): then clm_buffer_destroy is always safe. */
typedef struct clm_buffer {
    cl_mem mem;
    size_t bytes;
    bool part; /* of another one, whose bytes count */
} clm_buffer;

/* `count` elements of `size` bytes (at least 1 byte), contents undefined.
 * Errors: LIMIT (overflow, or more than the device allocates at once), DEVICE_MEMORY (over
 * the cap, or refused by the device), DEVICE */
CLM_LAB_API clmodp_status clm_buffer_create(clmodp_context *ctx, clm_buffer *out, size_t count,
                                            size_t size);

/* The `bytes` bytes (at least 1) from `offset` on as if they were a buffer, to be released before
 * that one. Pre: offset is a multiple of ctx->part_alignment. Errors: INVALID (out of range),
 * DEVICE, HOST_MEMORY */
clmodp_status clm_buffer_part(clmodp_context *ctx, clm_buffer *out, const clm_buffer *whole,
                              size_t offset, size_t bytes);

/* Room for `count` elements of `size` bytes, those of before where they are enough; contents
 * undefined. Errors: as of clm_buffer_create */
clmodp_status clm_buffer_room(clmodp_context *ctx, clm_buffer *buffer, size_t count, size_t size);

/* Release; allowed on a zero-initialised buffer and twice. */
CLM_LAB_API void clm_buffer_destroy(clmodp_context *ctx, clm_buffer *buffer);

/* Release several, one after the other. */
CLM_LAB_API void clm_buffers_destroy_array(clmodp_context *ctx, clm_buffer *const *buffers,
                                           size_t count);
#define clm_buffers_destroy(ctx, ...)                                       \
    clm_buffers_destroy_array((ctx), (clm_buffer *const[]){__VA_ARGS__},    \
                              sizeof((clm_buffer *const[]){__VA_ARGS__}) / \
                                  sizeof(clm_buffer *))

/* True if the buffer has room for `count` elements of `size` bytes. */
bool clm_buffer_holds(const clm_buffer *buffer, size_t count, size_t size);

/* Copy `bytes` bytes from / to host memory, at byte `offset` of the buffer. Reading waits for all
 * that was enqueued before, and so does writing, unless the queue has room for a copy of the
 * source (CLM_COPIES_BYTES); the source is the caller's again in either case.
 * Errors: INVALID (out of range), DEVICE (also where an earlier command failed) */
CLM_LAB_API clmodp_status clm_buffer_write(clmodp_context *ctx, const clm_buffer *buffer,
                                           size_t offset, const void *source, size_t bytes);
CLM_LAB_API clmodp_status clm_buffer_read(clmodp_context *ctx, const clm_buffer *buffer,
                                          size_t offset, void *target, size_t bytes);

/* Bytes of the host's, and where they go in a buffer. */
typedef struct clm_piece {
    const void *source;
    size_t offset, bytes;
} clm_piece;

/* clm_buffer_write for pieces with ascending offsets, with one write for all in a row that the
 * queue has room for together; what is between them is undefined. Errors: the same */
clmodp_status clm_buffer_gather(clmodp_context *ctx, const clm_buffer *buffer,
                                const clm_piece *pieces, size_t count);

/* Set the first `words` 32-bit words to `value`. Asynchronous. */
CLM_LAB_API clmodp_status clm_buffer_fill(clmodp_context *ctx, const clm_buffer *buffer,
                                          uint32_t value, size_t words);

/* The pool: memory that was touched before, and tables that need not be made again. Its buffers
 * count as free: where the cap, or the device, has no room left they are released.
 *
 * Keys of tables; any other number names contents. */
#define CLM_POOL_SCRATCH ((uint64_t)0)
#define CLM_POOL_MAPPED UINT64_MAX /* of the host, as scratch */

/* *out := a buffer from the pool, which is the caller's from then on: with the contents that were
 * put there under the key; or as scratch one of `bytes` bytes or up to twice that. False: there is
 * none, and *out is {0}. */
bool clm_pool_take(clmodp_context *ctx, clm_buffer *out, uint64_t key, size_t bytes);

/* Put a buffer into the pool, or release it, and zero it; as clm_buffer_destroy otherwise.
 * Launches may still use it, as all on the context's queue are in order. */
void clm_pool_give(clmodp_context *ctx, clm_buffer *buffer, uint64_t key);

/* Scratch memory: from the pool, or made. Errors: those of clm_buffer_create */
clmodp_status clm_scratch_create(clmodp_context *ctx, clm_buffer *out, size_t count, size_t size);
void clm_scratch_destroy(clmodp_context *ctx, clm_buffer *buffer);
void clm_scratches_destroy_array(clmodp_context *ctx, clm_buffer *const *buffers, size_t count);
#define clm_scratches_destroy(ctx, ...)                                       \
    clm_scratches_destroy_array((ctx), (clm_buffer *const[]){__VA_ARGS__},    \
                                sizeof((clm_buffer *const[]){__VA_ARGS__}) / \
                                    sizeof(clm_buffer *))

/* The same, not larger than that: for plans with all memory that there is. */
clmodp_status clm_scratch_create_exactly(clmodp_context *ctx, clm_buffer *out, size_t count,
                                         size_t size);

/* Release what is there, the longest kept first, until `bytes` bytes more fit under the cap. */
void clm_pool_make_room(clmodp_context *ctx, size_t bytes);

/* Release all. */
void clm_pool_clear(clmodp_context *ctx);

/* Tables that kernels only read, in one buffer: each is a part of it, to launches a buffer of its
 * own size, and all of them go to the device with one write. */
enum { CLM_MOST_TABLES = 14 };

/* A table: where it is on the device; and on the host, NULL if it was sent or is not known. */
typedef struct clm_table {
    clm_buffer *part; /* Out */
    clm_piece piece;
} clm_table;

/* Zero-initialise ({0}): then clm_tables_destroy is always safe. */
typedef struct clm_tables {
    clm_buffer whole;
    clm_table table[CLM_MOST_TABLES]; /* by ascending offsets */
    size_t count, bytes;
} clm_tables;

/* Where parts of buffers may begin: multiples of so many bytes. */
size_t clm_tables_alignment(cl_device_id device);

/* List a table of `count` elements of `size` bytes, to be created in *part.
 *
 * InOut:  tables  their bytes are those of the buffer for all so far
 * In:     source  must stay until it is sent; NULL: clm_tables_set will tell, before each sending
 * Errors: LIMIT (overflow), INVALID (more than CLM_MOST_TABLES) */
clmodp_status clm_tables_add(clmodp_context *ctx, clm_tables *tables, clm_buffer *part,
                             const void *source, size_t count, size_t size);

/* The buffer, and all parts, contents undefined. Each part is destroyed by whoever owns it, all of
 * them before the tables. Errors: those of clm_buffer_create */
clmodp_status clm_tables_create(clmodp_context *ctx, clm_tables *tables);

/* What `part` is to hold after the next sending, in its first bytes; as `source` above.
 * Errors: INVALID (no such part, or it is shorter) */
clmodp_status clm_tables_set(clmodp_context *ctx, clm_tables *tables, const clm_buffer *part,
                             const void *source, size_t bytes);

/* Send what has a source. One write for all tables that a copy of the queue's has room for
 * together (opencl/queue.h); one that is longer is written by itself, and waited for. Sources are
 * their owners' again. Errors: DEVICE */
clmodp_status clm_tables_send(clmodp_context *ctx, clm_tables *tables);

/* Release the buffer; allowed twice. */
void clm_tables_destroy(clmodp_context *ctx, clm_tables *tables);

#endif
