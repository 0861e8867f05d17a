/* One problem, or one batch, on several devices or ranks. */
#ifndef CLI_DISTRIBUTED_DISTRIBUTED_H
#define CLI_DISTRIBUTED_DISTRIBUTED_H

#include <stdbool.h>

#include <clmodp/distributed.h>

#include "cli/failure.h"
#include "cli/problem.h"
#include "cli/session.h"
#include "cli/settings.h"
#include "cli/batch/batch.h"

enum { CLI_DEVICE_NAME = 32 }; /* bytes of a name as --device takes it */

typedef struct distributed {
    const session *device; /* its context is watched, and has the message of an error */
    clmodp_fleet_member *members;
    size_t count;
    const char *kind;                       /* of members: "device" or "rank" */
    const char (*names)[CLI_DEVICE_NAME];   /* theirs; NULL: they have numbers */
    clmodp_status (*compute)(void *user, const clmodp_problem *asked,
                             const clmodp_plan_options *plan, clmodp_fleet_member *members);
    void *user;
} distributed;

/* As cli_compute_and_print. Remarks tell of members that failed; with --stats, of stragglers. */
int cli_distributed_compute_and_print(const distributed *on, const problem *p, const settings *how,
                                      failure *why);

/* As cli_compute_and_print, by all of these devices together; modulo a prime by the first one.
 * Remarks tell why a device was left out. Errors: also EXIT_USAGE (a device twice, too many) */
int cli_fleet_compute_and_print(const problem *p, const settings *how, failure *why);

/* As cli_batch, with lines for whichever of these devices is free. */
int cli_fleet_batch(const settings *how, size_t polynomials, failure *why);

/* What --device should say for process number k of those that share this machine: each the next
 * one of several devices that are named or, where none is, of several GPUs. "": what it says.
 * Errors: as above */
int cli_fleet_member(char name[CLI_DEVICE_NAME], const settings *how, uint32_t k, failure *why);

/* Blocks of this process, which have a name, settings and a session each. */
typedef struct farm_workers {
    block *blocks;
    size_t count;
} farm_workers;

/* As cli_batch, of rank 0, or without other ranks (NULL). */
int cli_farm_batch(const clmodp_transport *transport, const settings *how,
                   const farm_workers *workers, failure *why);

/* What another rank does, with one block. `workers` stay while it serves. */
clmodp_tasks cli_farm_join(farm_workers *workers);

#ifdef CLI_MPI /* the program as one of the ranks that mpirun or srun starts */

/* Whether this process was started as one of several ranks of a parallel job. */
bool cli_ranks_wanted(void);

/* Rank 0 reads the operands, or lines of a batch, and prints; all ranks compute.
 * Errors: those of cli_batch and cli_compute_and_print */
int cli_ranks_eliminate(const settings *how, size_t polynomials, failure *why);

#else /* built without MPI, it does not know */

static inline bool cli_ranks_wanted(void)
{
    return false;
}

static inline int cli_ranks_eliminate(const settings *how, size_t polynomials, failure *why)
{
    (void)why;
    (void)how;
    (void)polynomials;
    return 0;
}

#endif

#endif
