/* All real roots of a polynomial without multiple roots, in intervals with dyadic ends. */
#ifndef CLM_ROOTS_ISOLATE_H
#define CLM_ROOTS_ISOLATE_H

#include "roots/refine.h"

typedef struct clm_root_list {
    clm_root *root;
    size_t count, room;
} clm_root_list;

/* Appends the roots of p in one chart; the root 0 has none. The intervals of a polynomial are
 * apart. Errors: HOST_MEMORY, CANCELLED */
clmodp_status clm_isolate(clm_error *error, clm_root_list *roots, const clm_poly *p,
                          clm_chart chart, const clm_poller *watch);

/* Appends a root, which the list owns from then on. Errors: HOST_MEMORY, with r cleared */
clmodp_status clm_root_list_append(clm_error *error, clm_root_list *roots, clm_root *r);

void clm_root_list_clear(clm_root_list *roots);

#endif
