/* The common part of the tests' OpenCL layers: the interface to the loader. */
#ifndef TESTS_LAYERS_LAYER_H
#define TESTS_LAYERS_LAYER_H

#include <CL/cl_layer.h>

/* The driver or the layer below, which a layer's calls forward to. */
extern const cl_icd_dispatch *next;

/* Defined by each layer: its name, and a function replacing calls in a copy of `next`. */
extern const char layer_name[];
void layer_fill(cl_icd_dispatch *table);

#endif
