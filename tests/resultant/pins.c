/* Regression tests: results, bounds, points and primes of 2000 inputs of all kinds, with 25 kinds
 * of calls, must stay as recorded in pins.tsv.
 *
 * pins.tsv has a line for each input, as printed by `test-resultant pins --record`. A change that
 * is meant to give other primes or points requires a new record, and a remark; no change may give
 * another result. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "opencl/devices.h"
#include "support/context.h"
#include "support/polynomials.h"
#include "support/small.h"

#define INPUTS 2000
#define LINE 256
#define STRIDE_SMALL 7 /* for small tests; coprime to the numbers of shapes and ways */
#define MOST_SHOWN 20
#define RESULT_COLUMNS 7 /* number, shape, way, status, degree, fingerprints */
#define MIB ((uint64_t)1 << 20)

#define RESULTANT CLMODP_OPERATION_RESULTANT
#define SUBRESULTANT CLMODP_OPERATION_SUBRESULTANT
#define DISCRIMINANT CLMODP_OPERATION_DISCRIMINANT

/* The kinds of calls. */
static const struct way {
    const char *name;
    clmodp_operation operation;
    uint32_t modulus;
    bool searches; /* probable mode even if a proof is predicted to cost less */
    clmodp_resultant_options options;
} ways[] = {
    {"euclid", RESULTANT, 0, false, {0}},
    {"tree", RESULTANT, 0, false, {.crt = CLMODP_CRT_TREE}},
    {"mixed-radix", RESULTANT, 0, false, {.crt = CLMODP_CRT_MIXED_RADIX}},
    {"positional", RESULTANT, 0, false, {.crt = CLMODP_CRT_POSITIONAL}},
    {"convolution", RESULTANT, 0, false, {.crt = CLMODP_CRT_CONVOLUTION}},
    {"seed", RESULTANT, 0, false, {.seed = 20120301}},
    {"1 MiB", RESULTANT, 0, false, {.max_memory = MIB}},
    {"96 KiB", RESULTANT, 0, false, {.max_memory = MIB / 32 * 3}},
    {"probable", RESULTANT, 0, false, {.mode = CLMODP_MODE_PROBABLE}},
    {"search", RESULTANT, 0, true, {.mode = CLMODP_MODE_PROBABLE}},
    {"search, seed", RESULTANT, 0, true, {.mode = CLMODP_MODE_PROBABLE, .seed = 7}},
    {"search, tree", RESULTANT, 0, true,
     {.mode = CLMODP_MODE_PROBABLE, .crt = CLMODP_CRT_TREE}},
    {"search, 1 MiB", RESULTANT, 0, true, {.mode = CLMODP_MODE_PROBABLE, .max_memory = MIB}},
    {"schur", RESULTANT, 0, false, {.engine = CLMODP_ENGINE_SCHUR}},
    {"schur, double50", RESULTANT, 0, false,
     {.engine = CLMODP_ENGINE_SCHUR, .residues = CLMODP_RESIDUES_DOUBLE50}},
    {"schur, 1 MiB", RESULTANT, 0, false,
     {.engine = CLMODP_ENGINE_SCHUR, .max_memory = MIB, .seed = 3}},
    {"schur mod", RESULTANT, 1000000007, false, {.engine = CLMODP_ENGINE_SCHUR}},
    {"S_1", SUBRESULTANT, 0, false, {0}},
    {"S_1, search", SUBRESULTANT, 0, true, {.mode = CLMODP_MODE_PROBABLE}},
    {"S_1, 1 MiB", SUBRESULTANT, 0, false, {.max_memory = MIB, .crt = CLMODP_CRT_POSITIONAL}},
    {"S_1 mod", SUBRESULTANT, 2147483647, false, {0}},
    {"discriminant", DISCRIMINANT, 0, false, {0}},
    {"mod 7", RESULTANT, 7, false, {0}},
    {"mod 998244353", RESULTANT, 998244353, false, {0}},
    {"mod 2147483647", RESULTANT, 2147483647, false, {0}},
};
#define WAYS (sizeof ways / sizeof *ways)

