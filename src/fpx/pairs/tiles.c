/* Pairs sorted by degrees, in tiles. */
#include "fpx/pairs/tiles.h"

#include "base/memory.h"
#include "base/size.h"
#include "device/shelf.h"

/* A key is a class of m, then n: classes are the numbers below 2^CLASS_BITS and, above, those with
 * as many leading binary digits. */
#define CLASS_BITS 4
#define DEGREE_BITS 13
#define DIGIT_BITS 11
#define KEY_BITS (2 * DIGIT_BITS)
#define DIGITS ((size_t)1 << DIGIT_BITS)

_Static_assert(MANY_MOST_DEGREE >> DEGREE_BITS == 0, "a degree fits its part of a key");
_Static_assert((DEGREE_BITS - CLASS_BITS + 1) << CLASS_BITS <= 1 << (KEY_BITS - DEGREE_BITS),
               "a class fits, too");

static uint32_t class_of(uint32_t m)
{
    const uint32_t octaves =
        m >> CLASS_BITS == 0 ? 0 : 31 - CLASS_BITS - (uint32_t)__builtin_clz(m);

    return (octaves << CLASS_BITS) + (m >> octaves);
}

/* Keys that ascend where pairs get shorter. */
static uint32_t key_of(const many_lane *pair)
{
    const uint32_t key = class_of(pair->m) << DEGREE_BITS | pair->n;

    return (((uint32_t)1 << KEY_BITS) - 1) ^ key;
}

/* A pair's key, and its place among all. */
typedef struct entry {
    uint32_t key, place;
} entry;

/* to := `from` in the order of one digit of the keys, and otherwise in its own. */
static void sort_by_digit(entry *to, const entry *from, size_t count, int shift)
{
    size_t begin[DIGITS] = {0}, sum = 0;

    for (size_t k = 0; k < count; k++)
        begin[from[k].key >> shift & (DIGITS - 1)]++;
    for (size_t d = 0; d < DIGITS; d++) {
        const size_t those = begin[d];

        begin[d] = sum;
        sum += those;
    }
    for (size_t k = 0; k < count; k++)
        to[begin[from[k].key >> shift & (DIGITS - 1)]++] = from[k];
}

/* lanes[0 ... many->pairs_count - 1] := the pairs, the longest first. */
static clmodp_status sort(clm_error *error, many_lane *lanes, const clm_many *many)
{
    clmodp_status st = CLMODP_OK;
    const size_t count = many->pairs_count;
    entry *entries = NULL, *half_sorted = NULL;

    NEW(error, entries, count);
    NEW(error, half_sorted, count);
    for (size_t k = 0; k < count; k++)
        entries[k] = (entry){key_of(&many->pairs[k]), (uint32_t)k};
    sort_by_digit(half_sorted, entries, count, 0);
    sort_by_digit(entries, half_sorted, count, DIGIT_BITS);
    for (size_t k = 0; k < count; k++)
        lanes[k] = many->pairs[entries[k].place];
done:
    free(half_sorted);
    free(entries);
    return st;
}

/* The degrees of a tile, and its place. */
static many_tile fit(const many_lane *lanes, size_t count, size_t first)
{
    many_tile tile = {.first = (u32)first};

    for (size_t k = 0; k < count; k++)
        tile.m = (u32)clm_size_max(tile.m, lanes[k].m);
    for (size_t k = 0; k < count; k++)
        tile.n = (u32)clm_size_max(tile.n, lanes[k].n + (tile.m - lanes[k].m));
    return tile;
}

/* The tiles, of `width` lanes each, and the rows of all. */
static size_t cut(many_tile *tiles, size_t count, const many_lane *lanes, size_t width,
                  size_t copies)
{
    size_t rows = 0;

    for (size_t k = 0; k < count; k++) {
        tiles[k] = fit(lanes + k * width, width, rows);
        rows += copies * ((size_t)tiles[k].n + tiles[k].m + CLM_MANY_MORE_ROWS);
    }
    return rows;
}

double clm_many_bytes(size_t n, size_t m, size_t copies)
{
    return 4.0 * (double)copies * (double)(n + m + CLM_MANY_MORE_ROWS) +
           (double)sizeof(many_lane) + (double)sizeof(many_tile);
}

clmodp_status clm_many_tiles_create(clmodp_context *ctx, clm_many_tiles *out,
                                    const clm_many *many, size_t copies)
{
    clmodp_status st = CLMODP_OK;
    const size_t width = ctx->tuning.tile, count = many->pairs_count;
    const size_t tile_count = clm_div_up(count, width);
    clm_many_tiles result = {.tile_count = tile_count, .lane_count = tile_count * width};
    many_lane *lanes = NULL;
    many_tile *tiles = NULL;
    size_t rows;

    *out = (clm_many_tiles){0};
    REQUIRE(&ctx->error, count > 0 && count < MANY_NOBODY - width);
    NEW(&ctx->error, lanes, result.lane_count);
    NEW(&ctx->error, tiles, tile_count);
    TRY(sort(&ctx->error, lanes, many));
    for (size_t k = count; k < result.lane_count; k++) {
        lanes[k] = lanes[count - 1];
        lanes[k].pair = MANY_NOBODY;
    }
    rows = cut(tiles, tile_count, lanes, width, copies);
    result.row_words = rows * width;
    if (result.row_words > UINT32_MAX)
        FAIL(&ctx->error, CLMODP_LIMIT, "%zu pairs of polynomials are too many for one launch",
             count);
    TRY(clm_scratch_create(ctx, &result.lanes, result.lane_count, sizeof *lanes));
    TRY(clm_scratch_create(ctx, &result.tiles, tile_count, sizeof *tiles));
    TRY(clm_scratch_create(ctx, &result.rows, result.row_words, sizeof(u32)));
    TRY(clm_buffer_write(ctx, &result.lanes, 0, lanes, result.lane_count * sizeof *lanes));
    TRY(clm_buffer_write(ctx, &result.tiles, 0, tiles, tile_count * sizeof *tiles));
    *out = result;
    result = (clm_many_tiles){0};
done:
    clm_many_tiles_destroy(ctx, &result);
    free(tiles);
    free(lanes);
    return st;
}

void clm_many_tiles_destroy(clmodp_context *ctx, clm_many_tiles *tiles)
{
    clm_scratch_destroy(ctx, &tiles->rows);
    clm_scratch_destroy(ctx, &tiles->tiles);
    clm_scratch_destroy(ctx, &tiles->lanes);
    *tiles = (clm_many_tiles){0};
}

size_t clm_many_items(const clmodp_context *ctx, const clm_many_tiles *tiles)
{
    return tiles->lane_count / ctx->tuning.vector_width;
}

size_t clm_many_group(const clmodp_context *ctx)
{
    return ctx->tuning.vector_width > 1 ? 1 : 0;
}
