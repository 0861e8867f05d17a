/* Launches of cl/fpx/fast/spectra.cl. */
#include "fpx/fast/spectra.h"

#include "arith/field.h"
#include "base/size.h"
#include "device/kernel.h"
#include "device/shelf.h"
#include "fpx/fast/spectra_shapes.h"
#include "fpx/fast/spectra_whole.h"
#include "fpx/batch/ntt.h"

/* Values that a work-group multiplies. */
#define RUN 64

clmodp_status clm_spectra_create(clmodp_context *ctx, const clm_ring *ring, clm_spectra *out,
                                 size_t rows)
{
    out->rows = rows;
    return clm_scratch_create(ctx, &out->words, clm_spectra_words(ring, rows), sizeof(u32));
}

void clm_spectra_destroy(clmodp_context *ctx, clm_spectra *spectra)
{
    clm_scratch_destroy(ctx, &spectra->words);
}

static clmodp_status get(clmodp_context *ctx, const clm_kernel **kernel, const char *name)
{
    return clm_kernel_get_with(ctx, kernel, CLM_SPECTRA_FILE, name, CLM_DEFINE_NT,
                               clm_spectra_group(ctx));
}

static clm_ntt_batch batch_of(const clmodp_context *ctx, const clm_ring *ring,
                              const clm_spectra *spectra)
{
    return clm_ntt_field_batch(&ring->field, &spectra->words, ctx->tuning.tile, spectra->rows);
}

clmodp_status clm_spectra_forward(clmodp_context *ctx, const clm_ring *ring,
                                  const clm_spectra *to, clm_run from)
{
    clmodp_status st = CLMODP_OK;
    const clm_kernel *kernel;
    const spectra_shape s = clm_ring_shape(ring);
    const spectra_rows r = clm_spectra_rows(from, 0, to->rows);
    const fp_field f = {.p = ring->p};
    const clm_ntt_batch batch = batch_of(ctx, ring, to);

    if (ring->plan.whole)
        return clm_spectra_forward_whole(ctx, ring, to, from);
    TRY(get(ctx, &kernel, "spectra_load"));
    TRY(clm_launch(ctx, kernel, to->rows * (ring->size / ctx->tuning.vector_width), 0,
                   ARG_OUT(&to->words, clm_spectra_words(ring, to->rows), u32),
                   ARG_IN(from.words, clm_run_end(from, to->rows), u32),
                   ARG_IN(&ring->field.info, ring->plan.primes, prime_info), ARG_STRUCT(s),
                   ARG_STRUCT(r), ARG_STRUCT(f)));
    TRY(clm_ntt_run(ctx, &ring->field.plan, &batch, CLM_NTT_FORWARD));
done:
    return st;
}

clmodp_status clm_spectra_multiply_each(clmodp_context *ctx, const clm_ring *ring,
                                        const clm_spectra *out, const clm_spectra *a,
                                        const clm_spectra *b, clm_spectra_products of)
{
    clmodp_status st = CLMODP_OK;
    const clm_kernel *kernel;
    const size_t group = clm_spectra_group(ctx), primes = ring->plan.primes;
    const spectra_shape s = clm_ring_shape(ring);
    const spectra_product m = {.rows = (u32)of.rows, .inner = (u32)of.inner,
                               .columns = (u32)of.columns, .count = (u32)of.count,
                               .b_first = (u32)of.b_first, .a_apart = (u32)of.a_apart,
                               .b_apart = (u32)of.b_apart, .a_rows = (u32)a->rows,
                               .b_rows = (u32)b->rows, .out_rows = (u32)out->rows, .run = RUN,
                               .groups = (u32)clm_div_up(ring->plan.length, RUN)};
    const size_t local = SPECTRA_AHEAD * SPECTRA_PART(m, (size_t)ctx->tuning.tile);

    REQUIRE(&ctx->error, out->rows == of.count * of.rows * of.columns);
    TRY(get(ctx, &kernel, "spectra_values"));
    TRY(clm_launch(ctx, kernel, of.count * m.groups * primes * group, group,
                   ARG_INOUT(&out->words, clm_spectra_words(ring, out->rows), u32),
                   ARG_IN(&a->words, clm_spectra_words(ring, a->rows), u32),
                   ARG_IN(&b->words, clm_spectra_words(ring, b->rows), u32),
                   ARG_IN(&ring->values, ring->plan.length * primes, u32),
                   ARG_IN(&ring->field.info, primes, prime_info), ARG_STRUCT(s), ARG_STRUCT(m),
                   ARG_LOCAL(local * sizeof(u32))));
done:
    return st;
}

clmodp_status clm_spectra_multiply(clmodp_context *ctx, const clm_ring *ring,
                                   const clm_spectra *out, const clm_spectra *a,
                                   const clm_spectra *b, size_t inner)
{
    clmodp_status st = CLMODP_OK;
    const clm_spectra_products of = {.count = 1, .rows = a->rows / inner, .inner = inner,
                                     .columns = b->rows / inner};

    REQUIRE(&ctx->error, a->rows == of.rows * inner && b->rows == of.columns * inner);
    TRY(clm_spectra_multiply_each(ctx, ring, out, a, b, of));
done:
    return st;
}

clmodp_status clm_spectra_backward(clmodp_context *ctx, const clm_ring *ring, clm_run to,
                                   size_t low, const clm_spectra *products)
{
    clmodp_status st = CLMODP_OK;
    const clm_kernel *kernel;
    const size_t rows = products->rows;
    const size_t most = rows > 1 ? clm_size_max(to.count, to.others) : to.count;
    const spectra_shape s = clm_ring_shape(ring);
    const spectra_rows r = clm_spectra_rows(to, low, rows);
    const recombine_constants c = clm_ring_constants(&ring->plan, ring->p);
    const clm_ntt_batch batch = batch_of(ctx, ring, products);

    REQUIRE(&ctx->error, low <= ring->size && most <= ring->size - low);
    if (ring->plan.whole)
        return clm_spectra_backward_whole(ctx, ring, to, low, products);
    TRY(clm_ntt_run(ctx, &ring->field.plan, &batch, CLM_NTT_BACKWARD));
    TRY(get(ctx, &kernel, "spectra_store"));
    TRY(clm_launch(ctx, kernel, rows * clm_div_up(most, ctx->tuning.vector_width), 0,
                   ARG_INOUT(to.words, clm_run_end(to, rows), u32),
                   ARG_IN(&products->words, clm_spectra_words(ring, rows), u32),
                   ARG_IN(&ring->field.info, ring->plan.primes, prime_info), ARG_STRUCT(s),
                   ARG_STRUCT(r), ARG_STRUCT(c)));
done:
    return st;
}
