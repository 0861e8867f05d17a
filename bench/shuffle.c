/* Compares one batch of 30 shapes, shuffled with bad problems, with a batch for each shape.
 *
 *     build/bench/shuffle [TURNS [PROBLEMS]]
 *
 * Random pairs of total degrees and of bidegrees 2 to 6 with coefficients of 8, 16 and 32 bits,
 * PROBLEMS of each (default 200), certified, by clmodp_compute_batch with all threads: shape by
 * shape, and in one batch in random order, in which one more problem for each 20 has the invalid
 * modulus 1. They take TURNS turns (default 5). Prints medians of good problems a second, their
 * ratio, and microseconds of processor time for a problem; the results of both are compared. */
#include <stdio.h>

#include <clmodp/clmodp.h>

#include "core/random.h"
#include "bench/arguments.h"
#include "bench/context.h"
#include "bench/inputs.h"
#include "bench/timing.h"
#include "problems/chunk.h"

enum { DEGREES = 5, LENGTHS = 3, SHAPES = 2 * DEGREES * LENGTHS, BAD_PART = 20 };

typedef struct inputs {
    clmodp_problem *problem; /* shape by shape */
    clmodp_problem *mixed;   /* copies in random order, and bad ones, with separate results */
    size_t *from;            /* for each of these: the problem copied; SIZE_MAX: bad */
    size_t count, all;
} inputs;

/* Returns a dense polynomial of a shape. */
static clmodp_zxy *dense(size_t shape, clm_random *random)
{
    const size_t degree = 2 + shape % DEGREES, bits = (size_t)8 << shape / DEGREES % LENGTHS;
    const size_t total = shape / DEGREES / LENGTHS == 0 ? degree : 2 * degree;

    return inputs_dense(degree, degree, total, bits, random);
}

static void shuffle(inputs *in, clm_random *random)
{
    for (size_t k = 0; k < in->all; k++)
        in->from[k] = k < in->count ? k : SIZE_MAX;
    for (size_t k = in->all; k > 1; k--) {
        const size_t other = (size_t)clm_random_below(random, k), from = in->from[k - 1];

        in->from[k - 1] = in->from[other];
        in->from[other] = from;
    }
    for (size_t k = 0; k < in->all; k++) {
        in->mixed[k] = in->problem[in->from[k] == SIZE_MAX ? k % in->count : in->from[k]];
        must(clmodp_zx_create(&in->mixed[k].r));
        if (in->from[k] == SIZE_MAX)
            in->mixed[k].modulus = 1; /* invalid */
    }
}

static inputs fill(size_t each)
{
    inputs in = {.count = SHAPES * each};
    clm_random random = {1};

    in.all = in.count + in.count / BAD_PART;
    in.problem = device_need(in.count, sizeof *in.problem);
    in.mixed = device_need(in.all, sizeof *in.mixed);
    in.from = device_need(in.all, sizeof *in.from);
    for (size_t k = 0; k < in.count; k++) {
        clmodp_problem_init(&in.problem[k]);
        in.problem[k].f = dense(k / each, &random);
        in.problem[k].g = dense(k / each, &random);
        must(clmodp_zx_create(&in.problem[k].r));
    }
    shuffle(&in, &random);
    return in;
}

static void clear(inputs *in)
{
    for (size_t k = 0; k < in->count; k++) {
        clmodp_zxy_destroy((clmodp_zxy *)(uintptr_t)in->problem[k].f);
        clmodp_zxy_destroy((clmodp_zxy *)(uintptr_t)in->problem[k].g);
        clmodp_zx_destroy(in->problem[k].r);
    }
    for (size_t k = 0; k < in->all; k++)
        clmodp_zx_destroy(in->mixed[k].r);
    free(in->from);
    free(in->mixed);
    free(in->problem);
}

static void compare(const inputs *in)
{
    for (size_t k = 0; k < in->all; k++) {
        const clmodp_problem *p = &in->mixed[k];

        if (in->from[k] == SIZE_MAX
                ? p->status != CLMODP_INVALID
                : p->status != CLMODP_OK || !clmodp_zx_equal(p->r, in->problem[in->from[k]].r)) {
            (void)fprintf(stderr, "problem %zu of the shuffled batch has another result\n", k);
            exit(1);
        }
    }
}

static void uniform(inputs *in, size_t each)
{
    for (size_t first = 0; first < in->count; first += each)
        must(clmodp_compute_batch(context, in->problem + first, each, NULL));
}

int main(int argc, char **argv)
{
    size_t turns = 5, each = 200;
    const argument arguments[] = {{&turns, 1, TIMING_MOST, true}, {&each, 2, 100000, true}};
    timing apart = {0}, mixed = {0};
    double rates[2], cpu[2];
    inputs in;

    (void)arguments_read(argc, argv, arguments, 2, "[TURNS [PROBLEMS]]");
    must(clmodp_context_create(&context, NULL, NULL, 0));
    in = fill(each);
    uniform(&in, each); /* compiles */
    for (size_t n = 0; n < turns; n++) {
        timing_start(&apart);
        uniform(&in, each);
        timing_stop(&apart);
        timing_start(&mixed);
        must(clmodp_compute_batch(context, in.mixed, in.all, NULL));
        timing_stop(&mixed);
    }
    compare(&in);
    for (size_t k = 0; k < 2; k++) {
        timing *t = k == 0 ? &apart : &mixed;

        rates[k] = (double)in.count / timing_median(t->wall, turns);
        cpu[k] = 1e6 * timing_median(t->cpu, turns) / (double)in.count;
    }
    (void)printf("%d shapes, %zu problems of each        a second   us a problem\n"
                 "shape by shape                        %10.0f %14.2f\n"
                 "shuffled, one bad in %d besides       %10.0f %14.2f\n"
                 "shuffled / shape by shape             %10.2f\n",
                 SHAPES, each, rates[0], cpu[0], BAD_PART, rates[1], cpu[1], rates[1] / rates[0]);
    clear(&in);
    clmodp_context_destroy(context);
    return 0;
}
