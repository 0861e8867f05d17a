/* What makes one device, driver and tuning different from another; facts about them; and whether
 * kernels have inline assembly there: where the driver is known to take it (clm_tuning), until
 * they were seen to fail with it. */
#ifndef CLM_DEVICE_IDENTITY_H
#define CLM_DEVICE_IDENTITY_H

#include "opencl/cache.h"
#include "opencl/context.h"

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

/* The assembly that kernels of this context have now. */
clm_assembly clm_inline_asm(const clmodp_context *ctx);

/* Leave assembly out if the cache remembers that kernels with it fail with this device and
 * driver. */
void clm_inline_asm_recall(clmodp_context *ctx);

/* Kernels failed: leave assembly out from now on, and forget what was shown. False if they had no
 * assembly, so that it is not to blame. */
bool clm_inline_asm_drop(clmodp_context *ctx);

/* What became of the kernels without assembly. OK: that is remembered; else assembly was not to
 * blame, and is back. */
void clm_inline_asm_judge(clmodp_context *ctx, clmodp_status plain);

#endif
