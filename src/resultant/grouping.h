/* Groups of problems of a batch that are merged. */
#ifndef CLM_RESULTANT_GROUPING_H
#define CLM_RESULTANT_GROUPING_H

#include "resultant/merged.h"

/* Neighbours in the order of shapes, to be computed together. */
typedef struct clm_group {
    clm_merged *first;
    size_t count;
} clm_group;

/* Cuts problems, in the order of shapes, into groups that keep all threads busy. Problems that are
 * predicted to be faster one by one are in no group. Opens the device if merging pays.
 *
 * Out:    groups  room for `count`
 * Errors: CANCELLED */
clmodp_status clm_groups_cut(clmodp_context *context, clm_group *groups, size_t *group_count,
                             clm_merged *merged, size_t count, size_t threads,
                             const clmodp_resultant_options *options);

#endif
