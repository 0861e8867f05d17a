/* Primes that have roots of unity of any order that is a power of 2. */
#include "arith/prime.h"
#include "engines/host/plan.h"

/* The first ones are (2^30 - k) 2^32 + 1 for these k: finding a prime takes as long as a small
 * resultant. */
static const uint16_t known[] = {
    18,  76,  96,  163, 183, 186, 208, 216, 228, 232, 298, 309, 313, 328, 333, 406,
    447, 519, 552, 553, 568, 573, 601, 637, 666, 723, 736, 772, 777, 798, 823, 897,
};
#define KNOWN (sizeof known / sizeof *known)

void clm_host_primes(uint64_t *prime, size_t first, size_t count, uint64_t before)
{
    const uint64_t step = (uint64_t)1 << CLM_HOST_ORDER;

    for (size_t n = 0; n < count; n++) {
        if (first + n < KNOWN) {
            before = (((uint64_t)1 << 30) - known[first + n]) * step + 1;
        } else {
            do
                before -= step;
            while (!clm_is_prime_u64(before));
        }
        prime[n] = before;
    }
}
