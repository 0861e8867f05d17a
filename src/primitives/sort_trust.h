/* Whether a device sorts rightly. */
#ifndef CLM_PRIMITIVES_SORT_TRUST_H
#define CLM_PRIMITIVES_SORT_TRUST_H

#include "device/trust.h"
#include "primitives/sort.h"

/* Known keys to their places: the fact about the program that a sort of such keys and values
 * takes. */
CLM_LAB_API const clm_trust *clm_sort_trust(clm_sort_form form, const clm_sort_order *order);

#endif
