/** @file
 * What the library tells while it works, for who wants to show it. */
#ifndef CLMODP_LOG_H
#define CLMODP_LOG_H

#include <clmodp/status.h>

#ifdef __cplusplus
extern "C" {
#endif

/** What a line is about. Values are part of the ABI: new ones are appended, and others than these
 * are to be ignored. */
typedef enum clmodp_log_kind {
    CLMODP_LOG_TESTING = 0,  /**< kernels are compiled and tested, once for a device and its
                                  driver: some seconds on CPUs; TESTED follows */
    CLMODP_LOG_TESTED = 1,   /**< that is over, well or not */
    CLMODP_LOG_BUILDING = 2, /**< a program is compiled, or loaded from what the driver kept; BUILT
                                  follows, and both may stand within a test */
    CLMODP_LOG_BUILT = 3,    /**< that is over, well or not */
    CLMODP_LOG_NOTE = 4      /**< something that the caller may not expect, and that is no error */
} clmodp_log_kind;

/** Takes one line for a person to read, without a line break; valid during the call. It must not
 * use the context. */
typedef void (*clmodp_log)(void *user, clmodp_log_kind kind, const char *line);

#ifdef __cplusplus
}
#endif
#endif
