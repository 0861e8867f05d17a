/* Exact division in Z[x]. */
#ifndef CLM_ZXY_DIVIDE_H
#define CLM_ZXY_DIVIDE_H

#include <stdbool.h>

#include <clmodp/zx.h>

/* f := f / g, or -f / g when `negate`. Pre: g is not zero and divides f.
 * Cost:   (deg f - deg g + 1) * (deg g + 1) products
 * Errors: HOST_MEMORY; CORRUPT if g does not divide f; f is unchanged then */
clmodp_status clm_zx_divide_exact(clmodp_zx *f, const clmodp_zx *g, bool negate);

#endif
