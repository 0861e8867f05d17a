/* Tests of equations (5) to (15) against ratios of the closed forms, and against the statements of
 * the paper. */
#include <clmodp/models.h>
#include <math.h>
#include <string.h>

#include "support/assertions.h"

static void assert_near(double found, double expected, double error)
{
    if (!(fabs(found - expected) <= error * fabs(expected)))
        fail_msg("%.15g, expected %.15g", found, expected);
}

static double equation(unsigned number, clmodp_mmm_question q)
{
    char message[256];
    double value;

    if (clmodp_mmm_equation(&value, number, &q, message, sizeof message) != CLMODP_OK)
        fail_msg("%s", message);
    return value;
}

/* Ratios of naive to optimised: work, overhead and Corollary 1's bound. */
typedef struct ratios {
    double work, overhead, time;
} ratios;

static ratios compare(clmodp_mmm_question q, double naive_l)
{
    clmodp_mmm_question first = q;
    clmodp_mmm_measures a, b;

    first.naive = 1;
    first.l = naive_l;
    assert_int_equal(clmodp_mmm_predict(&a, &first, NULL, 0), CLMODP_OK);
    assert_int_equal(clmodp_mmm_predict(&b, &q, NULL, 0), CLMODP_OK);
    return (ratios){a.work / b.work, a.overhead / b.overhead,
                    clmodp_mmm_corollary(&a) / clmodp_mmm_corollary(&b)};
}

/* l = Z / 2 and s = Z / 7 fill the local memory. */
static void divisions(void **state)
{
    (void)state;
    for (double Z = 7; Z < 1e6; Z *= 7)
        for (double U = 2; U < 1000; U *= 5) {
            clmodp_mmm_question q = {CLMODP_MMM_DIVISION, .n = 1e6, .m = 3e5, .s = Z / 7,
                                     .machine = {U, Z}};
            ratios r = compare(q, Z / 2);

            assert_near(equation(5, q), r.work, 1e-12);
            assert_near(equation(6, q), r.overhead, 1e-12);
            assert_near(equation(7, q), r.time, 1e-12);
            assert_int_equal(r.time > 1,
                             Z > clmodp_mmm_crossing(CLMODP_MMM_DIVISION, CLMODP_MMM_PRINTED));
            q.forms = CLMODP_MMM_CORRECTED;
            r = compare(q, Z / 2);
            assert_near(r.work, 4 * (Z + 1) / (5 * Z + 7), 1e-12);
            assert_int_equal(r.time > 1,
                             Z > clmodp_mmm_crossing(CLMODP_MMM_DIVISION, CLMODP_MMM_CORRECTED));
        }
    assert_near(clmodp_mmm_crossing(CLMODP_MMM_DIVISION, CLMODP_MMM_PRINTED), 12.6, 1e-15);
    assert_near(clmodp_mmm_crossing(CLMODP_MMM_DIVISION, CLMODP_MMM_CORRECTED), 5.6, 1e-15);
}

/* (8) follows from the corrected work, not from the printed one. */
static void radix_sorts(void **state)
{
    (void)state;
    for (double l = 16; l <= 1024; l *= 4)
        for (double s = 2; s <= 8; s *= 2) {
            clmodp_mmm_question q = {CLMODP_MMM_RADIX_SORT, .n = 1e15, .s = s, .l = l,
                                     .bits = 32, .machine = {.U = 20}};
            const double printed = compare(q, l).work, lg = log2(l);
            double ours;

            assert_near(equation(9, q), compare(q, l).overhead, 1e-9);
            assert_near(compare(q, l).time,
                        (14 * l + 2) * (53 + 8 * lg + 9 * 20) * s /
                        ((14 * l + exp2(s)) * (41 * s + 8 * s * lg + 12 + 9 * 20)), 1e-12);
            q.forms = CLMODP_MMM_CORRECTED;
            ours = compare(q, l).work;
            assert_near(equation(8, q), ours, 1e-9);
            assert_true(fabs(printed - ours) > 1e-3);
        }
}

/* (10) is above 1 for l < 2^(15.75 U). */
static void leading_terms_of_sorts(void **state)
{
    (void)state;
    for (double U = 1; U < 10; U++)
        for (int above = 0; above < 2; above++) {
            const clmodp_mmm_question q = {CLMODP_MMM_RADIX_SORT,
                                           .l = exp2(15.75 * U * (above ? 1.001 : 0.999)),
                                           .machine = {.U = U}};

            assert_int_equal(equation(10, q) < 1, above);
        }
}

