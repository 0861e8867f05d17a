/* Products, divisions, greatest common divisors, resultants, values at many points and polynomials
 * from values over F_p by each algorithm, beside FLINT's.
 *
 * Polynomials of equal length N, for divisions 2 N by N, random, as many points as coefficients,
 * for two primes: one with the roots of unity that transforms want, and one without. Coefficients
 * are where the algorithm wants them before. Printed: milliseconds by the clock, medians of RUNS runs; FLINT's on one thread,
 * whichever algorithm it chooses; and what the library chooses by itself, with how many times
 * FLINT's speed that is. An algorithm whose last size took over a second is left out. Results are
 * compared with FLINT's, else with those of the first algorithm.
 *
 * Usage: fpx [RUNS [LOG2 [MOST]]]   lengths 2^LOG2 to 2^MOST; default 10 to 20 */
#include <stdio.h>
#include <string.h>

#include <clmodp/fpx.h>

#ifdef HAVE_FLINT
#include <flint/flint.h>
#include <flint/nmod_poly.h>
#endif

#include "base/random.h"
#include "bench/arguments.h"
#include "bench/device.h"
#include "bench/timing.h"

#define TOO_LONG 1.0 /* seconds */

static const u32 primes[] = {2013265921, 2147483647};
static const struct {
    const char *name;
    clmodp_fpx_algorithm algorithm;
} algorithms[] = {{"host", CLMODP_FPX_HOST},
                  {"plain", CLMODP_FPX_PLAIN},
                  {"fast", CLMODP_FPX_FAST},
                  {"auto", CLMODP_FPX_AUTO}};
#define ALGORITHMS (sizeof algorithms / sizeof *algorithms)

typedef enum operation {
    MUL,
    DIVREM,
    GCD,
    RESULTANT,
    EVALUATE,
    INTERPOLATE,
    OPERATIONS
} operation;
static const char *const names[] = {"mul",       "divrem",   "gcd",
                                    "resultant", "evaluate", "interpolate"};

static clmodp_context *context;
static size_t runs = 5;

/* a has n coefficients, b has m; the result of an operation, or the quotient. */
typedef struct pair {
    u32 p;
    size_t n, m;
    u32 *a, *b, *result, *values; /* b: of points all different */
    size_t count; /* of the result; SIZE_MAX: not known yet */
    clmodp_fpx *f, *g, *out;
} pair;

static void must(clmodp_status status)
{
    device_must(context, status);
}

static u32 *random_words(clm_random *random, size_t count, u32 p)
{
    u32 *words = device_need(count, sizeof *words);

    for (size_t k = 0; k < count; k++)
        words[k] = 1 + (u32)clm_random_below(random, p - 1);
    return words;
}

static pair create(operation o, size_t length, u32 p)
{
    clm_random random = {length + p};
    pair t = {.p = p, .n = o == DIVREM ? 2 * length : length, .m = length, .count = SIZE_MAX};

    t.a = random_words(&random, t.n, p);
    t.b = random_words(&random, t.m, p);
    t.result = device_need(t.n + t.m, sizeof *t.result);
    t.values = device_need(t.n, sizeof *t.values);
    if (o >= EVALUATE)
        for (size_t k = 0; k < t.m; k++) /* p is not 3 */
            t.b[k] = (u32)((uint64_t)k * 3 % p);
    must(clmodp_fpx_create(context, &t.f, p));
    must(clmodp_fpx_create(context, &t.g, p));
    must(clmodp_fpx_create(context, &t.out, p));
    must(clmodp_fpx_upload(t.f, t.a, t.n));
    must(clmodp_fpx_upload(t.g, t.b, t.m));
    return t;
}

static void destroy(pair *t)
{
    clmodp_fpx_destroy(t->out);
    clmodp_fpx_destroy(t->g);
    clmodp_fpx_destroy(t->f);
    free(t->values);
    free(t->result);
    free(t->b);
    free(t->a);
}

