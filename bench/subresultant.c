/* Measures the cost of the first subresultant beside the resultant: clmodp_subresultant against
 * clmodp_resultant on the rows of bench/resultant_table1.tsv.
 *
 *     build/bench/subresultant [RUNS [FIRST [LAST]]]
 *
 * Both take turns. Prints medians of the clock and of processor time, their ratios, and the extra
 * clock time of each stage over the resultant alone. Both resultants are compared, and S_1 modulo
 * 2^61 - 1 at one point with the subresultant of the values of f and g. */
#include <math.h>
#include <stdio.h>

#include <clmodp/clmodp.h>

#include "arith/prime.h"
#include "bench/arguments.h"
#include "bench/context.h"
#include "bench/device.h"
#include "bench/inputs.h"
#include "bench/timing.h"
#include "bench/stages.h"

#define MERSENNE_61 ((UINT64_C(1) << 61) - 1)
#define POINT UINT64_C(1234567890123456789)

/* Returns values with values[j] = the coefficient of y^j in f at POINT modulo 2^61 - 1. */
static uint64_t *evaluate(const clmodp_zxy *f)
{
    uint64_t *values = device_need((size_t)clmodp_zxy_degree_y(f) + 2, sizeof *values);

    for (size_t k = 0; k < clmodp_zxy_terms(f); k++) {
        size_t i, j;
        mpz_srcptr c = clmodp_zxy_term(f, k, &i, &j);
        uint64_t term = clm_mulmod64(mpz_fdiv_ui(c, MERSENNE_61),
                                     clm_powmod64(POINT, i, MERSENNE_61), MERSENNE_61);

        values[j] = (values[j] + term) % MERSENNE_61;
    }
    return values;
}

static int is_right(const clmodp_zxy *s, const clmodp_zxy *f, const clmodp_zxy *g)
{
    uint64_t *of_f = evaluate(f), *of_g = evaluate(g), *of_s = evaluate(s), expected[2];
    int right;

    clm_subresultant_mod64(expected, 1, of_f, (size_t)clmodp_zxy_degree_y(f), of_g,
                           (size_t)clmodp_zxy_degree_y(g), MERSENNE_61);
    right = clmodp_zxy_degree_y(s) == 1 && of_s[0] == expected[0] && of_s[1] == expected[1];
    free(of_s);
    free(of_g);
    free(of_f);
    return right;
}

/* Excludes stages of other engines and stages not needed for such inputs. */
static int is_shown(clm_stage stage)
{
    return stage != CLM_STAGE_FALLBACK && stage != CLM_STAGE_LU && stage != CLM_STAGE_SCHUR &&
           stage != CLM_STAGE_DIGITS;
}

/* Prints a line. Returns the ratio of clock times. */
static double compare(const input_shape *shape, size_t runs, double *of_cpu)
{
    clmodp_resultant_report alone = {.size = sizeof alone}, both = {.size = sizeof both};
    timing of_alone = {0}, of_both = {0};
    clmodp_zxy *f, *g, *s = NULL;
    clmodp_zx *r = NULL, *q = NULL;
    double wall[2], cpu[2];

    inputs_create(&f, &g, shape);
    must(clmodp_zx_create(&r));
    must(clmodp_zx_create(&q));
    must(clmodp_zxy_create(&s));
    must(clmodp_resultant(context, r, &alone, f, g, NULL)); /* compiles */
    must(clmodp_subresultant(context, s, q, &both, 1, f, g, NULL));
    if (!clmodp_zx_equal(r, q) || !is_right(s, f, g)) {
        (void)fprintf(stderr, "row %u: a wrong result\n", shape->row);
        exit(1);
    }
    for (size_t k = 0; k < runs; k++) {
        timing_start(&of_alone);
        must(clmodp_resultant(context, r, &alone, f, g, NULL));
        timing_stop(&of_alone);
        timing_start(&of_both);
        must(clmodp_subresultant(context, s, q, &both, 1, f, g, NULL));
        timing_stop(&of_both);
    }
    wall[0] = timing_median(of_alone.wall, of_alone.runs);
    wall[1] = timing_median(of_both.wall, of_both.runs);
    cpu[0] = timing_median(of_alone.cpu, of_alone.runs);
    cpu[1] = timing_median(of_both.cpu, of_both.runs);
    *of_cpu = cpu[1] / cpu[0];
    (void)printf("%3u %5llu %5llu   %8.4f %8.4f %6.3f   %8.4f %8.4f %6.3f  ", shape->row,
                 (unsigned long long)both.primes, (unsigned long long)both.points, wall[0],
                 wall[1], wall[1] / wall[0], cpu[0], cpu[1], *of_cpu);
    for (clm_stage stage = CLM_STAGE_PLAN; stage < CLM_STAGE_COUNT; stage++)
        if (is_shown(stage))
            (void)printf(" %11.1f", 100.0 *
                                        (stages_seconds(&both, stage) -
                                         stages_seconds(&alone, stage)) /
                                        wall[0]);
    (void)printf("\n");
    clmodp_zxy_destroy(s);
    clmodp_zx_destroy(q);
    clmodp_zx_destroy(r);
    clmodp_zxy_destroy(g);
    clmodp_zxy_destroy(f);
    return wall[1] / wall[0];
}

int main(int argc, char **argv)
{
    input_shape shapes[INPUTS_MOST];
    const size_t count = inputs_table(shapes, 0);
    size_t runs = 5, first = 1, last = count;
    const argument arguments[] = {{&runs, 1, TIMING_MOST, true},
                                  {&first, 1, count, true},
                                  {&last, 1, count, true}};
    double most = 0.0, most_cpu = 0.0;

    if (arguments_read(argc, argv, arguments, 3, "[RUNS [FIRST [LAST]]]") == 2)
        last = first;
    context = device_open(NULL);
    (void)printf("%15s   %24s   %24s   more, in %% of the resultant's time by the clock\n"
                 "%3s %5s %5s   %8s %8s %6s   %8s %8s %6s  ", "", "seconds",
                 "processor time", "row", "N", "m", "R", "R, S_1", "ratio", "R", "R, S_1",
                 "ratio");
    for (clm_stage stage = CLM_STAGE_PLAN; stage < CLM_STAGE_COUNT; stage++)
        if (is_shown(stage))
            (void)printf(" %11s", clm_stage_name(stage));
    (void)printf("\n");
    for (size_t k = 0; k < count; k++)
        if (shapes[k].row >= first && shapes[k].row <= last) {
            double of_cpu, ratio = compare(&shapes[k], runs, &of_cpu);

            most = fmax(most, ratio);
            most_cpu = fmax(most_cpu, of_cpu);
        }
    (void)printf("greatest ratio: %.3f by the clock, %.3f in processor time\n", most, most_cpu);
    clmodp_context_destroy(context);
    return 0;
}
