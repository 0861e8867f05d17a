/** @file
 * One resultant by several devices of a process, by workers that share a folder, or by the ranks
 * of a parallel job. The units of a plan (clmodp/plan.h) go to whichever worker is free.
 *
 * **A folder** holds a plan and, for each of its units, a claim or the images. Workers are
 * processes on one machine or on many, which come and go at any time. They take units, one at a
 * time, by renaming a file, which one process alone succeeds with, and keep them by touching
 * that file; a worker that does not for as long as its lease lasts has lost the unit, and
 * another one takes it. Times are those of the folder's file system, so that clocks of machines
 * do not count, and locks are not used, so that NFS will do. A process of this machine that has
 * ended has lost its unit at once. A unit that is computed twice has the same images, so that a
 * straggler does no harm. Files appear whole or not at all. Any other file in the place of
 * images is set aside, not removed, when it is found, and the unit is computed again. The
 * folder has to be the user's own, without others who may write in it; links are not followed,
 * and files are checked before they are used.
 *
 * **Ranks** are processes on any number of machines, of which one, rank 0, has the problem and
 * gets the results. The caller provides the messages between them; clmodp/mpi.h has them for
 * MPI. Images stay where they were computed until all are there; then all ranks exchange them,
 * so that each has those of some coefficients, which it lifts.
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

/** What became of one context. Set `size` to sizeof the structure before the call. */
typedef struct clmodp_fleet_member {
    size_t size;           /**< sizeof this structure; set by _init */
    uint64_t primes;       /**< modulo which it was the first to compute */
    double seconds;        /**< that it computed */
    uint64_t coefficients; /**< that it lifted */
    uint64_t lates;        /**< times that it took so long that others did the same again */
    clmodp_status status;  /**< OK, or why nothing more was asked of it */
    char message[512];     /**< "" or why, at length */
} clmodp_fleet_member;

/** Set every field to its default: all but the size are zero. */
static inline void clmodp_fleet_member_init(clmodp_fleet_member *member)
{
    memset(member, 0, sizeof *member);
    member->size = sizeof *member;
}

/** Compute a problem as clmodp_compute does, bit for bit, on several contexts at the same time.
 *
 * A plan of the problem is made with the first context. Each context has a thread, which takes
 * units, and towards the end parts of units, so that all are done at about the same time. One that
 * should take longer for a part than the others for all that wait takes none. One that fails, by
 * whatever status but CANCELLED, is dropped, and its unit is done again by the others; what it had
 * computed before has been checked and counts. Where the engine lifts on devices, all that are
 * left lift coefficients, as many each as its speed was with units.
 *
 * One that takes twice as long as it should, judged by what it did before, and as long again as
 * another would, is late: others compute the same when they have nothing else to do, and
 * whoever is done first counts. So a device that is slow or stuck holds up nobody's units. It
 * is told to stop then, which it does when its driver next returns. For that the call waits: a
 * driver that never returns is using the context, its memory, and the problem, which nobody
 * could release meanwhile, and a thread of a process cannot be ended from outside. The log
 * names it when it is late; clmodp/distributed.h and clmodp/distributed.h put each device into
 * a process of its own, and workers of the latter may be killed.
 *
 * InOut:  contexts  `count` of them, all different; nobody uses them meanwhile. The first one's
 *                   progress callback is asked, on the thread of the caller, the others' are not;
 *                   its log notes who is dropped or late, and it has the message of an
 *                   error
 *         problem   as for clmodp_compute, over Z. Stages of its report have times of all contexts
 *                   together
 * In:     options   of its plan; NULL for all defaults
 * Out:    members   `count` of them, all of one size; NULL: not wanted. Written after failures
 *                   of the computation, too
 * Cost:   that of clmodp_compute, divided by the sum of speeds; each context has its own tests and
 *         compiled kernels. What the host should compute the first context computes, with its
 *         threads
 * Errors: those of clmodp_plan_create, clmodp_plan_run and clmodp_plan_finish; what made the first
 *         one fail where all contexts did. Results are unchanged then. Synchronous. */
