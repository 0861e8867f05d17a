/* The cache: a directory of compiled programs and small records. A file that is damaged, or that
 * another user may have written, counts as absent. An unusable cache is no error.
 *
 * Keys distinguish devices, drivers and tunings. The cache also records verified properties of a
 * device, such as failures of kernels with inline assembly. Assembly is used with drivers known to
 * support it (clm_tuning) until kernels fail with it. */
#ifndef CLM_OPENCL_CACHE_H
#define CLM_OPENCL_CACHE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <clmodp/core.h>

#include "opencl/context.h"

/* All inputs that determine a cached payload. Files store the complete key, so that hash
 * collisions are harmless. */
typedef struct clm_cache_key {
    char *text; /* texts with their terminators; owned */
    size_t size;
} clm_cache_key;

/* File names are hash digits; the prefix marks files still being written. */
#define CLM_CACHE_NAME_SIZE 33
#define CLM_CACHE_UNFINISHED "new-"

/* Makes the key of a sequence of texts. Release it with clm_cache_key_destroy ({0} is safe).
 * Returns false if memory is exhausted; then nothing is cached. */
bool clm_cache_key_make(clm_cache_key *out, const char *const *texts, size_t count);
void clm_cache_key_destroy(clm_cache_key *key);

/* Returns the payload stored under `key` in `directory` (NULL: no cache), to be released with
 * free(); NULL if there is none that can be trusted. */
unsigned char *clm_cache_read(const char *directory, const clm_cache_key *key, size_t *size);

/* Opens the directory, creating it if missing and `make` is set. Returns a file descriptor; -1 for
 * NULL, on failure, or if other users can change the directory. */
int clm_cache_open(const char *directory, bool make);

/* Stores a payload under `key`, atomically replacing an older one. A missing directory is created
 * for its owner alone. If the cache then exceeds CLM_CACHE_MOST bytes, the least recently used
 * files are removed (clm_cache_trim). Returns false on failure. */
bool clm_cache_write(const char *directory, const clm_cache_key *key, const void *data,
                     size_t size);

/* Tells whether a file can be written to `directory` (NULL: no cache) and read again; the file
 * stays. */
bool clm_cache_is_writable(const char *directory);

/* Limit in bytes on a cache, enforced after each write. */
#define CLM_CACHE_MOST ((uint64_t)64 << 20)

/* Removes the least recently used files except `keep` until at most `most` bytes remain, and
 * unfinished files of killed writers. */
void clm_cache_trim(int directory_fd, const char *keep, uint64_t most);

/* A callback polled while a process waits; a status other than OK ends the wait. */
typedef struct clm_lock_poller {
    clmodp_status (*ask)(void *user);
    void *user;
} clm_lock_poller;

/* A held lock: a file descriptor, or -1 for none. */
typedef struct clm_cache_lock {
    int fd;
} clm_cache_lock;

/* Waits up to `seconds` for the directory's lock, held by at most one context of all processes,
 * and takes it. If the directory is NULL or cannot be written, the file system has no locks, or
 * time is up, nothing is locked and the caller proceeds anyway: the lock only avoids duplicate
 * work. The system releases the lock of a process that ends. Meanwhile `watch` is polled.
 * Errors: the status of `watch`; nothing is locked then */
clmodp_status clm_cache_lock_take(clm_cache_lock *out, const char *directory, double seconds,
                                  const clm_lock_poller *watch);

void clm_cache_lock_release(clm_cache_lock *lock);

/* Returns the cache directory: `wanted` if not NULL; else CLMODP_CACHE_DIR; else
 * $XDG_CACHE_HOME/clmodp; else $HOME/.cache/clmodp. Relative paths in the last two are ignored.
 * *out is NULL, and nothing is cached, if the path is empty or none is set. Release it with
 * free().
 * Errors: HOST_MEMORY */
clmodp_status clm_cache_directory(clm_error *error, char **out, const char *wanted);

#define CLM_BUILD_OPTIONS_SIZE 128

/* Writes the compiler options of this context. */
void clm_build_options(char options[CLM_BUILD_OPTIONS_SIZE], const clmodp_context *ctx);

/* Makes the cache key of `text` for this library version, device, driver and build options.
 * `purpose` distinguishes callers. Release it with clm_cache_key_destroy. Returns false if nothing
 * can be cached. */
bool clm_device_key(const clmodp_context *ctx, clm_cache_key *out, const char *purpose,
                    const char *text);

/* Reads the payload of `size` bytes stored under such a key. Returns false, with *out unchanged,
 * if there is none of this size. */
bool clm_device_record_load(const clmodp_context *ctx, const char *purpose, const char *text,
                            void *out, size_t size);

/* Stores a payload under such a key. Returns false on failure. */
bool clm_device_record_store(const clmodp_context *ctx, const char *purpose, const char *text,
                             const void *data, size_t size);

/* Tells whether `property` is recorded for this device, driver, tuning and these kernels' text. */
bool clm_property_load(clmodp_context *ctx, const char *property, const clm_kernel_files *files);

/* Records `property`. Returns false on failure. */
bool clm_property_store(clmodp_context *ctx, const char *property, const clm_kernel_files *files);

/* Returns the inline assembly that kernels of this context use now. */
clm_assembly clm_inline_asm(const clmodp_context *ctx);

/* Disables assembly if the cache records that kernels with it fail on this device and driver. */
void clm_inline_asm_load(clmodp_context *ctx);

/* Disables assembly after kernels failed, and discards passed self-tests. Returns false if the
 * kernels used no assembly, so that the fault lies elsewhere. */
bool clm_inline_asm_disable(clmodp_context *ctx);

/* Receives the status of the kernels without assembly. After OK the failure with assembly is
 * recorded; otherwise assembly is enabled again. */
void clm_inline_asm_confirm(clmodp_context *ctx, clmodp_status plain);

#endif
