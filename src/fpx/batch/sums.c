/* Evaluates rows by sums of products with a table of powers of each point. */
#include "fpx/batch/sums.h"

#include "core/size.h"
#include "opencl/kernel.h"

/* The longest run of vectors. */
#define MOST_RUN 16

/* Runs per compute unit: few, since each begins with a power. */
#define UNIT_RUNS 2

/* Steps between two Horner steps for these rows, if there are any. */
static size_t sums_window(size_t longest, size_t split, bool large)
{
    size_t steps = clm_size_max(clm_div_up(longest, split), 1);

    if (large)
        return steps <= SUMS_MOST_LARGE ? steps : SUMS_WINDOW_LARGE;
    return steps <= SUMS_MOST ? steps : SUMS_WINDOW;
}

/* Powers kept a lane; fewer for large primes. */
static size_t sums_kept_powers(size_t longest, size_t split, bool large)
{
    size_t window = sums_window(longest, split, large);

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

/* An upper bound on units of `unit` coefficients in the blocks of a batch; units cut off by ends
 * of blocks count (evaluate_first_unit). Only a batch of all rows surely begins with one. */
static size_t pack_units(const clm_rows *rows, size_t batch_rows, size_t unit)
{
    size_t blocks = clm_div_up(batch_rows, EVALUATE_BLOCK), most;

    if (batch_rows == rows->count)
        return rows->padded / unit + blocks;
    if (!clm_size_mul(&most, blocks, rows->longest))
        most = SIZE_MAX;
    return clm_size_min(most, rows->padded) / unit + blocks + 1;
}

/* Words of the packed coefficients, rounded up for alignment. */
static bool packed_words(size_t *words, const clm_rows *rows, size_t batch_rows, size_t split,
                         size_t primes)
{
    size_t n;

    if (!clm_size_mul(&n, primes, pack_units(rows, batch_rows, split)) ||
        !clm_size_mul(&n, n, split * EVALUATE_BLOCK) || n > UINT32_MAX / 2)
        return false;
    *words = clm_round_up(n, 64);
    return true;
}

/* Words of the table of strips: a pair for each sum of each block of rows. */
static size_t strips_words(size_t batch_rows, size_t split)
{
    return clm_round_up(2 * clm_div_up(batch_rows, EVALUATE_BLOCK) * split, 64);
}

size_t clm_sums_scratch(const clm_rows *rows, size_t batch_rows, size_t split, size_t primes,
                        size_t lanes)
{
    size_t packed, powers;

    if (!packed_words(&packed, rows, batch_rows, split, primes) ||
        !clm_size_mul(&powers, sums_kept_powers(rows->longest, split, false), lanes) ||
        !clm_size_add(&packed, packed, strips_words(batch_rows, split)) ||
        !clm_size_add(&packed, packed, powers))
        return SIZE_MAX;
    return packed;
}

/* Primes of the chunk up to the last prime of the launch. */
static size_t launch_end(const evaluate_shape *shape)
{
    return ((size_t)shape->first + shape->count - 1) / shape->lanes + 1;
}

static size_t launch_primes(const evaluate_shape *shape)
{
    return launch_end(shape) - shape->first_prime;
}

size_t clm_sums_words(const evaluate_shape *shape)
{
    const size_t primes = shape->exponent > 0 ? shape->count / shape->lanes : 0;

    return shape->powers + (size_t)shape->words * shape->count + primes * shape->split;
}

size_t clm_sums_row_blocks(const evaluate_shape *shape)
{
    return clm_div_up(shape->rows, EVALUATE_BLOCK);
}

size_t clm_sums_run_length(const clmodp_context *ctx, size_t vectors, size_t unit_runs)
{
    const size_t runs = unit_runs * clm_size_max(ctx->device.compute_units, 1);

    if (ctx->tuning.vector_width == 1)
        return 1;
    return clm_size_max(clm_size_min(vectors / runs, MOST_RUN), 1);
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
        !packed_words(&words, rows, shape->rows, split, launch_primes(shape)) ||
        (strips = strips_words(shape->rows, split)) > UINT32_MAX / 2 ||
        words > UINT32_MAX / 2 - shape->packed)
        FAIL(&ctx->error, CLMODP_LIMIT,
             "%u row%s of up to %zu coefficient%s do not fit one batch of %u lane%s", shape->rows,
             CLM_S(shape->rows), rows->longest, CLM_S(rows->longest), shape->count,
             CLM_S(shape->count));
    shape->steps = (u32)pack_units(rows, shape->rows, split);
    shape->window = (u32)sums_window(rows->longest, split, large);
    shape->words = (u32)sums_kept_powers(rows->longest, split, large);
    shape->residues = (u32)rows->residues;
    shape->strips = shape->packed + (u32)words;
    shape->powers = shape->strips + (u32)strips;
    shape->run = (u32)clm_sums_run_length(ctx, shape->count / ctx->tuning.vector_width,
                                          UNIT_RUNS);
    shape->parts = (u32)clm_vector_parts(ctx, shape->count / ctx->tuning.vector_width,
                                         split * clm_sums_row_blocks(shape));
done:
    return st;
}

