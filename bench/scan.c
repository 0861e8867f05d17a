/* Times clm_scan beside a copy of the same words.
 *
 * Counts: the unit is one element. Prints milliseconds by the clock of scan and copy (medians of
 * RUNS interleaved runs), billions of elements a second, the copy's time over the scan's, and the
 * upper bound of this ratio: a copy and a scan by look-back (bound 1) move two words of an
 * element, a scan in levels three, as it reads everything twice. The last element of each scan is
 * compared with the sum.
 *
 * Usage: scan [RUNS [ELEMENTS GROUP RUN]]
 *   ELEMENTS  words; default 2^20, 2^24 and 2^28, and several shapes for 2^24
 *   GROUP     work-items of a work-group; RUN: elements added by each */
#include <stdio.h>

#include "bench/arguments.h"
#include "bench/device.h"
#include "bench/timing.h"
#include "arrays/scan.h"

typedef struct bench {
    clmodp_context *ctx;
    size_t count;
    clm_buffer in, out;
    u32 sum;
} bench;

static void create(bench *b, clmodp_context *ctx, size_t count)
{
    u32 *words = device_need(count, sizeof *words);

    *b = (bench){.ctx = ctx, .count = count};
    for (size_t k = 0; k < count; k++)
        b->sum += words[k] = (u32)k * 2654435761u;
    b->in = device_words(ctx, words, count);
    b->out = device_words(ctx, words, count);
    free(words);
}

static void destroy(bench *b)
{
    clm_buffer_destroy(b->ctx, &b->in);
    clm_buffer_destroy(b->ctx, &b->out);
}

static void scan(bench *b, clm_scan_shape shape)
{
    device_must(b->ctx, clm_scan(b->ctx, (clm_scan_range){&b->out, 0},
                                 (clm_scan_range){&b->in, 0}, b->count, sizeof(u32), false,
                                 shape));
    device_must(b->ctx, clm_finish(b->ctx));
}

static void check(bench *b)
{
    u32 last;

    device_must(b->ctx, clm_buffer_read(b->ctx, &b->out, (b->count - 1) * sizeof last, &last,
                                        sizeof last));
    if (last != b->sum) {
        (void)fprintf(stderr, "%zu elements: the last prefix is %u, not %u\n", b->count,
                      (unsigned)last, (unsigned)b->sum);
        exit(1);
    }
}

static void report(clmodp_context *ctx, size_t count, clm_scan_shape shape, size_t runs)
{
    timing scans = {0}, copies = {0};
    double of_scan, of_copy;
    bench b;

    create(&b, ctx, count);
    device_copy_words(ctx, &b.out, &b.in, count); /* compiles */
    scan(&b, shape);
    for (size_t run = 0; run < runs; run++) {
        timing_start(&copies);
        device_copy_words(ctx, &b.out, &b.in, count);
        timing_stop(&copies);
        timing_start(&scans);
        scan(&b, shape);
        timing_stop(&scans);
        check(&b);
    }
    of_scan = timing_median(scans.wall, scans.runs);
    of_copy = timing_median(copies.wall, copies.runs);
    (void)printf("%9zu %5zu %6zu   %8.3f %8.3f   %8.3f   %5.2f %5.2f\n", count, shape.group,
                 shape.run, 1e3 * of_scan, 1e3 * of_copy, 1e-9 * (double)count / of_scan,
                 of_copy / of_scan, shape.lookback ? 1.0 : 2.0 / 3.0);
    destroy(&b);
}

int main(int argc, char **argv)
{
    size_t runs = 7, count = (size_t)1 << 24;
    clm_scan_shape one = {.group = 1, .run = 1};
    const argument arguments[] = {{&runs, 1, TIMING_MOST, true},
                                  {&count, 1, (size_t)1 << 30, false},
                                  {&one.group, 1, 1 << 16, false},
                                  {&one.run, 1, 1 << 30, true}};
    const size_t given =
        arguments_read(argc, argv, arguments, 4, "[RUNS [ELEMENTS GROUP RUN]]");
    clmodp_context *ctx = device_open(NULL);

    device_must(ctx, clm_lookback_probe(ctx));
    (void)printf("                            scan     copy     10^9 a   copy /\n"
                 " elements group    run       ms       ms     second     scan  most\n");
    if (given == 4) {
        report(ctx, count, one, runs);
    } else {
        for (int bits = 20; bits <= 28; bits += 4) {
            report(ctx, (size_t)1 << bits, clm_scan_default(ctx), runs);
            if (clm_scan_default(ctx).lookback)
                report(ctx, (size_t)1 << bits, clm_scan_levels(ctx), runs);
        }
        for (size_t run = 4; run <= 65536; run *= 4)
            for (size_t group = 1; group <= 64; group *= 8)
                report(ctx, count, (clm_scan_shape){.group = group, .run = run}, runs);
    }
    clmodp_context_destroy(ctx);
    return 0;
}
