/* What the fault layer makes of each call that is counted. */
#ifndef LAYERS_FAULT_MEETS_H
#define LAYERS_FAULT_MEETS_H

#include "layers/fault_layer.h"

extern fault_layer_control fault_control;

/* Count a call: it may crash or hang here. True if it is the one to fail. */
int fault_meets(const char *function);

#endif
