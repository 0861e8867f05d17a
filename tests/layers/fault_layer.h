/* The control block of the fault layer, which exports one as `fault_control` for tests to read and
 * write. It counts calls with possible failures outside the caller's power; releases never fail
 * and are not counted. Several threads may call at a time, but then the traffic is not exact.
 * Faults fatal to the process are requested by the environment variable FAULT_LAYER_CRASH; see
 * crash() in fault_meets.c. */
#ifndef LAYERS_FAULT_LAYER_H
#define LAYERS_FAULT_LAYER_H

#include <stddef.h>

/* Commands and bytes sent to a device by an application. */
typedef struct layer_traffic {
    long launches;
    long fills, copies; /* of buffers, by the device */
    long writes, reads; /* of buffers, by the host */
    long waits;         /* calls returning when the device is done: clFinish, clWaitForEvents,
                         * blocking reads and writes */
    long bytes_up, bytes_down; /* written, read */
} layer_traffic;

typedef struct fault_layer_control {
    _Atomic long calls;      /* counted calls so far; the test may reset it */
    long fail_at;            /* the call to fail, in this count from 1; 0: none */
    _Atomic long hang_at;    /* the call, in this count, to return only when this is 0, or after
                              * three seconds; 0: none */
    const char *failed;      /* the name of the function made to fail last */
    _Atomic long references; /* held to contexts, queues, buffers, programs and kernels */
    _Atomic long events;     /* held */
    _Atomic long states;     /* queries of an event's status; the test may reset it */
    long fail_state;         /* the query, in this count from 1, to report a failure; 0: none */
    layer_traffic traffic; /* so far, of successful calls; the test may reset it */
    long flip_at;       /* the read, by traffic.reads from 1, to get one bit flipped; 0: none */
    _Atomic long bytes; /* of existing buffers */
    void (*on_buffer)(void); /* called when a buffer is created; NULL: none */
    void (*on_launch)(const char *kernel, size_t items, size_t groups); /* called at a launch,
                                                                         * likewise */
    unsigned compute_units;    /* reported by devices; 0: the driver's value */
    unsigned long allocation;  /* bytes reported as the largest allocation; 0: the driver's */
} fault_layer_control;

#endif
