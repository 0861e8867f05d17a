/* What makes one device, driver and tuning different from another; facts about them. */
#ifndef CLM_DEVICE_IDENTITY_H
#define CLM_DEVICE_IDENTITY_H

#include "device/cache.h"
#include "device/context.h"

#define CLM_BUILD_OPTIONS_SIZE 128

/* The compiler options of this context. */
void clm_build_options(char options[CLM_BUILD_OPTIONS_SIZE], const clmodp_context *ctx);

/* The cache key of `text` for this library version, device, driver and build options. Different
 * callers differ in `purpose`. Release with clm_cache_key_destroy. False: no cache. */
bool clm_identity_key(const clmodp_context *ctx, clm_cache_key *out, const char *purpose,
                      const char *text);

/* What is kept under such a key, of exactly `size` bytes. False if there is nothing of that size;
 * *out is unchanged then. */
bool clm_identity_recall(const clmodp_context *ctx, const char *purpose, const char *text,
                         void *out, size_t size);

/* Keep it. False if it cannot be kept. */
bool clm_identity_remember(const clmodp_context *ctx, const char *purpose, const char *text,
                           const void *data, size_t size);

/* True if `fact` was remembered for this device, driver, tuning and the text of these kernels. */
bool clm_fact_recall(clmodp_context *ctx, const char *fact, const clm_kernel_files *files);

/* Remember `fact`. False if it cannot be kept. */
bool clm_fact_remember(clmodp_context *ctx, const char *fact, const clm_kernel_files *files);

#endif
