/* Computations by work units kept in the folder of --checkpoint. */
#ifndef CLI_DISTRIBUTED_CHECKPOINT_H
#define CLI_DISTRIBUTED_CHECKPOINT_H

#include <limits.h>

#include <clmodp/resultant.h>

#include "cli/failure.h"
#include "cli/problem.h"
#include "cli/session.h"
#include "cli/settings.h"

/* Checks the options beside --checkpoint. Errors: EXIT_USAGE */
int cli_checkpoint_check(const settings *s, failure *why);

/* As cli_compute_and_print, by units kept in the folder of --checkpoint. */
int cli_checkpoint_compute_and_print(const problem *p, const settings *how, failure *why);

/* The folder of --checkpoint of a computation with several resultants, always in the same order,
 * each in a job folder of its own: 1, 2, .... */
typedef struct cli_checkpoint {
    const session *device;
    const char *folder;
    unsigned count;           /* of resultants so far */
    char path[PATH_MAX + 16]; /* of the last one */
} cli_checkpoint;

/* Makes the folder, unless it exists. Errors: EXIT_FAILED (also if it has other files) */
int cli_checkpoint_open(cli_checkpoint *out, const session *device, const char *folder,
                        failure *why);

/* Computes the next resultant or subresultant over Z. `checkpoint` is a cli_checkpoint. */
clmodp_status cli_checkpoint_compute(void *checkpoint, const clmodp_problem *asked,
                                     const clmodp_resultant_options *options);

/* After a failure, explains an interruption. */
void cli_checkpoint_explain(const cli_checkpoint *c, failure *why);

#endif
