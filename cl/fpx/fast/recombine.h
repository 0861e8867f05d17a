/* Converts residues modulo up to three primes to residues modulo another prime; kernels only. */
#ifndef CLM_RECOMBINE_H
#define CLM_RECOMBINE_H

#include "spectra_shape.h"
#include "../../arith/lanes.h"
#include "../../arith/prime_info.h"

/* Returns (r - d) inverse. */
LANES_FN LANES recombine_digit(LANES r, LANES d, u32 inverse, fp_field f)
{
    return lanes_mul(lanes_sub(r, d, f), lanes_splat(inverse), f);
}

/* Replaces residues r of a number by its mixed radix digits d: d[0] = r[0], and the number is d[0]
 * + P1 d[1] + P1 P2 d[2]. Residues are also canonical modulo later primes. [Garner 1959] */
LANES_FN void recombine_digits(private LANES *r, global const prime_info *info, u32 primes,
                               recombine_constants c)
{
    if (primes > 1)
        r[1] = recombine_digit(r[1], r[0], c.inverse[0], info[1].field);
    if (primes > 2) {
        r[2] = recombine_digit(r[2], r[0], c.inverse[1], info[2].field);
        r[2] = recombine_digit(r[2], r[1], c.second, info[2].field);
    }
}

/* Returns d[0] + d[1] weight[0] + d[2] weight[1] modulo p. */
LANES_FN LANES recombine_words(private const LANES *d, u32 primes, recombine_constants c)
{
    const fp_field f = c.target;
    LANES2 sum;

    if (f.p == 2) /* P1 and P1 P2 are odd */
        return (d[0] ^ (primes > 1 ? d[1] : lanes_splat(0)) ^
                (primes > 2 ? d[2] : lanes_splat(0))) & lanes_splat(1);
    sum = lanes_product(d[0], lanes_splat(f.one)); /* each product is below p 2^31 */
    if (primes > 1)
        sum += lanes_product(d[1], lanes_splat(c.weight[0]));
    if (primes > 2)
        sum += lanes_product(d[2], lanes_splat(c.weight[1]));
    return lanes_redc(lanes_fold(sum, f), f);
}

#endif
