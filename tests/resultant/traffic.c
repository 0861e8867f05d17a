/* Tests of the exact numbers of launches, waits and transferred bytes of calls. A change meant to
 * reduce them writes the new numbers here; other changes must not alter them. */
#include <inttypes.h>
#include <string.h>

#include "opencl/context.h"
#include "opencl/queue.h"
#include "engines/euclid/plan.h"
#include "support/context.h"
#include "support/faults.h"
#include "support/polynomials.h"
#include "support/skip.h"

#define RESULTANT CLMODP_OPERATION_RESULTANT
#define SUBRESULTANT CLMODP_OPERATION_SUBRESULTANT
#define DETERMINANT CLMODP_OPERATION_DETERMINANT

/* Random pairs of degrees (dx, p) and (dx, q), or matrices of order q and degree dx, p = q^2 - 1,
 * and their traffic. */
static const struct call {
    const char *name;
    clmodp_operation operation;
    size_t dx, p, q, bits;
    uint32_t modulus;
    clmodp_resultant_options options;
    bool searches;
    size_t cosets; /* of points; 0: chosen by the engine */
    uint64_t chunks;
    layer_traffic traffic;
} calls[] = {
    {"tiny", RESULTANT, 1, 3, 3, 8, 0, {0}, false, 0, 1,
     {7, 3, 0, 1, 2, 2, 832, 68}},
    {"one chunk", RESULTANT, 8, 12, 11, 60, 0, {0}, false, 0, 1,
     {10, 1, 0, 1, 2, 2, 5600, 36100}},
    {"chunks", RESULTANT, 8, 12, 11, 60, 0, {.max_memory = 1 << 17}, false, 0, 6,
     {114, 6, 0, 6, 12, 12, 5600, 36120}},
    {"stripes", RESULTANT, 40, 30, 28, 20, 0, {.crt = CLMODP_CRT_TREE}, false, 0, 1,
     {29, 1, 0, 1, 2, 2, 24384, 432772}},
    {"search", RESULTANT, 8, 12, 11, 60, 0, {.mode = CLMODP_MODE_PROBABLE}, true, 0, 2,
     {20, 2, 0, 2, 4, 4, 9728, 36296}},
    {"tree", RESULTANT, 8, 12, 11, 60, 0, {.crt = CLMODP_CRT_TREE}, false, 0, 1,
     {10, 1, 0, 1, 2, 2, 5600, 36100}},
    {"positional", RESULTANT, 8, 12, 11, 60, 0, {.crt = CLMODP_CRT_POSITIONAL}, false, 0, 1,
     {12, 1, 0, 3, 3, 3, 53376, 84484}},
    {"mixed-radix", RESULTANT, 8, 12, 11, 60, 0, {.crt = CLMODP_CRT_MIXED_RADIX}, false, 0, 1,
     {12, 1, 0, 4, 3, 3, 53728, 84484}},
    {"convolution", RESULTANT, 8, 12, 11, 60, 0, {.crt = CLMODP_CRT_CONVOLUTION}, false, 0, 1,
     {16, 1, 0, 4, 3, 3, 58208, 92932}},
    {"cosets", RESULTANT, 8, 12, 11, 60, 0, {0}, false, 3, 1,
     {28, 3, 0, 3, 4, 4, 10912, 35544}},
    {"cosets in chunks", RESULTANT, 8, 12, 11, 60, 0, {.max_memory = 1 << 17}, false, 3, 5,
     {185, 15, 0, 15, 20, 20, 11168, 35592}},
    {"S_1", SUBRESULTANT, 8, 12, 11, 60, 0, {0}, false, 0, 1,
     {11, 1, 0, 1, 2, 2, 8608, 108292}},
    {"modulo", RESULTANT, 8, 12, 11, 60, 998244353, {0}, false, 0, 1,
     {10, 1, 0, 1, 2, 2, 3104, 900}},
    {"geometric", RESULTANT, 8, 12, 11, 60, 2147483647, {0}, false, 0, 1,
     {57, 1, 0, 1, 2, 2, 3872, 748}},
    {"geometric of three", SUBRESULTANT, 8, 12, 11, 60, 2147483647, {0}, false, 0, 1,
     {58, 1, 0, 1, 2, 2, 5472, 2236}},
    {"determinant", DETERMINANT, 8, 35, 6, 60, 0, {0}, false, 0, 1,
     {9, 1, 0, 1, 2, 2, 5664, 2604}},
    {"determinant in chunks", DETERMINANT, 8, 35, 6, 60, 0, {.max_memory = 1 << 16}, false, 0, 2,
     {51, 2, 0, 2, 4, 4, 5664, 2608}},
    {"determinant modulo", DETERMINANT, 8, 35, 6, 60, 998244353, {0}, false, 0, 1,
     {8, 1, 0, 1, 2, 2, 3872, 228}},
    {"schur", RESULTANT, 3, 5, 4, 20, 0, {.engine = CLMODP_ENGINE_SCHUR}, false, 0, 1,
     {18, 2, 0, 3, 3, 3, 2060, 1624}},
};

