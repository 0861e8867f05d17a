/* Tests of Brent's theorem against schedules, and of the steps of scans against executed scans. */
#include <clmodp/models.h>
#include <math.h>
#include <string.h>

#include "core/random.h"
#include "support/assertions.h"

static clmodp_brent_time predict(const clmodp_brent_steps *steps, size_t count, uint64_t p)
{
    clmodp_brent_time t;

    assert_int_equal(clmodp_brent_predict(&t, steps, count, p, NULL, 0), CLMODP_OK);
    return t;
}

/* Returns the time of a schedule in which processors take operations of a step in turns. */
static uint64_t schedule(const clmodp_brent_steps *steps, size_t count, uint64_t p)
{
    uint64_t time = 0;

    for (size_t k = 0; k < count; k++)
        for (uint64_t step = 0; step < steps[k].steps; step++)
            for (uint64_t left = steps[k].work; left > 0; left -= left < p ? left : p)
                time++;
    return time;
}

static void random_algorithms(void **state)
{
    enum { MOST = 12 };
    clm_random random = {9};

    (void)state;
    for (int trial = 0; trial < 300; trial++) {
        clmodp_brent_steps steps[MOST];
        const size_t count = clm_random_below(&random, MOST + 1);

        for (size_t k = 0; k < count; k++)
            steps[k] = (clmodp_brent_steps){1 + clm_random_below(&random, 60),
                                            clm_random_below(&random, 4)};
        for (uint64_t p = 1; p < 70; p++) {
            const clmodp_brent_time t = predict(steps, count, p);

            assert_true(t.time == schedule(steps, count, p));
            assert_true(t.time <= t.bound);
            assert_true(t.bound == t.work / p + t.depth);
        }
    }
}

/* If floor(W / p) is 0, the bound equals the time; with a ceiling it would be larger by one. */
static void the_bound_is_tight(void **state)
{
    const clmodp_brent_steps one = {.work = 1, .steps = 5}; /* work 5, depth 5 */

    (void)state;
    for (uint64_t p = 6; p < 10; p++) {
        assert_true(predict(&one, 1, p).time == 5);
        assert_true(predict(&one, 1, p).bound == 5);
    }
}

static size_t steps_of(clmodp_brent_steps *steps, clmodp_brent_scan scan, clmodp_mmm_forms forms,
                       uint64_t n, uint64_t f)
{
    size_t count = 0;
    char message[256];

    if (clmodp_brent_scan_steps(steps, &count, scan, forms, n, f, message, sizeof message) !=
        CLMODP_OK)
        fail_msg("%s", message);
    return count;
}

/* An executed scan: counts the operations of each step, and has the prefix sums for checks. */
typedef struct counted {
    uint64_t x[4096], n;
    uint64_t work[256];
    size_t steps;
} counted;

static void check_sums(const counted *c)
{
    for (uint64_t k = 0; k < c->n; k++)
        assert_true(c->x[k] == (k + 1) * (k + 2) / 2);
}

static void begin(counted *c, uint64_t n)
{
    memset(c, 0, sizeof *c);
    c->n = n;
    for (uint64_t k = 0; k < n; k++)
        c->x[k] = k + 1;
}

/* Computes exclusive sums of x[first], x[first + stride], ... by a tree [Blelloch 1990], and then
 * inclusive ones, not counted because exclusive sums do not need them. */
static void run_tree(counted *c, uint64_t first, uint64_t stride)
{
    const uint64_t leaves = c->n / stride;
    uint64_t own[4096];

    memcpy(own, c->x, sizeof own);
    for (uint64_t d = 1; d < leaves; d *= 2, c->steps++)
        for (uint64_t k = 2 * d - 1; k < leaves; k += 2 * d, c->work[c->steps]++)
            c->x[first + k * stride] += c->x[first + (k - d) * stride];
    c->x[c->n - 1] = 0;
    for (uint64_t d = leaves / 2; d >= 1; d /= 2, c->steps++)
        for (uint64_t k = 2 * d - 1; k < leaves; k += 2 * d, c->work[c->steps]++) {
            const uint64_t left = c->x[first + (k - d) * stride];

            c->x[first + (k - d) * stride] = c->x[first + k * stride];
            c->x[first + k * stride] += left;
        }
    for (uint64_t k = first; k < c->n; k += stride)
        c->x[k] += own[k];
}

