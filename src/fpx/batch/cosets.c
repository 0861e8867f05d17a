/* Launches of cosets.cl, and its weights. */
#include "fpx/batch/cosets.h"

#include "core/size.h"
#include "opencl/kernel.h"

/* master := the product of t - t[j] over all j, constant term first. */
static void master_polynomial(u32 *master, const u32 *t, size_t cosets, fp_field f)
{
    master[0] = f.one;
    for (size_t j = 0; j < cosets; j++) {
        master[j + 1] = f.one;
        for (size_t k = j; k > 0; k--)
            master[k] = fp_sub(master[k - 1], fp_mul(master[k], t[j], f), f);
        master[0] = fp_neg(fp_mul(master[0], t[j], f), f);
    }
}

void clm_cosets_weigh(u32 *weights, const u32 *t, size_t cosets, uint64_t turns, fp_field f)
{
    u32 master[CLM_MOST_COSETS + 1];

    master_polynomial(master, t, cosets, f);
    for (size_t j = 0; j < cosets; j++, weights += COSETS_WEIGHTS(cosets)) {
        const u32 turn = fp_inv(t[j], f);
        u32 at = f.one, scale; /* the quotient at t[j] */

        weights[cosets - 1] = f.one; /* the quotient by t - t[j] */
        for (size_t k = cosets - 1; k > 0; k--) {
            weights[k - 1] = fp_add(master[k], fp_mul(weights[k], t[j], f), f);
            at = fp_add(fp_mul(at, t[j], f), weights[k - 1], f);
        }
        scale = fp_mul(fp_inv(at, f), fp_pow(turn, (u32)(turns % (f.p - 1)), f), f);
        for (size_t k = 0; k < cosets; k++)
            weights[k] = fp_mul(weights[k], scale, f);
        weights[cosets] = turn;
    }
}

clm_amounts clm_cosets_cost(size_t cosets)
{
    return (clm_amounts){.of = {[CLM_OP_COSET_PRODUCT] = (double)cosets}};
}

clmodp_status clm_cosets_add(clmodp_context *ctx, const clm_cosets_call *call)
{
    clmodp_status st = CLMODP_OK;
    const size_t rows = call->batch->primes, points = call->batch->points;
    const size_t width = ctx->tuning.vector_width;
    const size_t items = clm_div_up(points - call->begin, width) + clm_div_up(call->begin, width);
    const size_t words = clm_size_times(rows, points);
    size_t images;
    cosets_shape s;

    REQUIRE(&ctx->error, call->cosets > 0 && call->cosets <= CLM_MOST_COSETS &&
                             call->coset < call->cosets && call->begin < points);
    REQUIRE(&ctx->error, call->outputs > 0 && rows % call->outputs == 0);
    images = rows / call->outputs;
    REQUIRE(&ctx->error, call->pairs > 0 && images % call->pairs == 0);
    if (words > UINT32_MAX / 2)
        FAIL(&ctx->error, CLMODP_LIMIT,
             "%zu polynomials of %zu coefficient%s do not fit one chunk", rows, points,
             CLM_S(points));
    s = (cosets_shape){.rows = (u32)rows, .images = (u32)images, .pairs = (u32)call->pairs,
                       .points = (u32)points, .cosets = (u32)call->cosets,
                       .coset = (u32)call->coset, .begin = (u32)call->begin};
    TRY(clm_run(ctx, KERNEL("fpx/batch/cosets.cl", "cosets_add"), rows * items,
                clm_independent_group_size(ctx),
                ARG_INOUT(call->joined, clm_size_times(words, call->cosets), u32),
                ARG_IN(call->remainders, words, u32), ARG_IN(&call->batch->info, rows, prime_info),
                ARG_IN(call->weights,
                       images / call->pairs * call->cosets * COSETS_WEIGHTS(call->cosets), u32),
                ARG_STRUCT(s)));
done:
    return st;
}
