/* Tests the self-tests of a device: they run every kernel, are remembered, and can fail. */
#include <string.h>

#include "cl/fpx/batch/euclid_shape.h"
#include "engines/euclid/engine.h"
#include "engines/euclid/plan.h"
#include "engines/schur/engine.h"
#include "fpx/batch/interpolate.h"
#include "fpx/batch/ntt.h"
#include "multimodular/crt.h"
#include "opencl/cache.h"
#include "opencl/kernel.h"
#include "support/context.h"
#include "support/kernel_copy.h"
#include "support/polynomials.h"
#include "support/scratch.h"

static bool was_used(const clmodp_context *context, const char *name, size_t length)
{
    for (const clm_program *program = context->kept->programs; program; program = program->next)
        for (const clm_kernel *kernel = program->kernels; kernel; kernel = kernel->next)
            if (strlen(kernel->name) == length && memcmp(kernel->name, name, length) == 0)
                return true;
    return false;
}

static void ensure(clmodp_context *context, const clm_self_test *test)
{
    if (clm_self_tests_ensure(context, &test, 1) != CLMODP_OK)
        fail_msg("%s", clmodp_context_message(context));
    assert_true(clm_self_tests_passed(context, &test, 1));
    assert_int_equal(context->memory_now, 0);
}

/* Returns the program of all kernels of the default engine. */
static cl_program whole_program(const clmodp_context *context)
{
    for (const clm_program *program = context->kept->programs; program; program = program->next)
        if (program->files != NULL)
            return program->executable.cl;
    fail_msg("nothing was compiled");
    return NULL;
}

static void runs_every_kernel(void **state)
{
    const clm_self_test *needs[CLM_MOST_PASSED_TESTS];
    const size_t count = clm_engine_all_tests(needs, &clm_euclid_engine, NULL);
    clmodp_context_options options;
    clmodp_context *context;
    cl_program program;
    char names[4096] = "";

    (void)state;
    clmodp_context_options_init(&options);
    options.cache_dir = ""; /* nothing is remembered */
    context = context_open(&options);
    ensure(context, &clm_euclid_tests[CLM_EUCLID_BASIC]);
    for (size_t i = 0; i < count; i++)
        ensure(context, needs[i]);
    program = whole_program(context);
    assert_int_equal(clGetProgramInfo(program, CL_PROGRAM_KERNEL_NAMES, sizeof names, names, NULL),
                     CL_SUCCESS);
    for (const char *name = names; *name != '\0';) {
        size_t length = strcspn(name, ";");

        if (!was_used(context, name, length))
            fail_msg("the known-answer test does not run %.*s", (int)length, name);
        name += length + (name[length] == ';');
    }
    clmodp_context_destroy(context);
}

/* A first result waits for no unused kernel. */
static void runs_little_at_first(void **state)
{
    static const char *const names[] = {
        "reduce_tiles", "evaluate_prepare",  "evaluate_rows",      "euclid_lockstep",
        "euclid_formal_lanes", "divide_runs", "interpolate_begin", "interpolate_pass_4",
        "interpolate_pass_3",  "interpolate_end",
    };
    const size_t count = sizeof names / sizeof *names;
    clmodp_context *context = context_open_in(NULL, "");
    clmodp_zxy *f = zxy_parse("x^3*y^2 + x*y + 7"), *g = zxy_parse("y^3 + x*y + 5");
    clmodp_zx *r = zx_new();
    size_t used = 0;

    (void)state;
    assert_int_equal(clmodp_resultant(context, r, NULL, f, g, NULL), CLMODP_OK);
    for (size_t i = 0; i < count; i++)
        if (!was_used(context, names[i], strlen(names[i])))
            fail_msg("%s was not used", names[i]);
    for (const clm_program *program = context->kept->programs; program; program = program->next)
        for (const clm_kernel *kernel = program->kernels; kernel; kernel = kernel->next)
            used++;
    assert_int_equal(used, count);
    assert_int_equal(context->kept->builds, 1);
    DESTROY(r, g, f);
    clmodp_context_destroy(context);
}

static int refuse(void *asked, double fraction)
{
    ++*(int *)asked;
    return fraction >= 0;
}

