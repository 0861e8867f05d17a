/* The arguments of `clmodp model`: a model, an algorithm, and numbers by the papers' letters. */
#ifndef CLI_MODEL_SETTINGS_H
#define CLI_MODEL_SETTINGS_H

#include <stdbool.h>

#include "cli/formats/format.h"

/* Letters of problems first, then those of machines. */
typedef enum model_letter {
    MODEL_N,
    MODEL_M,
    MODEL_K,
    MODEL_BITS,
    MODEL_S,
    MODEL_THREADS, /* l */
    MODEL_F,
    MODEL_T,
    MODEL_PROCESSORS, /* p */
    MODEL_MACHINE,    /* those of machines begin */
    MODEL_U = MODEL_MACHINE,
    MODEL_Z,
    MODEL_LATENCY, /* L */
    MODEL_C,
    MODEL_P,
    MODEL_X,
    MODEL_LETTERS
} model_letter;

typedef struct model_settings {
    const char *model, *algorithm; /* NULL: not given */
    double value[MODEL_LETTERS];
    bool given[MODEL_LETTERS];
    bool typed[MODEL_LETTERS]; /* given as an option, not by a machine's file or a device */
    bool naive, corrected, help;
    bool device;             /* letters of machines that are not given are those of a device */
    const char *device_name; /* NULL: the default */
    bool sweeps;         /* a letter takes the values from, 2 from, 4 from ... up to `to` */
    model_letter swept;
    double from, to;
    output_format format;
} model_settings;

/* Read the NULL-terminated arguments. Errors: EXIT_USAGE */
int cli_model_settings_read(model_settings *out, char **arguments, failure *why);

/* What a letter is called on the command line. */
const char *cli_model_letter_name(model_letter letter);

#endif
