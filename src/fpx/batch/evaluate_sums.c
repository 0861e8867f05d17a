/* The launches of cl/fpx/batch/evaluate.cl. */
#include "fpx/batch/evaluate_sums.h"

#include "base/size.h"
#include "device/kernel.h"
#include "fpx/batch/parts.h"

/* Vectors in a row whose points come from each other by one multiplication, at most. */
#define RUN 16

/* Steps between two Horner steps for these rows, if there are any. */
static size_t window_of(size_t longest, size_t split, bool large)
{
    size_t steps = clm_size_max(clm_div_up(longest, split), 1);

    if (large)
        return steps <= SUMS_MOST_LARGE ? steps : SUMS_WINDOW_LARGE;
    return steps <= SUMS_MOST ? steps : SUMS_WINDOW;
}

/* Powers kept a lane; less for large primes. */
static size_t powers_of(size_t longest, size_t split, bool large)
{
    size_t window = window_of(longest, split, large);

    return window * split + (clm_div_up(longest, split) > window);
}

size_t clm_sums_block_entries(size_t rows)
{
    return clm_div_up(rows, EVALUATE_BLOCK) + 1;
}

uint32_t clm_sums_blocks(uint32_t *blocks, const clm_row *row, size_t rows)
{
    uint32_t sum = 0;

    for (size_t first = 0; first < rows; first += EVALUATE_BLOCK) {
        uint32_t longest = 0;

        for (size_t r = first; r < clm_size_min(first + EVALUATE_BLOCK, rows); r++)
            longest = row[r].length > longest ? row[r].length : longest;
        *blocks++ = sum;
        sum += longest;
    }
    *blocks = sum;
    return sum;
}

/* Units of so many coefficients of the blocks of a batch, at most: those cut off by the ends of
 * blocks count (evaluate_unit). Only a batch of all rows is known to begin where a unit does. */
static size_t units_of(const clm_rows *rows, size_t batch_rows, size_t unit)
{
    size_t blocks = clm_div_up(batch_rows, EVALUATE_BLOCK), most;

    if (batch_rows == rows->count)
        return rows->padded / unit + blocks;
    if (!clm_size_mul(&most, blocks, rows->longest))
        most = SIZE_MAX;
    return clm_size_min(most, rows->padded) / unit + blocks + 1;
}

/* Words of the packed coefficients; what follows is aligned. */
static bool packed_words(size_t *words, const clm_rows *rows, size_t batch_rows, size_t split,
                         size_t primes)
{
    size_t n;

    if (!clm_size_mul(&n, primes, units_of(rows, batch_rows, split)) ||
        !clm_size_mul(&n, n, split * EVALUATE_BLOCK) || n > UINT32_MAX / 2)
        return false;
    *words = clm_round_up(n, 64);
    return true;
}

/* Words of the table of strips, a pair for each sum of each block of rows. */
static size_t strips_words(size_t batch_rows, size_t split)
{
    return clm_round_up(2 * clm_div_up(batch_rows, EVALUATE_BLOCK) * split, 64);
}

size_t clm_sums_scratch(const clm_rows *rows, size_t batch_rows, size_t split, size_t primes,
                        size_t lanes)
{
    size_t packed, powers;

    if (!packed_words(&packed, rows, batch_rows, split, primes) ||
        !clm_size_mul(&powers, powers_of(rows->longest, split, false), lanes) ||
        !clm_size_add(&packed, packed, strips_words(batch_rows, split)) ||
        !clm_size_add(&packed, packed, powers))
        return SIZE_MAX;
    return packed;
}

/* The primes of the chunk up to the last of the launch's. */
static size_t end_of(const evaluate_shape *shape)
{
    return ((size_t)shape->first + shape->count - 1) / shape->lanes + 1;
}

static size_t primes_of(const evaluate_shape *shape)
{
    return end_of(shape) - shape->first_prime;
}

/* Words of the scratch buffer: the powers are its end. */
static size_t words_of(const evaluate_shape *shape)
{
    return shape->powers + (size_t)shape->words * shape->count;
}

static size_t blocks_of(const evaluate_shape *shape)
{
    return clm_div_up(shape->rows, EVALUATE_BLOCK);
}

/* Vectors of a run, which is a work-group: two runs a compute unit, if there are as many vectors;
 * to begin one costs a power, with an exponent of some bits. */
static size_t run_of(const clmodp_context *ctx, size_t vectors)
{
    const size_t runs = 2 * clm_size_max(ctx->device.compute_units, 1);

    if (ctx->tuning.vector_width == 1)
        return 1;
    return clm_size_max(clm_size_min(vectors / runs, RUN), 1);
}

