/* numerator[t] /= denominator[t] for all lanes of a chunk, with one or more numerators each.
 *
 * Montgomery's trick makes one inversion for a run of denominators: it inverts their product and
 * extracts single inverses from last to first. A work-item takes a run of a prime's vectors `runs`
 * vectors apart, so that neighbouring work-items access neighbouring memory:
 *
 *   prime's vectors   | 0 1 2 .. | runs .. | 2*runs .. |     work-item 1 has 1, 1+runs, ...
 *
 * [Montgomery 1987, 10.3.1, simultaneous inversion] */
#include "divide_shape.h"
#include "../../arith/lanes.h"
#include "../../arith/prime_info.h"

/* Returns d with zeros replaced by 1. */
LANES_FN LANES divide_nonzero(LANES d, u32 one)
{
    return select(d, lanes_splat(one), d == lanes_splat(0));
}

/* Multiplies W lanes of each numerator by `factor`. Numerators are `apart` words apart. */
static inline void divide_scale(global uint *numerator, uint numerators, ulong apart, LANES factor,
                                fp_field f)
{
    for (uint k = 0; k < numerators; k++, numerator += apart)
        lanes_store(lanes_mul(lanes_load(numerator), factor, f), numerator);
}

/* One work-item per run. vectors: vectors per prime; runs: runs per prime. The second numerators
 * of all lanes follow the first ones, and so on. first_numerator, plane: planes before. */
LANES_KERNEL divide_runs(global uint *numerator, global const uint *denominator,
                         global const prime_info *info, uint primes, uint vectors, uint runs,
                         uint numerators, uint first_numerator, uint plane)
{
    const uint id = get_global_id(0);
    const uint prime = id / runs;
    const uint first = id % runs;

    numerator += first_numerator * (ulong)primes * vectors * W;
    denominator += plane * (ulong)primes * vectors * W;

    LANES prefix[DIVIDE_RUN];

    if (prime >= primes)
        return;

    const fp_field f = info[prime].field;
    const ulong base = (ulong)prime * vectors * W, apart = (ulong)primes * vectors * W;
    LANES product = lanes_splat(f.one);

#pragma unroll
    for (uint r = 0; r < DIVIDE_RUN; r++)
        if (first + r * runs < vectors) {
            const ulong at = base + (ulong)(first + r * runs) * W;

            prefix[r] = product;
            product = lanes_mul(product, divide_nonzero(lanes_load(denominator + at), f.one), f);
        }

    LANES inverse = lanes_inv(product, f); /* of the remaining denominators' product */

#pragma unroll
    for (uint r = DIVIDE_RUN; r-- > 0;)
        if (first + r * runs < vectors) {
            const ulong at = base + (ulong)(first + r * runs) * W;
            const LANES d = lanes_load(denominator + at);
            const LANES factor =
                select(lanes_mul(inverse, prefix[r], f), lanes_splat(0), d == lanes_splat(0));

            inverse = lanes_mul(inverse, divide_nonzero(d, f.one), f);
            divide_scale(numerator + at, numerators, apart, factor, f);
        }
}
