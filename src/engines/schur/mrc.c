/* The tables for cl/engines/schur/mrc.cl, and its launches. */
#include "engines/schur/mrc.h"

#include "base/memory.h"
#include "base/size.h"
#include "cl/engines/schur/mrc_shape.h"
#include "device/kernel.h"
#include "device/memory.h"

#define COUNT_LIMIT ((size_t)1 << 27)

enum { COLUMNS = 8 }; /* values of a work-group where there are many */

static clmodp_status get_kernel(clmodp_context *ctx, const clm_kernel **out,
                                const clm_mrc *mrc, const char *name)
{
    return clm_kernel_get_with(ctx, out, "engines/schur/mrc.cl", name,
                               CLM_MRC_DEFINITIONS,
                               clm_residue_type_of(mrc->kind)->definitions, mrc->columns,
                               mrc->local);
}

typedef struct entry {
    uint64_t prime;
    uint32_t row;
} entry;

static int compare_entries(const void *a, const void *b)
{
    uint64_t p = ((const entry *)a)->prime, q = ((const entry *)b)->prime;

    return (p > q) - (p < q);
}

/* The primes in order, with the rows that they came from. */
static clmodp_status sort_primes(clmodp_context *ctx, entry *entries, const clm_mrc *mrc,
                                 const uint64_t *primes)
{
    clmodp_status st = CLMODP_OK;
    uint64_t most = clm_residue_type_of(mrc->kind)->prime_max;

    for (size_t i = 0; i < mrc->count; i++)
        entries[i] = (entry){primes[i], (uint32_t)i};
    qsort(entries, mrc->count, sizeof *entries, compare_entries);
    REQUIRE(&ctx->error, entries[0].prime > 2 && entries[mrc->count - 1].prime <= most);
    for (size_t i = 0; i < mrc->count; i++) {
        bool odd = entries[i].prime % 2 != 0;
        bool once = i == 0 || entries[i].prime != entries[i - 1].prime;

        REQUIRE(&ctx->error, odd && once);
    }
done:
    return st;
}

/* Send what is known of the primes on the host. */
static clmodp_status send_tables(clmodp_context *ctx, clm_mrc *mrc, const entry *entries)
{
    clmodp_status st = CLMODP_OK;
    size_t count = mrc->count;
    clm_staging info = {0}, order = {0};

    TRY(clm_staging_create(ctx, &info, count, sizeof(clm_residue_prime)));
    TRY(clm_staging_create(ctx, &order, count, sizeof(u32)));
    for (size_t i = 0; i < count; i++) {
        mrc->primes[i] = entries[i].prime;
        ((clm_residue_prime *)info.data)[i] =
            clm_residue_prime_of(mrc->kind, entries[i].prime, 0);
        ((u32 *)order.data)[i] = entries[i].row;
    }
    TRY(clm_tables_add(ctx, &mrc->tables, &mrc->info, info.data, count,
                       sizeof(clm_residue_prime)));
    TRY(clm_tables_add(ctx, &mrc->tables, &mrc->order, order.data, count, sizeof(u32)));
    TRY(clm_tables_create(ctx, &mrc->tables));
    TRY(clm_tables_send(ctx, &mrc->tables));
done:
    clm_staging_destroy(ctx, &order);
    clm_staging_destroy(ctx, &info);
    return st;
}

clmodp_status clm_mrc_create(clmodp_context *ctx, clm_mrc *out, clm_residue_kind kind,
                             const uint64_t *primes, size_t count)
{
    clmodp_status st = CLMODP_OK;
    entry *entries = NULL;

    *out = (clm_mrc){.kind = kind, .count = count};
    REQUIRE(&ctx->error, count >= 1);
    if (count >= COUNT_LIMIT)
        FAIL(&ctx->error, CLMODP_LIMIT, "%zu primes for mixed radix digits; fewer than %zu are"
             " possible", count, COUNT_LIMIT);
    NEW(&ctx->error, entries, count);
    NEW(&ctx->error, out->primes, count);
    TRY(sort_primes(ctx, entries, out, primes));
    TRY(send_tables(ctx, out, entries));
    TRY(clm_buffer_create(ctx, &out->factors, 2 * count, clm_residue_type_of(kind)->word_bytes));
done:
    free(entries);
    if (st != CLMODP_OK)
        clm_mrc_destroy(ctx, out);
    return st;
}

void clm_mrc_destroy(clmodp_context *ctx, clm_mrc *mrc)
{
    clm_buffer_destroy(ctx, &mrc->info);
    clm_buffer_destroy(ctx, &mrc->order);
    clm_tables_destroy(ctx, &mrc->tables);
    clm_buffer_destroy(ctx, &mrc->factors);
    free(mrc->primes);
    *mrc = (clm_mrc){0};
}

/* Bytes of a work-group's digits. */
static size_t room_of(const clm_mrc *mrc)
{
    return mrc->columns * mrc->count * clm_residue_type_of(mrc->kind)->word_bytes;
}

/* How to compile for so many values, and with that the factors. The choice stays: a shorter last
 * chunk of values is not worth a program of its own. */
static clmodp_status begin(clmodp_context *ctx, clm_mrc *mrc, size_t columns)
{
    clmodp_status st = CLMODP_OK;
    mrc_shape s = {.primes = (u32)mrc->count};
    const size_t word = clm_residue_type_of(mrc->kind)->word_bytes;
    const clm_kernel *kernel;

    mrc->columns = columns >= COLUMNS * (size_t)ctx->device.compute_units ? COLUMNS : 1;
    mrc->local = room_of(mrc) <= ctx->device.local_memory;
    TRY(get_kernel(ctx, &kernel, mrc, "mrc_constants"));
    TRY(clm_launch(ctx, kernel, mrc->count, 0,
                   ARG_OUT_OF(&mrc->factors, 2 * mrc->count, word),
                   ARG_IN(&mrc->info, mrc->count, clm_residue_prime), ARG_STRUCT(s)));
done:
    if (st != CLMODP_OK)
        mrc->columns = 0;
    return st;
}

clmodp_status clm_mrc_digits(clmodp_context *ctx, const clm_buffer *digits,
                             const clm_buffer *residues, clm_mrc *mrc, size_t columns)
{
    clmodp_status st = CLMODP_OK;
    size_t bytes = clm_residue_type_of(mrc->kind)->word_bytes, words, groups;
    mrc_shape s = {.primes = (u32)mrc->count, .columns = (u32)columns};
    const clm_kernel *kernel;

    REQUIRE(&ctx->error, columns <= UINT32_MAX && mrc->count < COUNT_LIMIT);
    REQUIRE(&ctx->error, clm_size_mul(&words, mrc->count, columns));
    if (columns == 0)
        return CLMODP_OK;
    if (mrc->columns == 0)
        TRY(begin(ctx, mrc, columns));
    groups = clm_div_up(columns, mrc->columns);
    TRY(get_kernel(ctx, &kernel, mrc, "mrc_digits"));
    TRY(clm_launch(ctx, kernel, groups * ctx->tuning.group, 0, ARG_INOUT_OF(digits, words, bytes),
                   ARG_IN_OF(residues, words, bytes),
                   ARG_IN(&mrc->info, mrc->count, clm_residue_prime),
                   ARG_IN_OF(&mrc->factors, 2 * mrc->count, bytes),
                   ARG_IN(&mrc->order, mrc->count, u32), ARG_STRUCT(s),
                   ARG_LOCAL(mrc->local ? room_of(mrc) : bytes)));
done:
    return st;
}