/* The contexts: one with defaults, and one that always searches. */
typedef struct contexts {
    clmodp_context *plain, *searching;
    bool doubles; /* the device supports them */
} contexts;

/* FNV-1a of Fowler, Noll and Vo, which recorded fingerprints have. */
#define PRINT_START UINT64_C(14695981039346656037)

static uint64_t mix_bytes(uint64_t print, const char *bytes, size_t count)
{
    for (size_t i = 0; i < count; i++)
        print = (print ^ (unsigned char)bytes[i]) * UINT64_C(1099511628211);
    return print;
}

/* Mixes an integer into a fingerprint. */
static void mix_integer(uint64_t *print, mpz_srcptr c)
{
    char *digits = mpz_get_str(NULL, 16, c);

    assert_non_null(digits);
    *print = mix_bytes(*print, digits, strlen(digits) + 1);
    free(digits);
}

static uint64_t print_of_zx(const clmodp_zx *r)
{
    uint64_t print = PRINT_START;
    mpz_t c;

    mpz_init(c);
    for (long i = 0; i <= clmodp_zx_degree(r); i++) {
        clmodp_zx_get_coeff(c, r, (size_t)i);
        mix_integer(&print, c);
    }
    mpz_clear(c);
    return print;
}

static uint64_t print_of_zxy(const clmodp_zxy *s)
{
    uint64_t print = PRINT_START;

    for (size_t k = 0; k < clmodp_zxy_terms(s); k++) {
        size_t exponent[2];
        mpz_srcptr c = clmodp_zxy_term(s, k, &exponent[0], &exponent[1]);
        char text[64];

        print = mix_bytes(print, text, (size_t)snprintf(text, sizeof text, "%zu,%zu ", exponent[0],
                                                       exponent[1]));
        mix_integer(&print, c);
    }
    return print;
}

/* Makes input k: small pairs of every shape, some with long coefficients, some with more points
 * and primes than a tile and a vector. */
static void input(clmodp_zxy **f, clmodp_zxy **g, size_t k)
{
    const pair_shape shape = (pair_shape)(k % PAIR_SHAPES);
    const bool large = k % 5 == 0, high = k % 3 == 0;
    clm_random random = {k};
    size_t dy = 1 + clm_random_below(&random, large ? 14 : 6);
    size_t dx = clm_random_below(&random, large ? 12 : 5);
    size_t bits = 1 + clm_random_below(&random, high ? 1000 : 40);

    random_pair(f, g, &random, shape, dy, dx, bits);
}

/* Sets line to the current results of the call on input k, optionally on the host. */
static void call(char line[LINE], const contexts *c, size_t k, bool on_host)
{
    const struct way *way = &ways[k / PAIR_SHAPES % WAYS];
    clmodp_context *context = way->searches ? c->searching : c->plain;
    clmodp_resultant_options options = way->options;
    clmodp_resultant_report report = {.size = sizeof report, .height_bound_name = ""};
    clmodp_zxy *f, *g, *s = zxy_new();
    clmodp_zx *r = zx_new();
    clmodp_status status;

    options.size = sizeof options;
    if (on_host) {
        clmodp_resultant_options_init(&options);
        options.engine = CLMODP_ENGINE_HOST;
    }
    input(&f, &g, k);
    status = clmodp_compute(context,
                            &(clmodp_problem){.size = sizeof(clmodp_problem),
                                              .operation = way->operation, .modulus = way->modulus,
                                              .k = 1, .f = f, .g = g, .r = r, .s = s,
                                              .report = &report},
                            &options);
    snprintf(line, LINE,
             "%zu\t%s\t%s\t%s\t%ld\t%016" PRIx64 "\t%016" PRIx64 "\t%" PRIu64 "\t%" PRIu64
             "\t%" PRIu64 "\t%" PRIu64 "\t%" PRIu64 "\t%s\n",
             k, pair_shape_name((pair_shape)(k % PAIR_SHAPES)), way->name,
             status == CLMODP_OK ? "ok" : clmodp_status_string(status), clmodp_zx_degree(r),
             print_of_zx(r), print_of_zxy(s), report.primes, report.points, report.degree_bound,
             report.valuation_bound, report.height_bits, report.height_bound_name);
    DESTROY(r, s, g, f);
}

