/* Products of powers in Z[x]. */
#ifndef CLM_ZXY_ZX_PRODUCT_H
#define CLM_ZXY_ZX_PRODUCT_H

#include <stdint.h>

#include <clmodp/zx.h>

#include "base/error.h"

/* LIMIT if a^e b^k has a degree of CLMODP_ZX_MOST_TERMS or more. */
clmodp_status clm_zx_check_powers(clm_error *error, const clmodp_zx *a, uint64_t e,
                                  const clmodp_zx *b, uint64_t k);

/* out := a^e b^k; e, k < 2^62. out may be a or b and is unchanged after an error.
 * Cost:   a few integer multiplications of the size of the result; less where a or b has but
 *         one or two terms
 * Errors: LIMIT (a degree of CLMODP_ZX_MOST_TERMS or more; 2^35 bytes of coefficients; both
 *         refused before the work starts where that can be foreseen), HOST_MEMORY */
clmodp_status clm_zx_multiply_powers(clm_error *error, clmodp_zx *out, const clmodp_zx *a,
                                     uint64_t e, const clmodp_zx *b, uint64_t k);

#endif
