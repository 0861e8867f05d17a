/* Choose the radices of transforms. */
#include "fpx/batch/ntt_plan.h"

#include <math.h>
#include <string.h>

#include "cl/fpx/batch/ntt_shape.h"

/* The radices a * b, a the larger. */
static const struct {
    u32 radix, a, b;
} radices[] = {
    {2, 2, 1}, {3, 3, 1}, {4, 4, 1}, {5, 5, 1}, {6, 3, 2}, {7, 7, 1}, {8, 4, 2}, {9, 3, 3},
};
#define RADICES (sizeof radices / sizeof *radices)

_Static_assert(4 * CLM_NTT_MOST_PASSES <= 64 && CLM_NTT_MOST_RADIX < 16,
               "clm_ntt_packed_radices has four bits a pass");

static clm_operation pass_of(u32 radix)
{
    return (clm_operation)(CLM_OP_NTT_2 + radix - 2);
}

/* The cheapest radices whose product is plan->length, none behind number `known` of the table. By
 * the rates of one kind of device, since facts about radices are asked for without a context. */
static void choose_radices(clm_ntt_plan *plan, size_t known)
{
    const size_t length = plan->length;

    plan->passes = 0;
    plan->ns = length == 1 ? 0.0 : INFINITY;
    for (size_t k = known; k-- > 0 && length > 1;) {
        const u32 radix = radices[k].radix;
        const double pass = clm_rate(CLM_MACHINE_POCL, pass_of(radix));
        clm_ntt_plan rest = {.length = length / radix};

        if (length % radix != 0)
            continue;
        choose_radices(&rest, k + 1);
        if (rest.passes < CLM_NTT_MOST_PASSES && pass + rest.ns < plan->ns) {
            plan->ns = pass + rest.ns;
            plan->radix[0] = radix;
            memcpy(plan->radix + 1, rest.radix, rest.passes * sizeof *rest.radix);
            plan->passes = rest.passes + 1;
        }
    }
}

clm_ntt_plan clm_ntt_plan_within(size_t length, u32 most)
{
    clm_ntt_plan plan = {.length = length, .ns = INFINITY};
    size_t known = 0;

    while (known < RADICES && radices[known].radix <= most)
        known++;
    if (length > 0 && length <= UINT32_MAX)
        choose_radices(&plan, known);
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
        all.of[pass_of(plan->radix[pass])] += words;
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

void clm_ntt_factors(u32 radix, u32 *a, u32 *b)
{
    size_t k = 0;

    while (k + 1 < RADICES && radices[k].radix != radix)
        k++;
    *a = radices[k].a;
    *b = radices[k].b;
}
