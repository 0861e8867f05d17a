/* The commands in progress on a context's queue: names, host memory that they read, run times, and
 * the time that the host waits for them.
 *
 * The host waits only for results that it needs. Each command's event tells of its failure and
 * yields the device's times.
 *
 * To keep cancellation prompt and progress accurate, the host waits for the oldest command batches
 * while more than CLM_MOST_QUEUED_SECONDS of predicted work are in progress. */
#ifndef CLM_OPENCL_QUEUE_H
#define CLM_OPENCL_QUEUE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <clmodp/opencl.h>

#include "core/error.h"

/* Command batches: their predicted and observed times, and a limit on the work in progress.
 * Observed times, by the host's clock, correct later predictions. Here commands are only numbers;
 * clm_throttle_begin_batch waits for them. */
enum {
    CLM_MOST_BATCHES = 128, /* in progress at a time */
    CLM_MOST_LABELS = 16,
    CLM_NO_LABEL = -1
};

/* Most seconds of work in progress, if batches are shorter. The second limit applies before any
 * prediction was verified, and after a batch took over twice its prediction. */
#define CLM_MOST_QUEUED_SECONDS 0.2
#define CLM_MOST_UNVERIFIED_SECONDS 0.02

/* Consecutive commands of roughly predictable duration. */
typedef struct clm_command_batch {
    uint64_t end;    /* number of the first command after the batch */
    double seconds;  /* predicted by the caller */
    double began;    /* host time when its first command could be enqueued */
    double fraction; /* of the call, done after this batch */
    int label;
} clm_command_batch;

/* The batches in execution order, and the ratio of observed to predicted times. */
typedef struct clm_throttle {
    clm_command_batch batch[CLM_MOST_BATCHES]; /* number k at k % CLM_MOST_BATCHES */
    uint64_t made, done;
    bool open;       /* batch number `made` has begun and accepts commands */
    double observed; /* when a batch was last seen completed */
    double reached;  /* the fraction of the last completed batch */
    bool unbounded;  /* for tests that count waits, independent of time */
    struct {
        double factor; /* observed / predicted seconds; 0: none observed, take 1 */
        bool sure;     /* the last batch took at most twice its predicted time */
    } seen[CLM_MOST_LABELS + 1]; /* per label; the last entry is for no label */
} clm_throttle;

/* Begins a batch of `seconds` predicted seconds. Pre: none is open, fewer than CLM_MOST_BATCHES
 * are in progress */
void clm_throttle_begin(clm_throttle *t, int label, double seconds, double now);

/* Closes the open batch, if any; the next command has number `end`. */
void clm_throttle_end(clm_throttle *t, uint64_t end, double fraction);

/* Records at time `now` that all commands before number `done` have completed. */
void clm_throttle_observe(clm_throttle *t, uint64_t done, double now);

/* Tells whether a further batch of `seconds` predicted seconds would exceed the limit. */
bool clm_throttle_too_much(const clm_throttle *t, int label, double seconds);

/* Returns the number of the first command after the oldest batch in progress. Pre: there is one */
uint64_t clm_throttle_oldest(const clm_throttle *t);

enum {
    CLM_MOST_COMMANDS = 512, /* in progress at a time; a full list waits for its older half */
    CLM_COPIES_BYTES = 1 << 16
};

typedef struct clm_command {
    cl_event event;
    const char *name; /* the kernel, or a description; outlives the command */
    int label;        /* the label charged with its time, or CLM_NO_LABEL */
} clm_command;

typedef struct clm_queue {
    clm_command command[CLM_MOST_COMMANDS]; /* number k at k % CLM_MOST_COMMANDS */
    uint64_t made, done; /* commands enqueued, and known to be completed */
    bool ours;           /* created by the library; profiled once times are requested */
    bool profiled;       /* the queue reports start and end times */
    int label;           /* of the commands enqueued next */
    double seconds[CLM_MOST_LABELS]; /* device time per label since the last take */
    double waited;       /* total seconds that the host waited for the device */
    clm_throttle throttle;  /* command batches */
    size_t copied;       /* bytes of copies that commands may still read */
    _Alignas(max_align_t) unsigned char copies[CLM_COPIES_BYTES];
} clm_queue;

