/* How large answers may be: told from bounds, before the work starts. */
#ifndef CLM_RESULTANT_ANSWER_H
#define CLM_RESULTANT_ANSWER_H

#include <stdint.h>

#include "base/error.h"
#include "bounds/bounds.h"

/* LIMIT, with these figures, if so many coefficients of so many bits are more than `most` bytes
 * (0: any number), or if GMP could not hold one of them. Both may be estimates. */
clmodp_status clm_answer_check(clm_error *error, double coefficients, double bits, uint64_t most);

/* The same for all coefficients of `count` results of these bounds. */
clmodp_status clm_answer_check_bounds(clm_error *error, const clm_bounds *each, size_t count,
                                      uint64_t most);

#endif
