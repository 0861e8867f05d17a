/* Which residue types a device can compute with. */
#ifndef CLM_DEVICE_RESIDUE_SUPPORT_H
#define CLM_DEVICE_RESIDUE_SUPPORT_H

#include "arith/residue.h"
#include "device/context.h"

/* OK if kernels of this type run on the context's device: those that need doubles want
 * cl_khr_fp64 with fused multiply-add and rounding to nearest.
 * Errors: NO_DEVICE (it cannot; the message says which types it can), DEVICE */
clmodp_status clm_residue_require(clmodp_context *ctx, clm_residue_kind kind);

/* The type that suits the kind of device, of those it can compute with: on a CPU with doubles
 * double50, which multiplies twice as many bits a second there as montgomery31; elsewhere
 * montgomery31, since OpenCL does not tell how fast a GPU's doubles are, and few have fast ones.
 * Measured by bench/fp; see docs/benchmarks.md. */
clm_residue_kind clm_residue_default(const clmodp_context *ctx);

#endif
