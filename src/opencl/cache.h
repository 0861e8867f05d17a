/* The cache: a directory of files that no other user can have written, with compiled programs and
 * small facts. A file that is damaged, or could be another user's work, counts as absent; a cache
 * that cannot be used is no error.
 *
 * Keys tell devices, drivers and tunings apart. Facts about them are kept here as well, such as
 * whether kernels have inline assembly: where the driver is known to take it (clm_tuning), until
 * they were seen to fail with it. */
#ifndef CLM_OPENCL_CACHE_H
#define CLM_OPENCL_CACHE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <clmodp/core.h>

#include "opencl/context.h"

/* What a payload is kept under: all that it depends on. Files have it whole, so that nothing rests
 * on hashes. */
typedef struct clm_cache_key {
    char *text; /* texts with their ends; owned */
    size_t size;
} clm_cache_key;

/* Names of files: digits of a hash; of those that are being written, which begin so. */
#define CLM_CACHE_NAME_SIZE 33
#define CLM_CACHE_UNFINISHED "new-"

/* The key of a sequence of texts. Release with clm_cache_key_destroy ({0} is safe). False if there
 * is no memory; then there is no cache. */
bool clm_cache_key_make(clm_cache_key *out, const char *const *texts, size_t count);
void clm_cache_key_destroy(clm_cache_key *key);

/* The payload kept under `key` in `directory` (NULL: none), released with free(); NULL if
 * there is none that can be trusted. */
unsigned char *clm_cache_read(const char *directory, const clm_cache_key *key, size_t *size);

/* The directory as a file descriptor, made if it is missing and that is asked for; -1 if there is
 * none (NULL), or none that only this process's user can change. */
int clm_cache_open(const char *directory, bool make);

/* Keep a payload under `key`, replacing an older one in one step. The directory is made,
 * for its owner alone, if it is missing; if it has more than CLM_CACHE_MOST bytes then, what was
 * not used for longest goes (clm_cache_trim). False if it cannot be kept. */
bool clm_cache_write(const char *directory, const clm_cache_key *key, const void *data,
                     size_t size);

/* Whether a file can be written to `directory` (NULL: none) now, and read again. It is kept. */
bool clm_cache_works(const char *directory);

/* Bytes of all files of a cache together, after each time that one is written. */
#define CLM_CACHE_MOST ((uint64_t)64 << 20)

/* Remove files of the cache until those left have at most so many bytes, the ones first that were
 * not used for longest, but never `keep`; and what writers left that were killed. */
void clm_cache_trim(int directory_fd, const char *keep, uint64_t most);

/* Asked again and again while a process waits: another answer than OK ends that. */
typedef struct clm_lock_watch {
    clmodp_status (*ask)(void *user);
    void *user;
} clm_lock_watch;

/* What a process holds: a file descriptor, or -1. */
typedef struct clm_cache_lock {
    int fd;
} clm_cache_lock;

/* Wait until no other process, nor another context of this one, holds the directory's lock, and
 * take it: not longer than so many seconds. Without a directory (NULL, or one that cannot be
 * written), where a file system has no locks, and when time is up, nothing is held, and the caller
 * goes on all the same: the lock saves work, and nothing rests on it. The system takes it from a
 * process that ends. `watch` asks whether to go on meanwhile.
 * Errors: what it answers; nothing is held then */
clmodp_status clm_cache_lock_take(clm_cache_lock *out, const char *directory, double seconds,
                                  const clm_lock_watch *watch);

void clm_cache_lock_release(clm_cache_lock *lock);

/* The directory for compiled kernels: `wanted` if not NULL; else CLMODP_CACHE_DIR; else
 * $XDG_CACHE_HOME/clmodp; else $HOME/.cache/clmodp; relative paths in the last two count for
 * nothing. *out is NULL, and none is used, if that is empty or none of these is set. Released with
 * free().
 * Errors: HOST_MEMORY */
clmodp_status clm_cache_directory(clm_error *error, char **out, const char *wanted);

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
