/* Launches the kernels schur.cl, euclid_points.cl and compact.cl in cl/engines/schur/. */
#include "engines/schur/schur.h"

#include <string.h>

#include "core/memory.h"
#include "core/size.h"
#include "cl/engines/schur/compact_shape.h"
#include "cl/engines/schur/euclid_points_shape.h"
#include "opencl/kernel.h"

#define ARG_INFO(points) ARG_IN(&(points)->info, (points)->primes, clm_residue_prime)

/* Returns the vectors of local memory of a tile, for classes with rows in registers. */
static size_t local_vectors(const schur_matrix *matrix, uint32_t group)
{
    return SCHUR_VALUES((size_t)matrix->p, (size_t)matrix->q) + SCHUR_EXCHANGE((size_t)group);
}

/* Returns whether the resultant is a power of a constant of f or g. */
static bool is_power(const schur_matrix *matrix)
{
    return matrix->p == 0 || matrix->q == 0;
}

static size_t rows_of(const schur_matrix *matrix, clm_schur_class how)
{
    return how.rows > 0 ? how.rows : clm_size_max(clm_div_up(matrix->p, how.group), 1);
}

/* Work-items that the hardware runs together, whether needed or not. */
#define WARP 32

/* Returns the class without explicit vectors: one row a work-item as far as the group size allows,
 * and few idle items, in some four classes for each power of two. GPUs may be faster with two
 * rows, as in [Eme12, 5.4], for more independent instructions between barriers. */
static clm_schur_class class_of_items(const clmodp_context *ctx, const clm_residue_type *type,
                                      const schur_matrix *matrix)
{
    const size_t most = ctx->device.max_work_group, p = clm_size_min(matrix->p, most);
    clm_schur_class how = {.rows = 1, .tiles = 1};
    size_t step = 8;

    while (step < p / 4)
        step *= 2;
    how.group = (uint32_t)clm_size_min(clm_round_up(clm_size_max(p, 1), step), most);
    while ((size_t)how.group * how.rows < matrix->p && how.rows < SCHUR_ROWS_MAX)
        how.rows *= 2;
    while (how.group * how.tiles <= clm_size_min(WARP, most) / 2)
        how.tiles *= 2;
    if ((size_t)how.group * how.rows < matrix->p ||
        how.tiles * local_vectors(matrix, how.group) * type->word_bytes > ctx->device.local_memory)
        how = (clm_schur_class){.group = how.group, .rows = 0, .tiles = 1};
    return how;
}

/* Explicit vectors use all arithmetic units of a processor by one work-item, without barriers and
 * with scratch in its caches: with PoCL (AVX-512) 57 ms at degrees 20/16 for 197 000 points, 53
 * with eight rows in registers and local memory, 78 with one row; at 60/75 and 80/90 a tenth to a
 * fifth less than with eight rows. One program also serves all degrees. */
clm_schur_class clm_schur_class_of(const clmodp_context *ctx, const clm_residue_type *type,
                                   const schur_matrix *matrix)
{
    if (ctx->tuning.vector_width > 1)
        return (clm_schur_class){.group = 1, .rows = 0, .tiles = 1};
    return class_of_items(ctx, type, matrix);
}

schur_matrix clm_schur_matrix(size_t p, size_t q, size_t f_low, size_t g_low, bool exchange)
{
    const size_t n = p - f_low, m = q - g_low;
    schur_matrix matrix = {.p = (u32)n, .q = (u32)m, .f_row = (u32)f_low,
                           .g_row = (u32)(p + 1 + g_low),
                           .factor_row = f_low > 0 ? (u32)(p + 1) : 0,
                           .factor_power = (u32)(f_low > 0 ? f_low : g_low),
                           .negate = f_low > 0 ? 0 : p % 2 & g_low % 2};

    if (exchange)
        matrix = (schur_matrix){.p = matrix.q, .q = matrix.p, .f_row = matrix.g_row,
                                .g_row = matrix.f_row, .factor_row = matrix.factor_row,
                                .factor_power = matrix.factor_power,
                                .negate = matrix.negate ^ (n % 2 & m % 2)};
    return matrix;
}

size_t clm_schur_tiles(const clmodp_context *ctx, const clm_points *points)
{
    return points->primes * clm_div_up(points->count, ctx->tuning.vector_width);
}

size_t clm_schur_scratch(const clmodp_context *ctx, const schur_matrix *matrix,
                         clm_schur_class how)
{
    if (how.rows > 0 || is_power(matrix))
        return 0;
    return (SCHUR_VALUES((size_t)matrix->p, (size_t)matrix->q) +
            4 * rows_of(matrix, how) * (size_t)how.group) *
           ctx->tuning.vector_width;
}

