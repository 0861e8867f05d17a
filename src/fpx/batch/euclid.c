/* Launches of euclid.cl and euclid_blocks.cl, and the table of steps that they follow. */
#include "fpx/batch/euclid.h"

#include "base/memory.h"
#include "base/size.h"
#include "cl/fpx/batch/euclid_shape.h"
#include "device/kernel.h"

/* Pairs of coefficients, or coefficients, from which on a vector of sequences is work enough for a
 * group. */
#define LONE_PAIRS 4096
#define LONE_LENGTH 1024

/* Whether these can be degrees of a remainder sequence, ended as common_factor says. */
static bool is_sequence(const clm_degrees *degrees)
{
    const uint32_t *d = degrees->degree;
    size_t count = degrees->count;
    bool ordered = count >= 2;

    for (size_t j = 2; j < count; j++)
        ordered = ordered && d[j] < d[j - 1] && d[j] < d[j - 2];
    if (!ordered)
        return false;

    uint32_t last = count == 2 && d[0] < d[1] ? d[0] : d[count - 1];

    return (last > 0) == degrees->common_factor;
}

/* The exponent e with R(a, b) = +- lc(b)^-e * R(b, r), for degrees n, m >= 1, k of a, b, r. */
static int64_t step_exponent(int64_t n, int64_t m, int64_t k)
{
    return (m - 1) * (n - m) + k;
}

/* Where S_1 is found: the polynomial of degree 1 or, behind one of degree 2, the constant. */
static uint32_t find_s1(const euclid_step *table, size_t steps)
{
    for (uint32_t j = 1; j <= steps; j++) {
        if (table[j].degree == 1)
            return j;
        if (table[j].degree == 2 && table[j + 1].degree == 0)
            return j + 1;
    }
    return 0;
}

/* The exponent x_j with S_1 = +- prod lc(j)^x_j * (polynomial `place`). */
static int64_t s1_exponent(const euclid_step *table, uint32_t j, uint32_t place)
{
    int64_t n = table[j - 1].degree, m = table[j].degree, k = table[j + 1].degree;

    if (j < place)
        return k > 0 ? n - m + 1 - step_exponent(n, m, k) : 0;
    return j == place && m == 1 ? n - 2 : 0;
}

/* The exponents of lc(1) where a was divided by b / lc(b): R(a, b) = +- lc(b)^(n-k) R(b, a mod b),
 * and S_1 likewise while k >= 1; with m = 2 it is lc(b)^(n-1) times a mod b otherwise. */
static void set_divided(const euclid_step *table, uint32_t place, bool common_factor, int64_t *e,
                        int64_t *x)
{
    const int64_t n = table[0].degree, m = table[1].degree, k = table[2].degree;

    if (!common_factor)
        *e = -(n - k);
    if (place > 1)
        *x = k > 0 ? n - k : n - m + 1;
}

/* The powers of entry j from the exponents of lc(j) in the denominator of R and in S_1's
 * numerators over it, and those of entry j + 1: none may be negative. */
static void set_powers(euclid_step *entry, int64_t below, int64_t above_s1)
{
    int64_t common = below > 0 ? below : 0;

    if (common < below - above_s1)
        common = below - above_s1;
    entry->below = (u32)common;
    entry->above = (u32)(common - below);
    entry->above_s1 = (u32)(common - below + above_s1);
}

/* Fill the table[0 ... steps + 1] of `out`, and its signs. The exponents fit: those of R are
 * between 0 and p * q, those of S_1 at most p + q above; behind a first division by powers those
 * of R are between 0 and the square of the lesser degree, but for one up to p + q. After a common
 * factor R is 0 without them. */
