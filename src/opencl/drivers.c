/* Examines the registered drivers like the OpenCL loader.
 *
 * A driver is registered by a file NAME.icd whose first line is its library (extension
 * cl_khr_icd). Loaders read /etc/OpenCL/vendors, or the place given by OCL_ICD_VENDORS (a folder,
 * one such file, or a library) or OPENCL_VENDOR_PATH (a folder); some also load the libraries in
 * OCL_ICD_FILENAMES.
 *
 * Drivers may crash while they are loaded, so clmodp-load-drivers loads unknown ones first. */
#include "opencl/drivers.h"

#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "core/hash.h"
#include "core/memory.h"
#include "opencl/cache.h"
#include "opencl/load_drivers.h"
#include "portable/portable.h"

#define FOLDER "/etc/OpenCL/vendors"
#define ENDING ".icd"
#define PROGRAM "clmodp-load-drivers"

enum {
    NAME_SIZE = 1024,
    MOST_CRASHES = 16,     /* drivers named as crashing */
    CRASH_KNOWN_FOR = 3600 /* seconds; causes outside the drivers may go away */
};

/* ---- the registered drivers ---- */

typedef struct driver {
    char name[NAME_SIZE];    /* of the file or library */
    char library[NAME_SIZE]; /* "": none */
    int error;               /* of reading the file; 0: none */
    bool crashes;
} driver;

typedef struct driver_set {
    const char *where; /* folder or file of the registrations */
    driver *at;
    size_t count, room;
} driver_set;

static clmodp_status add_driver(clm_error *error, driver_set *set, const char *name,
                                const char *library)
{
    clmodp_status st = CLMODP_OK;

    GROW(error, set->at, set->room, set->count + 1);
    set->at[set->count] = (driver){.crashes = false};
    (void)snprintf(set->at[set->count].name, NAME_SIZE, "%s", name);
    (void)snprintf(set->at[set->count].library, NAME_SIZE, "%s", library);
    set->count++;
done:
    return st;
}

static clmodp_status add_file(clm_error *error, driver_set *set, const char *path,
                              const char *name)
{
    const clmodp_status st = add_driver(error, set, name, "");
    driver *added;
    FILE *file;

    if (st != CLMODP_OK)
        return st;
    added = &set->at[set->count - 1];
    file = fopen(path, "re");
    if (file == NULL || (fgets(added->library, NAME_SIZE, file) == NULL && ferror(file)))
        added->error = errno;
    added->library[strcspn(added->library, "\r\n")] = '\0';
    if (file != NULL)
        (void)fclose(file);
    return CLMODP_OK;
}

static bool ends_in_icd(const char *name)
{
    const size_t length = strlen(name), ending = strlen(ENDING);

    return length > ending && strcmp(name + length - ending, ENDING) == 0;
}

static int is_registration(const struct dirent *entry)
{
    return ends_in_icd(entry->d_name);
}

static clmodp_status add_folder(clm_error *error, driver_set *set, const char *folder)
{
    clmodp_status st = CLMODP_OK;
    struct dirent **entries = NULL;
    const int count = scandir(folder, &entries, is_registration, alphasort);

    for (int i = 0; i < count; i++) {
        char path[PATH_MAX];

        if (st == CLMODP_OK && snprintf(path, sizeof path, "%s/%s", folder,
                                        entries[i]->d_name) < (int)sizeof path)
            st = add_file(error, set, path, entries[i]->d_name);
        free(entries[i]);
    }
    free(entries);
    return st;
}

/* Adds libraries separated by colons. */
static clmodp_status add_libraries(clm_error *error, driver_set *set, const char *list)
{
    clmodp_status st = CLMODP_OK;
    char library[NAME_SIZE];

    for (size_t length; list != NULL && *list != '\0'; list += length + (list[length] == ':')) {
        length = strcspn(list, ":");
        (void)snprintf(library, sizeof library, "%.*s", (int)length, list);
        TRY(add_driver(error, set, library, library));
    }
done:
    return st;
}

static const char *driver_registry(void)
{
    static const char *const variables[] = {"OCL_ICD_VENDORS", "OPENCL_VENDOR_PATH"};

    for (size_t i = 0; i < sizeof variables / sizeof *variables; i++) {
        const char *value = clm_getenv_safe(variables[i]);

        if (value != NULL && *value != '\0')
            return value;
    }
    return FOLDER;
}

/* Lists the registered drivers; set->at is released with free(), also after a failure. */
static clmodp_status find_drivers(clm_error *error, driver_set *set)
{
    clmodp_status st = CLMODP_OK;
    struct stat status;

    *set = (driver_set){.where = driver_registry()};
    TRY(add_libraries(error, set, clm_getenv_safe("OCL_ICD_FILENAMES")));
    if (stat(set->where, &status) == 0 && S_ISDIR(status.st_mode))
        TRY(add_folder(error, set, set->where));
    else if (ends_in_icd(set->where))
        TRY(add_file(error, set, set->where, set->where));
    else if (strcmp(set->where, FOLDER) != 0)
        TRY(add_driver(error, set, set->where, set->where));
done:
    return st;
}

