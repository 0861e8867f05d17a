/* Plan and launch the transforms of cl/fpx/transform.cl. */
#include "fpx/transform.h"

#include <math.h>
#include <string.h>

#include "base/size.h"
#include "cl/fpx/transform_shape.h"
#include "device/kernel.h"
#include "fpx/evaluate_sums.h"

/* The largest radix worth while: a pass multiplies each word by `radix` roots. */
#define MAX_RADIX 16

/* Nanoseconds a word of a pass of this radix. */
static double pass_ns(u32 radix, const clm_rates *rates)
{
    return rates->ns[CLM_OP_PASS_WORD] + radix * rates->ns[CLM_OP_PASS_PRODUCT];
}

/* The cheapest radices, none above `limit`, whose product is `length`; infinite if none. */
static double cheapest_radices(u32 *radix, size_t *count, size_t length, u32 limit,
                               const clm_rates *rates)
{
    double best = length == 1 ? 0.0 : INFINITY;

    *count = 0;
    for (u32 first = limit; first >= 2 && length > 1; first--) {
        u32 rest[CLM_TRANSFORM_MAX_PASSES];
        size_t rests;
        double cost;

        if (length % first != 0)
            continue;
        cost = pass_ns(first, rates) +
               cheapest_radices(rest, &rests, length / first, first, rates);
        if (cost < best) {
            best = cost;
            radix[0] = first;
            memcpy(radix + 1, rest, rests * sizeof *rest);
            *count = rests + 1;
        }
    }
    return best;
}

size_t clm_transform_radices(u32 *radix, double *ns, size_t length, const clm_rates *rates)
{
    size_t count;

    *ns = cheapest_radices(radix, &count, length, MAX_RADIX, rates);
    return count;
}

clm_transform clm_transform_plan(const clmodp_context *ctx, const clm_rows *rows,
                                 const clm_lanes *lanes)
{
    clm_transform best = {.split = 1, .sum_points = lanes->points, .lanes = lanes->lanes,
                          .ns = INFINITY};

    for (size_t split = 2; split <= clm_size_min(lanes->points, rows->longest); split++) {
        clm_transform t = {.split = split, .sum_points = lanes->points / split};
        clm_amounts sums;
        double passes;

        if (lanes->points % split != 0)
            continue;
        t.lanes = clm_round_up(t.sum_points, ctx->tuning.tile);
        t.passes = clm_transform_radices(t.radix, &passes, split, &ctx->rates);
        sums = clm_sums_cost(rows, split);
        t.ns = (double)t.lanes * (clm_nanoseconds(&sums, &ctx->rates) +
                                  (double)(split * rows->count) * passes) +
               (double)lanes->lanes * (double)rows->count * ctx->rates.ns[CLM_OP_PASS_STORE];
        if (t.ns < best.ns)
            best = t;
    }
    return best;
}

/* ---- Memory ---- */

/* A batch: some primes, and of these some rows. Words of the scratch memory where its parts
 * begin: the sums (at 0), a second place for passes to go to, rows in natural order, the
 * roots of unity, and what the sums need. */
typedef struct batch {
    size_t primes, rows;
    size_t row_words; /* a row in natural order */
    size_t spare, natural, roots, packed, total; /* total SIZE_MAX: cannot be addressed */
} batch;

static batch batch_of(const clm_transform *t, const clm_rows *rows, const clm_lanes *lanes,
                      size_t primes, size_t batch_rows)
{
    batch b = {.primes = primes, .rows = batch_rows, .total = SIZE_MAX};
    size_t sums_words = clm_sums_scratch(rows, batch_rows, t->split, primes, primes * t->lanes);
    size_t tiles_words, natural_words;

    /* An odd number of cache lines a row keeps the rows of one point apart in caches. */
    b.row_words = (clm_div_up(lanes->lanes, 16) | 1) * 16;
    if (!clm_size_mul(&tiles_words, primes * t->lanes, batch_rows * t->split) ||
        !clm_size_mul(&natural_words, primes * b.row_words, batch_rows) ||
        tiles_words > UINT32_MAX / 4 || natural_words > UINT32_MAX / 4 ||
        sums_words > UINT32_MAX)
        return b;
    b.spare = clm_round_up(tiles_words, 64);
    b.natural = b.spare * (t->passes > 1 ? 2 : 1);
    b.roots = clm_round_up(b.natural + natural_words, 64);
    b.packed = clm_round_up(b.roots + primes * t->split, 64);
    if (b.packed + sums_words <= UINT32_MAX)
        b.total = b.packed + sums_words;
    return b;
}

