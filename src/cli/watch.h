/* Watch a computation and its output: show how far they are, and let Ctrl-C stop them. */
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

#endif
