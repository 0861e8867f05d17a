/* Cut cosets of points in parts. */
#include "engines/euclid/plan.h"

#include <string.h>

#include "arith/field.h"
#include "base/memory.h"
#include "base/size.h"
#include "engines/euclid/trust.h"

/* The constants of a prime, for points of the first part of its first coset. */
static prime_info refine_info(const prime_info *info, size_t order, size_t parts)
{
    prime_info finer = *info;

    finer.root = fp_pow(info->root, (u32)parts, info->field);
    finer.points_inverse = fp_inv(fp_to((u32)(order / parts), info->field), info->field);
    return finer;
}

/* The shifts s w^k, k < parts, for each shift s of a prime, w its root of the whole order. */
static void refine_shifts(u32 *finer, const clm_euclid_plan *plan, size_t prime, size_t parts)
{
    const fp_field f = plan->info[prime].field;

    for (size_t j = 0; j < plan->base.cosets; j++) {
        u32 shift = clm_euclid_prime(plan, prime, j).shift;

        for (size_t k = 0; k < parts; k++) {
            *finer++ = shift;
            shift = fp_mul(shift, plan->info[prime].root, f);
        }
    }
}

clmodp_status clm_euclid_plan_refine(clmodp_context *ctx, clm_euclid_plan **out,
                                     const clm_euclid_plan *plan, size_t parts)
{
    clmodp_status st = CLMODP_OK;
    const size_t primes = plan->base.primes, cosets = plan->base.cosets * parts;
    clm_euclid_plan *finer = NULL;

    *out = NULL;
    REQUIRE(&ctx->error, !plan->geometric && parts > 0 && plan->order % parts == 0);
    NEW(&ctx->error, finer, 1);
    finer->base = plan->base;
    finer->base.cosets = cosets;
    finer->base.need_count = 0; /* the others have been asked for with the plan */
    finer->order = plan->order / parts;
    finer->roots = plan->roots;
    NEW(&ctx->error, finer->prime, primes);
    NEW(&ctx->error, finer->info, primes);
    NEW(&ctx->error, finer->shift, clm_size_times(primes, cosets));
    finer->base.prime = (clm_prime_words){finer->prime, sizeof *finer->prime};
    memcpy(finer->prime, plan->prime, primes * sizeof *finer->prime);
    for (size_t n = 0; n < primes; n++) {
        finer->info[n] = refine_info(&plan->info[n], plan->order, parts);
        refine_shifts(finer->shift + n * cosets, plan, n, parts);
    }
    clm_euclid_plan_needs(ctx, finer);
    *out = finer;
    finer = NULL;
done:
    if (finer != NULL)
        clm_euclid_plan_destroy(&finer->base);
    return st;
}
