/* Computes one problem, or one batch, on several devices or ranks. */
#ifndef CLI_DISTRIBUTED_DISTRIBUTED_H
#define CLI_DISTRIBUTED_DISTRIBUTED_H

#include <stdbool.h>

#include <clmodp/distributed.h>

#include "cli/failure.h"
#include "cli/answer.h"
#include "cli/problem.h"
#include "cli/session.h"
#include "cli/settings.h"
#include "cli/batch/batch.h"

enum { CLI_DEVICE_NAME = 32 }; /* size of a name of a device in --device */

typedef struct distributed {
    const session *device; /* its context is watched, and holds the message of an error */
    const clmodp_fleet_member *members; /* reports of `compute` */
    size_t count;
    const char *kind;                       /* "device" or "rank" */
    const char (*names)[CLI_DEVICE_NAME];   /* of the members; NULL: their numbers */
    clmodp_status (*compute)(void *user, const clmodp_problem *asked,
                             const clmodp_resultant_options *options);
    void *user;
} distributed;

/* As cli_compute_and_print. Remarks report failed members and, with --stats, stragglers. */
int cli_distributed_compute_and_print(const distributed *on, const problem *p, const settings *how,
                                      failure *why);

/* As cli_compute_and_print, by all of these devices together; modulo a prime by the first one
 * alone. Remarks report excluded devices. Errors: also EXIT_USAGE (a repeated device, too many) */
int cli_fleet_compute_and_print(const problem *p, const settings *how, failure *why);

/* The devices of --device, for cli_fleet_wanted. */
typedef struct cli_fleet cli_fleet;

/* Opens the devices; cli_fleet_close releases the fleet, also after a failure. Errors: above */
int cli_fleet_open(cli_fleet **f, const settings *how, failure *why);
void cli_fleet_close(cli_fleet *f);

/* Returns the session of the first device. */
const session *cli_fleet_session(const cli_fleet *f);

/* Computes a problem over Z on all devices, and reports on each. `f` is a cli_fleet. */
clmodp_status cli_fleet_compute(void *f, const clmodp_problem *asked,
                                const clmodp_resultant_options *options);

/* As cli_batch; each line goes to the next idle device. */
int cli_fleet_batch(const settings *how, size_t polynomials, failure *why);

/* Chooses the --device of process number k on this machine: processes take turns with the named
 * devices or, if none is named, with the GPUs. "": as given. Errors: as above */
int cli_fleet_member(char name[CLI_DEVICE_NAME], const settings *how, uint32_t k, failure *why);

/* Blocks of this process, which have a name, settings and a session each. */
typedef struct task_workers {
    block *blocks;
    size_t count;
} task_workers;

/* As cli_batch, on rank 0, or without other ranks (NULL). */
int cli_shared_batch_run(const clmodp_transport *transport, const settings *how,
                         const task_workers *workers, failure *why);

/* Returns the tasks of another rank, with one block. `workers` must persist while it serves. */
clmodp_tasks cli_shared_batch_join(task_workers *workers);

#ifdef CLI_MPI /* the program as one of the ranks started by mpirun or srun */

/* Returns whether this process is one of several ranks of a parallel job. */
bool cli_ranks_wanted(void);

/* Returns whether this process is such a rank, and not rank 0. */
bool cli_ranks_is_other(void);

/* Computes on all ranks; rank 0 reads the operands, or lines of a batch, and prints.
 * Errors: see cli_batch and cli_compute_and_print */
int cli_ranks_eliminate(const settings *how, size_t polynomials, failure *why);

#else /* built without MPI */

static inline bool cli_ranks_wanted(void)
{
    return false;
}

static inline bool cli_ranks_is_other(void)
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
