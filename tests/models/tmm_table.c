/* Tests of Table II of the threaded many-core memory model against the formulas it refines. */
#include <clmodp/models.h>
#include <math.h>
#include <string.h>

#include "support/assertions.h"

static const clmodp_tmm_machine gtx = {.L = 100, .C = 32, .P = 512, .X = 48, .Z = 12288};

static void assert_near(double found, double expected)
{
    if (!(fabs(found - expected) <= 1e-12 * fabs(expected)))
        fail_msg("%.15g, expected %.15g", found, expected);
}

static clmodp_tmm_time predict(const clmodp_tmm_question *q)
{
    clmodp_tmm_time t;
    char message[256];

    if (clmodp_tmm_predict(&t, q, message, sizeof message) != CLMODP_OK)
        fail_msg("%s", message);
    return t;
}

/* Returns the largest of four terms, as in (3), (4), (6), (9) and (10). */
static double most(double a, double b, double c, double d)
{
    return fmax(fmax(a, b), fmax(c, d));
}

static void refined_formulas(void **state)
{
    const double L = gtx.L, C = gtx.C, XP = gtx.X * gtx.P, P = gtx.P, Z = gtx.Z, k = 20, m = 1e7;
    const double lg_m = log2(m);

    (void)state;
    for (double n = 4; n < 1e9; n *= 1.7) {
        const double lg_n = log2(n), levels = n > 2 * Z ? log2(n / Z) : 1;
        clmodp_tmm_question q = {.n = n, .m = m, .k = k, .machine = gtx,
                                 .algorithm = CLMODP_TMM_SUFFIX_TREE};

        assert_near(predict(&q).time, most(n * k / P, k, k * L, n * k * L / XP));
        q.algorithm = CLMODP_TMM_SUFFIX_ARRAY;
        assert_near(predict(&q).time, most(n * k * lg_m / P, k * lg_m, k * lg_m * L / C,
                                           n * k * lg_m * L / (C * XP)));
        q.algorithm = CLMODP_TMM_FFT;
        assert_near(predict(&q).time, most(n * lg_n / P, lg_n, lg_n * L / C,
                                           n * lg_n * L / (C * XP)));
        q.algorithm = CLMODP_TMM_LIST_RANKING;
        assert_near(predict(&q).time, most(n * lg_n / P, lg_n, lg_n * L, n * lg_n * L / XP));
        q.algorithm = CLMODP_TMM_MERGE_SORT;
        q.forms = CLMODP_MMM_CORRECTED; /* the span of section V.B, unlike the table's */
        assert_near(predict(&q).time, most(n * log2(Z) * levels / P, lg_n * levels, levels * L / C,
                                           n * levels * L / (C * XP)));
        q.forms = CLMODP_MMM_PRINTED;
        assert_near(predict(&q).amounts.T_inf, log2(Z) * levels);
        q.algorithm = CLMODP_TMM_BLOCKED_MERGE;
        assert_near(predict(&q).amounts.T1, n * log2(Z) + n / Z * lg_n);
        assert_near(predict(&q).amounts.M, n / C + n / Z * lg_n);
    }
}

static void other_rows(void **state)
{
    const double n = 1 << 20, m = 1 << 22, lg_n = 20, C = gtx.C, levels = log2(n / gtx.Z);
    const struct {
        clmodp_tmm_algorithm algorithm;
        double T1, T_inf, M;
    } rows[] = {
        {CLMODP_TMM_REDUCE, n, lg_n, n / C},
        {CLMODP_TMM_SCAN, n, lg_n, n / C},
        {CLMODP_TMM_MERGE, n * log2(gtx.Z), log2(gtx.Z), n / C},
        {CLMODP_TMM_ODD_EVEN_SORT, n * lg_n * lg_n, lg_n * lg_n, n / C * levels},
        {CLMODP_TMM_CONNECTED_COMPONENTS, (m + n) * lg_n, lg_n * lg_n, (m + n) / C * lg_n},
        {CLMODP_TMM_SPANNING_TREE, m * lg_n, lg_n, m * lg_n},
        {CLMODP_TMM_ALL_PAIRS, n * n * n * lg_n, n * lg_n, n * n * n * lg_n / (sqrt(gtx.Z) * C)},
    };

    (void)state;
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
        const clmodp_tmm_question q = {.algorithm = rows[k].algorithm, .n = n, .m = m,
                                       .machine = gtx};
        const clmodp_tmm_time t = predict(&q);

        assert_near(t.amounts.T1, rows[k].T1);
        assert_near(t.amounts.T_inf, rows[k].T_inf);
        assert_near(t.amounts.M, rows[k].M);
        assert_int_equal(clmodp_tmm_refined(rows[k].algorithm), 0);
    }
}

/* Compare-exchanges of an odd-even merge sort network over distances of at least a block: the
 * rounds that use slow memory. */
static void odd_even_sorts_have_a_square(void **state)
{
    const double Z = 64;

    (void)state;
    for (double n = 4 * Z; n <= 1024 * Z; n *= 2) {
        clmodp_tmm_question q = {.algorithm = CLMODP_TMM_ODD_EVEN_SORT, .n = n, .machine = gtx,
                                 .forms = CLMODP_MMM_CORRECTED};
        double rounds = 0, ratio;

        q.machine.Z = Z;
        for (double length = 2 * Z; length <= n; length *= 2)
            for (double distance = length / 2; distance >= Z; distance /= 2)
                rounds++;
        ratio = predict(&q).amounts.M / (n / gtx.C * rounds);
        assert_true(ratio >= 1.0 && ratio <= 2.0);
    }
}

