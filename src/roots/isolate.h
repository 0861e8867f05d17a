/* All real roots of a polynomial without multiple roots, in intervals with dyadic ends. */
#ifndef CLM_ROOTS_ISOLATE_H
#define CLM_ROOTS_ISOLATE_H

#include "roots/refine.h"

typedef struct clm_root_list {
    clm_root *root;
    size_t count, room;
} clm_root_list;

/* Appends the real roots of p, or only the positive ones, in any order and in intervals that are
 * apart. The threads do not influence the intervals. Errors: HOST_MEMORY, CANCELLED */
clmodp_status clm_isolate(clm_root_list *roots, const clm_poly *p, bool positive, size_t threads,
                          const clm_poller *watch);

/* Appends a root, which the list owns from then on. Errors: HOST_MEMORY, with r cleared */
clmodp_status clm_root_list_append(clm_root_list *roots, clm_root *r);

/* Appends a root of p to be set. Errors: HOST_MEMORY */
clmodp_status clm_root_list_extend(clm_root_list *roots, const clm_poly *p);

/* Sorts the roots, at least one, by clm_root_order. */
void clm_root_list_sort(clm_root_list *roots);

void clm_root_list_clear(clm_root_list *roots);

#endif
