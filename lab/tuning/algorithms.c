/* The table of algorithms measured by clmodp_tune: schoolbook and fast arithmetic of polynomials
 * over F_p, scans and sorts over their program parameters, and products and greatest common
 * divisors over the algorithms between which calls choose. */
#include "lab/tuning/tuning.h"

#include <stdlib.h>

#include "arith/prime.h"
#include "arrays/cost.h"
#include "arrays/sort.h"
#include "core/memory.h"
#include "core/random.h"
#include "core/size.h"
#include "fpx/api/choice.h"
#include "fpx/batch/move.h"
#include "fpx/batch/ntt.h"
#include "fpx/fast/gcd.h"
#include "fpx/fast/half_gcd.h"
#include "fpx/fast/self_test.h"
#include "fpx/schoolbook/schoolbook.h"
#include "opencl/context.h"

#define PRIME 2147483647u

/* Returns the predicted nanoseconds of the amounts and of one wait. */
static double elapsed_with_wait(const clm_tune_problem *p, clm_amounts amounts)
{
    return clm_device_elapsed(p->ctx, &amounts) + p->ctx->costs.ns[CLM_OP_WAIT];
}

/* Sets words[k], k < n, to random words below `below`, not 0, depending on the seed. */
static void fill_words(u32 *words, size_t n, uint32_t below, uint64_t seed)
{
    clm_random random = {seed};

    for (size_t k = 0; k < n; k++)
        words[k] = 1 + (u32)clm_random_below(&random, below - 1);
}

/* *out := such words on the device. */
static clmodp_status create_words(clmodp_context *ctx, clm_buffer *out, size_t n, uint32_t below,
                                  uint64_t seed)
{
    clmodp_status st = CLMODP_OK;
    u32 *words = NULL;

    NEW(&ctx->error, words, n);
    fill_words(words, n, below, seed);
    TRY(clm_buffer_load(ctx, out, words, n, sizeof *words));
done:
    free(words);
    return st;
}

/* Lists powers of two from `from` to `to`. Returns their number. */
static size_t list_powers(uint32_t s[CLM_TUNE_MOST], uint32_t from, uint32_t to)
{
    size_t count = 0;

    for (; from <= to && count < CLM_TUNE_MOST; from *= 2)
        s[count++] = from;
    return count;
}

static clm_poly first_input(const clm_tune_problem *p)
{
    return (clm_poly){&p->a, p->n};
}

/* ---- schoolbook arithmetic ---- */

/* Functions of schoolbook arithmetic of n and `second` coefficients, by variant. */
typedef struct schoolbook_arithmetic {
    size_t (*most)(const clmodp_context *ctx);
    clm_schoolbook_shape (*shape)(const clmodp_context *ctx, size_t size, size_t s);
    clm_schoolbook_shape (*usual)(const clmodp_context *ctx, size_t n, size_t m);
    clm_amounts (*cost)(const clmodp_context *ctx, size_t n, size_t m, clm_schoolbook_shape shape);
    const clm_self_test *test;
} schoolbook_arithmetic;

static const schoolbook_arithmetic schoolbook[] = {
    [CLM_FPX_MULTIPLY] = {clm_multiply_most_s, clm_multiply_shape, clm_multiply_default,
                          clm_schoolbook_multiply_cost, &clm_schoolbook_multiply_self_test},
    [CLM_FPX_DIVIDE] = {clm_divide_most_s, clm_divide_shape, clm_divide_default,
                        clm_schoolbook_divide_cost, &clm_schoolbook_divide_self_test},
    [CLM_FPX_GCD] = {clm_gcd_most_s, clm_gcd_shape, clm_gcd_default, clm_schoolbook_gcd_cost,
                     &clm_schoolbook_gcd_self_test},
};

/* Number of coefficients of the second polynomial, and of the result. */
static size_t schoolbook_second(const clm_tune_problem *p)
{
    return p->algorithm->variant == CLM_FPX_DIVIDE ? p->n / 2 : p->n;
}

static size_t schoolbook_result(const clm_tune_problem *p)
{
    return p->algorithm->variant == CLM_FPX_MULTIPLY ? 2 * p->n - 1
           : p->algorithm->variant == CLM_FPX_DIVIDE ? p->n - p->n / 2 + 1
                                                     : p->n;
}

static clm_schoolbook_shape schoolbook_shape(const clm_tune_problem *p, uint32_t s)
{
    return schoolbook[p->algorithm->variant].shape(p->ctx, schoolbook_second(p), s);
}

