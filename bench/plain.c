/* Time of plain products, divisions and greatest common divisors over their program parameter s,
 * beside FLINT's.
 *
 * Counts: products of residues that the algorithm needs, however it is cut: n m of a product,
 * (n - m + 1) (m - 1) of a division, and 4 of each pair of coefficients that a step of Euclid's
 * algorithm meets, m (m - 1) / 2 + (n - m) m pairs, of a gcd. Printed: for each size milliseconds
 * by the clock for each s (medians of RUNS runs, each with a wait); for the least of them 10^9
 * products a second, and what that is of the rate of word products (bench/fp), which allows for
 * nothing else; and FLINT's milliseconds on one thread, by whichever algorithm it chooses.
 * Results are compared with FLINT's.
 *
 * Usage: plain [RUNS [multiply|divide|gcd [N M]]]
 *   N, M  coefficients; default: sizes of [HMX, Tables 1 and 2] and others */
#include <stdio.h>
#include <string.h>

#ifdef HAVE_FLINT
#include <flint/nmod_poly.h>
#endif

#include "arith/field.h"
#include "base/random.h"
#include "bench/arguments.h"
#include "bench/device.h"
#include "bench/rate.h"
#include "bench/timing.h"
#include "fpx/plain/divide.h"
#include "fpx/plain/gcd.h"
#include "fpx/plain/multiply.h"

#define PRIME 2147483647u

static const size_t parameters[] = {1, 2, 4, 8, 16, 32, 64, 128, 256, 512};
#define PARAMETERS (sizeof parameters / sizeof *parameters)

typedef struct bench {
    clmodp_context *ctx;
    const struct operation *operation;
    size_t n, m;
    u32 *words; /* n of a and m of b; then results */
    clm_buffer a, b, out, work;
    size_t count; /* of what is compared, behind a and b */
} bench;

typedef struct operation {
    const char *name;
    clm_plain_shape (*shape)(const bench *b);
    clmodp_status (*run)(bench *b, clm_plain_shape shape);
    double (*products)(double n, double m);
    size_t sizes[6][2];
} operation;

static clm_plain_shape multiply_shape(const bench *b)
{
    return clm_multiply_default(b->ctx);
}

static clmodp_status multiply(bench *b, clm_plain_shape shape)
{
    b->count = b->n + b->m - 1;
    return clm_plain_multiply(b->ctx, &b->out, (clm_poly){&b->a, b->n}, (clm_poly){&b->b, b->m},
                              clm_field(PRIME), shape);
}

static double multiply_products(double n, double m)
{
    return n * m;
}

static clm_plain_shape divide_shape(const bench *b)
{
    return clm_divide_default(b->ctx, b->m);
}

static clmodp_status divide(bench *b, clm_plain_shape shape)
{
    b->count = b->n - b->m + 1;
    return clm_plain_divide(b->ctx, &b->out, (clm_poly){&b->work, b->n},
                            (clm_poly){&b->b, b->m}, clm_field(PRIME), shape);
}

static double divide_products(double n, double m)
{
    return (n - m + 1) * (m - 1);
}

static clm_plain_shape gcd_shape(const bench *b)
{
    return clm_gcd_default(b->ctx, b->n);
}

static clmodp_status gcd(bench *b, clm_plain_shape shape)
{
    return clm_plain_gcd(b->ctx, &b->out, &b->count, (clm_poly){&b->a, b->n},
                         (clm_poly){&b->b, b->m}, clm_field(PRIME), shape, NULL);
}

static double gcd_products(double n, double m)
{
    return 4 * (m * (m - 1) / 2 + (n - m) * m);
}

static const operation operations[] = {
    {"multiply", multiply_shape, multiply, multiply_products,
     {{4000, 4000}, {5000, 1000}, {8000, 1000}, {8000, 8000}, {1024, 1024}, {16384, 16384}}},
    {"divide", divide_shape, divide, divide_products,
     {{2000, 1500}, {8000, 4000}, {16000, 8000}, {20000, 1000}, {2048, 1024}, {32768, 16384}}},
    {"gcd", gcd_shape, gcd, gcd_products,
     {{2000, 1500}, {4000, 3500}, {7000, 6000}, {10000, 9000}, {1024, 1023}, {16384, 16383}}},
};
#define OPERATIONS (sizeof operations / sizeof *operations)

static bench create(clmodp_context *ctx, const operation *o, size_t n, size_t m)
{
    bench b = {.ctx = ctx, .operation = o, .n = n, .m = m,
               .words = device_need(2 * (n + m), sizeof(u32))};
    clm_random random = {n + m};

    for (size_t k = 0; k < n + m; k++)
        b.words[k] = 1 + (u32)clm_random_below(&random, PRIME - 1);
    b.a = device_words(ctx, b.words, n);
    b.b = device_words(ctx, b.words + n, m);
    b.out = device_words(ctx, NULL, n + m);
    b.work = device_words(ctx, b.words, n);
    return b;
}

static void destroy(bench *b)
{
    clm_buffer_destroy(b->ctx, &b->work);
    clm_buffer_destroy(b->ctx, &b->out);
    clm_buffer_destroy(b->ctx, &b->b);
    clm_buffer_destroy(b->ctx, &b->a);
    free(b->words);
}

