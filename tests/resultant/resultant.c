/* Tests of clmodp_resultant and clmodp_discriminant on examples computed by definition. */
#include <stdio.h>
#include <string.h>

#include "support/context.h"
#include "support/polynomials.h"

typedef struct example {
    const char *f, *g, *resultant;
} example;

static const example examples[] = {
    /* the sign and the order of rows */
    {"y - x", "y - 3", "x - 3"},
    {"y - 3", "y - x", "-x + 3"},
    {"y^2 - x", "y - 3", "-x + 9"},
    {"y - 3", "y^2 - x", "-x + 9"},
    {"y^3 - x", "y^3 - 3", "x^3 - 9*x^2 + 27*x - 27"},
    {"y^3 - 3", "y^3 - x", "-x^3 + 9*x^2 - 27*x + 27"},
    /* zero and constants */
    {"0", "y^2 - x", "0"},
    {"y^2 - x", "0", "0"},
    {"0", "0", "0"},
    {"0", "7", "0"},
    {"x", "0", "0"},
    {"5", "7", "1"},
    {"x^2 + 1", "x - 3", "1"},
    {"x^2 + 1", "y^3 - x", "x^6 + 3*x^4 + 3*x^2 + 1"},
    {"y^3 - x", "x^2 + 1", "x^6 + 3*x^4 + 3*x^2 + 1"},
    {"-2", "y^5 + x*y + 1", "-32"},
    {"y", "y", "0"},
    {"y", "y + x", "x"},
    /* common factors */
    {"(y - x)*(y + 1)", "(y - x)*(y^2 + x)", "0"},
    {"(x*y - 1)^2", "(x*y - 1)*(y^3 + 5)", "0"},
    {"(x + 1)*y", "(x + 1)*(y^2 + 1)", "x^3 + 3*x^2 + 3*x + 1"},
    /* content */
    {"6*y - 6*x", "10*y - 20", "60*x - 120"},
    {"x^3*y - x^3", "x^2*y^2 + x^2", "2*x^8"},
    /* gaps, exchanged degrees, leading coefficients that vanish */
    {"y^4 + x*y^2 + 1", "y^4 - 3*x", "9*x^6 - 54*x^5 + 45*x^4 + 102*x^3 + 54*x^2 + 12*x + 1"},
    {"y^6 + x", "y^4 - x^2", "x^12 - 2*x^8 + x^4"},
    {"x^5*y^5 + x", "x*y + x^9", "x^50 - x^6"},
    {"x*y^2 + y + 1", "x*y^2 - y + 2", "x^2 + 6*x"},
    {"y^2 + y*x + 1", "y^2 + y*x + x", "x^2 - 2*x + 1"},
    {"(x^4 - 1)*y^3 + y + x", "(x^3 - x)*y^2 + y - 1",
     "x^11 - 3*x^9 - 4*x^8 + 2*x^6 + 2*x^5 + 6*x^4 + x^3 - 4*x^2 - x"},
    {"x^2*y^2 + x*y - 3", "y^3 - x*y + 1", "-x^6 + 11*x^3 - 27"},
    {"x^2 + y^2 - 1", "x*y - 1", "x^4 - x^2 + 1"},
};

static const example discriminants[] = {
    {"y^2 + x*y + 3", NULL, "x^2 - 12"},
    {"x*y^2 + 3*y + x", NULL, "-4*x^2 + 9"},
    {"y^3 + x*y + 5", NULL, "-4*x^3 - 675"},
    {"x*y - 7", NULL, "1"},
    {"(x^2 - 1)*y^4 + x*y - 1", NULL, "-27*x^8 - 202*x^6 + 741*x^4 - 768*x^2 + 256"},
    {"y^5 + x*y^4 - 3", NULL, "-6912*x^5 + 253125"},
    {"2*y^3 - x*y^2 + 4", NULL, "16*x^3 - 1728"},
    {"(y - x)^2*(y + 1)", NULL, "0"},
};

typedef struct fixture {
    clmodp_context *context;
    clmodp_zxy *f, *g;
    clmodp_zx *r;
} fixture;

static int set_up(void **state)
{
    fixture *s = calloc(1, sizeof *s);

    *state = s;
    if (s == NULL || clmodp_zxy_create(&s->f) != CLMODP_OK ||
        clmodp_zxy_create(&s->g) != CLMODP_OK || clmodp_zx_create(&s->r) != CLMODP_OK)
        return -1;
    s->context = context_open(NULL);
    return 0;
}

static int tear_down(void **state)
{
    fixture *s = *state;

    clmodp_context_destroy(s->context);
    DESTROY(s->r, s->g, s->f);
    free(s);
    return 0;
}

