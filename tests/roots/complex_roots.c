/* Tests complex roots against known ones: multiple, on circles, huge and tiny, close, in Q(i). */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <clmodp/roots.h>

#include "opencl/context.h"
#include "support/context.h"
#include "support/polynomials.h"

#define BITS 40

typedef struct box {
    mpq_t end[4]; /* of the real part, of the imaginary part */
} box;

static void box_init(box *b, const clmodp_complex_roots *roots, size_t k)
{
    mpz_t d;

    mpz_init(d);
    for (int i = 0; i < 4; i++)
        mpq_init(b->end[i]);
    clmodp_complex_roots_box(mpq_numref(b->end[0]), mpq_numref(b->end[1]), mpq_numref(b->end[2]),
                             mpq_numref(b->end[3]), d, roots, k);
    assert_true(mpz_sgn(d) > 0);
    for (int i = 0; i < 4; i++) {
        mpz_set(mpq_denref(b->end[i]), d);
        mpq_canonicalize(b->end[i]);
    }
    mpz_clear(d);
}

static void box_clear(box *b)
{
    for (int i = 0; i < 4; i++)
        mpq_clear(b->end[i]);
}

static bool are_apart(const box *a, const box *b)
{
    bool apart = false;

    for (int i = 0; i < 4; i += 2)
        apart = apart || mpq_cmp(a->end[i + 1], b->end[i]) < 0 ||
                mpq_cmp(b->end[i + 1], a->end[i]) < 0;
    return apart;
}

/* Checks that the boxes are apart, symmetric and in order, with as many real ones as there are
 * real roots, which meet them. Returns the sum of multiplicities. */
static size_t check_boxes(clmodp_context *context, const clmodp_zx *f,
                          const clmodp_complex_roots *roots)
{
    const size_t count = clmodp_complex_roots_count(roots);
    clmodp_roots *real;
    size_t degree = 0, reals = 0;
    box *boxes = calloc(count + 1, sizeof *boxes);
    mpq_t sum;

    assert_non_null(boxes);
    mpq_init(sum);
    assert_int_equal(clmodp_roots_find(context, &real, f, NULL), CLMODP_OK);
    for (size_t k = 0; k < count; k++) {
        box_init(&boxes[k], roots, k);
        for (size_t j = 0; j < k; j++)
            assert_true(are_apart(&boxes[j], &boxes[k]));
        degree += clmodp_complex_roots_multiplicity(roots, k);
        if (mpq_sgn(boxes[k].end[2]) == 0 && mpq_sgn(boxes[k].end[3]) == 0) {
            assert_int_equal(reals, k);
            reals++;
        } else if ((k - reals) % 2 == 0) {
            assert_true(mpq_sgn(boxes[k].end[2]) > 0);
        } else {
            for (int i = 0; i < 2; i++) {
                assert_true(mpq_equal(boxes[k].end[i], boxes[k - 1].end[i]));
                mpq_add(sum, boxes[k].end[2 + i], boxes[k - 1].end[3 - i]);
                assert_int_equal(mpq_sgn(sum), 0);
            }
        }
    }
    assert_int_equal(reals, clmodp_roots_count(real));
    for (size_t k = 0; k < reals; k++) {
        box exact = {0};

        for (int i = 0; i < 4; i++)
            mpq_init(exact.end[i]);
        clmodp_roots_interval(mpq_numref(exact.end[0]), mpq_numref(exact.end[1]),
                              mpq_denref(exact.end[0]), real, k);
        mpz_set(mpq_denref(exact.end[1]), mpq_denref(exact.end[0]));
        assert_false(are_apart(&exact, &boxes[k]));
        assert_int_equal(clmodp_roots_multiplicity(real, k),
                         clmodp_complex_roots_multiplicity(roots, k));
        box_clear(&exact);
    }
    for (size_t k = 0; k < count; k++)
        box_clear(&boxes[k]);
    clmodp_roots_destroy(real);
    mpq_clear(sum);
    free(boxes);
    return degree;
}

/* Finds the roots of f twice, with more bits the second time, and returns their number. */
static size_t check(clmodp_context *context, const char *text)
{
    clmodp_zx *f = zx_parse(text);
    clmodp_roots_options options;
    size_t count[2];

    clmodp_roots_options_init(&options);
    for (int k = 0; k < 2; k++) {
        clmodp_complex_roots *roots;

        options.precision = k == 0 ? 0 : BITS;
        assert_int_equal(clmodp_complex_roots_find(context, &roots, f, &options), CLMODP_OK);
        count[k] = clmodp_complex_roots_count(roots);
        assert_int_equal(check_boxes(context, f, roots), clmodp_zx_degree(f));
        clmodp_complex_roots_destroy(roots);
    }
    assert_int_equal(count[0], count[1]);
    clmodp_zx_destroy(f);
    return count[1];
}

