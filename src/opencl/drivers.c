/* Checks once for each state of drivers and system that the registered drivers load, and remembers
 * the outcome in the process and in the cache. */
#include "opencl/drivers.h"

#include <limits.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "core/hash.h"
#include "core/memory.h"
#include "opencl/cache.h"
#include "opencl/driver_process.h"
#include "portable/portable.h"

#define CRASH_KNOWN_FOR 3600 /* seconds; causes outside the drivers may go away */

/* Writes time of change and size of a file or library; "" for one that the linker finds in the
 * system's folders, since its own cache has a stamp, too. */
static void stamp(char out[64], const char *file)
{
    char path[PATH_MAX];
    struct stat status;

    *out = '\0';
    if (strchr(file, '/') == NULL) {
        if (!clm_search_folders(path, clm_getenv_safe("LD_LIBRARY_PATH"), file, R_OK))
            return;
        file = path;
    }
    if (stat(file, &status) == 0)
        (void)snprintf(out, 64, "%lld.%ld %lld", (long long)status.st_mtim.tv_sec,
                       status.st_mtim.tv_nsec, (long long)status.st_size);
}

static const char *variable(const char *name)
{
    const char *value = clm_getenv_safe(name);

    return value != NULL ? value : "";
}

static clmodp_status make_key(clm_error *error, clm_cache_key *key, const clm_driver_set *set)
{
    clmodp_status st = CLMODP_OK;
    char machine[256] = "", linker[64], (*stamps)[64] = NULL;
    const char **texts = NULL;
    size_t count = 0;

    *key = (clm_cache_key){0};
    NEW(error, stamps, set->count);
    NEW(error, texts, 8 + 3 * set->count);
    (void)gethostname(machine, sizeof machine - 1); /* machines may share the cache */
    stamp(linker, "/etc/ld.so.cache");
    texts[count++] = "loading drivers";
    texts[count++] = CLMODP_VERSION_STRING;
    texts[count++] = set->where;
    texts[count++] = variable("LD_LIBRARY_PATH");
    texts[count++] = variable("OPENCL_LAYERS");
    texts[count++] = machine;
    texts[count++] = linker;
    texts[count++] = clm_has_sys() ? "/sys" : "";
    for (size_t i = 0; i < set->count; i++) {
        stamp(stamps[i], set->at[i].library);
        texts[count++] = set->at[i].name;
        texts[count++] = set->at[i].library;
        texts[count++] = stamps[i];
    }
    if (!clm_cache_key_make(key, texts, count))
        TRY(clm_out_of_memory(error, count, sizeof *texts));
done:
    free(texts);
    free(stamps);
    return st;
}

typedef struct record {
    int64_t until; /* time when a failure is forgotten */
    char failure[CLM_MESSAGE_SIZE]; /* "": the drivers load */
} record;

static bool recall(record *out, const char *cache_dir, const clm_cache_key *key)
{
    size_t size = 0;
    unsigned char *data = clm_cache_read(cache_dir, key, &size);
    const bool fits = data != NULL && size > offsetof(record, failure) && size <= sizeof *out &&
                      data[size - 1] == '\0';

    if (fits)
        memcpy(out, data, size);
    free(data);
    return fits && (*out->failure == '\0' || out->until > (int64_t)time(NULL));
}

/* The result for this process, even if the cache cannot be written. */
static struct {
    bool loaded;  /* they stay loaded, whatever is registered later */
    uint64_t key; /* hash of the key of `last` */
    record last;
} known;

static clmodp_status find_out(clm_error *error, const char *cache_dir, const clm_cache_key *key,
                              clm_driver_set *set)
{
    clmodp_status st = CLMODP_OK;
    bool conclusive;

    TRY(clm_drivers_load(error, known.last.failure, &conclusive, set));
    known.last.until = (int64_t)time(NULL) + CRASH_KNOWN_FOR;
    if (conclusive)
        (void)clm_cache_write(cache_dir, key, &known.last,
                              offsetof(record, failure) + strlen(known.last.failure) + 1);
done:
    return st;
}

clmodp_status clm_drivers_try(clm_error *error, const char *cache_dir)
{
    clmodp_status st = CLMODP_OK;
    clm_driver_set set = {0};
    clm_cache_key key = {0};
    uint64_t hash;

    if (known.loaded)
        return CLMODP_OK;
    TRY(clm_drivers_find(error, &set));
    TRY(make_key(error, &key, &set));
    hash = clm_hash(CLM_HASH_START, key.text, key.size);
    if (known.key != hash || known.last.until <= (int64_t)time(NULL)) {
        known.key = 0;
        if (!recall(&known.last, cache_dir, &key))
            TRY(find_out(error, cache_dir, &key, &set));
        known.key = hash;
    }
    known.loaded = *known.last.failure == '\0';
    if (!known.loaded)
        FAIL(error, CLMODP_NO_DEVICE, "%s", known.last.failure);
done:
    clm_cache_key_destroy(&key);
    free(set.at);
    return st;
}
