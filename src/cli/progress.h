/* Remarks and progress on stderr, which --quiet turns off; Ctrl-C, which cancels computations. */
#ifndef CLI_PROGRESS_H
#define CLI_PROGRESS_H

#include <stdbool.h>
#include <stddef.h>

#include <clmodp/clmodp.h>

typedef struct watched {
    clmodp_context *context;
    size_t line;         /* line of the batch; 0: no batch */
    double began;
    bool terminal;       /* stderr is a terminal without other output in between */
    double all, done;    /* words to print and printed; `all` is 0 during a computation */
    double next;         /* words after which the clock is read */
} watched;

/* Reports later computations of this context on stderr after a second, if it is a terminal, and
 * has Ctrl-C end them as CANCELLED; a second one has its former effect. Ctrl-C stays ignored if it
 * was. `w` must not move before cli_progress_end. Other threads may watch others. */
void cli_progress_begin(watched *w, clmodp_context *context, size_t line);

/* Stops watching and clears the line on the terminal. */
void cli_progress_end(watched *w);

/* Report in the same way the progress of printing `words` words, counted by cli_progress_printed,
 * unless the output goes to a terminal. Ctrl-C ends the program as usual. */
void cli_progress_print_begin(watched *w, size_t line, double words);
void cli_progress_printed(void *watched, size_t words);
void cli_progress_print_end(void);

/* Between these calls, which may be nested, Ctrl-C only sets cli_interrupted(), which the code
 * soon checks; a second one has its former effect. Ctrl-C stays ignored if it was. */
void cli_interrupt_hold(void);
void cli_interrupt_release(void);

/* Returns whether Ctrl-C was pressed since the program began. */
bool cli_interrupted(void);

/* If cli_interrupted(), ends the program by the signal, which its parent sees. */
void cli_interrupt_now(void);

/* Suppresses all later remarks and progress lines: --quiet. */
void cli_set_quiet(void);

bool cli_is_quiet(void);

/* Prints an informative line on stderr, as "clmodp: ...", unless the program is quiet. */
void cli_remark(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* Show and clear a line during a long step; only if stderr is a terminal. */
void cli_progress_note_begin(const char *line);
void cli_progress_note_end(void);

/* Shows tests and notes of this context from now on; only if stderr is a terminal. */
void cli_progress_note_watch(clmodp_context *context);

#endif
