/* The program as one of the ranks that mpirun or srun starts. */
#ifndef CLI_RANKS_H
#define CLI_RANKS_H

#include <stdbool.h>
#include <stddef.h>

#include "cli/settings.h"

#ifdef CLI_MPI

/* Whether this process was started as one of several ranks of a parallel job. */
bool cli_ranks_wanted(void);

/* Rank 0 reads the operands, or lines of a batch, and prints; all of them compute, or solve lines.
 * Errors: those of cli_batch and cli_solve_and_print */
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