static size_t schoolbook_parameters(const clm_tune_problem *p, uint32_t s[CLM_TUNE_MOST])
{
    const size_t most = schoolbook[p->algorithm->variant].most(p->ctx);

    return list_powers(s, 1,
                       (uint32_t)clm_size_min(clm_size_min(p->n, schoolbook_result(p)), most));
}

static uint32_t schoolbook_chosen(const clm_tune_problem *p)
{
    return (uint32_t)schoolbook[p->algorithm->variant].usual(p->ctx, p->n, schoolbook_second(p)).s;
}

static double schoolbook_predicted(const clm_tune_problem *p, uint32_t s)
{
    return elapsed_with_wait(p, schoolbook[p->algorithm->variant].cost(
                                    p->ctx, p->n, schoolbook_second(p), schoolbook_shape(p, s)));
}

static clmodp_status schoolbook_create(clm_tune_problem *p)
{
    clmodp_status st = CLMODP_OK;
    const clm_self_test *test = schoolbook[p->algorithm->variant].test;

    p->count = schoolbook_result(p);
    TRY(clm_self_tests_ensure(p->ctx, &test, 1));
    TRY(create_words(p->ctx, &p->a, p->n, PRIME, 1));
    TRY(create_words(p->ctx, &p->b, schoolbook_second(p), PRIME, 2));
    TRY(clm_buffer_create(p->ctx, &p->out, p->count, sizeof(u32)));
    if (p->algorithm->restore != NULL)
        TRY(clm_buffer_create(p->ctx, &p->kept, p->n, sizeof(u32)));
done:
    return st;
}

/* Restores the dividend, which a division overwrites with the remainder. */
static clmodp_status divide_restore(clm_tune_problem *p)
{
    return clm_move_poly(p->ctx, &p->kept, 0, first_input(p));
}

static clmodp_status schoolbook_run(clm_tune_problem *p, uint32_t s)
{
    const clm_poly b = {&p->b, schoolbook_second(p)};
    const fp_field field = clm_field(PRIME);

    switch (p->algorithm->variant) {
    case CLM_FPX_MULTIPLY:
        return clm_schoolbook_multiply(p->ctx, &p->out, first_input(p), b, field,
                                       schoolbook_shape(p, s));
    case CLM_FPX_DIVIDE:
        return clm_schoolbook_divide(p->ctx, &p->out, (clm_poly){&p->kept, p->n}, b, field,
                                     schoolbook_shape(p, s));
    default:
        return clm_schoolbook_gcd(p->ctx, &p->out, &p->count, first_input(p), b, field,
                                  schoolbook_shape(p, s), NULL);
    }
}

/* ---- scans and sorts ---- */

static const clm_sort_order word_order = {CLM_SORT_UNSIGNED, false, sizeof(u32), 0, 0, 32};

/* Creates n random words and an output of the same size. */
static clmodp_status words_create(clm_tune_problem *p, const clm_self_test *property)
{
    clmodp_status st = CLMODP_OK;

    TRY(clm_self_tests_ensure(p->ctx, &property, 1));
    TRY(create_words(p->ctx, &p->a, p->n, UINT32_MAX, 1));
    TRY(clm_buffer_create(p->ctx, &p->out, p->n, sizeof(u32)));
    p->count = p->n;
done:
    return st;
}

static clm_scan_shape scan_shape(const clm_tune_problem *p, uint32_t run)
{
    clm_scan_shape shape = clm_scan_levels(p->ctx);

    shape.run = run;
    return shape;
}

static size_t scan_parameters(const clm_tune_problem *p, uint32_t s[CLM_TUNE_MOST])
{
    return list_powers(s, 2, (uint32_t)clm_scan_most_run(p->ctx));
}

static uint32_t scan_chosen(const clm_tune_problem *p)
{
    return (uint32_t)clm_scan_choose(p->ctx, p->n, sizeof(u32)).run;
}

static double scan_predicted(const clm_tune_problem *p, uint32_t s)
{
    return elapsed_with_wait(p, clm_scan_cost(p->ctx, p->n, sizeof(u32), scan_shape(p, s)));
}

static clmodp_status scan_create(clm_tune_problem *p)
{
    return words_create(p, &clm_scan_self_tests[0]);
}

static clmodp_status scan_run(clm_tune_problem *p, uint32_t s)
{
    return clm_scan(p->ctx, (clm_scan_range){&p->out, 0}, (clm_scan_range){&p->a, 0}, p->n,
                    sizeof(u32), false, scan_shape(p, s));
}

/* Variant of radix-sort that selects the device's best method among those whose passes take all
 * keys by the same number of bits. */
