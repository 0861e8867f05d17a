/* Packs integers into tiles, sends them, and launches cl/multimodular/reduce.cl and
 * reduce_words.cl. */
#include "multimodular/reduce.h"

#include <string.h>

#include "core/size.h"
#include "cl/arith/tile.h"
#include "opencl/buffer.h"
#include "opencl/kernel.h"

#define LIMB_BITS 32
#define SLICE_WORDS ((size_t)1 << 18) /* sent at a time: 1 MiB, which hides the cost of a call */

/* Words sent with other tables: half of a queue's space for copies. A separate write takes 7 us of
 * a processor with PoCL 3.1 (small-3 of bench/cases), little beside reducing more. */
#define PACKED_WORDS (CLM_COPIES_BYTES / 2 / sizeof(uint32_t))

/* Returns limb k of GMP's words, which have two limbs each. */
static uint32_t limb_at(const mp_limb_t *words, size_t k)
{
    return (uint32_t)(words[k / 2] >> LIMB_BITS * (k % 2));
}

static size_t limbs_of(mpz_srcptr value)
{
    const size_t words = value == NULL ? 0 : mpz_size(value);

    if (words == 0)
        return 0;
    return 2 * words - (limb_at(mpz_limbs_read(value), 2 * words - 1) == 0);
}

size_t clm_integers_longest(const mpz_srcptr *values, size_t count)
{
    size_t longest = 0;

    for (size_t i = 0; i < count; i++)
        longest = clm_size_max(longest, limbs_of(values[i]));
    return longest;
}

/* Fills the table of tiles, each as long as its longest integer. Returns the total of rows. */
static uint64_t place_tiles(uint32_t *tiles, const mpz_srcptr *values, size_t count, size_t tile)
{
    uint64_t rows = 0;

    for (size_t first = 0; first < count; first += tile) {
        const size_t longest = clm_integers_longest(values + first,
                                                    clm_size_min(tile, count - first));

        tiles[first / tile * 2] = (uint32_t)rows;
        tiles[first / tile * 2 + 1] = (uint32_t)longest;
        rows += 1 + (uint64_t)longest;
        if (rows > UINT32_MAX)
            break;
    }
    return rows;
}

/* Writes sign and limbs of one integer down its column. */
static void place_integer(uint32_t *column, size_t tile, mpz_srcptr value)
{
    const size_t limbs = limbs_of(value);
    const mp_limb_t *words;

    if (limbs == 0)
        return;
    words = mpz_limbs_read(value);
    column[0] = mpz_sgn(value) < 0 ? UINT32_MAX : 0;
    for (size_t k = 0; k < limbs; k++)
        column[(k + 1) * tile] = limb_at(words, k);
}

/* Returns the rows of tiles [first, end) of the table. */
static size_t rows_between(const uint32_t *table, size_t first, size_t end)
{
    return (size_t)table[2 * (end - 1)] + 1 + table[2 * (end - 1) + 1] - table[2 * first];
}

/* Returns the end of the tiles sent together from `first` on: as many as SLICE_WORDS holds, at
 * least one. */
static size_t slice_end(const uint32_t *table, size_t first, size_t tiles, size_t tile)
{
    size_t end = first + 1;

    while (end < tiles && rows_between(table, first, end + 1) * tile <= SLICE_WORDS)
        end++;
    return end;
}

/* Packs the integers of tiles [first, end) into words that are zero before. */
static void pack_tiles(uint32_t *words, const clm_integers *integers, size_t tile,
                       const uint32_t *table, const mpz_srcptr *values, size_t first, size_t end)
{
    for (size_t i = first * tile; i < clm_size_min(end * tile, integers->count); i++) {
        const size_t row = table[i / tile * 2] - table[2 * first];

        place_integer(words + row * tile + i % tile, tile, values[i]);
    }
}

