/* What the system and the environment say of processors. */
#include "cli/cores.h"

#include <sched.h>
#include <stdlib.h>

void cli_keep_to_cores(void)
{
    (void)setenv("POCL_AFFINITY", "1", 0);
}

size_t cli_processors(void)
{
    cpu_set_t set;

    return sched_getaffinity(0, sizeof set, &set) == 0 && CPU_COUNT(&set) > 0
               ? (size_t)CPU_COUNT(&set)
               : 1;
}
