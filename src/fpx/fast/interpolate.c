/* With M the product of all x - z, f is the sum of all f(z) / M'(z) M / (x - z). */
#include "fpx/fast/interpolate.h"

#include "base/memory.h"
#include "fpx/host/points.h"
#include "fpx/batch/move.h"

/* What is there between the tree's two turns. */
typedef struct interpolation {
    clm_tree tree;
    u32 *words, *inverses; /* on the host */
    clm_buffer a, values;  /* on the device, a word for each point and one more */
} interpolation;

static clmodp_status begin(clmodp_context *ctx, interpolation *t, const u32 *points, size_t count,
                           u32 p)
{
    clmodp_status st = CLMODP_OK;
    size_t words;

    TRY(clm_tree_create(ctx, &t->tree, points, count, p));
    words = t->tree.plan.points + 1;
    NEW(&ctx->error, t->words, words);
    NEW(&ctx->error, t->inverses, words);
    TRY(clm_buffer_create(ctx, &t->a, words, sizeof(u32)));
    TRY(clm_buffer_create(ctx, &t->values, words, sizeof(u32)));
done:
    return st;
}

static void end(clmodp_context *ctx, interpolation *t)
{
    clm_buffer_destroy(ctx, &t->values);
    clm_buffer_destroy(ctx, &t->a);
    free(t->inverses);
    free(t->words);
    clm_tree_destroy(&t->tree);
}

/* t->words[k] := M'(points[k]) for the first `count` points. The tree's polynomial has a factor x
 * for each zero behind them, which does not belong to M. */
static clmodp_status slopes(clmodp_context *ctx, interpolation *t, size_t count,
                            const clm_modulus *m)
{
    clmodp_status st = CLMODP_OK;
    const clm_tree_plan *plan = &t->tree.plan;
    const size_t zeros = plan->points - count;

    TRY(clm_buffer_read(ctx, &t->tree.nodes[plan->levels], zeros * sizeof *t->words, t->words,
                        (count + 1) * sizeof *t->words));
    clm_host_derivative(t->words, t->words, count, m);
    TRY(clm_buffer_write(ctx, &t->a, 0, t->words, count * sizeof *t->words));
    TRY(clm_tree_evaluate(&t->tree, &t->values, (clm_poly){&t->a, count}));
    TRY(clm_buffer_read(ctx, &t->values, 0, t->words, count * sizeof *t->words));
done:
    return st;
}

static clmodp_status combine(clmodp_context *ctx, interpolation *t, const u32 *values,
                             size_t count, const clm_modulus *m)
{
    clmodp_status st = CLMODP_OK;
    const size_t all = t->tree.plan.points;

    for (size_t k = 0; k < count; k++)
        t->words[k] = clm_modulus_mul(values[k], t->inverses[k], m);
    TRY(clm_buffer_fill(ctx, &t->values, 0, all));
    TRY(clm_buffer_write(ctx, &t->values, 0, t->words, count * sizeof *t->words));
    TRY(clm_tree_combine(&t->tree, &t->a, &t->values));
done:
    return st;
}

clmodp_status clm_fast_interpolate(clmodp_context *ctx, clm_buffer *f, size_t *twice,
                                   const u32 *points, const u32 *values, size_t count,
                                   const clm_modulus *m)
{
    clmodp_status st = CLMODP_OK;
    interpolation t = {.words = NULL};

    *twice = count;
    TRY(begin(ctx, &t, points, count, m->p));
    TRY(slopes(ctx, &t, count, m));
    *twice = clm_host_inverses(t.inverses, t.words, count, m);
    if (*twice < count)
        goto done;
    TRY(combine(ctx, &t, values, count, m));
    TRY(clm_buffer_create(ctx, f, count, sizeof(u32)));
    TRY(clm_move(ctx, f, &t.a, (move_piece){.from = (u32)(t.tree.plan.points - count),
                                            .count = (u32)count}));
done:
    end(ctx, &t);
    return st;
}