/* While another process tests the device, a waiting process can be cancelled. */
static void waiting_for_another_process_can_be_cancelled(void **state)
{
    scratch folder;
    clm_cache_lock others;
    clmodp_context *context;
    const clm_self_test *needed = &clm_euclid_tests[CLM_EUCLID_BASIC];
    int asked = 0;

    (void)state;
    scratch_make(&folder);
    context = context_open_in(NULL, folder.path);
    assert_int_equal(clm_cache_lock_take(&others, folder.path, 0, NULL), CLMODP_OK);
    assert_true(others.fd >= 0);
    clmodp_context_set_progress(context, refuse, &asked);
    assert_int_equal(clm_self_tests_ensure(context, &needed, 1), CLMODP_CANCELLED);
    assert_int_equal(asked, 1);
    assert_false(clm_self_tests_passed(context, &needed, 1));
    clm_cache_lock_release(&others);
    clmodp_context_destroy(context);
    scratch_remove(&folder);
}

/* A self-test can be cancelled after the launch of each kernel, and repeated. */
static void testing_can_end(void **state)
{
    clmodp_context *context = context_open_in(NULL, "");
    const clm_self_test *needed = &clm_euclid_tests[CLM_EUCLID_BASIC];
    int asked = 0;

    (void)state;
    clmodp_context_set_progress(context, refuse, &asked);
    assert_int_equal(clm_self_tests_ensure(context, &needed, 1), CLMODP_CANCELLED);
    assert_int_equal(asked, 1);
    assert_true(was_used(context, "reduce_tiles", strlen("reduce_tiles")));
    assert_false(was_used(context, "divide_runs", strlen("divide_runs")));
    assert_false(clm_self_tests_passed(context, &needed, 1));
    clmodp_context_set_progress(context, NULL, NULL);
    ensure(context, needed);
    clmodp_context_destroy(context);
}

static void runs_kernels_for_given_primes(void **state)
{
    /* The last one only without explicit vectors. */
    static const char *const names[] = {"euclid_lockstep",    "vandermonde_begin",
                                        "vandermonde_pivots", "vandermonde_block",
                                        "vandermonde_order",  "vandermonde_invert",
                                        "vandermonde_end",    "vandermonde_window"};
    size_t count = sizeof names / sizeof *names;
    clmodp_context_options options;
    clmodp_context *context;
    bool large = false;

    (void)state;
    clmodp_context_options_init(&options);
    options.cache_dir = "";
    context = context_open(&options);
    ensure(context, &clm_euclid_tests[CLM_EUCLID_LARGE]);
    ensure(context, &clm_euclid_tests[CLM_EUCLID_GEOMETRIC]);
    count -= context->tuning.vector_width > 1;
    for (size_t i = 0; i < count; i++)
        if (!was_used(context, names[i], strlen(names[i])))
            fail_msg("the known-answer test modulo primes does not run %s", names[i]);
    for (const clm_program *program = context->kept->programs; program; program = program->next)
        large = large || strcmp(program->definitions, EUCLID_LARGE) == 0;
    assert_true(large);
    clmodp_context_destroy(context);
}

static void runs_kernels_of_the_schur_engine(void **state)
{
    static const char *const names[] = {"reduce_words_tiles", "schur_resultants", "compact_points",
                                        "compact_listed",     "euclid_points",    "mrc_digits"};
    clmodp_context_options options;
    clmodp_context *context;

    (void)state;
    clmodp_context_options_init(&options);
    options.cache_dir = "";
    context = context_open(&options);
    ensure(context, &clm_schur_tests[CLM_RESIDUE_MONTGOMERY31]);
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (!was_used(context, names[i], strlen(names[i])))
            fail_msg("the known-answer test of the Schur engine does not run %s", names[i]);
    assert_int_equal(context->kept->passed_count, 1);
    clmodp_context_destroy(context);
}

/* Asserts that a device with a wrong kernel file, changed by this beginning, is refused, and not
 * remembered as right. */
static void is_refused_with(const char *file, const char *beginning)
{
    clmodp_context_options options;
    clmodp_context *context = context_open(NULL);
    clmodp_zxy *f = random_dense(2, 3, 10, 1), *g = random_dense(2, 2, 10, 2);
    clmodp_zx *r = zx_new();
    scratch kernels, cache;

    scratch_make(&kernels);
    scratch_make(&cache);
    copy_kernels(&kernels, context->kernel_dir, file, beginning);
    clmodp_context_destroy(context);
    clmodp_context_options_init(&options);
    options.kernel_dir = kernels.path;
    options.cache_dir = cache.path;
    for (int attempt = 0; attempt < 2; attempt++) {
        context = context_open(&options);
        assert_int_equal(clmodp_resultant(context, r, NULL, f, g, NULL), CLMODP_CORRUPT);
        assert_non_null(strstr(clmodp_context_message(context), "miscompiled"));
        assert_int_equal(clmodp_zx_degree(r), -1);
        clmodp_context_destroy(context);
    }
    scratch_remove(&cache);
    scratch_remove(&kernels);
    DESTROY(r, g, f);
}

