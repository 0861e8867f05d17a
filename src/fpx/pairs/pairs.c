/* Sorts pairs into tiles, and launches their kernels. */
#include "fpx/pairs/pairs.h"

#include "core/memory.h"
#include "core/size.h"

/* A key is a class of m, then n. Numbers below 2^CLASS_BITS are classes; greater ones with equal
 * leading binary digits share a class. */
#define CLASS_BITS 4
#define DEGREE_BITS 13
#define DIGIT_BITS 11
#define KEY_BITS (2 * DIGIT_BITS)
#define DIGITS ((size_t)1 << DIGIT_BITS)

_Static_assert(PAIRS_MOST_DEGREE >> DEGREE_BITS == 0, "a degree fits its part of a key");
_Static_assert((DEGREE_BITS - CLASS_BITS + 1) << CLASS_BITS <= 1 << (KEY_BITS - DEGREE_BITS),
               "a class fits, too");

static uint32_t length_class(uint32_t m)
{
    const uint32_t octaves =
        m >> CLASS_BITS == 0 ? 0 : 31 - CLASS_BITS - (uint32_t)__builtin_clz(m);

    return (octaves << CLASS_BITS) + (m >> octaves);
}

/* The sort key of a pair; keys ascend as pairs get shorter. */
static uint32_t sort_key(const pair_lane *pair)
{
    const uint32_t key = length_class(pair->m) << DEGREE_BITS | pair->n;

    return (((uint32_t)1 << KEY_BITS) - 1) ^ key;
}

typedef struct entry {
    uint32_t key, place;
} entry;

/* Stable sort: to := `from` in the order of one digit of the keys. */
static void sort_by_digit(entry *to, const entry *from, size_t count, int shift)
{
    size_t begin[DIGITS] = {0}, sum = 0;

    for (size_t k = 0; k < count; k++)
        begin[from[k].key >> shift & (DIGITS - 1)]++;
    for (size_t d = 0; d < DIGITS; d++) {
        const size_t entries = begin[d];

        begin[d] = sum;
        sum += entries;
    }
    for (size_t k = 0; k < count; k++)
        to[begin[from[k].key >> shift & (DIGITS - 1)]++] = from[k];
}

/* lanes[0 ... batch->pairs_count - 1] := the pairs, the longest first. */
static clmodp_status sort_lanes(clm_error *error, pair_lane *lanes, const clm_pair_batch *batch)
{
    clmodp_status st = CLMODP_OK;
    const size_t count = batch->pairs_count;
    entry *entries = NULL, *half_sorted = NULL;

    NEW(error, entries, count);
    NEW(error, half_sorted, count);
    for (size_t k = 0; k < count; k++)
        entries[k] = (entry){sort_key(&batch->pairs[k]), (uint32_t)k};
    sort_by_digit(half_sorted, entries, count, 0);
    sort_by_digit(entries, half_sorted, count, DIGIT_BITS);
    for (size_t k = 0; k < count; k++)
        lanes[k] = batch->pairs[entries[k].place];
done:
    free(half_sorted);
    free(entries);
    return st;
}

/* The degrees of a tile, and its first row. */
static pair_tile fit_tile(const pair_lane *lanes, size_t count, size_t first)
{
    pair_tile tile = {.first = (u32)first, .step = 1};

    for (size_t k = 0; k < count; k++)
        tile.m = (u32)clm_size_max(tile.m, lanes[k].m);
    for (size_t k = 0; k < count; k++)
        tile.n = (u32)clm_size_max(tile.n, lanes[k].n + (tile.m - lanes[k].m));
    return tile;
}

/* Makes the tiles, of `width` lanes each; returns the rows of all. */
static size_t cut_tiles(pair_tile *tiles, size_t count, const pair_lane *lanes, size_t width,
                        size_t copies)
{
    size_t rows = 0;

    for (size_t k = 0; k < count; k++) {
        tiles[k] = fit_tile(lanes + k * width, width, rows);
        rows += copies * ((size_t)tiles[k].n + tiles[k].m + CLM_PAIRS_EXTRA_ROWS);
    }
    return rows;
}

double clm_pairs_bytes(size_t n, size_t m, size_t copies)
{
    return 4.0 * (double)copies * (double)(n + m + CLM_PAIRS_EXTRA_ROWS) +
           (double)sizeof(pair_lane) + (double)sizeof(pair_tile);
}

/* Sorts pairs into tiles, the longest first, and sends them. A tile's pairs differ little in m,
 * and less in n - m, to waste little work.
 *
 * Pre:    some pairs; n >= m, n <= PAIRS_MOST_DEGREE
 * Errors: HOST_MEMORY, LIMIT (more rows than words count), those of buffers
 * clm_pair_tiles_destroy releases them ({0} is safe). */
static clmodp_status pair_tiles_create(clmodp_context *ctx, clm_pair_tiles *out,
                                       const clm_pair_batch *batch, size_t copies)
{
    clmodp_status st = CLMODP_OK;
    const size_t width = ctx->tuning.tile, count = batch->pairs_count;
    const size_t tile_count = clm_div_up(count, width);
    clm_pair_tiles result = {.tile_count = tile_count, .lane_count = tile_count * width};
    pair_lane *lanes = NULL;
    pair_tile *tiles = NULL;
    size_t rows;

    *out = (clm_pair_tiles){0};
    REQUIRE(&ctx->error, count > 0 && count < PAIRS_UNUSED_LANE - width);
    NEW(&ctx->error, lanes, result.lane_count);
    NEW(&ctx->error, tiles, tile_count);
    TRY(sort_lanes(&ctx->error, lanes, batch));
    for (size_t k = count; k < result.lane_count; k++) {
        lanes[k] = lanes[count - 1];
        lanes[k].pair = PAIRS_UNUSED_LANE;
    }
    rows = cut_tiles(tiles, tile_count, lanes, width, copies);
    result.row_words = rows * width;
    if (result.row_words > UINT32_MAX)
        FAIL(&ctx->error, CLMODP_LIMIT, "%zu pairs of polynomials are too many for one launch",
             count);
    TRY(clm_scratch_load(ctx, &result.lanes, lanes, result.lane_count, sizeof *lanes));
    TRY(clm_scratch_load(ctx, &result.tiles, tiles, tile_count, sizeof *tiles));
    TRY(clm_scratch_create(ctx, &result.rows, result.row_words, sizeof(u32)));
    *out = result;
    result = (clm_pair_tiles){0};
done:
    clm_pair_tiles_destroy(ctx, &result);
    free(tiles);
    free(lanes);
    return st;
}

