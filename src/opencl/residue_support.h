/* Which residue types a device can compute with. */
#ifndef CLM_DEVICE_RESIDUE_SUPPORT_H
#define CLM_DEVICE_RESIDUE_SUPPORT_H

#include "arith/residue.h"
#include "opencl/context.h"

/* OK if kernels of this type run on the context's device: those that need doubles want
 * cl_khr_fp64 with fused multiply-add and rounding to nearest.
 * Errors: NO_DEVICE (it cannot; the message says which types it can), DEVICE */
clmodp_status clm_residue_require(clmodp_context *ctx, clm_residue_kind kind);

#endif
