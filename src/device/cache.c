/* Read and write the files of the cache. */
#include "device/cache.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/hash.h"
#include "base/memory.h"
#include "base/size.h"
#include "device/cache_bound.h"
#include "portable/portable.h"

#define MAGIC "CLMODP2"
#define SIZE_LIMIT ((size_t)CLM_CACHE_MOST) /* of key and payload */

/* What stands before key and payload. */
typedef struct header {
    char magic[8];
    uint64_t key_size, size;
    uint64_t hash; /* of key and payload */
} header;

bool clm_cache_key_make(clm_cache_key *out, const char *const *texts, size_t count)
{
    size_t size = 0;
    char *at;

    *out = (clm_cache_key){0};
    for (size_t i = 0; i < count; i++)
        if (!clm_size_add(&size, size, strlen(texts[i]) + 1))
            return false;
    at = out->text = clm_allocate(size, 1);
    if (at == NULL)
        return false;
    for (size_t i = 0; i < count; i++) { /* with their ends, which tell them apart */
        const size_t length = strlen(texts[i]) + 1;

        memcpy(at, texts[i], length);
        at += length;
    }
    out->size = size;
    return true;
}

void clm_cache_key_destroy(clm_cache_key *key)
{
    free(key->text);
    *key = (clm_cache_key){0};
}

/* The name of the key's file. Keys of one name are told apart by the file's text. */
static void make_name(char name[CLM_CACHE_NAME_SIZE], const clm_cache_key *key)
{
    const uint64_t once = clm_hash(CLM_HASH_START, key->text, key->size);
    const uint64_t again = clm_hash(~once, key->text, key->size);

    (void)snprintf(name, CLM_CACHE_NAME_SIZE, "%016llx%016llx", (unsigned long long)once,
                   (unsigned long long)again);
}

static header make_header(const clm_cache_key *key, const void *data, size_t size)
{
    const uint64_t hash = clm_hash(CLM_HASH_START, key->text, key->size);

    return (header){.magic = MAGIC, .key_size = key->size, .size = size,
                    .hash = clm_hash(hash, data, size)};
}

/* Only its owner, who is this process's user, can have changed it. */
static bool is_private(const struct stat *status)
{
    return status->st_uid == geteuid() && (status->st_mode & (S_IWGRP | S_IWOTH)) == 0;
}

/* The directory as a file descriptor, or -1. */
static int open_directory(const char *directory)
{
    struct stat status;
    const int fd = open(directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC);

    if (fd >= 0 && (fstat(fd, &status) != 0 || !is_private(&status))) {
        (void)close(fd);
        return -1;
    }
    return fd;
}

/* Make a directory and those above it. Failure shows when it is opened. */
static void make_directory(const char *directory)
{
    char path[PATH_MAX];
    const int length = snprintf(path, sizeof path, "%s", directory);

    if (length <= 0 || length >= (int)sizeof path)
        return;
    for (char *slash = strchr(path + 1, '/'); slash != NULL; slash = strchr(slash + 1, '/')) {
        *slash = '\0';
        (void)mkdir(path, S_IRWXU);
        *slash = '/';
    }
    (void)mkdir(path, S_IRWXU);
}

int clm_cache_open(const char *directory, bool make)
{
    if (directory == NULL)
        return -1;
    if (make)
        make_directory(directory);
    return open_directory(directory);
}

static bool read_all(int fd, void *data, size_t size)
{
    unsigned char *at = data;

    while (size > 0) {
        const ssize_t got = read(fd, at, size);

        if (got < 0 && errno == EINTR)
            continue;
        if (got <= 0)
            return false;
        at += got;
        size -= (size_t)got;
    }
    return true;
}

static bool write_all(int fd, const void *data, size_t size)
{
    const unsigned char *at = data;

    while (size > 0) {
        const ssize_t put = write(fd, at, size);

        if (put < 0 && errno == EINTR)
            continue;
        if (put < 0)
            return false;
        at += put;
        size -= (size_t)put;
    }
    return true;
}

/* Whether what comes next in the file is the key. */
static bool read_key(int fd, const clm_cache_key *key)
{
    char *text = clm_allocate(key->size, 1);
    const bool same = text != NULL && read_all(fd, text, key->size) &&
                      memcmp(text, key->text, key->size) == 0;

    free(text);
    return same;
}

