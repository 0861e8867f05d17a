/* Plan evaluation by transforms, and launch cl/fpx/batch/transform.cl. */
#include "fpx/batch/transform.h"

#include <math.h>

#include "base/size.h"
#include "cl/fpx/batch/transform_shape.h"
#include "device/kernel.h"
#include "fpx/batch/evaluate_sums.h"
#include "fpx/batch/ntt.h"
#include "fpx/batch/parts.h"
#include "fpx/batch/roots.h"
#include "fpx/batch/values.h"

/* Of one prime. */
static clm_amounts cost(const clmodp_context *ctx, const clm_rows *rows,
                        const clm_point_batch *batch, const clm_transform *t)
{
    const double words = (double)t->lanes * (double)(t->split * rows->count);
    const clm_amounts sums = clm_sums_cost(rows, t->split);
    clm_amounts all = clm_ntt_cost(&t->ntt, words);

    clm_amounts_add(&all, &sums, (double)t->lanes);
    all.of[CLM_OP_SPILT_PASS] += words * (double)t->ntt.passes;
    all.of[CLM_OP_FETCH_WORD] += words;
    all.of[clm_values_store(ctx, t->sum_points)] += (double)batch->lanes * (double)rows->count;
    return all;
}

clm_transform clm_transform_plan(const clmodp_context *ctx, const clm_rows *rows,
                                 const clm_point_batch *batch)
{
    clm_transform best = {.split = 1, .sum_points = batch->points, .lanes = batch->lanes,
                          .ns = INFINITY};

    for (size_t split = 2; split <= clm_size_min(batch->points, rows->longest); split++) {
        clm_transform t = {.split = split, .sum_points = batch->points / split};
        clm_amounts all;

        if (batch->points % split != 0)
            continue;
        t.lanes = clm_round_up(t.sum_points, ctx->tuning.tile);
        t.ntt = clm_ntt_plan_for(split);
        all = cost(ctx, rows, batch, &t);
        t.ns = isfinite(t.ntt.ns) ? clm_nanoseconds(&all, &ctx->rates) : INFINITY;
        if (t.ns < best.ns)
            best = t;
    }
    return best;
}

/* ---- Memory ---- */

/* A portion: some primes, and of these some rows. Words of the scratch memory where its parts
 * begin: the sums, which become values (at 0), the roots of unity, and what the sums need. */
typedef struct portion {
    size_t primes, rows;
    size_t sums_end, roots, packed, total; /* total SIZE_MAX: cannot be addressed */
} portion;

static portion portion_of(const clm_transform *t, const clm_rows *rows, size_t primes,
                          size_t portion_rows)
{
    portion b = {.primes = primes, .rows = portion_rows, .total = SIZE_MAX};
    size_t sums_words = clm_sums_scratch(rows, portion_rows, t->split, primes, primes * t->lanes);

    if (!clm_size_mul(&b.sums_end, primes * t->lanes, portion_rows * t->split) ||
        b.sums_end > UINT32_MAX / 2 || sums_words > UINT32_MAX)
        return b;
    b.roots = clm_round_up(b.sums_end, 64);
    b.packed = clm_round_up(b.roots + primes * t->split, 64);
    if (b.packed + sums_words <= UINT32_MAX)
        b.total = b.packed + sums_words;
    return b;
}

/* As many primes, and failing one whole prime as many rows, as a stripe holds. */
static portion choose_portion(const clmodp_context *ctx, const clm_transform *t,
                              const clm_rows *rows, size_t primes)
{
    size_t budget = ctx->tuning.stripe_bytes / sizeof(u32), one;
    size_t portion_rows = rows->count;

    for (;;) {
        one = portion_of(t, rows, 1, portion_rows).total;
        if (one <= budget || portion_rows <= EVALUATE_BLOCK)
            break;
        portion_rows = clm_round_up(clm_div_up(portion_rows, 2), EVALUATE_BLOCK);
    }
    return portion_of(t, rows, clm_size_min(primes, clm_size_max(budget / one, 1)), portion_rows);
}

size_t clm_transform_scratch(const clmodp_context *ctx, const clm_rows *rows,
                             const clm_point_batch *batch, size_t primes)
{
    clm_transform t = clm_transform_plan(ctx, rows, batch);

    return t.split == 1 ? 0 : choose_portion(ctx, &t, rows, primes).total;
}

double clm_transform_launches(const clmodp_context *ctx, const clm_rows *rows,
                              const clm_point_batch *batch, size_t primes)
{
    const clm_transform t = clm_transform_plan(ctx, rows, batch);
    const portion b = choose_portion(ctx, &t, rows, primes);
    const size_t parts = clm_div_up(rows->count, b.rows);
    const bool uneven = parts > 1 && rows->count % b.rows != 0;
    /* The sums, the passes, and the store. */
    const double part = CLM_SUMS_LAUNCHES + (double)t.ntt.passes + 1.0;

    /* Roots and powers, the latter twice if the last part is shorter. */
    return (double)clm_div_up(primes, b.primes) * (2.0 + uneven + (double)parts * part);
}

