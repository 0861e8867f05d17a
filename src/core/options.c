/* Options and reports of other versions than this one. */
#include "core/options.h"

#include <string.h>

#include "core/size.h"

/* No version's structure will be as long; a size that was never set is likely to be. */
#define SIZE_PLAUSIBLE 4096

clmodp_status clm_options_read(clm_error *error, const char *name, void *options, size_t size,
                               const void *given)
{
    const unsigned char *bytes = given;
    size_t given_size = 0;

    if (given == NULL)
        return CLMODP_OK;
    memcpy(&given_size, given, sizeof given_size);
    /* A structure that holds a size_t is a multiple of it long. */
    if (given_size == 0 || given_size > SIZE_PLAUSIBLE || given_size % sizeof given_size != 0)
        return clm_fail(error, CLMODP_INVALID,
                        "%s is said to be %zu bytes long: set it up with %s_init first", name,
                        given_size, name);
    for (size_t i = size; i < given_size; i++)
        if (bytes[i] != 0)
            return clm_fail(error, CLMODP_INVALID,
                            "%s is %zu bytes long and sets a field that this version of the "
                            "library does not know (it knows %zu bytes): use a newer library or "
                            "older headers",
                            name, given_size, size);
    if (given_size > sizeof given_size)
        memcpy((unsigned char *)options + sizeof given_size, bytes + sizeof given_size,
               clm_size_min(given_size, size) - sizeof given_size);
    return CLMODP_OK;
}

clmodp_status clm_report_check(clm_error *error, const void *report)
{
    size_t room = 1;

    if (report != NULL)
        memcpy(&room, report, sizeof room);
    if (room == 0)
        return clm_fail(error, CLMODP_INVALID,
                        "the report structure says it is 0 bytes long: set its size to sizeof "
                        "the structure first");
    return CLMODP_OK;
}

void clm_report_write(void *out, const void *report, size_t size)
{
    size_t room = 0;

    if (out == NULL)
        return;
    memcpy(&room, out, sizeof room);
    if (room > sizeof room)
        memcpy((unsigned char *)out + sizeof room, (const unsigned char *)report + sizeof room,
               clm_size_min(room, size) - sizeof room);
}
