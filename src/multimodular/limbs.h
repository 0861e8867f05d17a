/* Products and remainders of limbs, in pieces short enough for cancellation. */
#ifndef CLM_MULTIMODULAR_LIMBS_H
#define CLM_MULTIMODULAR_LIMBS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <gmp.h>

#include "core/parallel.h"

/* Greatest number of limbs of a factor for one call of GMP: 0.2 s. */
#define CLM_LIMBS_PIECE ((size_t)1 << 18)

/* Sets out = a * b, an + bn limbs, passing the longer factor first as GMP requires. */
static inline void clm_limbs_multiply(mp_limb_t *out, const mp_limb_t *a, size_t an,
                                      const mp_limb_t *b, size_t bn)
{
    if (an >= bn)
        mpn_mul(out, a, (mp_size_t)an, b, (mp_size_t)bn);
    else
        mpn_mul(out, b, (mp_size_t)bn, a, (mp_size_t)an);
}

/* Returns the limbs of scratch for products and quotients with operands of up to n limbs. */
size_t clm_limbs_scratch(size_t n);

/* Sets out = a * b as above, in pieces of CLM_LIMBS_PIECE; false if stopped. k pieces of a and l
 * of b take k * l products.
 * In:   scratch  clm_limbs_scratch of the longer factor */
bool clm_limbs_multiply_watched(mp_limb_t *out, const mp_limb_t *a, size_t an,
                                const mp_limb_t *b, size_t bn, mp_limb_t *scratch,
                                const clm_poller *watch);

/* Sets a := a mod b, a >= 0; false if stopped, leaving a number in the class of a.
 * In:   b        n limbs, the last not 0
 *       scratch  clm_limbs_scratch of the difference of the lengths of a and b */
bool clm_limbs_reduce_watched(mpz_ptr a, const mp_limb_t *b, size_t n, mp_limb_t *scratch,
                              const clm_poller *watch);

/* Returns `width` <= 32 bits from `bit` on of n limbs with zeros above. */
static inline uint32_t clm_limbs_bits(const mp_limb_t *limbs, size_t n, size_t bit, size_t width)
{
    size_t k = bit / 64, shift = bit % 64;
    mp_limb_t v = k < n ? limbs[k] >> shift : 0;

    if (shift > 64 - width && k + 1 < n)
        v |= limbs[k + 1] << (64 - shift);
    return (uint32_t)(v & (((mp_limb_t)1 << width) - 1));
}

#endif
