/* Matrices of several shapes, and their determinants. */
#include "problems/determinant.h"

#include <string.h>

#include "cl/arith/tile.h"
#include "cl/fpx/batch/determinant_shape.h"
#include "core/random.h"
#include "core/size.h"

determinant_problem determinant_problem_create(clmodp_context *ctx, size_t n, size_t primes,
                                               size_t points, uint32_t below, bool shared)
{
    determinant_problem d = {.n = n};
    size_t all;

    d.chunk = device_chunk_create(ctx, primes, points, below);
    d.chunk.batch.shared = shared;
    d.tiles = clm_point_batch_tiles(&d.chunk.batch, ctx->tuning.tile);
    all = primes * d.chunk.batch.lanes;
    d.values = device_need(d.tiles * ctx->tuning.tile * n * n, sizeof *d.values);
    d.first = device_need(2 * n, sizeof *d.first);
    d.on_device = device_words(ctx, NULL, d.tiles * ctx->tuning.tile * n * n +
                                              clm_determinant_spaces(
                                                  ctx, clm_blocks_space(NULL, n), d.tiles));
    d.result = device_words(ctx, NULL, all);
    d.unlucky = device_words(ctx, NULL, all + 1);
    d.table = device_words(ctx, NULL, 4 * n + 2 * n * n);
    d.call.greatest = d.chunk.info[0].field.p;
    return d;
}

void determinant_problem_destroy(determinant_problem *d)
{
    clmodp_context *ctx = d->chunk.ctx;

    clm_buffers_destroy(ctx, &d->on_device, &d->result, &d->unlucky, &d->table);
    device_chunk_destroy(&d->chunk);
    clm_blocks_destroy(&d->blocks);
    free(d->values);
    free(d->first);
}

size_t determinant_problem_lane(const determinant_problem *d, size_t prime, size_t point)
{
    return prime * d->chunk.batch.lanes + point;
}

/* The place of a lane among all of the tiles. */
static size_t place_of(const determinant_problem *d, size_t prime, size_t point)
{
    const clm_point_batch *batch = &d->chunk.batch;

    return batch->shared ? prime * batch->points + point
                         : determinant_problem_lane(d, prime, point);
}

static bool in_envelope(enum determinant_shape shape, size_t n, size_t i, size_t j)
{
    if (shape == DETERMINANT_BANDED)
        return j <= i + 2 && i <= j + 3;
    return shape != DETERMINANT_ARROW || i == j || i == n - 1 || j == n - 1;
}

static u32 entry_of(enum determinant_shape shape, clm_random *random, fp_field f)
{
    const u32 any = (u32)clm_random_below(random, f.p);

    return shape == DETERMINANT_EXTREME && any % 16 != 0 ? f.p - 1 : any;
}

/* a[to] := a sum of multiples of rows 0 ... to - 1, in the columns below `columns`. */
static void combine_rows(u32 *a, size_t n, size_t to, size_t columns, fp_field f)
{
    for (size_t j = 0; j < columns; j++) {
        a[to * n + j] = 0;
        for (size_t i = 0; i < to; i++)
            a[to * n + j] =
                fp_add(a[to * n + j], fp_mul((u32)(i + 2), a[i * n + j], f), f);
    }
}

static void permute(u32 *a, size_t n, clm_random *random, fp_field f)
{
    size_t *image = device_need(n, sizeof *image);

    memset(a, 0, n * n * sizeof *a);
    for (size_t i = 0; i < n; i++) {
        const size_t k = (size_t)clm_random_below(random, i + 1);

        image[i] = image[k];
        image[k] = i;
    }
    for (size_t i = 0; i < n; i++)
        a[i * n + image[i]] = f.one;
    free(image);
}

static void fill_matrix(u32 *a, size_t n, enum determinant_shape shape, size_t lane,
                        clm_random *random, fp_field f)
{
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < n; j++)
            a[i * n + j] = in_envelope(shape, n, i, j) ? entry_of(shape, random, f) : 0;
    if (shape == DETERMINANT_PERMUTATION)
        permute(a, n, random, f);
    if (shape == DETERMINANT_MINOR && n > 1)
        combine_rows(a, n, lane % n, lane % n + 1, f);
    if (shape == DETERMINANT_SINGULAR)
        combine_rows(a, n, lane % 2 == 0 ? n - 1 : 0, n, f);
}

void determinant_problem_send(determinant_problem *d)
{
    clmodp_context *ctx = d->chunk.ctx;
    const size_t words = d->tiles * ctx->tuning.tile * d->n * d->n;

    d->call.result = &d->result;
    d->call.unlucky = &d->unlucky;
    d->call.table = &d->table;
    d->call.blocks = &d->blocks;
    d->call.batch = &d->chunk.batch;
    device_must(ctx, clm_buffer_write(ctx, &d->on_device, 0, d->values,
                                      words * sizeof *d->values));
    device_must(ctx, clm_buffer_fill(ctx, &d->unlucky, 0, 1));
}

