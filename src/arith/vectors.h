/* Vectors of residues modulo primes below 2^31 on the host, one prime for each lane: the
 * arithmetic of cl/arith/fp.h and lazy.h by the compiler's vector types.
 *
 * The width follows from the instruction set for which a source is compiled: 512 bits with
 * AVX-512, 256 with AVX2, else 128. Callers choose a level at run time (arith/vector_level.h).
 *
 * Products have two halves, of even lanes and of odd ones: a multiplication reads the lower words
 * of double words, so even lanes need no instruction, odd ones a shift. */
#ifndef CLM_ARITH_VECTORS_H
#define CLM_ARITH_VECTORS_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "cl/arith/fp.h"

#if defined(__AVX512F__)
#define VEC_BYTES 64
#elif defined(__AVX2__)
#define VEC_BYTES 32
#else
#define VEC_BYTES 16
#endif
#if defined(__AVX2__)
#include <immintrin.h>
#elif defined(__SSE2__)
#include <emmintrin.h>
#elif defined(__aarch64__)
#include <arm_neon.h>
#endif

/* Lanes of a vector. */
#define VEC_LANES ((size_t)VEC_BYTES / 4)

/* Words; the same with the alignment of a word; double words, unsigned and signed. */
typedef uint32_t vec __attribute__((vector_size(VEC_BYTES)));
typedef uint32_t vec_unaligned __attribute__((vector_size(VEC_BYTES), aligned(4), may_alias));
typedef int32_t vec_signed __attribute__((vector_size(VEC_BYTES)));
typedef uint64_t vec_half __attribute__((vector_size(VEC_BYTES)));
typedef int64_t vec_signed_half __attribute__((vector_size(VEC_BYTES)));

/* Double words, one for each lane: widened factors (only lower words count), products, unsigned or
 * signed, and sums. */
typedef struct vec_pair {
    vec_half even, odd;
} vec_pair;

/* The constants of an fp_field for each lane. */
typedef struct vec_field {
    vec p, pinv, one, r2;
} vec_field;

static inline vec vec_load(const uint32_t *from)
{
    return *(const vec_unaligned *)from;
}

static inline void vec_store(uint32_t *to, vec v)
{
    *(vec_unaligned *)to = v;
}

#if defined(__AVX512F__)
static inline __mmask16 vec_first(size_t count)
{
    return (__mmask16)(count < VEC_LANES ? (1u << count) - 1 : 0xffff);
}
#endif

/* Loads and stores the first `count` lanes; the others are 0. */
static inline vec vec_load_some(const uint32_t *from, size_t count)
{
#if defined(__AVX512F__)
    return (vec)_mm512_maskz_loadu_epi32(vec_first(count), from);
#else
    vec v = {0};

    memcpy(&v, from, (count < VEC_LANES ? count : VEC_LANES) * sizeof *from);
    return v;
#endif
}

static inline void vec_store_some(uint32_t *to, vec v, size_t count)
{
#if defined(__AVX512F__)
    _mm512_mask_storeu_epi32(to, vec_first(count), (__m512i)v);
#else
    memcpy(to, &v, (count < VEC_LANES ? count : VEC_LANES) * sizeof *to);
#endif
}

/* Returns the same word in all lanes. */
static inline vec vec_splat(uint32_t word)
{
    return word - (vec){0};
}

/* Returns the constants of one prime for all lanes. */
static inline vec_field vec_field_splat(const fp_field *f)
{
    return (vec_field){vec_splat(f->p), vec_splat(f->pinv), vec_splat(f->one), vec_splat(f->r2)};
}

/* Sets the constants from those of a prime for each lane. */
static inline vec_field vec_field_of(const fp_field *of)
{
    vec_field field;

    for (size_t k = 0; k < VEC_LANES; k++) {
        field.p[k] = of[k].p;
        field.pinv[k] = of[k].pinv;
        field.one[k] = of[k].one;
        field.r2[k] = of[k].r2;
    }
    return field;
}

/* ---- where compilers need intrinsics, and vectors of few instructions ---- */

/* Clang moves the extensions of signed factors out of loops and then multiplies 64-bit words, so
 * it is given the instructions. */
#if defined(__clang__) && defined(__AVX2__)
#define VEC_MULTIPLY(instruction)                                                                 \
    vec_half product;                                                                             \
    __asm__(instruction " %2, %1, %0" : "=v"(product) : "v"(a), "v"(b));                          \
    return product
#endif

