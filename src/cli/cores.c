/* What the environment tells PoCL of processors. */
#include "cli/cores.h"

#include <stdlib.h>

void cli_pin_pocl_threads(void)
{
    (void)setenv("POCL_AFFINITY", "1", 0);
}
