/* Choose a device by a specification. */
#include <ctype.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "device/devices.h"
#include "device/drivers.h"
#include "portable/portable.h"

/* The forms of a specification. */
enum form { KIND, NUMBER, PAIR, TEXT };

typedef struct request {
    enum form form;
    const char *text;
    unsigned long number, device;
} request;

/* Decimal digits up to `end`; *end = NULL if `text` does not begin with one. */
static unsigned long digits(const char *text, const char **end)
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

static request parse(const char *spec)
{
    static const char *const kinds[] = {"gpu", "cpu", "accelerator"};
    request r = {TEXT, spec, 0, 0};
    const char *end;

    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if (strcasecmp(spec, kinds[i]) == 0)
            return (request){KIND, kinds[i], 0, 0};
    r.number = digits(spec, &end);
    if (end != NULL && *end == '\0')
        r.form = NUMBER;
    else if (end != NULL && *end == '.') {
        r.device = digits(end + 1, &end);
        if (end != NULL && *end == '\0')
            r.form = PAIR;
    }
    return r;
}

/* Whether a text has a part, in small letters or capital ones. */
static bool has_part(const char *text, const char *part)
{
    const size_t length = strlen(part);

    for (; *text != '\0'; text++)
        if (strncasecmp(text, part, length) == 0)
            return true;
    return length == 0;
}

static bool fits(const request *r, const clmodp_device *device, size_t position)
{
    switch (r->form) {
    case KIND: return strcmp(device->kind, r->text) == 0;
    case NUMBER: return position == r->number;
    case PAIR: return device->platform == r->number && device->index == r->device;
    case TEXT: break;
    }
    return has_part(device->name, r->text) || has_part(device->vendor, r->text) ||
           has_part(device->platform_name, r->text);
}

/* Whether a should be taken rather than b, which stands before it in the list. Drivers for one
 * processor differ in what they prefer: kernels come with explicit vectors, and a driver that asks
 * for single integers, to make vectors of work-items itself, has to take those apart. */
static bool is_better(const clmodp_device *a, const clmodp_device *b)
{
    if (strcmp(a->kind, "cpu") != 0)
        return false;
    if (a->vector_width != b->vector_width)
        return a->vector_width > b->vector_width;
    return a->compute_units > b->compute_units;
}

/* The best usable device that fits a kind, or the first that fits another request; NULL if there
 * is none. */
static const clm_device_entry *best_fit(const clm_device_entry *list, size_t count,
                                        const char *spec)
{
    const request r = parse(spec);
    const clm_device_entry *best = NULL;

    for (size_t i = 0; i < count; i++)
        if (list[i].info.unusable[0] == '\0' && fits(&r, &list[i].info, i) &&
            (best == NULL || (r.form == KIND && is_better(&list[i].info, &best->info))))
            best = &list[i];
    return best;
}

const clm_device_entry *clm_device_choose(const clm_device_entry *list, size_t count,
                                          const char *spec)
{
    static const char *const preferred[] = {"gpu", "accelerator", "cpu"};
    const clm_device_entry *chosen = NULL;

    if (spec != NULL)
        return best_fit(list, count, spec);
    for (size_t i = 0; chosen == NULL && i < sizeof preferred / sizeof *preferred; i++)
        chosen = best_fit(list, count, preferred[i]);
    return chosen;
}

/* NO_DEVICE with the list of what there is and why it would not do. */
static clmodp_status explain(clm_error *error, const clm_device_entry *list, size_t count,
                             const char *spec)
{
    char lines[1024] = "";
    size_t used = 0;

    if (count == 0)
        return clm_drivers_explain(error);
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
        TRY(explain(error, list, count, spec));
    *out = *chosen;
done:
    free(list);
    return st;
}
