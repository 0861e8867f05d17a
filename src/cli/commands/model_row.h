/* What a model says of one algorithm, as named values. */
#ifndef CLI_MODEL_ROW_H
#define CLI_MODEL_ROW_H

#include <clmodp/model.h>

#include "cli/commands/model_settings.h"

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
