/* What a test can tell and ask the fault layer; the layer exports one of these as
 * `fault_control`. The calls counted are those that can fail for reasons outside the
 * caller's power; releases never fail and are not counted. What a process cannot survive is asked
 * for by the environment variable FAULT_LAYER_CRASH; see crash() in fault_layer.c. */
#ifndef LAYERS_FAULT_LAYER_H
#define LAYERS_FAULT_LAYER_H

typedef struct fault_layer_control {
    long calls;         /* counted calls so far; the test may set it back */
    long fail_at;       /* the call, by that count from 1, that fails; 0: none */
    const char *failed; /* the name of the function that was made to fail last */
    long references;    /* held to contexts, queues, buffers, programs and kernels */
    long reads;         /* clEnqueueReadBuffer calls so far; the test may set it back */
    long flip_at;       /* the read, from 1, that gets one bit flipped; 0: none */
    long bytes;         /* of buffers that exist */
    void (*on_buffer)(void); /* called after one was made; NULL: nothing */
} fault_layer_control;

#endif
