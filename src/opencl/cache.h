/* A directory of files that nobody else can have written: compiled programs and small
 * facts. A file that is damaged, or could be another user's work, counts as absent; a
 * cache that cannot be used is no error. */
#ifndef CLM_DEVICE_CACHE_H
#define CLM_DEVICE_CACHE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <clmodp/core.h>

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

/* Note that an open file was used, for clm_cache_trim. */
void clm_cache_touch(int fd);

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

#endif
