/* What is under way on a context's queue: commands by name, what they read of the host's memory,
 * the time they take, and what the host waits for them.
 *
 * Nothing but what has to be known makes the host wait. Every command leaves an event, so that
 * one that fails is named, and the device's own times can be asked for when it is done. */
#ifndef CLM_DEVICE_QUEUE_H
#define CLM_DEVICE_QUEUE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <clmodp/opencl.h>

#include "base/error.h"
#include "device/units.h"

enum {
    CLM_MOST_COMMANDS = 512, /* under way at a time; before more are enqueued half must be done */
    CLM_COPIES_BYTES = 1 << 16
};

typedef struct clm_command {
    cl_event event;
    const char *name; /* of the kernel, or what else it does; outlives the command */
    int label;        /* whose time it takes, or CLM_NO_LABEL */
} clm_command;

typedef struct clm_queue {
    clm_command command[CLM_MOST_COMMANDS]; /* number k at k % CLM_MOST_COMMANDS */
    uint64_t made, done; /* commands so far; those from `done` on may be under way */
    bool ours;           /* the queue was made here; once a call asks for times it tells them */
    bool profiled;       /* it tells when commands began and ended */
    int label;           /* of commands that are enqueued next */
    double seconds[CLM_MOST_LABELS]; /* of the device, since they were last taken */
    double waited;       /* seconds that the host waited for the device, ever */
    clm_units units;     /* of work */
    size_t copied;       /* bytes of copies that commands may still read */
    _Alignas(max_align_t) unsigned char copies[CLM_COPIES_BYTES];
} clm_queue;

/* Memory for a copy of at most clm_queue_copy_room() bytes. It stays until all that is enqueued
 * before the next wait is done. */
size_t clm_queue_copy_room(const clmodp_context *ctx);
void *clm_queue_copy(clmodp_context *ctx, size_t bytes);

/* Make room for a command; to be called before it is enqueued. Errors: DEVICE */
clmodp_status clm_queue_room(clmodp_context *ctx);

/* Note a command that was enqueued, with its event, which goes over to the queue. */
void clm_queue_add(clmodp_context *ctx, cl_event event, const char *name);

/* Conclude an OpenCL call that waited from `began` on, by the host's clock, until all that is
 * enqueued had run, and gave `code`. Errors: those of the call, or of the command that failed */
clmodp_status clm_queue_waited(clmodp_context *ctx, double began, cl_int code, const char *call);

/* Wait until the commands before number `end` have run. Errors: DEVICE */
clmodp_status clm_queue_wait(clmodp_context *ctx, uint64_t end);

/* Take notice of what is done, without waiting. Errors: DEVICE */
clmodp_status clm_queue_look(clmodp_context *ctx);

/* Before a memory object is released: after a failure wait for what is under way. OpenCL keeps
 * what commands use, but PoCL 7.1 not always (docs/drivers.md). Where nothing failed nobody waits,
 * since chains of calls leave commands under way, and a caller's events may hold them up. */
void clm_queue_before_release(clmodp_context *ctx);

/* After a failure: wait for what is under way, and forget it. What it read may be released. */
void clm_queue_settle(clmodp_context *ctx);

/* Wait until everything enqueued has run. Errors: DEVICE */
CLM_LAB_API clmodp_status clm_finish(clmodp_context *ctx);

/* Commands that are enqueued from now on take the time of `label`, below CLM_MOST_LABELS, or
 * nobody's with CLM_NO_LABEL. */
void clm_queue_label(clmodp_context *ctx, int label);

/* Add the seconds of each label to seconds[label], label < count, as far as calls asked for times
 * (clm_call.timed), and begin again. False, with nothing added, if the queue does not tell.
 * Pre: what is to be counted has been waited for */
bool clm_queue_take(clmodp_context *ctx, double *seconds, int count);

/* Seconds that the host waited for the device, ever; 0 where none is open. */
double clm_queue_waits(const clmodp_context *ctx);

#endif
