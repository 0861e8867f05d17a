/** @file
 * A resultant by several devices of one process: the units of its plan go to whoever is free. */
#ifndef CLMODP_FLEET_H
#define CLMODP_FLEET_H

#include <stddef.h>
#include <stdint.h>

#include <clmodp/context.h>
#include <clmodp/plan.h>
#include <clmodp/resultant.h>
#include <clmodp/status.h>

#ifdef __cplusplus
extern "C" {
#endif

/** What became of one context. Set `size` to sizeof the structure before the call. */
typedef struct clmodp_fleet_member {
    size_t size;           /**< sizeof this structure; set by the caller */
    uint64_t primes;       /**< modulo which it was the first to compute */
    double seconds;        /**< that it computed */
    uint64_t coefficients; /**< that it lifted */
    uint64_t lates;        /**< times that it took so long that others did the same again */
    clmodp_status status;  /**< OK, or why nothing more was asked of it */
    char message[512];     /**< "" or why, at length */
} clmodp_fleet_member;

/** Solve a problem as clmodp_solve does, bit for bit, on several contexts at the same time.
 *
 * A plan of the problem is made with the first context. Each context has a thread, which takes
 * units, and towards the end parts of units, so that all are done at about the same time. One that
 * should take longer for a part than the others for all that wait takes none. One that fails, by
 * whatever status but CANCELLED, is dropped, and its unit is done again by the others; what it had
 * computed before has been checked and counts. Where the engine lifts on devices, all that are
 * left lift coefficients, as many each as its speed was with units.
 *
 * One that takes twice as long as it should, judged by what it did before, and as long again as
 * another would, is late: others compute the same when they have nothing else to do, and whoever
 * is done first counts. So a device that is slow or stuck holds up nobody's units. It is told to
 * stop then, which it does when its driver next returns. For that the call waits: a driver that
 * never returns is using the context, its memory, and the problem, which nobody could release
 * meanwhile, and a thread of a process cannot be ended from outside. The log names it when it is
 * late; clmodp/ranks.h and clmodp/job.h put each device into a process of its own, and workers of
 * the latter may be killed.
 *
 * InOut:  contexts  `count` of them, all different; nobody uses them meanwhile. The first one's
 *                   progress callback is asked, on the thread of the caller, the others' are not;
 *                   its log notes who is dropped or late, and it has the message of an
 *                   error
 *         problem   as for clmodp_solve, over Z. Stages of its report have times of all contexts
 *                   together
 * In:     options   of its plan; NULL for all defaults
 * Out:    members   `count` of them, all of one size; NULL: not wanted. Written after failures
 *                   of the computation, too
 * Cost:   that of clmodp_solve, divided by the sum of speeds; each context has its own tests and
 *         compiled kernels. What the host should compute the first context computes, with its
 *         threads
 * Errors: those of clmodp_plan_create, clmodp_plan_run and clmodp_plan_finish; what made the first
 *         one fail where all contexts did. Results are unchanged then. Synchronous. */
CLMODP_API CLMODP_NODISCARD clmodp_status
clmodp_fleet_solve(clmodp_context *const *contexts, size_t count, const clmodp_problem *problem,
                   const clmodp_plan_options *options, clmodp_fleet_member *members);

#ifdef __cplusplus
}
#endif
#endif
