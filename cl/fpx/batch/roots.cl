/* Fills a table of the powers of a root of unity for each prime. */
#include "../../arith/prime_info.h"
#include "roots_shape.h"

/* table[begin + prime * order + e] = root^(exponent * e), e < order, in Montgomery form. */
kernel void roots_fill(global u32 *table, u32 begin, global const prime_info *info,
                       u32 first_prime, u32 primes, u32 order, u32 exponent)
{
    u32 id = get_global_id(0), runs = (order + ROOTS_RUN - 1) / ROOTS_RUN;
    u32 prime = id / runs, e = id % runs * ROOTS_RUN;
    u32 end = min(e + ROOTS_RUN, order);

    if (prime >= primes)
        return;
    fp_field f = info[first_prime + prime].field;
    u32 z = fp_pow(info[first_prime + prime].root, exponent, f);
    u32 power = fp_pow(z, e, f);

    table += begin + (size_t)prime * order;
    for (; e < end; e++) {
        table[e] = power;
        power = fp_mul(power, z, f);
    }
}
