/* Make the tables of transforms. */
#include "fpx/batch/ntt_field.h"

#include <math.h>

#include "arith/field.h"
#include "base/memory.h"
#include "base/size.h"
#include "fpx/batch/roots.h"

clmodp_status clm_ntt_field_create(clmodp_context *ctx, clm_ntt_field *out, const u32 *prime,
                                   const u32 *shift, size_t primes, size_t length)
{
    clmodp_status st = CLMODP_OK;
    prime_info *info = NULL;
    clm_root_table table;

    *out = (clm_ntt_field){.plan = clm_ntt_plan_for(length), .primes = primes};
    if (!isfinite(out->plan.ns))
        FAIL(&ctx->error, CLMODP_INVALID, "there are no transforms of length %zu", length);
    NEW(&ctx->error, info, primes);
    for (size_t n = 0; n < primes; n++) {
        const u32 by = shift == NULL ? 1 : shift[n];

        if ((prime[n] - 1) % length != 0 || by == 0 || by >= prime[n])
            FAIL(&ctx->error, CLMODP_INVALID,
                 "there is no transform of length %zu modulo %u on the coset of %u", length,
                 (unsigned)prime[n], (unsigned)by);
        info[n] = clm_prime_info(prime[n], (u32)length, fp_to(by, clm_field(prime[n])));
    }
    TRY(clm_buffer_create(ctx, &out->info, primes, sizeof *info));
    TRY(clm_buffer_write(ctx, &out->info, 0, info, primes * sizeof *info));
    TRY(clm_buffer_create(ctx, &out->roots, clm_size_times(primes, length), sizeof(u32)));
    table = (clm_root_table){.table = &out->roots, .info = &out->info, .primes = primes,
                             .order = length, .exponent = 1};
    TRY(clm_root_table_fill(ctx, &table));
done:
    if (st != CLMODP_OK)
        clm_ntt_field_destroy(ctx, out);
    free(info);
    return st;
}

void clm_ntt_field_destroy(clmodp_context *ctx, clm_ntt_field *field)
{
    clm_buffer_destroy(ctx, &field->info);
    clm_buffer_destroy(ctx, &field->roots);
    *field = (clm_ntt_field){0};
}

clm_ntt_batch clm_ntt_field_batch(const clm_ntt_field *field, const clm_buffer *data,
                                  size_t lanes, size_t rows)
{
    return (clm_ntt_batch){.data = data, .roots = &field->roots, .info = &field->info,
                           .primes = field->primes, .lanes = lanes, .rows = rows};
}
