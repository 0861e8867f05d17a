/** @file
 * One resultant computed by several devices of a process, by worker processes sharing a job
 * folder, or by the ranks of a parallel job. The work units of a plan (clmodp/plan.h) go to
 * workers as they become free.
 *
 * **A job folder** holds a plan and, for each of its work units, a claim or the images. Workers
 * are processes on one machine or on many, and may start and end at any time. A worker takes one
 * unit at a time by renaming a file, which succeeds for exactly one process, and keeps the unit by
 * touching the file. If it does not touch the file within the lease, it has lost the unit, and
 * another worker takes it. A worker process on the same machine loses its unit as soon as it has
 * ended. Times are read from the folder's file system, so the machines' clocks do not matter.
 * There are no locks, so NFS is sufficient. A unit computed twice has the same images. Files
 * appear complete or not at all. An invalid file instead of images is set aside, not removed, and
 * its unit is computed again. The folder must belong to the user, without write access for others;
 * links are not followed, and files are checked before use.
 *
 * **Ranks** are processes on any number of machines. Rank 0 has the problem and receives the
 * results. The caller provides the messages between ranks; clmodp/mpi.h implements them by MPI.
 * Images stay on the rank computing them until all are complete; then all ranks exchange them:
 * each receives the residues of some coefficients and reconstructs these coefficients by CRT.
 */
#ifndef CLMODP_DISTRIBUTED_H
#define CLMODP_DISTRIBUTED_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <clmodp/core.h>
#include <clmodp/plan.h>
#include <clmodp/polynomials.h>
#include <clmodp/resultant.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Several devices ---- */

/** Outcome for one of the contexts computing a problem together (a fleet). Set up with
 * clmodp_fleet_member_init before the call. */
typedef struct clmodp_fleet_member {
    size_t size;           /**< sizeof this structure; set by _init */
    uint64_t primes;       /**< number of primes completed first by this context */
    double seconds;        /**< time of its computations */
    uint64_t coefficients; /**< number of coefficients it reconstructed */
    uint64_t straggler_count; /**< how often it was a straggler, whose work others repeat */
    clmodp_status status;  /**< OK, or the reason for dropping it */
    char message[512];     /**< "", or the full error message */
} clmodp_fleet_member;

/** Sets every field to its default: all but the size are zero. */
static inline void clmodp_fleet_member_init(clmodp_fleet_member *member)
{
    memset(member, 0, sizeof *member);
    member->size = sizeof *member;
}

/** Computes a problem on several contexts at once, bit for bit as clmodp_compute does.
 *
 * The first context makes a plan of the problem. Each context has a thread, which takes work
 * units, and towards the end parts of units, so all contexts finish at about the same time. A
 * context takes no part if the others would complete all waiting parts sooner than this context a
 * single one. A context failing with any status but CANCELLED is dropped, and the others repeat
 * its unit; its earlier images have been checked and remain valid. If the engine reconstructs on
 * devices, all remaining contexts reconstruct coefficients, in proportion to their measured speed.
 *
 * A context is a straggler if its work takes more than twice the time expected from its earlier
 * work plus the time of another context for the same work. Idle contexts then compute the same
 * work, and the first result counts, so that slow or blocked devices hold up no work. Once its
 * work is superfluous the straggler is told to stop, which happens when its driver next returns.
 * The call waits for this, because a blocked driver still uses the context, its memory and the
 * problem. The log names stragglers. Ranks and job folders (below) run each device in a process of
 * its own, and workers of a job folder may be killed.
 *
 * InOut:  contexts  `count` contexts, all different, not in use elsewhere. Only the first one's
 *                   progress callback is called, on the caller's thread; its log names dropped
 *                   contexts and stragglers, and it has the error message
 *         problem   as for clmodp_compute, over Z. Its report's stages have the total times of all
 *                   contexts
 * In:     options   options of the plan; NULL for all defaults
 * Out:    members   `count` structures of equal size; NULL: not wanted. Also written after
 *                   failures of the computation
 * Cost:   the cost of clmodp_compute, divided by the sum of speeds; each context has its own tests
 *         and compiled kernels. Work of the host engine is done by the first context, with its
 *         threads
 * Errors: as clmodp_plan_create, clmodp_plan_run and clmodp_plan_finish; if all contexts failed,
 *         the first one's error. Results are unchanged then. Synchronous. */
