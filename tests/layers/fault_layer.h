/* What a test can tell and ask the fault layer; the layer exports one of these as
 * `fault_control`. The calls counted are those that can fail for reasons outside the caller's
 * power; releases never fail and are not counted. Several threads may call at a time, which the
 * traffic is not counted for. What a process cannot survive is asked for by the environment
 * variable FAULT_LAYER_CRASH; see crash() in fault_layer.c. */
#ifndef LAYERS_FAULT_LAYER_H
#define LAYERS_FAULT_LAYER_H

#include <stddef.h>

/* What an application asks of a device. */
typedef struct layer_traffic {
    long launches;
    long fills, copies; /* of buffers, by the device */
    long writes, reads; /* of buffers, by the host */
    long waits;         /* calls that return when the device is done: clFinish, clWaitForEvents,
                           blocking reads and writes */
    long bytes_up, bytes_down; /* written, read */
} layer_traffic;

typedef struct fault_layer_control {
    _Atomic long calls;      /* counted calls so far; the test may set it back */
    long fail_at;            /* the call, by that count from 1, that fails; 0: none */
    _Atomic long hang_at;    /* the call, counted so, that does not return until this is 0, or for
                                three seconds; 0: none */
    const char *failed;      /* the name of the function that was made to fail last */
    _Atomic long references; /* held to contexts, queues, buffers, programs and kernels */
    _Atomic long events;     /* held */
    _Atomic long states;     /* times an event was asked how far it is; the test may set it back */
    long fail_state;         /* the answer, by that count from 1, that is a failure; 0: none */
    layer_traffic traffic; /* so far, of calls that succeed; the test may set it back */
    long flip_at;       /* the read, by traffic.reads from 1, that gets one bit flipped; 0: none */
    _Atomic long bytes; /* of buffers that exist */
    void (*on_buffer)(void); /* called after one was made; NULL: nothing */
    void (*on_launch)(const char *kernel, size_t items, size_t groups); /* likewise: work-items
                                                                           and work-groups */
    unsigned compute_units;    /* that devices report; 0: their own */
    unsigned long allocation;  /* bytes that they report to allocate at once; 0: their own */
} fault_layer_control;

#endif
