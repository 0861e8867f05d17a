/* Machine files: a name and its value on each line, # begins a comment. clmodp calibrate writes
 * them; plan, submit and model read them. Measured quantities of a device are called figures. */
#ifndef CLI_FORMATS_MACHINE_H
#define CLI_FORMATS_MACHINE_H

#include <stddef.h>

#include <clmodp/calibration.h>
#include <clmodp/core.h>

#include "cli/failure.h"
#include "cli/text.h"

typedef struct figure_field {
    const char *name;
    size_t at; /* offset in a clmodp_calibration */
    const char *unit, *meaning;
} figure_field;

enum { CLI_FIGURES = 18 + CLMODP_CHASES };
extern const figure_field cli_figures[CLI_FIGURES];

/* Returns figure number k. */
const clmodp_figure *cli_figure_of(const clmodp_calibration *calibration, size_t k);

/* A machine, with its strings. */
typedef struct machine_file {
    clmodp_machine machine;
    clmodp_calibration calibration;
    char kind[16], platform[128], vendor[128], family[24];
} machine_file;

/* Appends a device and this host, with a thread for each processor, as a machine file. */
void cli_machine_put(text_buffer *out, const clmodp_device *device,
                     const clmodp_calibration *calibration);

/* Reads a machine with kind, units and threads, and all figures or none. It points into *out.
 * Errors: EXIT_USAGE */
int cli_machine_read(machine_file *out, const char *name, failure *why);

/* Returns whether a machine file may have this name. */
bool cli_machine_knows(const char *word);

/* Position of a line, for messages. */
typedef struct machine_line {
    const char *file;
    size_t number;
} machine_line;

/* Calls `take` for each line with a word, with the rest of the line, without comments and
 * surrounding spaces; `take` may change both. Errors: EXIT_USAGE, and those of `take` */
int cli_machine_lines(const char *name,
                      int (*take)(void *user, const char *word, char *rest,
                                  const machine_line *line, failure *why),
                      void *user, failure *why);

#endif
