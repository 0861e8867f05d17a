/* Making prime fields, roots of unity in them, and the points that these give. */
#include "arith/field.h"

#include <stdbool.h>

fp_field clm_field(uint32_t p)
{
    uint32_t inverse = p; /* right modulo 8; each step doubles the bits that are right */
    uint64_t one = (UINT64_C(1) << 32) % p;

    for (int bits = 3; bits < 32; bits *= 2)
        inverse *= 2 - p * inverse;
    return (fp_field){.p = p, .pinv = inverse, .one = (u32)one, .r2 = (u32)(one * one % p)};
}

/* True if the order of x, known to divide `order`, is not a proper divisor of it. */
static bool has_full_order(fp_field field, uint32_t x, uint32_t order)
{
    uint32_t rest = order;

    for (uint32_t prime = 2; prime <= rest / prime; prime++) {
        if (rest % prime != 0)
            continue;
        if (fp_pow(x, order / prime, field) == field.one)
            return false;
        while (rest % prime == 0)
            rest /= prime;
    }
    return rest == 1 || fp_pow(x, order / rest, field) != field.one;
}

uint32_t clm_field_root(fp_field field, uint32_t order)
{
    uint32_t exponent = (field.p - 1) / order;

    /* One base in phi(order)/order succeeds, so the first few do. */
    for (uint32_t base = 1; base < field.p; base++) {
        uint32_t root = fp_pow(fp_to(base, field), exponent, field);

        if (has_full_order(field, root, order))
            return root;
    }
    return field.one; /* not reached: F_p has elements of every order dividing p - 1 */
}

prime_info clm_prime_info(uint32_t p, uint32_t points, uint32_t shift)
{
    fp_field field = clm_field(p);

    return (prime_info){
        .field = field,
        .root = clm_field_root(field, points),
        .shift = shift,
        .shift_inverse = fp_inv(shift, field),
        .points_inverse = fp_inv(fp_to(points, field), field),
    };
}