CLMODP_API CLMODP_NODISCARD clmodp_status
clmodp_fleet_compute(clmodp_context *const *contexts, size_t count, const clmodp_problem *problem,
                     const clmodp_plan_options *options, clmodp_fleet_member *members);

/* ---- Workers and a folder ---- */

/** How a worker works. Fill with clmodp_job_options_init, then change fields. */
typedef struct clmodp_job_options {
    size_t size;        /**< sizeof this structure; set by _init */
    double lease;       /**< seconds after which this worker, if it has not touched its unit, has
                             lost it; default 60. It is touched four times as often, and others
                             may have other leases */
    uint64_t most_units; /**< after which it ends; 0 (default): any number */
    int wait;           /**< not 0: also wait for units that others are at, which may come back;
                             0 (default): end when none is left to take */
} clmodp_job_options;

/** Set every field to its default. */
static inline void clmodp_job_options_init(clmodp_job_options *options)
{
    memset(options, 0, sizeof *options);
    options->size = sizeof *options;
    options->lease = 60.0;
}

/** How far a job is. Set `size` to sizeof the structure before the call. */
typedef struct clmodp_job_state {
    size_t size;      /**< sizeof this structure; set by _init */
    uint64_t units;   /**< of the plan */
    uint64_t done;    /**< whose images are there; these are not looked into */
    uint64_t at_work; /**< that a worker has taken */
    uint64_t lost;    /**< of these, by a process of this machine that is not there any more */
    uint64_t expired; /**< of these, not touched for as long as their leases are */
} clmodp_job_state;

/** Set every field to its default: all but the size are zero. */
static inline void clmodp_job_state_init(clmodp_job_state *state)
{
    memset(state, 0, sizeof *state);
    state->size = sizeof *state;
}

/** How a claim to a unit stands. */
typedef enum clmodp_claim_state {
    CLMODP_CLAIM_HELD = 0,    /**< as far as is known its worker is at it */
    CLMODP_CLAIM_EXPIRED = 1, /**< it has not been touched for as long as the lease */
    CLMODP_CLAIM_LOST = 2     /**< by a process of this machine that is not there any more */
} clmodp_claim_state;

/** A unit that a worker has taken. Those that are EXPIRED or LOST the next worker puts back. */
typedef struct clmodp_job_claim {
    uint64_t unit;            /**< of the plan */
    clmodp_claim_state state; /**< as far as this machine can tell */
    char host[48];            /**< the name of its machine, perhaps cut; "" if it has none */
    uint64_t process;         /**< the worker's number there; 0 if the claim does not tell */
    double age;               /**< seconds since it was touched, by the file system's clock;
                                   below 0 where that was put back */
    double lease;             /**< seconds that this may be */
} clmodp_job_claim;

/** Make a folder for a plan and a note, or find that it has both already: then what is done stays
 * done. Where several processes do this at once, the first one decides: those that have the same
 * plan and note join it, and others are refused. A plan that was damaged there is replaced.
 *
 * In:     context    for messages
 *         folder     its path; made with mode 0700 if it is not there; else empty, or of this plan
 *         note, size bytes of the application's own, such as names of variables, which are kept
 *                    with the plan under one digest; NULL, 0: none
 * Errors: INVALID (it has another plan, another note, or other files), FILE (also where the file
 *         system has no hard links), HOST_MEMORY */
CLMODP_API CLMODP_NODISCARD clmodp_status clmodp_job_create(clmodp_context *context,
                                                            const char *folder,
                                                            const clmodp_plan *plan,
                                                            const void *note, size_t size);

/** The note of a folder, as it was given.
 *
 * Out:    note     *size bytes; release with clmodp_job_note_free; NULL and 0 if there is none
 * Errors: FILE, DAMAGED, HOST_MEMORY */
CLMODP_API CLMODP_NODISCARD clmodp_status clmodp_job_note(clmodp_context *context, void **note,
                                                          size_t *size, const char *folder);

/** Release a note. NULL is allowed. */
CLMODP_API void clmodp_job_note_free(void *note);

