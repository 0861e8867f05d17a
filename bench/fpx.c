/* Times products, divisions, greatest common divisors, resultants, values at many points,
 * polynomials from values, and powers and inverses modulo a polynomial over F_p, for each
 * algorithm, FLINT and NTL.
 *
 * Polynomials have equal length N, for divisions 2 N by N, and are random, with as many points as
 * coefficients, for three primes: two with the roots of unity needed by transforms, and one
 * without. Coefficients are first moved to the memory used by the algorithm. Prints microseconds
 * by the clock, medians of RUNS turns, of which each counts its shortest run; FLINT's and NTL's
 * with all threads and algorithms of their choice; the library's choice, with its speed relative
 * to the faster of both; and predicted times over the least measured ones. Algorithms that took
 * over three seconds at the last size, or are predicted to take as long, are left out; those that
 * take twice as long as the fastest one have one turn. Results are compared.
 *
 * The choice is compared with the best algorithm by least and by median times of all turns, and
 * the lower ratio counts: threads that wake early by chance shorten a run, and other work
 * lengthens turns. If the choice takes over 5 % longer, there are three times as many further
 * turns. The last lines are the worst choices; if one takes over 5 % longer, the exit status is 1.
 * `chrt -r 2 build/bench/fpx 1 4 20 1 8 0` takes 6 minutes on two cores.
 *
 * Usage: fpx [RUNS [LOG2 [MOST [FIRST [LAST [PEERS [BETWEEN]]]]]]]
 *   LOG2, MOST   lengths 2^LOG2 to 2^MOST; default 10 to 22
 *   FIRST, LAST  operations, in the order above, from 1 to 8; default all
 *   PEERS        0 leaves FLINT and NTL out; default 1
 *   BETWEEN      1 adds the lengths 2^k + 1 and 3 2^(k - 1); default 0 */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "core/parallel.h"
#include "core/random.h"
#include "bench/arguments.h"
#include "bench/context.h"
#include "bench/device.h"
#include "bench/timing.h"
#include "fpx/api/choice.h"
#include "peers/fpx_library.h"

#define TOO_LONG 3.0 /* seconds */
#define TURN 2e-2    /* least seconds of an algorithm in each turn */
#define PEERS 4      /* at most */
#define WORST 1.05   /* tolerated time of the library's choice over that of its best algorithm */
#define AGAIN 4      /* times as many turns for a choice beyond */
#define TOO_SLOW 2.0 /* time over that of the best for which an algorithm has no further turns */

static const u32 primes[] = {2013265921, 998244353, 2147483647};
#define PRIMES (sizeof primes / sizeof *primes)
static const struct {
    const char *name;
    clmodp_fpx_algorithm algorithm;
} algorithms[] = {{"host", CLMODP_FPX_HOST},
                  {"schoolbook", CLMODP_FPX_SCHOOLBOOK},
                  {"fast", CLMODP_FPX_FAST},
                  {"auto", CLMODP_FPX_AUTO}};
#define ALGORITHMS (sizeof algorithms / sizeof *algorithms)

#define OPERATIONS ((size_t)PEER_INVMOD + 1)
#define STEPS 28 /* products and divisions of a power by PEER_EXPONENT */

static const char *const names[] = {"mul",       "divrem",   "gcd",
                                    "resultant", "evaluate", "interpolate",
                                    "powmod",    "invmod"};
static const clm_fpx_operation operations[] = {
    CLM_FPX_MULTIPLY, CLM_FPX_DIVIDE,      CLM_FPX_GCD,  CLM_FPX_RESULTANT,
    CLM_FPX_EVALUATE, CLM_FPX_INTERPOLATE, CLM_FPX_POWER, CLM_FPX_XGCD};

static size_t runs = 5, peers_wanted = 1, between = 0;

/* The choices that take longest, compared with the best algorithm. */
static struct {
    double ratio;
    size_t length;
} worst[OPERATIONS][PRIMES];

/* The inputs, once as words for other libraries and once on the device. */
typedef struct pair {
    peer_job job;
    u32 *a, *b;              /* inputs of the job */
    u32 *expected;           /* the first result */
    size_t expected_count;   /* SIZE_MAX: no result yet */
    clmodp_fpx *f, *g, *out; /* a and b, and a result */
    double seconds[TIMING_MOST];
} pair;

static u32 *random_words(clm_random *random, size_t count, u32 p)
{
    u32 *words = device_need(count, sizeof *words);

    for (size_t k = 0; k < count; k++)
        words[k] = 1 + (u32)clm_random_below(random, p - 1);
    return words;
}