static void assert_steps(const counted *c, const clmodp_brent_steps *steps, size_t count)
{
    size_t step = 0;

    for (size_t k = 0; k < count; k++)
        for (uint64_t i = 0; i < steps[k].steps; i++)
            assert_true(step < c->steps && c->work[step++] == steps[k].work);
    assert_true(step == c->steps);
}

static void trees(void **state)
{
    static counted c;
    clmodp_brent_steps steps[CLMODP_BRENT_MOST_STEPS];

    (void)state;
    for (uint64_t n = 2, lg = 1; n <= 4096; n *= 2, lg++) {
        const size_t count = steps_of(steps, CLMODP_BRENT_TREE, CLMODP_MMM_PRINTED, n, 0);
        const clmodp_brent_time t = predict(steps, count, 1);

        begin(&c, n);
        run_tree(&c, 0, 1);
        check_sums(&c);
        assert_steps(&c, steps, count);
        assert_true(t.work == 2 * (n - 1) && t.depth == 2 * lg);
    }
}

static void doubling(void **state)
{
    static counted c;
    clmodp_brent_steps steps[CLMODP_BRENT_MOST_STEPS];

    (void)state;
    for (uint64_t n = 1, lg = 0; n <= 4096; n *= 2, lg++) {
        const size_t count = steps_of(steps, CLMODP_BRENT_DOUBLING, CLMODP_MMM_PRINTED, n, 0);
        const clmodp_brent_time t = predict(steps, count, 1);

        begin(&c, n);
        for (uint64_t d = 1; d < n; d *= 2, c.steps++)
            for (uint64_t k = n; k-- > d; c.work[c.steps]++)
                c.x[k] += c.x[k - d];
        check_sums(&c);
        assert_steps(&c, steps, count);
        assert_true(t.work == n * lg - n + 1 && t.depth == lg);
    }
}

/* The printed formulas, W = n (1 + 2 / f) and D = 2 lg(n / f) + f, leave out the steps that add
 * sums to the elements of runs; an executed scan has these steps. */
static void runs(void **state)
{
    static counted c;
    clmodp_brent_steps steps[CLMODP_BRENT_MOST_STEPS];

    (void)state;
    for (uint64_t f = 1, lg_f = 0; f <= 32; f *= 2, lg_f++)
        for (uint64_t n = 2 * f, lg = lg_f + 1; n <= 4096; n *= 2, lg++) {
            size_t count = steps_of(steps, CLMODP_BRENT_RUNS, CLMODP_MMM_PRINTED, n, f);
            clmodp_brent_time t = predict(steps, count, 1);

            assert_true(t.work == n + 2 * (n / f - 1));
            assert_true(t.depth == 2 * (lg - lg_f) + f);
            count = steps_of(steps, CLMODP_BRENT_RUNS, CLMODP_MMM_CORRECTED, n, f);
            begin(&c, n);
            for (uint64_t i = 1; i < f; i++, c.steps++)
                for (uint64_t run = 0; run < n; run += f, c.work[c.steps]++)
                    c.x[run + i] += c.x[run + i - 1];
            run_tree(&c, f - 1, f);
            for (uint64_t i = 0; i + 1 < f; i++, c.steps++)
                for (uint64_t run = 0; run < n; run += f, c.work[c.steps]++)
                    c.x[run + i] += run > 0 ? c.x[run - 1] : 0;
            check_sums(&c);
            assert_steps(&c, steps, count);
        }
}

/* With f = 2 there is no gain; for larger f the speed-up tends to 2 f / (f + 2). */
static void claims_of_runs(void **state)
{
    clmodp_brent_steps steps[CLMODP_BRENT_MOST_STEPS];
    const uint64_t n = UINT64_C(1) << 40;
    size_t count = steps_of(steps, CLMODP_BRENT_TREE, CLMODP_MMM_PRINTED, n, 0);
    const clmodp_brent_time plain = predict(steps, count, 1000);

    (void)state;
    for (uint64_t f = 2; f <= 64; f *= 2) {
        double gain;
        clmodp_brent_time t;

        count = steps_of(steps, CLMODP_BRENT_RUNS, CLMODP_MMM_PRINTED, n, f);
        t = predict(steps, count, 1000);
        gain = (double)plain.bound / (double)t.bound;
        assert_true(fabs(gain - 2.0 * (double)f / (double)(f + 2)) < 1e-6);
    }
}

