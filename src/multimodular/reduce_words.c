/* Launches of cl/reduce_words.cl. */
#include "multimodular/reduce_words.h"

#include "base/size.h"
#include "cl/reduce_words_shape.h"
#include "device/kernel.h"

clmodp_status clm_reduce_words(clmodp_context *ctx, clm_residue_kind kind,
                               const clm_buffer *residues, const clm_integers *integers,
                               const clm_buffer *info, size_t primes)
{
    clmodp_status st = CLMODP_OK;
    const clm_residue_type *type = clm_residue_type_of(kind);
    size_t tile = ctx->tuning.tile, tiles = clm_div_up(integers->count, tile);
    size_t groups = clm_div_up(primes, REDUCE_WORDS_PRIMES), words;
    const clm_kernel *kernel;

    REQUIRE(&ctx->error, primes <= UINT32_MAX && integers->count < UINT32_MAX - tile);
    if (!clm_size_mul(&words, primes, integers->count) ||
        !clm_size_mul(&groups, groups, tiles * tile))
        FAIL(&ctx->error, CLMODP_LIMIT, "%zu integer%s modulo %zu prime%s do not fit the memory",
             integers->count, CLM_S(integers->count), primes, CLM_S(primes));
    REQUIRE(&ctx->error, clm_buffer_holds(residues, words, type->word_bytes) &&
                             clm_buffer_holds(info, primes, sizeof(clm_residue_prime)));
    TRY(clm_kernel_get_with(ctx, &kernel, "reduce_words.cl", "reduce_words_tiles",
                            "%s", type->definitions));
    TRY(clm_launch(ctx, kernel, groups, tile, ARG_BUFFER(residues), ARG_BUFFER(&integers->rows),
                   ARG_BUFFER(&integers->tiles), ARG_BUFFER(info), ARG_U32(primes),
                   ARG_U32(integers->count)));
done:
    return st;
}