static void create(pair *t, peer_operation o, size_t length, u32 p)
{
    clm_random random = {length + p};

    *t = (pair){.job = {.operation = o, .p = p, .n = o == PEER_DIVREM ? 2 * length : length,
                        .m = length, .runs = runs, .threads = clm_thread_count(0),
                        .turn = TURN, .longest = TOO_LONG, .seconds = t->seconds},
                .expected_count = SIZE_MAX};
    t->a = random_words(&random, t->job.n, p);
    t->b = random_words(&random, t->job.m, p);
    if (o == PEER_EVALUATE || o == PEER_INTERPOLATE) /* distinct points */
        for (size_t k = 0; k < length; k++)          /* since p is not 3 */
            t->b[k] = (u32)((uint64_t)k * 3 % p);
    t->expected = device_need(t->job.n + t->job.m, sizeof *t->expected);
    t->job.a = t->a;
    t->job.b = t->b;
    t->job.result = device_need(t->job.n + t->job.m, sizeof *t->job.result);
    must(clmodp_fpx_create(context, &t->f, p));
    must(clmodp_fpx_create(context, &t->g, p));
    must(clmodp_fpx_create(context, &t->out, p));
    must(clmodp_fpx_upload(t->f, t->a, t->job.n));
    must(clmodp_fpx_upload(t->g, t->b, t->job.m));
}

static void destroy(pair *t)
{
    clmodp_fpx_destroy(t->out);
    clmodp_fpx_destroy(t->g);
    clmodp_fpx_destroy(t->f);
    free(t->job.result);
    free(t->expected);
    free(t->b);
    free(t->a);
}

/* Compares the job's result with the first one, or stores it as the first. */
static void compare(pair *t, const char *system)
{
    const size_t count = t->job.count;

    if (t->expected_count != SIZE_MAX &&
        (t->expected_count != count ||
         memcmp(t->expected, t->job.result, count * sizeof *t->expected) != 0)) {
        (void)fprintf(stderr, "%zu and %zu modulo %u: %s is wrong\n", t->job.n, t->job.m,
                      (unsigned)t->job.p, system);
        exit(1);
    }
    memcpy(t->expected, t->job.result, count * sizeof *t->expected);
    t->expected_count = count;
}

/* Runs of one of the library's algorithms. */
typedef struct algorithm_runs {
    pair *t;
    clmodp_fpx_options options;
    clmodp_fpx_report *report;
    clmodp_status status; /* of the first run that failed */
} algorithm_runs;

static void run_algorithm(peer_job *job, void *work)
{
    algorithm_runs *r = work;

    if (r->status == CLMODP_OK)
        r->status = fpx_library(r->t->out, r->report, r->t->f, r->t->g, job, &r->options);
}

/* Runs the algorithm once, which moves the operands to its memory, and then for a turn. Returns
 * the least seconds of a run; negative if the algorithm does not support the operation or the
 * size. */
static double measure_turn(pair *t, size_t k, clmodp_fpx_algorithm *used)
{
    clmodp_fpx_report report;
    algorithm_runs r = {.t = t, .report = &report};
    peer_job job = t->job;
    double seconds;

    clmodp_fpx_options_init(&r.options);
    r.options.algorithm = algorithms[k].algorithm;
    clmodp_fpx_report_init(&report);
    job.runs = 1;
    job.seconds = &seconds;
    run_algorithm(&job, &r);
    if (r.status == CLMODP_UNSUPPORTED || r.status == CLMODP_LIMIT)
        return -1;
    must(r.status);
    r.report = NULL;
    if (report.seconds <= TOO_LONG)
        peer_take_turns(&job, run_algorithm, &r);
    else
        seconds = report.seconds;
    must(r.status);
    t->job.count = clmodp_fpx_count(t->out);
    must(clmodp_fpx_download(t->out, t->job.result, t->job.count));
    compare(t, algorithms[k].name);
    *used = report.algorithm;
    return seconds;
}