static void fill_table(euclid_step *table, clm_steps *out, const clm_degrees *degrees)
{
    const uint32_t *d = degrees->degree;
    bool exchange = d[0] < d[1];
    int64_t next = 0, next_s1 = 0; /* exponents of entry j + 1 */

    out->negate = exchange && d[0] % 2 != 0 && d[1] % 2 != 0;
    out->negate_s1 = exchange && d[0] % 2 == 0 && d[1] % 2 == 0;
    for (size_t j = 0; j < degrees->count; j++)
        table[j].degree = (int)d[j < 2 && exchange ? 1 - j : j];
    if (degrees->common_factor)
        table[out->steps + 1].degree = -1;
    if (out->subresultant)
        out->s1_place = find_s1(table, out->steps);
    for (uint32_t j = out->steps; j >= 1; j--) {
        int n = table[j - 1].degree, m = table[j].degree, k = table[j + 1].degree;
        int64_t x = out->s1_place > 0 ? s1_exponent(table, j, out->s1_place) : 0;
        int64_t e = degrees->common_factor ? 0 : step_exponent(n, m, k), s1;

        if (j == 1 && degrees->divided)
            set_divided(table, out->s1_place, degrees->common_factor, &e, &x);
        if (degrees->common_factor && x < 0)
            e = -x;
        s1 = out->s1_place > 0 ? e + x : 0;

        set_powers(&table[j], e - next, s1 - next_s1);
        next = e;
        next_s1 = s1;
        out->negate ^= n % 2 != 0 && m % 2 != 0;
        out->negate_s1 ^= n % 2 == 0 && m % 2 == 0;
    }
}

clmodp_status clm_steps_check(clm_error *error, size_t p, size_t q, bool divided)
{
    const size_t least = clm_size_min(p, q), longest = divided ? least : clm_size_max(p, q);
    size_t product; /* of what is not divided yet */

    if (longest < INT32_MAX && clm_size_mul(&product, longest + 1, least + 1) &&
        product <= INT32_MAX)
        return CLMODP_OK;
    return clm_fail(error, CLMODP_LIMIT,
                    "degrees %zu and %zu in the eliminated variable: their product must be below "
                    "2^31", p, q);
}

clmodp_status clm_steps_tabulate(clm_error *error, clm_steps *out, euclid_step **table,
                                 const clm_degrees *degrees, bool subresultant)
{
    clmodp_status st = CLMODP_OK;
    clm_steps result = {.subresultant = subresultant};
    size_t steps;

    *out = (clm_steps){0};
    *table = NULL;
    REQUIRE(error, is_sequence(degrees));
    result.p = degrees->degree[0];
    result.q = degrees->degree[1];
    REQUIRE(error,
            !subresultant || (result.p > 0 && result.q > 0 && result.p + result.q > 2));
    TRY(clm_steps_check(error, result.p, result.q, degrees->divided));
    result.common_factor = degrees->common_factor;
    result.divided = degrees->divided;
    steps = degrees->count - 2 + (degrees->common_factor ? 1 : 0);
    result.steps = (uint32_t)steps;
    NEW(error, *table, steps + 2);
    fill_table(*table, &result, degrees);
    *out = result;
done:
    return st;
}

void clm_steps_block(clm_steps *steps, euclid_step *table, clm_step_blocks blocks)
{
    steps->blocks = (clm_step_blocks){0};
    if (clm_step_blocks_mark(table, steps->steps, blocks))
        steps->blocks = blocks;
}

clmodp_status clm_steps_upload(clmodp_context *ctx, clm_steps *out, const clm_degrees *degrees,
                               bool subresultant, clm_step_blocks blocks)
{
    clmodp_status st = CLMODP_OK;
    clm_steps result;
    euclid_step *table;
    size_t count;

    *out = (clm_steps){0};
    TRY(clm_steps_tabulate(&ctx->error, &result, &table, degrees, subresultant));
    clm_steps_block(&result, table, blocks);
    count = (size_t)result.steps + 2;
    TRY(clm_buffer_create(ctx, &result.table, count, sizeof *table));
    TRY(clm_buffer_write(ctx, &result.table, 0, table, count * sizeof *table));
    *out = result;
    result.table = (clm_buffer){0};
done:
    clm_buffer_destroy(ctx, &result.table);
    free(table);
    return st;
}

void clm_steps_destroy(clmodp_context *ctx, clm_steps *steps)
{
    clm_buffer_destroy(ctx, &steps->table);
    *steps = (clm_steps){0};
}