/** Take units and compute them, until none is left to take.
 *
 * Out:    units    NULL, or how many it computed; also after errors
 * In:     options  NULL for all defaults
 * Errors: FILE (also a full disk), DAMAGED, INVALID, CANCELLED, HOST_MEMORY, those of
 *         clmodp_plan_run; a unit that was begun is given back. Synchronous. */
CLMODP_API CLMODP_NODISCARD clmodp_status clmodp_job_work(clmodp_context *context, uint64_t *units,
                                                          const char *folder,
                                                          const clmodp_job_options *options);

/** Look how far a job is. Errors: FILE, DAMAGED, INVALID, HOST_MEMORY */
CLMODP_API CLMODP_NODISCARD clmodp_status clmodp_job_look(clmodp_context *context,
                                                          clmodp_job_state *state,
                                                          const char *folder);

/** Who is at which unit.
 *
 * Out:    claims   *count of them, by their units; release with clmodp_job_claims_free
 * Errors: FILE, DAMAGED, INVALID, HOST_MEMORY */
CLMODP_API CLMODP_NODISCARD clmodp_status clmodp_job_claims(clmodp_context *context,
                                                            clmodp_job_claim ***claims,
                                                            size_t *count, const char *folder);

/** Release claims. NULL is allowed. */
CLMODP_API void clmodp_job_claims_free(clmodp_job_claim **claims);

/** The results, once all units are done, as clmodp_plan_finish has them. The folder stays.
 *
 * Errors: INVALID (units are not done, and those of clmodp_plan_finish), FILE, DAMAGED (the
 *         message names a file: all that are no images have been set aside, as images/N.damaged-1
 *         and so on, and workers compute their units again), CANCELLED, HOST_MEMORY. Results are
 *         unchanged then. Synchronous. */
CLMODP_API CLMODP_NODISCARD clmodp_status clmodp_job_finish(clmodp_context *context, clmodp_zx *r,
                                                            clmodp_zxy *s,
                                                            clmodp_resultant_report *report,
                                                            const char *folder);

/* ---- Ranks ---- */

/** How ranks talk to each other. All functions are called on the thread of the caller of
 * clmodp_ranks_compute and clmodp_ranks_serve. Messages between two ranks arrive in the order in
 * which they were sent. */
typedef struct clmodp_transport {
    size_t size;    /**< sizeof this structure; set by _init */
    void *user;     /**< first argument of the functions */
    uint32_t rank;  /**< of this process, from 0 */
    uint32_t ranks; /**< how many there are */
    /** Send a message to another rank, which waits for one or will; may return before it is there.
     * The bytes are the caller's again afterwards. Errors: FILE */
    clmodp_status (*send)(void *user, uint32_t to, const void *bytes, size_t size);
    /** Whether a message to this rank waits. Errors: FILE */
    clmodp_status (*waits)(void *user, int *yes);
    /** The next message, from whichever rank; waits for it. *bytes is memory of malloc.
     * Errors: FILE, HOST_MEMORY */
    clmodp_status (*receive)(void *user, uint32_t *from, void **bytes, size_t *size);
    /** All to all, called by all ranks: out_sizes[k] bytes of `out`, which has those for rank 0
     * first, go to rank k, and in_sizes[k] come from it to `in`. Errors: FILE, LIMIT */
    clmodp_status (*exchange)(void *user, const void *out, const size_t *out_sizes, void *in,
                              const size_t *in_sizes);
} clmodp_transport;

/** Set every field to its default: all but the size are zero. */
static inline void clmodp_transport_init(clmodp_transport *transport)
{
    memset(transport, 0, sizeof *transport);
    transport->size = sizeof *transport;
}