/* Opens a context tuned for two processors, with this device's vectors. */
static clmodp_context *open_tuned(void)
{
    clmodp_context *context = context_open(NULL);

    clm_costs_of_machine(&context->costs, CLM_MACHINE_POCL);
    context->threads = 2;
    context->device.compute_units = 2;
    context->tuning.tile = 16;
    context->tuning.group = 16;
    context->tuning.stripe_bytes = (size_t)4 << 20;
    context->pending->throttle.unbounded = true;
    return context;
}

static clmodp_resultant_report run(clmodp_context *context, const struct call *call)
{
    clmodp_resultant_options options = call->options;
    clmodp_resultant_report report = {.size = sizeof report};
    clmodp_zxy *f = random_dense(call->dx, call->p, call->bits, 1);
    clmodp_zxy *g = random_dense(call->dx, call->q, call->bits, 2), *s = zxy_new();
    clmodp_zx *r = zx_new();
    clmodp_status st;

    options.size = sizeof options;
    context->overrides.always_searches = call->searches;
    context->overrides.cosets = call->cosets;
    st = clmodp_compute(context,
                        &(clmodp_problem){.size = sizeof(clmodp_problem),
                                          .operation = call->operation, .modulus = call->modulus,
                                          .k = call->operation == DETERMINANT ? (uint32_t)call->q
                                                                              : 1,
                                          .f = f, .g = g, .r = r, .s = s,
                                          .report = &report},
                        &options);
    if (st != CLMODP_OK)
        fail_msg("%s: %s", call->name, clmodp_context_message(context));
    DESTROY(r, s, g, f);
    return report;
}

static bool same(const layer_traffic *a, const layer_traffic *b)
{
    return a->launches == b->launches && a->fills == b->fills && a->copies == b->copies &&
           a->writes == b->writes && a->reads == b->reads && a->waits == b->waits &&
           a->bytes_up == b->bytes_up && a->bytes_down == b->bytes_down;
}

static void show(const char *what, uint64_t chunks, const layer_traffic *t)
{
    print_message("# %s %" PRIu64 ", {%ld, %ld, %ld, %ld, %ld, %ld, %ld, %ld}\n", what, chunks,
                  t->launches, t->fills, t->copies, t->writes, t->reads, t->waits, t->bytes_up,
                  t->bytes_down);
}

/* Returns the maximum number of waits: for the numbers of unlucky points of the cosets of a chunk
 * and for its coefficients, with any memory; and for a stripe reconstructed on the device. */
static uint64_t most_waits(const struct call *call, const clmodp_resultant_report *report)
{
    const uint64_t cosets = call->cosets > 0 ? call->cosets : 1;
    const bool host_reconstructs =
        *report->crt_name == '\0' || strcmp(report->crt_name, "tree") == 0;

    return (cosets + 1) * report->chunks + !host_reconstructs;
}