/* Section III.C: times are flat in n, then linear; the array bends first if L / C < X < L, and at
 * the same size if X <= L / C. */
static void string_matching_bends(void **state)
{
    clmodp_tmm_change tree[8], array[8];
    clmodp_tmm_question q = {.algorithm = CLMODP_TMM_SUFFIX_TREE, .n = 1, .m = 1e7, .k = 20,
                             .machine = gtx};
    size_t trees, arrays;

    (void)state;
    assert_int_equal(clmodp_tmm_changes(tree, &trees, &q, 1e9, NULL, 0), CLMODP_OK);
    q.algorithm = CLMODP_TMM_SUFFIX_ARRAY;
    assert_int_equal(clmodp_tmm_changes(array, &arrays, &q, 1e9, NULL, 0), CLMODP_OK);
    assert_int_equal(trees, 1);
    assert_int_equal(tree[0].before, CLMODP_TMM_LATENCY);
    assert_int_equal(tree[0].after, CLMODP_TMM_ACCESSES);
    assert_true(fabs(tree[0].n / (gtx.X * gtx.P) - 1) < 1e-9);
    assert_int_equal(arrays, 1);
    assert_int_equal(array[0].after, CLMODP_TMM_WORK);
    assert_true(fabs(array[0].n / (gtx.P * gtx.L / gtx.C) - 1) < 1e-9);
    assert_true(array[0].n < tree[0].n);

    q.machine.X = 2; /* below L / C */
    assert_int_equal(clmodp_tmm_changes(array, &arrays, &q, 1e9, NULL, 0), CLMODP_OK);
    q.algorithm = CLMODP_TMM_SUFFIX_TREE;
    assert_int_equal(clmodp_tmm_changes(tree, &trees, &q, 1e9, NULL, 0), CLMODP_OK);
    assert_int_equal(trees + arrays, 2);
    assert_near(tree[0].n, array[0].n);
}

/* (12): speed-ups of all-pairs shortest paths grow with T to a knee at L / (sqrt(Z) C). */
static void speed_up_of_all_pairs(void **state)
{
    clmodp_tmm_question q = {.algorithm = CLMODP_TMM_ALL_PAIRS, .n = 4096, .machine = gtx};

    (void)state;
    q.machine.L = 1e5;
    for (q.T = 1; q.T <= gtx.X; q.T++) {
        const clmodp_tmm_time t = predict(&q);

        assert_near(t.amounts.T1 / t.time,
                    fmin(fmin(gtx.P, q.n * q.n),
                         sqrt(gtx.Z) * gtx.C * q.T / q.machine.L * gtx.P));
    }
}

static void names(void **state)
{
    (void)state;
    for (int k = 0; k < CLMODP_TMM_ALGORITHMS; k++) {
        assert_non_null(clmodp_tmm_name((clmodp_tmm_algorithm)k));
        for (int i = 0; i < k; i++)
            assert_string_not_equal(clmodp_tmm_name((clmodp_tmm_algorithm)k),
                                    clmodp_tmm_name((clmodp_tmm_algorithm)i));
    }
    assert_null(clmodp_tmm_name(CLMODP_TMM_ALGORITHMS));
}

static void assert_refused(clmodp_tmm_question q, const char *part)
{
    clmodp_tmm_time t = {.time = 3};
    char message[512];

    assert_int_equal(clmodp_tmm_predict(&t, &q, message, sizeof message), CLMODP_INVALID);
    if (strstr(message, part) == NULL)
        fail_msg("\"%s\" does not say \"%s\"", message, part);
    assert_true(t.time == 3);
}

static void wrong_questions_are_refused(void **state)
{
    const clmodp_tmm_question good = {.algorithm = CLMODP_TMM_SUFFIX_ARRAY, .n = 10, .m = 10,
                                      .k = 2, .machine = gtx};
    clmodp_tmm_question q = good;

    (void)state;
    (void)predict(&q);
    q.n = 0;
    assert_refused(q, "n = 0");
    q = good;
    q.m = INFINITY;
    assert_refused(q, "suffix-array has a size m");
    q = good;
    q.k = 0;
    assert_refused(q, "length k");
    q = good;
    q.T = 49;
    assert_refused(q, "up to X = 48");
    q = good;
    q.machine.P = 0;
    assert_refused(q, "P = 0");
    q = good;
    q.machine.Z = 0;
    assert_refused(q, "Z = 0");
    q = good;
    q.algorithm = CLMODP_TMM_ALGORITHMS;
    assert_refused(q, "CLMODP_TMM_ALGORITHMS");
}

TESTS(
    cmocka_unit_test(refined_formulas),
    cmocka_unit_test(other_rows),
    cmocka_unit_test(odd_even_sorts_have_a_square),
    cmocka_unit_test(string_matching_bends),
    cmocka_unit_test(speed_up_of_all_pairs),
    cmocka_unit_test(names),
    cmocka_unit_test(wrong_questions_are_refused));
