/* Tests of the parameters of a device: storing them, and the search for the best. */
#include <math.h>
#include <stdlib.h>

#include <clmodp/resultant.h>
#include <clmodp/tuning.h>

#include "opencl/context.h"
#include "opencl/tuning.h"
#include "lab/tuning/tuning.h"
#include "support/context.h"
#include "support/polynomials.h"
#include "support/scratch.h"

static void unsupported_parameters_are_refused(void **state)
{
    static const struct {
        clm_tuning tuning;
        bool sane;
    } cases[] = {
        {{.vector_width = 8, .tile = 8, .group = 16, .stripe_bytes = 1 << 20}, true},
        {{.vector_width = 1, .tile = 64, .group = 256, .stripe_bytes = 1 << 16}, true},
        {{.vector_width = 1, .tile = 128, .group = 64, .stripe_bytes = 1 << 20}, false},
        {{.vector_width = 3, .tile = 24, .group = 16, .stripe_bytes = 1 << 20}, false},
        {{.vector_width = 0, .tile = 8, .group = 16, .stripe_bytes = 1 << 20}, false},
        {{.vector_width = 32, .tile = 32, .group = 16, .stripe_bytes = 1 << 20}, false},
        {{.vector_width = 8, .tile = 12, .group = 16, .stripe_bytes = 1 << 20}, false},
        {{.vector_width = 8, .tile = 0, .group = 16, .stripe_bytes = 1 << 20}, false},
        {{.vector_width = 1, .tile = 1 << 20, .group = 16, .stripe_bytes = 1 << 20}, false},
        {{.vector_width = 8, .tile = 8, .group = 0, .stripe_bytes = 1 << 20}, false},
        {{.vector_width = 8, .tile = 8, .group = 257, .stripe_bytes = 1 << 20}, false},
        {{.vector_width = 8, .tile = 8, .group = 16, .stripe_bytes = 0}, false},
    };

    (void)state;
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++)
        if (clm_tuning_is_valid(&cases[k].tuning, 256) != cases[k].sane)
            fail_msg("case %zu", k);
}

#define OK(call) assert_int_equal(call, CLMODP_OK)

/* Computes and checks a known resultant of small polynomials. */
static void compute(clmodp_context *context)
{
    clmodp_zxy *f = NULL, *g = NULL;
    clmodp_zx *r = NULL;
    char *text = NULL;

    OK(clmodp_zxy_create(&f));
    OK(clmodp_zxy_create(&g));
    OK(clmodp_zx_create(&r));
    OK(clmodp_zxy_from_text(f, NULL, "y^3-x*y+2", CLMODP_STRING, "x", "y", NULL, NULL));
    OK(clmodp_zxy_from_text(g, NULL, "y^2+x-1", CLMODP_STRING, "x", "y", NULL, NULL));
    OK(clmodp_resultant(context, r, NULL, f, g, NULL));
    OK(clmodp_zx_to_text(&text, r, "x", NULL));
    assert_string_equal(text, "4*x^3 - 8*x^2 + 5*x + 3");
    free(text);
    DESTROY(r, g, f);
}

/* Opens a context as a later program does. */
static clmodp_context *open_later(const char *cache_dir)
{
    clmodp_context_options options;
    clmodp_context *context = NULL;

    clmodp_context_options_init(&options);
    options.cache_dir = cache_dir;
    OK(clmodp_context_create(&context, &options, NULL, 0));
    return context;
}

/* A context with its own parameters does not affect others; stored parameters are used by contexts
 * opened later, unless they are invalid. */
static void stored_parameters_are_used(void **state)
{
    scratch folder;
    clmodp_context *context, *later;
    clm_tuning usual, other;
    clmodp_parameters found;

    (void)state;
    scratch_make(&folder);
    context = context_open_in(NULL, folder.path);
    usual = other = context->tuning;
    compute(context);
    other.group = usual.group / 2;
    other.stripe_bytes = usual.stripe_bytes / 2;
    clm_tuning_apply(context, &other);
    compute(context);
    assert_true(clm_tuning_store(context, &other));

    later = open_later(folder.path);
    OK(clmodp_parameters_get(later, &found));
    assert_int_equal(found.group, other.group);
    assert_int_equal(found.stripe_bytes, other.stripe_bytes);
    assert_int_equal(found.tile, other.tile);
    compute(later);
    clmodp_context_destroy(later);

    /* The use of inline assembly in kernels then does not matter. */
    context->kept->plain = !context->kept->plain;
    assert_true(clm_tuning_store(context, &usual));
    later = open_later(folder.path);
    OK(clmodp_parameters_get(later, &found));
    assert_int_equal(found.group, usual.group);
    assert_true(found.kept);
    clmodp_context_destroy(later);
    context->kept->plain = !context->kept->plain;

    other.vector_width = 3;
    assert_true(clm_tuning_store(context, &other));
    later = open_later(folder.path);
    OK(clmodp_parameters_get(later, &found));
    assert_int_equal(found.group, clm_tuning_default(&later->device, later->cl_device).group);
    assert_false(found.kept);
    clmodp_context_destroy(later);
    clmodp_context_destroy(context);
    scratch_remove(&folder);
}

