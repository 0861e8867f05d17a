/* Residue arithmetic on the W lanes of one work-item; kernels only.
 *
 * CPUs are fast through explicit vectors (W = 8 or 16), GPUs through many work-items (W = 1):
 * kernels are written once in terms of LANES (W words) and LANES2 (W double words). Functions and
 * their ranges mirror cl/arith/fp.h. */
#ifndef CLM_LANES_H
#define CLM_LANES_H

#include "fp.h"

#ifndef W
#define W 1 /* lanes of a work-item: 1, 2, 4, 8 or 16 */
#endif
#ifndef T
#define T W /* polynomials in a tile, a multiple of W */
#endif
#ifndef NT
#define NT 64 /* work-items in a group */
#endif

/* A barrier of the group. Groups of one work-item need none, and in PoCL a barrier forces values
 * out of registers. */
#if NT == 1
#define LANES_BARRIER(fence)
#else
#define LANES_BARRIER(fence) barrier(fence)
#endif

#define LANES_JOIN_(a, b) a##b
#define LANES_JOIN(a, b) LANES_JOIN_(a, b)

#define LANES_FN static inline

/* Functions that are always inlined: a call would keep arrays, structures or sums in memory, and
 * compilers would share one general copy of a long function with constant parameters. None returns
 * a structure, which Oclgrind does not support here. */
#define LANES_INLINE __attribute__((always_inline)) static inline

/* Declares a kernel whose work-items carry vectors. Without the hint some compilers build vectors
 * of work-items; Intel's CPU runtime then takes 5 times as long. */
#define LANES_KERNEL kernel __attribute__((vec_type_hint(LANES))) void

#if W == 4
#define LANES_HALF_WIDTH 2
#elif W == 8
#define LANES_HALF_WIDTH 4
#elif W == 16
#define LANES_HALF_WIDTH 8
#endif

/* Words and double words of all lanes. */
#if W == 1
typedef uint LANES;
typedef ulong LANES2;
#ifndef CLM_COUNT_OPERATIONS
#define lanes_load(p) (*(p))
#define lanes_store(v, p) (*(p) = (v))
#endif
#define lanes_widen(v) ((ulong)(v))
#define lanes_narrow(v) ((uint)(v))

#else
typedef LANES_JOIN(uint, W) LANES;
typedef LANES_JOIN(ulong, W) LANES2;
#define lanes_widen(v) LANES_JOIN(convert_ulong, W)(v)
#define lanes_narrow(v) LANES_JOIN(convert_uint, W)(v)
#endif

#ifndef lanes_load
/* W words with the alignment of a word. Used instead of vload and vstore, which PoCL 3.1 splits
 * into steps of 128 bits, four loads and three insertions for 16 words. */
typedef LANES __attribute__((aligned(4))) LANES_WORDS;

#define LANES_MEMORY(space, loaded, stored)                                                 \
    LANES_FN __attribute__((overloadable)) LANES lanes_load(space const u32 *p)             \
    {                                                                                       \
        return loaded(*(space const LANES_WORDS *)p);                                       \
    }                                                                                       \
    LANES_FN __attribute__((overloadable)) void lanes_store(LANES v, space u32 *p)          \
    {                                                                                       \
        stored(*(space LANES_WORDS *)p) = v;                                                \
    }
LANES_MEMORY(global, LOADED, STORED)
LANES_MEMORY(local, , )
LANES_MEMORY(private, , )
#endif

/* Returns the first `count` words at p, 0 in the lanes beyond them. */
LANES_FN LANES lanes_load_some(global const u32 *p, u32 count)
{
    if (count >= W)
        return lanes_load(p);

    LANES v = (LANES)(0);

#if W > 1 /* a GPU would keep the words in memory */
    for (u32 lane = 0; lane < count; lane++)
        ((private u32 *)&v)[lane] = LOADED(p[lane]);
#endif
    return v;
}

/* Stores the first `count` lanes, at most W. */
LANES_FN void lanes_store_some(LANES v, global u32 *p, u32 count)
{
    if (count >= W) {
        lanes_store(v, p);
        return;
    }
#if W > 1
    u32 words[W];

    lanes_store(v, words);
    for (u32 lane = 0; lane < count; lane++)
        STORED(p[lane]) = words[lane];
#endif
}