/* Returns memory for a copy of at most clm_queue_copy_room() bytes. It stays valid until a later
 * wait completes all commands enqueued before it. */
size_t clm_queue_copy_room(const clmodp_context *ctx);
void *clm_queue_copy(clmodp_context *ctx, size_t bytes);

/* Makes room for a command; call before enqueuing. Errors: DEVICE */
clmodp_status clm_queue_room(clmodp_context *ctx);

/* Records an enqueued command; the queue takes ownership of `event`. */
void clm_queue_add(clmodp_context *ctx, cl_event event, const char *name);

/* Completes an OpenCL call that waited from host time `began` for all enqueued commands and
 * returned `code`. Errors: those of the call, or of the failed command */
clmodp_status clm_queue_waited(clmodp_context *ctx, double began, cl_int code, const char *call);

/* Makes the driver submit the enqueued commands to the device. Errors: DEVICE */
clmodp_status clm_queue_flush(clmodp_context *ctx);

/* Waits until all commands before number `end` have run. Errors: DEVICE */
clmodp_status clm_queue_wait(clmodp_context *ctx, uint64_t end);

/* Call before releasing a memory object: after a failure it waits for all commands in progress,
 * since PoCL 7.1 does not always retain objects in use (docs/drivers.md). Otherwise it does not
 * wait, since a caller's events may delay commands. */
void clm_queue_before_release(clmodp_context *ctx);

/* After a failure: waits for all commands and discards them. Memory they read may be released. */
void clm_queue_settle(clmodp_context *ctx);

/* Waits until all enqueued commands have run. Errors: DEVICE */
CLM_LAB_API clmodp_status clm_finish(clmodp_context *ctx);

/* Charges the time of later commands to `label`, below CLM_MOST_LABELS, or to none
 * (CLM_NO_LABEL). */
void clm_queue_label(clmodp_context *ctx, int label);

/* Adds the seconds of each label to seconds[label], label < count, as far as calls requested times
 * (clm_call.timed), and resets them. Returns false, adding nothing, if the queue is not profiled.
 * Pre: the commands to be counted have been waited for */
bool clm_queue_take(clmodp_context *ctx, double *seconds, int count);

/* Returns the seconds that the host waited for the device; 0 if none is initialised. */
double clm_queue_waits(const clmodp_context *ctx);

/* Returns CANCELLED if the progress callback cancels at this fraction, else OK. */
CLM_LAB_API clmodp_status clm_progress(clmodp_context *ctx, double fraction);

/* Waits for a launch of a self-test, since the first one of a kernel may include its compilation,
 * so that the call that needs the test can be cancelled after each. Elsewhere does nothing.
 * Errors: DEVICE, CANCELLED */
clmodp_status clm_queue_test_launch(clmodp_context *ctx);

/* Argument of clm_progress_poll, which calls clm_progress for a clm_poller. */
typedef struct clm_progress_at {
    clmodp_context *context;
    double fraction;
} clm_progress_at;

clmodp_status clm_progress_poll(void *progress_at);

/* Initialises a local clm_poller that calls clm_progress with this fraction. */
#define CLM_PROGRESS_POLLER(context, fraction) \
    {.ask = clm_progress_poll, .user = &(clm_progress_at){(context), (fraction)}}

/* Begins a command batch, before its commands are enqueued.
 *
 * In:     seconds   predicted duration, positive; corrections are per label
 *         fraction  of the call done by all commands enqueued so far
 * Reports to the progress callback the fraction actually completed.
 * Errors: CANCELLED, DEVICE */
clmodp_status clm_throttle_begin_batch(clmodp_context *ctx, double seconds, double fraction);

/* Begins a command batch in loops shared with asynchronous calls, for which it does nothing
 * (clm_call.share), since they must not wait.
 *
 * In:     words     of 32 bits that the next launches move
 *         fraction  of the loop done by all commands enqueued so far */
clmodp_status clm_throttle_launches(clmodp_context *ctx, double words, double fraction);

#endif
