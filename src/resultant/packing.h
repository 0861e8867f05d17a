/* Packs problems in several variables into problems in two. */
#ifndef CLM_RESULTANT_PACKING_H
#define CLM_RESULTANT_PACKING_H

#include <clmodp/elimination.h>

#include "core/error.h"

/* clmodp_packing_create with the message in *error. */
clmodp_status clm_packing_make(clm_error *error, clmodp_packing **packing, clmodp_zxy *f_packed,
                               clmodp_zxy *g_packed, clmodp_operation operation, unsigned k,
                               const clmodp_mpoly *f, const clmodp_mpoly *g, size_t variable);

/* clmodp_packing_unpack for a result given by its terms, free of y, whose coefficients are moved.
 * Pre: j <= k */
clmodp_status clm_packing_unpack_terms(clmodp_mpoly *r, const clmodp_packing *packing,
                                       unsigned k, unsigned j, clmodp_zxy *packed);

#endif
