/* Problems of a batch that are alike, in launches that they share. */
#ifndef CLM_RESULTANT_ALIKE_H
#define CLM_RESULTANT_ALIKE_H

#include "resultant/batch.h"

/* Find problems alike that nobody has solved, and solve them on the device where that pays; those
 * that this does not solve are left to calls of their own.
 * Errors: HOST_MEMORY, CANCELLED */
clmodp_status clm_alike_solve(clm_batch *b);

#endif
