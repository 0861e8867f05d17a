/* Tests of clmodp_problem structures of other versions, by their size: older, newer, and unset. */
#include <stddef.h>
#include <string.h>

#include <clmodp/resultant.h>

#include "support/assertions.h"
#include "support/polynomials.h"

#define COUNT 5

/* A problem of a later version. */
typedef struct newer {
    clmodp_problem known;
    uint64_t field[2];
} newer;

static clmodp_context *host(void)
{
    clmodp_context_options options;
    clmodp_context *context = NULL;

    clmodp_context_options_init(&options);
    options.device = "host";
    assert_int_equal(clmodp_context_create(&context, &options, NULL, 0), CLMODP_OK);
    return context;
}

/* res_y(y - x, y - 10 k) = x - 10 k. */
static void fill(newer *p)
{
    memset(p, 0, COUNT * sizeof *p);
    for (size_t k = 0; k < COUNT; k++) {
        clmodp_problem_init(&p[k].known);
        p[k].known.size = sizeof p[k];
        p[k].known.f = zxy_parse("y - x");
        p[k].known.g = zxy_trinomial(1, 1, 0, 0, -10 * (long)k, 0);
        p[k].known.r = zx_linear(3, 7);
        p[k].known.status = CLMODP_LIMIT;
    }
}

static void check_result(const clmodp_zx *r, long c1, long c0)
{
    clmodp_zx *expected = zx_linear(c1, c0);

    assert_true(clmodp_zx_equal(r, expected));
    clmodp_zx_destroy(expected);
}

static void clear(newer *p)
{
    for (size_t k = 0; k < COUNT; k++)
        DESTROY((clmodp_zxy *)(uintptr_t)p[k].known.f, (clmodp_zxy *)(uintptr_t)p[k].known.g,
                p[k].known.r);
}

/* New fields are ignored, and the results are those of this version. */
static void newer_problems_are_computed(void **state)
{
    clmodp_context *context = host();
    newer p[COUNT];

    (void)state;
    fill(p);
    assert_int_equal(clmodp_compute(context, &p[0].known, NULL), CLMODP_OK);
    assert_int_equal(p[0].known.status, CLMODP_LIMIT);
    check_result(p[0].known.r, 1, 0);
    assert_int_equal(clmodp_compute_batch(context, &p[0].known, COUNT, NULL), CLMODP_OK);
    for (size_t k = 0; k < COUNT; k++) {
        assert_int_equal(p[k].known.status, CLMODP_OK);
        assert_int_equal(p[k].known.size, sizeof p[k]);
        check_result(p[k].known.r, 1, -10 * (long)k);
    }
    clear(p);
    clmodp_context_destroy(context);
}

/* Checks that all functions with a problem reject it, and write nothing. */
static void refuse(clmodp_context *context, newer *p, size_t index, const char *part)
{
    mpz_t d, one;

    mpz_init_set_ui(d, 77);
    mpz_init_set_ui(one, 1);
    assert_int_equal(clmodp_compute_batch(context, &p[0].known, COUNT, NULL), CLMODP_INVALID);
    assert_non_null(strstr(clmodp_context_message(context), part));
    if (index == 0) {
        assert_int_equal(clmodp_compute(context, &p[0].known, NULL), CLMODP_INVALID);
        assert_non_null(strstr(clmodp_context_message(context), part));
        assert_int_equal(clmodp_problem_denominator(d, &p[0].known, one, one, 0),
                         CLMODP_INVALID);
    }
    for (size_t k = 0; k < COUNT; k++) {
        assert_int_equal(p[k].known.status, CLMODP_LIMIT);
        check_result(p[k].known.r, 3, 7);
    }
    assert_int_equal(mpz_get_ui(d), 77);
    mpz_clears(one, d, NULL);
}

static void sizes_must_be_right(void **state)
{
    static const size_t wrong[] = {0, sizeof(size_t), 3, (size_t)1 << 40};
    clmodp_context *context = host();
    newer p[COUNT];

    (void)state;
    fill(p);
    for (size_t n = 0; n < sizeof wrong / sizeof *wrong; n++)
        for (size_t k = 0; k < COUNT; k += COUNT - 1) {
            p[k].known.size = wrong[n];
            refuse(context, p, k, "clmodp_problem_init first");
            p[k].known.size = sizeof p[k];
        }
    p[COUNT - 1].known.size = sizeof(clmodp_problem); /* valid, but smaller than the others */
    refuse(context, p, COUNT - 1, "in problem 0");
    p[COUNT - 1].known.size = sizeof(newer);
    p[COUNT - 1].field[1] = 1;
    refuse(context, p, COUNT - 1, "does not know");
    p[0].field[0] = 1;
    refuse(context, p, 0, "does not know");
    clear(p);
    clmodp_context_destroy(context);
}

TESTS(
    cmocka_unit_test(newer_problems_are_computed),
    cmocka_unit_test(sizes_must_be_right));
