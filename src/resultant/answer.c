/* Refuse answers that are too large. */
#include "resultant/answer.h"

#include <math.h>

#include <clmodp/zx.h>

#define MOST_BITS 0x1p36 /* GMP ends the process at 2^37, and products are made of factors */

clmodp_status clm_answer_check(clm_error *error, double coefficients, double bits, uint64_t most)
{
    const double bytes = coefficients * bits / 8.0;

    if (most != 0 && bytes > (double)most)
        return clm_fail(error, CLMODP_LIMIT,
                        "the result may take %.0f bytes, %.0f coefficients of %.0f bits, and more "
                        "than %llu are refused: raise max_answer (--max-answer) if so much is "
                        "meant",
                        bytes, coefficients, bits, (unsigned long long)most);
    if (bits > MOST_BITS)
        return clm_fail(error, CLMODP_LIMIT,
                        "the result may have coefficients of %.0f bits, and more than 2^36 cannot "
                        "be computed",
                        bits);
    return CLMODP_OK;
}

clmodp_status clm_answer_check_bounds(clm_error *error, const clm_bounds *each, size_t count,
                                      uint64_t most)
{
    double coefficients = 0.0, bits = 0.0;

    for (size_t n = 0; n < count; n++)
        if (!each[n].zero) {
            coefficients += fmin(1.0 + (double)(each[n].degree - each[n].valuation),
                                 (double)CLMODP_ZX_MOST_TERMS); /* more are refused as such */
            bits = fmax(bits, (double)each[n].height_bits);
        }
    return clm_answer_check(error, coefficients, bits, most);
}
