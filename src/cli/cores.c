/* What the environment tells PoCL of processors. */
#include "cli/cores.h"

#include <stdlib.h>

void cli_keep_to_cores(void)
{
    (void)setenv("POCL_AFFINITY", "1", 0);
}
