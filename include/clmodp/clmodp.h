/** @file
 * clmodp: exact resultants of polynomials, by modular arithmetic on OpenCL devices.
 *
 *     status.h     what a call that can fail returns
 *     context.h    choosing a device; a context on it, which the computations take
 *     zxy.h, zx.h  polynomials in Z[x, y] and Z[x]
 *     text.h       expressions, which are read as polynomials; what is wrong with others
 *     fpx.h        polynomials over F_p in one variable: products, quotients, divisors; of many
 *                  short pairs at once, too
 *     primitives.h sums, prefix sums, compaction and splits of arrays, on a device
 *     sort.h       radix sort of arrays, on a device
 *     resultant.h  resultants and discriminants, with options and a report
 *     plan.h       a resultant in parts: plans, units, and the result from their images
 *     fleet.h      a resultant by several devices of one process
 *     job.h        a resultant by workers that share a folder
 *     ranks.h      a resultant by the processes of a parallel job; mpi.h, which is not included
 *                  here, has them for MPI
 *     calibration.h
 *                  measurements of a device, and descriptions of other machines
 *     version.h    the versions of headers and library
 *     opencl.h     a context on an OpenCL queue of your own, arrays in your memory, events; not
 *                  included here, because it needs CL/cl.h
 *     primitives_opencl.h, sort_opencl.h
 *                  what primitives.h and sort.h have, of such arrays; likewise
 *     fpx_opencl.h polynomials over F_p from such arrays and to them; likewise
 *     models.h, tuning.h
 *                  models of many-core machines; calibration and tuning. Not included here: they
 *                  are in a library of their own, libclmodp-models
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

#include <clmodp/calibration.h>
#include <clmodp/context.h>
#include <clmodp/fleet.h>
#include <clmodp/fpx.h>
#include <clmodp/job.h>
#include <clmodp/log.h>
#include <clmodp/plan.h>
#include <clmodp/primitives.h>
#include <clmodp/ranks.h>
#include <clmodp/resultant.h>
#include <clmodp/sort.h>
#include <clmodp/status.h>
#include <clmodp/text.h>
#include <clmodp/version.h>
#include <clmodp/zx.h>
#include <clmodp/zxy.h>

#endif
