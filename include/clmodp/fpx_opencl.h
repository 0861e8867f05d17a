/** @file
 * Polynomials over F_p beside an application's own OpenCL code. Needs CL/cl.h (clmodp/opencl.h).
 *
 * The polynomials' context was made from a queue of the application's. */
#ifndef CLMODP_FPX_OPENCL_H
#define CLMODP_FPX_OPENCL_H

#include <clmodp/fpx.h>
#include <clmodp/opencl.h>

#ifdef __cplusplus
extern "C" {
#endif

/** f := the sum of all words[i] x^i, which are any words of 32 bits and are reduced modulo p: a
 * copy on the device. The leading coefficient is looked for, so that the call waits for it.
 *
 * In:     words   any number, also none
 *         events  may be NULL
 * Errors: INVALID (memory of another OpenCL context, an array longer than its memory, events that
 *         break a rule), LIMIT, NO_DEVICE, DEVICE_MEMORY, BUILD, NO_KERNEL, DEVICE, CORRUPT; f is
 *         unchanged then */
CLMODP_API CLMODP_NODISCARD clmodp_status
clmodp_fpx_set_array(clmodp_fpx *f, const clmodp_cl_array *words, const clmodp_cl_events *events);

/** words[i] := the coefficient of x^i, in [0, p), zeros behind the leading one too.
 *
 * Errors: also INVALID (f has more coefficients than the array)
 *
 * Asynchronous: they are there when the event, or a later command of the context's queue, is
 * reached. */
CLMODP_API CLMODP_NODISCARD clmodp_status
clmodp_fpx_get_array(const clmodp_fpx *f, const clmodp_cl_array *words,
                     const clmodp_cl_events *events);

/** The memory of the device that has f's coefficients, 32 bits each, from offset 0 on; NULL for
 * the zero polynomial. It is lent, to be read only, until f changes or is released.
 *
 * Errors: as clmodp_fpx_get_array */
CLMODP_API CLMODP_NODISCARD clmodp_status clmodp_fpx_memory(const clmodp_fpx *f, cl_mem *memory);

#ifdef __cplusplus
}
#endif
#endif