CLMODP_API CLMODP_NODISCARD clmodp_status
clmodp_fleet_compute(clmodp_context *const *contexts, size_t count, const clmodp_problem *problem,
                     const clmodp_plan_options *options, clmodp_fleet_member *members);

/* ---- Workers and a folder ---- */

/** Options of a worker process. Fill with clmodp_job_options_init, then change fields. */
typedef struct clmodp_job_options {
    size_t size;        /**< sizeof this structure; set by _init */
    double lease;       /**< seconds without touching its unit after which this worker has lost it;
                             default 60. The unit is touched four times as often; leases of workers
                             may differ */
    uint64_t most_units; /**< maximum number of units; 0 (default): unlimited */
    int wait;           /**< not 0: also wait for units taken by other workers, which may come
                             back; 0 (default): end when no unit is left to take */
} clmodp_job_options;

/** Sets every field to its default. */
static inline void clmodp_job_options_init(clmodp_job_options *options)
{
    memset(options, 0, sizeof *options);
    options->size = sizeof *options;
    options->lease = 60.0;
}

/** Progress of a job. Set up with clmodp_job_state_init before the call. */
typedef struct clmodp_job_state {
    size_t size;      /**< sizeof this structure; set by _init */
    uint64_t units;   /**< units of the plan */
    uint64_t done;    /**< units with images, unchecked; see clmodp_job_verify */
    uint64_t at_work; /**< units taken by workers */
    uint64_t lost;    /**< of these, units of ended processes of this machine */
    uint64_t expired; /**< of these, units not touched within their leases */
} clmodp_job_state;

/** Sets every field to its default: all but the size are zero. */
static inline void clmodp_job_state_init(clmodp_job_state *state)
{
    memset(state, 0, sizeof *state);
    state->size = sizeof *state;
}

/** State of a claim to a unit. */
typedef enum clmodp_claim_state {
    CLMODP_CLAIM_HELD = 0,    /**< the worker appears to be computing */
    CLMODP_CLAIM_EXPIRED = 1, /**< the claim has not been touched within the lease */
    CLMODP_CLAIM_LOST = 2     /**< the claiming process, on this machine, has ended */
} clmodp_claim_state;

/** A unit taken by a worker. The next worker puts EXPIRED and LOST units back. */
typedef struct clmodp_job_claim {
    uint64_t unit;            /**< number of the unit */
    clmodp_claim_state state; /**< state as seen from this machine */
    char host[48];            /**< machine of the worker, possibly truncated; "" if unknown */
    uint64_t process;         /**< process number of the worker; 0 if unknown */
    double age;               /**< seconds since the last touch, by the file system's clock;
                                   negative if the clock was set back */
    double lease;             /**< permitted age in seconds */
} clmodp_job_claim;

/** Creates the folder of a job for a plan and a note. If the folder has both already, completed
 * units remain. If several processes call this at once, the first one decides: calls with the same
 * plan and note join its job, others are refused. A damaged plan in the folder is superseded.
 *
 * In:     context    for messages
 *         folder     its path; created with mode 0700 if missing; otherwise empty, or of this plan
 *         note, size bytes of the application, such as names of variables, stored with the plan
 *                    under one digest; NULL, 0: none
 * Errors: INVALID (it has another plan, another note, or other files), LIMIT (the plan's result),
 *         FILE (also if the file system has no hard links), HOST_MEMORY */
CLMODP_API CLMODP_NODISCARD clmodp_status clmodp_job_create(clmodp_context *context,
                                                            const char *folder,
                                                            const clmodp_plan *plan,
                                                            const void *note, size_t size);

/** Returns the note of a folder.
 *
 * Out:    note     *size bytes, released with clmodp_job_note_free; NULL and 0 if there is none
 * Errors: FILE, DAMAGED, HOST_MEMORY */
CLMODP_API CLMODP_NODISCARD clmodp_status clmodp_job_note(clmodp_context *context, void **note,
                                                          size_t *size, const char *folder);

/** Releases a note. NULL is allowed. */
CLMODP_API void clmodp_job_note_free(void *note);

/** Takes units and computes them, until no unit is left to take.
 *
 * Out:    units    NULL, or the number of computed units; also after errors
 * In:     options  NULL for all defaults
 * Errors: FILE (also a full disk), DAMAGED, INVALID, CANCELLED, HOST_MEMORY, the errors of
 *         clmodp_plan_run; an unfinished unit is given back. Synchronous. */
CLMODP_API CLMODP_NODISCARD clmodp_status clmodp_job_work(clmodp_context *context, uint64_t *units,
                                                          const char *folder,
                                                          const clmodp_job_options *options);

