/* Known sequences, transformed. */
#include "fpx/batch/ntt_trust.h"

#include "arith/field.h"
#include "arith/prime.h"
#include "base/memory.h"
#include "base/size.h"
#include "cl/arith/tile.h"
#include "fpx/batch/known_residues.h"
#include "fpx/batch/ntt_field.h"

enum { PRIMES = 2 };

/* Sequences known by a rule, one a lane of a tile for each prime. */
typedef struct trial {
    u32 prime[PRIMES];
    size_t lanes, length, words;
    u32 *data;
    clm_ntt_field field;
    clm_buffer buffer;
} trial;

static clmodp_status create(clmodp_context *ctx, trial *t)
{
    clmodp_status st = CLMODP_OK;

    t->lanes = ctx->tuning.tile;
    t->words = PRIMES * t->lanes * t->length;
    (void)clm_primes_below(t->prime, PRIMES, INT32_MAX, (u32)t->length); /* there are as many */
    NEW(&ctx->error, t->data, t->words);
    for (size_t lane = 0; lane < PRIMES * t->lanes; lane++)
        for (size_t i = 0; i < t->length; i++)
            t->data[TILE_INDEX(lane, t->length, i, t->lanes)] =
                clm_known_residue(lane, i, clm_field(t->prime[lane / t->lanes]));
    TRY(clm_ntt_field_create(ctx, &t->field, t->prime, NULL, PRIMES, t->length));
    TRY(clm_buffer_create(ctx, &t->buffer, t->words, sizeof *t->data));
    TRY(clm_buffer_write(ctx, &t->buffer, 0, t->data, t->words * sizeof *t->data));
done:
    return st;
}

static void destroy(clmodp_context *ctx, trial *t)
{
    clm_ntt_field_destroy(ctx, &t->field);
    clm_buffer_destroy(ctx, &t->buffer);
    free(t->data);
}

static bool right(const trial *t, size_t lane, size_t place)
{
    const fp_field f = clm_field(t->prime[lane / t->lanes]);
    const u32 root = clm_field_root(f, (u32)t->length);
    const u32 x = fp_pow(root, (u32)clm_ntt_index(&t->field.plan, place), f);

    return t->data[TILE_INDEX(lane, t->length, place, t->lanes)] ==
           clm_known_value(lane, t->length, x, f);
}

static clmodp_status check(clmodp_context *ctx, const void *subject)
{
    clmodp_status st = CLMODP_OK;
    trial t = {.length = *(const size_t *)subject};
    clm_ntt_batch batch;

    TRY(create(ctx, &t));
    batch = clm_ntt_field_batch(&t.field, &t.buffer, t.lanes, 1);
    TRY(clm_ntt_run(ctx, &t.field.plan, &batch, CLM_NTT_FORWARD));
    TRY(clm_buffer_read(ctx, &t.buffer, 0, t.data, t.words * sizeof *t.data));
    for (size_t lane = 0; lane < PRIMES * t.lanes; lane++)
        for (size_t place = 0; place < t.length; place++)
            if (!right(&t, lane, place))
                FAIL(&ctx->error, CLMODP_CORRUPT,
                     "the device \"%s\" (driver %s) transforms a known sequence of length %zu "
                     "wrongly: " CLM_WRONG_VALUE, ctx->device.name, ctx->device.driver, t.length);
done:
    destroy(ctx, &t);
    return st;
}

static const char *const names[] = {"fpx/batch/roots.cl", "fpx/batch/ntt.cl"};
static const clm_kernel_files files = {names, 2};

#define FACT(radix)                                                                          \
    [radix] = {"known sequences are transformed rightly by radix " #radix, &files, check, \
               &clm_known_length[radix], true}

const clm_trust clm_ntt_trust[CLM_NTT_MOST_RADIX + 1] = {
    FACT(2), FACT(3), FACT(4), FACT(5), FACT(6), FACT(7), FACT(8), FACT(9),
};
