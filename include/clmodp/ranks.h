/** @file
 * A resultant by the ranks of a parallel job: processes on any number of machines, of which one,
 * rank 0, has the problem and gets the results. How messages go between them is the caller's;
 * clmodp/mpi.h has it for MPI.
 *
 * Units of a plan (clmodp/plan.h) go from rank 0 to whoever is free. Their images stay where they
 * were computed until all are there; then all ranks exchange them, so that each has those of some
 * coefficients, which it lifts. */
#ifndef CLMODP_RANKS_H
#define CLMODP_RANKS_H

#include <stddef.h>
#include <stdint.h>

#include <clmodp/context.h>
#include <clmodp/fleet.h>
#include <clmodp/plan.h>
#include <clmodp/resultant.h>
#include <clmodp/status.h>

#ifdef __cplusplus
extern "C" {
#endif

/** How ranks talk to each other. All functions are called on the thread of the caller of
 * clmodp_ranks_solve and clmodp_ranks_serve. Messages between two ranks arrive in the order in
 * which they were sent. */
typedef struct clmodp_transport {
    size_t size;    /**< sizeof this structure; set by the caller */
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

/** Solve a problem as clmodp_solve does, bit for bit, with all ranks: called by rank 0, while all
 * others are in clmodp_ranks_serve.
 *
 * A rank whose device fails is left out; its unit is done again elsewhere, and what it had
 * computed before counts. A rank that ends ends the job, as MPI has it: clmodp/job.h has workers
 * that may.
 *
 * InOut:  context    computes on its device, and has the log and the message of an error; its
 *                    progress callback is asked on the caller's thread
 *         problem    as for clmodp_solve, over Z. Stages of its report have the times of rank 0
 * In:     transport  of rank 0
 *         options    of its plan; NULL for all defaults
 * Out:    members    one for each rank, all of one size; NULL: not wanted
 * Cost:   that of clmodp_solve, divided by the sum of speeds; the plan goes to all ranks, the
 *         images all to all, and the coefficients to rank 0
 * Errors: those of clmodp_plan_create, clmodp_plan_run, clmodp_plan_finish and of the transport;
 *         INVALID (a rank that is not 0). Results are unchanged then. Synchronous.
 *
 * A rank that is late (clmodp/fleet.h) keeps its unit; others compute it, too, and it is told to
 * stop. The call waits for its answer. */
CLMODP_API CLMODP_NODISCARD clmodp_status
clmodp_ranks_solve(clmodp_context *context, const clmodp_transport *transport,
                   const clmodp_problem *problem, const clmodp_plan_options *options,
                   clmodp_fleet_member *members);

/** Tasks of a caller's, such as many small problems: bytes that go to whoever does them, and bytes
 * that come back. */
typedef struct clmodp_tasks {
    size_t size; /**< sizeof this structure; set by the caller */
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
