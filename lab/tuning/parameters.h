/* A search for the best parameters of a device. */
#ifndef CLM_TUNING_PARAMETERS_H
#define CLM_TUNING_PARAMETERS_H

#include <clmodp/tuning.h>

#include "opencl/context.h"

#define CLM_PARAMETERS_PROBLEMS 2

/* Which parameters vary. */
typedef enum clm_parameters_varied {
    CLM_PARAMETERS_TILES = 1 << 0, /* and lanes */
    CLM_PARAMETERS_GROUPS = 1 << 1,
    CLM_PARAMETERS_STRIPES = 1 << 2,
    CLM_PARAMETERS_ALL = (1 << 3) - 1
} clm_parameters_varied;

typedef struct clm_parameters_search {
    size_t degrees[CLM_PARAMETERS_PROBLEMS]; /* in x and y, of dense polynomials; the last may be
                                                0: as the device's stripes want it */
    uint32_t runs;                           /* of each problem */
    unsigned varied;
} clm_parameters_search;

/* What clmodp_parameters_tune does, whose search is {{16, 0}, runs, ALL}. */
clmodp_status clm_parameters_find(clmodp_context *context, clmodp_parameters **rows, size_t *count,
                                  const clm_parameters_search *search);

#endif