/** Reads the progress of a job. Errors: FILE, DAMAGED, INVALID, HOST_MEMORY */
CLMODP_API CLMODP_NODISCARD clmodp_status clmodp_job_look(clmodp_context *context,
                                                          clmodp_job_state *state,
                                                          const char *folder);

/** Lists the units taken by workers.
 *
 * Out:    claims   *count claims, sorted by unit, released with clmodp_job_claims_free
 * Errors: FILE, DAMAGED, INVALID, HOST_MEMORY */
CLMODP_API CLMODP_NODISCARD clmodp_status clmodp_job_claims(clmodp_context *context,
                                                            clmodp_job_claim ***claims,
                                                            size_t *count, const char *folder);

/** Releases claims. NULL is allowed. */
CLMODP_API void clmodp_job_claims_free(clmodp_job_claim **claims);

/** Reads the images of all units, and lists units with damaged images. The folder is unchanged.
 *
 * Out:    units    *count numbers in increasing order, released with free(); NULL: none
 * Errors: FILE, DAMAGED (the plan), INVALID, CANCELLED, HOST_MEMORY. Synchronous. */
CLMODP_API CLMODP_NODISCARD clmodp_status clmodp_job_verify(clmodp_context *context,
                                                            uint64_t **units, size_t *count,
                                                            const char *folder);

/** Computes the results, once all units are done, like clmodp_plan_finish. The folder remains.
 *
 * Errors: INVALID (units are not done, or as clmodp_plan_finish), FILE, DAMAGED (the message names
 *         a file: all invalid images have been set aside, as images/N.damaged-1 and so on, and
 *         workers compute their units again), CANCELLED, HOST_MEMORY. Results are unchanged then.
 *         Synchronous. */
CLMODP_API CLMODP_NODISCARD clmodp_status clmodp_job_finish(clmodp_context *context, clmodp_zx *r,
                                                            clmodp_zxy *s,
                                                            clmodp_resultant_report *report,
                                                            const char *folder);

/** Computes the results of a plan with any operation, once all units are done, like
 * clmodp_plan_finish_problem; otherwise as clmodp_job_finish. */
CLMODP_API CLMODP_NODISCARD clmodp_status
clmodp_job_finish_problem(clmodp_context *context, const clmodp_problem *results,
                          const char *folder);

/* ---- Ranks ---- */

/** Messages between ranks, as functions of the caller. They are called on the thread calling
 * clmodp_ranks_compute or clmodp_ranks_serve. Messages between two ranks must arrive in the order
 * of sending. */
typedef struct clmodp_transport {
    size_t size;    /**< sizeof this structure; set by _init */
    void *user;     /**< first argument of the functions */
    uint32_t rank;  /**< number of this process, from 0 */
    uint32_t ranks; /**< number of ranks */
    /** Sends a message to another rank, which is receiving or will be; may return before its
     * arrival. The bytes belong to the caller again afterwards. Errors: FILE */
    clmodp_status (*send)(void *user, uint32_t to, const void *bytes, size_t size);
    /** Tests if a message to this rank is waiting. Errors: FILE */
    clmodp_status (*waits)(void *user, int *yes);
    /** Receives the next message, from any rank, and waits for it. *bytes is memory of malloc.
     * Errors: FILE, HOST_MEMORY */
    clmodp_status (*receive)(void *user, uint32_t *from, void **bytes, size_t *size);
    /** All-to-all exchange, called by all ranks: out_sizes[k] bytes of `out`, which begins with
     * the bytes for rank 0, go to rank k, and in_sizes[k] bytes come from it to `in`. Errors:
     * FILE, LIMIT */
    clmodp_status (*exchange)(void *user, const void *out, const size_t *out_sizes, void *in,
                              const size_t *in_sizes);
} clmodp_transport;

/** Sets every field to its default: all but the size are zero. */
static inline void clmodp_transport_init(clmodp_transport *transport)
{
    memset(transport, 0, sizeof *transport);
    transport->size = sizeof *transport;
}