void determinant_problem_fill(determinant_problem *d, enum determinant_shape shape, size_t seed)
{
    clmodp_context *ctx = d->chunk.ctx;
    const clm_point_batch *batch = &d->chunk.batch;
    const size_t n = d->n, tile = ctx->tuning.tile, lanes = d->tiles * tile;
    u32 *a = device_need(n * n, sizeof *a);
    clm_random random = {seed};

    for (size_t lane = 0; lane < lanes; lane++) {
        const size_t of_prime = batch->shared ? batch->points : batch->lanes;
        const size_t prime = clm_size_min(lane / of_prime, batch->primes - 1);

        fill_matrix(a, n, shape, lane, &random, d->chunk.info[prime].field);
        for (size_t e = 0; e < n * n; e++)
            d->values[TILE_INDEX(lane, n * n, e, tile)] = a[e];
    }
    for (size_t i = 0; i < n; i++) {
        size_t row = 0, column = 0;

        while (!in_envelope(shape, n, i, row) && row < i)
            row++;
        while (!in_envelope(shape, n, column, i) && column < i)
            column++;
        d->first[i] = (uint32_t)row;
        d->first[n + i] = (uint32_t)column;
    }
    clm_blocks_destroy(&d->blocks);
    device_must(ctx, clm_blocks_create(&ctx->error, &d->blocks, d->first, NULL, n * n, n));
    device_must(ctx, clm_buffer_write(ctx, &d->table, 0, d->blocks.table,
                                      d->blocks.words * sizeof *d->blocks.table));
    free(a);
    determinant_problem_send(d);
}

static u64 power_of(u64 a, u64 e, u64 p)
{
    u64 result = 1;

    for (; e > 0; e /= 2, a = a * a % p)
        result = e % 2 != 0 ? result * a % p : result;
    return result;
}

u32 determinant_problem_expected(const determinant_problem *d, size_t prime, size_t point)
{
    const size_t n = d->n, tile = d->chunk.ctx->tuning.tile;
    const fp_field f = d->chunk.info[prime].field;
    u64 *a = device_need(n * n, sizeof *a), p = f.p, result = 1;

    for (size_t e = 0; e < n * n; e++)
        a[e] = fp_from(d->values[TILE_INDEX(place_of(d, prime, point), n * n, e, tile)], f);
    for (size_t k = 0; k < n && result != 0; k++) {
        size_t pivot = k;

        while (pivot < n && a[pivot * n + k] == 0)
            pivot++;
        if (pivot == n) {
            result = 0;
            break;
        }
        for (size_t j = 0; j < n && pivot != k; j++) {
            const u64 kept = a[k * n + j];

            a[k * n + j] = a[pivot * n + j];
            a[pivot * n + j] = kept;
        }
        result = (pivot != k ? p - result : result) * a[k * n + k] % p;
        for (size_t i = k + 1; i < n; i++) {
            const u64 factor = (p - a[i * n + k]) * power_of(a[k * n + k], p - 2, p) % p;

            for (size_t j = k; j < n && factor != p; j++)
                a[i * n + j] = (a[i * n + j] + factor * a[k * n + j]) % p;
        }
    }
    free(a);
    return (u32)result;
}

/* Adds the counts of the step of a block inside the envelope, for one lane, with so many blocks to
 * the left and above. */
static void add_block(clm_op_counts *c, double count, size_t row, size_t column, bool scalar)
{
    const double size = DETERMINANT_BLOCK * DETERMINANT_BLOCK, sums = size * DETERMINANT_BLOCK;
    const double halves = scalar ? 1.0 : 2.0; /* each loads all factors */

    c->read += size + 2.0 * size * halves * count;
    c->written += size;
    c->products += sums * count;
    c->additions += sums * count;
    if (row > column) { /* times the inverse */
        c->read += size;
        c->products += sums;
        c->additions += sums - size;
    }
    if (row == column) { /* 12 minors, 16 cofactors, the determinant, its inverse, the product */
        c->products += 2.0 * 12.0 + 3.0 * size + 4.0 + 2.0 * 31.0 + size + 1.0;
        c->additions += 12.0 + 2.0 * size + 3.0;
    }
}

clm_op_counts determinant_problem_counts(const determinant_problem *d)
{
    const clm_blocks *b = &d->blocks;
    const clm_tuning *tuning = &d->chunk.ctx->tuning;
    const size_t blocks = clm_div_up(b->n, DETERMINANT_BLOCK);
    const double lanes = tuning->vector_width;
    const double vectors = (double)(d->tiles * tuning->tile) / lanes;
    clm_op_counts lane = {0}, all = {.launches = 1.0};
    double words = (double)b->entries; /* of the table, for all lanes */

    for (size_t row = 0; row < blocks; row++)
        for (size_t column = 0; column < blocks; column++) {
            const size_t left = b->table[row], above = b->table[blocks + column];
            const size_t end = clm_size_min(row, column);
            const bool inside = left <= column && above <= row;

            words += inside && row > column ? 8.0 : 4.0;
            if (inside)
                add_block(&lane, (double)(end - clm_size_min(clm_size_max(left, above), end)), row,
                          column, lanes == 1.0);
        }
    lane.read += (double)(b->space - b->zeros) + 3.0; /* entries and the prime */
    lane.written += (double)(b->space - b->zeros) + (b->zeros > 0 ? (double)b->space : 0.0) +
                    (double)(blocks * DETERMINANT_BLOCK - b->n) + 1.0;
    clm_op_counts_add(&all, &lane, vectors * lanes);
    all.read += vectors * words;
    return all;
}
