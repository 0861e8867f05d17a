/* Self-tests of transforms and interpolation, by known sequences and polynomials. */

#include "arith/prime.h"
#include "cl/arith/tile.h"
#include "core/memory.h"
#include "core/size.h"
#include "fpx/batch/interpolate.h"
#include "fpx/batch/ntt.h"

/* Lengths for sequences of powers of two with quadratic exponents, all different and irregular.
 * Each radix has a length with two passes of it, so that twiddle factors count, or with one beside
 * another radix if its square is a radix. */
static const size_t known_length[CLM_NTT_MOST_RADIX + 1] = {
    [2] = 10, [3] = 12, [4] = 16, [5] = 25, [6] = 36, [7] = 49, [8] = 64, [9] = 81};

/* Residue i of sequence n, in Montgomery form. */
static u32 known_residue(size_t n, size_t i, fp_field f)
{
    return fp_pow(fp_add(f.one, f.one, f), (u32)(7 * i * i + 5 * i + n), f);
}

/* The value at x of the polynomial with the coefficients of sequence n. */
static u32 known_value(size_t n, size_t length, u32 x, fp_field f)
{
    u32 value = 0;

    for (size_t i = length; i-- > 0;)
        value = fp_add(fp_mul(value, x, f), known_residue(n, i, f), f);
    return value;
}

enum { NTT_PRIMES = 2 };

/* Sequences defined by a rule, one in each lane of a tile for each prime. */
typedef struct ntt_trial {
    u32 prime[NTT_PRIMES];
    size_t lanes, length, words;
    u32 *data;
    clm_ntt_field field;
    clm_buffer buffer;
} ntt_trial;

static clmodp_status ntt_trial_create(clmodp_context *ctx, ntt_trial *t)
{
    clmodp_status st = CLMODP_OK;

    t->lanes = ctx->tuning.tile;
    t->words = NTT_PRIMES * t->lanes * t->length;
    (void)clm_primes_below(t->prime, NTT_PRIMES, INT32_MAX,
                           (u32)t->length); /* enough primes exist */
    NEW(&ctx->error, t->data, t->words);
    for (size_t lane = 0; lane < NTT_PRIMES * t->lanes; lane++)
        for (size_t i = 0; i < t->length; i++)
            t->data[TILE_INDEX(lane, t->length, i, t->lanes)] =
                known_residue(lane, i, clm_field(t->prime[lane / t->lanes]));
    TRY(clm_ntt_field_create(ctx, &t->field, t->prime, NTT_PRIMES, t->length));
    TRY(clm_buffer_load(ctx, &t->buffer, t->data, t->words, sizeof *t->data));
done:
    return st;
}

static void ntt_trial_destroy(clmodp_context *ctx, ntt_trial *t)
{
    clm_ntt_field_destroy(ctx, &t->field);
    clm_buffer_destroy(ctx, &t->buffer);
    free(t->data);
}

static bool is_transformed(const ntt_trial *t, size_t lane, size_t place)
{
    const fp_field f = clm_field(t->prime[lane / t->lanes]);
    const u32 root = clm_field_root(f, (u32)t->length);
    const u32 x = fp_pow(root, (u32)clm_ntt_index(&t->field.plan, place), f);

    return t->data[TILE_INDEX(lane, t->length, place, t->lanes)] ==
           known_value(lane, t->length, x, f);
}

static clmodp_status check_ntt(clmodp_context *ctx, const void *subject)
{
    clmodp_status st = CLMODP_OK;
    ntt_trial t = {.length = *(const size_t *)subject};
    clm_ntt_batch batch;

    TRY(ntt_trial_create(ctx, &t));
    batch = clm_ntt_field_batch(&t.field, &t.buffer, t.lanes, 1);
    TRY(clm_ntt_run(ctx, &t.field.plan, &batch, CLM_NTT_FORWARD));
    TRY(clm_buffer_read(ctx, &t.buffer, 0, t.data, t.words * sizeof *t.data));
    for (size_t lane = 0; lane < NTT_PRIMES * t.lanes; lane++)
        for (size_t place = 0; place < t.length; place++)
            if (!is_transformed(&t, lane, place))
                FAIL(&ctx->error, CLMODP_CORRUPT,
                     "the device \"%s\" (driver %s) transforms a known sequence of length %zu "
                     "wrongly: " CLM_WRONG_VALUE,
                     ctx->device.name, ctx->device.driver, t.length);
done:
    ntt_trial_destroy(ctx, &t);
    return st;
}

static const clm_kernel_files ntt_files =
    CLM_KERNEL_FILES("fpx/batch/roots.cl", "fpx/batch/ntt.cl");

