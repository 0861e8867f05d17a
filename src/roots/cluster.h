/* Better approximations of roots in tight clusters. */
#ifndef CLM_ROOTS_CLUSTER_H
#define CLM_ROOTS_CLUSTER_H

#include "roots/aberth.h"

/* Replaces the approximations of each cluster by better ones of d->bits bits. A cluster is a set
 * of approximations whose squares meet each other and that are far from all others. If all roots
 * that are left are in clusters, the bits are doubled until they suffice for one of these. d->near
 * stays as it is. Nothing is proved.
 *
 * In:     accurate  values have accurate bits: only clusters that become far smaller are improved
 * Out:    moved     whether an approximation was replaced
 * Pre:    all roots that are left have squares
 * Cost:   a few values of a derivative and m + 1 Taylor coefficients for m roots, each time
 * Errors: CANCELLED, HOST_MEMORY
 * Source: [Bini 1996] for the points on circles */
clmodp_status clm_cluster_improve(clm_aberth *d, bool accurate, bool *moved);

#endif
