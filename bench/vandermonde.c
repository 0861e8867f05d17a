/* Times clm_vandermonde.
 *
 * Counts: the unit is one row and step of one prime, points^2 units for a prime. Prints processor
 * time in nanoseconds a unit (of all threads; the least and the median of RUNS runs) and the
 * clock's milliseconds of a call (median). The result is checked at some points of each prime.
 *
 * Usage: vandermonde [RUNS [POINTS PRIMES]] */
#include <stdio.h>

#include "core/random.h"
#include "bench/arguments.h"
#include "bench/device.h"
#include "bench/timing.h"
#include "cl/arith/residue.h"
#include "fpx/batch/vandermonde.h"

#define KIND CLM_RESIDUE_MONTGOMERY31
#define CHECKED 2 /* points of each prime */

typedef struct shape {
    size_t points, primes;
} shape;

/* Rows 1, 3, 13, 15 and 12 of Table 1 of [Eme12]; few primes; many points. */
static const shape shapes[] = {
    {549, 43}, {1440, 43}, {2028, 51}, {1012, 128}, {2903, 64}, {64, 200}, {2903, 1}, {20000, 1},
};

typedef struct bench {
    clmodp_context *ctx;
    shape shape;
    uint32_t *prime;
    residue *x, *y; /* on the host */
    clm_buffer info, points, values, scratch, out;
} bench;

/* Creates an arithmetic progression of points for each prime, and random values. */
static void create(bench *b)
{
    size_t primes = b->shape.primes, points = b->shape.points;
    residue_prime *info = device_need(primes, sizeof *info);
    clm_random random = {1};

    b->prime = device_need(primes, sizeof *b->prime);
    device_primes(b->prime, primes, 1, DEVICE_BELOW);
    b->x = device_need(primes * points, sizeof *b->x);
    b->y = device_need(primes * points, sizeof *b->y);
    for (size_t i = 0; i < primes; i++) {
        residue_prime p = {.field = clm_residue_prime_of(KIND, b->prime[i], 1).field.montgomery31};

        info[i] = p;
        for (size_t k = 0; k < points; k++) {
            b->x[i * points + k] = residue_to((u32)k + 1, p.field);
            b->y[i * points + k] = (u32)clm_random_below(&random, b->prime[i]);
        }
    }
    b->info = device_words(b->ctx, (const u32 *)info, primes * sizeof *info / sizeof(u32));
    b->points = device_words(b->ctx, b->x, primes * points);
    b->values = device_words(b->ctx, b->y, primes * points);
    b->out = device_words(b->ctx, NULL, primes * points);
    b->scratch = device_words(b->ctx, NULL, clm_vandermonde_scratch(b->ctx, primes, points));
    free(info);
}

static void destroy(bench *b)
{
    clm_buffer_destroy(b->ctx, &b->info);
    clm_buffer_destroy(b->ctx, &b->points);
    clm_buffer_destroy(b->ctx, &b->values);
    clm_buffer_destroy(b->ctx, &b->scratch);
    clm_buffer_destroy(b->ctx, &b->out);
    free(b->prime);
    free(b->x);
    free(b->y);
}

static void check(bench *b)
{
    size_t points = b->shape.points, primes = b->shape.primes;
    u32 *result = device_need(primes * points, sizeof *result);
    clm_random random = {2};

    device_must(b->ctx,
                clm_buffer_read(b->ctx, &b->out, 0, result, primes * points * sizeof *result));
    for (size_t n = 0; n < primes * CHECKED; n++) {
        size_t prime = n / CHECKED, k = clm_random_below(&random, points);
        fp_field f = clm_residue_prime_of(KIND, b->prime[prime], 1).field.montgomery31;
        u32 sum = 0;

        for (size_t i = points; i-- > 0;)
            sum = fp_add(fp_mul(sum, b->x[prime * points + k], f),
                         fp_to(result[prime * points + i], f), f);
        if (sum != b->y[prime * points + k]) {
            fprintf(stderr, "%zu points, prime %zu: wrong at point %zu\n", points, prime, k);
            exit(1);
        }
    }
    free(result);
}

static void report(clmodp_context *ctx, shape s, size_t runs)
{
    bench b = {.ctx = ctx, .shape = s};
    double units = 1e-9 * (double)(s.points * s.points * s.primes), median;
    timing t = {.warm_up = 1};

    create(&b);
    for (size_t run = 0; run <= runs; run++) {
        timing_start(&t);
        device_must(ctx, clm_vandermonde(ctx, &(clm_vandermonde_call){
                                                  .kind = KIND, .coefficients = &b.out,
                                                  .x = &b.points, .y = &b.values,
                                                  .scratch = &b.scratch, .info = &b.info,
                                                  .primes = s.primes, .points = s.points,
                                                  .stride = s.points}));
        device_must(ctx, clm_finish(ctx));
        timing_stop(&t);
    }
    check(&b);
    median = timing_median(t.cpu, t.runs);
    printf("%6zu %6zu   %8.3f %8.3f   %10.3f\n", s.points, s.primes, t.cpu[0] / units,
           median / units, 1e3 * timing_median(t.wall, t.runs));
    destroy(&b);
}

int main(int argc, char **argv)
{
    size_t runs = 5;
    shape one;
    const argument arguments[] = {{&runs, 1, TIMING_MOST, true},
                                  {&one.points, 1, ARGUMENT_MOST, false},
                                  {&one.primes, 1, ARGUMENT_MOST, true}};
    const size_t given = arguments_read(argc, argv, arguments, 3, "[RUNS [POINTS PRIMES]]");
    clmodp_context *ctx = device_open(NULL);

    printf("         processor ns a row and step           ms\n"
           "points primes      least   median       a call\n");
    if (given == 3)
        report(ctx, one, runs);
    else
        for (size_t i = 0; i < sizeof shapes / sizeof *shapes; i++)
            report(ctx, shapes[i], runs);
    clmodp_context_destroy(ctx);
    return 0;
}
