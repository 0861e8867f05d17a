/* Makes the n-th OpenCL call or the n-th allocation fail, for every n. Tests with this header
 * belong to the suite `faults` in tests/MODULE/meson.build: they run under the fault layer, and
 * their allocations are counted. */
#ifndef TESTS_SUPPORT_FAULTS_H
#define TESTS_SUPPORT_FAULTS_H

#include <stdbool.h>
#include <stddef.h>

#include <clmodp/core.h>

#include "layers/fault_layer.h"

typedef enum fault_kind {
    FAULT_OPENCL,    /* calls into OpenCL, except releases */
    FAULT_ALLOCATION /* malloc, calloc and realloc called by clmodp (not by GMP or drivers) */
} fault_kind;

/* The operation under test. It releases all objects created, whatever it returns, and asserts the
 * right result when it returns OK. */
typedef clmodp_status (*fault_operation)(clmodp_context *ctx, void *argument);

/* Returns false if the OpenCL loader does not support layers, as FAULT_OPENCL requires. */
bool fault_layer_works(void);
#define FAULT_LAYER_MISSING                                                                  \
    "the OpenCL loader or its headers know no layers: install ocl-icd-libopencl1 2.3 or newer " \
    "(Debian 12, Ubuntu 22.04) and opencl-headers, and build again"

/* For n = 1, 2, 3 ... until the operation makes fewer than n calls: creates a context and runs the
 * operation, with the n-th call or allocation failing anywhere in between. A failure must come
 * with a status and a message. The operation must then work on the same context without the fault,
 * and no reference to an OpenCL object may be left in the end. The library may also survive a
 * fault with a right result.
 *
 * In:      options  for the context; NULL for defaults
 * Returns: the number of faults injected */
long fault_sweep_cold(fault_kind kind, const clmodp_context_options *options,
                      fault_operation operation, void *argument);

/* Makes calls or allocations of the operation alone fail, as fault_sweep_cold does, on a context
 * on which the operation has run before, so that all kernels are built; `every` > 1 tries only
 * every `every`-th n. */
long fault_sweep_warm(fault_kind kind, clmodp_context *ctx, fault_operation operation,
                      void *argument, long every);

/* Returns the step between the faults of long sweeps: 1, or 7 if another run tries all of them. */
long fault_every(void);

/* For n = 1 to the number of blocking reads of the operation, more than one: flips one bit of the
 * data that the n-th read returns. The operation must then return OK or CORRUPT, and OK without
 * the flip; it asserts itself that its result is right when it returns OK.
 *
 * Out:     further  number of runs that succeeded with more reads than without a flip
 * Returns: the number of runs that returned CORRUPT */
long fault_sweep_reads(clmodp_context *ctx, fault_operation operation, void *argument,
                       long *further);

/* The parts of a custom sweep: makes the n-th call from now on (from 1) fail; ends this, and
 * returns whether the n-th call was reached. */
void fault_arm(fault_kind kind, long n);
bool fault_disarm(fault_kind kind);

/* Delays the n-th OpenCL call from now on (from 1) until fault_go_on, or for three seconds.
 * Requires the layer. */
void fault_hang(long n);
void fault_go_on(void);

/* Returns the number of references held to OpenCL objects; 0 without the layer. (A driver's own
 * count does not serve, since its threads hold references of events for some time.) */
long fault_references(void);

/* Returns the number of events held, possibly until the next wait; 0 without the layer. */
long fault_events(void);

/* Makes the n-th query (from 1, from now on) of an event's status report that the command failed
 * with CL_INVALID_OPERATION; 0: none. Requires the layer. */
void fault_fail_event(long n);

/* Flips one bit of the data that the n-th blocking read from the device returns, counted from now;
 * 0: none. fault_reads() returns the number of reads since. */
void fault_flip_read(long n);
long fault_reads(void);

/* Starts counting commands and bytes to the device; returns the counts. Requires the layer. */
void fault_traffic_begin(void);
layer_traffic fault_traffic_end(void);

/* Devices queried from now on report so many compute units, and so many bytes as the largest
 * allocation; 0: the driver's values. Requires the layer. */
void fault_report_device(unsigned compute_units, size_t allocation);

/* Reports each launch from now on: its kernel, work-items and work-groups; NULL: ends this.
 * Requires the layer. */
typedef void (*fault_launch)(const char *kernel, size_t items, size_t groups);
void fault_watch_launches(fault_launch look);

/* Starts measuring the library's own allocations (not GMP's or the driver's) and all OpenCL
 * buffers; ends that, and returns the largest number of bytes held at a time. Without the layer
 * buffers are not counted. */
void fault_memory_begin(void);
long fault_memory_end(void);

#endif
