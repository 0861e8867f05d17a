/* Products, divisions, greatest common divisors, resultants, values at many points, polynomials
 * from values and powers modulo a polynomial over F_p by each algorithm, beside FLINT's and NTL's.
 *
 * Polynomials of equal length N, for divisions 2 N by N, random, as many points as coefficients,
 * for two primes: one with the roots of unity that transforms want, and one without. Coefficients
 * are where the algorithm wants them before. Printed: milliseconds by the clock, medians of RUNS
 * runs; peers' with as many threads as there are, as far as they use them, by whichever algorithm
 * they choose; and what the library chooses by itself, with how many times the faster peer's speed
 * that is. What took over a second at the last size is left out. Results are compared.
 *
 * Usage: fpx [RUNS [LOG2 [MOST [FIRST [LAST]]]]]
 *   LOG2, MOST   lengths 2^LOG2 to 2^MOST; default 10 to 20
 *   FIRST, LAST  operations, in the order above, from 1 to 7; default all */
#include <stdio.h>
#include <string.h>

#include <clmodp/fpx.h>

#include "base/parallel.h"
#include "base/random.h"
#include "bench/arguments.h"
#include "bench/device.h"
#include "bench/timing.h"
#include "peers/fpx_peers.h"

#define TOO_LONG 1.0 /* seconds */
#define PEERS 4      /* at most */

static const u32 primes[] = {2013265921, 2147483647};
static const struct {
    const char *name;
    clmodp_fpx_algorithm algorithm;
} algorithms[] = {{"host", CLMODP_FPX_HOST},
                  {"plain", CLMODP_FPX_PLAIN},
                  {"fast", CLMODP_FPX_FAST},
                  {"auto", CLMODP_FPX_AUTO}};
#define ALGORITHMS (sizeof algorithms / sizeof *algorithms)

/* As peers count them. */
typedef enum operation {
    MUL = PEER_MUL,
    DIVREM = PEER_DIVREM,
    GCD = PEER_GCD,
    RESULTANT = PEER_RESULTANT,
    EVALUATE = PEER_EVALUATE,
    INTERPOLATE = PEER_INTERPOLATE,
    POWMOD = PEER_POWMOD,
    OPERATIONS
} operation;
static const char *const names[] = {"mul",       "divrem",   "gcd",
                                    "resultant", "evaluate", "interpolate",
                                    "powmod"};

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
    if (o == EVALUATE || o == INTERPOLATE)
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

static clmodp_status power(const pair *t, const clmodp_fpx_options *options)
{
    clmodp_status status;
    mpz_t exponent;

    mpz_init_set_ui(exponent, PEER_EXPONENT);
    status = clmodp_fpx_powmod(t->out, t->f, exponent, t->g, options);
    mpz_clear(exponent);
    return status;
}

static clmodp_status run(operation o, const pair *t, const clmodp_fpx_options *options)
{
    switch (o) {
    case MUL: return clmodp_fpx_mul(t->out, t->f, t->g, options);
    case DIVREM: return clmodp_fpx_divrem(t->out, NULL, t->f, t->g, options);
    case GCD: return clmodp_fpx_gcd(t->out, t->f, t->g, options);
    case RESULTANT: return resultant(t, options);
    case EVALUATE: return evaluate(t, options);
    case INTERPOLATE: return clmodp_fpx_interpolate(t->out, t->b, t->a, t->n, options);
    default: return power(t, options);
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

/* A peer's seconds; its result is compared, or is what others are compared with. */
static double with_peer(operation o, pair *t, const fpx_peer *peer)
{
    double seconds[TIMING_MOST];
    peer_job job = {.operation = (peer_operation)o, .p = t->p, .a = t->a, .b = t->b, .n = t->n,
                    .m = t->m, .runs = runs, .threads = clm_thread_count(0),
                    .longest = TOO_LONG, .seconds = seconds};

    job.result = device_need(t->n + t->m, sizeof *job.result);
    peer->run(&job);
    if (t->count != SIZE_MAX &&
        (t->count != job.count ||
         memcmp(t->result, job.result, job.count * sizeof *job.result) != 0))
        wrong(t, peer->name);
    memcpy(t->result, job.result, job.count * sizeof *job.result);
    t->count = job.count;
    free(job.result);
    return timing_median(seconds, job.done);
}

static void print(double seconds)
{
    if (seconds < 0)
        (void)printf("          -");
    else
        (void)printf(" %10.3f", 1e3 * seconds);
    (void)fflush(stdout);
}

static const char *name_of(clmodp_fpx_algorithm algorithm)
{
    for (size_t k = 0; k < ALGORITHMS; k++)
        if (algorithms[k].algorithm == algorithm)
            return algorithms[k].name;
    return "";
}

/* One line; seconds[k]: of the size before, made those of this one, peers' behind algorithms'. */
static void report(operation o, size_t length, u32 p, double *seconds)
{
    pair t = create(o, length, p);
    clmodp_fpx_algorithm chosen = CLMODP_FPX_AUTO;
    double best = 0;
    size_t count;
    const fpx_peer *peers = fpx_peer_list(&count);

    (void)printf("%9zu", length);
    for (size_t k = 0; k < count; k++) {
        double *mine = &seconds[ALGORITHMS + k];

        *mine = *mine <= TOO_LONG && *mine >= 0 ? with_peer(o, &t, &peers[k]) : -1;
        print(*mine);
        if (*mine > 0 && (best <= 0 || *mine < best))
            best = *mine;
    }
    for (size_t k = 0; k < ALGORITHMS; k++) {
        if (seconds[k] <= TOO_LONG && seconds[k] >= 0)
            seconds[k] = measure(o, &t, k, &chosen);
        else
            seconds[k] = -1;
        print(seconds[k]);
    }
    (void)printf("  %-5s", name_of(chosen));
    if (best > 0 && seconds[ALGORITHMS - 1] > 0)
        (void)printf(" %6.2f", best / seconds[ALGORITHMS - 1]);
    (void)printf("\n");
    destroy(&t);
}

static void heading(operation o, u32 p)
{
    size_t count;
    const fpx_peer *peers = fpx_peer_list(&count);

    (void)printf("\n%-11s modulo %u\n        N", names[o], (unsigned)p);
    for (size_t k = 0; k < count; k++)
        (void)printf(" %10s", peers[k].name);
    for (size_t k = 0; k < ALGORITHMS; k++)
        (void)printf(" %10s", algorithms[k].name);
    (void)printf("  chosen\n");
}

int main(int argc, char **argv)
{
    size_t least = 10, most = 20, first = 1, last = OPERATIONS;
    const argument arguments[] = {{&runs, 1, TIMING_MOST - 1, true},
                                  {&least, 0, 24, true},
                                  {&most, 0, 24, true},
                                  {&first, 1, OPERATIONS, true},
                                  {&last, 1, OPERATIONS, true}};

    (void)arguments_read(argc, argv, arguments, 5, "[RUNS [LOG2 [MOST [FIRST [LAST]]]]]");
    context = device_open(NULL);
    (void)printf("%s; milliseconds\n", context->device.name);
    for (operation o = (operation)(first - 1); o < last; o++)
        for (size_t p = 0; p < sizeof primes / sizeof *primes; p++) {
            double seconds[ALGORITHMS + PEERS] = {0};

            heading(o, primes[p]);
            for (size_t k = least; k <= most; k++)
                report(o, (size_t)1 << k, primes[p], seconds);
        }
    clmodp_context_destroy(context);
    return 0;
}
