/* Arrays of words as vectors, and sums of products of polynomials' coefficients. */
#ifndef CLM_FPX_HOST_SUMS_H
#define CLM_FPX_HOST_SUMS_H

#include <stdbool.h>

#include "arith/vectors.h"

/* A function that is compiled anew for constant arguments, such as lazy residues or others. */
#define INLINE static inline __attribute__((always_inline))

#define LANES VEC_LANES

/* Vector k of an array. */
INLINE vec get(const uint32_t *v, size_t k)
{
    return vec_load(v + k * LANES);
}

INLINE void put(uint32_t *v, size_t k, vec x)
{
    vec_store(v + k * LANES, x);
}

/* A vector of double words at the address of any double word. */
typedef uint64_t unaligned_half __attribute__((vector_size(VEC_BYTES), aligned(8), may_alias));

/* Maps words in [0, 2 p) to [0, p). */
INLINE vec lower(vec v, vec p)
{
    return vec_raise(v - p, p);
}

/* Subtracts p 2^32 from double words of at least that, below 2 p 2^32. */
INLINE vec_half fold(vec_half t, vec_half p)
{
    return (vec_half)lower((vec)t, (vec)(p << 32));
}

/* Adds a times the words of even and odd lanes to the double words t. */
INLINE void add_products(vec_pair *t, uint32_t a, vec_half even, vec_half odd, bool lazy)
{
    const vec_half factor = (vec_half)vec_splat(a);

    t->even += lazy ? vec_half_signed_product(factor, even) : vec_half_product(factor, even);
    t->odd += lazy ? vec_half_signed_product(factor, odd) : vec_half_product(factor, odd);
}

/* Returns the greatest s <= 3 for which p 2^s is below 2^31. Sums of products of residues then
 * stay below 2 p 2^(32 + s) if one in 4^s pairs is followed by a fold. */
INLINE unsigned spare_bits(uint32_t p)
{
    return p >> 30 != 0 ? 0 : p >> 29 != 0 ? 1 : p >> 28 != 0 ? 2 : 3;
}

/* Returns the sum of a[k] times the vector at `by` - k, k < count, in double words. Odd lanes are
 * the even ones of the vector one word later. Pre: the words are of absolute value at most 3/2 p
 * and count <= 16 if lazy, else in [0, p) and count <= 128, with spare_bits(p) */
INLINE vec_pair convolved(const uint32_t *a, size_t count, const uint32_t *by, vec p,
                          unsigned spare, bool lazy)
{
    const size_t group = (size_t)2 << 2 * spare;
    vec_pair t = {{0}, {0}};
    vec_half odd = (vec_half)vec_load(by + 1);

    for (size_t k = 0; k < count; k += 2) {
        const vec_half even = (vec_half)vec_load(by - k);

        if (!lazy && k > 0 && k % group == 0) {
            t.even = fold(t.even, (vec_half)(p << spare));
            t.odd = fold(t.odd, (vec_half)(p << spare));
        }
        add_products(&t, a[k], even, odd, lazy);
        if (k + 1 < count) {
            odd = (vec_half)vec_load(by - k - 1);
            add_products(&t, a[k + 1], odd, even, lazy);
        }
    }
    for (unsigned s = spare + 1; !lazy && s-- > 0;) {
        t.even = fold(t.even, (vec_half)(p << s));
        t.odd = fold(t.odd, (vec_half)(p << s));
    }
    return t;
}

#endif
