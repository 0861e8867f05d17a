/* Lock a cache by flock, which ends with its holder. */
#include "device/cache_lock.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "base/clock.h"
#include "device/cache.h"

#define NAME "lock"

/* It is asked again and again, since a library has no signal to end a wait with. */
static void pause_shortly(void)
{
    const struct timespec pause = {.tv_nsec = 10 * 1000 * 1000};

    (void)nanosleep(&pause, NULL);
}

/* Whether the file is locked now. */
static int lock_until(int fd, double end)
{
    while (flock(fd, LOCK_EX | LOCK_NB) != 0) {
        if (errno != EWOULDBLOCK && errno != EINTR)
            return 0;
        if (clm_clock_seconds() > end)
            return 0;
        pause_shortly();
    }
    return 1;
}

void clm_cache_lock_take(clm_cache_lock *out, const char *directory, double seconds)
{
    const double end = clm_clock_seconds() + seconds;
    const int directory_fd = clm_cache_open(directory, true);

    out->fd = -1;
    if (directory_fd < 0)
        return;
    /* For writing, because NFS makes a lock of a range of it. */
    out->fd = openat(directory_fd, NAME, O_RDWR | O_CREAT | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC,
                     S_IRUSR | S_IWUSR);
    (void)close(directory_fd);
    if (out->fd >= 0 && !lock_until(out->fd, end))
        clm_cache_lock_release(out);
}

void clm_cache_lock_release(clm_cache_lock *lock)
{
    if (lock->fd >= 0)
        (void)close(lock->fd);
    lock->fd = -1;
}