static void wrong(const pair *t, const char *what)
{
    (void)fprintf(stderr, "%zu and %zu modulo %u: %s is wrong\n", t->n, t->m, (unsigned)t->p,
                  what);
    exit(1);
}

/* As a constant. */
static clmodp_status resultant(const pair *t, const clmodp_fpx_options *options)
{
    uint32_t r = 0;
    const clmodp_status status = clmodp_fpx_resultant(&r, t->f, t->g, options);

    if (status != CLMODP_OK)
        return status;
    return clmodp_fpx_upload(t->out, &r, 1);
}

/* As coefficients. */
static clmodp_status evaluate(const pair *t, const clmodp_fpx_options *options)
{
    const clmodp_status status = clmodp_fpx_evaluate_points(t->values, t->f, t->b, t->n, options);

    if (status != CLMODP_OK)
        return status;
    return clmodp_fpx_upload(t->out, t->values, t->n);
}

static clmodp_status run(operation o, const pair *t, const clmodp_fpx_options *options)
{
    switch (o) {
    case MUL: return clmodp_fpx_mul(t->out, t->f, t->g, options);
    case DIVREM: return clmodp_fpx_divrem(t->out, NULL, t->f, t->g, options);
    case GCD: return clmodp_fpx_gcd(t->out, t->f, t->g, options);
    case RESULTANT: return resultant(t, options);
    case EVALUATE: return evaluate(t, options);
    default: return clmodp_fpx_interpolate(t->out, t->b, t->a, t->n, options);
    }
}

static void compare(pair *t, const char *what)
{
    const size_t count = clmodp_fpx_count(t->out);
    u32 *got = device_need(count + 1, sizeof *got);

    must(clmodp_fpx_download(t->out, got, count));
    if (t->count != SIZE_MAX &&
        (count != t->count || memcmp(got, t->result, count * sizeof *got) != 0))
        wrong(t, what);
    memcpy(t->result, got, count * sizeof *got);
    t->count = count;
    free(got);
}

/* Seconds; negative where the algorithm has no such operation, or not for so much. */
static double measure(operation o, pair *t, size_t k, clmodp_fpx_algorithm *chosen)
{
    clmodp_fpx_report report = {.size = sizeof report};
    clmodp_fpx_options options;
    timing time = {0};

    clmodp_fpx_options_init(&options);
    options.algorithm = algorithms[k].algorithm;
    options.report = &report;
    for (size_t turn = 0; turn <= runs; turn++) { /* the first compiles, and moves */
        clmodp_status status;

        timing_start(&time);
        status = run(o, t, &options);
        timing_stop(&time);
        if (status == CLMODP_UNSUPPORTED || status == CLMODP_LIMIT)
            return -1;
        must(status);
        if (turn == 0)
            time.runs = 0;
        else if (time.wall[time.runs - 1] > TOO_LONG)
            break;
    }
    compare(t, algorithms[k].name);
    *chosen = report.algorithm;
    return timing_median(time.wall, time.runs);
}

#ifdef HAVE_FLINT
static void set(nmod_poly_t f, const u32 *words, size_t count, u32 p)
{
    nmod_poly_init2(f, p, (slong)count);
    for (size_t k = count; k-- > 0;)
        nmod_poly_set_coeff_ui(f, (slong)k, words[k]);
}

static void flint_points(operation o, nmod_poly_t result, const nmod_poly_t f, const pair *t)
{
    mp_ptr points = device_need(t->n, sizeof *points), values = device_need(t->n, sizeof *values);

    for (size_t k = 0; k < t->n; k++) {
        points[k] = t->b[k];
        values[k] = t->a[k];
    }
    if (o == INTERPOLATE) {
        nmod_poly_interpolate_nmod_vec(result, points, values, (slong)t->n);
    } else {
        nmod_poly_evaluate_nmod_vec(values, f, points, (slong)t->n);
        for (size_t k = t->n; k-- > 0;)
            nmod_poly_set_coeff_ui(result, (slong)k, values[k]);
    }
    free(values);
    free(points);
}

