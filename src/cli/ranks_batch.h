/* The lines of a batch by the ranks of a parallel job: rank 0 reads and prints, in order, and the
 * others solve. */
#ifndef CLI_RANKS_BATCH_H
#define CLI_RANKS_BATCH_H

#include <clmodp/ranks.h>

#include "cli/block.h"

/* Rank 0's part: as cli_batch. Returns the exit status. */
int cli_ranks_batch(const clmodp_transport *transport, const settings *how);

/* Begin another rank's part: from now on what is printed is kept for rank 0. The block has a name,
 * settings and a session. Errors: LEAVE_FAILED */
int cli_ranks_batch_join(clmodp_tasks *tasks, block *b, failure *why);

#endif