/* Writes the integers of all tiles, slice by slice. */
static clmodp_status write_tiles(clmodp_context *ctx, const clm_integers *integers,
                                 const uint32_t *table, const mpz_srcptr *values)
{
    clmodp_status st = CLMODP_OK;
    const size_t tile = ctx->tuning.tile, tiles = clm_div_up(integers->count, tile);
    clm_staging words = {0};
    size_t most = 0, end;

    for (size_t first = 0; first < tiles; first = end) {
        end = slice_end(table, first, tiles, tile);
        most = clm_size_max(most, rows_between(table, first, end));
    }
    TRY(clm_staging_create(ctx, &words, most, tile * sizeof(uint32_t)));
    for (size_t first = 0; first < tiles; first = end) {
        size_t bytes;

        end = slice_end(table, first, tiles, tile);
        bytes = rows_between(table, first, end) * tile * sizeof(uint32_t);
        memset(words.data, 0, bytes);
        pack_tiles(words.data, integers, tile, table, values, first, end);
        TRY(clm_buffer_write(ctx, &integers->rows, table[2 * first] * tile * sizeof(uint32_t),
                             words.data, bytes));
    }
done:
    clm_staging_destroy(ctx, &words);
    return st;
}

/* Makes the table of tiles on the host, and sets the sizes; *size: words of the integers. */
static clmodp_status begin_integers(clmodp_context *ctx, clm_integers *out, clm_staging *table,
                                    size_t *size, const mpz_srcptr *values, size_t count)
{
    clmodp_status st = CLMODP_OK;
    const size_t tile = ctx->tuning.tile, tiles = clm_div_up(count, tile);
    uint64_t rows;

    TRY(clm_staging_create(ctx, table, tiles, 2 * sizeof(uint32_t)));
    rows = place_tiles(table->data, values, count, tile);
    if (rows > UINT32_MAX || !clm_size_mul(size, (size_t)rows, tile))
        FAIL(&ctx->error, CLMODP_LIMIT,
             "the coefficients take 2^32 rows of words or more; use smaller coefficients");
    out->count = count;
    out->words = (rows - tiles) * tile;
done:
    return st;
}

/* Sends integers after begin_integers. */
static clmodp_status upload_integers(clmodp_context *ctx, clm_integers *out,
                                     const clm_staging *table, size_t size,
                                     const mpz_srcptr *values)
{
    clmodp_status st = CLMODP_OK;

    TRY(clm_scratch_create_exactly(ctx, &out->rows, size, sizeof(uint32_t)));
    TRY(clm_scratch_create_exactly(ctx, &out->tiles, table->bytes, 1));
    TRY(clm_buffer_write(ctx, &out->tiles, 0, table->data, table->bytes));
    TRY(write_tiles(ctx, out, table->data, values));
done:
    return st;
}

/* Packs integers after begin_integers, and lists them among the tables. */
static clmodp_status pack_integers(clmodp_context *ctx, clm_integers *out,
                                   const clm_staging *table, size_t size,
                                   const mpz_srcptr *values, clm_tables *tables)
{
    clmodp_status st = CLMODP_OK;
    const size_t tile = ctx->tuning.tile, tiles = clm_div_up(out->count, tile);
    uint32_t *packed;

    TRY(clm_staging_create(ctx, &out->packed, 2 * tiles + size, sizeof(uint32_t)));
    packed = out->packed.data;
    memcpy(packed, table->data, table->bytes);
    pack_tiles(packed + 2 * tiles, out, tile, packed, values, 0, tiles);
    TRY(clm_tables_add(ctx, tables, &out->tiles, packed, 2 * tiles, sizeof(uint32_t)));
    TRY(clm_tables_add(ctx, tables, &out->rows, packed + 2 * tiles, size, sizeof(uint32_t)));
done:
    return st;
}

clmodp_status clm_integers_create(clmodp_context *ctx, clm_integers *out,
                                  const mpz_srcptr *values, size_t count, clm_tables *tables)
{
    clmodp_status st = CLMODP_OK;
    clm_staging table = {0};
    size_t size = 0;

    TRY(begin_integers(ctx, out, &table, &size, values, count));
    TRY(tables != NULL && size <= PACKED_WORDS
            ? pack_integers(ctx, out, &table, size, values, tables)
            : upload_integers(ctx, out, &table, size, values));
done:
    if (st != CLMODP_OK)
        clm_integers_destroy(ctx, out);
    clm_staging_destroy(ctx, &table);
    return st;
}