/* As many primes, and failing one whole prime as many rows, as a stripe holds. */
static batch choose_batch(const clmodp_context *ctx, const clm_transform *t,
                          const clm_rows *rows, const clm_lanes *lanes, size_t primes)
{
    size_t budget = ctx->tuning.stripe_bytes / sizeof(u32), one;
    size_t batch_rows = rows->count;

    for (;;) {
        one = batch_of(t, rows, lanes, 1, batch_rows).total;
        if (one <= budget || batch_rows <= EVALUATE_BLOCK)
            break;
        batch_rows = clm_round_up(clm_div_up(batch_rows, 2), EVALUATE_BLOCK);
    }
    return batch_of(t, rows, lanes, clm_size_min(primes, clm_size_max(budget / one, 1)),
                    batch_rows);
}

size_t clm_transform_scratch(const clmodp_context *ctx, const clm_rows *rows,
                             const clm_lanes *lanes, size_t primes)
{
    clm_transform t = clm_transform_plan(ctx, rows, lanes);

    return t.split == 1 ? 0 : choose_batch(ctx, &t, rows, lanes, primes).total;
}

/* ---- Launches ---- */

clmodp_status clm_transform_roots(clmodp_context *ctx, const clm_buffer *table, size_t begin,
                                  const clm_buffer *info, size_t first_prime, size_t primes,
                                  size_t order, size_t exponent)
{
    clmodp_status st = CLMODP_OK;
    const clm_kernel *kernel;

    TRY(clm_kernel_get(ctx, &kernel, "fpx/transform.cl", "transform_roots"));
    TRY(clm_launch(ctx, kernel, primes * clm_div_up(order, TRANSFORM_ROOTS_RUN), 0,
                   ARG_OUT(table, begin + primes * order, u32), ARG_U32(begin),
                   ARG_IN(info, first_prime + primes, prime_info), ARG_U32(first_prime),
                   ARG_U32(primes), ARG_U32(order), ARG_U32(exponent)));
done:
    return st;
}

/* All passes over the sums of a batch, to rows in natural order. */
static clmodp_status run_passes(clmodp_context *ctx, const clm_buffer *scratch,
                                const clm_lanes *lanes, const clm_transform *t, const batch *b,
                                transform_shape s)
{
    clmodp_status st = CLMODP_OK;
    size_t vectors = s.count / ctx->tuning.lanes;
    const clm_kernel *kernel;

    TRY(clm_kernel_get(ctx, &kernel, "fpx/transform.cl", "transform_pass"));
    s.from = 0;
    s.stride = 1;
    for (size_t pass = 0; pass < t->passes; pass++) {
        size_t units = clm_div_up(s.rows, TRANSFORM_ROWS) * (t->split / t->radix[pass]);

        s.radix = t->radix[pass];
        s.to = (u32)(pass + 1 == t->passes ? b->natural : s.from == 0 ? b->spare : 0);
        s.parts = (u32)clm_sums_parts(ctx, vectors, units);
        TRY(clm_launch(ctx, kernel, vectors * s.parts, 0, ARG_INOUT(scratch, b->packed, u32),
                       ARG_IN(&lanes->info, s.first_prime + s.count / s.lanes, prime_info),
                       ARG_STRUCT(s)));
        s.from = s.to;
        s.stride *= s.radix;
    }
done:
    return st;
}

