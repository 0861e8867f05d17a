/* Tests that changed bytes of plans and images, missing images and images of other plans are
 * detected. */
#include <string.h>

#include "opencl/context.h"
#include "distributed/bytes.h"
#include "support/context.h"
#include "support/planned.h"
#include "support/polynomials.h"
#include "support/small.h"

enum { CHANGES = 500 };

/* Offset of the number of cosets in a plan: after the magic text, the version, the operation, k,
 * the number of subresultants, whether they are principal coefficients,
 * the seed, the method, the residues, the greatest result, and the numbers of primes of a unit, of
 * primes and of points. */
enum { COSETS_AT = 8 + 4 + 1 + 4 + 4 + 1 + 8 + 1 + 1 + 8 + 8 + 8 + 8 };

/* Replaces the digest by that of the changed bytes. */
static void forge(unsigned char *bytes, size_t size)
{
    clm_digest(bytes + size - CLMODP_PLAN_DIGEST, bytes, size - CLMODP_PLAN_DIGEST);
}

/* Changes any byte in any way. A change must be detected or, if `forged` has corrected the
 * checksum, must not crash. */
static void change_plan(clmodp_context *context, const job *j, bool forged)
{
    clm_random random = {1 + forged};
    size_t size;
    unsigned char *bytes = written_plan(j->plan, &size);

    for (unsigned turn = 0; turn < random_cases(CHANGES); turn++) {
        const size_t k = clm_random_below(&random, size);
        const unsigned char change = (unsigned char)(1 + clm_random_below(&random, 255));
        const size_t left = turn % 10 == 9 ? k : size;
        clmodp_plan *plan;
        clmodp_status st;

        bytes[k] ^= change;
        if (forged && left > CLMODP_PLAN_DIGEST)
            forge(bytes, left);
        st = clmodp_plan_read(context, &plan, bytes, left);
        if (!forged && (st != CLMODP_DAMAGED || *clmodp_context_message(context) == '\0'))
            fail_msg("byte %zu ^ %d of a plan: status %d", k, change, st);
        assert_true((st == CLMODP_OK) == (plan != NULL));
        clmodp_plan_destroy(plan);
        bytes[k] ^= change;
        clmodp_plan_write(j->plan, bytes);
    }
    free(bytes);
}

/* Forged images have wrong or invalid residues: results are wrong, and rejected. */
static void change_images(clmodp_context *context, const job *j, clmodp_images **all,
                          bool forged)
{
    clm_random random = {3 + forged};
    size_t size;
    unsigned char *bytes = written_images(all[0], &size);
    clmodp_images *right = all[0];
    clmodp_zx *r = zx_new();
    unsigned wrong = 0;

    for (unsigned turn = 0; turn < random_cases(CHANGES); turn++) {
        const size_t k = clm_random_below(&random, size);
        const unsigned char change = (unsigned char)(1 + clm_random_below(&random, 255));
        const size_t left = turn % 10 == 9 ? k : size;
        clmodp_status st;

        bytes[k] ^= change;
        if (forged && left > CLMODP_PLAN_DIGEST)
            forge(bytes, left);
        st = clmodp_images_read(context, &all[0], j->plan, bytes, left);
        if (!forged && (st != CLMODP_DAMAGED || *clmodp_context_message(context) == '\0'))
            fail_msg("byte %zu ^ %d of images: status %d", k, change, st);
        if (st == CLMODP_OK) {
            st = clmodp_plan_finish(context, r, NULL, NULL, j->plan,
                                    (const clmodp_images *const *)all, (size_t)j->info.units);
            assert_true(st == CLMODP_CORRUPT ||
                        (st == CLMODP_OK && clmodp_zx_equal(r, j->w.expected)) ||
                        (st == CLMODP_INVALID && clmodp_images_unit(all[0]) != 0));
            wrong += st == CLMODP_CORRUPT;
        }
        clmodp_images_destroy(all[0]);
        clmodp_images_write(right, bytes);
    }
    assert_true(!forged || wrong > 0);
    all[0] = right;
    clmodp_zx_destroy(r);
    free(bytes);
}

/* Opens a context with little memory, since some forged exponents are large. */
static clmodp_context *open_small(void)
{
    const clmodp_context_options small = {.size = sizeof small, .max_memory = 64 << 20};

    return context_open(&small);
}

static void changes_are_noticed(void **state)
{
    clmodp_context *context = open_small();
    clmodp_images *images[MOST_UNITS];
    job j;

    (void)state;
    job_begin(&j, context, random_dense(2, 3, 30, 1), random_dense(3, 2, 30, 2),
              CLMODP_OPERATION_RESULTANT, CLMODP_ENGINE_HOST, 2);
    for (uint64_t unit = 0; unit < j.info.units; unit++)
        images[unit] = images_sent(context, j.plan, j.plan, unit);
    assert_true(j.info.units > 1);
    for (int forged = 0; forged < 2; forged++) {
        change_plan(context, &j, forged);
        change_images(context, &j, images, forged);
    }
    free_images(images, (size_t)j.info.units);
    job_end(&j);
    clmodp_context_destroy(context);
}

static clmodp_status finish(clmodp_context *context, const job *j, clmodp_zx *r,
                            clmodp_images **images, size_t count)
{
    return clmodp_plan_finish(context, r, NULL, NULL, j->plan,
                              (const clmodp_images *const *)images, count);
}

