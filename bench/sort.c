/* Times clm_sort beside sorts on the host.
 *
 * Counts: the unit is one key of 32 bits. Prints millions of keys a second by the clock (medians
 * of RUNS interleaved runs) of all methods in their default shapes, of std::sort and of Highway's
 * vqsort on as many threads as the device has compute units, each thread sorting a part: the parts
 * are not merged, in favour of these sorts. Then prints the ratios of the device's best method to
 * both, and the rate of four passes that only move keys at the speed of a copy: with SWEEP, if it
 * is the best method, two words for each key and pass and one before, else the three of TILES.
 * Every result is compared with qsort's.
 *
 * Usage: sort [RUNS [KEYS [ALL]]]
 *   KEYS  default 2^24
 *   ALL   default 1; 0 leaves out std::sort and all methods but the best */
#include <pthread.h>
#include <stdio.h>
#include <string.h>

#include "core/random.h"
#include "core/size.h"
#include "bench/arguments.h"
#include "bench/device.h"
#include "bench/sort_peers.h"
#include "bench/timing.h"
#include "arrays/cost.h"

enum { MOST_THREADS = 64, METHODS = 4 };

typedef enum spread { UNIFORM, FEW, ZIPF, SORTED, REVERSED, NEARLY, SPREADS } spread;

static const char *const method_names[] = {"tiles", "splits", "sweeps", "buckets"};
static const char *const spread_names[] = {"uniform", "16 keys", "Zipf", "sorted", "reversed",
                                           "nearly"};

typedef struct bench {
    clmodp_context *ctx;
    size_t count, threads;
    bool all; /* methods and peers */
    u32 *keys, *sorted, *work;
    clm_buffer buffer, other;
} bench;

/* Returns a key from a power law: key k about as often as 1 / k. */
static u32 zipf(clm_random *random)
{
    const u64 bits = clm_random_below(random, 33);

    return (u32)clm_random_below(random, (u64)1 << bits);
}

static void fill(bench *b, spread how)
{
    const u64 step = ((u64)1 << 32) / b->count;
    clm_random random = {7};

    for (size_t k = 0; k < b->count; k++)
        switch (how) {
        case FEW: b->keys[k] = (u32)clm_random_below(&random, 16) * 0x01010101u; break;
        case SORTED:
        case NEARLY: b->keys[k] = (u32)(k * step); break;
        case REVERSED: b->keys[k] = UINT32_MAX - (u32)(k * step); break;
        case ZIPF: b->keys[k] = zipf(&random); break;
        case UNIFORM:
        case SPREADS: b->keys[k] = (u32)clm_random_next(&random); break;
        }
    for (size_t k = 0; how == NEARLY && k < b->count / 100; k++)
        b->keys[clm_random_below(&random, b->count)] = (u32)clm_random_next(&random);
}

static int compare_keys(const void *a, const void *b)
{
    const u32 x = *(const u32 *)a, y = *(const u32 *)b;

    return (x > y) - (x < y);
}

static void check(const bench *b, const u32 *found, const char *name)
{
    if (memcmp(found, b->sorted, b->count * sizeof *found) != 0) {
        (void)fprintf(stderr, "%s sorted wrongly\n", name);
        exit(1);
    }
}

/* Runs a method on the device once. */
static void run_method(bench *b, timing *t, clm_sort_method method)
{
    const clm_sort_order order = {.key_bytes = sizeof(u32), .end = 32};
    const clm_scan_range keys = {&b->buffer, 0}, none = {NULL, 0};

    device_must(b->ctx, clm_buffer_write(b->ctx, &b->buffer, 0, b->keys,
                                         b->count * sizeof *b->keys));
    device_must(b->ctx, clm_finish(b->ctx));
    timing_start(t);
    device_must(b->ctx, clm_sort(b->ctx, keys, none, b->count, &order,
                                 clm_sort_choose(b->ctx, b->count, method, &order)));
    device_must(b->ctx, clm_finish(b->ctx));
    timing_stop(t);
    device_must(b->ctx, clm_buffer_read(b->ctx, &b->buffer, 0, b->work,
                                        b->count * sizeof *b->work));
    check(b, b->work, method_names[method]);
}

typedef struct part {
    void (*sort)(uint32_t *, size_t);
    u32 *keys;
    size_t count;
} part;

static void *sort_part(void *all)
{
    const part *p = all;

    p->sort(p->keys, p->count);
    return NULL;
}

