/* The devices, ranks or folder by which a command such as solve has its resultants computed. */
#ifndef CLI_DISTRIBUTED_BACKEND_H
#define CLI_DISTRIBUTED_BACKEND_H

#include <clmodp/resultant.h>

#include "cli/distributed/checkpoint.h"
#include "cli/distributed/distributed.h"
#include "cli/failure.h"
#include "cli/session.h"
#include "cli/settings.h"

typedef struct cli_backend {
    const session *device; /* its context is watched, and holds the message of an error */
    /* As in clmodp_solve_options; NULL: the library's default. */
    clmodp_status (*compute)(void *user, const clmodp_problem *asked,
                             const clmodp_resultant_options *options);
    void *user;
    session alone;      /* of one device */
    cli_fleet *fleet;   /* of several ones */
    cli_checkpoint kept; /* with --checkpoint */
} cli_backend;

/* A command that uses a backend, which cli_backend_run closes. Errors: exit statuses */
typedef int cli_backend_use(cli_backend *on, const settings *how, failure *why);

/* Runs a command in one process, or on all ranks, of which the others only compute. */
int cli_backend_run(const settings *how, cli_backend_use *use, failure *why);

/* Opens the devices; called by the command after it has read its input. Rank 0 has opened its
 * device. Errors: see cli_fleet_open, cli_session_open_tested and cli_checkpoint_open */
int cli_backend_open(cli_backend *on, const settings *how, failure *why);

/* Fills `why` after a failed library call, as cli_session_check. */
int cli_backend_fail(const cli_backend *on, clmodp_status st, failure *why);

#ifdef CLI_MPI

/* Runs a command on all ranks, with an open backend at rank 0. */
int cli_ranks_use(const settings *how, cli_backend_use *use, failure *why);

#else

static inline int cli_ranks_use(const settings *how, cli_backend_use *use, failure *why)
{
    (void)how;
    (void)use;
    (void)why;
    return 0;
}

#endif

#endif
