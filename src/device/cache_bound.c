/* Remove what was not used for longest. */
#include "device/cache_bound.h"

#include <dirent.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "base/memory.h"
#include "base/size.h"
#include "device/cache.h"

enum {
    TOUCH_AFTER = 60 * 60,     /* seconds: a use a little later than another need not be noted */
    UNFINISHED_FOR = 60 * 60   /* nobody writes a file for longer */
};

typedef struct entry {
    char name[CLM_CACHE_NAME_SIZE];
    uint64_t bytes;
    struct timespec used;
} entry;

void clm_cache_touch(int fd)
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
    const struct timespec *a = &((const entry *)left)->used, *b = &((const entry *)right)->used;

    if (a->tv_sec != b->tv_sec)
        return a->tv_sec < b->tv_sec ? -1 : 1;
    return (a->tv_nsec > b->tv_nsec) - (a->tv_nsec < b->tv_nsec);
}

/* A list that grows. */
typedef struct entries {
    entry *at;
    size_t count, room;
} entries;

/* One more, if there is memory for it. */
static void add(entries *list, const char *name, const struct stat *status)
{
    if (list->count == list->room) {
        entry *grown = clm_grow(list->at, &list->room, list->count + 1, sizeof *grown);

        if (grown == NULL)
            return;
        list->at = grown;
    }
    list->at[list->count] = (entry){.bytes = (uint64_t)status->st_size, .used = status->st_mtim};
    memcpy(list->at[list->count].name, name, CLM_CACHE_NAME_SIZE);
    list->count++;
}

/* The files of a cache; removes what is unfinished. */
static entries list_files(DIR *directory)
{
    const int fd = dirfd(directory);
    const struct dirent *found;
    entries list = {0};
    struct stat status;

    while ((found = readdir(directory)) != NULL) {
        const char *name = found->d_name;

        if (fstatat(fd, name, &status, AT_SYMLINK_NOFOLLOW) != 0 || !S_ISREG(status.st_mode))
            continue;
        if (is_own(name))
            add(&list, name, &status);
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
    entries list;
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
