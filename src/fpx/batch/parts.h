/* How many work-items share the work of a vector of lanes. */
#ifndef CLM_FPX_PARTS_H
#define CLM_FPX_PARTS_H

#include "device/context.h"

/* Work-items for each of `vectors` vectors, from 1 to `most`, that keep the device busy. */
size_t clm_vector_parts(const clmodp_context *ctx, size_t vectors, size_t most);

#endif
