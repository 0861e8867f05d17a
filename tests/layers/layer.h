/* What every OpenCL layer of the tests has: the loader's way in. */
#ifndef TESTS_LAYERS_LAYER_H
#define TESTS_LAYERS_LAYER_H

#include <CL/cl_layer.h>

/* The driver, or the layer below: what a layer's own calls go on to. */
extern const cl_icd_dispatch *next;

/* A layer's own: its name, and its calls, put in place of those of `next`, which are there. */
extern const char layer_name[];
void layer_fill(cl_icd_dispatch *table);

#endif
