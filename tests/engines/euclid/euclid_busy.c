/* Tests that 64 compute units are kept busy: every major launch has two work-groups for each,
 * whatever the shape of the work, or as many as there are work-items. PoCL has 64 threads here,
 * however many cores exist; for other drivers the fault layer reports 64 units. The layer counts
 * the groups. */
#include <math.h>
#include <string.h>

#include "engines/euclid/memory_plan.h"
#include "fpx/batch/euclid.h"
#include "fpx/batch/interpolate.h"
#include "opencl/context.h"
#include "support/context.h"
#include "support/faults.h"
#include "support/polynomials.h"
#include "support/skip.h"

#define UNITS 64
#define COUNTS 0.02 /* of the predicted time; shorter stages may starve */
#define REST 0.05   /* of a kernel's work-items, left over by stripes */
#define PRIME 998244353

/* Stages by the kernels of their main work, without the preparation of a few words for each
 * vector. */
enum { REDUCE, EVALUATE, EUCLID, DIVIDE, INTERPOLATE, CRT, STAGES };

static const struct {
    const char *kernel; /* prefix of its name */
    int stage;
} kernels[] = {
    {"reduce_tiles", REDUCE},       {"evaluate_rows", EVALUATE},  {"evaluate_shared", EVALUATE},
    {"butterfly_rows", EVALUATE},   {"ntt_pass", EVALUATE},       {"transform_store", EVALUATE},
    {"euclid_lockstep", EUCLID},    {"divide_runs", DIVIDE},      {"interpolate_", INTERPOLATE},
    {"mixed_radix_digits", CRT},   {"positional_", CRT},
};
#define KERNELS (sizeof kernels / sizeof *kernels)

/* Counts of a call's launches. */
static struct {
    double items, starving; /* the latter in launches of too few groups */
    size_t fewest;          /* least number of groups of a launch */
} seen[KERNELS];

static void note_launch(const char *kernel, size_t items, size_t groups)
{
    for (size_t k = 0; k < KERNELS; k++) {
        if (strncmp(kernel, kernels[k].kernel, strlen(kernels[k].kernel)) != 0)
            continue;
        seen[k].items += (double)items;
        if (groups < 2 * UNITS && items > groups)
            seen[k].starving += (double)items;
        if (seen[k].fewest == 0 || groups < seen[k].fewest)
            seen[k].fewest = groups;
    }
}

/* Predicts the stages' shares of the time. Reconstruction, whose method is chosen among many,
 * always counts. */
static void find_shares(double share[STAGES], const clmodp_context *context, const clmodp_zxy *f,
                        const clmodp_zxy *g, const clmodp_resultant_report *report)
{
    const clm_costs *costs = &context->costs;
    const double primes = (double)report->primes, lanes = primes * (double)report->points;
    clm_row_layout layout = {0};
    clm_amounts amounts[CRT];
    double all = 0;

    assert_int_equal(clm_row_layout_create(NULL, &layout, f, g, false), CLMODP_OK);
    amounts[REDUCE] = clm_euclid_reduction_cost(&layout, primes);
    amounts[EVALUATE] = clm_euclid_values_cost(&layout, costs);
    amounts[EUCLID] =
        clm_step_blocks_cost((double)layout.p, (double)layout.q, (clm_step_blocks){0});
    amounts[DIVIDE] = clm_divide_cost(1.0, 1.0);
    amounts[INTERPOLATE] = clm_interpolate_cost(primes, (size_t)report->points);
    clm_row_layout_destroy(&layout);
    for (int k = 0; k < CRT; k++) {
        const bool of_lane = k == EVALUATE || k == EUCLID || k == DIVIDE;

        share[k] = clm_nanoseconds(&amounts[k], costs) * (of_lane ? lanes : 1.0);
        all += share[k];
    }
    for (int k = 0; k < CRT; k++)
        share[k] /= all;
    share[CRT] = 1.0;
}

