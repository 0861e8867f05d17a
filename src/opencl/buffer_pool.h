/* Counts the memory of a context against its cap, and keeps buffers and finished tables for later
 * calls in a pool. They count as free, and are released when the cap or the device leaves no
 * room. */
#ifndef CLM_OPENCL_BUFFER_POOL_H
#define CLM_OPENCL_BUFFER_POOL_H

#include <stdbool.h>

#include "opencl/context.h"

/* Returns the number of bytes still available under the cap. */
CLM_LAB_API uint64_t clm_memory_left(const clmodp_context *ctx);

/* Counts `bytes` more, or fewer, as used. Errors: DEVICE_MEMORY (above the cap; counts nothing) */
clmodp_status clm_memory_take(clmodp_context *ctx, size_t bytes);
void clm_memory_give(clmodp_context *ctx, size_t bytes);

/* Reserved keys; any other key identifies the contents of a table. */
#define CLM_POOL_SCRATCH ((uint64_t)0)
#define CLM_POOL_MAPPED UINT64_MAX /* mapped staging buffers, as scratch */

/* Removes the first buffer of between `bytes` and `most` bytes with this key from the pool, and
 * counts it as used. Returns false if there is none. */
bool clm_pool_find(clmodp_context *ctx, clm_pooled *out, uint64_t key, size_t bytes, size_t most);

/* Moves a buffer into the pool, or releases it if it is too large; it counts as used before. */
void clm_pool_put(clmodp_context *ctx, const clm_pooled *it);

/* Releases pooled buffers, oldest first, until `bytes` more bytes fit under the cap. */
void clm_pool_make_room(clmodp_context *ctx, size_t bytes);

/* Releases all pooled buffers. */
void clm_pool_clear(clmodp_context *ctx);

#endif
