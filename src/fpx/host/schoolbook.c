/* Quadratic algorithms on vectors: compiled for each level of vector instructions. */
#include "fpx/host/schoolbook.h"

#include "arith/vectors.h"
#include "fpx/host/sums.h"

void VEC_NAME(clm_host_convolve)(uint32_t *to, const uint32_t *a, size_t a_count,
                                 const uint32_t *b, size_t b_count, size_t low, size_t count,
                                 const fp_field *f, int sign)
{
    enum { ZEROS = 2 * LANES };
    const unsigned spare = spare_bits(f->p);
    const vec_field field = {.p = vec_splat(f->p), .pinv = vec_splat(f->pinv)};
    uint32_t factors[CLM_CONVOLVE_SHORTER + LANES];
    uint32_t padded[CLM_CONVOLVE_LONGER + 2 * ZEROS + LANES];

    for (size_t k = 0; k < a_count; k += LANES)
        vec_store(factors + k,
                  vec_mul(vec_load_some(a + k, a_count - k), vec_splat(f->r2), &field));
    vec_store(padded, (vec){0});
    vec_store(padded + LANES, (vec){0});
    for (size_t k = 0; k < b_count; k += LANES)
        vec_store(padded + ZEROS + k, vec_load_some(b + k, b_count - k));
    vec_store(padded + ZEROS + b_count, (vec){0});
    vec_store(padded + ZEROS + b_count + LANES, (vec){0});
    for (size_t n = 0; n < count; n += LANES) {
        const size_t at = low + n, first = at < b_count ? 0 : at - (b_count - 1);
        const size_t end = at + LANES < a_count ? at + LANES : a_count;
        const size_t terms = end > first ? end - first : 0;
        const uint32_t *const from = padded + ZEROS + (at - first);
        vec v = vec_redc(convolved(factors + first, terms, from, field.p, spare, false), &field);

        if (sign != 0) {
            const vec old = vec_load_some(to + n, count - n);

            v = sign < 0 ? vec_sub(old, v, &field) : vec_add(old, v, &field);
        }
        vec_store_some(to + n, v, count - n);
    }
}

/* Computes two vectors of each sum at a time, so that they share factors of a; the middle sums
 * from those of (a0 + a1) (b0 + b1) [Gathen, Gerhard 2013, 8.1]. */
void VEC_NAME(clm_host_convolve_halves)(uint64_t *low, uint64_t *middle, uint64_t *high,
                                        const uint64_t *a, size_t a_count, const uint64_t *b,
                                        size_t b_count, size_t first, size_t count)
{
    const size_t lanes = LANES / 2;
    uint64_t padded[CLM_HALVES_SHORTER + 2 * LANES] = {0}, *const both = padded + LANES;

    for (size_t k = 0; k < b_count; k++)
        both[k] = (b[k] & UINT32_MAX) + (b[k] >> 32);
    for (size_t k = 0; k < count; k += 2 * lanes) {
        const size_t top = first + k, end = top + 2 * lanes < a_count ? top + 2 * lanes : a_count;
        vec_half sums[2][3] = {{{0}}};

        for (size_t i = top < b_count ? 0 : top - b_count + 1; i < end; i++) {
            const uint32_t x = (uint32_t)a[i], above = (uint32_t)(a[i] >> 32);

            for (size_t j = 0; j < 2; j++) {
                const ptrdiff_t at = (ptrdiff_t)(top + j * lanes) - (ptrdiff_t)i;
                const uint32_t *const y = (const uint32_t *)(b + at);

                sums[j][0] += vec_half_product((vec_half)vec_splat(x), (vec_half)vec_load(y));
                sums[j][1] += vec_half_product((vec_half)vec_splat(x + above),
                                               *(const unaligned_half *)(both + at));
                sums[j][2] +=
                    vec_half_product((vec_half)vec_splat(above), (vec_half)vec_load(y + 1));
            }
        }
        for (size_t j = 0; j < 2; j++) {
            *(unaligned_half *)(low + k + j * lanes) = sums[j][0];
            *(unaligned_half *)(middle + k + j * lanes) = sums[j][1] - sums[j][0] - sums[j][2];
            *(unaligned_half *)(high + k + j * lanes) = sums[j][2];
        }
    }
}

/* Maps a residue to [-p/2, p/2]. */
static int64_t balanced(uint32_t v, uint32_t p)
{
    return v > p / 2 ? (int64_t)v - p : v;
}

/* A vector of points x: x, x^2 and x^3 in Montgomery form, balanced; and multiples of p that
 * centre sums of products with these and with 1. */
typedef struct some_points {
    vec_pair powers[3], centre;
} some_points;