static double fraction_told;

static int note(void *user, double fraction)
{
    (void)user;
    assert_true(fraction >= fraction_told);
    fraction_told = fraction;
    return 0;
}

static int cancel_at_the_third(void *user, double fraction)
{
    return fraction >= *(double *)user;
}

static void a_search_ends_with_parameters_that_work(void **state)
{
    static const clm_parameters_search search = {{3, 5}, 2, CLM_PARAMETERS_STRIPES};
    scratch folder;
    clmodp_context *context;
    clmodp_parameters *rows = NULL, found;
    clm_tuning before;
    size_t count = 0, chosen = 0;
    double most = 2.0 / 18;

    (void)state;
    scratch_make(&folder);
    context = context_open_in(NULL, folder.path);
    before = context->tuning;

    clmodp_context_set_progress(context, cancel_at_the_third, &most);
    assert_int_equal(clm_parameters_find(context, &rows, &count, &search), CLMODP_CANCELLED);
    assert_null(rows);
    assert_memory_equal(&context->tuning, &before, sizeof before);
    assert_ptr_equal(context->call->progress_user, &most);
    clmodp_context_set_progress(context, note, NULL);

    OK(clm_parameters_find(context, &rows, &count, &search));
    clmodp_context_set_progress(context, NULL, NULL);
    assert_true(fraction_told == 1);
    assert_true(count > 1);
    assert_int_equal(rows->stripe_bytes, before.stripe_bytes);
    for (size_t k = 0; k < count; k++) {
        assert_true(rows[k].seconds > 0 && isfinite(rows[k].seconds));
        chosen += rows[k].chosen != 0;
        if (rows[k].chosen)
            assert_int_equal(rows[k].stripe_bytes, context->tuning.stripe_bytes);
    }
    assert_int_equal(chosen, 1);
    OK(clmodp_parameters_get(context, &found));
    assert_int_equal(found.stripe_bytes, context->tuning.stripe_bytes);
    compute(context);
    clmodp_parameters_free(rows);
    clmodp_context_destroy(context);
    scratch_remove(&folder);
}

/* Under a cap nothing is stored; the absence of a device or a cache does no harm. */
static void parameters_under_a_cap_are_not_stored(void **state)
{
    static const clm_parameters_search search = {{3, 5}, 1, CLM_PARAMETERS_STRIPES};
    clmodp_context_options options;
    clmodp_context *context, *host = NULL;
    clmodp_parameters *rows = NULL, found;
    size_t count = 0;

    (void)state;
    clmodp_context_options_init(&options);
    options.max_memory = 256 << 20;
    context = context_open(&options);
    OK(clm_parameters_find(context, &rows, &count, &search));
    for (size_t k = 0; k < count; k++)
        assert_false(rows[k].kept);
    clmodp_parameters_free(rows);
    clmodp_context_destroy(context);

    options.device = "host";
    OK(clmodp_context_create(&host, &options, NULL, 0));
    assert_int_equal(clmodp_parameters_tune(host, &rows, &count, 1), CLMODP_NO_DEVICE);
    assert_null(rows);
    assert_int_equal(clmodp_parameters_get(host, &found), CLMODP_NO_DEVICE);
    clmodp_context_destroy(host);

    context = context_open_in(NULL, "");
    assert_false(clm_tuning_store(context, &context->tuning));
    OK(clmodp_parameters_get(context, &found));
    assert_false(found.kept);
    clmodp_context_destroy(context);
}

static void wrong_arguments_are_refused(void **state)
{
    clmodp_context *context = context_open_in(NULL, "");
    clmodp_parameters *rows = NULL;
    size_t count;

    (void)state;
    assert_int_equal(clmodp_parameters_tune(NULL, &rows, &count, 1), CLMODP_INVALID);
    assert_int_equal(clmodp_parameters_tune(context, NULL, &count, 1), CLMODP_INVALID);
    assert_int_equal(clmodp_parameters_tune(context, &rows, NULL, 1), CLMODP_INVALID);
    assert_int_equal(clmodp_parameters_tune(context, &rows, &count, 1001), CLMODP_INVALID);
    assert_int_equal(clmodp_parameters_get(NULL, rows), CLMODP_INVALID);
    assert_int_equal(clmodp_parameters_get(context, NULL), CLMODP_INVALID);
    clmodp_parameters_free(NULL);
    clmodp_context_destroy(context);
}

TESTS(
    cmocka_unit_test(unsupported_parameters_are_refused),
    cmocka_unit_test(stored_parameters_are_used),
    cmocka_unit_test(a_search_ends_with_parameters_that_work),
    cmocka_unit_test(parameters_under_a_cap_are_not_stored),
    cmocka_unit_test(wrong_arguments_are_refused));