clmodp_status clm_pairs_multiply(clmodp_context *ctx, const clm_buffer *products, size_t room,
                                 const clm_pair_batch *batch)
{
    clmodp_status st = CLMODP_OK;
    clm_pair_tiles tiles = {0};

    TRY(pair_tiles_create(ctx, &tiles, batch, CLM_PAIRS_MULTIPLY_COPIES));
    TRY(clm_pairs_launch_multiply(ctx, (clm_pair_words){products, room}, &batch->operands,
                                  &tiles));
done:
    clm_pair_tiles_destroy(ctx, &tiles);
    return st;
}

clm_amounts clm_pairs_multiply_cost(double products)
{
    return (clm_amounts){.of = {[CLM_OP_PAIRS_PRODUCT] = products}};
}

clmodp_status clm_pairs_divide(clmodp_context *ctx, const clm_buffer *results, size_t room,
                               const clm_pair_batch *batch)
{
    clmodp_status st = CLMODP_OK;
    const clm_pair_words all = {results, room};
    clm_pair_tiles tiles = {0};

    TRY(pair_tiles_create(ctx, &tiles, batch, 1));
    TRY(clm_pairs_launch_divide(ctx, all, all, &batch->operands, &tiles));
done:
    clm_pair_tiles_destroy(ctx, &tiles);
    return st;
}

clm_amounts clm_pairs_divide_cost(double pairs)
{
    return (clm_amounts){.of = {[CLM_OP_EUCLID_PAIR] = pairs}};
}

static clmodp_status euclid_results_read(clmodp_context *ctx, clm_pair_results *found,
                                         const clm_euclid_results *r)
{
    clmodp_status st = CLMODP_OK;
    const size_t bytes = r->numbers * sizeof(u32);
    u32 used;

    TRY(clm_buffer_read(ctx, &r->degrees, 0, found->degrees, bytes));
    if (found->resultants != NULL)
        TRY(clm_buffer_read(ctx, &r->resultants, 0, found->resultants, bytes));
    if (found->places == NULL)
        goto done;
    TRY(clm_buffer_read(ctx, &r->used, 0, &used, sizeof used));
    if (used == 0)
        goto done;
    if (used > r->room)
        FAIL(&ctx->error, CLMODP_CORRUPT, "the device used %lu words of a buffer of %zu",
             (unsigned long)used, r->room);
    NEW(&ctx->error, found->divisors, used);
    TRY(clm_buffer_read(ctx, &r->places, 0, found->places, bytes));
    TRY(clm_buffer_read(ctx, &r->divisors, 0, found->divisors, used * sizeof(u32)));
done:
    return st;
}

clmodp_status clm_pairs_euclid(clmodp_context *ctx, clm_pair_results *found,
                               const clm_pair_batch *batch)
{
    clmodp_status st = CLMODP_OK;
    clm_pair_tiles tiles = {0};
    clm_euclid_results r = {.numbers = batch->numbers, .room = 1,
                            .with_resultants = found->resultants != NULL,
                            .with_divisors = found->places != NULL};

    found->divisors = NULL;
    for (size_t k = 0; r.with_divisors && k < batch->pairs_count; k++)
        r.room += (size_t)batch->pairs[k].m + 1;
    TRY(clm_euclid_results_create(ctx, &r));
    TRY(pair_tiles_create(ctx, &tiles, batch, 1));
    TRY(clm_pairs_launch_euclid(ctx, &r, &batch->operands, &tiles));
    TRY(euclid_results_read(ctx, found, &r));
done:
    clm_pair_tiles_destroy(ctx, &tiles);
    clm_euclid_results_destroy(ctx, &r);
    return st;
}

clm_amounts clm_pairs_euclid_cost(double pairs)
{
    return (clm_amounts){.of = {[CLM_OP_EUCLID_PAIR] = pairs}};
}

clmodp_status clm_pairs_cofactors(clmodp_context *ctx, const clm_buffer *degrees,
                                  const clm_buffer *results, size_t apart,
                                  const clm_pair_batch *batch)
{
    clmodp_status st = CLMODP_OK;
    const clm_pair_words all = {results, 3 * apart};
    clm_pair_tiles tiles = {0};

    REQUIRE(&ctx->error, apart <= UINT32_MAX / 3);
    TRY(pair_tiles_create(ctx, &tiles, batch, CLM_PAIRS_COFACTORS_COPIES));
    TRY(clm_pairs_launch_cofactors(ctx, (clm_pair_words){degrees, batch->numbers},
                                   (clm_pair_words[]){all, all, all},
                                   (size_t[]){0, apart, 2 * apart}, &batch->operands, &tiles));
done:
    clm_pair_tiles_destroy(ctx, &tiles);
    return st;
}

/* Cofactors grow while remainders get shorter. */
clm_amounts clm_pairs_cofactors_cost(double pairs)
{
    return (clm_amounts){.of = {[CLM_OP_EUCLID_PAIR] = 3 * pairs}};
}
