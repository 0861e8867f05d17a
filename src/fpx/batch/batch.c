/* Point batches, the list of unlucky evaluations, and copies of pieces of polynomials. */
#include "fpx/batch/batch.h"

#include "core/size.h"
#include "opencl/kernel.h"
#include "opencl/context.h"

clmodp_status clm_points_check(clmodp_context *ctx, const clm_points *points, size_t *total)
{
    clmodp_status st = CLMODP_OK;
    size_t end;

    if (!clm_size_mul(total, points->primes, points->count) || *total > UINT32_MAX ||
        points->primes > UINT32_MAX || !clm_size_add(&end, points->first, points->count) ||
        end > UINT32_MAX)
        FAIL(&ctx->error, CLMODP_LIMIT, "%zu point%s for each of %zu prime%s; use smaller chunks",
             points->count, CLM_S(points->count), points->primes, CLM_S(points->primes));
    REQUIRE(&ctx->error,
            clm_buffer_holds(&points->info, points->primes, sizeof(clm_residue_prime)));
done:
    return st;
}

enum { LIST_BLOCK = 4096 }; /* words written at a time */

clmodp_status clm_unlucky_all(clmodp_context *ctx, const clm_buffer *list, size_t primes,
                              size_t points, size_t stride)
{
    clmodp_status st = CLMODP_OK;
    const size_t total = primes * points;
    uint32_t block[LIST_BLOCK] = {(uint32_t)total};
    size_t in_block = 1, written = 0;

    for (size_t n = 0; n < total; n++) {
        block[in_block++] = (uint32_t)(n / points * stride + n % points);
        if (in_block < LIST_BLOCK && n + 1 < total)
            continue;
        TRY(clm_buffer_write(ctx, list, written * sizeof *block, block, in_block * sizeof *block));
        written += in_block;
        in_block = 0;
    }
done:
    return st;
}

clmodp_status clm_poly_check(clmodp_context *ctx, clm_poly a)
{
    clmodp_status st = CLMODP_OK;

    REQUIRE(&ctx->error, a.words != NULL);
    if (a.count > CLM_POLY_MOST)
        FAIL(&ctx->error, CLMODP_LIMIT, "a polynomial of %zu coefficients is too long", a.count);
done:
    return st;
}

clmodp_status clm_move(clmodp_context *ctx, const clm_buffer *out, const clm_buffer *in,
                       move_piece piece)
{
    const size_t end = piece.reversed ? (size_t)piece.from + 1 : (size_t)piece.from + piece.count;

    return clm_run(ctx, KERNEL("fpx/batch/move.cl", "move_words"), piece.count, 0,
                   ARG_INOUT(out, (size_t)piece.to + piece.count, u32), ARG_IN(in, end, u32),
                   ARG_STRUCT(piece));
}

clmodp_status clm_move_poly(clmodp_context *ctx, const clm_buffer *out, size_t to, clm_poly a)
{
    return clm_move(ctx, out, a.words, (move_piece){.to = (u32)to, .count = (u32)a.count});
}