/* Launches by the matrix. */
typedef struct schur_run {
    clm_schur_call call;
    size_t total; /* points of all primes */
    const schur_matrix *matrix;
    clm_schur_class how;
} schur_run;

/* Arguments common to all kernels: a value for each point of each prime, and the inputs. */
#define ARG_VALUES(c, b, total) ARG_OUT_OF((c)->b, total, (c)->points->type->word_bytes)
#define ARG_RESIDUES(c)                                                                    \
    ARG_IN_OF((c)->residues, clm_size_times((c)->points->primes, (c)->rows->residues),     \
              (c)->points->type->word_bytes)
#define ARG_TABLE(c) ARG_IN(&(c)->rows->table, (c)->rows->count, clm_row)

static clm_kernel_key schur_kernel(const schur_run *r, const char *name)
{
    return clm_kernel_with("engines/schur/schur.cl", name, CLM_SCHUR_DEFINITIONS,
                           r->call.points->type->definitions, (size_t)r->how.group,
                           (unsigned)r->how.rows, (unsigned)r->how.tiles);
}

/* Fails with INVALID unless class and rows suit the matrix; LIMIT if there are too many points. */
static clmodp_status check_call(clmodp_context *ctx, schur_run *r)
{
    clmodp_status st = CLMODP_OK;
    const clm_schur_call *c = &r->call;
    const schur_matrix *matrix = r->matrix;
    const clm_schur_class how = r->how;
    const clm_rows *rows = c->rows;
    const size_t p = matrix->p, q = matrix->q;

    REQUIRE(&ctx->error, how.group > 0 && how.tiles > 0 && how.rows <= SCHUR_ROWS_MAX);
    REQUIRE(&ctx->error, how.rows > 0 || how.tiles == 1);
    TRY(clm_points_check(ctx, c->points, &r->total));
    REQUIRE(&ctx->error, matrix->f_row + p < rows->count && matrix->g_row + q < rows->count &&
                             matrix->factor_row < rows->count);
    REQUIRE(&ctx->error, p <= rows_of(matrix, how) * how.group);
    REQUIRE(&ctx->error, clm_buffer_holds(c->scratch, clm_schur_scratch(ctx, matrix, how),
                                          c->points->type->word_bytes));
done:
    return st;
}

/* Returns the tiles possible in one launch, with 32-bit sizes and scratch for each. */
static size_t tiles_at_once(const clmodp_context *ctx, const schur_run *r)
{
    const size_t group = (size_t)r->how.group * r->how.tiles;
    const size_t tiles = ((size_t)UINT32_MAX - group) / group * r->how.tiles;
    const size_t scratch =
        clm_schur_scratch(ctx, r->matrix, r->how) * r->call.points->type->word_bytes;

    return scratch > 0 ? clm_size_min(tiles, r->call.scratch->bytes / scratch) : tiles;
}

/* Computes resultants that are powers of a constant. */
static clmodp_status launch_powers(clmodp_context *ctx, const schur_run *r,
                                   const schur_batch *batch)
{
    const clm_schur_call *c = &r->call;

    return clm_run(ctx, schur_kernel(r, "schur_powers"), batch->count, 0,
                   ARG_VALUES(c, numerator, r->total), ARG_VALUES(c, denominator, r->total),
                   ARG_RESIDUES(c), ARG_TABLE(c), ARG_INFO(c->points), ARG_STRUCT(*batch));
}

static clmodp_status launch_resultants(clmodp_context *ctx, const schur_run *r,
                                       const schur_batch *batch)
{
    const clm_schur_call *c = &r->call;
    const clm_schur_class how = r->how;
    const size_t word = c->points->type->word_bytes;
    const size_t vectors = how.tiles * ctx->tuning.vector_width * word;
    const size_t values = SCHUR_VALUES((size_t)r->matrix->p, (size_t)r->matrix->q);
    const size_t scratch = batch->count * clm_schur_scratch(ctx, r->matrix, how);

    return clm_run(ctx, schur_kernel(r, "schur_resultants"),
                   clm_round_up(batch->count, how.tiles) * how.group,
                   (size_t)how.group * how.tiles, ARG_VALUES(c, numerator, r->total),
                   ARG_VALUES(c, denominator, r->total),
                   how.rows > 0 ? ARG_LOCAL(vectors * values)
                                : ARG_INOUT_OF(c->scratch, scratch, word),
                   ARG_LOCAL(vectors * SCHUR_EXCHANGE((size_t)how.group)), ARG_RESIDUES(c),
                   ARG_TABLE(c), ARG_INFO(c->points), ARG_STRUCT(*batch));
}