/** Compute a problem as clmodp_compute does, bit for bit, with all ranks: called by rank 0, while
 * all others are in clmodp_ranks_serve.
 *
 * A rank whose device fails is left out; its unit is done again elsewhere, and what it had
 * computed before counts. A rank that ends ends the job, as MPI has it: clmodp/distributed.h
 * has workers that may.
 *
 * InOut:  context    computes on its device, and has the log and the message of an error; its
 *                    progress callback is asked on the caller's thread
 *         problem    as for clmodp_compute, over Z. Stages of its report have the times of rank 0
 * In:     transport  of rank 0
 *         options    of its plan; NULL for all defaults
 * Out:    members    one for each rank, all of one size; NULL: not wanted
 * Cost:   that of clmodp_compute, divided by the sum of speeds; the plan goes to all ranks, the
 *         images all to all, and the coefficients to rank 0
 * Errors: those of clmodp_plan_create, clmodp_plan_run, clmodp_plan_finish and of the transport;
 *         INVALID (a rank that is not 0). Results are unchanged then. Synchronous.
 *
 * A rank that is late (clmodp/distributed.h) keeps its unit; others compute it, too, and it is
 * told to stop. The call waits for its answer. */
CLMODP_API CLMODP_NODISCARD clmodp_status
clmodp_ranks_compute(clmodp_context *context, const clmodp_transport *transport,
                     const clmodp_problem *problem, const clmodp_plan_options *options,
                     clmodp_fleet_member *members);

/** Tasks of a caller's, such as many small problems: bytes that go to whoever does them, and bytes
 * that come back. */
typedef struct clmodp_tasks {
    size_t size; /**< sizeof this structure; set by _init */
    void *user;  /**< first argument of the functions */
    uint32_t threads; /**< at rank 0: how many threads of its process do tasks, as the other ranks
                           do; 0: none */
    /** At rank 0, on the caller's thread: the next task, memory of malloc; or *task = NULL, with
     * *ended: there are no more, without: not now, if it should not wait. What is not OK ends
     * all. */
    clmodp_status (*next)(void *user, int wait, void **task, size_t *size, int *ended);
    /** At the others, on the caller's thread, where `thread` is 0, and on threads of rank 0, as
     * many at a time as it has: do one; the result is memory of malloc. What is not OK ends all.
     */
    clmodp_status (*work)(void *user, uint32_t thread, const void *task, size_t size,
                          void **result, size_t *result_size);
    /** At rank 0, on the caller's thread: the result of the first task, of the second, ... What is
     * not OK ends all. */
    clmodp_status (*take)(void *user, const void *result, size_t size);
} clmodp_tasks;

/** Set every field to its default: all but the size are zero. */
static inline void clmodp_tasks_init(clmodp_tasks *tasks)
{
    memset(tasks, 0, sizeof *tasks);
    tasks->size = sizeof *tasks;
}

/** Have tasks done by the other ranks and by threads, as they become free: called by rank 0, while
 * all others are in clmodp_ranks_serve. At most four results for each rank and thread wait for
 * those before them. Tasks that are to come are waited for only when there is nothing else to do.
 *
 * In:     transport  of rank 0; NULL: there are no other ranks, as for a process whose threads
 *                    have a device each
 *         tasks      all but `work`, unless threads do tasks
 * Out:    message    why it failed, up to `size` bytes; NULL: not wanted
 * Errors: INVALID (also if nobody does tasks), what a function of the tasks returned, HOST_MEMORY,
 *         and those of the transport. Synchronous. */
CLMODP_API CLMODP_NODISCARD clmodp_status clmodp_ranks_farm(const clmodp_transport *transport,
                                                            const clmodp_tasks *tasks,
                                                            char *message, size_t size);

/** Do what rank 0 asks for, any number of times, until it dismisses all ranks.
 *
 * InOut:  context    computes on its device; it has the message of an error
 * In:     transport  of a rank other than 0
 *         tasks      with `work`, or NULL: tasks are refused
 * Errors: those of the transport; INVALID (rank 0), CORRUPT (a message that is none). What fails
 *         otherwise is told to rank 0. Synchronous. */
CLMODP_API CLMODP_NODISCARD clmodp_status clmodp_ranks_serve(clmodp_context *context,
                                                             const clmodp_transport *transport,
                                                             const clmodp_tasks *tasks);

/** Let all other ranks return from clmodp_ranks_serve. Called by rank 0, once, in the end.
 * Errors: those of the transport, INVALID */
CLMODP_API CLMODP_NODISCARD clmodp_status
clmodp_ranks_dismiss(const clmodp_transport *transport);

#ifdef __cplusplus
}
#endif
#endif
