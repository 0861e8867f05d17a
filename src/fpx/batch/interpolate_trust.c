/* Known polynomials, interpolated again. */
#include "fpx/batch/interpolate_trust.h"

#include "arith/field.h"
#include "arith/prime.h"
#include "base/memory.h"
#include "base/size.h"
#include "fpx/batch/interpolate.h"
#include "fpx/batch/known_residues.h"

enum { PRIMES = 3 }; /* fewer than there are lanes in a vector, or more than one */

/* Polynomials known by a rule, in lanes. */
typedef struct trial {
    clm_point_batch batch;
    prime_info info[PRIMES];
    u32 *values;       /* words of the lanes */
    u32 *coefficients; /* points of each prime */
    clm_buffer in, out, scratch;
} trial;

static clmodp_status create(clmodp_context *ctx, trial *t, size_t points)
{
    clmodp_status st = CLMODP_OK;
    const size_t lanes = clm_round_up(points, ctx->tuning.tile);
    u32 prime[PRIMES];

    t->batch = (clm_point_batch){.primes = PRIMES, .points = points, .lanes = lanes};
    NEW(&ctx->error, t->values, PRIMES * lanes);
    NEW(&ctx->error, t->coefficients, PRIMES * points);
    (void)clm_primes_below(prime, PRIMES, INT32_MAX, (u32)points); /* there are as many */
    for (size_t n = 0; n < PRIMES; n++) {
        const prime_info info = clm_prime_info(prime[n], (u32)points, (u32)(2 + n));
        u32 x = info.shift;

        t->info[n] = info;
        for (size_t k = 0; k < points; k++) {
            t->values[n * lanes + k] = clm_known_value(n, points, x, info.field);
            x = fp_mul(x, info.root, info.field);
        }
    }
    TRY(clm_buffer_create(ctx, &t->batch.info, PRIMES, sizeof *t->info));
    TRY(clm_buffer_write(ctx, &t->batch.info, 0, t->info, sizeof t->info));
    TRY(clm_buffer_create(ctx, &t->in, PRIMES * lanes, sizeof *t->values));
    TRY(clm_buffer_write(ctx, &t->in, 0, t->values, PRIMES * lanes * sizeof *t->values));
    TRY(clm_buffer_create(ctx, &t->out, PRIMES * points, sizeof(u32)));
    TRY(clm_buffer_create(ctx, &t->scratch, clm_interpolate_scratch(ctx, points), sizeof(u32)));
done:
    return st;
}

static void destroy(clmodp_context *ctx, trial *t)
{
    clm_buffer_destroy(ctx, &t->batch.info);
    clm_buffer_destroy(ctx, &t->in);
    clm_buffer_destroy(ctx, &t->out);
    clm_buffer_destroy(ctx, &t->scratch);
    free(t->values);
    free(t->coefficients);
}

static clmodp_status check(clmodp_context *ctx, const void *subject)
{
    clmodp_status st = CLMODP_OK;
    const size_t points = *(const size_t *)subject;
    trial t = {0};

    TRY(create(ctx, &t, points));
    TRY(clm_interpolate(ctx, &t.out, &t.scratch, &t.in, &t.batch));
    TRY(clm_buffer_read(ctx, &t.out, 0, t.coefficients, PRIMES * points * sizeof(u32)));
    for (size_t n = 0; n < PRIMES; n++)
        for (size_t i = 0; i < points; i++) {
            const fp_field f = t.info[n].field;

            if (t.coefficients[n * points + i] != fp_from(clm_known_residue(n, i, f), f))
                FAIL(&ctx->error, CLMODP_CORRUPT,
                     "the device \"%s\" (driver %s) interpolates a known polynomial wrongly at "
                     "%zu points: " CLM_WRONG_VALUE, ctx->device.name, ctx->device.driver, points);
        }
done:
    destroy(ctx, &t);
    return st;
}

static const char *const names[] = {"fpx/batch/interpolate.cl"};
static const clm_kernel_files files = {names, 1};

#define FACT(radix)                                                                         \
    [radix] = {"known polynomials are interpolated rightly by radix " #radix, &files, check, \
               &clm_known_length[radix], true}

const clm_trust clm_interpolate_trust[CLM_NTT_MOST_RADIX + 1] = {
    FACT(2), FACT(3), FACT(4), FACT(5), FACT(6), FACT(7), FACT(8), FACT(9),
};
