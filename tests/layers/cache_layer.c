/* An OpenCL layer to serialise builds, as all layers do (layer.c), and for nothing else. */
#include "layers/layer.h"

const char layer_name[] = "clmodp shared cache";

void layer_fill(cl_icd_dispatch *table)
{
    (void)table;
}
