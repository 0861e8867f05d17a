/* The letters of a machine, from a device that was calibrated. */
#ifndef CLI_MODEL_DEVICE_H
#define CLI_MODEL_DEVICE_H

#include "cli/commands/model_settings.h"

/* Give the letters of machines that were not given. Errors: EXIT_NO_DEVICE, EXIT_FAILED (the
 * device was never calibrated) */
int cli_model_device(model_settings *s, failure *why);

#endif