#define BEST_METHOD (-1)

static clm_sort_method sort_method(const clm_tune_problem *p)
{
    const clm_sort_method best = clm_sort_best_method(p->ctx);

    if (p->algorithm->variant != BEST_METHOD)
        return (clm_sort_method)p->algorithm->variant;
    return best == CLM_SORT_BUCKETS ? CLM_SORT_TILES : best;
}

static clm_sort_shape sort_shape(const clm_tune_problem *p, uint32_t bits)
{
    clm_sort_shape shape = clm_sort_default(p->ctx, sort_method(p), &word_order);

    shape.bits = bits;
    return shape;
}

static size_t sort_parameters(const clm_tune_problem *p, uint32_t s[CLM_TUNE_MOST])
{
    const uint32_t most = clm_sort_most_bits(p->ctx, sort_method(p), &word_order);

    for (uint32_t bits = 1; bits <= most; bits++)
        s[bits - 1] = bits;
    return most;
}

static uint32_t sort_chosen(const clm_tune_problem *p)
{
    return clm_sort_choose(p->ctx, p->n, sort_method(p), &word_order).bits;
}

static double sort_predicted(const clm_tune_problem *p, uint32_t s)
{
    return elapsed_with_wait(p, clm_sort_cost(p->ctx, p->n, &word_order, sort_shape(p, s)));
}

static clmodp_status sort_create(clm_tune_problem *p)
{
    return words_create(p, clm_sort_self_test(sort_method(p), &word_order));
}

/* Restores the words of a sort or transform, which work in place. */
static clmodp_status in_place_restore(clm_tune_problem *p)
{
    return clm_move_poly(p->ctx, &p->out, 0, (clm_poly){&p->a, p->count});
}

static clmodp_status sort_run(clm_tune_problem *p, uint32_t s)
{
    return clm_sort(p->ctx, (clm_scan_range){&p->out, 0}, (clm_scan_range){&(clm_buffer){0}, 0},
                    p->n, &word_order, sort_shape(p, s));
}

/* ---- transforms over their largest radix ---- */

#define TRANSFORM_PRIME 2013265921u /* 15 2^27 + 1 */
#define LEAST_LENGTH ((size_t)8)
#define MOST_RADIX 8u

static size_t transform_length(const clm_tune_problem *p)
{
    size_t length = LEAST_LENGTH;

    while (length < clm_div_up(p->n, p->ctx->tuning.tile))
        length *= 2;
    return length;
}

static u32 greatest_radix(const clm_ntt_plan *plan)
{
    u32 greatest = 0;

    for (size_t pass = 0; pass < plan->passes; pass++)
        greatest = plan->radix[pass] > greatest ? plan->radix[pass] : greatest;
    return greatest;
}

/* Lists radices that a plan reaches; otherwise the plan equals the one of a lower radix. */
static size_t transform_parameters(const clm_tune_problem *p, uint32_t s[CLM_TUNE_MOST])
{
    size_t count = 0;

    for (u32 radix = 2; radix <= MOST_RADIX; radix *= 2) {
        const clm_ntt_plan plan = clm_ntt_plan_within(transform_length(p), radix);

        if (greatest_radix(&plan) == radix)
            s[count++] = radix;
    }
    return count;
}

static uint32_t transform_chosen(const clm_tune_problem *p)
{
    const clm_ntt_plan plan = clm_ntt_plan_for(transform_length(p));

    return greatest_radix(&plan);
}

static double transform_predicted(const clm_tune_problem *p, uint32_t s)
{
    const size_t length = transform_length(p);
    const clm_ntt_plan plan = clm_ntt_plan_within(length, s);
    clm_amounts all = clm_ntt_cost(&plan, 2.0 * (double)(length * p->ctx->tuning.tile));

    all.of[CLM_OP_LAUNCH] += 2.0 * (double)plan.passes;
    return elapsed_with_wait(p, all);
}

static clmodp_status transform_create(clm_tune_problem *p)
{
    clmodp_status st = CLMODP_OK;
    const u32 prime = TRANSFORM_PRIME;
    const size_t length = transform_length(p);

    p->count = clm_size_times(length, p->ctx->tuning.tile);
    for (u32 radix = 2; radix <= MOST_RADIX; radix *= 2)
        TRY(clm_self_tests_ensure(p->ctx, &(const clm_self_test *){&clm_ntt_self_tests[radix]},
                                  1));
    TRY(clm_ntt_field_create(p->ctx, &p->field, &prime, 1, length));
    TRY(create_words(p->ctx, &p->a, p->count, prime, 1));
    TRY(clm_buffer_create(p->ctx, &p->out, p->count, sizeof(u32)));
done:
    return st;
}

