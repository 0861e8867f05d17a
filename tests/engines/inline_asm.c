/* Tests that kernels whose inline assembly fails are compiled without it, also later. */
#include <string.h>

#include "engines/euclid/engine.h"
#include "opencl/cache.h"
#include "support/context.h"
#include "support/kernel_copy.h"
#include "support/polynomials.h"
#include "support/scratch.h"
#include "support/skip.h"

/* A definition by which kernels invert wrongly, and a condition for inline assembly. */
#define WRONG "#include \"../../arith/lanes.h\"\n#define lanes_inv(a, f) (a)\n"
#define WITH_ASSEMBLY                                                    \
    "#if defined(LANES_ASSEMBLY_X86) || defined(LANES_ASSEMBLY_PTX) || " \
    "defined(LANES_ASSEMBLY_GCN)\n"

static void note(void *seen, clmodp_log_kind kind, const char *line)
{
    if (kind == CLMODP_LOG_NOTE && strstr(line, "assembly") != NULL)
        ++*(int *)seen;
}

static bool options_have_assembly(const clmodp_context *context)
{
    char options[CLM_BUILD_OPTIONS_SIZE];

    clm_build_options(options, context);
    return strstr(options, "LANES_ASSEMBLY") != NULL;
}

/* Inline assembly for GPUs of another vendor cannot be built. */
static void builds_without(void **state)
{
    scratch cache;

    (void)state;
    scratch_make(&cache);
    for (int attempt = 0; attempt < 2; attempt++) {
        clmodp_context *context = context_open_in(NULL, cache.path);
        const clm_self_test *test = clm_euclid_tests; /* the first: needed by every resultant */
        int notes = 0;

        clmodp_context_set_log(context, note, &notes);
        context->tuning.assembly =
            context->tuning.assembly == CLM_ASSEMBLY_PTX ? CLM_ASSEMBLY_GCN : CLM_ASSEMBLY_PTX;
        clm_inline_asm_load(context);
        assert_int_equal(options_have_assembly(context), attempt == 0);
        if (clm_self_tests_ensure(context, &test, 1) != CLMODP_OK)
            fail_msg("%s", clmodp_context_message(context));
        assert_int_equal(clm_inline_asm(context), CLM_ASSEMBLY_NONE);
        assert_false(options_have_assembly(context));
        assert_int_equal(notes, attempt == 0); /* the second context reads the cache */
        /* Also if the compiler ignores unknown assembly. */
        assert_true(context->kept->builds <= 2 && (context->kept->builds > 0) == (attempt == 0));
        clmodp_context_destroy(context);
    }
    scratch_remove(&cache);
}

/* Inline assembly accepted by the driver, with kernels computing wrongly. */
static void answers_without(void **state)
{
    clmodp_context *context = context_open_in(NULL, "");
    const bool has_some = options_have_assembly(context);
    clmodp_zxy *f = random_dense(2, 3, 10, 1), *g = random_dense(2, 2, 10, 2);
    clmodp_zx *expected = zx_new(), *r = zx_new();
    scratch kernels, cache;

    (void)state;
    scratch_make(&kernels);
    scratch_make(&cache);
    copy_kernels(&kernels, context->kernel_dir, "fpx/batch/divide.cl",
                 WITH_ASSEMBLY WRONG "#endif\n");
    assert_int_equal(clmodp_resultant(context, expected, NULL, f, g, NULL), CLMODP_OK);
    clmodp_context_destroy(context);
    for (int attempt = 0; attempt < 2 && has_some; attempt++) {
        int notes = 0;

        context = context_open_in(kernels.path, cache.path);
        clmodp_context_set_log(context, note, &notes);
        assert_int_equal(options_have_assembly(context), attempt == 0);
        if (clmodp_resultant(context, r, NULL, f, g, NULL) != CLMODP_OK)
            fail_msg("%s", clmodp_context_message(context));
        assert_true(clmodp_zx_equal(r, expected));
        assert_false(options_have_assembly(context));
        assert_int_equal(notes, attempt == 0);
        clmodp_context_destroy(context);
    }
    scratch_remove(&cache);
    scratch_remove(&kernels);
    DESTROY(r, expected, g, f);
    SKIP_UNLESS(has_some, "this driver is given no assembly");
}

/* If kernels compute wrongly without inline assembly, too, the fault is not remembered. */
static void blames_assembly_for_its_own_faults_only(void **state)
{
    clmodp_context *context = context_open_in(NULL, "");
    const clm_assembly usual = context->tuning.assembly;
    const clm_self_test *test = clm_euclid_tests; /* the first: needed by every resultant */
    scratch kernels, cache;

    (void)state;
    scratch_make(&kernels);
    scratch_make(&cache);
    copy_kernels(&kernels, context->kernel_dir, "fpx/batch/divide.cl", WRONG);
    clmodp_context_destroy(context);
    for (int attempt = 0; attempt < 2; attempt++) {
        context = context_open_in(kernels.path, cache.path);
        assert_int_equal(clm_inline_asm(context), usual);
        assert_int_equal(clm_self_tests_ensure(context, &test, 1), CLMODP_CORRUPT);
        assert_int_equal(clm_inline_asm(context), usual);
        clmodp_context_destroy(context);
    }
    scratch_remove(&cache);
    scratch_remove(&kernels);
}

TESTS(cmocka_unit_test(builds_without), cmocka_unit_test(answers_without),
      cmocka_unit_test(blames_assembly_for_its_own_faults_only));
