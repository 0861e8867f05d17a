/* Machines in files: a name and its value a line, # begins a comment. clmodp calibrate writes
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
    size_t at; /* in a clmodp_calibration */
    const char *unit, *meaning;
} figure_field;

enum { CLI_FIGURES = 18 + CLMODP_CHASES };
extern const figure_field cli_figures[CLI_FIGURES];

/* Number k of them. */
const clmodp_figure *cli_figure_of(const clmodp_calibration *calibration, size_t k);

/* A machine, and what it points to. */
typedef struct machine_file {
    clmodp_machine machine;
    clmodp_calibration calibration;
    char kind[16], platform[128], vendor[128], family[24];
} machine_file;

/* This one: a device, and this host with a thread a processor. */
void cli_machine_put(text_buffer *out, const clmodp_device *device,
                     const clmodp_calibration *calibration);

/* Read one whose kind, units and threads are there, and all figures or none. It points into *out.
 * Errors: EXIT_USAGE */
int cli_machine_read(machine_file *out, const char *name, failure *why);

/* Whether such a file may have this name. */
bool cli_machine_knows(const char *word);

/* Where a line stands, for messages. */
typedef struct machine_line {
    const char *file;
    size_t number;
} machine_line;

/* Call `take` for each line that has a word, with what stands behind it, without comments and
 * spaces around; both are its own until it returns. Errors: EXIT_USAGE, and those of `take` */
int cli_machine_lines(const char *name,
                      int (*take)(void *user, const char *word, char *rest,
                                  const machine_line *line, failure *why),
                      void *user, failure *why);

#endif