static contexts contexts_open(void)
{
    contexts c = {.plain = context_open(NULL), .searching = context_open(NULL)};

    c.doubles = clm_residue_require(c.plain, CLM_RESIDUE_DOUBLE50) == CLMODP_OK;
    context_always_searches(c.searching);
    return c;
}

static void contexts_close(const contexts *c)
{
    clmodp_context_destroy(c->plain);
    clmodp_context_destroy(c->searching);
}

/* Compares each line, and prints the first differences. */
static void results_equal_the_recorded_ones(void **state)
{
    const contexts c = contexts_open();
    const size_t stride = small_tests() ? STRIDE_SMALL : 1;
    FILE *record = fopen(runner_argument, "r");
    size_t lines = 0, different = 0;
    char expected[LINE], now[LINE];

    (void)state;
    assert_non_null(record);
    for (; fgets(expected, sizeof expected, record) != NULL; lines++) {
        if (lines % stride != 0)
            continue;
        call(now, &c, lines, false);
        if (strstr(now, "double50\tno usable OpenCL device\t") != NULL && !c.doubles)
            continue;
        if (strcmp(now, expected) == 0 || different++ >= MOST_SHOWN)
            continue;
        print_message("# was %s# is  %s", expected, now);
    }
    assert_int_equal(fclose(record), 0);
    contexts_close(&c);
    assert_int_equal(lines, INPUTS);
    if (different > 0)
        fail_msg("%zu of %d inputs give something else than recorded", different, INPUTS);
}

/* Returns the length of a line up to its results, before primes and bounds. */
static size_t results_end(const char *line)
{
    const char *end = line;

    for (int column = 0; column < RESULT_COLUMNS && end != NULL; column++)
        end = strchr(end + (column > 0), '\t');
    assert_non_null(end);
    return (size_t)(end - line);
}

/* The host engine gives the same results, with other primes, points and bounds. */
static void the_host_gives_the_same_results(void **state)
{
    const contexts c = contexts_open();
    const size_t stride = small_tests() ? STRIDE_SMALL : 1;
    FILE *record = fopen(runner_argument, "r");
    size_t lines = 0;
    char expected[LINE], now[LINE];

    (void)state;
    assert_non_null(record);
    for (; fgets(expected, sizeof expected, record) != NULL; lines++) {
        if (lines % stride != 0 || strstr(expected, "\tok\t") == NULL)
            continue;
        call(now, &c, lines, true);
        expected[results_end(expected)] = now[results_end(now)] = '\0';
        assert_string_equal(now, expected);
    }
    assert_int_equal(fclose(record), 0);
    contexts_close(&c);
    assert_int_equal(lines, INPUTS);
}

static int record(void)
{
    const contexts c = contexts_open();
    char line[LINE];

    for (size_t k = 0; k < INPUTS; k++) {
        call(line, &c, k, false);
        fputs(line, stdout);
    }
    contexts_close(&c);
    return fflush(stdout) != 0;
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(results_equal_the_recorded_ones),
    cmocka_unit_test(the_host_gives_the_same_results),
};

static int compare_or_record(void)
{
    if (runner_argument == NULL) {
        fprintf(stderr, "usage: test-resultant pins RECORD | --record\n");
        return 2;
    }
    if (strcmp(runner_argument, "--record") == 0)
        return record();
    return cmocka_run_group_tests(tests, NULL, NULL);
}

TESTS_RUN_BY(compare_or_record);
