/* Mixed radix digits of one combination of the coefficients. */
#include "resultant/witness.h"

#include <stdlib.h>

#include "arith/field.h"
#include "base/memory.h"

clmodp_status clm_witness_create(clm_error *error, clm_witness *out, const clm_plan *plan,
                                 clm_random *random)
{
    clmodp_status st = CLMODP_OK;

    *out = (clm_witness){.signs = {clm_random_next(random)}};
    NEW(error, out->digit, plan->primes);
done:
    return st;
}

void clm_witness_destroy(clm_witness *witness)
{
    free(witness->digit);
    *witness = (clm_witness){0};
}

/* The sum of the coefficients of an image, with the next signs. */
static int64_t combine_image(clm_random *signs, const uint32_t *image, size_t width)
{
    uint64_t word = 0;
    int64_t sum = 0; /* of less than 2^30 words below 2^31 */

    for (size_t k = 0; k < width; k++) {
        if (k % 64 == 0)
            word = clm_random_next(signs);
        sum += word & 1 ? (int64_t)image[k] : -(int64_t)image[k];
        word >>= 1;
    }
    return sum;
}

/* The sum over all outputs, modulo p. */
static uint32_t combine(const clm_witness *witness, const clm_images *images, size_t prime,
                        uint32_t p)
{
    clm_random signs = witness->signs;
    int64_t sum = 0;

    for (size_t n = 0; n < images->outputs; n++)
        sum += combine_image(&signs, clm_image(images, n, prime), images->width) % (int64_t)p;
    sum %= (int64_t)p;
    return (uint32_t)(sum < 0 ? sum + (int64_t)p : sum);
}

void clm_witness_extend(clm_witness *witness, const clm_plan *plan, const clm_images *images,
                        size_t count)
{
    for (; count > 0; count--) {
        const size_t n = witness->digits;
        const fp_field f = clm_field((uint32_t)clm_prime_word(plan->prime, n));
        const uint64_t p = f.p;
        uint32_t target = combine(witness, images, n, f.p);
        uint64_t value = 0, product = 1;

        /* The number so far and the product of its primes, modulo p. */
        for (size_t k = n; k-- > 0;) {
            const uint64_t prime = clm_prime_word(plan->prime, k);

            value = (value * prime + witness->digit[k]) % p;
            product = product * prime % p;
        }
        target = fp_sub(target, (uint32_t)value, f);
        witness->digit[n] = fp_mul(target, fp_inv(fp_to((uint32_t)product, f), f), f);
        witness->digits++;
    }
}

bool clm_witness_stands(const clm_witness *witness, const clm_plan *plan)
{
    const size_t last = witness->digits - 1;

    return witness->digit[last] == 0 ||
           witness->digit[last] == clm_prime_word(plan->prime, last) - 1;
}
