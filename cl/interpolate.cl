/* Coefficients from the values at s * w^k, k < m: one transform of length m a prime.
 *
 *     a[i] = (1/m) * s^-i * sum over k < m of X[k] * w^(-i * k)
 *
 *   values -> [ pass of radix r1 ] -> [ radix r2 ] -> ... -> [ scale ] -> coefficients
 *
 * Stockham passes as in transform.cl, with the powers of w^-1 as table. There is but one
 * row a prime, so these are scalar: a work-item owns one butterfly. */
#include "interpolate_shape.h"
#include "prime_info.h"

/* out[q + s*(r*p + j)] = sum over i < r of in[q + s*(p + i*n/r)] * root^(s*j*(p + i*n/r)),
 * s = stride, r = radix, n = points / s, q < s, p < n/r, j < r. */
kernel void interpolate_pass(global u32 *out, global const u32 *in, global const u32 *roots,
                             global const prime_info *info, interpolate_shape s)
{
    u32 step = s.points / s.radix, prime = get_global_id(0) / step;
    u32 p = get_global_id(0) % step / s.stride, q = get_global_id(0) % step % s.stride;

    if (prime >= s.primes)
        return;
    fp_field f = info[prime].field;

    roots += (size_t)prime * s.points;
    in += (size_t)prime * s.in_words + q + s.stride * p;
    out += (size_t)prime * s.out_words + q + s.stride * s.radix * p;
    for (u32 j = 0; j < s.radix; j += INTERPOLATE_OUTPUTS) {
        u32 e[INTERPOLATE_OUTPUTS], add[INTERPOLATE_OUTPUTS];
        u64 sum[INTERPOLATE_OUTPUTS];

#pragma unroll
        for (u32 d = 0; d < INTERPOLATE_OUTPUTS; d++) {
            u32 output = min(j + d, s.radix - 1);

            e[d] = s.stride * p * output; /* < points, since stride * p < points / radix */
            add[d] = output * step;
            sum[d] = 0;
        }
        for (u32 i = 0; i < s.radix; i++) {
            u64 x = in[(size_t)i * step];

#pragma unroll
            for (u32 d = 0; d < INTERPOLATE_OUTPUTS; d++) {
                u32 next = e[d] + add[d];

                sum[d] = fp_fold(sum[d] + x * roots[e[d]], f);
                e[d] = min(next, next - s.points); /* a small one wraps to something greater */
            }
        }
#pragma unroll
        for (u32 d = 0; d < INTERPOLATE_OUTPUTS; d++)
            if (j + d < s.radix)
                out[(size_t)s.stride * (j + d)] = fp_redc(sum[d], f);
    }
}

/* out[i] = in[i] * s^-i / m, out of Montgomery form; out may be in. A work-item finishes a
 * run of coefficients, so that only the first costs a power of its own. */
kernel void interpolate_scale(global u32 *out, global const u32 *in,
                              global const prime_info *info, interpolate_shape s)
{
    u32 runs = (s.points + INTERPOLATE_RUN - 1) / INTERPOLATE_RUN;
    u32 prime = get_global_id(0) / runs, i = get_global_id(0) % runs * INTERPOLATE_RUN;
    u32 end = min(i + INTERPOLATE_RUN, s.points);

    if (prime >= s.primes)
        return;
    fp_field f = info[prime].field;
    u32 step = info[prime].shift_inverse;
    u32 scale = fp_mul(info[prime].points_inverse, fp_pow(step, i, f), f);

    /* An integer times a residue in Montgomery form: the product is an integer. */
    scale = fp_from(scale, f);
    in += (size_t)prime * s.in_words;
    out += (size_t)prime * s.out_words;
    for (; i < end; i++) {
        out[i] = fp_mul(in[i], scale, f);
        scale = fp_mul(scale, step, f);
    }
}