/* ---- Launches ---- */

/* What a call and its portions are about. */
typedef struct work {
    const clm_buffer *values, *scratch, *residues;
    const clm_rows *rows;
    const clm_point_batch *batch;
    clm_transform transform;
    portion portion;
} work;

static clmodp_status run_store(clmodp_context *ctx, const work *job, size_t primes,
                               transform_shape s)
{
    clmodp_status st = CLMODP_OK;
    size_t vectors = s.count / ctx->tuning.vector_width;
    size_t lanes = s.to.target + primes * s.to.lanes; /* of the values, to the portion's last */
    const clm_kernel *kernel;

    s.parts = (u32)clm_vector_parts(ctx, vectors, s.split);
    TRY(clm_kernel_get(ctx, &kernel, "fpx/batch/transform.cl", "transform_store"));
    TRY(clm_launch(ctx, kernel, vectors * s.parts, clm_free_group(ctx),
                   ARG_OUT(job->values, clm_size_times(lanes, s.to.rows), u32),
                   ARG_IN(job->scratch, job->portion.sums_end, u32), ARG_STRUCT(s)));
done:
    return st;
}

/* All rows of the primes of a portion, portion.rows at a time. */
static clmodp_status run_portion(clmodp_context *ctx, const work *job, size_t first, size_t primes,
                                 values_shape to)
{
    clmodp_status st = CLMODP_OK;
    const clm_transform *t = &job->transform;
    const portion *b = &job->portion;
    const clm_rows *rows = job->rows;
    const clm_buffer *info = &job->batch->info;
    clm_ntt_batch ntt = {.data = job->scratch, .roots = job->scratch, .roots_begin = b->roots,
                         .info = info, .first_prime = first, .primes = primes, .lanes = t->lanes};
    clm_root_table roots = {.table = job->scratch, .begin = b->roots, .info = info,
                            .first_prime = first, .primes = primes, .order = t->split,
                            .exponent = t->sum_points};
    evaluate_shape sums = {.lanes = (u32)t->lanes, .first = (u32)(first * t->lanes),
                           .count = (u32)(primes * t->lanes), .split = (u32)t->split,
                           .packed = (u32)b->packed};
    transform_shape s = {.radices = clm_ntt_packed_radices(&t->ntt), .to = to,
                         .lanes = (u32)t->lanes, .sum_points = (u32)t->sum_points,
                         .count = (u32)(primes * t->lanes), .split = (u32)t->split};

    TRY(clm_root_table_fill(ctx, &roots));
    for (size_t row = 0; row < rows->count; row += b->rows) {
        ntt.rows = clm_size_min(b->rows, rows->count - row);
        sums.first_row = s.first_row = (u32)row;
        sums.rows = s.rows = (u32)ntt.rows;
        TRY(clm_sums_shape(ctx, &sums, rows, job->batch->large));
        /* The number of rows moves the place of the powers, so the last portion needs its own. */
        if (row == 0 || sums.rows != b->rows)
            TRY(clm_sums_powers(ctx, job->scratch, info, &sums));
        TRY(clm_sums_run(ctx, job->scratch, job->scratch, job->residues, rows, info, &sums));
        TRY(clm_ntt_run(ctx, &t->ntt, &ntt, CLM_NTT_FORWARD));
        TRY(run_store(ctx, job, primes, s));
    }
done:
    return st;
}

clmodp_status clm_transform_run(clmodp_context *ctx, const clm_buffer *values,
                                const clm_buffer *scratch, const clm_buffer *residues,
                                const clm_rows *rows, const clm_point_batch *batch,
                                size_t first_prime, size_t primes)
{
    clmodp_status st = CLMODP_OK;
    work job = {values, scratch, residues, rows, batch, clm_transform_plan(ctx, rows, batch), {0}};

    REQUIRE(&ctx->error, job.transform.split > 1);
    job.portion = choose_portion(ctx, &job.transform, rows, primes);
    if (job.portion.total == SIZE_MAX)
        FAIL(&ctx->error, CLMODP_LIMIT, "transforms of %zu row%s at %zu point%s do not fit",
             rows->count, CLM_S(rows->count), batch->points, CLM_S(batch->points));
    for (size_t done = 0; done < primes; done += job.portion.primes)
        TRY(run_portion(ctx, &job, first_prime + done,
                        clm_size_min(job.portion.primes, primes - done),
                        clm_values_shape(batch, rows->count, done)));
done:
    return st;
}