static void counts_of_roots(void **state)
{
    static const struct {
        const char *f;
        size_t count;
    } cases[] = {
        {"7", 0},
        {"x", 1},
        {"-x^5", 1},
        {"3*x - 1", 1},
        {"x^2 + 1", 2},
        {"x^12 - 1", 12},
        {"(x^30 - 1)*(x^20 - 1)", 40},           /* common factors */
        {"(x^2 + x + 1)^7*(x - 3)^2*x^4", 4},
        {"(x^4 + 4)*(x^4 - 4)*(x^2 + 2)", 8},     /* on a circle; x^2 + 2 twice */
        {"x^9 - 2*(10^20*x - 1)^2", 9},           /* real roots 10^-110 apart */
        {"x^9 + 2*(10^20*x - 1)^2", 9},           /* conjugates */
        {"x^16 + 2*(10^9*x^2 + 1)^2", 16},        /* two pairs near the imaginary axis */
        {"x^9 - 2*(10^6*x^2 + x + 1)^2", 9},
        {"(x^2 - 10^100*x + 10^199)*(10^90*x^3 + 1)", 5},
        {"10^400*x^6 + x^3 + 10^400", 6},
        {"(x - 1)*(x - 2)*(x - 3)*(x - 4)*(x - 5)*(x - 6)*(x - 7)*(x - 8)*(x - 9)*(x - 10)"
         "*(x - 11)*(x - 12)*(x - 13)*(x - 14)*(x - 15)*(x - 16)*(x - 17)*(x - 18)*(x - 19)", 19},
        {"(x^2 + 2)*(10^50*x^2 + 2*10^50 + 1)*(10^50*x^2 - 2*10^50 - 1)*(x^2 - 2)", 8},
        {"x^40 + x^39 - 10*x^2 + 3", 40},
        {"(x^3 - 10^1200)*(10^1000*x^2 + x - 1)", 5}, /* beyond double precision */
        {"(x^3 - 10^1200)*(x^5 + x + 2)", 8},
        {"(x^2 - 10^300)*(x^4 + 10^300*x - 1)", 6},
        {"x^130 - 3*x^77 + x^3 - 1", 130},
        {"x^300 + 1", 300},
        {"x^300 - 5*x^200 + 7*x^100 - 1", 300},   /* of the form g(x^m) */
        {"((x + 1)^60 + 3*x^30)*(97*x - 5)*(5*x^2 + 1)", 63},
        {"x^200 - 2*((2^64 + 1)*x - 1)^2", 200},  /* clusters */
        {"x^60 - 2*((2^30 + 1)*x - 1)^5", 60},
        {"x^60 + 3*(10^12*x^2 + x + 10^12)^2", 60},
        {"x^40 + 2*((10^9*x - 1)^3 - 10^2*x^20)^2*(x + 7)^3", 43},
        {"(x^30 - 2*((10^9 + 1)*x - 1)^2)*(x^30 - 2*((10^9 + 2)*x - 1)^2)", 60},
        {"x^80 - 3*(10^5*x - 1)^20", 80},
        {"x*(x*(x*(x*(x*(x + 1)^2 + 1)^2 + 1)^2 + 1)^2 + 1)^2 + 1", 63}, /* ill-conditioned */
        {"(x - 10^10)^24 + 3*(x - 10^10)^7 - 5", 24},
        {"(x - 10^4000)^3 + (x - 10^4000)^2 - 3", 3}, /* far from 0: minutes without its centre */
        {"((x - 10^2000)^3 + (x - 10^2000)^2 - 3)*(x^2 + 7) + 1", 5},
        {"((x - 10^50)^20 + (x - 10^50)^5 - 3)*(x^3 - 5) + 1", 23}, /* not in steps of 64 bits */
        {"(7*(x^2 + x + 10^40)^15 + 3)*(x^2 + x + 10^40 + 10^20) + x", 32}, /* nested clusters */
        {"((x + 2^70)^9 - 2*(x + 2^70))*(x + 2^70 - 3)^2*(x - 2^70)", 11}, /* the mean is a root */
        {"((x + 10^3)^9 + 10^3*x + 1)*((x - 10^3)^8 + x)*(x^6 - 10^400)", 23},
        {"(10^300*x - 3)*(10^200*x^2 - 6*10^100*x + 13)*(x^50 + 7*x + 1)", 53},
        {"((x - 10^40)^16 - 3)*(x - 10^40 + 7000)*(x^17 - 2)", 34}, /* a root at some distance */
    };

    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++)
        if (check(*state, cases[k].f) != cases[k].count)
            fail_msg("wrong number of roots of %s", cases[k].f);
}

/* Products over k = 1, 2, ... with close real roots, which double precision does not separate; the
 * last two have other roots near the real axis. */
static void close_real_roots(void **state)
{
    static const struct {
        const char *factor, *other; /* %u: k */
        unsigned factors;
        size_t count;
    } cases[] = {
        {"(x - %u)", "1", 48, 48},
        {"(7*x + 3*%u + 1)", "(x^2 - 2)*(x^2 - 10^50)", 40, 44},
        {"(x^2 - %u)", "1", 40, 80},
        {"(10^20*(x - 1) - %u)", "(x + 2)*(x^2 - 3)", 20, 23},
        {"(x - %u)", "(10^30*(x - 7)^2 + 1)", 48, 50},
        {"(x - %u)", "(10^30*(2*x - 7)^2 + x)", 48, 50},
    };
    char text[4096];

    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        size_t at = strlen(strcpy(text, cases[k].other));

        for (unsigned i = 1; i <= cases[k].factors; i++) {
            text[at++] = '*';
            at += (size_t)snprintf(text + at, sizeof text - at, cases[k].factor, i);
            assert_true(at + 1 < sizeof text);
        }
        if (check(*state, text) != cases[k].count)
            fail_msg("wrong number of roots of %s", text);
    }
}