/* Bytes of a determinant's plan, with the matrix [7 x, 3; 5, x^2 + 11]. */
static void changes_of_matrices_are_noticed(void **state)
{
    clmodp_context *context = open_small();
    job j = {.info = {.size = sizeof j.info}};

    (void)state;
    work_prepare(&j.w, zxy_parse("7*x + 3*y + 5*y^2 + (x^2 + 11)*y^3"), zxy_new(),
              CLMODP_OPERATION_DETERMINANT, CLMODP_ENGINE_HOST, 1);
    j.w.problem.k = 2;
    assert_int_equal(clmodp_plan_create(context, &j.plan, &j.w.problem, &j.w.how), CLMODP_OK);
    for (int forged = 0; forged < 2; forged++)
        change_plan(context, &j, forged);
    job_end(&j);
    clmodp_context_destroy(context);
}

/* Other numbers of cosets, and other changes that give another plan, are rejected. */
static void cosets_are_not_trusted(void **state)
{
    static const uint32_t wrong[] = {0, 1, 2, 4, 6, 7, 256, 257, INT32_MAX, UINT32_MAX};
    clmodp_context *context = open_small();
    job j = {.info = {.size = sizeof j.info}};
    unsigned char *bytes;
    size_t size;

    (void)state;
    work_prepare(&j.w, random_dense(4, 3, 60, 1), random_dense(3, 4, 60, 2),
              CLMODP_OPERATION_RESULTANT, CLMODP_ENGINE_EUCLID, 0);
    context->overrides.cosets = 3;
    assert_int_equal(clmodp_plan_create(context, &j.plan, &j.w.problem, &j.w.how), CLMODP_OK);
    context->overrides.cosets = 0;
    assert_int_equal(clmodp_plan_describe(j.plan, &j.info), CLMODP_OK);
    assert_int_equal(j.info.cosets, 3);
    bytes = written_plan(j.plan, &size);
    assert_int_equal(bytes[COSETS_AT], 3);
    for (size_t k = 0; k < sizeof wrong / sizeof *wrong; k++) {
        clmodp_plan *plan;

        for (size_t i = 0; i < 4; i++)
            bytes[COSETS_AT + i] = (unsigned char)(wrong[k] >> 8 * i);
        forge(bytes, size);
        if (clmodp_plan_read(context, &plan, bytes, size) == CLMODP_OK)
            fail_msg("%u cosets in the place of 3", wrong[k]);
        assert_null(plan);
    }
    change_plan(context, &j, false);
    change_plan(context, &j, true);
    free(bytes);
    job_end(&j);
    clmodp_context_destroy(context);
}

static void wrong_images_are_refused(void **state)
{
    clmodp_context *context = *state;
    clmodp_images *images[MOST_UNITS];
    clmodp_zx *r = zx_linear(3, 7), *before = zx_linear(3, 7);
    size_t units, size;
    unsigned char *bytes;
    job j, other;

    job_begin(&j, context, random_dense(2, 3, 30, 1), random_dense(3, 2, 30, 2),
              CLMODP_OPERATION_RESULTANT, CLMODP_ENGINE_HOST, 1);
    job_begin(&other, context, random_dense(2, 3, 30, 1), random_dense(3, 2, 30, 3),
              CLMODP_OPERATION_RESULTANT, CLMODP_ENGINE_HOST, 1);
    units = (size_t)j.info.units;
    assert_true(units > 2 && units < MOST_UNITS);
    assert_memory_not_equal(j.info.digest, other.info.digest, sizeof j.info.digest);
    for (size_t unit = 0; unit < units; unit++)
        images[unit] = images_sent(context, j.plan, j.plan, unit);
    assert_int_equal(finish(context, &j, r, images, units - 1), CLMODP_INVALID);
    assert_non_null(strstr(clmodp_context_message(context), "missing"));
    assert_int_equal(finish(context, &other, r, images, units), CLMODP_INVALID);
    assert_non_null(strstr(clmodp_context_message(context), "another plan"));
    bytes = written_images(images[0], &size);
    assert_int_equal(clmodp_images_read(context, &images[units], other.plan, bytes, size),
                     CLMODP_DAMAGED);
    assert_null(images[units]);
    images[units] = images_sent(context, j.plan, j.plan, 0); /* duplicates are accepted */
    assert_int_equal(finish(context, &j, r, images, units + 1), CLMODP_OK);
    assert_true(clmodp_zx_equal(r, j.w.expected));
    clmodp_images_destroy(images[units]);
    bytes[size - CLMODP_PLAN_DIGEST - 8] ^= 1; /* unless they differ */
    forge(bytes, size);
    assert_int_equal(clmodp_images_read(context, &images[units], j.plan, bytes, size), CLMODP_OK);
    clmodp_zx_destroy(r);
    r = zx_linear(3, 7);
    assert_int_equal(finish(context, &j, r, images, units + 1), CLMODP_CORRUPT);
    assert_true(clmodp_zx_equal(r, before));
    free_images(images, units + 1);
    free(bytes);
    DESTROY(r, before);
    job_end(&j);
    job_end(&other);
}

TESTS_BETWEEN(context_set_up, context_tear_down,
    cmocka_unit_test(changes_are_noticed),
    cmocka_unit_test(changes_of_matrices_are_noticed),
    cmocka_unit_test(cosets_are_not_trusted),
    cmocka_unit_test(wrong_images_are_refused));