static void parse(clmodp_zxy *f, const char *text)
{
    clmodp_text_error error;

    if (clmodp_zxy_from_text(f, NULL, text, strlen(text), "x", "y", NULL, &error) != CLMODP_OK)
        fail_msg("%s: %s", text, error.message);
}

static void expect_text(fixture *s, const char *f, const char *g, const char *expected,
                        clmodp_status status)
{
    char *text = NULL;

    if (status != CLMODP_OK)
        fail_msg("%s ; %s: %s", f, g, clmodp_context_message(s->context));
    assert_int_equal(clmodp_zx_to_text(&text, s->r, "x", NULL), CLMODP_OK);
    if (strcmp(text, expected) != 0)
        fail_msg("%s ; %s gave %s, expected %s", f, g, text, expected);
    free(text);
}

static void gives_known_resultants(void **state)
{
    fixture *s = *state;

    for (size_t k = 0; k < sizeof examples / sizeof *examples; k++) {
        const example *e = &examples[k];

        parse(s->f, e->f);
        parse(s->g, e->g);
        expect_text(s, e->f, e->g, e->resultant,
                    clmodp_resultant(s->context, s->r, NULL, s->f, s->g, NULL));
    }
}

static void gives_known_discriminants(void **state)
{
    fixture *s = *state;

    for (size_t k = 0; k < sizeof discriminants / sizeof *discriminants; k++) {
        const example *e = &discriminants[k];

        parse(s->f, e->f);
        expect_text(s, e->f, "discriminant", e->resultant,
                    clmodp_discriminant(s->context, s->r, NULL, s->f, NULL));
    }
}

static void refuses_discriminants_without_y(void **state)
{
    fixture *s = *state;
    static const char *const free_of_y[] = {"0", "3", "x^2 + 1"};

    for (size_t k = 0; k < 3; k++) {
        parse(s->f, free_of_y[k]);
        assert_int_equal(clmodp_discriminant(s->context, s->r, NULL, s->f, NULL),
                         CLMODP_DOMAIN);
        assert_true(strlen(clmodp_context_message(s->context)) > 0);
    }
}

static void refuses_null_arguments(void **state)
{
    fixture *s = *state;

    assert_int_equal(clmodp_resultant(NULL, s->r, NULL, s->f, s->g, NULL), CLMODP_INVALID);
    assert_int_equal(clmodp_resultant(s->context, NULL, NULL, s->f, s->g, NULL),
                     CLMODP_INVALID);
    assert_int_equal(clmodp_resultant(s->context, s->r, NULL, NULL, s->g, NULL),
                     CLMODP_INVALID);
    assert_true(strlen(clmodp_context_message(s->context)) > 0);
}

static void reads_options_of_any_size(void **state)
{
    fixture *s = *state;
    struct {
        clmodp_resultant_options known;
        uint64_t later;
    } newer = {{.size = sizeof newer}, 0};
    clmodp_resultant_options none = {0};
    clmodp_resultant_report unset = {0};

    parse(s->f, "y^2 - x");
    parse(s->g, "y - 3");
    assert_int_equal(clmodp_resultant(s->context, s->r, NULL, s->f, s->g, &none),
                     CLMODP_INVALID);
    assert_non_null(strstr(clmodp_context_message(s->context), "_init"));
    assert_int_equal(clmodp_resultant(s->context, s->r, &unset, s->f, s->g, NULL),
                     CLMODP_INVALID);
    assert_non_null(strstr(clmodp_context_message(s->context), "sizeof"));
    assert_int_equal(clmodp_resultant(s->context, s->r, NULL, s->f, s->g, &newer.known),
                     CLMODP_OK);
    newer.later = 1;
    assert_int_equal(clmodp_resultant(s->context, s->r, NULL, s->f, s->g, &newer.known),
                     CLMODP_INVALID);
}

static void reports_the_computation(void **state)
{
    fixture *s = *state;
    clmodp_resultant_report report = {.size = sizeof report};

    parse(s->f, "(x^2*y^7 + 3*x*y^2 - y + x)^3 + y");
    parse(s->g, "(7*y^4 - x^3*y + 11)^4 - x");
    assert_int_equal(clmodp_resultant(s->context, s->r, &report, s->f, s->g, NULL), CLMODP_OK);
    assert_int_equal(report.size, sizeof report);
    assert_true(report.primes >= 1 && report.chunks >= 1);
    assert_true(report.degree_bound >= (uint64_t)clmodp_zx_degree(s->r));
    assert_true(report.width_bound >= 1 && report.points > report.width_bound);
    assert_true(report.height_bits > 0 && strlen(report.height_bound_name) > 0);
    assert_true(report.memory_bytes > 0 && report.seconds > 0);
    assert_true(strlen(report.crt_name) > 0);

    parse(s->g, "0"); /* for printing only */
    assert_int_equal(clmodp_resultant(s->context, s->r, &report, s->f, s->g, NULL), CLMODP_OK);
    assert_int_equal(report.primes, 0);
    assert_string_equal(report.height_bound_name, "");
    assert_string_equal(report.crt_name, "");
}