/* ---- messages ---- */

/* Lines of a message, truncated to the buffer. */
typedef struct driver_lines {
    char text[CLM_MESSAGE_SIZE - 512];
    size_t used;
} driver_lines;

static void add_line(driver_lines *out, const char *name, const char *what, const char *advice)
{
    const size_t room = sizeof out->text - out->used;
    const int length =
        snprintf(out->text + out->used, room, "\n  %.200s: %.400s%s", name, what, advice);

    if (length > 0)
        out->used += (size_t)length < room ? (size_t)length : room - 1;
}

static void explain_driver(driver_lines *out, const driver *d)
{
    const bool is_pocl = strstr(d->library, "pocl") != NULL;
    void *handle = *d->library != '\0' ? dlopen(d->library, RTLD_LAZY | RTLD_LOCAL) : NULL;
    const char *reason = *d->library != '\0' && handle == NULL ? dlerror() : NULL;

    if (*d->library == '\0')
        add_line(out, d->name, d->error != 0 ? strerror(d->error) : "names no library", "");
    else if (handle != NULL)
        add_line(out, d->name, "loads, but offers no device",
                 is_pocl ? "; PoCL has none if it cannot write its cache: set POCL_CACHE_DIR or "
                      "XDG_CACHE_HOME to a writable folder" : "");
    else
        add_line(out, d->name, reason != NULL ? reason : "does not load", "");
    if (handle != NULL)
        (void)dlclose(handle);
}

clmodp_status clm_drivers_explain(clm_error *error)
{
    clmodp_status st = CLMODP_OK;
    driver_lines lines = {.text = ""};
    driver_set set;

    TRY(find_drivers(error, &set));
    if (set.count == 0)
        FAIL(error, CLMODP_NO_DEVICE,
             "this machine has no OpenCL device: no driver is registered in %.200s; install one, "
             "for instance the package pocl-opencl-icd to use the processor", set.where);
    for (size_t i = 0; i < set.count && lines.used < sizeof lines.text - 1; i++)
        explain_driver(&lines, &set.at[i]);
    FAIL(error, CLMODP_NO_DEVICE,
         "this machine has no OpenCL device; the drivers registered in %.200s:%s", set.where,
         lines.text);
done:
    free(set.at);
    return st;
}

/* ---- loading in another process ---- */

/* Tells whether `path` is the program and belongs to the library's owner. */
static bool is_program(char path[PATH_MAX], const char *folder, const char *below, uid_t owner)
{
    struct stat status;

    return snprintf(path, PATH_MAX, "%s/%s" PROGRAM, folder, below) < PATH_MAX &&
           stat(path, &status) == 0 && S_ISREG(status.st_mode) && status.st_uid == owner &&
           (status.st_mode & S_IWOTH) == 0 && access(path, X_OK) == 0;
}

/* Finds the program beside the library, in a build tree, or in the configured prefix. */
static bool find_program(char path[PATH_MAX])
{
    char folder[PATH_MAX], *slash;
    struct stat module;

    if (clm_module_path(folder) && stat(folder, &module) == 0)
        while ((slash = strrchr(folder, '/')) != NULL) {
            *slash = '\0';
            if (is_program(path, folder, CLM_PRIVATE_FOLDER "/", module.st_uid) ||
                is_program(path, folder, "src/", module.st_uid))
                return true;
        }
    return snprintf(path, PATH_MAX, "%s/" PROGRAM, CLM_PRIVATE_INSTALL_DIR) < PATH_MAX &&
           access(path, X_OK) == 0;
}

typedef enum outcome {
    OUTCOME_LOADED,
    OUTCOME_CRASHED,
    OUTCOME_UNKNOWN /* not started, or ended from outside */
} outcome;

typedef struct crash {
    size_t number;  /* of the library, from 1; 0: unknown */
    char text[400]; /* signal and last output */
} crash;

static outcome outcome_of(int status)
{
    static const int outside[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGKILL};

    if (!WIFSIGNALED(status))
        return WEXITSTATUS(status) == CLM_DRIVERS_LOADED ? OUTCOME_LOADED
               : WEXITSTATUS(status) == 127              ? OUTCOME_UNKNOWN
                                                         : OUTCOME_CRASHED;
    for (size_t i = 0; i < sizeof outside / sizeof *outside; i++)
        if (WTERMSIG(status) == outside[i])
            return OUTCOME_UNKNOWN;
    return OUTCOME_CRASHED;
}

