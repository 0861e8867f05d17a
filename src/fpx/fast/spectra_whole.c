/* Launches of cl/fpx/fast/spectra_whole.cl. */
#include "fpx/fast/spectra_whole.h"

#include "base/size.h"
#include "device/kernel.h"
#include "fpx/fast/spectra_shapes.h"

#define FILE_NAME "fpx/fast/spectra_whole.cl"

/* The work-items of a group that makes whole transforms. */
static size_t whole_group(const clmodp_context *ctx)
{
    const size_t shared = clm_spectra_group(ctx);

    return shared == 1 ? 1 : clm_size_max(shared, ctx->tuning.group / shared * shared);
}

static clmodp_status get_whole(clmodp_context *ctx, const clm_kernel **kernel, const char *name)
{
    return clm_kernel_get_with(ctx, kernel, FILE_NAME, name, CLM_DEFINE_NT,
                               whole_group(ctx));
}

clmodp_status clm_spectra_forward_whole(clmodp_context *ctx, const clm_ring *ring,
                                        const clm_spectra *to, clm_run from)
{
    clmodp_status st = CLMODP_OK;
    const clm_kernel *kernel;
    const size_t primes = ring->plan.primes, group = whole_group(ctx);
    const spectra_shape s = clm_ring_shape(ring);
    const spectra_rows r = clm_spectra_rows(from, 0, to->rows);
    const fp_field f = {.p = ring->p};

    TRY(get_whole(ctx, &kernel, "spectra_whole_forward"));
    TRY(clm_launch(ctx, kernel, to->rows * primes * group, group,
                   ARG_OUT(&to->words, clm_spectra_words(ring, to->rows), u32),
                   ARG_IN(from.words, clm_run_end(from, to->rows), u32),
                   ARG_IN(&ring->field.roots, ring->plan.length * primes, u32),
                   ARG_IN(&ring->field.info, primes, prime_info), ARG_STRUCT(s), ARG_STRUCT(r),
                   ARG_STRUCT(f)));
done:
    return st;
}

clmodp_status clm_spectra_backward_whole(clmodp_context *ctx, const clm_ring *ring, clm_run to,
                                         size_t low, const clm_spectra *products)
{
    clmodp_status st = CLMODP_OK;
    const clm_kernel *kernel;
    const size_t rows = products->rows, primes = ring->plan.primes, group = whole_group(ctx);
    const spectra_shape s = clm_ring_shape(ring);
    const spectra_rows r = clm_spectra_rows(to, low, rows);
    const recombine_constants c = clm_ring_constants(&ring->plan, ring->p);

    TRY(get_whole(ctx, &kernel, "spectra_whole_backward"));
    TRY(clm_launch(ctx, kernel, rows * group, group,
                   ARG_INOUT(to.words, clm_run_end(to, rows), u32),
                   ARG_INOUT(&products->words, clm_spectra_words(ring, rows), u32),
                   ARG_IN(&ring->field.roots, ring->plan.length * primes, u32),
                   ARG_IN(&ring->field.info, primes, prime_info), ARG_STRUCT(s), ARG_STRUCT(r),
                   ARG_STRUCT(c)));
done:
    return st;
}
