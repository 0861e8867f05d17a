/* Remarks and progress on stderr, which --quiet turns off; and Ctrl-C, which stops
 * computations. */
#ifndef CLI_WATCH_H
#define CLI_WATCH_H

#include <stdbool.h>
#include <stddef.h>

#include <clmodp/clmodp.h>

typedef struct watched {
    clmodp_context *context;
    size_t line;         /* of the batch; 0: no batch */
    double began;
    bool terminal;       /* stderr is one, and nothing that is printed comes between */
    double all, done;    /* words to print and printed; `all` is 0 of what is computed */
    double next;         /* words after which the clock is looked at */
} watched;

/* From now on computations of this context report on stderr after a second, if that is a
 * terminal, and end as CANCELLED after Ctrl-C (the next one does what it did before). Where
 * Ctrl-C is ignored it stays so. `w` must stay where it is until cli_watch_end. Others may be
 * watched on other threads meanwhile. */
void cli_watch_begin(watched *w, clmodp_context *context, size_t line);

/* Stop watching and clear the line on the terminal. */
void cli_watch_end(watched *w);

/* Report the same way how many of so many words are printed, of which cli_watch_printed tells;
 * where they go to a terminal nothing is reported. Ctrl-C ends the program as it does unwatched:
 * nothing has to be given back. */
void cli_watch_print_begin(watched *w, size_t line, double words);
void cli_watch_printed(void *watched, size_t words);
void cli_watch_print_end(void);

/* Until as many calls of the second, Ctrl-C does nothing but what cli_interrupted() tells, and the
 * next one what it did before: for who must not end in the middle of a line though nothing is
 * watched, and asks soon. Where Ctrl-C is ignored it stays so. */
void cli_watch_hold(void);
void cli_watch_release(void);

/* Whether Ctrl-C stopped something since the program began. */
bool cli_interrupted(void);

/* End the program as Ctrl-C would have, so that the caller knows; does nothing unless
 * cli_interrupted(). */
void cli_interrupt_now(void);

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
