/* Lock a cache by a file's lock, which ends with its holder. */
#include "device/cache_lock.h"

#include <fcntl.h>
#include <stdbool.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "base/clock.h"
#include "device/cache.h"
#include "portable/portable.h"

#define NAME "lock"

/* It is asked again and again, since a library has no signal to end a wait with. */
static void pause_shortly(void)
{
    const struct timespec pause = {.tv_nsec = 10 * 1000 * 1000};

    (void)nanosleep(&pause, NULL);
}

/* *locked: whether the file is locked now. */
static clmodp_status lock_until(bool *locked, int fd, double end, const clm_lock_watch *watch)
{
    clmodp_status st = CLMODP_OK;
    clm_lock_state state;

    *locked = false;
    while (st == CLMODP_OK && (state = clm_lock_file(fd)) != CLM_LOCK_TAKEN) {
        if (state == CLM_LOCK_NONE || clm_clock_seconds() > end)
            return CLMODP_OK;
        st = watch->ask(watch->user);
        pause_shortly();
    }
    *locked = st == CLMODP_OK;
    return st;
}

clmodp_status clm_cache_lock_take(clm_cache_lock *out, const char *directory, double seconds,
                                  const clm_lock_watch *watch)
{
    clmodp_status st = CLMODP_OK;
    bool locked = false;
    const double end = clm_clock_seconds() + seconds;
    const int directory_fd = clm_cache_open(directory, true);

    out->fd = -1;
    if (directory_fd < 0)
        return CLMODP_OK;
    /* For writing, because NFS makes a lock of a range of it. */
    out->fd = openat(directory_fd, NAME, O_RDWR | O_CREAT | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC,
                     S_IRUSR | S_IWUSR);
    (void)close(directory_fd);
    if (out->fd >= 0)
        st = lock_until(&locked, out->fd, end, watch);
    if (!locked)
        clm_cache_lock_release(out);
    return st;
}

void clm_cache_lock_release(clm_cache_lock *lock)
{
    if (lock->fd >= 0)
        (void)close(lock->fd);
    lock->fd = -1;
}
