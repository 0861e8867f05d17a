/* Watch a computation: show how far it is, and let Ctrl-C stop it. */
#ifndef CLI_WATCH_H
#define CLI_WATCH_H

#include <signal.h>
#include <stdbool.h>
#include <stddef.h>

#include <clmodp/clmodp.h>

typedef struct watched {
    clmodp_context *context;
    size_t line;         /* of the batch; 0: no batch */
    double began, shown; /* times; `shown` of the last report */
    size_t width;        /* columns on the terminal that have to be cleared */
    bool terminal;       /* stderr is one */
    struct sigaction before;
} watched;

/* From now on computations of this context report on stderr after a second, if that is a
 * terminal, and end as CANCELLED after Ctrl-C (the next one kills). Where Ctrl-C is ignored
 * it stays so. `w` must stay where it is until cli_watch_end. */
void cli_watch_begin(watched *w, clmodp_context *context, size_t line);

/* Stop watching and clear the line on the terminal. */
void cli_watch_end(watched *w);

/* Whether Ctrl-C stopped something since the program began. */
bool cli_interrupted(void);

/* End the program as Ctrl-C would have, so that the caller knows; does nothing unless
 * cli_interrupted(). */
void cli_interrupt_now(void);

#endif
