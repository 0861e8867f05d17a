/* Creates values for interpolation, and computes their coefficients on the host. */
#include "problems/interpolate.h"

#include "core/random.h"

interpolate_problem interpolate_problem_create(clmodp_context *ctx, size_t primes, size_t points,
                                               uint32_t below)
{
    interpolate_problem p = {.chunk = device_chunk_create(ctx, primes, points, below)};
    const size_t lanes = p.chunk.batch.lanes;
    clm_random random = {points};

    p.values = device_need(primes * lanes, sizeof *p.values);
    for (size_t t = 0; t < primes * lanes; t++) {
        const u32 prime = p.chunk.info[t / lanes].field.p;

        p.values[t] = t % 3 == 1 ? prime - 1 : (u32)clm_random_below(&random, prime);
    }
    p.in = device_words(ctx, p.values, primes * lanes);
    return p;
}

void interpolate_problem_destroy(interpolate_problem *p)
{
    clm_buffer_destroy(p->chunk.ctx, &p->in);
    free(p->values);
    device_chunk_destroy(&p->chunk);
}

u32 interpolate_problem_coefficient(const interpolate_problem *p, size_t prime, size_t i)
{
    const prime_info *info = &p->chunk.info[prime];
    const u32 *values = p->values + prime * p->chunk.batch.lanes;
    const fp_field f = info->field;
    u32 step = fp_inv(fp_pow(info->root, (u32)i, f), f), sum = 0;

    for (size_t k = p->chunk.batch.points; k-- > 0;)
        sum = fp_add(fp_mul(sum, step, f), values[k], f);
    sum = fp_mul(sum, info->points_inverse, f);
    return fp_from(fp_mul(sum, fp_pow(info->shift_inverse, (u32)i, f), f), f);
}
