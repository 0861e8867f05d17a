/* The cache: its directory, its files with a size limit and a lock, cache keys of devices, and
 * recorded properties of devices. */
#include "opencl/cache.h"

#include <dirent.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include <clmodp/core.h>

#include "core/hash.h"
#include "core/memory.h"
#include "core/parallel.h"
#include "core/size.h"
#include "opencl/op_counters.h"
#include "opencl/source.h"
#include "portable/portable.h"

enum {
    TOUCH_AFTER = 60 * 60,     /* seconds between updates of a file's time of use */
    UNFINISHED_FOR = 60 * 60   /* seconds after which an unfinished file counts as abandoned */
};

typedef struct cache_entry {
    char name[CLM_CACHE_NAME_SIZE];
    uint64_t bytes;
    struct timespec used;
} cache_entry;

/* Updates the time of use of an open file, for clm_cache_trim. */
static void clm_cache_touch(int fd)
{
    struct stat status;

    if (fstat(fd, &status) == 0 && time(NULL) - status.st_mtim.tv_sec > TOUCH_AFTER)
        (void)futimens(fd, NULL);
}

static bool is_own(const char *name)
{
    return strlen(name) == CLM_CACHE_NAME_SIZE - 1 &&
           strspn(name, "0123456789abcdef") == CLM_CACHE_NAME_SIZE - 1;
}

static int by_use(const void *left, const void *right)
{
    const struct timespec *a = &((const cache_entry *)left)->used;
    const struct timespec *b = &((const cache_entry *)right)->used;

    if (a->tv_sec != b->tv_sec)
        return a->tv_sec < b->tv_sec ? -1 : 1;
    return (a->tv_nsec > b->tv_nsec) - (a->tv_nsec < b->tv_nsec);
}

/* A growing list of cache files. */
typedef struct cache_entries {
    cache_entry *at;
    size_t count, room;
} cache_entries;

/* Appends an entry if memory permits. */
static void add_entry(cache_entries *list, const char *name, const struct stat *status)
{
    if (list->count == list->room) {
        cache_entry *grown = clm_grow(list->at, &list->room, list->count + 1, sizeof *grown);

        if (grown == NULL)
            return;
        list->at = grown;
    }
    list->at[list->count] = (cache_entry){.bytes = (uint64_t)status->st_size,
                                          .used = status->st_mtim};
    memcpy(list->at[list->count].name, name, CLM_CACHE_NAME_SIZE);
    list->count++;
}

/* Lists the files of a cache and removes abandoned unfinished files. */
static cache_entries list_files(DIR *directory)
{
    const int fd = dirfd(directory);
    const struct dirent *found;
    cache_entries list = {0};
    struct stat status;

    while ((found = readdir(directory)) != NULL) {
        const char *name = found->d_name;

        if (fstatat(fd, name, &status, AT_SYMLINK_NOFOLLOW) != 0 || !S_ISREG(status.st_mode))
            continue;
        if (is_own(name))
            add_entry(&list, name, &status);
        else if (strncmp(name, CLM_CACHE_UNFINISHED, strlen(CLM_CACHE_UNFINISHED)) == 0 &&
                 time(NULL) - status.st_mtim.tv_sec > UNFINISHED_FOR)
            (void)unlinkat(fd, name, 0);
    }
    return list;
}