clm_amounts clm_schur_cost(const schur_matrix *matrix, double points)
{
    const double p = matrix->p, q = matrix->q;

    return (clm_amounts){.of = {[CLM_OP_SCHUR_PRODUCT] =
                                    points * ((p + 1) * (4 * p + q + 1) + q)}};
}

clmodp_status clm_schur(clmodp_context *ctx, const clm_schur_call *call,
                        const schur_matrix *matrix, clm_schur_class how, size_t first,
                        size_t count)
{
    clmodp_status st = CLMODP_OK;
    const clm_points *points = call->points;
    schur_run r = {.call = *call, .matrix = matrix, .how = how};
    const size_t end = first + count;
    schur_batch batch = {.matrix = *matrix, .first_point = (u32)points->first,
                         .points = (u32)points->count,
                         .tiles = (u32)clm_div_up(points->count, ctx->tuning.vector_width),
                         .residues = (u32)call->rows->residues};

    TRY(check_call(ctx, &r));
    REQUIRE(&ctx->error, first <= end && end <= clm_schur_tiles(ctx, points));
    batch.rows = (u32)rows_of(matrix, how);
    for (; first < end; first += batch.count) {
        batch.first = (u32)first;
        batch.count = (u32)clm_size_min(end - first, tiles_at_once(ctx, &r));
        TRY((is_power(matrix) ? launch_powers : launch_resultants)(ctx, &r, &batch));
    }
done:
    return st;
}

/* Makes an elimination step of n - j rows: rotates, then shifts a and c down; c's block from row q
 * on takes nothing from the block before. */
static void eliminate_column(fp_field field, uint32_t *a, uint32_t *b, uint32_t *c, uint32_t *d,
                             size_t j, size_t n, size_t q)
{
    const uint32_t a0 = a[j], b0 = b[j], c0 = c[j], d0 = d[j];
    uint32_t above_a = 0, above_c = 0;

    for (size_t i = j; i < n; i++) {
        const uint32_t old_a = a[i], old_c = c[i];

        a[i] = above_a;
        c[i] = i == q ? 0 : above_c;
        above_a = fp_add(fp_mul(old_a, c0, field), fp_mul(b[i], d0, field), field);
        above_c = fp_add(fp_mul(old_c, a0, field), fp_mul(d[i], b0, field), field);
        b[i] = fp_cross(old_a, b0, b[i], a0, field);
        d[i] = fp_cross(old_c, d0, d[i], c0, field);
    }
}

clmodp_status clm_schur_regular(clm_error *error, bool *regular, fp_field field, const uint32_t *f,
                                size_t p, const uint32_t *g, size_t q)
{
    clmodp_status st = CLMODP_OK;
    const size_t n = p + q;
    uint32_t *a = NULL, *b, *c, *d;

    *regular = true;
    if (p <= 1 || q == 0)
        return CLMODP_OK;
    NEW(error, a, 4 * n);
    b = a + n;
    c = b + n;
    d = c + n;
    for (size_t i = 0; i < n; i++) {
        a[i] = i <= p ? f[p - i] : 0;
        b[i] = i <= q ? g[q - i] : 0;
    }
    c[0] = d[q] = field.one;
    for (size_t j = 0; j + 2 < n && *regular; j++) {
        if (fp_add(fp_mul(a[j], c[j], field), fp_mul(b[j], d[j], field), field) == 0)
            *regular = false;
        eliminate_column(field, a, b, c, d, j, n, q);
    }
done:
    free(a);
    return st;
}

size_t clm_point_fallback_scratch(size_t p, size_t q)
{
    return p + q + 2;
}

clmodp_status clm_point_fallback(clmodp_context *ctx, const clm_schur_call *call,
                                 const clm_buffer *listed, size_t count, size_t p, size_t q)
{
    clmodp_status st = CLMODP_OK;
    const clm_points *points = call->points;
    const clm_kernel_key key = clm_kernel_with("engines/schur/euclid_points.cl", "euclid_points",
                                               "%s", points->type->definitions);
    const size_t word = points->type->word_bytes;
    const size_t room = call->scratch->bytes / word / clm_point_fallback_scratch(p, q);
    euclid_points_batch batch = {.p = (u32)p, .q = (u32)q, .points = (u32)points->count,
                                 .first_point = (u32)points->first, .primes = (u32)points->primes,
                                 .residues = (u32)call->rows->residues};
    size_t total;

    TRY(clm_points_check(ctx, points, &total));
    REQUIRE(&ctx->error, room > 0 || count == 0);
    REQUIRE(&ctx->error, call->rows->count == p + q + 2 && count < UINT32_MAX);
    for (size_t done = 0; done < count; done += batch.items) {
        batch.first = (u32)(done + 1);
        batch.items = (u32)clm_size_min(count - done, room);
        TRY(clm_run(ctx, key, batch.items, 0, ARG_VALUES(call, numerator, total),
                    ARG_VALUES(call, denominator, total),
                    ARG_INOUT_OF(call->scratch, batch.items * clm_point_fallback_scratch(p, q),
                                 word),
                    ARG_IN(listed, 1 + count, u32), ARG_RESIDUES(call), ARG_TABLE(call),
                    ARG_INFO(points), ARG_STRUCT(batch)));
    }
done:
    return st;
}