#define NTT_PROPERTY(radix)                                                                       \
    [radix] = {"known sequences are transformed correctly by radix " #radix, &ntt_files,          \
               check_ntt, &known_length[radix], true}

const clm_self_test clm_ntt_self_tests[CLM_NTT_MOST_RADIX + 1] = {
    NTT_PROPERTY(2), NTT_PROPERTY(3), NTT_PROPERTY(4), NTT_PROPERTY(5),
    NTT_PROPERTY(6), NTT_PROPERTY(7), NTT_PROPERTY(8), NTT_PROPERTY(9),
};

enum { COSET_PRIMES = 3 }; /* fewer than the lanes of a vector, or more than one */

/* Polynomials defined by a rule, in lanes. */
typedef struct coset_trial {
    clm_point_batch batch;
    prime_info info[COSET_PRIMES];
    u32 *values;       /* words of the lanes */
    u32 *coefficients; /* points of each prime */
    clm_buffer in, out, scratch;
} coset_trial;

static clmodp_status coset_trial_create(clmodp_context *ctx, coset_trial *t, size_t points)
{
    clmodp_status st = CLMODP_OK;
    const size_t lanes = clm_round_up(points, ctx->tuning.tile);
    u32 prime[COSET_PRIMES];

    t->batch = (clm_point_batch){.primes = COSET_PRIMES, .points = points, .lanes = lanes};
    NEW(&ctx->error, t->values, COSET_PRIMES * lanes);
    NEW(&ctx->error, t->coefficients, COSET_PRIMES * points);
    (void)clm_primes_below(prime, COSET_PRIMES, INT32_MAX, (u32)points); /* enough primes exist */
    for (size_t n = 0; n < COSET_PRIMES; n++) {
        const prime_info info = clm_prime_info(prime[n], (u32)points, (u32)(2 + n));
        u32 x = info.shift;

        t->info[n] = info;
        for (size_t k = 0; k < points; k++) {
            t->values[n * lanes + k] = known_value(n, points, x, info.field);
            x = fp_mul(x, info.root, info.field);
        }
    }
    TRY(clm_buffer_load(ctx, &t->batch.info, t->info, COSET_PRIMES, sizeof *t->info));
    TRY(clm_buffer_load(ctx, &t->in, t->values, COSET_PRIMES * lanes, sizeof *t->values));
    TRY(clm_buffer_create(ctx, &t->out, COSET_PRIMES * points, sizeof(u32)));
    TRY(clm_buffer_create(ctx, &t->scratch, clm_interpolate_scratch(ctx, points), sizeof(u32)));
done:
    return st;
}

static void coset_trial_destroy(clmodp_context *ctx, coset_trial *t)
{
    clm_buffers_destroy(ctx, &t->batch.info, &t->in, &t->out, &t->scratch);
    free(t->values);
    free(t->coefficients);
}

static clmodp_status check_interpolation(clmodp_context *ctx, const void *subject)
{
    clmodp_status st = CLMODP_OK;
    const size_t points = *(const size_t *)subject;
    coset_trial t = {0};

    TRY(coset_trial_create(ctx, &t, points));
    TRY(clm_interpolate(ctx, &t.out, &t.scratch, &t.in, &t.batch));
    TRY(clm_buffer_read(ctx, &t.out, 0, t.coefficients, COSET_PRIMES * points * sizeof(u32)));
    for (size_t n = 0; n < COSET_PRIMES; n++)
        for (size_t i = 0; i < points; i++) {
            const fp_field f = t.info[n].field;

            if (t.coefficients[n * points + i] != fp_from(known_residue(n, i, f), f))
                FAIL(&ctx->error, CLMODP_CORRUPT,
                     "the device \"%s\" (driver %s) interpolates a known polynomial wrongly at "
                     "%zu points: " CLM_WRONG_VALUE,
                     ctx->device.name, ctx->device.driver, points);
        }
done:
    coset_trial_destroy(ctx, &t);
    return st;
}

static const clm_kernel_files interpolate_files = CLM_KERNEL_FILES("fpx/batch/interpolate.cl");

#define INTERPOLATE_PROPERTY(radix)                                                               \
    [radix] = {"known polynomials are interpolated correctly by radix " #radix,                   \
               &interpolate_files, check_interpolation, &known_length[radix], true}

const clm_self_test clm_interpolate_self_tests[CLM_NTT_MOST_RADIX + 1] = {
    INTERPOLATE_PROPERTY(2), INTERPOLATE_PROPERTY(3), INTERPOLATE_PROPERTY(4),
    INTERPOLATE_PROPERTY(5), INTERPOLATE_PROPERTY(6), INTERPOLATE_PROPERTY(7),
    INTERPOLATE_PROPERTY(8), INTERPOLATE_PROPERTY(9),
};