void clm_cache_trim(int directory_fd, const char *keep, uint64_t most)
{
    const int copy = openat(directory_fd, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    DIR *directory = copy >= 0 ? fdopendir(copy) : NULL;
    cache_entries list;
    uint64_t bytes = 0;

    if (directory == NULL) {
        if (copy >= 0)
            (void)close(copy);
        return;
    }
    list = list_files(directory);
    for (size_t k = 0; k < list.count; k++)
        bytes += list.at[k].bytes;
    if (bytes > most)
        qsort(list.at, list.count, sizeof *list.at, by_use);
    for (size_t k = 0; k < list.count && bytes > most; k++)
        if (strcmp(list.at[k].name, keep) != 0 && unlinkat(directory_fd, list.at[k].name, 0) == 0)
            bytes -= list.at[k].bytes;
    free(list.at);
    (void)closedir(directory);
}

#define MAGIC "CLMODP3"
#define SIZE_LIMIT ((size_t)CLM_CACHE_MOST) /* of key and payload together */

/* The header before key and payload. */
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
    for (size_t i = 0; i < count; i++) { /* with terminators, which separate them */
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

/* Tells whether only this process's user can have changed the file. */
static bool is_private(const struct stat *status)
{
    return status->st_uid == geteuid() && (status->st_mode & (S_IWGRP | S_IWOTH)) == 0;
}

int clm_cache_open(const char *directory, bool make)
{
    struct stat status;
    int fd;

    if (directory == NULL)
        return -1;
    if (make)
        clm_make_folders(directory);
    fd = open(directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (fd >= 0 && (fstat(fd, &status) != 0 || !is_private(&status))) {
        (void)close(fd);
        return -1;
    }
    return fd;
}

/* Tells whether the next bytes of the file equal the key. */
static bool read_key(int fd, const clm_cache_key *key)
{
    char *text = clm_allocate(key->size, 1);
    const bool same = text != NULL && clm_read_all(fd, text, key->size) &&
                      memcmp(text, key->text, key->size) == 0;

    free(text);
    return same;
}

/* Reads and checks the payload of an open file; NULL on failure. */
static unsigned char *read_payload(int fd, const clm_cache_key *key, size_t *size)
{
    struct stat status;
    header found, expected;
    unsigned char *data = NULL;

    if (fstat(fd, &status) != 0 || !S_ISREG(status.st_mode) || !is_private(&status))
        return NULL;
    if (!clm_read_all(fd, &found, sizeof found) || found.size > SIZE_LIMIT ||
        found.key_size != key->size ||
        (uint64_t)status.st_size != sizeof found + found.key_size + found.size ||
        !read_key(fd, key))
        return NULL;
    data = clm_allocate((size_t)found.size, 1);
    if (data == NULL)
        return NULL;
    if (clm_read_all(fd, data, (size_t)found.size)) {
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
    /* O_NONBLOCK: a pipe in place of the file must not block. */
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

/* Writes a new file with an unpredictable name, then renames it, so that readers see complete
 * files. */
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
    written = clm_write_all(fd, &head, sizeof head) && clm_write_all(fd, key->text, key->size) &&
              clm_write_all(fd, data, size);
    written = close(fd) == 0 && written &&
              renameat(directory_fd, temporary, directory_fd, name) == 0;
    if (!written)
        (void)unlinkat(directory_fd, temporary, 0);
    return written;
}

/* Tells whether this process may write a file of this size; beyond its limit the system would kill
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

bool clm_cache_is_writable(const char *directory)
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

#define LOCK_NAME "lock"

/* Pauses between attempts to lock: a library has no signal to interrupt a blocking wait. */
static void pause_shortly(void)
{
    const struct timespec pause = {.tv_nsec = 10 * 1000 * 1000};

    (void)nanosleep(&pause, NULL);
}

/* Tries to lock the file until time `end`; *locked tells whether it is locked now. */
static clmodp_status lock_until(bool *locked, int fd, double end, const clm_lock_poller *watch)
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
                                  const clm_lock_poller *watch)
{
    clmodp_status st = CLMODP_OK;
    bool locked = false;
    const double end = clm_clock_seconds() + seconds;
    const int directory_fd = clm_cache_open(directory, true);

    out->fd = -1;
    if (directory_fd < 0)
        return CLMODP_OK;
    /* Opened for writing, because NFS implements the lock as a byte-range lock. */
    out->fd = openat(directory_fd, LOCK_NAME,
                     O_RDWR | O_CREAT | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC, S_IRUSR | S_IWUSR);
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

void clm_build_options(char options[CLM_BUILD_OPTIONS_SIZE], const clmodp_context *ctx)
{
    static const char *const assembly[] = {
        [CLM_ASSEMBLY_NONE] = "",
        [CLM_ASSEMBLY_X86] = " -DLANES_ASSEMBLY_X86",
        [CLM_ASSEMBLY_PTX] = " -DLANES_ASSEMBLY_PTX",
        [CLM_ASSEMBLY_GCN] = " -DLANES_ASSEMBLY_GCN",
    };

    (void)snprintf(options, CLM_BUILD_OPTIONS_SIZE,
                   "-cl-std=%s -DW=%u -DT=%u -DNT=%u%s",
                   ctx->overrides.op_counts != NULL ? clm_counters_options(ctx) : "CL1.2",
                   (unsigned)ctx->tuning.vector_width, (unsigned)ctx->tuning.tile,
                   (unsigned)ctx->tuning.group,
                   assembly[clm_inline_asm(ctx)]);
}

bool clm_device_key(const clmodp_context *ctx, clm_cache_key *out, const char *purpose,
                    const char *text)
{
    const clmodp_device *d = &ctx->device;
    char options[CLM_BUILD_OPTIONS_SIZE];
    char platform_version[256] = "";
    cl_platform_id platform = NULL;

    clm_build_options(options, ctx);
    if (clGetDeviceInfo(ctx->cl_device, CL_DEVICE_PLATFORM, sizeof platform, &platform,
                        NULL) != CL_SUCCESS ||
        clGetPlatformInfo(platform, CL_PLATFORM_VERSION, sizeof platform_version,
                          platform_version, NULL) != CL_SUCCESS)
        return false;

    const char *const texts[] = {
        purpose,         CLMODP_VERSION_STRING, d->platform_name, platform_version, d->name,
        d->vendor,       d->version,            d->driver,        options,          text,
    };
    return clm_cache_key_make(out, texts, sizeof texts / sizeof *texts);
}

bool clm_device_record_load(const clmodp_context *ctx, const char *purpose, const char *text,
                            void *out, size_t size)
{
    clm_cache_key key = {0};
    unsigned char *data = NULL;
    size_t found = 0;
    bool fits;

    if (ctx->cache_dir != NULL && clm_device_key(ctx, &key, purpose, text))
        data = clm_cache_read(ctx->cache_dir, &key, &found);
    fits = data != NULL && found == size;
    if (fits)
        memcpy(out, data, size);
    free(data);
    clm_cache_key_destroy(&key);
    return fits;
}

bool clm_device_record_store(const clmodp_context *ctx, const char *purpose, const char *text,
                             const void *data, size_t size)
{
    clm_cache_key key = {0};
    const bool kept = ctx->cache_dir != NULL && clm_device_key(ctx, &key, purpose, text) &&
                      clm_cache_write(ctx->cache_dir, &key, data, size);

    clm_cache_key_destroy(&key);
    return kept;
}

/* Returns the current text of the kernels, to be released with free(); NULL: no cache, or no
 * text. */
static char *load_sources(clmodp_context *ctx, const clm_kernel_files *files)
{
    clm_error unreported;
    char *source = NULL;

    if (ctx->cache_dir != NULL)
        (void)clm_source_load(&unreported, &source, "", ctx->kernel_dir, files->names,
                              files->count, &ctx->kept->sources);
    return source;
}

bool clm_property_load(clmodp_context *ctx, const char *property, const clm_kernel_files *files)
{
    char *source = load_sources(ctx, files), record;
    const bool known = source != NULL && clm_device_record_load(ctx, property, source, &record, 1);

    free(source);
    return known;
}

bool clm_property_store(clmodp_context *ctx, const char *property, const clm_kernel_files *files)
{
    char *source = load_sources(ctx, files);
    const bool kept = source != NULL && clm_device_record_store(ctx, property, source, "", 1);

    free(source);
    return kept;
}

/* The file with the assembly; a changed file is tried again. */
static const clm_kernel_files assembly_files = CLM_KERNEL_FILES("arith/lazy.h");

#define ASSEMBLY_FAILS "kernels fail with assembly"

clm_assembly clm_inline_asm(const clmodp_context *ctx)
{
    return ctx->kept != NULL && ctx->kept->plain ? CLM_ASSEMBLY_NONE : ctx->tuning.assembly;
}

void clm_inline_asm_load(clmodp_context *ctx)
{
    if (clm_inline_asm(ctx) != CLM_ASSEMBLY_NONE &&
        clm_property_load(ctx, ASSEMBLY_FAILS, &assembly_files))
        ctx->kept->plain = true;
}

bool clm_inline_asm_disable(clmodp_context *ctx)
{
    if (clm_inline_asm(ctx) == CLM_ASSEMBLY_NONE)
        return false;
    ctx->kept->plain = true;
    ctx->kept->passed_count = 0;
    return true;
}

void clm_inline_asm_confirm(clmodp_context *ctx, clmodp_status plain)
{
    ctx->kept->plain = false; /* the verdict concerns kernels with assembly */
    ctx->kept->passed_count = 0;
    if (plain != CLMODP_OK)
        return;
    clm_log_line(&ctx->log, CLMODP_LOG_NOTE, "%s (driver %s) miscompiles inline assembly; kernels "
                 "run without it, more slowly", ctx->device.name, ctx->device.driver);
    (void)clm_property_store(ctx, ASSEMBLY_FAILS, &assembly_files);
    ctx->kept->plain = true;
}

clmodp_status clm_cache_directory(clm_error *error, char **out, const char *wanted)
{
    clmodp_status st = CLMODP_OK;
    const char *chosen = wanted, *rest = "";
    size_t size;

    *out = NULL;
    if (chosen == NULL)
        chosen = clm_getenv_safe("CLMODP_CACHE_DIR");
    if (chosen == NULL) { /* relative paths are ignored */
        chosen = clm_getenv_safe("XDG_CACHE_HOME");
        rest = "/clmodp";
        if (chosen == NULL || *chosen != '/') {
            chosen = clm_getenv_safe("HOME");
            rest = "/.cache/clmodp";
        }
        if (chosen != NULL && *chosen != '/')
            chosen = NULL;
    }
    if (chosen == NULL || *chosen == '\0')
        return CLMODP_OK;
    size = strlen(chosen) + strlen(rest) + 1;
    NEW(error, *out, size);
    (void)snprintf(*out, size, "%s%s", chosen, rest);
done:
    return st;
}
