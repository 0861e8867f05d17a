/* Residues of long integers: compiled for each level of vector instructions. */
#include "arith/limbs.h"

#include "arith/vectors.h"

#define MASK ((UINT64_C(1) << CLM_LIMB_DIGIT) - 1)

/* Products that are added before a sum is folded. A digit times a residue is below 2^59 and a
 * folded sum below 2^63, so that the sum of 15 products and a folded sum is below 2^64. */
enum { TOGETHER = 15 };

static void limb_powers(uint32_t *powers, size_t count, const fp_field *fields, bool montgomery)
{
    const vec_field f = vec_field_of(fields);
    const vec step = vec_mul(vec_splat((uint32_t)1 << CLM_LIMB_DIGIT), f.r2, &f);
    vec power = montgomery ? f.r2 : f.one;

    for (size_t k = 0; k < count; k++) {
        vec_store(powers + k * VEC_LANES, power);
        power = vec_mul(power, step, &f);
    }
}

/* Returns a number congruent to s, below p 2^32. In: one  2^32 modulo p */
static vec_half fold(vec_half s, vec_half one)
{
    return (s & UINT32_MAX) + vec_half_product(s >> 32, one);
}

/* Returns digit k, which begins below the highest bit. */
static uint64_t digit(const clm_limb_integer *a, size_t k)
{
    const size_t at = CLM_LIMB_DIGIT * k / 64, shift = CLM_LIMB_DIGIT * k % 64;
    uint64_t bits = a->limbs[at] >> shift;

    if (shift > 64 - CLM_LIMB_DIGIT && at + 1 < a->count)
        bits |= a->limbs[at + 1] << (64 - shift);
    return bits & MASK;
}

/* Returns the absolute value's residues. */
static vec reduce_one(const clm_limb_integer *a, const uint32_t *powers, const vec_field *f)
{
    const size_t unused = a->count > 0 ? (size_t)__builtin_clzll(a->limbs[a->count - 1]) : 0;
    const size_t count = (64 * a->count - unused + CLM_LIMB_DIGIT - 1) / CLM_LIMB_DIGIT;
    const vec_pair one = vec_widen(f->one);
    vec_pair s = {{0}, {0}};

    for (size_t from = 0; from < count; from += TOGETHER) {
        const size_t end = count - from > TOGETHER ? from + TOGETHER : count;

        for (size_t k = from; k < end; k++) {
            const vec_half d = digit(a, k) - (vec_half){0};

            s = vec_sum(s, vec_product((vec_pair){d, d},
                                       vec_widen(vec_load(powers + k * VEC_LANES))));
        }
        s = (vec_pair){fold(s.even, one.even), fold(s.odd, one.odd)};
    }
    return vec_redc(s, f);
}

static void limb_reduce(uint32_t *residues, const clm_limb_integer *integers, size_t count,
                        const uint32_t *powers, const fp_field *fields)
{
    const vec_field f = vec_field_of(fields);

    for (size_t k = 0; k < count; k++) {
        const vec residue = reduce_one(&integers[k], powers, &f);

        vec_store(residues + k * VEC_LANES,
                  integers[k].negative ? vec_sub((vec){0}, residue, &f) : residue);
    }
}

const clm_limb_functions VEC_NAME(clm_limbs) = {VEC_LANES, limb_powers, limb_reduce};
