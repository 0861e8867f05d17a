/* Structures of callers that may grow: their first field is their size. */
#ifndef CLM_BASE_OPTIONS_H
#define CLM_BASE_OPTIONS_H

#include <stddef.h>

#include "core/error.h"

/* Copy a caller's options, or what else is asked for, over the library's defaults.
 *
 * Out:    options  a structure of `size` bytes that holds the defaults; the fields that the
 *                  caller's version has are replaced, except the size itself
 * In:     name     of the structure, for messages
 *         given    NULL: all defaults. Else its first field (a size_t) is the caller's size:
 *                  an older (shorter) structure leaves the newer fields at their
 *                  defaults, a newer (longer) one must be zero beyond `size`
 * Errors: INVALID (a newer structure asks for something this library does not know, or the size
 *         was never set) */
CLM_LAB_API clmodp_status clm_options_read(clm_error *error, const char *name, void *options,
                                           size_t size, const void *given);

/* Errors: INVALID (a report, if there is one, whose size was not set) */
CLM_LAB_API clmodp_status clm_report_check(clm_error *error, const void *report);

/* Copy as much of a report of `size` bytes as the caller's structure has room for, keeping
 * the caller's size field. `out` may be NULL. */
CLM_LAB_API void clm_report_write(void *out, const void *report, size_t size);

#endif