/* Stripes of long polynomials have so few vectors that groups of many leave some cores without
 * work at the end, up to a sixth of the time; and a group costs nothing where an item takes some
 * microseconds. One size for all stripes, since PoCL compiles for each. Where items carry scalars
 * the device is one that makes vectors of groups. */
size_t clm_lockstep_group(const clmodp_context *ctx, uint64_t p, uint64_t q)
{
    const bool lone = p * q >= LONE_PAIRS || p + q >= LONE_LENGTH;

    return ctx->tuning.vector_width > 1 && lone ? 1 : clm_free_group(ctx);
}

/* Of the longer polynomial the remainder may be stored. */
static uint32_t stored_degree(const clm_steps *steps, bool longer, uint32_t own, uint32_t other)
{
    return steps->divided && longer ? other - 1 : own;
}

static clmodp_status get_kernel(clmodp_context *ctx, const clm_kernel **kernel,
                                const clm_steps *steps, const clm_point_batch *batch)
{
    if (steps->blocks.steps > 0)
        return clm_kernel_get(ctx, kernel, "fpx/batch/euclid_blocks.cl",
                              batch->shared ? "euclid_blocks_shared" : "euclid_blocks");
    return clm_kernel_get_with(ctx, kernel, "fpx/batch/euclid.cl",
                               batch->shared ? "euclid_lockstep_shared" : "euclid_lockstep", "%s",
                               batch->large ? EUCLID_LARGE : "");
}

clmodp_status clm_lockstep_run(clmodp_context *ctx, const clm_sequences *sequences,
                               const clm_buffer *values, size_t first_tile, size_t tiles)
{
    clmodp_status st = CLMODP_OK;
    const clm_steps *steps = sequences->steps;
    const clm_point_batch *batch = sequences->batch;
    const clm_kernel *kernel;
    const size_t tile = ctx->tuning.tile, total = batch->primes * batch->lanes;
    const size_t all = clm_point_batch_tiles(batch, tile);
    const uint32_t p = stored_degree(steps, steps->p >= steps->q, steps->p, steps->q);
    const uint32_t q = stored_degree(steps, steps->p < steps->q, steps->q, steps->p);
    const size_t rows = (size_t)p + q + 2;
    euclid_batch shape = {
        .p = p,
        .q = q,
        .divided = steps->divided,
        .steps = steps->steps,
        .negate = steps->negate,
        .primes = (u32)batch->primes,
        .points = (u32)batch->points,
        .lanes = (u32)batch->lanes,
        .first_tile = (u32)first_tile,
        .tiles = (u32)tiles,
        .plane = steps->subresultant ? (u32)total : 0,
        .s1_place = steps->s1_place,
        .negate_s1 = steps->negate_s1,
        .block = steps->blocks.steps,
        .order = steps->blocks.order,
    };
    const size_t space = clm_step_blocks_space(steps->blocks);

    REQUIRE(&ctx->error, batch->lanes % tile == 0 && total <= UINT32_MAX - 1);
    REQUIRE(&ctx->error, space == 0 || (!batch->large && !steps->divided));
    REQUIRE(&ctx->error, first_tile <= all && tiles <= all - first_tile);
    TRY(get_kernel(ctx, &kernel, steps, batch));
    TRY(clm_launch(ctx, kernel, tiles * (tile / ctx->tuning.vector_width),
                   clm_lockstep_group(ctx, steps->p, steps->q),
                   ARG_OUT(sequences->numerator, steps->subresultant ? 3 * total : total, u32),
                   ARG_OUT(sequences->denominator, total, u32),
                   ARG_INOUT(sequences->unlucky, total + 1, u32),
                   ARG_INOUT(values, clm_size_times(tiles * tile, rows + space), u32),
                   ARG_IN(&steps->table, (size_t)steps->steps + 2, euclid_step),
                   ARG_IN(&batch->info, batch->primes, prime_info), ARG_STRUCT(shape)));
done:
    return st;
}
