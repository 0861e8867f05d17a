/* Tests of programs of the many-core machine model against sums by hand, and of invalid ones. */
#include <clmodp/models.h>
#include <math.h>
#include <string.h>

#include "core/random.h"
#include "support/assertions.h"

static const clmodp_mmm_machine machine = {.U = 10, .Z = 100};

static clmodp_mmm_program *create(void)
{
    clmodp_mmm_program *p;

    assert_int_equal(clmodp_mmm_program_create(&p), CLMODP_OK);
    return p;
}

static size_t add(clmodp_mmm_program *p, clmodp_mmm_blocks blocks)
{
    size_t kernel;

    assert_int_equal(clmodp_mmm_program_add(p, &kernel, &blocks, 1), CLMODP_OK);
    return kernel;
}

static clmodp_mmm_measures measure(clmodp_mmm_program *p)
{
    clmodp_mmm_measures m;

    assert_int_equal(clmodp_mmm_program_measure(p, &m, &machine), CLMODP_OK);
    return m;
}

static void assert_near(double a, double b)
{
    assert_true(fabs(a - b) <= 1e-12 * fmax(fabs(a), fabs(b)));
}

/* Two parallel kernels between two others. */
static void diamonds(void **state)
{
    clmodp_mmm_program *p = create();
    const clmodp_mmm_blocks wide[] = {
        {.count = 3, .threads = 4, .work = 20, .span = 6, .read = 2, .written = 1},
        {.count = 1, .threads = 2, .work = 9, .span = 8, .read = 0, .written = 1},
    };
    size_t first, left, right, last;
    clmodp_mmm_measures m;

    (void)state;
    first = add(p, (clmodp_mmm_blocks){.count = 2, .threads = 4, .work = 8, .span = 3, .read = 1});
    assert_int_equal(clmodp_mmm_program_add(p, &left, wide, 2), CLMODP_OK);
    right = add(p, (clmodp_mmm_blocks){.count = 5, .threads = 1, .work = 7, .span = 7,
                                       .written = 2});
    last = add(p, (clmodp_mmm_blocks){.count = 1, .threads = 1, .work = 4, .span = 4});
    assert_int_equal(clmodp_mmm_program_order(p, first, left), CLMODP_OK);
    assert_int_equal(clmodp_mmm_program_order(p, first, right), CLMODP_OK);
    assert_int_equal(clmodp_mmm_program_order(p, left, last), CLMODP_OK);
    assert_int_equal(clmodp_mmm_program_order(p, right, last), CLMODP_OK);
    m = measure(p);
    assert_near(m.work, 2 * 8 + 3 * 20 + 9 + 5 * 7 + 4);
    assert_near(m.span, 3 + 8 + 4);
    assert_near(m.overhead, (2 * 1 + 3 * 3 + 1 + 5 * 2) * machine.U);
    assert_near(m.N, 2 + 4 + 5 + 1);
    assert_near(m.L, 3);
    assert_near(m.K, 9);
    assert_near(m.C, 6 + 3 * machine.U);
    assert_near(clmodp_mmm_bound(&m, 2), (12 / 2.0 + 3) * 36);
    assert_near(clmodp_mmm_corollary(&m), (12 / 9.0 + 3) * 36);

    assert_int_equal(clmodp_mmm_kernel_measure(p, &m, left, &machine), CLMODP_OK);
    assert_near(m.work, 69);
    assert_near(m.span, 8);
    assert_near(m.overhead, 100);
    assert_near(m.N, 4);
    assert_near(m.L, 1);
    assert_near(m.K, 4);
    clmodp_mmm_program_destroy(p);
}

/* The time of a single block does not exceed the bound; with edges for vertices it would. */
static void one_block_takes_its_own_cost(void **state)
{
    clmodp_mmm_program *p = create();
    clmodp_mmm_measures m;

    (void)state;
    (void)add(p, (clmodp_mmm_blocks){.count = 1, .threads = 1, .work = 5, .span = 5, .read = 1});
    m = measure(p);
    for (double P = 1; P < 1e6; P *= 10)
        assert_true(clmodp_mmm_bound(&m, P) >= 5 + machine.U);
    clmodp_mmm_program_destroy(p);
}

static void programs_without_kernels(void **state)
{
    clmodp_mmm_program *p = create();
    clmodp_mmm_measures m = measure(p);

    (void)state;
    assert_near(m.work + m.span + m.overhead + m.N + m.L + m.K + m.C, 0);
    assert_near(clmodp_mmm_corollary(&m), 0);
    clmodp_mmm_program_destroy(p);
    clmodp_mmm_program_destroy(NULL);
}

/* Returns the time of a greedy schedule of thread-blocks on P multiprocessors; Theorem 1 bounds
 * it. */
static double greedy(const size_t *blocks, const double *cost, size_t kernels, size_t P)
{
    double time = 0;

    for (size_t k = 0; k < kernels; k++) /* a chain */
        time += ceil((double)blocks[k] / (double)P) * cost[k];
    return time;
}

