/* Lines for the caller's log, if there is one. */
#ifndef CLM_BASE_LOG_H
#define CLM_BASE_LOG_H

#include <clmodp/log.h>

#include "base/error.h"

typedef struct clm_log {
    clmodp_log function; /* NULL: nobody listens */
    void *user;
} clm_log;

/* Tell the listener. Too long a line is cut. */
CLM_LAB_API void clm_log_line(const clm_log *log, clmodp_log_kind kind, const char *format,
                              ...) CLM_PRINTF(3, 4);

#endif