static clmodp_status run_store(clmodp_context *ctx, const clm_buffer *values,
                               const clm_buffer *scratch, const batch *b, transform_shape s)
{
    clmodp_status st = CLMODP_OK;
    size_t primes = s.count / s.lanes, vectors = primes * (s.out_lanes / ctx->tuning.lanes);
    size_t lanes = s.target + primes * s.out_lanes; /* of the values, up to the batch's last */
    const clm_kernel *kernel;

    s.from = (u32)b->natural;
    s.parts = (u32)clm_sums_parts(ctx, vectors, s.rows);
    TRY(clm_kernel_get(ctx, &kernel, "fpx/transform.cl", "transform_store"));
    TRY(clm_launch(ctx, kernel, vectors * s.parts, 0,
                   ARG_OUT(values, clm_size_times(lanes, s.out_rows), u32),
                   ARG_IN(scratch, b->roots, u32), ARG_STRUCT(s)));
done:
    return st;
}

/* All rows of the primes of a batch, b->rows at a time. */
static clmodp_status run_batch(clmodp_context *ctx, clm_buffer *values, clm_buffer *scratch,
                               const clm_buffer *residues, const clm_rows *rows,
                               const clm_lanes *lanes, const clm_transform *t, const batch *b,
                               evaluate_shape sums, transform_shape s)
{
    clmodp_status st = CLMODP_OK;

    TRY(clm_transform_roots(ctx, scratch, b->roots, &lanes->info, s.first_prime,
                            s.count / t->lanes, t->split, t->sum_points));
    for (size_t row = 0; row < rows->count; row += b->rows) {
        sums.first_row = s.first_row = (u32)row;
        sums.rows = s.rows = (u32)clm_size_min(b->rows, rows->count - row);
        TRY(clm_sums_shape(ctx, &sums, rows, lanes->wide));
        /* The number of rows moves the place of the powers, so the last batch needs its own. */
        if (row == 0 || sums.rows != b->rows)
            TRY(clm_sums_powers(ctx, scratch, &lanes->info, &sums));
        TRY(clm_sums_run(ctx, scratch, scratch, residues, rows, &lanes->info, &sums));
        TRY(run_passes(ctx, scratch, lanes, t, b, s));
        TRY(run_store(ctx, values, scratch, b, s));
    }
done:
    return st;
}

clmodp_status clm_transform_run(clmodp_context *ctx, clm_buffer *values, clm_buffer *scratch,
                                const clm_buffer *residues, const clm_rows *rows,
                                const clm_lanes *lanes, size_t first_prime, size_t primes)
{
    clmodp_status st = CLMODP_OK;
    clm_transform t = clm_transform_plan(ctx, rows, lanes);
    batch b = choose_batch(ctx, &t, rows, lanes, primes);

    REQUIRE(&ctx->error, t.split > 1);
    if (b.total == SIZE_MAX)
        FAIL(&ctx->error, CLMODP_LIMIT, "transforms of %zu row%s at %zu point%s do not fit",
             rows->count, CLM_S(rows->count), lanes->points, CLM_S(lanes->points));
    for (size_t done = 0; done < primes; done += b.primes) {
        size_t count = clm_size_min(b.primes, primes - done);
        size_t first = first_prime + done;
        evaluate_shape sums = {.lanes = (u32)t.lanes, .first = (u32)(first * t.lanes),
                               .count = (u32)(count * t.lanes), .split = (u32)t.split,
                               .packed = (u32)b.packed};
        transform_shape s = {.lanes = (u32)t.lanes, .sum_points = (u32)t.sum_points,
                             .count = (u32)(count * t.lanes), .first_prime = (u32)first,
                             .split = (u32)t.split, .roots = (u32)b.roots,
                             .points = (u32)lanes->points, .row_words = (u32)b.row_words,
                             .out_lanes = (u32)lanes->lanes, .out_rows = (u32)rows->count,
                             .target = (u32)(done * lanes->lanes)};

        TRY(run_batch(ctx, values, scratch, residues, rows, lanes, &t, &b, sums, s));
    }
done:
    return st;
}
