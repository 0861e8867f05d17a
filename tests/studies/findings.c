/* Tests of knees, slopes, winners and bends found in known curves. */
#include "lab/studies/sweep.h"

#include <math.h>

#include "support/assertions.h"

#define SIZES 4
#define THREADS 7

/* Sets predictions of n / min(T, 16) for form 0, and a third of this times n^(1/2) for form 1.
 * Measurements have a knee at 10, grow as n^1.1, and are twice as long for form 1. */
static void set(study_result *r, study_point *points)
{
    *r = (study_result){.points = points};
    for (size_t form = 0; form < 2; form++)
        for (size_t n = 1024; n < 1024 << SIZES; n *= 2)
            for (uint32_t T = 1; T < 1u << THREADS; T *= 2) {
                study_point *p = &points[r->count++];
                const double x = (double)n;

                *p = (study_point){.question = {.form = form, .n = n, .T = T}};
                p->predicted = x / fmin(T, 16) * (form == 0 ? 1 : sqrt(x) / 3);
                p->measured = pow(x, 1.1) / fmin(T, 10) * (form == 0 ? 1 : 2);
            }
}

static void near(double found, double expected)
{
    assert_true(fabs(found - expected) < 1e-9 * expected);
}

static void curves_are_read(void **state)
{
    static const study_claim claims[] = {
        {STUDY_KNEE, 0, 0}, {STUDY_SLOPE, 0, 0}, {STUDY_SLOPE, 1, 0}, {STUDY_WINNER, 0, 0}};
    const study of = {.claims = claims, .claim_count = 4};
    study_point points[2 * SIZES * THREADS];
    study_result r;

    (void)state;
    set(&r, points);
    study_find(&r, &of);
    assert_int_equal(r.finding_count, 4);
    near(r.findings[0].predicted, 16);
    near(r.findings[0].measured, 10);
    assert_true(r.findings[0].holds);
    near(r.findings[1].predicted, 1);
    near(r.findings[1].measured, 1.1);
    assert_true(r.findings[1].holds);
    near(r.findings[2].predicted, 1.5);
    assert_false(r.findings[2].holds);
    near(r.findings[3].measured, 0.5);
    assert_true(r.findings[3].predicted < 1 && r.findings[3].holds);
}

/* If the largest n has no point with T = 1, the knee of a smaller n is taken. */
static void missing_points(void **state)
{
    static const study_claim claims[] = {{STUDY_KNEE, 0, 0}, {STUDY_SLOPE, 0, 0}};
    const study of = {.claims = claims, .claim_count = 2};
    study_point points[2 * SIZES * THREADS];
    study_result r;
    size_t left = 0;

    (void)state;
    set(&r, points);
    for (size_t k = 0; k < r.count; k++)
        if (points[k].question.n <= 2048 || points[k].question.T > 1)
            points[left++] = points[k];
    r.count = left;
    study_find(&r, &of);
    near(r.findings[0].measured, 10);
    assert_true(r.findings[0].known && r.findings[1].known);

    r.count = 1;
    study_find(&r, &of);
    assert_false(r.findings[1].known || r.findings[1].holds);
}

/* Form 0 is predicted to take max(24, n), and takes max(40, n); form 1 is linear from the first n
 * on, but predicted to be flat up to the last. Fewer threads are ignored. */
static void bends(void **state)
{
    static const study_claim claims[] = {{STUDY_BEND, 0, 0}, {STUDY_BEND, 1, 0}};
    const study of = {.claims = claims, .claim_count = 2};
    study_point points[2 * 2 * 10];
    study_result r = {.points = points};

    (void)state;
    for (size_t form = 0; form < 2; form++)
        for (size_t n = 2; n <= 1024; n *= 2)
            for (uint32_t T = 32; T <= 64; T *= 2) {
                study_point *p = &points[r.count++];
                const double x = (double)n;

                *p = (study_point){.question = {.form = form, .n = n, .T = T}};
                p->predicted = (form == 0 ? fmax(24, x) : 7) * 64 / T;
                p->measured = (form == 0 ? fmax(40, x) : x) * 64 / T;
            }
    study_find(&r, &of);
    near(r.findings[0].predicted, 24);
    near(r.findings[0].measured, 40);
    assert_true(r.findings[0].known && r.findings[0].holds);
    near(r.findings[1].predicted, 1024);
    near(r.findings[1].measured, 2);
    assert_true(r.findings[1].known);
    assert_false(r.findings[1].holds);

    r.count = 2; /* only one n */
    study_find(&r, &of);
    assert_false(r.findings[0].known || r.findings[0].holds);
}

TESTS(
    cmocka_unit_test(curves_are_read),
    cmocka_unit_test(missing_points),
    cmocka_unit_test(bends));
