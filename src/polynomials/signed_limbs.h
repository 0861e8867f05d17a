/* Integers in two's complement with fixed numbers of limbs. */
#ifndef CLM_POLYNOMIALS_SIGNED_LIMBS_H
#define CLM_POLYNOMIALS_SIGNED_LIMBS_H

#include <stddef.h>
#include <stdint.h>

#include <gmp.h>

typedef uint64_t clm_limb;

/* Constant lengths are arguments of inlined functions, so that the compiler unrolls loops. */
#define CLM_UNROLLED __attribute__((always_inline)) static inline

/* Sets c to a number, or to its negative. */
static inline void clm_limbs_get(mpz_t c, const clm_limb *v, size_t length, bool minus)
{
    const clm_limb flip = -(v[length - 1] >> 63);
    clm_limb carry = flip & 1, *const out = mpz_limbs_write(c, (mp_size_t)length);

    for (size_t i = 0; i < length; i++) {
        out[i] = (v[i] ^ flip) + carry;
        carry &= out[i] == 0;
    }
    mpz_limbs_finish(c, (flip != 0) != minus ? -(mp_size_t)length : (mp_size_t)length);
}

#endif