static void calls_make_as_many_requests_as_recorded(void **state)
{
    clmodp_context *context;
    size_t different = 0;

    (void)state;
    SKIP_UNLESS(fault_layer_works(), FAULT_LAYER_MISSING);
    context = open_tuned();
    if (context->tuning.vector_width == 1) {
        clmodp_context_destroy(context);
        SKIP_UNLESS(false, "the tables are those of a CPU's lanes");
    }
    for (size_t k = 0; k < sizeof calls / sizeof *calls; k++) {
        clmodp_resultant_report report = run(context, &calls[k]); /* builds and checks */
        layer_traffic traffic;

        fault_traffic_begin();
        report = run(context, &calls[k]);
        traffic = fault_traffic_end();
        different += (uint64_t)traffic.waits > most_waits(&calls[k], &report);
        if (report.chunks == calls[k].chunks && same(&traffic, &calls[k].traffic))
            continue;
        different++;
        print_message("# %s: chunks, launches, fills, copies, writes, reads, waits, bytes up and "
                      "down\n", calls[k].name);
        show("was", calls[k].chunks, &calls[k].traffic);
        show("is ", report.chunks, &traffic);
    }
    clmodp_context_destroy(context);
    if (different > 0)
        fail_msg("%zu calls ask for something else", different);
}

/* Returns the products of an LU decomposition: min(i, j) for entry (i, j). */
static double lu_products(double n)
{
    return n * (n - 1.0) * (2.0 * n - 1.0) / 6.0;
}

/* Predicted costs of a run of one chunk have the launches and waits of the table above. */
static void costs_count_launches_and_waits(void **state)
{
    static const char *const names[] = {"tiny", "one chunk", "stripes", "cosets", "S_1",
                                        "determinant"};
    clmodp_context *context;
    size_t different = 0;

    (void)state;
    SKIP_UNLESS(fault_layer_works(), FAULT_LAYER_MISSING);
    context = open_tuned();
    for (size_t n = 0; n < sizeof names / sizeof *names; n++) {
        const struct call *call = calls;
        clmodp_resultant_report report;
        clm_minors minors = CLM_MINORS_RESULTANT;
        clm_row_layout layout = {0};
        clmodp_zxy *f, *g;
        clm_amounts cost;
        double evaluations;

        while (strcmp(call->name, names[n]) != 0)
            call++;
        if (call->operation == SUBRESULTANT)
            minors.count = 2; /* S_0 and S_1 */
        if (call->operation == DETERMINANT)
            minors.order = (uint32_t)call->q;
        report = run(context, call);
        f = random_dense(call->dx, call->p, call->bits, 1);
        g = random_dense(call->dx, call->q, call->bits, 2);
        assert_int_equal(minors.order > 0 ? clm_row_layout_create_matrix(NULL, &layout, f, call->q)
                                          : clm_row_layout_create(NULL, &layout, f, g, false),
                         CLMODP_OK);
        cost = clm_euclid_cost(&layout, minors, (double)report.width_bound,
                               (double)report.primes, 1.0, context);
        if (cost.of[CLM_OP_LAUNCH] != (double)call->traffic.launches ||
            cost.of[CLM_OP_WAIT] != (double)call->traffic.waits) {
            print_message("# %s: engines/euclid/plan.h has %g launches and %g waits\n",
                          call->name, cost.of[CLM_OP_LAUNCH], cost.of[CLM_OP_WAIT]);
            different++;
        }
        evaluations = (double)(report.width_bound * report.primes);
        assert_true(cost.of[CLM_OP_EUCLID_PAIR] ==
                    (minors.order > 0 ? 0.0 : evaluations * (double)(call->p * call->q)));
        assert_true(cost.of[CLM_OP_LU_PRODUCT] == evaluations * lu_products(minors.order));
        assert_true(cost.of[CLM_OP_REDUCE_INTEGER] ==
                    (double)(report.primes * layout.residues));
        clm_row_layout_destroy(&layout);
        DESTROY(g, f);
    }
    clmodp_context_destroy(context);
    if (different > 0)
        fail_msg("%zu costs have other launches or waits", different);
}

TESTS(
    cmocka_unit_test(costs_count_launches_and_waits),
    cmocka_unit_test(calls_make_as_many_requests_as_recorded));
