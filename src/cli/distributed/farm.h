/* The lines of a batch by several: by devices of this process, each on a thread of its own, and by
 * the other ranks of a parallel job. One reads and prints, in order, and all solve. */
#ifndef CLI_FARM_H
#define CLI_FARM_H

#include <clmodp/distributed.h>

#include "cli/batch/batch.h"

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

#endif
