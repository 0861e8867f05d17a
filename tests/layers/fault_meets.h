/* Decides which counted calls of the fault layer fail. */
#ifndef LAYERS_FAULT_MEETS_H
#define LAYERS_FAULT_MEETS_H

#include "layers/fault_layer.h"

extern fault_layer_control fault_control;

/* Counts a call, which may crash or hang here. Returns true if it is the one to fail. */
int fault_meets(const char *function);

#endif