/* Wrong inverses make results wrong. Wrong remainders in lockstep Euclid do not: then no lane has
 * the common degrees, and each is recomputed by the fallback. */
static void refuses_a_device_that_computes_wrongly(void **state)
{
    (void)state;
    is_refused_with("fpx/batch/divide.cl",
                    "#include \"../../arith/lanes.h\"\n#define lanes_inv(a, f) (a)\n");
    is_refused_with("fpx/batch/euclid.cl",
                    "#include \"../../arith/lazy.h\"\n#define lazy_settle(a, p) ((LAZY)(0))\n");
}

/* A property needed by some results only has its own self-test, which fails if one of its
 * functions is wrong. */
static void properties_of_some_results_have_their_own_tests(void **state)
{
    static const struct {
        const clm_self_test *test;
        const char *kernel, *changed, *prefix;
    } cases[] = {
        {&clm_crt_self_tests[CLM_CRT_CONVOLUTION], "convolution_forward",
         "multimodular/convolution.cl",
         "#include \"../arith/lanes.h\"\n#define lanes_sub(a, b, f) (a)\n"},
        {&clm_crt_self_tests[CLM_CRT_POSITIONAL], "positional_sums", "multimodular/positional.cl",
         "#include \"../arith/lanes.h\"\n#define lanes_mul(a, b, f) (a)\n"},
        {&clm_crt_self_tests[CLM_CRT_MIXED_RADIX], "mixed_radix_digits",
         "multimodular/mixed_radix.cl",
         "#include \"../arith/lanes.h\"\n#define lanes_mul(a, b, f) (a)\n"},
        {&clm_interpolate_self_tests[5], "interpolate_pass_5", "fpx/batch/interpolate.cl",
         "#include \"../../arith/fields.h\"\n#define fields_redc(a, f) halves_upper(a)\n"},
        {&clm_euclid_tests[CLM_EUCLID_COSETS], "cosets_add", "fpx/batch/cosets.cl",
         "#include \"../../arith/lanes.h\"\n#define lanes_add(a, b, f) (a)\n"},
        {&clm_euclid_tests[CLM_EUCLID_BUTTERFLY], "butterfly_rows", "fpx/batch/butterfly.cl",
         "#include \"../../arith/lanes.h\"\n#define lanes_sub(a, b, f) (a)\n"},
        {&clm_euclid_tests[CLM_EUCLID_SPARSE], "sparse_rows", "fpx/batch/sparse.cl",
         "#include \"../../arith/lanes.h\"\n#define lanes_sub(a, b, f) (a)\n"},
        {&clm_euclid_tests[CLM_EUCLID_TRANSFORM], "transform_store", "fpx/batch/transform.cl",
         "#include \"../../arith/lanes.h\"\n#define lanes_load(p) lanes_splat(1)\n"},
        {&clm_euclid_tests[CLM_EUCLID_DETERMINANT], "determinant_lockstep",
         "fpx/batch/determinant.cl",
         "#include \"../../arith/fields.h\"\n#define lanes_raise(a, p) (a)\n"},
        {&clm_euclid_tests[CLM_EUCLID_DETERMINANT], "determinant_pivots_lanes",
         "fpx/batch/determinant_pivots.cl",
         "#include \"../../arith/fp.h\"\n#define fp_neg(a, f) (a)\n"},
        {&clm_ntt_self_tests[8], "ntt_pass", "fpx/batch/ntt.cl",
         "#include \"../../arith/fields.h\"\n#define fields_times(a, b, f) (a)\n"},
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const clm_self_test *test = cases[i].test;
        clmodp_context *context = context_open_in(NULL, "");
        scratch kernels;

        ensure(context, test);
        if (!was_used(context, cases[i].kernel, strlen(cases[i].kernel)))
            fail_msg("%s: shown without %s", test->property, cases[i].kernel);
        scratch_make(&kernels);
        copy_kernels(&kernels, context->kernel_dir, cases[i].changed, cases[i].prefix);
        clmodp_context_destroy(context);
        context = context_open_in(kernels.path, "");
        if (clm_self_tests_ensure(context, &test, 1) != CLMODP_CORRUPT)
            fail_msg("%s: shown with a wrong %s", test->property, cases[i].changed);
        assert_non_null(strstr(clmodp_context_message(context), "miscompiled"));
        assert_false(clm_self_tests_passed(context, &test, 1));
        assert_int_equal(context->memory_now, 0);
        clmodp_context_destroy(context);
        scratch_remove(&kernels);
    }
}