static clmodp_status transform_run(clm_tune_problem *p, uint32_t s)
{
    clmodp_status st = CLMODP_OK;
    const clm_ntt_plan plan = clm_ntt_plan_within(p->field.plan.length, s);
    const clm_ntt_batch batch =
        clm_ntt_field_batch(&p->field, &p->out, p->ctx->tuning.tile, 1);

    TRY(clm_ntt_run(p->ctx, &plan, &batch, CLM_NTT_FORWARD));
    TRY(clm_ntt_run(p->ctx, &plan, &batch, CLM_NTT_BACKWARD));
done:
    return st;
}

/* ---- half-GCDs over the degree of their base cases ---- */

static size_t half_gcd_parameters(const clm_tune_problem *p, uint32_t s[CLM_TUNE_MOST])
{
    const uint32_t least = CLM_FAST_GCD_LEAST_BASE;
    const uint32_t most = (uint32_t)clm_size_min(p->n, clm_half_gcd_most_base(p->ctx));

    return list_powers(s, least, most < least ? least : most);
}

static uint32_t half_gcd_chosen(const clm_tune_problem *p)
{
    return (uint32_t)clm_fast_gcd_base(p->ctx, p->n, p->n, PRIME);
}

static double half_gcd_predicted(const clm_tune_problem *p, uint32_t s)
{
    return elapsed_with_wait(p, clm_fast_gcd_cost(p->ctx, p->n, p->n, PRIME, false, s));
}

static clmodp_status half_gcd_create(clm_tune_problem *p)
{
    clmodp_status st = CLMODP_OK;
    const clm_self_test *needs[CLM_FAST_MOST_NEEDS];
    const size_t count = clm_fast_gcd_needs(p->ctx, needs, 0, p->n, p->n, PRIME);

    TRY(clm_self_tests_ensure(p->ctx, needs, count));
    TRY(create_words(p->ctx, &p->a, p->n, PRIME, 1));
    TRY(create_words(p->ctx, &p->b, p->n, PRIME, 2));
    TRY(clm_buffer_create(p->ctx, &p->out, p->n, sizeof(u32)));
    p->count = p->n;
done:
    return st;
}

static clmodp_status half_gcd_run(clm_tune_problem *p, uint32_t s)
{
    clmodp_status st = CLMODP_OK;
    clm_fast_gcd_result result = {.g = &p->out};

    TRY(clm_fast_gcd(p->ctx, &result, first_input(p), (clm_poly){&p->b, p->n}, PRIME, s));
    p->count = result.g_count;
done:
    return st;
}

/* ---- products and common divisors over the algorithms between which calls choose ---- */

/* Algorithms predicted to take longer than this multiple of the fastest are left out. */
#define MOST_SLOWER 64.0

static const clmodp_fpx_algorithm fpx_algorithms[] = {CLMODP_FPX_HOST, CLMODP_FPX_SCHOOLBOOK,
                                                      CLMODP_FPX_FAST};
#define FPX_ALGORITHMS (sizeof fpx_algorithms / sizeof *fpx_algorithms)

static const char *fpx_label(uint32_t s)
{
    switch (s) {
    case CLMODP_FPX_HOST: return "host";
    case CLMODP_FPX_SCHOOLBOOK: return "schoolbook";
    case CLMODP_FPX_FAST: return "fast";
    default: return NULL;
    }
}

static double fpx_predicted(const clm_tune_problem *p, uint32_t s)
{
    return clm_fpx_predict(p->ctx, (clm_fpx_operation)p->algorithm->variant,
                           (clmodp_fpx_algorithm)s, p->n, p->n, PRIME);
}

static uint32_t fpx_chosen(const clm_tune_problem *p)
{
    uint32_t best = fpx_algorithms[0];

    for (size_t k = 1; k < FPX_ALGORITHMS; k++)
        if (fpx_predicted(p, fpx_algorithms[k]) < fpx_predicted(p, best))
            best = fpx_algorithms[k];
    return best;
}

static size_t fpx_parameters(const clm_tune_problem *p, uint32_t s[CLM_TUNE_MOST])
{
    const double most = MOST_SLOWER * fpx_predicted(p, fpx_chosen(p));
    size_t count = 0;

    for (size_t k = 0; k < FPX_ALGORITHMS; k++)
        if (fpx_predicted(p, fpx_algorithms[k]) < most)
            s[count++] = fpx_algorithms[k];
    return count;
}

