/** @file
 * clmodp: exact arithmetic on polynomials, modulo many primes in parallel, on OpenCL devices and
 * on the host.
 *
 *     core.h         statuses, versions, the log, and contexts, which choose a device
 *     polynomials.h  polynomials in Z[x] and Z[x, y], and their conversion from and to text
 *     resultant.h    resultants, subresultants and discriminants, with options and a report
 *     mpoly.h        polynomials over Z in up to 16 variables
 *     elimination.h  their resultants and discriminants
 *     gcd.h          their greatest common divisors
 *     matrix.h       matrices of polynomials, and their determinants
 *     roots.h        real and complex roots of polynomials in Z[x]
 *     systems.h      real and complex solutions of two equations in two variables, and of three
 *                    in three
 *     fpx.h          univariate polynomials over F_p: products, quotients, greatest common
 *                    divisors, resultants; also for batches of pairs of short polynomials
 *     arrays.h       sums, prefix sums, compaction, splits and radix sort of arrays, on a device
 *     plan.h         a resultant computed in parts: plans, work units, and the result from their
 *                    images
 *     distributed.h  a resultant by several devices, by workers sharing a folder, or by the ranks
 *                    of a parallel job; mpi.h, not included here, implements the ranks by MPI
 *     calibration.h  measurements of a device, and descriptions of other machines
 *     opencl.h       a context on the caller's OpenCL queue, arrays in device memory, events;
 *                    not included here, because it needs CL/cl.h
 *     fpx_batch_opencl.h
 *                    batches of polynomials over F_p in device memory; not included here either
 *     models.h, tuning.h
 *                    models of many-core machines; calibration and tuning. Not included here: they
 *                    belong to a library of their own, libclmodp-models
 *
 * Arguments come in this order: the context; outputs; inputs, each array followed by its length;
 * options, with NULL for the defaults. A failing call reports the reason by its status and, if it
 * has a context, by clmodp_context_message. The caller owns every created object and releases it
 * with the function named in the comment; release functions accept NULL. Other pointers may be
 * NULL only if the comment says so.
 *
 * A call checks its inputs first and reads them again later. Arrays, structures and texts must
 * therefore stay unchanged until the call returns: neither callbacks nor other threads may modify
 * or release them. clmodp_fpx_upload checks a copy, so that the coefficients may change meanwhile;
 * clmodp_plan_read and clmodp_images_read never read beyond `size` bytes, even if these change. */
#ifndef CLMODP_CLMODP_H
#define CLMODP_CLMODP_H

#include <clmodp/arrays.h>
#include <clmodp/calibration.h>
#include <clmodp/core.h>
#include <clmodp/distributed.h>
#include <clmodp/elimination.h>
#include <clmodp/fpx.h>
#include <clmodp/gcd.h>
#include <clmodp/matrix.h>
#include <clmodp/mpoly.h>
#include <clmodp/plan.h>
#include <clmodp/polynomials.h>
#include <clmodp/resultant.h>
#include <clmodp/roots.h>
#include <clmodp/systems.h>

#endif
