/* Mixed radix digits of one combination of the coefficients. */
#include "resultant/witness.h"

#include <stdlib.h>

#include "arith/field.h"
#include "base/memory.h"
#include "resultant/window.h"

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

/* The sum of the window's coefficients, in the image of one result, with the next signs. */
static int64_t combine_image(clm_random *signs, const clm_plan *plan, const uint32_t *image)
{
    uint64_t word = 0;
    int64_t sum = 0; /* of less than 2^30 words below 2^31 */
    size_t i = (size_t)(plan->bounds.valuation % plan->points);

    for (size_t k = 0; k < plan->width; k++) {
        if (k % 64 == 0)
            word = clm_random_next(signs);
        sum += word & 1 ? (int64_t)image[i] : -(int64_t)image[i];
        word >>= 1;
        i = i + 1 == plan->points ? 0 : i + 1;
    }
    return sum;
}

/* The sum over all results, modulo the p of this prime. */
static uint32_t combine(const clm_witness *witness, const clm_plan *plan,
                        const uint32_t *residues, size_t prime)
{
    const uint32_t p = plan->prime[prime];
    clm_random signs = witness->signs;
    int64_t sum = 0;

    for (size_t n = 0; n < plan->results; n++)
        sum += combine_image(&signs, plan, residues + clm_window_image(plan, n, prime)) %
               (int64_t)p;
    sum %= (int64_t)p;
    return (uint32_t)(sum < 0 ? sum + (int64_t)p : sum);
}

void clm_witness_extend(clm_witness *witness, const clm_plan *plan, const uint32_t *residues,
                        size_t count)
{
    for (; count > 0; count--) {
        const size_t n = witness->digits;
        const fp_field f = plan->info[n].field;
        const uint64_t p = f.p;
        uint32_t target = combine(witness, plan, residues, n);
        uint64_t value = 0, product = 1;

        /* The number so far and the product of its primes, modulo p. */
        for (size_t k = n; k-- > 0;) {
            value = (value * plan->prime[k] + witness->digit[k]) % p;
            product = product * plan->prime[k] % p;
        }
        target = fp_sub(target, (uint32_t)value, f);
        witness->digit[n] = fp_mul(target, fp_inv(fp_to((uint32_t)product, f), f), f);
        witness->digits++;
    }
}

bool clm_witness_stands(const clm_witness *witness, const clm_plan *plan)
{
    const size_t last = witness->digits - 1;

    return witness->digit[last] == 0 || witness->digit[last] == plan->prime[last] - 1;
}