static void multiplications(void **state)
{
    clmodp_mmm_question q = {CLMODP_MMM_MULTIPLICATION, .machine = {.U = 15}, .l = 64};

    (void)state;
    for (double n = 64; n < 1e7; n *= 8)
        for (q.s = 2; q.s <= 32; q.s *= 2) {
            q.n = n;
            q.m = n;
            assert_near(equation(11, q), compare(q, 64).overhead, 1e-12);
            assert_near(equation(12, q), compare(q, 64).time, 1e-12);
        }
    /* (11) tends to s according to the paper, but actually to 7 s^2 / (5 s + 2), nearly 1.4 s */
    q.n = 1e12;
    for (q.s = 64; q.s <= 1024; q.s *= 2)
        assert_near(equation(11, q), 1.4 * q.s, 0.01);
}

/* l = Z / 2 and s = Z / 6. */
static void gcds(void **state)
{
    (void)state;
    for (double Z = 6; Z < 1e5; Z *= 2)
        for (double U = 2; U < 1000; U *= 5)
            for (double n = 100; n < 1e12; n *= 100) {
                clmodp_mmm_question q = {CLMODP_MMM_GCD, .n = n, .m = n, .s = Z / 6,
                                         .machine = {U, Z}};
                ratios r;

                if (q.s > n) /* less than a block */
                    continue;
                r = compare(q, Z / 2);
                assert_near(equation(13, q), r.overhead, 1e-12);
                assert_near(equation(14, q), r.time, 1e-12);
                if (n < 1e10)
                    continue;
                assert_near(equation(15, q), r.time, 1e-4);
                assert_near(r.work, 8 * (Z + 1) / (3 * (9 * Z + 52)), 1e-4);
                assert_int_equal(equation(15, q) > 1,
                                 Z > clmodp_mmm_crossing(CLMODP_MMM_GCD, CLMODP_MMM_PRINTED));
                q.forms = CLMODP_MMM_CORRECTED;
                assert_int_equal(compare(q, Z / 2).time > 1,
                                 Z > clmodp_mmm_crossing(CLMODP_MMM_GCD, CLMODP_MMM_CORRECTED));
            }
    assert_near(clmodp_mmm_crossing(CLMODP_MMM_GCD, CLMODP_MMM_PRINTED), 9.6, 1e-15);
    assert_near(clmodp_mmm_crossing(CLMODP_MMM_GCD, CLMODP_MMM_CORRECTED), 4.8, 1e-15);
}

static void wrong_questions_are_refused(void **state)
{
    clmodp_mmm_question q = {CLMODP_MMM_DIVISION, .machine = {.U = 3}};
    char message[256];
    double value = 5;

    (void)state;
    assert_int_equal(clmodp_mmm_equation(&value, 8, &q, message, sizeof message), CLMODP_INVALID);
    assert_non_null(strstr(message, "division has (5) to (7)"));
    assert_int_equal(clmodp_mmm_equation(&value, 4, &q, NULL, 0), CLMODP_INVALID);
    assert_int_equal(clmodp_mmm_equation(&value, 16, &q, NULL, 0), CLMODP_INVALID);
    assert_int_equal(clmodp_mmm_equation(&value, 7, &q, message, sizeof message), CLMODP_INVALID);
    assert_non_null(strstr(message, "depends on Z"));
    q = (clmodp_mmm_question){CLMODP_MMM_MULTIPLICATION, .n = 8, .s = 16};
    assert_int_equal(clmodp_mmm_equation(&value, 11, &q, message, sizeof message), CLMODP_INVALID);
    assert_non_null(strstr(message, "n = 8 at most"));
    q = (clmodp_mmm_question){CLMODP_MMM_RADIX_SORT, .s = 4, .l = 1e300};
    assert_int_equal(clmodp_mmm_equation(&value, 8, &q, message, sizeof message), CLMODP_INVALID);
    assert_non_null(strstr(message, "has no value there"));
    assert_true(value == 5);
    assert_true(clmodp_mmm_crossing(CLMODP_MMM_RADIX_SORT, CLMODP_MMM_PRINTED) == 0);
}

TESTS(
    cmocka_unit_test(divisions),
    cmocka_unit_test(radix_sorts),
    cmocka_unit_test(leading_terms_of_sorts),
    cmocka_unit_test(multiplications),
    cmocka_unit_test(gcds),
    cmocka_unit_test(wrong_questions_are_refused));
