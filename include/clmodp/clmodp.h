/** @file
 * clmodp: exact resultants of polynomials, by modular arithmetic on OpenCL devices.
 *
 *     core.h         statuses, versions, the log, and contexts, which choose a device
 *     polynomials.h  polynomials in Z[x] and Z[x, y], and expressions that are read as these
 *     resultant.h    resultants and discriminants, with options and a report
 *     fpx.h          polynomials over F_p in one variable: products, quotients, divisors; also of
 *                    many short pairs at once
 *     arrays.h       sums, prefix sums, compaction, splits and radix sort of arrays, on a device
 *     plan.h         a resultant in parts: plans, units, and the result from their images
 *     distributed.h  a resultant by several devices, by workers that share a folder, or by the
 *                    ranks of a parallel job; mpi.h, which is not included here, has these for MPI
 *     calibration.h  measurements of a device, and descriptions of other machines
 *     opencl.h       a context on an OpenCL queue of your own, arrays in your memory, events; not
 *                    included here, because it needs CL/cl.h
 *     models.h, tuning.h
 *                    models of many-core machines; calibration and tuning. Not included here: they
 *                    are in a library of their own, libclmodp-models
 *
 * Arguments come in this order: the context; what is set; what is read, each array followed
 * by its length; options, where NULL means the defaults. A call that fails says why by
 * its status and, where a context takes part, by clmodp_context_message. What a call creates
 * is the caller's, to release with the function that its comment names; release functions
 * take NULL. Other pointers may be NULL only where the comment says so.
 *
 * A call checks the memory that it is given and reads it again later. Arrays, structures and
 * texts must therefore stay as they are until the call returns: neither callbacks nor other
 * threads may change or release them. clmodp_fpx_upload checks a copy, so that coefficients may
 * change meanwhile; clmodp_plan_read and clmodp_images_read read no more than `size` bytes,
 * whichever values these have. */
#ifndef CLMODP_CLMODP_H
#define CLMODP_CLMODP_H

#include <clmodp/arrays.h>
#include <clmodp/calibration.h>
#include <clmodp/core.h>
#include <clmodp/distributed.h>
#include <clmodp/fpx.h>
#include <clmodp/plan.h>
#include <clmodp/polynomials.h>
#include <clmodp/resultant.h>

#endif
