/* One problem by several devices or ranks: the steps around the call that has them compute it. */
#ifndef CLI_DISTRIBUTED_H
#define CLI_DISTRIBUTED_H

#include <clmodp/fleet.h>

#include "cli/failure.h"
#include "cli/problem.h"
#include "cli/session.h"
#include "cli/settings.h"

enum { CLI_DEVICE_NAME = 32 }; /* bytes of a name as --device takes it */

typedef struct distributed {
    const session *device; /* its context is watched, and has the message of an error */
    clmodp_fleet_member *members;
    size_t count;
    const char *kind;                       /* of members: "device" or "rank" */
    const char (*names)[CLI_DEVICE_NAME];   /* theirs; NULL: they have numbers */
    clmodp_status (*solve)(void *user, const clmodp_problem *asked,
                           const clmodp_plan_options *plan, clmodp_fleet_member *members);
    void *user;
} distributed;

/* As cli_solve_and_print. Who was left out is said, and among statistics who was late. */
int cli_distributed_solve_and_print(const distributed *j, const problem *p, const settings *how,
                                    failure *why);

#endif
