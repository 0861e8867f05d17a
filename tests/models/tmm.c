/* Tests of running times in the threaded many-core memory model, for a caller's description. */
#include <clmodp/models.h>
#include <math.h>
#include <string.h>

#include "support/assertions.h"

static const clmodp_tmm_machine machine = {.L = 50, .C = 8, .P = 4, .X = 10, .Z = 64};

static clmodp_tmm_time measure(clmodp_tmm_amounts amounts, double T)
{
    clmodp_tmm_time t;

    assert_int_equal(clmodp_tmm_measure(&t, &amounts, T, &machine, NULL, 0), CLMODP_OK);
    return t;
}

static void each_term_can_be_the_largest(void **state)
{
    clmodp_tmm_time t;

    (void)state;
    t = measure((clmodp_tmm_amounts){4000, 10, 10, 1000}, 0);
    assert_int_equal(t.term, CLMODP_TMM_WORK);
    assert_true(t.time == 1000 && t.T == 10);
    t = measure((clmodp_tmm_amounts){400, 390, 10, 1000}, 0);
    assert_int_equal(t.term, CLMODP_TMM_SPAN);
    assert_true(t.time == 390);
    t = measure((clmodp_tmm_amounts){400, 10, 1000, 1000}, 0);
    assert_int_equal(t.term, CLMODP_TMM_ACCESSES);
    assert_true(t.time == 1000 * 50 / 40.0);
    t = measure((clmodp_tmm_amounts){400, 10, 1000, 20}, 0);
    assert_int_equal(t.term, CLMODP_TMM_LATENCY);
    assert_true(t.T == 5 && t.time == 1000 * 50 / 20.0);
}

static void threads_can_be_given(void **state)
{
    (void)state;
    for (double T = 1; T <= machine.X; T++) {
        const clmodp_tmm_time t = measure((clmodp_tmm_amounts){400, 10, 1000, 1e6}, T);

        assert_true(t.T == T);
        assert_true(t.memory == 1000 * 50 / (4 * T));
    }
}

static void assert_refused(clmodp_tmm_amounts amounts, double T, const char *part)
{
    clmodp_tmm_time t;
    char message[512];

    assert_int_equal(clmodp_tmm_measure(&t, &amounts, T, &machine, message, sizeof message),
                     CLMODP_INVALID);
    if (strstr(message, part) == NULL)
        fail_msg("\"%s\" does not say \"%s\"", message, part);
}

static void wrong_amounts_are_refused(void **state)
{
    (void)state;
    assert_refused((clmodp_tmm_amounts){-1, 1, 1, 1}, 0, "work -1");
    assert_refused((clmodp_tmm_amounts){1, NAN, 1, 1}, 0, "span nan");
    assert_refused((clmodp_tmm_amounts){1, 1, INFINITY, 1}, 0, "accesses inf");
    assert_refused((clmodp_tmm_amounts){1, 1, 1, 0}, 0, "threads 0");
    assert_refused((clmodp_tmm_amounts){1, 1, 1, 1}, 11, "up to X = 10");
    assert_refused((clmodp_tmm_amounts){1, 1, 1, 1}, NAN, "T = nan");
}

TESTS(
    cmocka_unit_test(each_term_can_be_the_largest),
    cmocka_unit_test(threads_can_be_given),
    cmocka_unit_test(wrong_amounts_are_refused));
