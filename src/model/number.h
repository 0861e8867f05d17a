/* Numbers that callers give. */
#ifndef CLM_MODEL_NUMBER_H
#define CLM_MODEL_NUMBER_H

#include <math.h>
#include <stdbool.h>

/* Whether it is a number, and finite. */
static inline bool clm_at_least(double x, double least)
{
    return isfinite(x) && x >= least;
}

#endif
