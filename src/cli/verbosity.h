/* Remarks and progress on stderr, which --quiet turns off. */
#ifndef CLI_VERBOSITY_H
#define CLI_VERBOSITY_H

#include <stdbool.h>

#include <clmodp/clmodp.h>

/* From now on it says nothing of the kind: --quiet. */
void cli_set_quiet(void);

bool cli_is_quiet(void);

/* Whether progress is shown: stderr is a terminal, and the program is not quiet. */
bool cli_shows_progress(void);

/* One line on stderr, as "clmodp: ...", unless the program is quiet: for who may want to know. */
void cli_remark(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* Show a line while something takes its time, and take it away; only if stderr is a terminal. */
void cli_notice_begin(const char *line);
void cli_notice_end(void);

/* From now on show what this context compiles and tests for the first time, and what it notes;
 * only if stderr is a terminal. */
void cli_notice_watch(clmodp_context *context);

#endif