/* The checked payload of an open file, or NULL. */
static unsigned char *read_payload(int fd, const clm_cache_key *key, size_t *size)
{
    struct stat status;
    header found, expected;
    unsigned char *data = NULL;

    if (fstat(fd, &status) != 0 || !S_ISREG(status.st_mode) || !is_private(&status))
        return NULL;
    if (!read_all(fd, &found, sizeof found) || found.size > SIZE_LIMIT ||
        found.key_size != key->size ||
        (uint64_t)status.st_size != sizeof found + found.key_size + found.size ||
        !read_key(fd, key))
        return NULL;
    data = clm_allocate((size_t)found.size, 1);
    if (data == NULL)
        return NULL;
    if (read_all(fd, data, (size_t)found.size)) {
        expected = make_header(key, data, (size_t)found.size);
        if (memcmp(&found, &expected, sizeof found) == 0) {
            *size = (size_t)found.size;
            return data;
        }
    }
    free(data);
    return NULL;
}

unsigned char *clm_cache_read(const char *directory, const clm_cache_key *key, size_t *size)
{
    char name[CLM_CACHE_NAME_SIZE];
    unsigned char *data = NULL;
    int directory_fd = clm_cache_open(directory, false), fd = -1;

    if (directory_fd < 0)
        return NULL;
    make_name(name, key);
    /* O_NONBLOCK: a pipe put in the file's place must not stop us. */
    fd = openat(directory_fd, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
    if (fd >= 0) {
        data = read_payload(fd, key, size);
        if (data != NULL)
            clm_cache_touch(fd);
        (void)close(fd);
    }
    (void)close(directory_fd);
    return data;
}

/* Write to a new file of a name nobody can foresee, then rename: readers see the old file
 * or the new one, whole. */
static bool write_file(int directory_fd, const char *name, const clm_cache_key *key,
                       const void *data, size_t size)
{
    const header head = make_header(key, data, size);
    unsigned long long random[2];
    char temporary[40];
    bool written;
    int fd;

    if (!clm_random_bytes(random, sizeof random))
        return false;
    (void)snprintf(temporary, sizeof temporary, CLM_CACHE_UNFINISHED "%016llx%016llx", random[0],
                   random[1]);
    fd = openat(directory_fd, temporary, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC,
                S_IRUSR | S_IWUSR);
    if (fd < 0)
        return false;
    written = write_all(fd, &head, sizeof head) && write_all(fd, key->text, key->size) &&
              write_all(fd, data, size);
    written = close(fd) == 0 && written &&
              renameat(directory_fd, temporary, directory_fd, name) == 0;
    if (!written)
        (void)unlinkat(directory_fd, temporary, 0);
    return written;
}

/* Whether this process may write a file of so many bytes: beyond its limit the system would end
 * it. */
static bool may_write(size_t bytes)
{
    struct rlimit limit;

    return getrlimit(RLIMIT_FSIZE, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY ||
           bytes <= limit.rlim_cur;
}

bool clm_cache_write(const char *directory, const clm_cache_key *key, const void *data,
                     size_t size)
{
    char name[CLM_CACHE_NAME_SIZE];
    bool written;
    int fd;

    if (size > SIZE_LIMIT || key->size > SIZE_LIMIT - size ||
        !may_write(sizeof(header) + key->size + size))
        return false;
    fd = clm_cache_open(directory, true);
    if (fd < 0)
        return false;
    make_name(name, key);
    written = write_file(fd, name, key, data, size);
    if (written)
        clm_cache_trim(fd, name, CLM_CACHE_MOST);
    (void)close(fd);
    return written;
}

bool clm_cache_works(const char *directory)
{
    static const char payload[] = "this cache works";
    clm_cache_key key = {0};
    unsigned char *back = NULL;
    size_t size = 0;
    bool works;

    if (directory != NULL && clm_cache_key_make(&key, (const char *const[]){payload}, 1) &&
        clm_cache_write(directory, &key, payload, sizeof payload))
        back = clm_cache_read(directory, &key, &size);
    works = back != NULL;
    free(back);
    clm_cache_key_destroy(&key);
    return works;
}