/* Predicts the seconds of algorithm k; 0 if it is unknown. */
static double predict(const peer_job *job, size_t k)
{
    const clmodp_fpx_algorithm algorithm = algorithms[k].algorithm;
    const clm_fpx_operation o = operations[job->operation];
    const size_t n = job->n, m = job->m;
    double ns = 0;

    if (algorithm == CLMODP_FPX_AUTO)
        return 0;
    if (o == CLM_FPX_POWER && algorithm == CLMODP_FPX_SCHOOLBOOK)
        ns = STEPS * (clm_fpx_predict(context, CLM_FPX_MULTIPLY, algorithm, n, m, job->p) +
                      clm_fpx_predict(context, CLM_FPX_DIVIDE, algorithm, 2 * n, m, job->p));
    else
        ns = clm_fpx_predict(context, o, algorithm, n, o == CLM_FPX_POWER ? STEPS : m, job->p);
    return isfinite(ns) ? 1e-9 * ns : 0;
}

/* Returns the least seconds of algorithms but the library's choice, the last one; 0 for those that
 * were not run. */
static double best_of(const double *seconds)
{
    double best = 0;

    for (size_t k = 0; k + 1 < ALGORITHMS; k++)
        if (seconds[k] > 0 && (best <= 0 || seconds[k] < best))
            best = seconds[k];
    return best;
}

/* Returns the time of the library's choice over that of the best algorithm; 0 without either. */
static double ratio_of(const double *seconds)
{
    const double best = best_of(seconds), chosen = seconds[ALGORITHMS - 1];

    return best > 0 && chosen > 0 ? chosen / best : 0;
}

/* The times of all algorithms so far. */
typedef struct measurements {
    double turns[ALGORITHMS][TIMING_MOST];
    size_t done[ALGORITHMS];
    double least[ALGORITHMS], median[ALGORITHMS]; /* 0: none */
} measurements;

static double choice_ratio(const measurements *t)
{
    return fmin(ratio_of(t->least), ratio_of(t->median));
}

static void add_turn(measurements *t, size_t k, double seconds)
{
    double *turns = t->turns[k];

    turns[t->done[k]++] = seconds;
    t->median[k] = timing_median(turns, t->done[k]); /* sorts */
    t->least[k] = turns[0];
}

/* Measures all algorithms in turns. seconds[k]: in, negative for those to be left out; out, the
 * median of the turns, negative without any. */
static void measure(measurements *all, pair *t, clmodp_fpx_algorithm *chosen, double *seconds)
{
    size_t wanted = runs;

    for (size_t k = 0; k < ALGORITHMS; k++)
        if (predict(&t->job, k) > TOO_LONG)
            seconds[k] = -1;
    for (size_t turn = 0; turn < wanted; turn++) {
        const double best = best_of(all->least);

        for (size_t k = 0; k < ALGORITHMS; k++) {
            const bool too_slow = k + 1 < ALGORITHMS && all->least[k] > TOO_SLOW * best;
            double one;

            if (seconds[k] < 0 || (turn > 0 && (too_slow || all->least[k] > TOO_LONG)))
                continue;
            one = measure_turn(t, k, chosen);
            if (one < 0)
                seconds[k] = -1;
            else
                add_turn(all, k, one);
        }
        if (turn + 1 == runs && choice_ratio(all) > WORST)
            wanted = AGAIN * runs;
    }
    for (size_t k = 0; k < ALGORITHMS; k++)
        if (all->done[k] > 0)
            seconds[k] = all->median[k];
}

static double with_peer(pair *t, const fpx_peer *peer)
{
    peer->run(&t->job);
    compare(t, peer->name);
    return timing_median(t->seconds, t->job.done);
}

static const fpx_peer *peer_list(size_t *count)
{
    const fpx_peer *peers = fpx_peer_list(count);

    *count *= peers_wanted;
    return peers;
}

static void print(double seconds)
{
    if (seconds < 0)
        (void)printf("          -");
    else
        (void)printf(" %10.2f", 1e6 * seconds);
    (void)fflush(stdout);
}

static const char *name_of(clmodp_fpx_algorithm algorithm)
{
    for (size_t k = 0; k < ALGORITHMS; k++)
        if (algorithms[k].algorithm == algorithm)
            return algorithms[k].name;
    return "";
}

/* Prints a line. seconds[k]: in, of the previous size; out, of this one; other libraries after
 * algorithms. Returns whether any was fast enough to be run. */
