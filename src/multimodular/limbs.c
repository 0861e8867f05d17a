/* Products and remainders of long integers that a watch can stop. */
#include "multimodular/limbs.h"

#include <string.h>

#include "core/size.h"

size_t clm_limbs_scratch(size_t n)
{
    return 2 * clm_size_min(n, CLM_LIMBS_PIECE) + 2;
}

bool clm_limbs_multiply_watched(mp_limb_t *out, const mp_limb_t *a, size_t an,
                                const mp_limb_t *b, size_t bn, mp_limb_t *scratch,
                                const clm_poller *watch)
{
    if (clm_poller_stopped(watch))
        return false;
    if (an <= CLM_LIMBS_PIECE && bn <= CLM_LIMBS_PIECE) {
        clm_limbs_multiply(out, a, an, b, bn);
        return true;
    }
    memset(out, 0, (an + bn) * sizeof *out);
    for (size_t i = 0; i < an; i += CLM_LIMBS_PIECE)
        for (size_t j = 0; j < bn; j += CLM_LIMBS_PIECE) {
            const size_t in = clm_size_min(CLM_LIMBS_PIECE, an - i);
            const size_t jn = clm_size_min(CLM_LIMBS_PIECE, bn - j);

            if (clm_poller_stopped(watch))
                return false;
            clm_limbs_multiply(scratch, a + i, in, b + j, jn);
            mpn_add(out + i + j, out + i + j, (mp_size_t)(an + bn - i - j), scratch,
                    (mp_size_t)(in + jn));
        }
    return true;
}

bool clm_limbs_reduce_watched(mpz_ptr a, const mp_limb_t *b, size_t n, mp_limb_t *scratch,
                              const clm_poller *watch)
{
    size_t size = mpz_size(a);
    mp_limb_t *limbs = mpz_limbs_modify(a, (mp_size_t)size);
    bool stopped = clm_poller_stopped(watch);

    while (size > n && !stopped) {
        const size_t more = clm_size_min(size - n, CLM_LIMBS_PIECE / 2);
        mp_limb_t *top = limbs + (size - n - more);

        mpn_tdiv_qr(scratch, top, 0, top, (mp_size_t)(n + more), b, (mp_size_t)n);
        size -= more;
        stopped = clm_poller_stopped(watch);
    }
    if (size == n && !stopped && mpn_cmp(limbs, b, (mp_size_t)n) >= 0)
        mpn_tdiv_qr(scratch, limbs, 0, limbs, (mp_size_t)n, b, (mp_size_t)n);
    mpz_limbs_finish(a, (mp_size_t)size);
    return !stopped;
}
