/* Look at the registered drivers as the OpenCL loader does, and say what is wrong with them.
 *
 * A driver is registered by a file NAME.icd whose first line is its library (extension
 * cl_khr_icd). Loaders look in /etc/OpenCL/vendors, or where OCL_ICD_VENDORS (a folder, one such
 * file, or a library) or OPENCL_VENDOR_PATH (a folder) say. */
#include "device/drivers.h"

#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "portable/portable.h"

#define FOLDER "/etc/OpenCL/vendors"
#define ENDING ".icd"

enum { MOST_DRIVERS = 16, NAME_SIZE = 1024 };

/* Lines of a message, cut where it ends. */
typedef struct lines {
    char text[CLM_MESSAGE_SIZE - 512];
    size_t used;
    size_t drivers;
} lines;

static void add(lines *out, const char *driver, const char *what, const char *advice)
{
    const size_t room = sizeof out->text - out->used;
    const int length =
        snprintf(out->text + out->used, room, "\n  %.200s: %.400s%s", driver, what, advice);

    out->drivers++;
    if (length > 0)
        out->used += (size_t)length < room ? (size_t)length : room - 1;
}

static void look_at_library(lines *out, const char *driver, const char *library)
{
    const bool is_pocl = strstr(library, "pocl") != NULL;
    void *handle = dlopen(library, RTLD_LAZY | RTLD_LOCAL);
    const char *reason = handle == NULL ? dlerror() : NULL;

    if (handle != NULL)
        add(out, driver, "loads, but offers no device",
            is_pocl ? "; PoCL has none if it cannot write its cache: set POCL_CACHE_DIR or "
                      "XDG_CACHE_HOME to a folder that can be written" : "");
    else
        add(out, driver, reason != NULL ? reason : "does not load", "");
    if (handle != NULL)
        (void)dlclose(handle);
}

/* A file that names a library on its first line. */
static void look_at_file(lines *out, const char *path, const char *name)
{
    char library[NAME_SIZE] = "";
    FILE *file = fopen(path, "r");

    if (file == NULL || fgets(library, sizeof library, file) == NULL)
        add(out, name, file == NULL || ferror(file) ? strerror(errno) : "names no library", "");
    if (file != NULL)
        (void)fclose(file);
    library[strcspn(library, "\r\n")] = '\0';
    if (*library != '\0')
        look_at_library(out, name, library);
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

static void look_at_folder(lines *out, const char *folder)
{
    struct dirent **entries = NULL;
    const int count = scandir(folder, &entries, is_registration, alphasort);

    for (int i = 0; i < count; i++) {
        char path[NAME_SIZE];

        if (i < MOST_DRIVERS && snprintf(path, sizeof path, "%s/%s", folder,
                                         entries[i]->d_name) < (int)sizeof path)
            look_at_file(out, path, entries[i]->d_name);
        free(entries[i]);
    }
    free(entries);
}

/* Where drivers are registered. */
static const char *registry(void)
{
    static const char *const variables[] = {"OCL_ICD_VENDORS", "OPENCL_VENDOR_PATH"};

    for (size_t i = 0; i < sizeof variables / sizeof *variables; i++) {
        const char *value = clm_environment(variables[i]);

        if (value != NULL && *value != '\0')
            return value;
    }
    return FOLDER;
}

clmodp_status clm_drivers_explain(clm_error *error)
{
    const char *where = registry();
    struct stat status;
    lines found = {.text = ""};

    if (stat(where, &status) == 0 && S_ISDIR(status.st_mode))
        look_at_folder(&found, where);
    else if (ends_in_icd(where))
        look_at_file(&found, where, where);
    else if (strcmp(where, FOLDER) != 0)
        look_at_library(&found, where, where);
    if (found.drivers == 0)
        return clm_fail(error, CLMODP_NO_DEVICE,
                        "this machine has no OpenCL device: no driver is registered in %.200s; "
                        "install one, for instance the package pocl-opencl-icd to use the "
                        "processor", where);
    return clm_fail(error, CLMODP_NO_DEVICE,
                    "this machine has no OpenCL device; the drivers registered in %.200s:%s",
                    where, found.text);
}
