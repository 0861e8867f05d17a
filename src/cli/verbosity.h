/* What the program says beside results and errors: progress, and remarks. */
#ifndef CLI_VERBOSITY_H
#define CLI_VERBOSITY_H

#include <stdbool.h>

/* From now on it says nothing of the kind: --quiet. */
void cli_set_quiet(void);

bool cli_is_quiet(void);

/* Whether progress is shown: stderr is a terminal, and the program is not quiet. */
bool cli_shows_progress(void);

/* One line on stderr, as "clmodp: ...", unless the program is quiet: for who may want to know. */
void cli_remark(const char *format, ...) __attribute__((format(printf, 1, 2)));

#endif
