/* Make the n-th OpenCL call or the n-th allocation fail, for every n. A test that uses this
 * has the suite `faults` in tests/ROOM/meson.build: it runs under the fault layer, and its
 * allocations are counted. */
#ifndef TESTS_SUPPORT_FAULTS_H
#define TESTS_SUPPORT_FAULTS_H

#include <stdbool.h>
#include <stddef.h>

#include <clmodp/core.h>

#include "layers/fault_layer.h"

typedef enum fault_kind {
    FAULT_OPENCL,    /* calls into OpenCL, releases excepted */
    FAULT_ALLOCATION /* malloc, calloc and realloc called by clmodp (not by GMP or drivers) */
} fault_kind;

/* The operation under test. It releases what it makes, whatever it returns, and asserts
 * that its result is right when it returns OK. */
typedef clmodp_status (*fault_operation)(clmodp_context *ctx, void *argument);

/* False if the OpenCL loader here knows no layers: then FAULT_OPENCL cannot be tested. */
bool fault_layer_works(void);
#define FAULT_LAYER_MISSING "the OpenCL loader or its headers know no layers"

/* For n = 1, 2, 3 ... until the operation runs without meeting the n-th: make a context,
 * run the operation, with the n-th call or allocation failing anywhere in between. A failure
 * must come with a status and a message, the operation must then work on the same context
 * without the fault, and no reference to an OpenCL object may be left in the end. A fault
 * that the library survives with a right result is fine.
 *
 * In:      options  for the context; NULL for defaults
 * Returns: the number of faults injected */
long fault_sweep_cold(fault_kind kind, const clmodp_context_options *options,
                      fault_operation operation, void *argument);

/* The same within the operation alone, on a context on which it has run before, so that
 * all kernels are built; `every` > 1 tries only every so manieth n. */
long fault_sweep_warm(fault_kind kind, clmodp_context *ctx, fault_operation operation,
                      void *argument, long every);

/* What sweeps of many faults go on by: 1, or 3 where all of them are tried in another run. */
long fault_every(void);

/* For n = 1 to the number of blocking reads that the operation makes, more than one: flip one bit
 * in what the n-th returns. The operation must then return OK or CORRUPT, and OK without the flip;
 * it asserts itself that a success is right.
 *
 * Out:     further  how many succeeded with more reads than without a flip
 * Returns: how many were noticed with CORRUPT */
long fault_sweep_reads(clmodp_context *ctx, fault_operation operation, void *argument,
                       long *further);

/* The pieces of a sweep of one's own: from now on the n-th (from 1) fails; and back to
 * normal, telling whether the n-th was met. */
void fault_arm(fault_kind kind, long n);
bool fault_disarm(fault_kind kind);

/* The n-th OpenCL call from now on (from 1) does not return until fault_go_on, or for three
 * seconds. Only where the layer works. */
void fault_hang(long n);
void fault_go_on(void);

/* References held to OpenCL objects by now; 0 without the layer. (A driver's own count is
 * no use: its events hold references until its threads let go of them.) */
long fault_references(void);

/* Events held by now, which a context may keep until it next waits; 0 without the layer. */
long fault_events(void);

/* The n-th event from now on (from 1) that is asked whether it is done tells that its command
 * failed with CL_INVALID_OPERATION; 0: none. Only where the layer works. */
void fault_fail_event(long n);

/* Flip one bit in what the n-th blocking read from the device returns, counted from now;
 * 0: none. fault_reads() is the number of reads since. */
void fault_flip_read(long n);
long fault_reads(void);

/* What is asked of the device from now on; and what it was. Only where the layer works. */
void fault_traffic_begin(void);
layer_traffic fault_traffic_end(void);

/* Devices that are looked up from now on report so many compute units, and that they allocate so
 * many bytes at once; 0: what the driver does. Only where the layer works. */
void fault_report_device(unsigned compute_units, size_t allocation);

/* Have each launch told from now on: its kernel, work-items and work-groups; NULL: no more. Only
 * where the layer works. */
typedef void (*fault_launch)(const char *kernel, size_t items, size_t groups);
void fault_watch_launches(fault_launch look);

/* Measure memory from now on: what the library allocates itself (GMP's numbers and the
 * driver's own are not its) and all OpenCL buffers; and end that, returning the most bytes
 * held at a time. Without the layer buffers count for nothing. */
void fault_memory_begin(void);
long fault_memory_end(void);

#endif