#ifdef HAVE_FLINT
/* Its seconds; the device's result is compared. */
static double with_flint(bench *b, size_t runs)
{
    const u32 *got = b->words + b->n + b->m;
    nmod_poly_t factor[2], result, rest;
    timing t = {0};

    nmod_poly_init(factor[0], PRIME);
    nmod_poly_init(factor[1], PRIME);
    nmod_poly_init(result, PRIME);
    nmod_poly_init(rest, PRIME);
    for (size_t k = 0; k < b->n + b->m; k++)
        nmod_poly_set_coeff_ui(factor[k >= b->n], (slong)(k < b->n ? k : k - b->n), b->words[k]);
    for (size_t run = 0; run < runs; run++) {
        timing_start(&t);
        if (b->operation->run == multiply)
            nmod_poly_mul(result, factor[0], factor[1]);
        else if (b->operation->run == divide)
            nmod_poly_divrem(result, rest, factor[0], factor[1]);
        else
            nmod_poly_gcd(result, factor[0], factor[1]);
        timing_stop(&t);
    }
    for (size_t k = 0; k < b->count || k < (size_t)nmod_poly_length(result); k++)
        if (nmod_poly_get_coeff_ui(result, (slong)k) != got[k]) {
            (void)fprintf(stderr, "%zu and %zu: coefficient %zu is wrong\n", b->n, b->m, k);
            exit(1);
        }
    nmod_poly_clear(rest);
    nmod_poly_clear(result);
    nmod_poly_clear(factor[1]);
    nmod_poly_clear(factor[0]);
    return timing_median(t.wall, t.runs);
}
#endif

/* Seconds of one s; infinite where it does not fit. */
static double with_parameter(bench *b, size_t s, size_t runs)
{
    clm_plain_shape shape = b->operation->shape(b);
    timing t = {0};

    shape.s = s;
    for (size_t run = 0; run <= runs; run++) { /* the first compiles */
        /* a division uses its dividend up */
        device_must(b->ctx, clm_buffer_write(b->ctx, &b->work, 0, b->words, b->n * sizeof(u32)));
        device_must(b->ctx, clm_finish(b->ctx));
        timing_start(&t);
        device_must(b->ctx, b->operation->run(b, shape));
        device_must(b->ctx, clm_finish(b->ctx));
        timing_stop(&t);
        if (run == 0)
            t.runs = 0;
    }
    device_must(b->ctx, clm_buffer_read(b->ctx, &b->out, 0, b->words + b->n + b->m,
                                        b->count * sizeof(u32)));
    return timing_median(t.wall, t.runs);
}

static void report(clmodp_context *ctx, const operation *o, const size_t *size, double rate,
                   size_t runs)
{
    bench b = create(ctx, o, size[0], size[1]);
    const double products = o->products((double)size[0], (double)size[1]);
    double least = 1e9;

    (void)printf("%6zu %6zu", b.n, b.m);
    for (size_t k = 0; k < PARAMETERS; k++) {
        const double seconds = with_parameter(&b, parameters[k], runs);

        least = seconds < least ? seconds : least;
        (void)printf(" %7.2f", 1e3 * seconds);
        (void)fflush(stdout);
    }
    (void)printf("  %6.1f %4.0f %%", 1e-9 * products / least, 100 * products / least / rate);
#ifdef HAVE_FLINT
    (void)printf(" %7.2f", 1e3 * with_flint(&b, runs));
#endif
    (void)printf("\n");
    destroy(&b);
}

int main(int argc, char **argv)
{
    size_t runs = 5, size[2] = {0};
    const argument arguments[] = {{&runs, 1, TIMING_MOST - 1, true},
                                  {&size[0], 1, 1 << 24, false},
                                  {&size[1], 1, 1 << 24, true}};
    const char *only = argc > 2 ? argv[2] : NULL;
    clmodp_context *ctx;
    double rate = 0;

    if (argc > 2) /* the name is none of the numbers */
        memmove(argv + 2, argv + 3, (size_t)(argc - 2) * sizeof *argv);
    (void)arguments_read(argc > 2 ? argc - 1 : argc, argv, arguments, 3,
                         "[RUNS [multiply|divide|gcd [N M]]]");
    ctx = device_open(NULL);
    device_must(ctx, rate_of_device(ctx, &rate));
    (void)printf("%s: %.1f * 10^9 products of words a second\n", ctx->device.name, 1e-9 * rate);
    for (size_t o = 0; o < OPERATIONS; o++) {
        if (only != NULL && strcmp(only, operations[o].name) != 0)
            continue;
        (void)printf("\n%-8s        s = 1", operations[o].name);
        for (size_t k = 1; k < PARAMETERS; k++)
            (void)printf(" %7zu", parameters[k]);
        (void)printf("  10^9/s  of it   FLINT\n");
        if (size[0] != 0)
            report(ctx, &operations[o], size, rate, runs);
        for (size_t k = 0; size[0] == 0 && k < 6; k++)
            report(ctx, &operations[o], operations[o].sizes[k], rate, runs);
    }
    clmodp_context_destroy(ctx);
    return 0;
}