static void texts(void **state)
{
    static const char *const expected[] = {"0", "-3", "2*i", "-2*i",
                                           "0.5 + 0.3333333333*i", "0.5 - 0.3333333333*i"};
    clmodp_zx *f = zx_parse("x^2*(x + 3)*(x^2 + 4)*(36*x^2 - 36*x + 13)");
    clmodp_complex_roots *roots;
    char *text;

    assert_int_equal(clmodp_complex_roots_find(*state, &roots, f, NULL), CLMODP_OK);
    assert_int_equal(clmodp_complex_roots_count(roots), 6);
    for (size_t k = 0; k < 6; k++) {
        assert_int_equal(clmodp_complex_roots_to_text(&text, roots, k, 10), CLMODP_OK);
        assert_string_equal(text, expected[k < 2 ? 1 - k : k]);
        free(text);
    }
    assert_int_equal(clmodp_complex_roots_to_text(&text, roots, 6, 10), CLMODP_INVALID);
    clmodp_complex_roots_destroy(roots);
    clmodp_zx_destroy(f);
}

/* Real parts that are the mean of all roots are exact. */
static void far_from_zero(void **state)
{
    static const char *const expected[] = {"1e50", "1e50 + 1.414213562*i", "1e50 - 1.414213562*i"};
    clmodp_zx *f = zx_parse("(x - 10^50)^3 + 2*(x - 10^50)");
    clmodp_complex_roots *roots;
    char *text;

    assert_int_equal(clmodp_complex_roots_find(*state, &roots, f, NULL), CLMODP_OK);
    assert_int_equal(clmodp_complex_roots_count(roots), 3);
    for (size_t k = 0; k < 3; k++) {
        assert_int_equal(clmodp_complex_roots_refine(*state, roots, k, 100), CLMODP_OK);
        assert_int_equal(clmodp_complex_roots_to_text(&text, roots, k, 10), CLMODP_OK);
        assert_string_equal(text, expected[k]);
        free(text);
    }
    clmodp_complex_roots_destroy(roots);
    clmodp_zx_destroy(f);
}

/* The boxes are the same on any number of threads. */
static void threads(void **state)
{
    clmodp_zx *f = zx_parse("(x^2 + 3*x - 7)^40 + 5*x^33*(x - 10^6) + 11");
    clmodp_context *context = *state;
    const size_t before = context->threads;
    clmodp_complex_roots *one, *several;

    context->threads = 1;
    assert_int_equal(clmodp_complex_roots_find(context, &one, f, NULL), CLMODP_OK);
    context->threads = 3;
    assert_int_equal(clmodp_complex_roots_find(context, &several, f, NULL), CLMODP_OK);
    context->threads = before;
    assert_int_equal(clmodp_complex_roots_count(one), 80);
    assert_int_equal(clmodp_complex_roots_count(several), 80);
    for (size_t k = 0; k < 80; k++) {
        box a, b;

        box_init(&a, one, k);
        box_init(&b, several, k);
        for (int i = 0; i < 4; i++)
            assert_true(mpq_equal(a.end[i], b.end[i]));
        box_clear(&b);
        box_clear(&a);
    }
    clmodp_complex_roots_destroy(several);
    clmodp_complex_roots_destroy(one);
    clmodp_zx_destroy(f);
}

static int stop_at_once(void *user, double fraction)
{
    (void)user;
    (void)fraction;
    return 1;
}

static void refusals(void **state)
{
    clmodp_zx *zero = zx_parse("0"), *f = zx_parse("x^200 + x + 1");
    clmodp_roots_options options;
    clmodp_complex_roots *roots;

    clmodp_roots_options_init(&options);
    options.max_degree = 100;
    assert_int_equal(clmodp_complex_roots_find(*state, &roots, zero, NULL), CLMODP_INVALID);
    assert_int_equal(clmodp_complex_roots_find(*state, &roots, f, &options), CLMODP_LIMIT);
    clmodp_context_set_progress(*state, stop_at_once, NULL);
    assert_int_equal(clmodp_complex_roots_find(*state, &roots, f, NULL), CLMODP_CANCELLED);
    clmodp_context_set_progress(*state, NULL, NULL);
    assert_null(roots);
    clmodp_complex_roots_destroy(NULL);
    DESTROY(f, zero);
}

TESTS_BETWEEN(context_set_up_host, context_tear_down, cmocka_unit_test(counts_of_roots),
              cmocka_unit_test(close_real_roots), cmocka_unit_test(texts),
              cmocka_unit_test(far_from_zero), cmocka_unit_test(threads),
              cmocka_unit_test(refusals));