/* Returns the number of starving kernels. */
static int starving_kernels(const char *name, const double share[STAGES])
{
    int starving = 0;

    for (size_t k = 0; k < KERNELS; k++) {
        if (share[kernels[k].stage] < COUNTS || seen[k].starving <= REST * seen[k].items)
            continue;
        print_message("# %s: %s* has launches of %zu groups, %.0f %% of its items, in a stage of "
                      "%.1f %% of the time\n", name, kernels[k].kernel, seen[k].fewest,
                      100.0 * seen[k].starving / seen[k].items,
                      100.0 * share[kernels[k].stage]);
        starving++;
    }
    return starving;
}

/* Shapes as in rows of Table 1 of [Eme12], and extremes: few and many points and primes. */
static void all_units_are_busy(void **state)
{
    static const struct {
        const char *name;
        size_t p, q, dx_f, dx_g, bits;
        uint32_t modulus;
        bool subresultant;
    } problems[] = {
        {"row 3", 19, 17, 40, 39, 32, 0, false},
        {"row 5", 62, 40, 12, 10, 24, 0, false},
        {"row 8", 31, 20, 44, 50, 100, 0, false},
        {"row 13", 31, 23, 42, 33, 24, 0, false},
        {"subresultants of row 3", 19, 17, 40, 39, 32, 0, true},
        {"high degrees in y", 500, 500, 0, 0, 32, 0, false},
        {"few primes, many points", 4, 4, 2000, 2000, 8, 0, false},
        {"many primes, few points", 12, 12, 3, 3, 4000, 0, false},
        {"one prime", 60, 60, 60, 60, 30, PRIME, false},
    };
    clmodp_resultant_options options;
    clmodp_context *context;
    int starving = 0;

    (void)state;
    SKIP_UNLESS(fault_layer_works(), FAULT_LAYER_MISSING);
    clmodp_resultant_options_init(&options);
    options.engine = CLMODP_ENGINE_EUCLID;
    fault_report_device(UNITS, 0);
    context = context_open(NULL);
    fault_report_device(0, 0);
    assert_int_equal(context->device.compute_units, UNITS);
    if (context->tuning.vector_width == 1) {
        clmodp_context_destroy(context);
        SKIP_UNLESS(!context_launches_nothing(),
                    "units of a GPU have more lanes than small problems");
    }
    assert_int_equal(context->tuning.stripe_bytes, (size_t)UNITS << 18);
    for (size_t k = 0; k < sizeof problems / sizeof *problems; k++) {
        clmodp_zxy *f = random_dense(problems[k].dx_f, problems[k].p, problems[k].bits, 2 * k);
        clmodp_zxy *g = random_dense(problems[k].dx_g, problems[k].q, problems[k].bits, 2 * k + 1);
        clmodp_zxy *s = zxy_new();
        clmodp_zx *r = zx_new();
        clmodp_resultant_report report = {.size = sizeof report};
        const clmodp_problem problem = {
            .size = sizeof problem, .k = 1, .f = f, .g = g, .r = r, .s = s, .report = &report,
            .modulus = problems[k].modulus,
            .operation = problems[k].subresultant ? CLMODP_OPERATION_SUBRESULTANT
                                                  : CLMODP_OPERATION_RESULTANT};
        double share[STAGES];

        /* runs the self-tests, too */
        assert_int_equal(clmodp_compute(context, &problem, &options), CLMODP_OK);
        memset(seen, 0, sizeof seen);
        fault_watch_launches(note_launch);
        assert_int_equal(clmodp_compute(context, &problem, &options), CLMODP_OK);
        fault_watch_launches(NULL);
        find_shares(share, context, f, g, &report);
        starving += starving_kernels(problems[k].name, share);
        DESTROY(r, s, g, f);
    }
    clmodp_context_destroy(context);
    assert_int_equal(starving, 0);
}

static int pretend_units(void **state)
{
    (void)state;
    return setenv("POCL_MAX_PTHREAD_COUNT", "64", 1); /* UNITS */
}

TESTS_BETWEEN(pretend_units, NULL, cmocka_unit_test(all_units_are_busy));
