/* Tests the messages of a context's log. */
#include <string.h>

#include "fpx/batch/interpolate.h"
#include "opencl/context.h"
#include "support/context.h"
#include "support/scratch.h"

/* Number of lines of each kind. */
typedef struct heard {
    size_t lines[CLMODP_LOG_NOTE + 1];
} heard;

static void listen(void *user, clmodp_log_kind kind, const char *line)
{
    heard *all = user;

    assert_uint_in_range(kind, CLMODP_LOG_TESTING, CLMODP_LOG_NOTE);
    assert_non_null(line);
    assert_null(strchr(line, '\n'));
    all->lines[kind]++;
}

static heard hear(const char *cache_dir)
{
    const clm_self_test *const needs[] = {&clm_interpolate_self_tests[3],
                                          &clm_interpolate_self_tests[4]};
    clmodp_context *context = context_open_in(NULL, cache_dir);
    heard all = {{0}};

    clmodp_context_set_log(context, listen, &all);
    assert_int_equal(clm_self_tests_ensure(context, needs, 2), CLMODP_OK);
    clmodp_context_set_log(context, NULL, NULL);
    assert_int_equal(clm_self_tests_prepare(context, needs, 1), CLMODP_OK);
    clmodp_context_destroy(context);
    assert_int_equal(all.lines[CLMODP_LOG_TESTING], all.lines[CLMODP_LOG_TESTED]);
    assert_int_equal(all.lines[CLMODP_LOG_BUILDING], all.lines[CLMODP_LOG_BUILT]);
    return all;
}

/* The log reports self-tests and programs, once, and a cache that cannot store. */
static void reports_tests_and_programs(void **state)
{
    scratch cache;
    heard all;

    (void)state;
    scratch_make(&cache);
    all = hear(cache.path);
    assert_int_equal(all.lines[CLMODP_LOG_TESTING], 2);
    assert_true(all.lines[CLMODP_LOG_BUILDING] > 0);
    assert_int_equal(all.lines[CLMODP_LOG_NOTE], 0);
    all = hear(cache.path);
    assert_int_equal(all.lines[CLMODP_LOG_TESTING] + all.lines[CLMODP_LOG_BUILDING], 0);
    all = hear("/proc/none");
    assert_int_equal(all.lines[CLMODP_LOG_TESTING], 2);
    assert_int_equal(all.lines[CLMODP_LOG_NOTE], 1);
    assert_int_equal(hear("").lines[CLMODP_LOG_NOTE], 0);
    scratch_remove(&cache);
}

TESTS(cmocka_unit_test(reports_tests_and_programs));
