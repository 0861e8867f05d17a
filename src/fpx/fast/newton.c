/* Newton's iteration: from -1 / a mod x^k to twice the precision,
 *
 *     g  ->  g + x^k g e mod x^(2k),     a g = -1 + x^k e mod x^(2k)
 *
 * a g is needed from x^k to x^(2k - 1), and g e below x^k: modulo x^N - 1 with N = 2k the rest of
 * a g lands on what is known, and g e has no rest. So one transform of g serves both. */
#include "fpx/fast/newton.h"

#include "base/memory.h"
#include "base/size.h"
#include "device/kernel.h"
#include "device/shelf.h"
#include "fpx/fast/spectra.h"
#include "fpx/host/multiply.h"

/* What the host inverts in the time of a launch or two. */
#define HOST_MOST ((size_t)512)

clm_newton_steps clm_newton_steps_to(size_t precision)
{
    clm_newton_steps steps = {.precision = {precision}, .count = 1};

    for (; precision > HOST_MOST; steps.precision[steps.count++] = precision)
        precision = clm_div_up(precision, 2);
    return steps;
}

clm_ring_plan clm_newton_plan(const clmodp_context *ctx, size_t precision, u32 p)
{
    return clm_ring_plan_for(ctx, precision, (double)clm_div_up(precision, 2), p);
}

typedef struct iteration {
    clmodp_context *ctx;
    const clm_buffer *inverse;
    clm_poly a;
    u32 p;
    clm_buffer error;
} iteration;

/* The first coefficients, by the host. */
static clmodp_status begin(iteration *t, size_t count)
{
    clmodp_status st = CLMODP_OK;
    const clm_modulus modulus = clm_modulus_of(t->p);
    const size_t known = clm_size_min(count, t->a.count);
    u32 words[HOST_MOST], inverse[HOST_MOST];

    TRY(clm_buffer_read(t->ctx, t->a.words, 0, words, known * sizeof *words));
    REQUIRE(&t->ctx->error, words[0] != 0);
    for (size_t k = 0; k < known; k++)
        words[k] = words[k] == 0 ? 0 : t->p - words[k];
    clm_host_series_inverse(inverse, count, (clm_host_poly){words, known}, &modulus);
    TRY(clm_buffer_write(t->ctx, t->inverse, 0, inverse, count * sizeof *inverse));
done:
    return st;
}

/* From precision `half` to `whole`, at most twice that. */
static clmodp_status step(iteration *t, size_t half, size_t whole)
{
    clmodp_status st = CLMODP_OK;
    clmodp_context *ctx = t->ctx;
    const clm_ring_plan plan = clm_newton_plan(ctx, whole, t->p);
    const size_t more = whole - half;
    const clm_run g = {.words = t->inverse, .count = half};
    const clm_run a = {.words = t->a.words, .count = clm_size_min(whole, t->a.count)};
    const clm_run error = {.words = &t->error, .count = more};
    const clm_run next = {.words = t->inverse, .from = half, .count = more};
    clm_spectra of_g = {.rows = 0}, of_a = {.rows = 0};
    clm_ring ring = {.p = 0};

    TRY(clm_ring_create(ctx, &ring, &plan, t->p));
    TRY(clm_spectra_create(ctx, &ring, &of_g, 1));
    TRY(clm_spectra_create(ctx, &ring, &of_a, 1));
    TRY(clm_spectra_forward(ctx, &ring, &of_g, g));
    TRY(clm_spectra_forward(ctx, &ring, &of_a, a));
    TRY(clm_spectra_multiply(ctx, &ring, &of_a, &of_a, &of_g, 1));
    TRY(clm_spectra_backward(ctx, &ring, error, half, &of_a));
    TRY(clm_spectra_forward(ctx, &ring, &of_a, error));
    TRY(clm_spectra_multiply(ctx, &ring, &of_a, &of_a, &of_g, 1));
    TRY(clm_spectra_backward(ctx, &ring, next, 0, &of_a));
done:
    clm_spectra_destroy(ctx, &of_a); /* OpenCL keeps them until the launches have run */
    clm_spectra_destroy(ctx, &of_g);
    clm_ring_destroy(ctx, &ring);
    return st;
}

clmodp_status clm_newton_inverse(clmodp_context *ctx, const clm_buffer *inverse, size_t count,
                                 clm_poly a, u32 p)
{
    clmodp_status st = CLMODP_OK;
    iteration t = {.ctx = ctx, .inverse = inverse, .a = a, .p = p};
    const clm_newton_steps steps = clm_newton_steps_to(count);

    TRY(clm_poly_check(ctx, a));
    REQUIRE(&ctx->error, a.count > 0 && count > 0);
    REQUIRE(&ctx->error, clm_buffer_holds(inverse, count, sizeof(u32)));
    TRY(clm_scratch_create(ctx, &t.error, clm_div_up(count, 2), sizeof(u32)));
    TRY(begin(&t, steps.precision[steps.count - 1]));
    for (size_t k = steps.count - 1; k-- > 0;)
        TRY(step(&t, steps.precision[k + 1], steps.precision[k]));
done:
    clm_scratch_destroy(ctx, &t.error);
    return st;
}

clmodp_status clm_newton_sum(clmodp_context *ctx, const clm_buffer *out, const clm_buffer *a,
                             const clm_buffer *b, newton_sum_shape s)
{
    clmodp_status st = CLMODP_OK;
    const clm_kernel *kernel;

    TRY(clm_kernel_get(ctx, &kernel, "fpx/fast/newton.cl", "newton_sum"));
    TRY(clm_launch(ctx, kernel, s.count, 0, ARG_OUT(out, s.count, u32), ARG_IN(a, s.end, u32),
                   ARG_IN(b, s.count, u32), ARG_STRUCT(s)));
done:
    return st;
}