static void run_peer(bench *b, timing *t, void (*sort)(uint32_t *, size_t), const char *name)
{
    pthread_t thread[MOST_THREADS];
    part parts[MOST_THREADS];
    const size_t each = clm_div_up(b->count, b->threads);

    memcpy(b->work, b->keys, b->count * sizeof *b->work);
    timing_start(t);
    for (size_t k = 0; k < b->threads; k++) {
        const size_t begin = clm_size_min(k * each, b->count);

        parts[k] = (part){sort, b->work + begin, clm_size_min(each, b->count - begin)};
        if (pthread_create(&thread[k], NULL, sort_part, &parts[k]) != 0) {
            (void)fprintf(stderr, "no thread\n");
            exit(1);
        }
    }
    for (size_t k = 0; k < b->threads; k++)
        (void)pthread_join(thread[k], NULL);
    timing_stop(t);
    for (size_t k = 0; k < b->threads; k++) /* checked part by part, without merging */
        for (size_t i = 1; i < parts[k].count; i++)
            if (parts[k].keys[i - 1] > parts[k].keys[i]) {
                (void)fprintf(stderr, "%s sorted wrongly\n", name);
                exit(1);
            }
}

static void run_copy(bench *b, timing *t)
{
    timing_start(t);
    device_copy_words(b->ctx, &b->other, &b->buffer, b->count);
    timing_stop(t);
}

/* Prints a rate, or "-" if there are no times. */
static double print_rate(const bench *b, timing *t, double of, int width, int digits)
{
    const double rate = t->runs == 0 || of == 0 ? 0
                        : 1e-6 * (double)b->count / timing_median(t->wall, t->runs) / of;

    if (rate > 0)
        (void)printf("%*.*f", width, digits, rate);
    else
        (void)printf("%*s", width, "-");
    return rate;
}

static void report(bench *b, spread how, size_t runs)
{
    const clm_sort_method best = clm_sort_best_method(b->ctx);
    timing methods[METHODS], standard = {.warm_up = 1}, highway = standard, copy = standard;
    double std_rate, highway_rate;

    for (int method = 0; method < METHODS; method++)
        methods[method] = standard;
    fill(b, how);
    memcpy(b->sorted, b->keys, b->count * sizeof *b->keys);
    qsort(b->sorted, b->count, sizeof *b->sorted, compare_keys);
    for (size_t run = 0; run <= runs; run++) {
        for (int method = 0; method < METHODS; method++)
            if (b->all || method == (int)best)
                run_method(b, &methods[method], (clm_sort_method)method);
        run_copy(b, &copy);
        if (b->all)
            run_peer(b, &standard, sort_peer_std, "std::sort");
#ifdef HAVE_HIGHWAY
        run_peer(b, &highway, sort_peer_highway, "vqsort");
#endif
    }
    (void)printf("%-8s", spread_names[how]);
    for (int method = 0; method < METHODS; method++)
        (void)print_rate(b, &methods[method], 1, 8, 1);
    std_rate = print_rate(b, &standard, 1, 10, 1);
    highway_rate = print_rate(b, &highway, 1, 8, 1);
    (void)print_rate(b, &methods[best], std_rate, 9, 2);
    (void)print_rate(b, &methods[best], highway_rate, 9, 2);
    (void)print_rate(b, &copy, best == CLM_SORT_SWEEP ? 4.5 : 6.0, 10, 1);
    (void)printf("\n");
}

int main(int argc, char **argv)
{
    size_t runs = 7, count = (size_t)1 << 24, all = 1;
    const argument arguments[] = {{&runs, 1, TIMING_MOST - 1, true},
                                  {&count, 1, (size_t)1 << 30, true},
                                  {&all, 0, 1, true}};
    bench b = {0};

    (void)arguments_read(argc, argv, arguments, 3, "[RUNS [KEYS [ALL]]]");
    b.ctx = device_open(NULL);
    device_must(b.ctx, clm_lookback_probe(b.ctx));
    b.count = count;
    b.all = all;
    b.threads = clm_size_min(b.ctx->device.compute_units, MOST_THREADS);
    b.keys = device_need(count, sizeof *b.keys);
    b.sorted = device_need(count, sizeof *b.sorted);
    b.work = device_need(count, sizeof *b.work);
    device_must(b.ctx, clm_buffer_create(b.ctx, &b.buffer, count, sizeof(u32)));
    device_must(b.ctx, clm_buffer_create(b.ctx, &b.other, count, sizeof(u32)));
    (void)printf("%s; %zu keys of 32 bits; 10^6 keys a second, peers on %zu thread%s\n\n"
                 "keys       tiles  splits  sweeps buckets std::sort  vqsort   best over     4 "
                 "passes\n"
                 "                                                             std   vqsort  of "
                 "copies\n",
                 b.ctx->device.name, count, b.threads, CLM_S(b.threads));
    for (int how = 0; how < SPREADS; how++)
        report(&b, (spread)how, runs);
    clm_buffer_destroy(b.ctx, &b.buffer);
    clm_buffer_destroy(b.ctx, &b.other);
    free(b.keys);
    free(b.sorted);
    free(b.work);
    clmodp_context_destroy(b.ctx);
    return 0;
}
