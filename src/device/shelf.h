/* Buffers that a context keeps from call to call: memory that was touched before, and tables that
 * need not be made again. They count as free: where the cap, or the device, has no room left they
 * are released. */
#ifndef CLM_DEVICE_SHELF_H
#define CLM_DEVICE_SHELF_H

#include "device/buffer.h"

/* Keys of tables; any other number names contents. */
#define CLM_SHELF_SCRATCH ((uint64_t)0)
#define CLM_SHELF_MAPPED UINT64_MAX /* of the host, as scratch */

/* *out := a buffer from the shelf, which is the caller's from then on: with the contents that were
 * put there under the key; or as scratch one of `bytes` bytes or up to twice that. False: there is
 * none, and *out is {0}. */
bool clm_shelf_take(clmodp_context *ctx, clm_buffer *out, uint64_t key, size_t bytes);

/* Put a buffer on the shelf, or release it, and zero it; as clm_buffer_destroy otherwise. Launches
 * may still use it, as all on the context's queue are in order. */
void clm_shelf_give(clmodp_context *ctx, clm_buffer *buffer, uint64_t key);

/* Scratch memory: from the shelf, or made. Errors: those of clm_buffer_create */
clmodp_status clm_scratch_create(clmodp_context *ctx, clm_buffer *out, size_t count, size_t size);
void clm_scratch_destroy(clmodp_context *ctx, clm_buffer *buffer);

/* The same, not larger than that: for who plans with all memory that there is. */
clmodp_status clm_scratch_create_exactly(clmodp_context *ctx, clm_buffer *out, size_t count,
                                         size_t size);

/* Likewise what clm_staging_create_mapped makes, of exactly so many bytes. False: there is none,
 * or no place for it. */
bool clm_shelf_take_mapped(clmodp_context *ctx, clm_staging *out, size_t bytes);
bool clm_shelf_give_mapped(clmodp_context *ctx, const clm_staging *staging);

/* Release what is there, the longest kept first, until `bytes` bytes more fit under the cap. */
void clm_shelf_make_room(clmodp_context *ctx, size_t bytes);

/* Release all. */
void clm_shelf_clear(clmodp_context *ctx);

#endif
