/* Arrays of the host's, for what computes on memory of the device. */
#ifndef CLM_PRIMITIVES_HOST_ARRAYS_H
#define CLM_PRIMITIVES_HOST_ARRAYS_H

#include "device/borrow.h"

enum { CLM_MOST_HOST_ARRAYS = 4 };

/* An array, and what stands in for it while a call lasts. */
typedef struct clm_host_array {
    const char *name;    /* for messages */
    clm_access access;
    const void *source;  /* what is read */
    void *target;        /* where what is written goes in the end */
    size_t count, bytes; /* elements, and bytes of each */
    clm_buffer memory;   /* on the device */
    clm_staging result;  /* what has come back, until all has */
} clm_host_array;

/* A call on such arrays. */
typedef struct clm_host_call clm_host_call;
struct clm_host_call {
    clm_host_array array[CLM_MOST_HOST_ARRAYS]; /* with the first six fields filled */
    size_t arrays;
    /* The asynchronous form on what stands in for the arrays, in their order. It may lower the
     * count of one that is written. */
    clmodp_status (*compute)(clmodp_context *ctx, clm_host_call *call,
                             const clmodp_cl_array *memory);
    const void *options; /* for that */
    double work;         /* bytes that it moves, about: of progress */
    double done, all;    /* bytes copied or moved so far, and in the end */
};

/* A public call: copies to the device, computes and copies back. What is written reaches the
 * caller's arrays when nothing can fail any more, so that it may overlap what is read.
 *
 * Errors: INVALID (no array where there are elements; two that are written share bytes), LIMIT,
 *         DEVICE_MEMORY, HOST_MEMORY, CANCELLED, those of opening a device and of `compute`;
 *         targets are unchanged then */
clmodp_status clm_host_call_run(clmodp_context *context, uint64_t max_memory,
                                clm_host_call *call);

#endif