static void describe_crash(crash *out, int status, int output)
{
    char words[300], how[80];
    unsigned char number = 0;

    out->number = pread(output, &number, sizeof number, 0) == 1 ? number : 0;
    clm_read_end(output, sizeof number, words, sizeof words);
    if (!WIFSIGNALED(status))
        (void)snprintf(how, sizeof how, "exit status %d", WEXITSTATUS(status));
    else if (WTERMSIG(status) == SIGALRM)
        (void)snprintf(how, sizeof how, "not loaded in %d seconds", CLM_DRIVERS_SECONDS);
    else
        (void)snprintf(how, sizeof how, "signal %d, %s", WTERMSIG(status),
                       strsignal(WTERMSIG(status)));
    (void)snprintf(out->text, sizeof out->text, "%s%s%s", how,
                   *words != '\0' ? "; its last output: " : "", words);
}

static outcome load(crash *out, const char *program, char *const arguments[])
{
    const int output = clm_anonymous_file(PROGRAM);
    outcome end = OUTCOME_UNKNOWN;
    int status = 0;

    if (output < 0)
        return end;
    if (clm_run_program(&status, program, arguments, output))
        end = outcome_of(status);
    if (end == OUTCOME_CRASHED)
        describe_crash(out, status, output);
    (void)close(output);
    return end;
}

/* Returns whether /sys is mounted. Without it hwloc, which PoCL uses, aborts. */
static bool has_sys(void)
{
    return access("/sys/devices", F_OK) == 0;
}

/* Adds a line for each driver that crashes, by loading the others again until they load. */
static clmodp_status find_crashes(clm_error *error, driver_lines *lines, driver_set *set,
                                  char *program)
{
    clmodp_status st = CLMODP_OK;
    char **arguments = NULL;
    driver **listed = NULL;
    crash found;

    NEW(error, arguments, set->count + 2);
    NEW(error, listed, set->count);
    arguments[0] = program;
    for (size_t crashes = 0; crashes < MOST_CRASHES; crashes++) {
        size_t count = 0;

        for (size_t i = 0; i < set->count && count < UCHAR_MAX; i++)
            if (*set->at[i].library != '\0' && !set->at[i].crashes) {
                listed[count++] = &set->at[i];
                arguments[count] = set->at[i].library;
            }
        arguments[count + 1] = NULL;
        if (count == 0 || load(&found, program, arguments) != OUTCOME_CRASHED ||
            found.number < 1 || found.number > count)
            break;
        listed[found.number - 1]->crashes = true;
        add_line(lines, listed[found.number - 1]->name, found.text,
                 has_sys() ? "" : "; mount /sys, which it may need");
    }
done:
    free(listed);
    free(arguments);
    return st;
}

/* Loads all drivers in another process; `failure` tells how it crashed; "": it did not. */
static clmodp_status try_drivers(clm_error *error, char failure[CLM_MESSAGE_SIZE], outcome *end,
                                 driver_set *set)
{
    clmodp_status st = CLMODP_OK;
    driver_lines lines = {.text = ""};
    char program[PATH_MAX];
    crash all;

    *failure = '\0';
    *end = find_program(program) ? load(&all, program, (char *const[]){program, NULL})
                                 : OUTCOME_UNKNOWN;
    if (*end != OUTCOME_CRASHED)
        goto done;
    TRY(find_crashes(error, &lines, set, program));
    if (lines.used == 0)
        add_line(&lines, "all together", all.text, "");
    (void)snprintf(failure, CLM_MESSAGE_SIZE,
                   "loading the OpenCL drivers registered in %.200s ends the process:%s\n"
                   "  to leave a driver out, copy the other files to a folder and set "
                   "OCL_ICD_VENDORS to it; CLMODP_DEVICE=host computes without OpenCL",
                   set->where, lines.text);
done:
    return st;
}

/* ---- what is known ---- */

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

static clmodp_status make_key(clm_error *error, clm_cache_key *key, const driver_set *set)
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
    texts[count++] = has_sys() ? "/sys" : "";
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
                              driver_set *set)
{
    clmodp_status st = CLMODP_OK;
    outcome end;

    TRY(try_drivers(error, known.last.failure, &end, set));
    known.last.until = (int64_t)time(NULL) + CRASH_KNOWN_FOR;
    if (end != OUTCOME_UNKNOWN)
        (void)clm_cache_write(cache_dir, key, &known.last,
                              offsetof(record, failure) + strlen(known.last.failure) + 1);
done:
    return st;
}

clmodp_status clm_drivers_try(clm_error *error, const char *cache_dir)
{
    clmodp_status st = CLMODP_OK;
    driver_set set = {0};
    clm_cache_key key = {0};
    uint64_t hash;

    if (known.loaded)
        return CLMODP_OK;
    TRY(find_drivers(error, &set));
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