/* The lower word of double words. For factors masked beside their product, compilers emit one
 * 32-bit multiplication and no masks. Else they multiply 64 by 64 bits, three steps on Intel's
 * processors. */
#define LANES_CUT(v) ((v) & 0xffffffffUL)

/* W words reinterpreted as W / 2 double words. */
#if W == 2
typedef ulong LANES_HALF;
#define lanes_as_half as_ulong
#elif W > 2
typedef LANES_JOIN(ulong, LANES_HALF_WIDTH) LANES_HALF;
#define lanes_as_half LANES_JOIN(as_ulong, LANES_HALF_WIDTH)
#endif
#if W > 1
#define lanes_as_words LANES_JOIN(as_uint, W)
#endif

/* Place of a work-item among those of a launch with several parts, of `vectors` vectors each. */
typedef struct lanes_place {
    u32 part, tile, lane; /* tile and first lane in its part */
} lanes_place;

/* Returns the place of this work-item. Pre: vectors is a multiple of the vectors in a tile. If
 * groups divide tiles, as on GPUs, part and tile are computed from the number of the group: then
 * compilers see that they are equal in a group, and a wave computes and loads once what depends
 * on them alone. NVIDIA's compiler would move such addresses to vector registers before it loads,
 * which costs as much as is saved. */
LANES_FN lanes_place lanes_find(u32 vectors)
{
    const u32 item = (u32)get_global_id(0);
#if W == 1 && !defined LANES_ASSEMBLY_PTX
    const u32 first = T % NT == 0 ? (u32)get_group_id(0) * NT : item;
#else
    const u32 first = item;
#endif
    const u32 part = first / vectors, begin = part * vectors;
    const lanes_place place = {part, (first - begin) / (T / W), (item - begin) * W};

    return place;
}

/* Returns the same word in every lane. */
LANES_FN LANES lanes_splat(u32 v)
{
    return (LANES)(v);
}

/* Returns the greatest word. */
LANES_FN u32 lanes_greatest(LANES v)
{
#if W == 1
    return v;
#else
#if W == 16
    const uint8 m = max(v.lo, v.hi);
    const uint4 n = max(m.lo, m.hi);
    const uint2 ends = max(n.lo, n.hi);
#elif W == 8
    const uint4 n = max(v.lo, v.hi);
    const uint2 ends = max(n.lo, n.hi);
#elif W == 4
    const uint2 ends = max(v.lo, v.hi);
#else
    const uint2 ends = v;
#endif
    return max(ends.lo, ends.hi);
#endif
}

/* Returns products as double words, of which two can be added before a reduction. */
LANES_FN LANES2 lanes_product(LANES a, LANES b)
{
    return lanes_widen(a) * lanes_widen(b);
}

/* Returns t mod p * 2^32, for t < 2 * p * 2^32. Uses an unsigned minimum: t - bound wraps to a
 * greater value if t is already small. */
LANES_FN LANES2 lanes_fold(LANES2 t, fp_field f)
{
#if W == 1
    return fp_fold(t, f);
#else
    return min(t, t - (LANES2)((u64)f.p << 32));
#endif
}

/* Returns t * 2^-32 mod p, for t < p * 2^32. */
LANES_FN LANES lanes_redc(LANES2 t, fp_field f)
{
#if W == 1
    return fp_redc(t, f);
#else
    LANES2 m = LANES_CUT(t) * (LANES2)((u64)f.pinv);
    LANES difference = lanes_narrow((t - LANES_CUT(m) * (LANES2)((u64)f.p)) >> 32);

    return min(difference, difference + lanes_splat(f.p));
#endif
}

#if W > 1
/* Returns one factor for all lanes, in both words of each: a compiler that knows the upper word to
 * be 0, such as LLVM 21, drops the mask beside the product. Loading into all words is free, into
 * every other one a step. */
LANES_FN LANES_HALF lanes_half_splat(u32 v)
{
    return lanes_as_half(lanes_splat(v));
}

/* Returns the products of the lower words. */
LANES_FN LANES_HALF lanes_half_product(LANES_HALF a, LANES_HALF b)
{
    return LANES_CUT(a) * LANES_CUT(b);
}

