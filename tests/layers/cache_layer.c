/* An OpenCL layer that changes no call, but for what all layers do of builds (layer.c). */
#include "layers/layer.h"

const char layer_name[] = "clmodp shared cache";

void layer_fill(cl_icd_dispatch *table)
{
    (void)table;
}
