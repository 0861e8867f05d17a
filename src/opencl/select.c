/* Choose a device by a specification; and where there is none look at the registered drivers as
 * the OpenCL loader does, and tell what is wrong with them.
 *
 * A driver is registered by a file NAME.icd whose first line is its library (extension
 * cl_khr_icd). Loaders look in /etc/OpenCL/vendors, or where OCL_ICD_VENDORS (a folder, one such
 * file, or a library) or OPENCL_VENDOR_PATH (a folder) say. */
#include "opencl/devices.h"

#include <ctype.h>
#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>

#include "portable/portable.h"

#define FOLDER "/etc/OpenCL/vendors"
#define ENDING ".icd"

enum { MOST_DRIVERS = 16, NAME_SIZE = 1024 };

/* Lines of a message, cut where it ends. */
typedef struct driver_lines {
    char text[CLM_MESSAGE_SIZE - 512];
    size_t used;
    size_t drivers;
} driver_lines;

static void add_line(driver_lines *out, const char *driver, const char *what, const char *advice)
{
    const size_t room = sizeof out->text - out->used;
    const int length =
        snprintf(out->text + out->used, room, "\n  %.200s: %.400s%s", driver, what, advice);

    out->drivers++;
    if (length > 0)
        out->used += (size_t)length < room ? (size_t)length : room - 1;
}

static void look_at_library(driver_lines *out, const char *driver, const char *library)
{
    const bool is_pocl = strstr(library, "pocl") != NULL;
    void *handle = dlopen(library, RTLD_LAZY | RTLD_LOCAL);
    const char *reason = handle == NULL ? dlerror() : NULL;

    if (handle != NULL)
        add_line(out, driver, "loads, but offers no device",
                 is_pocl ? "; PoCL has none if it cannot write its cache: set POCL_CACHE_DIR or "
                      "XDG_CACHE_HOME to a folder that can be written" : "");
    else
        add_line(out, driver, reason != NULL ? reason : "does not load", "");
    if (handle != NULL)
        (void)dlclose(handle);
}

