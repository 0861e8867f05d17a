/* The supply of primes with roots of unity. */
#include "engines/euclid/cosets.h"

#include "arith/prime.h"
#include "base/size.h"
#include "fpx/batch/cosets.h"

#define ALL_PRIMES 8.5e7 /* below EUCLID_PRIME_MAX: x / (log x - 1 - 1 / log x) */

double clm_cosets_primes(size_t order)
{
    static const size_t factors[] = {2, 3, 5, 7};
    double units = (double)order; /* residues prime to it, which share all primes */

    for (size_t k = 0; k < sizeof factors / sizeof *factors; k++)
        if (order % factors[k] == 0)
            units -= units / (double)factors[k];
    return ALL_PRIMES / units;
}

size_t clm_cosets_order(size_t least, size_t cosets)
{
    return clm_smooth_above((uint32_t)clm_div_up(least, cosets));
}

size_t clm_cosets_expected(size_t least, double primes)
{
    size_t cosets = 1;

    while (cosets < CLM_MOST_COSETS &&
           clm_cosets_primes(clm_cosets_order(least, cosets)) < primes)
        cosets++;
    return cosets;
}
