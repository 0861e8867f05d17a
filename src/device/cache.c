/* Read and write the files of the cache. */
#include "device/cache.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <sodium.h>

#include "base/memory.h"

#define MAGIC "CLMODP1"
#define PAYLOAD_LIMIT ((size_t)256 << 20)
#define NAME_SIZE (2 * CLM_CACHE_KEY_BYTES + 1)

/* What stands before a payload. */
typedef struct header {
    char magic[8];
    uint64_t size;
    unsigned char hash[CLM_CACHE_KEY_BYTES]; /* of key and payload */
} header;

static void hash_text(crypto_generichash_state *state, const char *text)
{
    const uint64_t length = strlen(text);

    crypto_generichash_update(state, (const unsigned char *)&length, sizeof length);
    crypto_generichash_update(state, (const unsigned char *)text, length);
}

bool clm_cache_key_make(clm_cache_key *out, const char *const *texts, size_t count)
{
    crypto_generichash_state state;

    if (sodium_init() < 0)
        return false;
    crypto_generichash_init(&state, NULL, 0, sizeof out->bytes);
    for (size_t i = 0; i < count; i++)
        hash_text(&state, texts[i]);
    crypto_generichash_final(&state, out->bytes, sizeof out->bytes);
    return true;
}

static void make_header(header *out, const clm_cache_key *key, const void *data, size_t size)
{
    crypto_generichash_state state;

    memset(out, 0, sizeof *out);
    memcpy(out->magic, MAGIC, sizeof MAGIC);
    out->size = size;
    crypto_generichash_init(&state, NULL, 0, sizeof out->hash);
    crypto_generichash_update(&state, key->bytes, sizeof key->bytes);
    crypto_generichash_update(&state, data, size);
    crypto_generichash_final(&state, out->hash, sizeof out->hash);
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

/* The checked payload of an open file, or NULL. */
static unsigned char *read_payload(int fd, const clm_cache_key *key, size_t *size)
{
    struct stat status;
    header found, expected;
    unsigned char *data = NULL;

    if (fstat(fd, &status) != 0 || !S_ISREG(status.st_mode) || !is_private(&status))
        return NULL;
    if (!read_all(fd, &found, sizeof found) || found.size > PAYLOAD_LIMIT ||
        (uint64_t)status.st_size != sizeof found + found.size)
        return NULL;
    data = clm_allocate((size_t)found.size, 1);
    if (data == NULL)
        return NULL;
    if (read_all(fd, data, (size_t)found.size)) {
        make_header(&expected, key, data, (size_t)found.size);
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
    char name[NAME_SIZE];
    unsigned char *data = NULL;
    int directory_fd = -1, fd = -1;

    if (directory != NULL)
        directory_fd = open_directory(directory);
    if (directory_fd < 0)
        return NULL;
    sodium_bin2hex(name, sizeof name, key->bytes, sizeof key->bytes);
    /* O_NONBLOCK: a pipe put in the file's place must not stop us. */
    fd = openat(directory_fd, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
    if (fd >= 0) {
        data = read_payload(fd, key, size);
        (void)close(fd);
    }
    (void)close(directory_fd);
    return data;
}

/* Write to a new file of a name nobody can foresee, then rename: readers see the old file
 * or the new one, whole. */
static bool write_file(int directory_fd, const char *name, const header *head,
                       const void *data, size_t size)
{
    unsigned char random[16];
    char temporary[2 * sizeof random + 5];
    bool written;
    int fd;

    randombytes_buf(random, sizeof random);
    memcpy(temporary, "new-", 4);
    sodium_bin2hex(temporary + 4, sizeof temporary - 4, random, sizeof random);
    fd = openat(directory_fd, temporary, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC,
                S_IRUSR | S_IWUSR);
    if (fd < 0)
        return false;
    written = write_all(fd, head, sizeof *head) && write_all(fd, data, size);
    written = close(fd) == 0 && written &&
              renameat(directory_fd, temporary, directory_fd, name) == 0;
    if (!written)
        (void)unlinkat(directory_fd, temporary, 0);
    return written;
}

bool clm_cache_write(const char *directory, const clm_cache_key *key, const void *data,
                     size_t size)
{
    char name[NAME_SIZE];
    header head;
    bool written;
    int fd;

    if (directory == NULL || size > PAYLOAD_LIMIT)
        return false;
    make_directory(directory);
    fd = open_directory(directory);
    if (fd < 0)
        return false;
    make_header(&head, key, data, size);
    sodium_bin2hex(name, sizeof name, key->bytes, sizeof key->bytes);
    written = write_file(fd, name, &head, data, size);
    (void)close(fd);
    return written;
}

bool clm_cache_works(const char *directory)
{
    static const char payload[] = "this cache works";
    clm_cache_key key;
    unsigned char *back;
    size_t size = 0;
    bool works;

    if (directory == NULL || !clm_cache_key_make(&key, (const char *const[]){payload}, 1) ||
        !clm_cache_write(directory, &key, payload, sizeof payload))
        return false;
    back = clm_cache_read(directory, &key, &size);
    works = back != NULL;
    free(back);
    return works;
}
