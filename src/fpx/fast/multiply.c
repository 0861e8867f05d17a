/* A product is one modulo x^N - 1, for N beyond its degree. */
#include "fpx/fast/multiply.h"

#include "core/size.h"
#include "fpx/fast/spectra.h"

clm_ring_plan clm_fast_multiply_plan(const clmodp_context *ctx, size_t n, size_t m, u32 p)
{
    return clm_ring_plan_for(ctx, n + m - 1, (double)clm_size_min(n, m), p);
}

clm_amounts clm_fast_multiply_cost(const clmodp_context *ctx, size_t n, size_t m, u32 p,
                                   bool square)
{
    const clm_ring_plan plan = clm_fast_multiply_plan(ctx, n, m, p);
    const double forward = square ? 1.0 : 2.0;
    clm_amounts all = clm_ring_cost(ctx, &plan, forward, 1.0, 1.0);

    all.of[CLM_OP_LAUNCH] += 2.0;
    return all;
}

static clm_run poly_run(clm_poly a)
{
    return (clm_run){.words = a.words, .count = a.count};
}

/* Modulo x^N - 1 coefficients beyond N come down to those below `low`. */
static clm_ring_plan part_plan(const clmodp_context *ctx, size_t n, size_t m, size_t low,
                               size_t count, u32 p)
{
    return clm_ring_plan_for(ctx, clm_size_max(low + count, n + m - 1 - low),
                             (double)clm_size_min(n, m), p);
}

static clmodp_status multiply_in_ring(clmodp_context *ctx, const clm_ring *ring, clm_run to,
                                      size_t low, clm_poly a, clm_poly b)
{
    clmodp_status st = CLMODP_OK;
    const bool square = a.words == b.words && a.count == b.count;
    clm_spectra of_a = {.rows = 0}, of_b = {.rows = 0};

    TRY(clm_spectra_create(ctx, ring, &of_a, 1));
    TRY(clm_spectra_forward(ctx, ring, &of_a, poly_run(a)));
    if (!square) {
        TRY(clm_spectra_create(ctx, ring, &of_b, 1));
        TRY(clm_spectra_forward(ctx, ring, &of_b, poly_run(b)));
    }
    TRY(clm_spectra_multiply(ctx, ring, &of_a, &of_a, square ? &of_a : &of_b, 1));
    TRY(clm_spectra_backward(ctx, ring, to, low, &of_a));
done:
    clm_spectra_destroy(ctx, &of_b); /* OpenCL keeps them until the launches have run */
    clm_spectra_destroy(ctx, &of_a);
    return st;
}

clmodp_status clm_fast_multiply(clmodp_context *ctx, const clm_buffer *product, clm_poly a,
                                clm_poly b, u32 p)
{
    clmodp_status st = CLMODP_OK;

    TRY(clm_poly_check(ctx, a));
    TRY(clm_poly_check(ctx, b));
    if (a.count == 0 || b.count == 0)
        goto done;
    TRY(clm_fast_multiply_part(ctx, product, a, b, 0, a.count + b.count - 1, p));
done:
    return st;
}

clmodp_status clm_fast_multiply_part(clmodp_context *ctx, const clm_buffer *product, clm_poly a,
                                     clm_poly b, size_t low, size_t count, u32 p)
{
    clmodp_status st = CLMODP_OK;
    clm_ring ring = {.p = 0};
    clm_ring_plan plan;
    size_t all;

    TRY(clm_poly_check(ctx, a));
    TRY(clm_poly_check(ctx, b));
    REQUIRE(&ctx->error, a.count > 0 && b.count > 0 && count > 0);
    all = a.count + b.count - 1;
    REQUIRE(&ctx->error, count <= all && low <= all - count);
    a.count = clm_size_min(a.count, low + count); /* the others reach beyond that */
    b.count = clm_size_min(b.count, low + count);
    plan = part_plan(ctx, a.count, b.count, low, count, p);
    if (plan.length == 0 || low + count > CLM_POLY_MOST)
        FAIL(&ctx->error, CLMODP_LIMIT,
             "polynomials of %zu and %zu coefficients are too long for transforms", a.count,
             b.count);
    REQUIRE(&ctx->error, clm_buffer_holds(a.words, a.count, sizeof(u32)) &&
                             clm_buffer_holds(b.words, b.count, sizeof(u32)) &&
                             clm_buffer_holds(product, count, sizeof(u32)));
    TRY(clm_ring_create(ctx, &ring, &plan, p));
    TRY(multiply_in_ring(ctx, &ring, (clm_run){.words = product, .count = count}, low, a, b));
done:
    clm_ring_destroy(ctx, &ring);
    return st;
}
