/* Launches of cl/multimodular/reduce_words.cl. */
#include "multimodular/reduce_words.h"

#include "base/size.h"
#include "device/kernel.h"

clm_amounts clm_reduce_words_cost(double words, double primes)
{
    return (clm_amounts){.of = {[CLM_OP_REDUCE_TYPE_WORD] = words * primes}};
}

clmodp_status clm_reduce_words(clmodp_context *ctx, clm_residue_kind kind,
                               const clm_buffer *residues, const clm_integers *integers,
                               const clm_buffer *info, const reduce_part *part)
{
    clmodp_status st = CLMODP_OK;
    const clm_residue_type *type = clm_residue_type_of(kind);
    const size_t tile = ctx->tuning.tile, tiles = clm_div_up(part->count, tile);
    const size_t primes = (size_t)part->end - part->first;
    size_t groups = clm_div_up(primes, REDUCE_PRIMES);
    const clm_kernel *kernel;

    REQUIRE(&ctx->error, integers->count < UINT32_MAX - tile);
    REQUIRE(&ctx->error, clm_reduce_fits(integers, tile, part));
    if (!clm_size_mul(&groups, groups, tiles * tile))
        FAIL(&ctx->error, CLMODP_LIMIT, "%u integer%s modulo %zu prime%s do not fit the memory",
             part->count, CLM_S(part->count), primes, CLM_S(primes));
    TRY(clm_kernel_get_with(ctx, &kernel, "multimodular/reduce_words.cl", "reduce_words_tiles",
                            "%s", type->definitions));
    TRY(clm_launch(ctx, kernel, groups, tile,
                   ARG_OUT_OF(residues, clm_size_times(part->end, part->stride), type->word_bytes),
                   ARG_INTEGERS(integers, tile), ARG_IN(info, part->end, clm_residue_prime),
                   ARG_STRUCT(*part)));
done:
    return st;
}
