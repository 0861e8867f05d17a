/* Checks of the numbers and machines that callers of the models pass. */
#ifndef CLM_MODELS_CHECKS_H
#define CLM_MODELS_CHECKS_H

#include <clmodp/models.h>
#include <math.h>
#include <stdbool.h>

#include "core/error.h"

/* Whether x is a finite number of at least `least`. */
static inline bool clm_at_least(double x, double least)
{
    return isfinite(x) && x >= least;
}

/* Errors: INVALID (not a machine of the many-core machine model) */
static inline clmodp_status clm_mmm_check_machine(clm_error *error,
                                                  const clmodp_mmm_machine *machine)
{
    if (machine == NULL)
        return clm_fail(error, CLMODP_INVALID, "there is no machine given");
    if (!(isfinite(machine->U) && machine->U > 0.0 && isfinite(machine->Z) && machine->Z >= 0.0))
        return clm_fail(error, CLMODP_INVALID, "a machine with U = %g and Z = %g: U must be "
                        "above 0, Z 0 (no limit) or more", machine->U, machine->Z);
    return CLMODP_OK;
}

#endif
