/* What the library tells, shown to a person who waits. */
#ifndef CLI_NOTICE_H
#define CLI_NOTICE_H

#include <clmodp/clmodp.h>

/* Show a line while something takes its time, and take it away; only if stderr is a terminal. */
void cli_notice_begin(const char *line);
void cli_notice_end(void);

/* From now on show what this context compiles and tests for the first time, and what it notes;
 * only if stderr is a terminal. */
void cli_notice_watch(clmodp_context *context);

#endif
