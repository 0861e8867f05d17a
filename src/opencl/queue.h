/* What is under way on a context's queue: commands by name, what they read of the host's memory,
 * the time they take, and what the host waits for them.
 *
 * Nothing but what has to be known makes the host wait. Every command leaves an event, so that
 * one that fails is named, and the device's own times can be asked for when it is done.
 *
 * A launch returns long before it has run. So that cancelling takes effect soon, and progress is
 * the work that is done, the host waits for the oldest units of work while more than
 * CLM_AHEAD_SECONDS of work are predicted to be under way. */
#ifndef CLM_OPENCL_QUEUE_H
#define CLM_OPENCL_QUEUE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <clmodp/opencl.h>

#include "core/error.h"

/* Units of work: how long they should take, how long they took, and how much of them may be under
 * way. What units took corrects the predictions for those that follow; it is seen by the host's
 * clock, so that any queue will do. Commands are numbers here, and clm_throttle_unit waits for
 * them. */
enum {
    CLM_MOST_UNITS = 128, /* under way at a time */
    CLM_MOST_LABELS = 16,
    CLM_NO_LABEL = -1
};

/* Seconds of work under way at a time, as far as units are shorter; and where nothing has shown
 * yet what predictions are worth here, or the last unit took more than twice as long as it should.
 */
#define CLM_AHEAD_SECONDS 0.2
#define CLM_UNSURE_SECONDS 0.02

/* Some commands in a row, of about so much work. */
typedef struct clm_unit {
    uint64_t end;    /* the number of the first command after it */
    double seconds;  /* that it should take by what its caller knows */
    double began;    /* by the host's clock: when its first command could be enqueued */
    double fraction; /* of the call that is done with it */
    int label;
} clm_unit;

/* Units in the order in which they run, and how what they took compares with what they should. */
typedef struct clm_units {
    clm_unit unit[CLM_MOST_UNITS]; /* number k at k % CLM_MOST_UNITS */
    uint64_t made, done;
    bool open;       /* number `made` has begun and may get more commands */
    double observed; /* when a unit was last seen to be done */
    double reached;  /* the fraction of the last one */
    bool unbounded;  /* for tests that count waits, which must not depend on time */
    struct {
        double factor; /* seconds for a predicted one; 0: 1, for none is done yet */
        bool sure;     /* the last one took no more than twice as long as it should */
    } seen[CLM_MOST_LABELS + 1]; /* of each label; the last is that of no label */
} clm_units;

/* A unit of so many predicted seconds begins. Pre: none is open, fewer than CLM_MOST_UNITS are
 * under way */
void clm_units_begin(clm_units *u, int label, double seconds, double now);

/* The unit that has begun, if one has, gets no more commands: the next has number `end`. */
void clm_units_end(clm_units *u, uint64_t end, double fraction);

/* Commands before number `done` are done, as is seen now. */
void clm_units_observe(clm_units *u, uint64_t done, double now);

/* Whether one more unit of so many predicted seconds would be too much work under way. */
bool clm_units_too_much(const clm_units *u, int label, double seconds);

/* The number of the first command after the oldest unit under way. Pre: there is one */
uint64_t clm_units_oldest(const clm_units *u);

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

/* CANCELLED if the progress callback asks to stop at this fraction, else OK. */
CLM_LAB_API clmodp_status clm_progress(clmodp_context *ctx, double fraction);

/* The same as a question of clm_watch: what its user points to. */
typedef struct clm_progress_at {
    clmodp_context *context;
    double fraction;
} clm_progress_at;

clmodp_status clm_progress_ask(void *progress_at);

/* A unit of work is about to be enqueued: a loop calls this before each.
 *
 * In:     seconds   that it should take, positive; units of one label are corrected together
 *         fraction  of the call that is done when all that is enqueued by now is
 * Progress is told the fraction that is done indeed.
 * Errors: CANCELLED, DEVICE */
clmodp_status clm_throttle_unit(clmodp_context *ctx, double seconds, double fraction);

/* The same for a loop that also serves calls which return before the device begins, and so must
 * not wait for it: for these nothing is done (clm_call.share).
 *
 * In:     words     of 32 bits that the next launches move
 *         fraction  of the loop that is done when all that is enqueued by now is */
clmodp_status clm_throttle_step(clmodp_context *ctx, double words, double fraction);

#endif