/* In: one  1 in Montgomery form, balanced */
static some_points points_of(vec points, int64_t one, const vec_field *f)
{
    const vec x = vec_mul(points, f->r2, f);
    const vec_half minus = -((vec_half)f->p >> 32);
    some_points s = {.centre = {(uint64_t)one - (vec_half){0}, (uint64_t)one - (vec_half){0}}};
    vec power = x;

    for (size_t k = 0; k < 3; k++) {
        const vec v = vec_lazy_balance(power, f->p);

        s.powers[k] = vec_widen(v);
        s.centre.even += (vec_half)((vec_signed_half)((vec_half)v << 32) >> 32);
        s.centre.odd += (vec_half)((vec_signed_half)v >> 32);
        power = vec_mul(power, x, f);
    }
    s.centre.even = (vec_half)((vec_signed_half)s.centre.even >> 1) * minus;
    s.centre.odd = (vec_half)((vec_signed_half)s.centre.odd >> 1) * minus;
    return s;
}

/* Horner's rule with three coefficients per step: v := v x^3 + c2 x^2 + c1 x + c0. A centred sum
 * of four products of residues in [0, p) with balanced factors is below p^2 in absolute value, and
 * its reduction below p. */
void VEC_NAME(clm_host_values)(uint32_t *to, const uint32_t *a, size_t count,
                               const uint32_t *points, const fp_field *of)
{
    enum { SIDE = 2 };
    const vec_field f = {
        .p = vec_splat(of->p), .pinv = vec_splat(of->pinv), .r2 = vec_splat(of->r2)};
    const vec_lazy prime = vec_lazy_of(&f);
    const int64_t one = balanced(of->one, of->p);
    some_points s[SIDE];
    vec v[SIDE] = {{0}};

    for (size_t j = 0; j < SIDE; j++)
        s[j] = points_of(vec_load(points + j * LANES), one, &f);
    for (size_t k = (count + 2) / 3 * 3; k > 0; k -= 3) {
        const vec_half c0 = (uint64_t)(a[k - 3] * one) - (vec_half){0};
        const vec_half c1 = (vec_half)vec_splat(k - 2 < count ? a[k - 2] : 0);
        const vec_half c2 = (vec_half)vec_splat(k - 1 < count ? a[k - 1] : 0);

        for (size_t j = 0; j < SIDE; j++) {
            const vec_pair c = {c0 + s[j].centre.even, c0 + s[j].centre.odd};
            vec_pair t = vec_sum(c, vec_signed_product(vec_widen(v[j]), s[j].powers[2]));

            t = vec_sum(t, vec_signed_product((vec_pair){c2, c2}, s[j].powers[1]));
            t = vec_sum(t, vec_signed_product((vec_pair){c1, c1}, s[j].powers[0]));
            v[j] = vec_raise(vec_lazy_redc(t, &prime), f.p);
        }
    }
    for (size_t j = 0; j < SIDE; j++)
        vec_store(to + j * LANES, v[j]);
}

/* With balanced factors and a multiple of p that centres it, a sum of three products with residues
 * in [0, p) is at most 3/4 p^2 + p in absolute value, so it needs no correction. The odd lanes of
 * the vector at k - 1 are the even ones of that at k. */
void VEC_NAME(clm_host_eliminate)(uint32_t *a, const uint32_t *b, size_t count,
                                  const clm_step_factors *by, const fp_field *f)
{
    const int64_t x = balanced(by->of_a, f->p), y = balanced(by->below, f->p);
    const int64_t z = balanced(by->of_b, f->p);
    const vec_half of_a = (vec_half)vec_splat((uint32_t)x);
    const vec_half below = (vec_half)vec_splat((uint32_t)y);
    const vec_half of_b = (vec_half)vec_splat((uint32_t)z);
    const vec_half centre = (uint64_t)((x + y + z) / 2 * -(int64_t)f->p) - (vec_half){0};
    const vec p = vec_splat(f->p);
    const vec_lazy prime = vec_lazy_of(&(vec_field){.p = p, .pinv = vec_splat(f->pinv)});

    for (size_t k = 0; k < count; k += LANES) {
        const vec_pair of = vec_widen(vec_load(a + k)), next = vec_widen(vec_load(b + k));
        const vec_half before = (vec_half)vec_load(b + k - 1);
        const vec_pair t = {centre + vec_half_signed_product(of.even, of_a) +
                                vec_half_signed_product(before, below) +
                                vec_half_signed_product(next.even, of_b),
                            centre + vec_half_signed_product(of.odd, of_a) +
                                vec_half_signed_product(next.even, below) +
                                vec_half_signed_product(next.odd, of_b)};

        vec_store(a + k, vec_raise(vec_lazy_redc(t, &prime), p));
    }
}
