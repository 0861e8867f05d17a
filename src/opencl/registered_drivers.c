/* Lists the registered drivers, and explains why they offer no device. */
#include "opencl/registered_drivers.h"

#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "core/memory.h"
#include "portable/portable.h"

#define FOLDER "/etc/OpenCL/vendors"
#define ENDING ".icd"

static clmodp_status add_driver(clm_error *error, clm_driver_set *set, const char *name,
                                const char *library)
{
    clmodp_status st = CLMODP_OK;

    GROW(error, set->at, set->room, set->count + 1);
    set->at[set->count] = (clm_driver){.crashes = false};
    (void)snprintf(set->at[set->count].name, CLM_DRIVER_NAME_SIZE, "%s", name);
    (void)snprintf(set->at[set->count].library, CLM_DRIVER_NAME_SIZE, "%s", library);
    set->count++;
done:
    return st;
}

static clmodp_status add_file(clm_error *error, clm_driver_set *set, const char *path,
                              const char *name)
{
    const clmodp_status st = add_driver(error, set, name, "");
    clm_driver *added;
    FILE *file;

    if (st != CLMODP_OK)
        return st;
    added = &set->at[set->count - 1];
    file = fopen(path, "re");
    if (file == NULL ||
        (fgets(added->library, sizeof added->library, file) == NULL && ferror(file)))
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

static clmodp_status add_folder(clm_error *error, clm_driver_set *set, const char *folder)
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
static clmodp_status add_libraries(clm_error *error, clm_driver_set *set, const char *list)
{
    clmodp_status st = CLMODP_OK;
    char library[CLM_DRIVER_NAME_SIZE];

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

clmodp_status clm_drivers_find(clm_error *error, clm_driver_set *set)
{
    clmodp_status st = CLMODP_OK;
    struct stat status;

    *set = (clm_driver_set){.where = driver_registry()};
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

void clm_driver_line(clm_driver_lines *out, const char *name, const char *what, const char *advice)
{
    const size_t room = sizeof out->text - out->used;
    const int length =
        snprintf(out->text + out->used, room, "\n  %.200s: %.400s%s", name, what, advice);

    if (length > 0)
        out->used += (size_t)length < room ? (size_t)length : room - 1;
}

static void explain_driver(clm_driver_lines *out, const clm_driver *d)
{
    const bool is_pocl = strstr(d->library, "pocl") != NULL;
    void *handle = *d->library != '\0' ? dlopen(d->library, RTLD_LAZY | RTLD_LOCAL) : NULL;
    const char *reason = *d->library != '\0' && handle == NULL ? dlerror() : NULL;

    if (*d->library == '\0')
        clm_driver_line(out, d->name, d->error != 0 ? strerror(d->error) : "names no library", "");
    else if (handle != NULL)
        clm_driver_line(out, d->name, "loads, but offers no device",
                        is_pocl ? "; PoCL has none if it cannot write its cache: set "
                                  "POCL_CACHE_DIR or XDG_CACHE_HOME to a writable folder" : "");
    else
        clm_driver_line(out, d->name, reason != NULL ? reason : "does not load", "");
    if (handle != NULL)
        (void)dlclose(handle);
}

clmodp_status clm_drivers_explain(clm_error *error)
{
    clmodp_status st = CLMODP_OK;
    clm_driver_lines lines = {.text = ""};
    clm_driver_set set;

    TRY(clm_drivers_find(error, &set));
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
