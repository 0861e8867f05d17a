/* Launches of move.cl. */
#include "fpx/batch/move.h"

#include "opencl/kernel.h"

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