clmodp_status clm_sums_shape(clmodp_context *ctx, evaluate_shape *shape, const clm_rows *rows,
                             bool large)
{
    clmodp_status st = CLMODP_OK;
    size_t split = shape->split, words = 0, strips = 0;

    REQUIRE(&ctx->error, shape->count > 0 && shape->count % ctx->tuning.tile == 0);
    shape->first_prime = shape->first / shape->lanes;
    if (rows->longest > UINT32_MAX / 4 || rows->residues > UINT32_MAX ||
        rows->count > UINT32_MAX / 4 || split > UINT32_MAX / clm_size_max(rows->count, 1) / 2 ||
        !packed_words(&words, rows, shape->rows, split, primes_of(shape)) ||
        (strips = strips_words(shape->rows, split)) > UINT32_MAX / 2 ||
        words > UINT32_MAX / 2 - shape->packed)
        FAIL(&ctx->error, CLMODP_LIMIT,
             "%u row%s of up to %zu coefficient%s do not fit one batch of %u lane%s", shape->rows,
             CLM_S(shape->rows), rows->longest, CLM_S(rows->longest), shape->count,
             CLM_S(shape->count));
    shape->steps = (u32)units_of(rows, shape->rows, split);
    shape->window = (u32)window_of(rows->longest, split, large);
    shape->words = (u32)powers_of(rows->longest, split, large);
    shape->residues = (u32)rows->residues;
    shape->strips = shape->packed + (u32)words;
    shape->powers = shape->strips + (u32)strips;
    shape->run = (u32)run_of(ctx, shape->count / ctx->tuning.vector_width);
    shape->parts = (u32)clm_vector_parts(ctx, shape->count / ctx->tuning.vector_width,
                                       split * blocks_of(shape));
done:
    return st;
}

clmodp_status clm_sums_powers(clmodp_context *ctx, const clm_buffer *scratch,
                              const clm_buffer *info, const evaluate_shape *shape)
{
    clmodp_status st = CLMODP_OK;
    size_t vectors = shape->count / ctx->tuning.vector_width;
    const clm_kernel *kernel;

    TRY(clm_kernel_get(ctx, &kernel, "fpx/batch/evaluate.cl", "evaluate_powers"));
    TRY(clm_launch(ctx, kernel, clm_div_up(vectors, shape->run),
                   ctx->tuning.vector_width > 1 ? 1 : 0,
                   ARG_OUT(scratch, words_of(shape), u32), ARG_IN(info, end_of(shape), prime_info),
                   ARG_STRUCT(*shape)));
done:
    return st;
}

clmodp_status clm_sums_pack(clmodp_context *ctx, const clm_buffer *scratch,
                            const clm_buffer *residues, const clm_rows *rows,
                            const clm_buffer *info, const evaluate_shape *shape)
{
    clmodp_status st = CLMODP_OK;
    size_t runs = units_of(rows, shape->rows, EVALUATE_PACK_RUN);
    size_t primes = primes_of(shape), blocks = blocks_of(shape);
    size_t entries = clm_sums_block_entries(rows->count);
    const clm_kernel *pack, *strips;

    TRY(clm_kernel_get(ctx, &pack, "fpx/batch/evaluate.cl", "evaluate_pack"));
    TRY(clm_kernel_get(ctx, &strips, "fpx/batch/evaluate.cl", "evaluate_strips"));
    TRY(clm_launch(ctx, pack, primes * runs * EVALUATE_BLOCK, clm_free_group(ctx),
                   ARG_OUT(scratch, shape->strips, u32),
                   ARG_IN(residues, clm_size_times(end_of(shape), rows->residues), u32),
                   ARG_IN(&rows->table, rows->count, clm_row), ARG_IN(&rows->blocks, entries, u32),
                   ARG_IN(info, end_of(shape), prime_info), ARG_STRUCT(*shape), ARG_U32(primes),
                   ARG_U32(runs)));
    TRY(clm_launch(ctx, strips, blocks * shape->split, clm_free_group(ctx),
                   ARG_OUT(scratch, shape->powers, u32),
                   ARG_IN(&rows->blocks, entries, u32), ARG_STRUCT(*shape)));
done:
    return st;
}

clmodp_status clm_sums_run(clmodp_context *ctx, const clm_buffer *values,
                           const clm_buffer *scratch, const clm_buffer *residues,
                           const clm_rows *rows, const clm_buffer *info,
                           const evaluate_shape *shape)
{
    clmodp_status st = CLMODP_OK;
    size_t vectors = shape->count / ctx->tuning.vector_width;
    const clm_kernel *kernel;

    TRY(clm_sums_pack(ctx, scratch, residues, rows, info, shape));
    TRY(clm_kernel_get(ctx, &kernel, "fpx/batch/evaluate.cl", "evaluate_rows"));
    TRY(clm_launch(ctx, kernel, vectors * shape->parts, clm_free_group(ctx),
                   ARG_OUT(values, clm_size_times((size_t)shape->target + shape->count,
                                                  (size_t)shape->rows * shape->split), u32),
                   ARG_IN(scratch, words_of(shape), u32), ARG_IN(info, end_of(shape), prime_info),
                   ARG_STRUCT(*shape)));
done:
    return st;
}

clm_amounts clm_sums_cost(const clm_rows *rows, size_t split)
{
    return (clm_amounts){.of = {
        [CLM_OP_SUM_PRODUCT] = (double)EVALUATE_BLOCK * (double)rows->padded,
        [CLM_OP_SUM_STORE] = (double)rows->count * (double)split,
        [CLM_OP_SUM_POWER] = (double)powers_of(rows->longest, split, false),
    }};
}
