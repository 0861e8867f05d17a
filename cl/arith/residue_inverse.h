/* The inverse of a residue by Montgomery's algorithm, compiled for kernels and for host tests.
 *
 * Stage 1 is a binary Euclidean algorithm on v = x and u = p without left shifts. Both may become
 * negative; u stays odd, and after k halvings
 *
 *     x s = v 2^k,   x r = -sign(u v) u 2^k   (mod p),     p = |u| s + |v| r.
 *
 *     v even:         v' = v/2, r' = 2 r, and k grows by one
 *     v odd:          v' = v - u or v + u, whichever is smaller, s' = s + r; if the sign of v has
 *                     changed, |v| was less than |u|: then u' = v, r' = s. Now v' is even.
 *
 * |u v| at least halves and |u| + |v| at most halves with each v/2, so the number of steps k
 * satisfies bits(p) <= k <= 2 bits(p). At the end v = 0, |u| = 1, x r = -2^k, and r < 2 p by the
 * last equation: all values fit a word with one bit to spare.
 *
 * Stage 2 removes 2^k by one or two reductions like fp_redc, with R = 2^B for words of B bits:
 * r 2^-k = (r 2^(B - k)) / R for k < B.
 *
 * [Eme12, Listing 3], after [Kaliski 1995] */
#ifndef CLM_RESIDUE_INVERSE_H
#define CLM_RESIDUE_INVERSE_H

#include "residue.h"

#if RESIDUE == RESIDUE_DOUBLE50
#define RESIDUE_INVERSE_BITS 64
#ifdef __OPENCL_VERSION__
typedef long residue_inverse_signed;
#define residue_inverse_high(a, b) mul_hi((a), (b))
#else
typedef int64_t residue_inverse_signed;
__extension__ typedef unsigned __int128 residue_inverse_wide;
#define residue_inverse_high(a, b) ((u64)((residue_inverse_wide)(a) * (b) >> 64))
#endif
#else
#define RESIDUE_INVERSE_BITS 32
#ifdef __OPENCL_VERSION__
typedef int residue_inverse_signed;
#define residue_inverse_high(a, b) mul_hi((a), (b))
#else
typedef int32_t residue_inverse_signed;
#define residue_inverse_high(a, b) ((u32)((u64)(a) * (b) >> 32))
#endif
#endif

/* Returns (high R + low) / R mod p, in [0, p). Pre: high < p. */
FP_FN residue_word residue_inverse_redc(residue_word high, residue_word low, residue_word p,
                                        residue_word pinv)
{
    const residue_word multiple = residue_inverse_high((residue_word)(low * pinv), p);

    return high >= multiple ? high - multiple : high - multiple + p;
}

/* Returns 1/x mod p. Pre: p prime, odd, and less than half of R; 0 < x < p. */
FP_FN residue_word residue_inverse_word(residue_word x, residue_word p)
{
    residue_inverse_signed v = (residue_inverse_signed)x, u = (residue_inverse_signed)p;
    residue_word s = 1, r = 0, pinv = p;
    u32 k = 0;

    for (; v != 0; k++) {
        residue_word doubled = r;

        if (v & 1) {
            const residue_inverse_signed old = v;

            v = (v ^ u) < 0 ? v + u : v - u;
            if ((v ^ old) < 0) {
                u = old;
                doubled = s;
            }
            s += r;
        }
        v /= 2;
        r = 2 * doubled;
    }
    r = r < p ? p - r : 2 * p - r;
    /* p^-1 mod R by Newton's iteration, from p, which is its own inverse modulo 2^3 */
    for (u32 bits = 3; bits < RESIDUE_INVERSE_BITS; bits *= 2)
        pinv *= 2 - p * pinv;
    if (k >= RESIDUE_INVERSE_BITS) {
        r = residue_inverse_redc(0, r, p, pinv);
        k -= RESIDUE_INVERSE_BITS;
    }
    if (k > 0)
        r = residue_inverse_redc(r >> k, r << (RESIDUE_INVERSE_BITS - k), p, pinv);
    return r;
}

/* Returns 1 / a, 0 for 0. */
FP_FN residue residue_inverse(residue a, residue_field f)
{
    return a == 0 ? 0 : residue_to(residue_inverse_word(residue_from(a, f), (residue_word)f.p), f);
}

#endif
