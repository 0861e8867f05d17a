/* Accesses files by descriptors, so that no folder can be exchanged meanwhile; names worker
 * threads. */
#include "distributed/files.h"

#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/memory.h"
#include "portable/portable.h"

enum { NAME_SIZE = 72 + CLM_WORKER_ID_SIZE, TRIES = 3 };

clmodp_status clm_file_fail(clm_error *error, const char *what, const char *name)
{
    return clm_fail(error, CLMODP_FILE, "cannot %s %.500s: %s", what, name, strerror(errno));
}

clmodp_status clm_folder_open(clm_error *error, int *fd, int in, const char *name)
{
    clmodp_status st = CLMODP_OK;
    struct stat status;

    *fd = openat(in, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    if (*fd < 0 || fstat(*fd, &status) != 0)
        return clm_file_fail(error, "open the folder", name);
    if (status.st_uid != geteuid())
        FAIL(error, CLMODP_FILE, "the folder %.500s does not belong to the user", name);
    if ((status.st_mode & (S_IWGRP | S_IWOTH)) != 0)
        FAIL(error, CLMODP_FILE, "others can write to the folder %.500s: run chmod go-w", name);
done:
    if (st != CLMODP_OK) {
        (void)close(*fd);
        *fd = -1;
    }
    return st;
}

clmodp_status clm_folder_make(clm_error *error, int *fd, int in, const char *name)
{
    *fd = -1;
    if (mkdirat(in, name, S_IRWXU) != 0 && errno != EEXIST)
        return clm_file_fail(error, "make the folder", name);
    return clm_folder_open(error, fd, in, name);
}

/* Creates a file. An existing one is that of a failed call, or of this call after a lost reply. */
static int open_new(int folder, const char *name)
{
    int fd = -1;

    for (int tries = 0; fd < 0 && tries < TRIES; tries++) {
        (void)unlinkat(folder, name, 0);
        fd = openat(folder, name, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC,
                    S_IRUSR | S_IWUSR);
        if (fd < 0 && errno != EEXIST)
            break;
    }
    return fd;
}

/* Writes a new file. Networked file systems may report a full disk only at close. */
static bool write_new(int folder, const char *name, const void *bytes, size_t size)
{
    const int fd = open_new(folder, name);
    bool written;
    int why;

    if (fd < 0)
        return false;
    written = clm_write_all(fd, bytes, size) && fsync(fd) == 0;
    why = errno;
    if (close(fd) != 0 && written)
        return false;
    errno = why;
    return written;
}

/* Links the temporary file to its name. If linkat's reply was lost, both are the same file.
 * Returns false with errno on failure; an existing name is none. */
static bool link_new(int folder, const char *temporary, const char *name, bool *made)
{
    struct stat own, found;

    *made = linkat(folder, temporary, folder, name, 0) == 0;
    if (*made)
        return true;
    if (errno != EEXIST)
        return false;
    *made = fstatat(folder, temporary, &own, AT_SYMLINK_NOFOLLOW) == 0 &&
            fstatat(folder, name, &found, AT_SYMLINK_NOFOLLOW) == 0 &&
            own.st_dev == found.st_dev && own.st_ino == found.st_ino;
    return true;
}

/* Writes a complete file under a temporary name, and then gives it its name: renames the file or,
 * with `made`, links it unless the name exists. */
static clmodp_status write_named(clm_error *error, int folder, const char *name,
                                 const void *bytes, size_t size, bool *made)
{
    clmodp_status st = CLMODP_OK;
    char temporary[NAME_SIZE], id[CLM_WORKER_ID_SIZE];

    clm_worker_id(id);
    (void)snprintf(temporary, sizeof temporary, ".%.64s.%s", name, id);
    if (!write_new(folder, temporary, bytes, size) ||
        !(made != NULL ? link_new(folder, temporary, name, made)
                       : clm_file_move(folder, temporary, folder, name)))
        st = clm_file_fail(error, "write", name);
    if (st == CLMODP_OK && fsync(folder) != 0 && errno != EINVAL)
        st = clm_file_fail(error, "write", name);
    if (st != CLMODP_OK || made != NULL)
        (void)unlinkat(folder, temporary, 0);
    return st;
}

clmodp_status clm_file_write(clm_error *error, int folder, const char *name, const void *bytes,
                             size_t size)
{
    return write_named(error, folder, name, bytes, size, NULL);
}

clmodp_status clm_file_create(clm_error *error, int folder, const char *name, const void *bytes,
                              size_t size, bool *made)
{
    *made = false;
    return write_named(error, folder, name, bytes, size, made);
}

bool clm_file_move(int from, const char *name, int to, const char *new_name)
{
    struct stat before, after;
    int why;

    if (fstatat(from, name, &before, AT_SYMLINK_NOFOLLOW) != 0)
        return false;
    if (renameat(from, name, to, new_name) == 0)
        return true;
    why = errno;
    if (fstatat(to, new_name, &after, AT_SYMLINK_NOFOLLOW) == 0 &&
        after.st_dev == before.st_dev && after.st_ino == before.st_ino)
        return true;
    errno = why;
    return false;
}

/* Opens a user's own file to read or write. -1 with EPERM: not the user's, or no regular file. */
static int open_own(int folder, const char *name, int how, struct stat *status)
{
    const int fd = openat(folder, name, how | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);

    if (fd >= 0) {
        const bool known = fstat(fd, status) == 0;

        if (known && S_ISREG(status->st_mode) && status->st_uid == geteuid())
            return fd;
        errno = known ? EPERM : errno;
        (void)close(fd);
    } else if (errno == ELOOP || errno == ENXIO) { /* a link; a socket or missing device */
        errno = EPERM;
    }
    return -1;
}

/* Reads a file. *stale: the server replaced it meanwhile. */
static clmodp_status try_to_read(clm_error *error, unsigned char **bytes, size_t *size,
                                 bool *stale, int folder, const char *name, size_t most)
{
    clmodp_status st = CLMODP_OK;
    struct stat status;
    const int fd = open_own(folder, name, O_RDONLY, &status);

    *stale = fd < 0 && errno == ESTALE;
    if (fd < 0 && errno == ENOENT)
        return CLMODP_OK;
    if (fd < 0 && errno == EPERM)
        FAIL(error, CLMODP_DAMAGED, "%.200s is not a regular file that belongs to the user", name);
    if (fd < 0)
        return clm_file_fail(error, "read", name);
    if ((uintmax_t)status.st_size > most)
        FAIL(error, CLMODP_DAMAGED, "%.200s has %ju bytes, more than the %zu expected", name,
             (uintmax_t)status.st_size, most);
    *size = (size_t)status.st_size;
    NEW(error, *bytes, *size);
    if (!clm_read_all(fd, *bytes, *size)) {
        *stale = errno == ESTALE;
        st = clm_file_fail(error, "read", name);
    }
done:
    if (fd >= 0)
        (void)close(fd);
    if (st != CLMODP_OK) {
        free(*bytes);
        *bytes = NULL;
    }
    return st;
}

clmodp_status clm_file_read(clm_error *error, unsigned char **bytes, size_t *size, int folder,
                            const char *name, size_t most)
{
    clmodp_status st;
    bool stale;
    int tries = 0;

    *bytes = NULL;
    *size = 0;
    do {
        clm_error_clear(error);
        st = try_to_read(error, bytes, size, &stale, folder, name, most);
    } while (stale && ++tries < TRIES);
    return st;
}

bool clm_file_touched(int folder, const char *name, struct timespec *time)
{
    struct stat status;
    const int fd = open_own(folder, name, O_RDONLY, &status); /* on NFS this asks the server */

    if (fd < 0)
        return false;
    *time = status.st_mtim;
    (void)close(fd);
    return true;
}

/* Writes a byte: the file's server dates writes, while a client may set a time by its own
 * clock. */
bool clm_file_touch(int folder, const char *name)
{
    struct stat status;
    const int fd = open_own(folder, name, O_WRONLY, &status);
    bool touched = fd >= 0 && write(fd, "", 1) == 1;

    if (fd >= 0)
        touched = close(fd) == 0 && touched;
    return touched || utimensat(folder, name, NULL, AT_SYMLINK_NOFOLLOW) == 0;
}

clmodp_status clm_file_mark(clm_error *error, int folder, const char *name)
{
    const int fd = openat(folder, name, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC,
                          S_IRUSR | S_IWUSR);

    if (fd < 0 && errno != EEXIST)
        return clm_file_fail(error, "write", name);
    if (fd >= 0)
        (void)close(fd);
    return CLMODP_OK;
}

double clm_time_seconds(struct timespec time)
{
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

clmodp_status clm_folder_time(clm_error *error, int folder, double *now)
{
    char name[NAME_SIZE], id[CLM_WORKER_ID_SIZE];
    struct timespec time;
    struct stat status;

    clm_worker_id(id);
    (void)snprintf(name, sizeof name, ".clock.%s", id);
    if (clm_file_mark(NULL, folder, name) != CLMODP_OK || !clm_file_touch(folder, name) ||
        !clm_file_touched(folder, name, &time)) {
        if (fstat(folder, &status) != 0)
            return clm_file_fail(error, "look at", "a folder");
        time = status.st_mtim;
    }
    (void)unlinkat(folder, name, 0);
    *now = clm_time_seconds(time);
    return CLMODP_OK;
}

static bool is_regular_file(int folder, const struct dirent *entry)
{
    const clm_entry_kind known = clm_entry_is_regular(entry);
    struct stat status;

    if (known != CLM_ENTRY_UNKNOWN)
        return known == CLM_ENTRY_FILE;
    return fstatat(folder, entry->d_name, &status, AT_SYMLINK_NOFOLLOW) == 0 &&
           S_ISREG(status.st_mode);
}

static bool is_itself(const char *name)
{
    return strcmp(name, ".") == 0 || strcmp(name, "..") == 0;
}

clmodp_status clm_folder_visit(clm_error *error, int folder,
                               bool (*visit)(void *user, const char *name, bool plain),
                               void *user)
{
    clmodp_status st = CLMODP_OK;
    const int again = openat(folder, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    DIR *list = again < 0 ? NULL : fdopendir(again);
    const struct dirent *entry;

    if (list == NULL) {
        st = clm_file_fail(error, "list", "a folder");
        if (again >= 0)
            (void)close(again);
        return st;
    }
    while (errno = 0, (entry = readdir(list)) != NULL)
        if (!is_itself(entry->d_name) &&
            !visit(user, entry->d_name, is_regular_file(folder, entry)))
            break;
    if (entry == NULL && errno != 0)
        st = clm_file_fail(error, "list", "a folder");
    (void)closedir(list);
    return st;
}

/* ---- names of workers: boot and PID namespace, process, its start, thread and host ---- */

/* Returns the machine's name, with letters valid in file names. */
static void find_host(char host[CLM_WORKER_HOST])
{
    if (gethostname(host, CLM_WORKER_HOST) != 0)
        host[0] = '\0';
    host[CLM_WORKER_HOST - 1] = '\0';
    for (char *at = host; *at != '\0'; at++)
        if (!isalnum((unsigned char)*at) && *at != '-' && *at != '.')
            *at = '_';
}

void clm_worker_id(char out[CLM_WORKER_ID_SIZE])
{
    const unsigned long pid = (unsigned long)getpid();
    char place[64], host[CLM_WORKER_HOST];

    clm_process_scope(place, sizeof place);
    find_host(host);
    (void)snprintf(out, CLM_WORKER_ID_SIZE, "%s-%lu-%llu-%lu@%s",
                   place[0] != '\0' ? place : "0-0", pid, clm_process_start_time(pid),
                   clm_thread_number(), host);
}

bool clm_worker_read(unsigned long *process, char host[CLM_WORKER_HOST], const char *other)
{
    int end = -1;

    if (sscanf(other, "%*8[0-9a-f]-%*u-%lu-%*u-%*u@%n", process, &end) != 1 || end < 0)
        return false;
    (void)snprintf(host, CLM_WORKER_HOST, "%s", other + end);
    return true;
}

bool clm_worker_is_gone(const char *other)
{
    char place[64];
    unsigned long pid;
    unsigned long long then;
    size_t length;

    clm_process_scope(place, sizeof place);
    length = strlen(place);
    return length > 0 && strncmp(other, place, length) == 0 &&
           sscanf(other + length, "-%lu-%llu", &pid, &then) == 2 &&
           clm_process_start_time(pid) != then;
}
