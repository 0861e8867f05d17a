/* Parameters and predictions of clmodp model. */
#ifndef CLI_COMMANDS_MODEL_H
#define CLI_COMMANDS_MODEL_H

#include <stdbool.h>
#include <stddef.h>

#include <clmodp/models.h>

#include "cli/failure.h"
#include "cli/settings.h"

/* Parameters of problems first, then parameters of machines. */
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
    MODEL_MACHINE,    /* the first parameter of machines */
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
    int number;                    /* index of the model, once it is found */
    double value[MODEL_LETTERS];
    bool given[MODEL_LETTERS];
    bool typed[MODEL_LETTERS]; /* given as an option, not by a machine file or a device */
    bool naive, corrected, help, quiet;
    const char *machine;     /* name of a file; NULL: not given */
    bool device;             /* missing machine parameters are a device's */
    const char *device_name; /* NULL: the default */
    bool sweeps;         /* a parameter takes the values from, 2 from, 4 from ... up to `to` */
    model_letter swept;
    double from, to;
    output_format format;
} model_settings;

enum {
    MODEL_MOST_VALUES = 16,
    MODEL_MOST_NOTES = CLMODP_TMM_MOST_CHANGES + 1, /* the changes, and a remark on ranges */
    MODEL_NOTE_SIZE = 96
};

typedef struct model_value {
    const char *name;
    const char *meaning; /* explanation for people */
    long double value;   /* with all digits of 64-bit integers; NAN: none */
    const char *word;    /* replaces the value; NULL: none */
} model_value;

typedef struct model_row {
    model_value value[MODEL_MOST_VALUES];
    size_t count;
    char note[MODEL_MOST_NOTES][MODEL_NOTE_SIZE]; /* lines for people */
    size_t notes;
    bool refused;   /* the machine has no room for this swept parameter: all values are NAN */
    char why[512];
} model_row;

/* The names of the parameters. */
extern const char *const cli_model_letters[MODEL_LETTERS];

/* Returns the index of the `length` letters of `name` in the names; `count` if there is none. */
int cli_model_name(const char *const *names, int count, const char *name, size_t length);

/* Finds the model, and refuses its unknown parameters and options. Errors: EXIT_USAGE */
int cli_model_find(model_settings *s, failure *why);

/* Asks the model, once it is found. Errors: EXIT_USAGE (parameters) */
int cli_model_row(model_row *row, const model_settings *s, failure *why);

/* Prints one row or a sweep of rows in the requested format. Errors: EXIT_USAGE (as the
 * model; no values for the whole sweep), EXIT_FAILED (no gnuplot, no memory, output failed) */
int cli_model_print(const model_settings *s, failure *why);

#endif