/* A file that names a library on its first line. */
static void look_at_file(driver_lines *out, const char *path, const char *name)
{
    char library[NAME_SIZE] = "";
    FILE *file = fopen(path, "r");

    if (file == NULL || fgets(library, sizeof library, file) == NULL)
        add_line(out, name,
                 file == NULL || ferror(file) ? strerror(errno) : "names no library", "");
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

static void look_at_folder(driver_lines *out, const char *folder)
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
static const char *driver_registry(void)
{
    static const char *const variables[] = {"OCL_ICD_VENDORS", "OPENCL_VENDOR_PATH"};

    for (size_t i = 0; i < sizeof variables / sizeof *variables; i++) {
        const char *value = clm_environment(variables[i]);

        if (value != NULL && *value != '\0')
            return value;
    }
    return FOLDER;
}

static clmodp_status explain_drivers(clm_error *error)
{
    const char *where = driver_registry();
    struct stat status;
    driver_lines found = {.text = ""};

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

/* The forms of a specification. */
enum form { KIND, NUMBER, PAIR, TEXT };

typedef struct request {
    enum form form;
    const char *text;
    unsigned long number, device;
} request;

/* Decimal digits up to `end`; *end = NULL if `text` does not begin with one. */
static unsigned long parse_digits(const char *text, const char **end)
{
    char *stop = NULL;
    unsigned long value;

    *end = NULL;
    if (!isdigit((unsigned char)*text))
        return 0;
    value = strtoul(text, &stop, 10);
    *end = stop;
    return value;
}

static request parse_number_pair(const char *spec)
{
    static const char *const kinds[] = {"gpu", "cpu", "accelerator"};
    request r = {TEXT, spec, 0, 0};
    const char *end;

    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if (strcasecmp(spec, kinds[i]) == 0)
            return (request){KIND, kinds[i], 0, 0};
    r.number = parse_digits(spec, &end);
    if (end != NULL && *end == '\0')
        r.form = NUMBER;
    else if (end != NULL && *end == '.') {
        r.device = parse_digits(end + 1, &end);
        if (end != NULL && *end == '\0')
            r.form = PAIR;
    }
    return r;
}

/* Whether a text has a part, in small letters or capital ones. */
static bool text_contains(const char *text, const char *part)
{
    const size_t length = strlen(part);

    for (; *text != '\0'; text++)
        if (strncasecmp(text, part, length) == 0)
            return true;
    return length == 0;
}

static bool device_fits(const request *r, const clmodp_device *device, size_t position)
{
    switch (r->form) {
    case KIND: return strcmp(device->kind, r->text) == 0;
    case NUMBER: return position == r->number;
    case PAIR: return device->platform == r->number && device->index == r->device;
    case TEXT: break;
    }
    return text_contains(device->name, r->text) || text_contains(device->vendor, r->text) ||
           text_contains(device->platform_name, r->text);
}

/* Whether a should be taken rather than b, which stands before it in the list. Drivers for one
 * processor differ in what they prefer: kernels come with explicit vectors, and a driver that asks
 * for single integers, to make vectors of work-items itself, has to take those apart. */
static bool is_better_device(const clmodp_device *a, const clmodp_device *b)
{
    if (strcmp(a->kind, "cpu") != 0)
        return false;
    if (a->vector_width != b->vector_width)
        return a->vector_width > b->vector_width;
    return a->compute_units > b->compute_units;
}

/* The best usable device that fits a kind, or the first that fits another request; NULL if there
 * is none. */
static const clm_device_entry *best_device(const clm_device_entry *list, size_t count,
                                           const char *spec)
{
    const request r = parse_number_pair(spec);
    const clm_device_entry *best = NULL;

    for (size_t i = 0; i < count; i++)
        if (list[i].info.unusable[0] == '\0' && device_fits(&r, &list[i].info, i) &&
            (best == NULL || (r.form == KIND && is_better_device(&list[i].info, &best->info))))
            best = &list[i];
    return best;
}

const clm_device_entry *clm_device_choose(const clm_device_entry *list, size_t count,
                                          const char *spec)
{
    static const char *const preferred[] = {"gpu", "accelerator", "cpu"};
    const clm_device_entry *chosen = NULL;

    if (spec != NULL)
        return best_device(list, count, spec);
    for (size_t i = 0; chosen == NULL && i < sizeof preferred / sizeof *preferred; i++)
        chosen = best_device(list, count, preferred[i]);
    return chosen;
}

/* NO_DEVICE with the list of what there is and why it would not do. */
static clmodp_status list_devices(clm_error *error, const clm_device_entry *list, size_t count,
                                  const char *spec)
{
    char lines[1024] = "";
    size_t used = 0;

    if (count == 0)
        return explain_drivers(error);
    for (size_t i = 0; i < count && used < sizeof lines; i++) {
        const clmodp_device *d = &list[i].info;
        const bool usable = d->unusable[0] == '\0';

        used += (size_t)snprintf(lines + used, sizeof lines - used, "\n  %zu: %s (%s)%s%s", i,
                                 d->name, d->kind, usable ? "" : ": ", d->unusable);
    }
    if (spec == NULL)
        return clm_fail(error, CLMODP_NO_DEVICE, "none of the OpenCL devices can be used:%s",
                        lines);
    return clm_fail(error, CLMODP_NO_DEVICE,
                    "no usable OpenCL device fits \"%.100s\"; there are:%s", spec, lines);
}

clmodp_status clm_device_select(clm_error *error, clm_device_entry *out, const char *spec)
{
    clmodp_status st = CLMODP_OK;
    clm_device_entry *list = NULL;
    const clm_device_entry *chosen = NULL;
    size_t count = 0;

    if (spec == NULL)
        spec = clm_environment("CLMODP_DEVICE");
    if (spec != NULL && *spec == '\0')
        spec = NULL;
    TRY(clm_devices_all(error, &list, &count));
    chosen = clm_device_choose(list, count, spec);
    if (chosen == NULL)
        TRY(list_devices(error, list, count, spec));
    *out = *chosen;
done:
    free(list);
    return st;
}
