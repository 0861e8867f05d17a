/* Residues of long integers: compiled for each level of vector instructions. */
#include "arith/limbs.h"

#include "arith/vectors.h"

static void limb_powers(uint32_t *powers, size_t most, const fp_field *fields)
{
    const vec_field f = vec_field_of(fields);
    const vec step = vec_mul(f.r2, f.r2, &f); /* multiplies by 2^64 */
    vec power = f.r2;

    for (size_t k = 0; k <= most; k++) {
        vec_store(powers + k * VEC_LANES, power);
        power = vec_mul(power, step, &f);
    }
}

/* Returns (s + word) / 2^32 modulo p, at most p + 1. Pre: so is s. */
static vec_half take_word(vec_half s, uint64_t word, vec_half p, vec_half pinv)
{
    const vec_half t = s + word;

    return (t + (p << 32) - vec_half_product(vec_half_product(t, pinv), p)) >> 32;
}

/* Returns the absolute value's residues. */
static vec reduce_one(const clm_limb_integer *a, const uint32_t *powers, const vec_field *f)
{
    const vec_pair p = vec_widen(f->p), pinv = vec_widen(f->pinv);
    vec_pair s = {{0}, {0}};

    if (a->count == 1 && a->limbs[0] >> 32 == 0)
        return vec_mul(vec_splat((uint32_t)a->limbs[0]), f->r2, f);
    for (size_t k = 0; k < a->count; k++)
        for (unsigned shift = 0; shift < 64; shift += 32) {
            const uint64_t word = a->limbs[k] >> shift & UINT32_MAX;

            s.even = take_word(s.even, word, p.even, pinv.even);
            s.odd = take_word(s.odd, word, p.odd, pinv.odd);
        }
    return vec_redc(vec_product(s, vec_widen(vec_load(powers + a->count * VEC_LANES))), f);
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