/* Returns the lower words of the products of lower words; the upper words are undefined.
 *
 * As these products are masked next, compilers would drop the factors' masks and multiply 64 by 64
 * bits (LANES_CUT), so all words are multiplied as 32-bit words. Empty inline assembly hides the
 * product's use, so that only every other word is multiplied. Only drivers known not to crash on
 * inline assembly receive any (clm_tuning_assembly). */
LANES_FN LANES_HALF lanes_half_low_product(LANES_HALF a, LANES_HALF b)
{
#ifdef LANES_ASSEMBLY_X86
    LANES_HALF m = lanes_half_product(a, b);

    __asm__("" : "+v"(m));
    return m;
#else
    return lanes_as_half(lanes_as_words(a) * lanes_as_words(b));
#endif
}

/* For t < p * 2^32: the upper word is t * 2^-32 mod p or that minus p; the lower word is 0. */
LANES_FN LANES_HALF lanes_half_redc(LANES_HALF t, LANES_HALF p, LANES_HALF pinv)
{
    return t - lanes_half_product(lanes_half_low_product(t, pinv), p);
}

/* Joins the results of lanes_half_redc for the even and the odd words, as residues modulo p. */
LANES_FN LANES lanes_half_join(LANES_HALF even, LANES_HALF odd, LANES p)
{
    LANES difference = lanes_as_words((even >> 32) | odd);

    return min(difference, difference + p);
}
#endif

/* Returns a * b * 2^-32 mod p, for a * b < p * 2^32.
 *
 * Even words are multiplied in place, odd ones after a shift; a shift and an OR join the products.
 * Widening and narrowing would take twice as many steps:
 *
 *     words      [ 0     1 ][ 2     3 ] ...     a double word takes two words;
 *     x          [ 0    (1)][ 2    (3)] ...     a product reads only the lower one, so (.)
 *     x >> 32    [ 1       ][ 3       ] ...     may be anything */
LANES_FN LANES lanes_mul(LANES a, LANES b, fp_field f)
{
#if W == 1
    return fp_mul(a, b, f);
#else
    OP_COUNTS(PRODUCTS, W);
    const LANES_HALF p = lanes_half_splat(f.p), pinv = lanes_half_splat(f.pinv);
    LANES_HALF x = lanes_as_half(a), y = lanes_as_half(b);
    LANES_HALF even = lanes_half_product(x, y), odd = lanes_half_product(x >> 32, y >> 32);

    return lanes_half_join(lanes_half_redc(even, p, pinv), lanes_half_redc(odd, p, pinv),
                           lanes_splat(f.p));
#endif
}

/* Return v modulo p, in [0, p), for v < 2 p and for v from -p to p - 1. An unsigned minimum
 * selects it, since the other of two words that differ by p has wrapped and is greater. */
LANES_FN LANES lanes_lower(LANES v, LANES p)
{
    VERIFY(v < 2 * p);
    return min(v, v - p);
}

LANES_FN LANES lanes_raise(LANES v, LANES p)
{
    VERIFY(v < p || v >= 0 - p);
    return min(v, v + p);
}

LANES_FN LANES lanes_add(LANES a, LANES b, fp_field f)
{
    OP_COUNTS(ADDITIONS, W);
    return lanes_lower(a + b, lanes_splat(f.p));
}

LANES_FN LANES lanes_sub(LANES a, LANES b, fp_field f)
{
    OP_COUNTS(ADDITIONS, W);
    return lanes_raise(a - b, lanes_splat(f.p));
}

LANES_FN LANES lanes_neg(LANES a, fp_field f)
{
    return lanes_sub(lanes_splat(0), a, f);
}

/* Returns a^e, with the same exponent in every lane. */
LANES_FN LANES lanes_pow(LANES a, u32 e, fp_field f)
{
    LANES result = lanes_splat(f.one);

    for (; e != 0; e >>= 1) {
        if (e & 1)
            result = lanes_mul(result, a, f);
        a = lanes_mul(a, a, f);
    }
    return result;
}

/* Returns 1 / a by Fermat's theorem, 0 for 0. */
LANES_FN LANES lanes_inv(LANES a, fp_field f)
{
    return lanes_pow(a, f.p - 2, f);
}

#endif
