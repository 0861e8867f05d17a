/* What is asked of a model: an algorithm, and numbers by the papers' letters; and what it says, as
 * named values. */
#ifndef CLI_COMMANDS_MODEL_ROW_H
#define CLI_COMMANDS_MODEL_ROW_H

#include <stdbool.h>

#include <clmodp/models.h>

#include "cli/values.h"

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

/* What a letter is called on the command line. */
const char *cli_model_letter_name(model_letter letter);

enum {
    MODEL_MOST_VALUES = 16,
    MODEL_MOST_NOTES = CLMODP_TMM_MOST_CHANGES + 1, /* the changes, and whose a range is */
    MODEL_NOTE_SIZE = 96
};

typedef struct model_value {
    const char *name;
    const char *meaning; /* for people */
    double value;        /* NAN: there is none */
    const char *word;    /* in the place of the value; NULL: none */
} model_value;

typedef struct model_row {
    model_value value[MODEL_MOST_VALUES];
    size_t count;
    char note[MODEL_MOST_NOTES][MODEL_NOTE_SIZE]; /* lines for people */
    size_t notes;
    bool refused;   /* a sweep's parameter that the machine has no room for: all values are NAN */
    char why[512];
} model_row;

/* Whether a device can be a machine of the model; of others cli_model_row tells. */
bool cli_model_has_machine(const char *model);

/* Errors: EXIT_USAGE (no such model or algorithm; values that are missing or make no sense) */
int cli_model_row(model_row *out, const model_settings *s, failure *why);

#endif