uint64_t clm_integers_bytes(const clmodp_context *ctx, size_t count, size_t limbs)
{
    const uint64_t tile = ctx->tuning.tile, tiles = clm_div_up(count, ctx->tuning.tile);
    const uint64_t one = (1 + (uint64_t)limbs) * tile, all = tiles * one;
    const uint64_t slice = one > SLICE_WORDS ? one : SLICE_WORDS;

    /* The rows; two words per tile, on device and host; a slice on the host; and a byte or more
     * for each buffer, even if empty. */
    return sizeof(uint32_t) * (all + 4 * tiles + (slice < all ? slice : all) + 2);
}

void clm_integers_destroy(clmodp_context *ctx, clm_integers *integers)
{
    clm_scratches_destroy(ctx, &integers->rows, &integers->tiles);
    clm_staging_destroy(ctx, &integers->packed);
    *integers = (clm_integers){0};
}

/* Returns whether a launch stays within the integers and residues. */
static bool part_fits(const clm_integers *integers, size_t tile, const reduce_part *part)
{
    const size_t sets = clm_div_up((size_t)part->end - part->start, part->block);

    if (part->end <= part->first || part->count == 0) /* nothing to do */
        return true;
    return part->start <= part->first &&
           sets * clm_div_up(part->count, tile) <= clm_div_up(integers->count, tile) &&
           (uint64_t)part->place + part->count <= part->stride;
}

clm_amounts clm_reduce_cost(double words, double primes)
{
    return (clm_amounts){.of = {[CLM_OP_REDUCE_WORD] = words * primes}};
}

clmodp_status clm_reduce(clmodp_context *ctx, const clm_buffer *residues,
                         const clm_integers *integers, const clm_buffer *info,
                         const reduce_part *part)
{
    clmodp_status st = CLMODP_OK;
    const size_t vectors = clm_div_up(part->count, ctx->tuning.vector_width);
    const size_t groups = clm_div_up((size_t)part->end - part->first, REDUCE_PRIMES);

    REQUIRE(&ctx->error, integers->count < UINT32_MAX - ctx->tuning.tile);
    REQUIRE(&ctx->error, part_fits(integers, ctx->tuning.tile, part));
    TRY(clm_run(ctx, KERNEL("multimodular/reduce.cl", "reduce_tiles"), groups * vectors,
                clm_independent_group_size(ctx),
                ARG_OUT(residues, clm_size_times(part->end, part->stride), u32),
                ARG_INTEGERS(integers, ctx->tuning.tile), ARG_IN(info, part->end, prime_info),
                ARG_STRUCT(*part)));
done:
    return st;
}

clm_amounts clm_reduce_words_cost(double words, double primes)
{
    return (clm_amounts){.of = {[CLM_OP_REDUCE_TYPE_WORD] = words * primes}};
}

clmodp_status clm_reduce_words(clmodp_context *ctx, clm_residue_kind kind,
                               const clm_buffer *residues, const clm_integers *integers,
                               const clm_buffer *info, const reduce_part *part)
{
    clmodp_status st = CLMODP_OK;
    const clm_residue_type *type = clm_residue_type_of(kind);
    const size_t tile = ctx->tuning.tile, tiles = clm_div_up(part->count, tile);
    const size_t primes = (size_t)part->end - part->first;
    size_t groups = clm_div_up(primes, REDUCE_PRIMES);

    REQUIRE(&ctx->error, integers->count < UINT32_MAX - tile);
    REQUIRE(&ctx->error, part_fits(integers, tile, part));
    if (!clm_size_mul(&groups, groups, tiles * tile))
        FAIL(&ctx->error, CLMODP_LIMIT, "%u integer%s modulo %zu prime%s do not fit the memory",
             part->count, CLM_S(part->count), primes, CLM_S(primes));
    TRY(clm_run(ctx, clm_kernel_with("multimodular/reduce_words.cl", "reduce_words_tiles",
                                     "%s", type->definitions), groups, tile,
                ARG_OUT_OF(residues, clm_size_times(part->end, part->stride), type->word_bytes),
                ARG_INTEGERS(integers, tile), ARG_IN(info, part->end, clm_residue_prime),
                ARG_STRUCT(*part)));
done:
    return st;
}
