/* Products with powers of 2. */
#ifndef CLM_ROOTS_SHIFT_H
#define CLM_ROOTS_SHIFT_H

#include <gmp.h>

/* out := a 2^shift, rounded down. */
static inline void clm_shift(mpz_ptr out, mpz_srcptr a, long shift)
{
    if (shift >= 0)
        mpz_mul_2exp(out, a, (mp_bitcnt_t)shift);
    else
        mpz_fdiv_q_2exp(out, a, (mp_bitcnt_t)-shift);
}

#endif