/* Arguments common to both kernels: collected values, and values of each point. */
#define ARG_COLLECTED(values, points, b)                                          \
    ARG_INOUT_OF(&(values)->b, clm_size_times((points)->primes, (values)->capacity), \
                 (points)->type->word_bytes)
#define ARG_COUNTS(values, points) ARG_INOUT(&(values)->count, (points)->primes, u32)
#define ARG_EACH(points, b) \
    ARG_IN_OF(b, clm_size_times((points)->primes, (points)->count), (points)->type->word_bytes)

/* Fills in the batch. Errors: LIMIT (sizes beyond 32 bits), INVALID */
static clmodp_status prepare_compact(clmodp_context *ctx, compact_batch *batch,
                                     const clm_values *values, size_t room,
                                     const clm_points *points, size_t valuation)
{
    clmodp_status st = CLMODP_OK;
    size_t total;

    TRY(clm_points_check(ctx, points, &total));
    if (valuation > UINT32_MAX)
        FAIL(&ctx->error, CLMODP_LIMIT, "a division by x^%zu at each point", valuation);
    REQUIRE(&ctx->error, values->capacity <= UINT32_MAX);
    *batch = (compact_batch){.first_point = (u32)points->first, .points = (u32)points->count,
                             .primes = (u32)points->primes, .valuation = (u32)valuation,
                             .capacity = (u32)values->capacity, .listed = (u32)room};
done:
    return st;
}

static clm_kernel_key compact_kernel(const char *name, const clm_points *points, size_t group)
{
    return clm_kernel_with("engines/schur/compact.cl", name, CLM_COMPACT_DEFINITIONS,
                           points->type->definitions, group);
}

clmodp_status clm_compact(clmodp_context *ctx, clm_values *values, clm_buffer *unlucky,
                          const clm_buffer *numerator, const clm_buffer *denominator,
                          const clm_points *points, size_t valuation)
{
    clmodp_status st = CLMODP_OK;
    const size_t group = clm_size_min(COMPACT_GROUP, ctx->device.max_work_group);
    const size_t words = clm_size_max(unlucky->bytes / sizeof(u32), 1);
    const size_t room = clm_size_min(words - 1, UINT32_MAX - 1);
    compact_batch batch;

    TRY(prepare_compact(ctx, &batch, values, room, points, valuation));
    batch.chunks = (u32)clm_div_up(points->count, group * COMPACT_RUN);
    TRY(clm_run(ctx, compact_kernel("compact_points", points, group),
                points->primes * batch.chunks * group, group, ARG_COLLECTED(values, points, x),
                ARG_COLLECTED(values, points, y), ARG_COUNTS(values, points),
                ARG_INOUT(unlucky, 1 + room, u32), ARG_EACH(points, numerator),
                ARG_EACH(points, denominator), ARG_INFO(points), ARG_STRUCT(batch)));
done:
    return st;
}

clmodp_status clm_compact_listed(clmodp_context *ctx, clm_values *values, const clm_buffer *listed,
                                 size_t count, const clm_buffer *numerator,
                                 const clm_buffer *denominator, const clm_points *points,
                                 size_t valuation)
{
    clmodp_status st = CLMODP_OK;
    const size_t group = clm_size_min(COMPACT_GROUP, ctx->device.max_work_group);
    compact_batch batch;

    REQUIRE(&ctx->error, count < UINT32_MAX);
    TRY(prepare_compact(ctx, &batch, values, count, points, valuation));
    TRY(clm_run(ctx, compact_kernel("compact_listed", points, group), count, group,
                ARG_COLLECTED(values, points, x), ARG_COLLECTED(values, points, y),
                ARG_COUNTS(values, points), ARG_IN(listed, 1 + count, u32),
                ARG_EACH(points, numerator), ARG_EACH(points, denominator), ARG_INFO(points),
                ARG_STRUCT(batch)));
done:
    return st;
}
