/* The running time of the threaded many-core memory model. */
#ifndef CLM_MODEL_TMM_H
#define CLM_MODEL_TMM_H

#include <clmodp/model.h>

#include "base/error.h"

/* clmodp_tmm_measure, with its message in `error`. */
clmodp_status clm_tmm_measure(clm_error *error, clmodp_tmm_time *time,
                              const clmodp_tmm_amounts *amounts, double T,
                              const clmodp_tmm_machine *machine);

#endif
