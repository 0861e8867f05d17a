/* What clmodp calibrate measures, by the names of its fields. */
#ifndef CLI_FIGURES_H
#define CLI_FIGURES_H

#include <stddef.h>

#include <clmodp/calibration.h>

typedef struct figure_field {
    const char *name;
    size_t at; /* in a clmodp_calibration */
    const char *unit, *meaning;
} figure_field;

enum { CLI_FIGURES = 18 + CLMODP_CHASES };
extern const figure_field cli_figures[CLI_FIGURES];

/* Number k of them. */
const clmodp_figure *cli_figure_of(const clmodp_calibration *calibration, size_t k);
clmodp_figure *cli_figure_to(clmodp_calibration *calibration, size_t k);

#endif
