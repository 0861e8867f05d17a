/* By descriptors of folders, so that nobody can put another folder in the place of one. */
#include "fleet/files.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/memory.h"
#include "fleet/worker_id.h"

enum { NAME_SIZE = 192 };

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
        FAIL(error, CLMODP_FILE, "the folder %.500s is not the user's own", name);
    if ((status.st_mode & (S_IWGRP | S_IWOTH)) != 0)
        FAIL(error, CLMODP_FILE, "others may write in the folder %.500s: chmod go-w", name);
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

/* All bytes, and on the disk. */
static bool write_all(int fd, const unsigned char *bytes, size_t size)
{
    while (size > 0) {
        const ssize_t written = write(fd, bytes, size);

        if (written < 0 && errno == EINTR)
            continue;
        if (written <= 0)
            return false;
        bytes += written;
        size -= (size_t)written;
    }
    return fsync(fd) == 0;
}

clmodp_status clm_file_write(clm_error *error, int folder, const char *name, const void *bytes,
                             size_t size)
{
    clmodp_status st = CLMODP_OK;
    char temporary[NAME_SIZE], id[CLM_WORKER_ID_SIZE];
    int fd = -1;
    bool closed;

    clm_worker_id(id);
    (void)snprintf(temporary, sizeof temporary, ".%.64s.%s", name, id);
    (void)unlinkat(folder, temporary, 0); /* of a call that failed */
    fd = openat(folder, temporary, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC,
                S_IRUSR | S_IWUSR);
    if (fd < 0)
        return clm_file_fail(error, "write", name);
    if (!write_all(fd, bytes, size))
        st = clm_file_fail(error, "write", name);
    closed = close(fd) == 0;
    if (st == CLMODP_OK && !closed)
        st = clm_file_fail(error, "write", name);
    if (st == CLMODP_OK && renameat(folder, temporary, folder, name) != 0)
        st = clm_file_fail(error, "write", name);
    if (st == CLMODP_OK && fsync(folder) != 0 && errno != EINVAL)
        st = clm_file_fail(error, "write", name);
    if (st != CLMODP_OK)
        (void)unlinkat(folder, temporary, 0);
    return st;
}

/* A file of the user's own, opened. */
static int open_own(int folder, const char *name, struct stat *status)
{
    const int fd = openat(folder, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);

    if (fd < 0)
        return -1;
    if (fstat(fd, status) == 0 && S_ISREG(status->st_mode) && status->st_uid == geteuid())
        return fd;
    (void)close(fd);
    errno = EPERM;
    return -1;
}

static bool read_all(int fd, unsigned char *bytes, size_t size)
{
    while (size > 0) {
        const ssize_t got = read(fd, bytes, size);

        if (got < 0 && errno == EINTR)
            continue;
        if (got <= 0) {
            errno = got == 0 ? EIO : errno;
            return false;
        }
        bytes += got;
        size -= (size_t)got;
    }
    return true;
}

clmodp_status clm_file_read(clm_error *error, unsigned char **bytes, size_t *size, int folder,
                            const char *name, size_t most)
{
    clmodp_status st = CLMODP_OK;
    struct stat status;
    const int fd = open_own(folder, name, &status);

    *bytes = NULL;
    *size = 0;
    if (fd < 0 && errno == ENOENT)
        return CLMODP_OK;
    if (fd < 0)
        return clm_file_fail(error, "read", name);
    if ((uintmax_t)status.st_size > most)
        FAIL(error, CLMODP_DAMAGED, "%.200s has %ju bytes, and there should be %zu at most", name,
             (uintmax_t)status.st_size, most);
    *size = (size_t)status.st_size;
    NEW(error, *bytes, *size);
    if (!read_all(fd, *bytes, *size))
        st = clm_file_fail(error, "read", name);
done:
    (void)close(fd);
    if (st != CLMODP_OK) {
        free(*bytes);
        *bytes = NULL;
    }
    return st;
}

bool clm_file_touched(int folder, const char *name, struct timespec *time)
{
    struct stat status;
    const int fd = open_own(folder, name, &status); /* on NFS opening asks the server anew */

    if (fd < 0)
        return false;
    *time = status.st_mtim;
    (void)close(fd);
    return true;
}

bool clm_file_touch(int folder, const char *name)
{
    return utimensat(folder, name, NULL, AT_SYMLINK_NOFOLLOW) == 0;
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

clmodp_status clm_folder_visit(clm_error *error, int folder,
                               bool (*visit)(void *user, const char *name), void *user)
{
    const int again = openat(folder, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    DIR *list = again < 0 ? NULL : fdopendir(again);
    const struct dirent *entry;

    if (list == NULL) {
        (void)clm_file_fail(error, "list", "a folder");
        if (again >= 0)
            (void)close(again);
        return CLMODP_FILE;
    }
    while ((entry = readdir(list)) != NULL)
        if (entry->d_name[0] != '.' && !visit(user, entry->d_name))
            break;
    (void)closedir(list);
    return CLMODP_OK;
}