static bool report(peer_operation o, size_t length, size_t prime, double *seconds)
{
    const u32 p = primes[prime];
    pair t;
    clmodp_fpx_algorithm chosen = CLMODP_FPX_AUTO;
    double best = 0, ratio;
    measurements all = {.done = {0}};
    size_t count;
    const fpx_peer *peers = peer_list(&count);
    bool any = false;

    for (size_t k = 0; k < ALGORITHMS + count; k++) {
        if (seconds[k] > TOO_LONG)
            seconds[k] = -1;
        any = any || seconds[k] >= 0;
    }
    if (!any)
        return false;
    create(&t, o, length, p);
    (void)printf("%9zu", length);
    for (size_t k = 0; k < count; k++) {
        double *theirs = &seconds[ALGORITHMS + k];

        if (*theirs >= 0)
            *theirs = with_peer(&t, &peers[k]);
        print(*theirs);
        if (*theirs > 0 && (best <= 0 || *theirs < best))
            best = *theirs;
    }
    measure(&all, &t, &chosen, seconds);
    ratio = choice_ratio(&all);
    for (size_t k = 0; k < ALGORITHMS; k++)
        print(seconds[k]);
    (void)printf("  %-5s", name_of(chosen));
    if (best > 0 && seconds[ALGORITHMS - 1] > 0)
        (void)printf(" %6.2f", best / seconds[ALGORITHMS - 1]);
    for (size_t k = 0; k + 1 < ALGORITHMS; k++)
        if (all.done[k] > 0)
            (void)printf(" %4.2f", predict(&t.job, k) / all.least[k]);
        else
            (void)printf("    -");
    if (ratio > WORST)
        (void)printf("  choice takes %.2f of the best time", ratio);
    (void)printf("\n");
    if (ratio > worst[o][prime].ratio) {
        worst[o][prime].ratio = ratio;
        worst[o][prime].length = length;
    }
    destroy(&t);
    return true;
}

static void heading(peer_operation o, u32 p)
{
    size_t count;
    const fpx_peer *peers = peer_list(&count);

    (void)printf("\n%-11s modulo %u\n        N", names[o], (unsigned)p);
    for (size_t k = 0; k < count; k++)
        (void)printf(" %10s", peers[k].name);
    for (size_t k = 0; k < ALGORITHMS; k++)
        (void)printf(" %10s", algorithms[k].name);
    (void)printf("  chosen; predicted over measured times\n");
}

/* Times an operation for all lengths up to 2^most. */
static void report_all(peer_operation o, size_t prime, size_t least, size_t most)
{
    double seconds[ALGORITHMS + PEERS] = {0};

    heading(o, primes[prime]);
    for (size_t k = least; k <= most; k++) {
        const size_t length = (size_t)1 << k, lengths[] = {length, length + 1, length / 2 * 3};
        const size_t count = between > 0 && k > 1 && k < most ? 3 : 1;

        for (size_t n = 0; n < count; n++)
            if (!report(o, lengths[n], prime, seconds))
                return;
    }
}

/* Prints the worst choices. Returns whether all are good enough. */
static bool report_worst(size_t first, size_t last)
{
    bool good = true;

    (void)printf("\nworst choices: time over that of the best algorithm, and length\n%-11s", "");
    for (size_t p = 0; p < PRIMES; p++)
        (void)printf(" %20u", (unsigned)primes[p]);
    (void)printf("\n");
    for (size_t o = first - 1; o < last; o++) {
        (void)printf("%-11s", names[o]);
        for (size_t p = 0; p < PRIMES; p++) {
            (void)printf(" %10.2f at %6zu", worst[o][p].ratio, worst[o][p].length);
            good = good && worst[o][p].ratio <= WORST;
        }
        (void)printf("\n");
    }
    return good;
}

int main(int argc, char **argv)
{
    size_t least = 10, most = 22, first = 1, last = OPERATIONS;
    const argument arguments[] = {{&runs, 1, TIMING_MOST / AGAIN - 1, true},
                                  {&least, 0, 24, true},
                                  {&most, 0, 24, true},
                                  {&first, 1, OPERATIONS, true},
                                  {&last, 1, OPERATIONS, true},
                                  {&peers_wanted, 0, 1, true},
                                  {&between, 0, 1, true}};
    bool good;

    (void)arguments_read(argc, argv, arguments, sizeof arguments / sizeof *arguments,
                         "[RUNS [LOG2 [MOST [FIRST [LAST [PEERS [BETWEEN]]]]]]]");
    context = device_open(NULL);
    (void)printf("%s; microseconds\n", context->device.name);
    for (size_t o = first - 1; o < last; o++)
        for (size_t p = 0; p < PRIMES; p++)
            report_all((peer_operation)o, p, least, most);
    clmodp_context_destroy(context);
    good = report_worst(first, last);
    return good ? 0 : 1;
}
