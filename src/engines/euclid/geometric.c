/* Tables for interpolation at a geometric progression. */
#include "engines/euclid/geometric.h"

#include <stddef.h>

#include "arith/residue.h"

/* clm_vandermonde reads no more than the field. */
_Static_assert(sizeof(prime_info) == sizeof(clm_residue_prime) &&
                   offsetof(prime_info, field) == offsetof(clm_residue_prime, field),
               "a prime_info will do for a residue_prime");

/* words[k] := first * ratio^k. */
static void powers(uint32_t *words, size_t count, u32 first, u32 ratio, fp_field field)
{
    for (size_t k = 0; k < count; k++) {
        words[k] = first;
        first = fp_mul(first, ratio, field);
    }
}

/* The power that is divided out; root and shift have orders that divide p - 1. */
static u32 exponent_of(const clm_euclid_plan *plan)
{
    return (u32)(plan->lowered % (plan->info->field.p - 1));
}

void clm_geometric_points(uint32_t *words, size_t count, const clm_euclid_plan *plan)
{
    const prime_info *info = plan->info;

    powers(words, count, info->shift, info->root, info->field);
}

bool clm_geometric_divides(const clm_euclid_plan *plan)
{
    return exponent_of(plan) != 0;
}

void clm_geometric_divisors(uint32_t *words, size_t count, const clm_euclid_plan *plan)
{
    const prime_info *info = plan->info;
    const u32 exponent = exponent_of(plan);

    powers(words, count, fp_pow(info->shift, exponent, info->field),
           fp_pow(info->root, exponent, info->field), info->field);
}
