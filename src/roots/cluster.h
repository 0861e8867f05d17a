/* Better approximations of roots in tight clusters. */
#ifndef CLM_ROOTS_CLUSTER_H
#define CLM_ROOTS_CLUSTER_H

#include "roots/aberth.h"

/* Replaces the approximations of each cluster, with d->bits bits, whose squares meet each other
 * and are far from all other approximations, but not d->near. Pre: all roots that are left have
 * squares Errors: CANCELLED, HOST_MEMORY Source: [Bini 1996] for the start values */
clmodp_status clm_cluster_improve(clm_aberth *d);

#endif
