/* One process at a time at a cache that is being filled. */
#ifndef CLM_DEVICE_CACHE_LOCK_H
#define CLM_DEVICE_CACHE_LOCK_H

#include <clmodp/status.h>

/* Asked again and again by who waits: another answer than OK ends that. */
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