/* Returns the products of the lower words, unsigned. */
static inline vec_half vec_half_product(vec_half a, vec_half b)
{
#if defined(VEC_MULTIPLY)
    VEC_MULTIPLY("vpmuludq");
#elif defined(__AVX512F__)
    return (vec_half)_mm512_mul_epu32((__m512i)a, (__m512i)b);
#elif defined(__AVX2__)
    return (vec_half)_mm256_mul_epu32((__m256i)a, (__m256i)b);
#elif defined(__SSE2__)
    return (vec_half)_mm_mul_epu32((__m128i)a, (__m128i)b);
#elif defined(__aarch64__)
    return (vec_half)vmull_u32(vmovn_u64((uint64x2_t)a), vmovn_u64((uint64x2_t)b));
#else
    return (a & 0xffffffff) * (b & 0xffffffff);
#endif
}

/* Returns the products of the lower words, signed. */
static inline vec_half vec_half_signed_product(vec_half a, vec_half b)
{
#if defined(VEC_MULTIPLY)
    VEC_MULTIPLY("vpmuldq");
#elif defined(__AVX512F__)
    return (vec_half)_mm512_mul_epi32((__m512i)a, (__m512i)b);
#elif defined(__AVX2__)
    return (vec_half)_mm256_mul_epi32((__m256i)a, (__m256i)b);
#elif defined(__aarch64__)
    return (vec_half)vmull_s32(vmovn_s64((int64x2_t)a), vmovn_s64((int64x2_t)b));
#else
    /* A negative factor of an unsigned product is greater by 2^32. */
    const vec excess =
        ((vec)((vec_signed)a >> 31) & (vec)b) + ((vec)((vec_signed)b >> 31) & (vec)a);

    return vec_half_product(a, b) - ((vec_half)excess << 32);
#endif
}

/* Maps words in (-p, p), modulo 2^32, to [0, p). */
static inline vec vec_raise(vec v, vec p)
{
#if defined(__AVX512F__)
    return (vec)_mm512_min_epu32((__m512i)v, (__m512i)(v + p));
#elif defined(__AVX2__)
    return (vec)_mm256_min_epu32((__m256i)v, (__m256i)(v + p));
#else
    return v + ((vec)((vec_signed)v >> 31) & p);
#endif
}

/* Returns the upper words of double words. */
static inline vec vec_upper(vec_pair t)
{
#if defined(__AVX512F__)
    return (vec)_mm512_mask_movehdup_ps((__m512)t.odd, 0x5555, (__m512)t.even);
#elif defined(__AVX2__)
    return (vec)_mm256_blend_epi32((__m256i)(t.even >> 32), (__m256i)t.odd, 0xaa);
#else
    return (vec)(t.even >> 32 | (t.odd & ~(vec_half){0} << 32));
#endif
}

/* Returns a bit for each lane, the first lane the lowest: whether it is 0. */
static inline uint32_t vec_zeros(vec v)
{
#if defined(__AVX512F__)
    return _mm512_testn_epi32_mask((__m512i)v, (__m512i)v);
#elif defined(__AVX2__)
    return (uint32_t)_mm256_movemask_ps((__m256)(v == 0));
#elif defined(__SSE2__)
    return (uint32_t)_mm_movemask_ps((__m128)(v == 0));
#else
    uint32_t zeros = 0;

    for (size_t k = 0; k < VEC_LANES; k++)
        zeros |= (uint32_t)(v[k] == 0) << k;
    return zeros;
#endif
}

/* vec_zeros of 0. */
#define VEC_ALL ((uint32_t)((UINT64_C(1) << VEC_LANES) - 1))

/* ---- products ---- */

/* Widens words to factors of products. */
static inline vec_pair vec_widen(vec v)
{
    return (vec_pair){(vec_half)v, (vec_half)v >> 32};
}

static inline vec_pair vec_product(vec_pair a, vec_pair b)
{
    return (vec_pair){vec_half_product(a.even, b.even), vec_half_product(a.odd, b.odd)};
}

static inline vec_pair vec_signed_product(vec_pair a, vec_pair b)
{
    return (vec_pair){vec_half_signed_product(a.even, b.even),
                      vec_half_signed_product(a.odd, b.odd)};
}

/* Returns a + b, of products unsigned or signed. */
static inline vec_pair vec_sum(vec_pair a, vec_pair b)
{
    return (vec_pair){a.even + b.even, a.odd + b.odd};
}

/* Maps signed sums of absolute value at most p * 2^32 to [0, p * 2^32]. In: p  widened */
static inline vec_pair vec_fold(vec_pair t, vec_pair p)
{
    return (vec_pair){t.even + ((vec_half)((vec_signed_half)t.even < 0) & p.even << 32),
                      t.odd + ((vec_half)((vec_signed_half)t.odd < 0) & p.odd << 32)};
}