static void reconstructs_by_every_method(void **state)
{
    static const char *const names[] = {"", "tree", "mixed-radix", "positional",
                                        "convolution"};
    fixture *s = *state;
    clmodp_resultant_options options;
    clmodp_zx *first = NULL;

    assert_int_equal(clmodp_zx_create(&first), CLMODP_OK);
    parse(s->f, "(2*x + 3*y - 1)^9 + x - 50");
    parse(s->g, "(x - 7*y)^8 + 10^20*x*y");
    clmodp_resultant_options_init(&options);
    assert_int_equal(options.crt, CLMODP_CRT_AUTO);
    assert_int_equal(clmodp_resultant(s->context, first, NULL, s->f, s->g, &options), CLMODP_OK);
    for (int way = CLMODP_CRT_TREE; way <= CLMODP_CRT_CONVOLUTION; way++) {
        clmodp_resultant_report report = {.size = sizeof report};

        options.crt = (clmodp_crt_method)way;
        assert_int_equal(clmodp_resultant(s->context, s->r, &report, s->f, s->g, &options),
                         CLMODP_OK);
        assert_string_equal(report.crt_name, names[way]);
        assert_true(clmodp_zx_equal(s->r, first));
    }
    options.crt = (clmodp_crt_method)5;
    assert_int_equal(clmodp_resultant(s->context, s->r, NULL, s->f, s->g, &options),
                     CLMODP_INVALID);
    clmodp_zx_destroy(first);
}

static int cancel_at_once(void *user, double fraction)
{
    *(double *)user = fraction;
    return 1;
}

static void stops_when_polled(void **state)
{
    fixture *s = *state;
    double seen = -1;

    parse(s->f, "(x + 2*y - 1)^30 + x");
    parse(s->g, "(x - 3*y + 1)^29 - y");
    clmodp_context_set_progress(s->context, cancel_at_once, &seen);
    assert_int_equal(clmodp_resultant(s->context, s->r, NULL, s->f, s->g, NULL),
                     CLMODP_CANCELLED);
    assert_true(seen >= 0 && seen <= 1);
    clmodp_context_set_progress(s->context, NULL, NULL);
    assert_int_equal(clmodp_resultant(s->context, s->r, NULL, s->f, s->g, NULL), CLMODP_OK);
}

static void names_its_stages(void **state)
{
    static const char *const names[] = {"plan",   "reduce",      "evaluate", "euclid", "fallback",
                                        "divide", "interpolate", "crt",     "check"};
    fixture *s = *state;
    clmodp_resultant_report report = {.size = sizeof report};
    clmodp_resultant_options options;
    double host = 0, device = 0;

    clmodp_resultant_options_init(&options);
    options.engine = CLMODP_ENGINE_EUCLID;
    assert_int_equal(clmodp_resultant(s->context, s->r, &report, s->f, s->g, &options),
                     CLMODP_OK);
    assert_int_equal(report.stage_count, sizeof names / sizeof *names);
    for (size_t k = 0; k < report.stage_count; k++) {
        assert_string_equal(report.stages[k].name, names[k]);
        assert_true(report.stages[k].host_seconds >= 0);
        assert_true(report.stages[k].device_seconds >= 0);
        host += report.stages[k].host_seconds;
        device += report.stages[k].device_seconds;
        if (strcmp(names[k], "euclid") == 0)
            assert_true(report.stages[k].device_seconds > 0);
        if (strcmp(names[k], "plan") == 0)
            assert_true(report.stages[k].device_seconds == 0);
    }
    assert_true(host > 0 && host <= report.seconds);
    assert_true(device > 0 && device <= report.seconds);
}

TESTS_BETWEEN(set_up, tear_down,
    cmocka_unit_test(gives_known_resultants),
    cmocka_unit_test(gives_known_discriminants),
    cmocka_unit_test(refuses_discriminants_without_y),
    cmocka_unit_test(refuses_null_arguments),
    cmocka_unit_test(reads_options_of_any_size),
    cmocka_unit_test(reports_the_computation),
    cmocka_unit_test(reconstructs_by_every_method),
    cmocka_unit_test(stops_when_polled),
    cmocka_unit_test(names_its_stages));