/* Its seconds, and its result. */
static double with_flint(operation o, pair *t)
{
    nmod_poly_t f, g, result, rest;
    timing time = {0};

    set(f, t->a, t->n, t->p);
    set(g, t->b, t->m, t->p);
    nmod_poly_init(result, t->p);
    nmod_poly_init(rest, t->p);
    for (size_t turn = 0; turn < runs; turn++) {
        timing_start(&time);
        if (o == MUL)
            nmod_poly_mul(result, f, g);
        else if (o == DIVREM)
            nmod_poly_divrem(result, rest, f, g);
        else if (o == GCD)
            nmod_poly_gcd(result, f, g);
        else if (o == RESULTANT)
            nmod_poly_set_coeff_ui(result, 0, nmod_poly_resultant(f, g));
        else
            flint_points(o, result, f, t);
        timing_stop(&time);
        if (time.wall[time.runs - 1] > TOO_LONG)
            break;
    }
    t->count = (size_t)nmod_poly_length(result);
    for (size_t k = 0; k < t->count; k++)
        t->result[k] = (u32)nmod_poly_get_coeff_ui(result, (slong)k);
    nmod_poly_clear(rest);
    nmod_poly_clear(result);
    nmod_poly_clear(g);
    nmod_poly_clear(f);
    return timing_median(time.wall, time.runs);
}
#endif

static void print(double seconds)
{
    if (seconds < 0)
        (void)printf("          -");
    else
        (void)printf(" %10.3f", 1e3 * seconds);
    (void)fflush(stdout);
}

/* One line; seconds[k]: of the size before, made those of this one. */
static void report(operation o, size_t length, u32 p, double *seconds)
{
    pair t = create(o, length, p);
    clmodp_fpx_algorithm chosen = CLMODP_FPX_AUTO;
    double peer = 0;

    (void)printf("%9zu", length);
#ifdef HAVE_FLINT
    peer = with_flint(o, &t);
    print(peer);
#endif
    for (size_t k = 0; k < ALGORITHMS; k++) {
        if (seconds[k] <= TOO_LONG && seconds[k] >= 0)
            seconds[k] = measure(o, &t, k, &chosen);
        else
            seconds[k] = -1;
        print(seconds[k]);
    }
    (void)printf("  %-5s", chosen < ALGORITHMS ? (chosen == CLMODP_FPX_HOST    ? "host"
                                                  : chosen == CLMODP_FPX_PLAIN ? "plain"
                                                  : chosen == CLMODP_FPX_FAST  ? "fast"
                                                                               : "")
                                               : "");
    if (peer > 0 && seconds[ALGORITHMS - 1] > 0)
        (void)printf(" %6.2f", peer / seconds[ALGORITHMS - 1]);
    (void)printf("\n");
    destroy(&t);
}

int main(int argc, char **argv)
{
    size_t least = 10, most = 20;
    const argument arguments[] = {{&runs, 1, TIMING_MOST - 1, true},
                                  {&least, 0, 24, true},
                                  {&most, 0, 24, true}};

    (void)arguments_read(argc, argv, arguments, 3, "[RUNS [LOG2 [MOST]]]");
    context = device_open(NULL);
    (void)printf("%s", context->device.name);
#ifdef HAVE_FLINT
    (void)printf("; FLINT %s", flint_version);
#endif
    (void)printf("; milliseconds\n");
    for (operation o = 0; o < OPERATIONS; o++)
        for (size_t p = 0; p < sizeof primes / sizeof *primes; p++) {
            double seconds[ALGORITHMS] = {0};

            (void)printf("\n%-11s modulo %u\n        N", names[o], (unsigned)primes[p]);
#ifdef HAVE_FLINT
            (void)printf("      FLINT");
#endif
            for (size_t k = 0; k < ALGORITHMS; k++)
                (void)printf(" %10s", algorithms[k].name);
            (void)printf("  chosen\n");
            for (size_t k = least; k <= most; k++)
                report(o, (size_t)1 << k, primes[p], seconds);
        }
    clmodp_context_destroy(context);
    return 0;
}
