/* Launch cl/fpx/batch/roots.cl. */
#include "fpx/batch/roots.h"

#include "base/size.h"
#include "cl/fpx/batch/roots_shape.h"
#include "device/kernel.h"

clmodp_status clm_root_table_fill(clmodp_context *ctx, const clm_root_table *t)
{
    clmodp_status st = CLMODP_OK;
    const clm_kernel *kernel;
    size_t end;

    if (!clm_size_add(&end, t->begin, clm_size_times(t->primes, t->order)) || end > UINT32_MAX)
        FAIL(&ctx->error, CLMODP_LIMIT, "roots of order %zu for %zu prime%s do not fit", t->order,
             t->primes, CLM_S(t->primes));
    TRY(clm_kernel_get(ctx, &kernel, "fpx/batch/roots.cl", "roots_fill"));
    TRY(clm_launch(ctx, kernel, t->primes * clm_div_up(t->order, ROOTS_RUN), clm_free_group(ctx),
                   ARG_OUT(t->table, end, u32), ARG_U32(t->begin),
                   ARG_IN(t->info, t->first_prime + t->primes, prime_info),
                   ARG_U32(t->first_prime), ARG_U32(t->primes), ARG_U32(t->order),
                   ARG_U32(t->exponent)));
done:
    return st;
}
