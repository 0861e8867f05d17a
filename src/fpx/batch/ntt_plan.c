/* Plans of transforms: the radices of their passes, by predicted time. */
#include "fpx/batch/ntt.h"

#include <math.h>
#include <string.h>

#include "cl/fpx/batch/ntt_shape.h"
#include "core/size.h"

_Static_assert(4 * CLM_NTT_MOST_PASSES <= 64 && CLM_NTT_MOST_RADIX < 16,
               "clm_ntt_packed_radices has four bits per pass");

/* Returns log2 x, rounded down. */
static double log2_of(size_t x)
{
    return (double)(clm_size_bits(x) - 1);
}

static clm_operation operation_of(u32 radix)
{
    return (clm_operation)(CLM_OP_NTT_2 + radix - 2);
}

/* Nanoseconds of a pass on one machine: self-tests are selected without a context. */
static double pass_cost(u32 radix)
{
    return clm_cost(CLM_MACHINE_POCL, operation_of(radix));
}

/* Finds the cheapest radices from 2 to `greatest` with product plan->length, by branch and bound:
 * a binary digit takes at least `bit` nanoseconds. Returns whether any take less than `most`. */
static bool choose_radices(clm_ntt_plan *plan, u32 greatest, double bit, double most)
{
    const size_t length = plan->length;
    bool found = length == 1 && most > 0.0;

    plan->passes = 0;
    plan->ns = found ? 0.0 : most;
    for (u32 radix = greatest; radix > 1 && length > 1; radix--) {
        const double pass = pass_cost(radix);
        clm_ntt_plan rest = {.length = length / radix};

        if (length % radix != 0 || pass + bit * log2_of(rest.length) >= plan->ns)
            continue;
        if (choose_radices(&rest, radix, bit, plan->ns - pass) &&
            rest.passes < CLM_NTT_MOST_PASSES) {
            found = true;
            plan->ns = pass + rest.ns;
            plan->radix[0] = radix;
            memcpy(plan->radix + 1, rest.radix, rest.passes * sizeof *rest.radix);
            plan->passes = rest.passes + 1;
        }
    }
    return found;
}

clm_ntt_plan clm_ntt_plan_within(size_t length, u32 most)
{
    clm_ntt_plan plan = {.length = length, .ns = INFINITY};
    double bit = INFINITY;

    for (u32 radix = 2; radix <= most; radix++)
        bit = fmin(bit, pass_cost(radix) / log2_of(2 * radix - 1));
    if (length > 0 && length <= UINT32_MAX)
        (void)choose_radices(&plan, most, bit, INFINITY);
    return plan;
}

clm_ntt_plan clm_ntt_plan_for(size_t length)
{
    return clm_ntt_plan_within(length, CLM_NTT_MOST_RADIX);
}

clm_amounts clm_ntt_cost(const clm_ntt_plan *plan, double words)
{
    clm_amounts all = {.of = {0.0}};

    for (size_t pass = 0; pass < plan->passes; pass++)
        all.of[operation_of(plan->radix[pass])] += words;
    return all;
}

uint64_t clm_ntt_packed_radices(const clm_ntt_plan *plan)
{
    uint64_t packed = 0;

    for (size_t pass = 0; pass < plan->passes; pass++)
        packed = packed << 4 | plan->radix[pass];
    return packed;
}

size_t clm_ntt_index(const clm_ntt_plan *plan, size_t place)
{
    return ntt_index(clm_ntt_packed_radices(plan), (u32)place);
}
