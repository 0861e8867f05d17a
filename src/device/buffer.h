/* Device memory, counted against the context's cap. */
#ifndef CLM_DEVICE_BUFFER_H
#define CLM_DEVICE_BUFFER_H

#include <stdbool.h>

#include "device/memory.h"

/* Zero-initialise ({0}): then clm_buffer_destroy is always safe. */
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

#endif