static clmodp_self_test_state state_of(clmodp_context *context,
                                       const clmodp_resultant_options *options)
{
    clmodp_self_test_state found = (clmodp_self_test_state)-1;

    assert_int_equal(clmodp_device_check_state(context, &found, options), CLMODP_OK);
    return found;
}

/* Tests that no cache remembers are NOT_STORED, not DUE; engines have separate states. */
static void states_of_tests_are_reported(void **state)
{
    static const char *const caches[] = {"", "/proc/none"};
    clmodp_resultant_options schur;
    clmodp_context *context;
    clmodp_self_test_state found;
    scratch cache;

    (void)state;
    clmodp_resultant_options_init(&schur);
    schur.engine = CLMODP_ENGINE_SCHUR;
    for (size_t i = 0; i < sizeof caches / sizeof *caches; i++) {
        context = context_open_in(NULL, caches[i]);
        assert_int_equal(state_of(context, NULL), CLMODP_SELF_TEST_NOT_STORED);
        clmodp_context_destroy(context);
    }
    scratch_make(&cache);
    context = context_open_in(NULL, cache.path);
    clm_property_store(context, clm_euclid_tests[CLM_EUCLID_BASIC].property,
                       clm_euclid_tests[CLM_EUCLID_BASIC].files);
    assert_int_equal(state_of(context, NULL), CLMODP_SELF_TEST_PASSED);
    assert_int_equal(state_of(context, &schur), CLMODP_SELF_TEST_DUE);
    clm_property_store(context, clm_schur_tests[CLM_RESIDUE_MONTGOMERY31].property,
                       clm_schur_tests[CLM_RESIDUE_MONTGOMERY31].files);
    assert_int_equal(state_of(context, &schur), CLMODP_SELF_TEST_PASSED);
    schur.residues = CLMODP_RESIDUES_FLOAT24;
    assert_int_equal(state_of(context, &schur), CLMODP_SELF_TEST_DUE);
    assert_int_equal(context->kept->builds, 0);

    schur.engine = CLMODP_ENGINE_EUCLID;
    assert_int_equal(clmodp_device_check_state(context, &found, &schur), CLMODP_UNSUPPORTED);
    assert_int_equal(clmodp_device_check(context, &schur), CLMODP_UNSUPPORTED);
    assert_int_equal(clmodp_device_check_state(context, NULL, NULL), CLMODP_INVALID);
    assert_int_equal(clmodp_device_check_state(NULL, &found, NULL), CLMODP_INVALID);
    assert_int_equal(clmodp_device_check(NULL, NULL), CLMODP_INVALID);
    clmodp_context_destroy(context);
    scratch_remove(&cache);
}

/* A context finding the property in the cache compiles nothing to verify it. */
static void is_stored(void **state)
{
    clmodp_context_options options;
    clmodp_context *context;
    scratch cache;

    (void)state;
    scratch_make(&cache);
    clmodp_context_options_init(&options);
    options.cache_dir = cache.path;
    for (int attempt = 0; attempt < 2; attempt++) {
        context = context_open(&options);
        assert_int_equal(state_of(context, NULL),
                         attempt == 0 ? CLMODP_SELF_TEST_DUE : CLMODP_SELF_TEST_PASSED);
        assert_int_equal(clmodp_device_check(context, NULL), CLMODP_OK);
        assert_int_equal(context->kept->passed_count, 1);
        assert_int_equal(state_of(context, NULL), CLMODP_SELF_TEST_PASSED);
        assert_int_equal(context->kept->builds, attempt == 0 ? 1 : 0);
        clmodp_context_destroy(context);
    }
    scratch_remove(&cache);
}

TESTS(cmocka_unit_test(runs_every_kernel), cmocka_unit_test(runs_little_at_first),
      cmocka_unit_test(waiting_for_another_process_can_be_cancelled),
      cmocka_unit_test(testing_can_end), cmocka_unit_test(runs_kernels_for_given_primes),
      cmocka_unit_test(runs_kernels_of_the_schur_engine),
      cmocka_unit_test(refuses_a_device_that_computes_wrongly),
      cmocka_unit_test(properties_of_some_results_have_their_own_tests),
      cmocka_unit_test(states_of_tests_are_reported), cmocka_unit_test(is_stored));
