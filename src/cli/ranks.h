/* The program as one of the ranks that mpirun or srun starts. */
#ifndef CLI_RANKS_H
#define CLI_RANKS_H

#include <stdbool.h>

#include "cli/settings.h"

#ifdef CLI_MPI

/* Whether this process was started as one of several ranks of a parallel job. */
bool cli_ranks_wanted(void);

/* Rank 0 reads the operands, and prints; all of them compute. Explains failures on stderr, and
 * returns the exit status. */
int cli_ranks_eliminate(const settings *how);

#else /* built without MPI, it does not know */

static inline bool cli_ranks_wanted(void)
{
    return false;
}

static inline int cli_ranks_eliminate(const settings *how)
{
    (void)how;
    return 0;
}

#endif

#endif