/* Returns sum - a b modulo p * 2^32. In: sum < p * 2^32; a, b in [0, p); p  widened */
static inline vec_pair vec_subtract_product(vec_pair sum, vec a, vec b, vec_pair p)
{
    const vec_pair product = vec_product(vec_widen(a), vec_widen(b));

    return vec_fold((vec_pair){sum.even - product.even, sum.odd - product.odd}, p);
}

/* ---- residues in [0, p), as in cl/arith/fp.h ---- */

/* In: t < p * 2^32. Out: t * 2^-32 mod p, in [0, p). */
static inline vec vec_redc(vec_pair t, const vec_field *f)
{
    const vec_pair multiple = vec_product(vec_product(t, vec_widen(f->pinv)), vec_widen(f->p));

    return vec_raise(vec_upper((vec_pair){t.even - multiple.even, t.odd - multiple.odd}), f->p);
}

static inline vec vec_add(vec a, vec b, const vec_field *f)
{
    return vec_raise(a + b - f->p, f->p);
}

static inline vec vec_sub(vec a, vec b, const vec_field *f)
{
    return vec_raise(a - b, f->p);
}

static inline vec vec_mul(vec a, vec b, const vec_field *f)
{
    return vec_redc(vec_product(vec_widen(a), vec_widen(b)), f);
}

/* Returns 1 / a by Fermat's theorem, 0 for 0. */
static inline vec vec_inverse(vec a, const vec_field *f)
{
    const vec e = f->p - 2;
    vec result = f->one;

    for (int bit = 0; bit < 31; bit++) {
        const vec chosen = -(e >> bit & 1);

        result = vec_mul(result, (a & chosen) | (f->one & ~chosen), f);
        a = vec_mul(a, a, f);
    }
    return result;
}

/* ---- signed residues, reduced only as far as necessary, as in cl/arith/lazy.h ---- */

/* Widened constants of lazy reductions. */
typedef struct vec_lazy {
    vec_pair p, minus_pinv;
} vec_lazy;

static inline vec_lazy vec_lazy_of(const vec_field *f)
{
    return (vec_lazy){vec_widen(f->p), vec_widen(-f->pinv)};
}

/* In: |t| < (2^31 - p/2) * 2^32. Out: t * 2^-32 mod p, of absolute value at most |t| * 2^-32 +
 * p/2, without a correction: t + m p, m = -t / p mod 2^32 in [-2^31, 2^31), has a lower word 0. */
static inline vec vec_lazy_redc(vec_pair t, const vec_lazy *f)
{
    return vec_upper(vec_sum(t, vec_signed_product(vec_product(t, f->minus_pinv), f->p)));
}

/* In: a, b of absolute value at most 5/4 p, p <= 2/5 * 2^32. Out: the product, at most 9/8 p. */
static inline vec vec_lazy_mul(vec a, vec b, const vec_lazy *f)
{
    return vec_lazy_redc(vec_signed_product(vec_widen(a), vec_widen(b)), f);
}

/* Maps words of absolute value at most 3/2 p to [-p/2, p/2]. */
static inline vec vec_lazy_balance(vec v, vec p)
{
    const vec_signed half = (vec_signed)(p >> 1);
#if defined(__AVX512F__)
    const __m512i word = (__m512i)v, prime = (__m512i)p;
    const __mmask16 low = _mm512_cmplt_epi32_mask(word, (__m512i)-half);
    const __mmask16 high = _mm512_cmpgt_epi32_mask(word, (__m512i)half);

    return (vec)_mm512_mask_sub_epi32(_mm512_mask_add_epi32(word, low, word, prime), high, word,
                                      prime);
#else
    return v + ((vec)((vec_signed)v < -half) & p) - ((vec)((vec_signed)v > half) & p);
#endif
}

/* Maps signed double words of absolute value at most 2 m to [-m, m]. */
static inline vec_half vec_half_balance(vec_half t, vec_half m)
{
#if defined(__AVX512DQ__)
    return (vec_half)_mm512_mask_add_epi64((__m512i)(t - m), _mm512_movepi64_mask((__m512i)t),
                                           (__m512i)t, (__m512i)m);
#else
    return t - m + ((vec_half)((vec_signed_half)t < 0) & (m + m));
#endif
}

/* Maps words of absolute value at most 3/2 p to [0, p). */
static inline vec vec_lazy_canonical(vec v, vec p)
{
    return vec_raise(vec_lazy_balance(v, p), p);
}

#endif
