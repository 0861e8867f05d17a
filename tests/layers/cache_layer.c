/* An OpenCL layer that only serialises builds, as all layers do (layer.c). */
#include "layers/layer.h"

const char layer_name[] = "clmodp shared cache";

void layer_fill(cl_icd_dispatch *table)
{
    (void)table;
}