/** Computes a problem with all ranks, bit for bit as clmodp_compute does. Called by rank 0, while
 * all others are in clmodp_ranks_serve.
 *
 * A rank with a failing device is left out; its unit is computed elsewhere, and its earlier images
 * remain valid. If the process of a rank ends, the whole job ends, as usual with MPI; only workers
 * of a job folder may end at any time.
 *
 * InOut:  context    computes on its device, and has the log and the message of an error; its
 *                    progress callback is called on the caller's thread
 *         problem    as for clmodp_compute, over Z. Its report's stages have the times of rank 0
 * In:     transport  transport of rank 0
 *         options    options of the plan; NULL for all defaults
 * Out:    members    one structure per rank, all of equal size; NULL: not wanted
 * Cost:   the cost of clmodp_compute, divided by the sum of speeds; the plan is sent to all ranks,
 *         images are exchanged all to all, and the coefficients are sent to rank 0
 * Errors: as clmodp_plan_create, clmodp_plan_run, clmodp_plan_finish, and of the transport;
 *         INVALID (a rank other than 0). Results are unchanged then. Synchronous.
 *
 * A straggler (see clmodp_fleet_compute) keeps its unit; other ranks compute it, too, and the
 * straggler is told to stop. The call waits for its reply. */
CLMODP_API CLMODP_NODISCARD clmodp_status
clmodp_ranks_compute(clmodp_context *context, const clmodp_transport *transport,
                     const clmodp_problem *problem, const clmodp_plan_options *options,
                     clmodp_fleet_member *members);

/** Tasks of a caller, such as many small problems: bytes to be processed, and bytes as results. */
typedef struct clmodp_tasks {
    size_t size; /**< sizeof this structure; set by _init */
    void *user;  /**< first argument of the functions */
    uint32_t threads; /**< at rank 0: number of threads of its process for tasks, besides the other
                           ranks; may be 0 */
    /** At rank 0, on the caller's thread: returns the next task, memory of malloc. Otherwise *task
     * = NULL, with *ended set if there are no more tasks, or without if none is available yet and
     * `wait` is 0. A status other than OK ends all. */
    clmodp_status (*next)(void *user, int wait, void **task, size_t *size, int *ended);
    /** At the other ranks, on the caller's thread with `thread` 0, and at rank 0 on its threads,
     * concurrently: does a task; the result is memory of malloc. A status other than OK ends
     * all. */
    clmodp_status (*work)(void *user, uint32_t thread, const void *task, size_t size,
                          void **result, size_t *result_size);
    /** At rank 0, on the caller's thread: receives the results in the order of the tasks. A status
     * other than OK ends all. */
    clmodp_status (*take)(void *user, const void *result, size_t size);
} clmodp_tasks;

/** Sets every field to its default: all but the size are zero. */
static inline void clmodp_tasks_init(clmodp_tasks *tasks)
{
    memset(tasks, 0, sizeof *tasks);
    tasks->size = sizeof *tasks;
}

/** Runs a task pool: tasks are computed by the other ranks and by threads as they become free.
 * Called by rank 0, while all others are in clmodp_ranks_serve. At most four results per rank and
 * thread are buffered to be delivered in order. The call waits for new tasks only if there is
 * nothing else to do.
 *
 * In:     transport  transport of rank 0; NULL: no other ranks, as in a process with one device
 *                    per thread
 *         tasks      all functions; `work` only if there are threads for tasks
 * Out:    message    error message, up to `size` bytes; NULL: not wanted
 * Errors: INVALID (also without threads and other ranks), statuses of the functions of the tasks,
 *         HOST_MEMORY, and the errors of the transport. Synchronous. */
CLMODP_API CLMODP_NODISCARD clmodp_status clmodp_ranks_run_tasks(const clmodp_transport *transport,
                                                                 const clmodp_tasks *tasks,
                                                                 char *message, size_t size);

/** Serves any number of requests of rank 0, until it dismisses all ranks.
 *
 * InOut:  context    computes on its device; it has the message of an error
 * In:     transport  transport of a rank other than 0
 *         tasks      with `work`, or NULL: tasks are refused
 * Errors: of the transport; INVALID (rank 0), CORRUPT (an invalid message). Other failures are
 *         reported to rank 0. Synchronous. */
CLMODP_API CLMODP_NODISCARD clmodp_status clmodp_ranks_serve(clmodp_context *context,
                                                             const clmodp_transport *transport,
                                                             const clmodp_tasks *tasks);

/** Makes all other ranks return from clmodp_ranks_serve. Called by rank 0, once, at the end.
 * Errors: of the transport, INVALID */
CLMODP_API CLMODP_NODISCARD clmodp_status
clmodp_ranks_dismiss(const clmodp_transport *transport);

#ifdef __cplusplus
}
#endif
#endif