clmodp_status clm_sums_prepare(clmodp_context *ctx, const clm_buffer *scratch,
                               const clm_buffer *residues, const clm_rows *rows,
                               const clm_buffer *info, const evaluate_shape *shape, bool powers)
{
    clmodp_status st = CLMODP_OK;
    const size_t width = ctx->tuning.vector_width;
    const size_t items = powers ? clm_div_up(shape->count / width, shape->run) : 0;
    const size_t runs = pack_units(rows, shape->rows, EVALUATE_PACK_RUN);
    const size_t primes = launch_primes(shape);
    const size_t packs = primes * runs * (EVALUATE_BLOCK / EVALUATE_PACK_ROWS(width));

    TRY(clm_run(ctx, KERNEL("fpx/batch/evaluate.cl", "evaluate_prepare"), items + packs,
                width > 1 ? 1 : clm_independent_group_size(ctx),
                ARG_OUT(scratch, clm_sums_words(shape), u32),
                ARG_IN(residues, clm_size_times(launch_end(shape), rows->residues), u32),
                ARG_IN(&rows->table, rows->count, clm_row),
                ARG_IN(&rows->blocks, clm_sums_block_entries(rows->count), u32),
                ARG_IN(info, launch_end(shape), prime_info), ARG_STRUCT(*shape), ARG_U32(items),
                ARG_U32(primes), ARG_U32(runs)));
done:
    return st;
}

clmodp_status clm_sums_run(clmodp_context *ctx, const clm_buffer *values,
                           const clm_buffer *scratch, const clm_buffer *info,
                           const evaluate_shape *shape)
{
    size_t vectors = shape->count / ctx->tuning.vector_width;

    return clm_run(ctx, KERNEL("fpx/batch/evaluate.cl", "evaluate_rows"), vectors * shape->parts,
                   clm_independent_group_size(ctx),
                   ARG_OUT(values,
                           clm_size_times((size_t)shape->target + shape->count,
                                          (size_t)shape->rows * shape->split),
                           u32),
                   ARG_IN(scratch, clm_sums_words(shape), u32),
                   ARG_IN(info, launch_end(shape), prime_info), ARG_STRUCT(*shape));
}

clm_amounts clm_sums_cost(const clm_rows *rows, size_t split)
{
    return (clm_amounts){.of = {
        [CLM_OP_SUM_PRODUCT] = (double)EVALUATE_BLOCK * (double)rows->padded,
        [CLM_OP_SUM_STORE] = (double)rows->count * (double)split,
        [CLM_OP_SUM_POWER] = (double)sums_kept_powers(rows->longest, split, false),
    }};
}