/* Up to W / D processors reach at least half of the ideal speed-up. The speed-up of an algorithm
 * that is not work-efficient falls with n. */
static void speed_ups(void **state)
{
    clmodp_brent_steps steps[CLMODP_BRENT_MOST_STEPS];
    double before = INFINITY;

    (void)state;
    for (uint64_t n = 1024; n <= UINT64_C(1) << 50; n *= 1024) {
        size_t count = steps_of(steps, CLMODP_BRENT_TREE, CLMODP_MMM_PRINTED, n, 0);
        clmodp_brent_time t = predict(steps, count, 1);
        const double p = clmodp_brent_processors(&t);
        double speed_up;

        assert_true(fabs(clmodp_brent_speedup((double)t.work, &t, p) / p - 0.5) < 1e-12);
        count = steps_of(steps, CLMODP_BRENT_DOUBLING, CLMODP_MMM_PRINTED, n, 0);
        t = predict(steps, count, 1);
        speed_up = clmodp_brent_speedup((double)n, &t, 100);
        assert_true(speed_up < before);
        before = speed_up;
    }
    assert_true(clmodp_brent_processors(&(clmodp_brent_time){0}) == 0);
}

static void wrong_questions_are_refused(void **state)
{
    clmodp_brent_steps steps[CLMODP_BRENT_MOST_STEPS] = {{1, UINT64_MAX}, {0, 1}};
    clmodp_brent_time t = {.work = 4};
    char message[256];
    size_t count;

    (void)state;
    assert_int_equal(clmodp_brent_predict(&t, steps, 1, 1, message, sizeof message),
                     CLMODP_LIMIT);
    assert_non_null(strstr(message, "2^63"));
    assert_int_equal(clmodp_brent_predict(&t, steps, 1, 0, message, sizeof message),
                     CLMODP_INVALID);
    assert_non_null(strstr(message, "no processors"));
    steps[0].steps = 1;
    assert_int_equal(clmodp_brent_predict(&t, steps, 2, 1, message, sizeof message),
                     CLMODP_INVALID);
    assert_non_null(strstr(message, "class 1"));
    assert_true(t.work == 4);
    assert_int_equal(clmodp_brent_scan_steps(steps, &count, CLMODP_BRENT_TREE, CLMODP_MMM_PRINTED,
                                             12, 0, message, sizeof message), CLMODP_INVALID);
    assert_non_null(strstr(message, "power of two"));
    assert_int_equal(clmodp_brent_scan_steps(steps, &count, CLMODP_BRENT_RUNS, CLMODP_MMM_PRINTED,
                                             16, 16, message, sizeof message), CLMODP_INVALID);
    assert_non_null(strstr(message, "up to n / 2"));
}

/* The maximum number of steps of a scan fits the array. */
static void long_scans(void **state)
{
    clmodp_brent_steps steps[CLMODP_BRENT_MOST_STEPS];
    const uint64_t n = UINT64_C(1) << 61;

    (void)state;
    assert_true(steps_of(steps, CLMODP_BRENT_TREE, CLMODP_MMM_PRINTED, n, 0) == 122);
    assert_true(steps_of(steps, CLMODP_BRENT_RUNS, CLMODP_MMM_CORRECTED, n, 2) == 122);
    assert_true(steps_of(steps, CLMODP_BRENT_DOUBLING, CLMODP_MMM_PRINTED, n, 0) == 61);
}

TESTS(
    cmocka_unit_test(random_algorithms),
    cmocka_unit_test(the_bound_is_tight),
    cmocka_unit_test(trees),
    cmocka_unit_test(doubling),
    cmocka_unit_test(runs),
    cmocka_unit_test(claims_of_runs),
    cmocka_unit_test(speed_ups),
    cmocka_unit_test(wrong_questions_are_refused),
    cmocka_unit_test(long_scans));