static void schedules_keep_the_bound(void **state)
{
    enum { KERNELS = 12 };
    clm_random random = {4};

    (void)state;
    for (int trial = 0; trial < 200; trial++) {
        clmodp_mmm_program *p = create();
        size_t blocks[KERNELS];
        double cost[KERNELS];
        clmodp_mmm_measures m;

        for (size_t k = 0; k < KERNELS; k++) {
            const double span = 1 + (double)clm_random_below(&random, 50);
            const double words = (double)clm_random_below(&random, 5);

            blocks[k] = 1 + clm_random_below(&random, 40);
            cost[k] = span + words * machine.U;
            (void)add(p, (clmodp_mmm_blocks){.count = blocks[k], .threads = 3, .work = 2 * span,
                                             .span = span, .read = words});
            if (k > 0)
                assert_int_equal(clmodp_mmm_program_order(p, k - 1, k), CLMODP_OK);
        }
        m = measure(p);
        for (size_t P = 1; P < 50; P++)
            assert_true(greedy(blocks, cost, KERNELS, P) <= clmodp_mmm_bound(&m, (double)P));
        assert_true(greedy(blocks, cost, KERNELS, 1000) <= clmodp_mmm_corollary(&m));
        clmodp_mmm_program_destroy(p);
    }
}

static void assert_refused(const clmodp_mmm_program *p, clmodp_status st, const char *part)
{
    assert_int_equal(st, CLMODP_INVALID);
    if (strstr(clmodp_mmm_program_message(p), part) == NULL)
        fail_msg("\"%s\" does not say \"%s\"", clmodp_mmm_program_message(p), part);
}

static void circles_are_refused(void **state)
{
    clmodp_mmm_program *p = create();
    clmodp_mmm_measures m = {.work = 7};

    (void)state;
    for (int k = 0; k < 5; k++)
        (void)add(p, (clmodp_mmm_blocks){.count = 1, .threads = 1, .work = 1, .span = 1});
    assert_int_equal(clmodp_mmm_program_order(p, 0, 1), CLMODP_OK);
    assert_int_equal(clmodp_mmm_program_order(p, 1, 2), CLMODP_OK);
    assert_int_equal(clmodp_mmm_program_order(p, 2, 3), CLMODP_OK);
    assert_int_equal(clmodp_mmm_program_order(p, 3, 1), CLMODP_OK);
    assert_refused(p, clmodp_mmm_program_measure(p, &m, &machine), "3 of 5 kernels depend");
    assert_near(m.work, 7);
    clmodp_mmm_program_destroy(p);
}

static void wrong_programs_are_refused(void **state)
{
    clmodp_mmm_program *p = create();
    const clmodp_mmm_blocks good = {.count = 1, .threads = 101, .work = 2, .span = 2};
    clmodp_mmm_blocks b = good;
    clmodp_mmm_machine none = machine;
    clmodp_mmm_measures m;

    (void)state;
    assert_refused(p, clmodp_mmm_program_add(p, NULL, &b, 0), "count > 0");
    b.count = 0;
    assert_refused(p, clmodp_mmm_program_add(p, NULL, &b, 1), "1 or more");
    b = good;
    b.span = 3;
    assert_refused(p, clmodp_mmm_program_add(p, NULL, &b, 1), "busiest");
    b = good;
    b.work = NAN;
    assert_refused(p, clmodp_mmm_program_add(p, NULL, &b, 1), "finite");
    b = good;
    b.count = (UINT64_C(1) << 53) + 1;
    assert_int_equal(clmodp_mmm_program_add(p, NULL, &b, 1), CLMODP_LIMIT);
    assert_int_equal(clmodp_mmm_program_add(p, NULL, &good, 1), CLMODP_OK);
    assert_refused(p, clmodp_mmm_program_order(p, 0, 1), "expected two different kernels");
    assert_refused(p, clmodp_mmm_program_order(p, 0, 0), "expected two different kernels");
    assert_refused(p, clmodp_mmm_program_measure(p, &m, &machine), "does not fit");
    assert_refused(p, clmodp_mmm_kernel_measure(p, &m, 1, &machine), "no kernel 1 among 1");
    assert_refused(p, clmodp_mmm_program_measure(p, &m, NULL), "no machine");
    none.U = 0;
    assert_refused(p, clmodp_mmm_program_measure(p, &m, &none), "above 0");
    none = (clmodp_mmm_machine){.U = 1};
    assert_int_equal(clmodp_mmm_program_measure(p, &m, &none), CLMODP_OK);
    assert_string_equal(clmodp_mmm_program_message(p), "");
    assert_int_equal(clmodp_mmm_program_measure(NULL, &m, &none), CLMODP_INVALID);
    assert_int_equal(clmodp_mmm_program_create(NULL), CLMODP_INVALID);
    clmodp_mmm_program_destroy(p);
}

TESTS(
    cmocka_unit_test(diamonds),
    cmocka_unit_test(one_block_takes_its_own_cost),
    cmocka_unit_test(programs_without_kernels),
    cmocka_unit_test(schedules_keep_the_bound),
    cmocka_unit_test(circles_are_refused),
    cmocka_unit_test(wrong_programs_are_refused));