/* *f := a random polynomial of n coefficients with a leading coefficient not 0. */
static clmodp_status create_polynomial(clmodp_context *ctx, clmodp_fpx **f, size_t n,
                                       uint64_t seed)
{
    clmodp_status st = CLMODP_OK;
    uint32_t *words = NULL;

    NEW(&ctx->error, words, n);
    fill_words(words, n, PRIME, seed);
    TRY(clmodp_fpx_create(ctx, f, PRIME));
    TRY(clmodp_fpx_upload(*f, words, n));
done:
    free(words);
    return st;
}

static clmodp_status fpx_create(clm_tune_problem *p)
{
    clmodp_status st = CLMODP_OK;

    TRY(create_polynomial(p->ctx, &p->f, p->n, 1));
    TRY(create_polynomial(p->ctx, &p->g, p->n, 2));
    TRY(clmodp_fpx_create(p->ctx, &p->h, PRIME));
    p->count = p->algorithm->variant == CLM_FPX_MULTIPLY ? 2 * p->n - 1 : p->n;
done:
    return st;
}

static clmodp_status fpx_run(clm_tune_problem *p, uint32_t s)
{
    const clmodp_progress progress = p->ctx->call->progress;
    clmodp_fpx_options options;
    clmodp_status st;

    clmodp_fpx_options_init(&options);
    options.algorithm = (clmodp_fpx_algorithm)s;
    p->ctx->call->progress = NULL; /* else it would be told the progress of this run alone */
    st = p->algorithm->variant == CLM_FPX_MULTIPLY
             ? clmodp_fpx_mul(p->h, NULL, p->f, p->g, &options)
             : clmodp_fpx_gcd(p->h, NULL, p->f, p->g, &options);
    p->ctx->call->progress = progress;
    if (st == CLMODP_OK)
        p->count = clmodp_fpx_count(p->h);
    return st;
}

static clmodp_status fpx_result(clm_tune_problem *p, u32 *words)
{
    return clmodp_fpx_download(p->h, words, p->count);
}

/* ---- the table ---- */

#define FUNCTIONS(stem) .parameters = stem##_parameters, .chosen = stem##_chosen, \
                        .predicted = stem##_predicted, .create = stem##_create, .run = stem##_run

const clm_tune_algorithm clm_tune_algorithms[CLMODP_TUNE_ALGORITHMS] = {
    [CLMODP_TUNE_MULTIPLICATION] = {.name = "multiplication", .from = 1 << 10, .to = 1 << 14,
                                    .variant = CLM_FPX_MULTIPLY, FUNCTIONS(schoolbook)},
    [CLMODP_TUNE_DIVISION] = {.name = "division", .from = 1 << 10, .to = 1 << 14,
                              .variant = CLM_FPX_DIVIDE, FUNCTIONS(schoolbook),
                              .restore = divide_restore},
    [CLMODP_TUNE_GCD] = {.name = "gcd", .from = 1 << 10, .to = 1 << 16, .variant = CLM_FPX_GCD,
                         FUNCTIONS(schoolbook)},
    [CLMODP_TUNE_SCAN] = {.name = "scan", .from = 1 << 14, .to = 1 << 24, FUNCTIONS(scan)},
    [CLMODP_TUNE_RADIX_SORT] = {.name = "radix-sort", .from = 1 << 14, .to = 1 << 24,
                                .variant = BEST_METHOD, FUNCTIONS(sort),
                                .restore = in_place_restore},
    [CLMODP_TUNE_SPLITS] = {.name = "splits", .from = 1 << 14, .to = 1 << 22,
                            .variant = CLM_SORT_SPLITS, FUNCTIONS(sort),
                            .restore = in_place_restore},
    [CLMODP_TUNE_TRANSFORM] = {.name = "transform", .from = 1 << 12, .to = 1 << 20,
                               FUNCTIONS(transform), .restore = in_place_restore},
    [CLMODP_TUNE_HALF_GCD] = {.name = "half-gcd", .from = 1 << 10, .to = 1 << 20,
                              FUNCTIONS(half_gcd)},
    [CLMODP_TUNE_PRODUCT] = {.name = "product", .from = 1 << 5, .to = 1 << 20,
                             .variant = CLM_FPX_MULTIPLY, FUNCTIONS(fpx), .result = fpx_result,
                             .label = fpx_label},
    [CLMODP_TUNE_COMMON_DIVISOR] = {.name = "common-divisor", .from = 1 << 5, .to = 1 << 20,
                                    .variant = CLM_FPX_GCD, FUNCTIONS(fpx), .result = fpx_result,
                                    .label = fpx_label},
};
