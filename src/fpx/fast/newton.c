/* Newton's iteration: from 1 / a mod x^k to twice the precision,
 *
 *     g  ->  g - x^k g e mod x^(2k),     a g = 1 + x^k e mod x^(2k)
 */
#include "fpx/fast/newton.h"

#include "base/memory.h"
#include "base/size.h"
#include "fpx/fast/multiply.h"
#include "fpx/host/multiply.h"
#include "fpx/move.h"

/* What the host inverts in the time of a launch or two. */
#define HOST_MOST ((size_t)512)

clm_newton_steps clm_newton_steps_to(size_t precision)
{
    clm_newton_steps steps = {.precision = {precision}, .count = 1};

    for (; precision > HOST_MOST; steps.precision[steps.count++] = precision)
        precision = clm_div_up(precision, 2);
    return steps;
}

typedef struct iteration {
    clmodp_context *ctx;
    const clm_buffer *inverse;
    clm_poly a;
    u32 p;
    clm_buffer product, error;
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
    clm_host_series_inverse(inverse, count, (clm_host_poly){words, known}, &modulus);
    TRY(clm_buffer_write(t->ctx, t->inverse, 0, inverse, count * sizeof *inverse));
done:
    return st;
}

/* From precision `half` to `whole`, at most twice that. */
static clmodp_status step(iteration *t, size_t half, size_t whole)
{
    clmodp_status st = CLMODP_OK;
    const size_t more = whole - half;
    const clm_poly g = {t->inverse, half}, error = {&t->error, more};
    const clm_poly a = {t->a.words, clm_size_min(whole, t->a.count)};
    const size_t made = a.count + half - 1; /* of the product: what is behind is 0 */
    const size_t taken = clm_size_min(more, made > half ? made - half : 0);

    if (taken == 0) { /* a g = 1 */
        TRY(clm_buffer_fill(t->ctx, &t->error, 0, more));
    } else {
        TRY(clm_fast_multiply(t->ctx, &t->product, a, g, t->p));
        if (taken < more)
            TRY(clm_buffer_fill(t->ctx, &t->error, 0, more));
        TRY(clm_move(t->ctx, &t->error, &t->product,
                            (move_piece){.from = (u32)half, .count = (u32)taken}));
    }
    TRY(clm_fast_multiply(t->ctx, &t->product, g, error, t->p));
    TRY(clm_move(t->ctx, t->inverse, &t->product,
                        (move_piece){.to = (u32)half, .count = (u32)more, .negated = true,
                                       .p = t->p}));
done:
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
    TRY(clm_buffer_create(ctx, &t.product, 2 * count, sizeof(u32)));
    TRY(clm_buffer_create(ctx, &t.error, count, sizeof(u32)));
    TRY(begin(&t, steps.precision[steps.count - 1]));
    for (size_t k = steps.count - 1; k-- > 0;)
        TRY(step(&t, steps.precision[k + 1], steps.precision[k]));
done:
    clm_buffer_destroy(ctx, &t.error); /* OpenCL keeps them until the launches have run */
    clm_buffer_destroy(ctx, &t.product);
    return st;
}
