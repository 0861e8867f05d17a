/* The driver of all public calls on arrays: in a caller's device memory, or on the host. */
#ifndef CLM_ARRAYS_HOST_ARRAYS_H
#define CLM_ARRAYS_HOST_ARRAYS_H

#include "opencl/imported_buffer.h"

enum { CLM_MOST_ARRAYS = 4 };

/* The options of a public call: the caller's, and where they are read to, with defaults for what
 * an older caller does not know. */
typedef struct clm_array_options {
    const void *given;
    void *known;
    const uint64_t *max_memory; /* of `known` */
    clmodp_status (*read)(clm_error *error, void *known, const void *given);
} clm_array_options;

/* Checks arrays in memory of the device and enqueues the work, between the caller's events. */
typedef clmodp_status (*clm_array_work)(clmodp_context *ctx, const clmodp_cl_array *const *array,
                                        const clmodp_cl_events *events, const void *options);

/* A call on a caller's device memory. */
typedef struct clm_array_call {
    const clmodp_cl_array *array[CLM_MOST_ARRAYS];
    const clmodp_cl_events *events;
    clm_array_options options;
    clm_array_work compute;
} clm_array_call;

/* Reads the options and computes with a context of the call's own. Asynchronous.
 * Errors: INVALID, those of `read` and of `compute` */
clmodp_status clm_array_call_run(clmodp_context *context, const clm_array_call *call);

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
    clm_host_array array[CLM_MOST_ARRAYS]; /* with the first six fields filled */
    size_t arrays;
    clm_array_options options;
    /* Sets `work`, and the bytes of elements that depend on the options. */
    void (*measure)(clm_host_call *call, const void *options);
    clm_array_work compute; /* the asynchronous form, on the copies of the arrays in their order */
    bool in_place;          /* it takes the only array as the second one, too */
    /* NULL, or called after it: may lower the count of an array that is written. */
    clmodp_status (*finish)(clmodp_context *ctx, clm_host_call *call);
    double work;         /* bytes that it moves, about: of progress */
    double done, all;    /* bytes copied or moved so far, and in the end */
};

/* Reads the options, copies to the device, computes and copies back. What is written reaches the
 * caller's arrays when nothing can fail any more, so that it may overlap what is read.
 *
 * Errors: INVALID (no array where there are elements; two that are written share bytes), LIMIT,
 *         DEVICE_MEMORY, HOST_MEMORY, CANCELLED, those of opening a device, of `read`
 *         and of `compute`; targets are unchanged then */
clmodp_status clm_host_call_run(clmodp_context *context, clm_host_call *call);

#endif
