/* Compares predicted times of algorithms. Also self-tests of schoolbook arithmetic, by known
 * closed forms. */
#include "fpx/api/choice.h"

#include <math.h>
#include <string.h>

#include "arith/prime.h"
#include "core/size.h"
#include "fpx/fast/divide.h"
#include "fpx/fast/gcd.h"
#include "fpx/fast/spectra.h"
#include "fpx/fast/tree.h"
#include "fpx/fast/self_test.h"
#include "fpx/host/arithmetic.h"
#include "fpx/host/power.h"
#include "fpx/host/product.h"
#include "fpx/schoolbook/schoolbook.h"
#include "opencl/context.h"

/* With F = 1 + x + ... + x^(LONG - 1) and G = 1 + x + ... + x^(SHORT - 1) the coefficients of F G
 * count pairs, F G + 1 divided by G leaves 1, and G divides F if and only if SHORT divides LONG.
 * With COPRIME coefficients, prime to LONG, the resultant is 1 [Apostol 1970]. FACTOR makes
 * products large. */
enum { LONG = 150, SHORT = 50, COPRIME = 49, ALL = LONG + SHORT - 1, MOST = ALL + 1 };
#define PRIME 2147483629u
#define FACTOR 1987654321u

typedef struct trial {
    clmodp_context *ctx;
    fp_field field;
    clm_buffer a, b, out;
} trial;

static u32 times_modulo(uint64_t a, uint64_t b)
{
    return (u32)(a * b % PRIME);
}

/* Coefficient k of F G. */
static u32 pair_count(size_t k)
{
    return (u32)clm_size_min(clm_size_min(k + 1, SHORT), ALL - k);
}

/* A shape that divides the test into many parts. */
static clm_schoolbook_shape small_shape(clm_schoolbook_shape usual)
{
    return (clm_schoolbook_shape){.s = 7, .group = usual.group, .span = 1};
}

#define WHOM "polynomials"

static clmodp_status load_words(trial *t, const clm_buffer *to, const u32 *words, size_t count)
{
    return clm_buffer_write(t->ctx, to, 0, words, count * sizeof *words);
}

static clmodp_status check_product(trial *t, u32 *words)
{
    clmodp_status st = CLMODP_OK;

    for (size_t k = 0; k < LONG; k++)
        words[k] = FACTOR;
    TRY(load_words(t, &t->a, words, LONG));
    TRY(load_words(t, &t->b, words, SHORT));
    TRY(clm_schoolbook_multiply(t->ctx, &t->out, (clm_poly){&t->a, LONG}, (clm_poly){&t->b, SHORT},
                                t->field, small_shape(clm_multiply_shape(t->ctx, SHORT, 1))));
    for (size_t k = 0; k < ALL; k++)
        words[k] = times_modulo(times_modulo(FACTOR, FACTOR), pair_count(k));
    TRY(clm_self_test_compare(t->ctx, &t->out, words, ALL, "product", WHOM));
done:
    return st;
}

static clmodp_status check_quotient(trial *t, u32 *words)
{
    clmodp_status st = CLMODP_OK;
    u32 divisor[SHORT];

    for (size_t k = 0; k < ALL; k++)
        words[k] = times_modulo(FACTOR, pair_count(k) + (k == 0));
    for (size_t k = 0; k < SHORT; k++)
        divisor[k] = 1;
    TRY(load_words(t, &t->a, words, ALL));
    TRY(load_words(t, &t->b, divisor, SHORT));
    TRY(clm_schoolbook_divide(t->ctx, &t->out, (clm_poly){&t->a, ALL}, (clm_poly){&t->b, SHORT},
                              t->field, small_shape(clm_divide_shape(t->ctx, SHORT, 1))));
    for (size_t k = 0; k < LONG; k++)
        words[k] = FACTOR;
    TRY(clm_self_test_compare(t->ctx, &t->out, words, LONG, "quotient", WHOM));
    memset(words + 1, 0, (SHORT - 2) * sizeof *words);
    TRY(clm_self_test_compare(t->ctx, &t->a, words, SHORT - 1, "remainder", WHOM));
done:
    return st;
}

/* gcd(F, G + x^SHORT F) = gcd(F, G) = G, after a first step with a great drop of degrees. */
static clmodp_status check_gcd(trial *t, u32 *words)
{
    clmodp_status st = CLMODP_OK;
    size_t count;

    for (size_t k = 0; k < LONG; k++)
        words[k] = FACTOR;
    TRY(load_words(t, &t->a, words, LONG));
    for (size_t k = 0; k < MOST; k++)
        words[k] = k < SHORT ? 1 : FACTOR;
    TRY(load_words(t, &t->b, words, MOST));
    TRY(clm_schoolbook_gcd(t->ctx, &t->out, &count, (clm_poly){&t->a, LONG},
                           (clm_poly){&t->b, MOST}, t->field,
                           small_shape(clm_gcd_shape(t->ctx, MOST, 1)), NULL));
    if (count != SHORT)
        TRY(clm_self_test_fail(t->ctx, "greatest common divisor", WHOM));
    TRY(clm_self_test_compare(t->ctx, &t->out, words, SHORT, "greatest common divisor", WHOM));
done:
    return st;
}

/* R(c F, G) = c^deg G. */
static clmodp_status check_resultant(trial *t, u32 *words)
{
    clmodp_status st = CLMODP_OK;
    clm_gcd_trace trace = {0};
    size_t count;
    u32 found, expected = 1;

    for (size_t k = 0; k < LONG; k++)
        words[k] = FACTOR;
    TRY(load_words(t, &t->a, words, LONG));
    for (size_t k = 0; k < COPRIME; k++)
        words[k] = 1;
    TRY(load_words(t, &t->b, words, COPRIME));
    TRY(clm_gcd_trace_create(t->ctx, &trace, LONG - 1));
    TRY(clm_schoolbook_gcd(t->ctx, &t->out, &count, (clm_poly){&t->a, LONG},
                           (clm_poly){&t->b, COPRIME}, t->field,
                           small_shape(clm_gcd_shape(t->ctx, LONG, 1)), &trace));
    TRY(clm_gcd_trace_resultant(t->ctx, &trace, &found, LONG - 1, COPRIME - 1, t->field));
    for (size_t k = 0; k < COPRIME - 1; k++)
        expected = times_modulo(expected, FACTOR);
    if (found != expected)
        TRY(clm_self_test_fail(t->ctx, "resultant", WHOM));
done:
    clm_gcd_trace_destroy(t->ctx, &trace);
    return st;
}

typedef clmodp_status (*trial_check)(trial *t, u32 *words);

static const trial_check checks[] = {
    [CLM_FPX_MULTIPLY] = check_product, [CLM_FPX_DIVIDE] = check_quotient,
    [CLM_FPX_GCD] = check_gcd, [CLM_FPX_RESULTANT] = check_resultant};

static clmodp_status check_operation(clmodp_context *ctx, const void *subject)
{
    clmodp_status st = CLMODP_OK;
    trial t = {.ctx = ctx, .field = clm_field(PRIME)};
    u32 words[MOST];

    TRY(clm_buffer_create(ctx, &t.a, MOST, sizeof *words));
    TRY(clm_buffer_create(ctx, &t.b, MOST, sizeof *words));
    TRY(clm_buffer_create(ctx, &t.out, MOST, sizeof *words));
    TRY((*(const trial_check *)subject)(&t, words));
done:
    clm_buffers_destroy(ctx, &t.out, &t.b, &t.a);
    return st;
}

static const clm_kernel_files
    multiply_files = CLM_KERNEL_FILES("fpx/schoolbook/multiply.cl"),
    divide_files = CLM_KERNEL_FILES("fpx/schoolbook/divide.cl", "fpx/schoolbook/scale.cl",
                                    "fpx/batch/move.cl"),
    gcd_files = CLM_KERNEL_FILES("fpx/schoolbook/gcd.cl", "fpx/schoolbook/scale.cl",
                                 "fpx/batch/move.cl");

#define PROPERTY(operation, what, files) \
    [operation] = {"a known " what " of polynomials is correct", &files, check_operation, \
                   &checks[operation], false}

const clm_self_test clm_fpx_self_tests[] = {
    PROPERTY(CLM_FPX_MULTIPLY, "product", multiply_files),
    PROPERTY(CLM_FPX_DIVIDE, "quotient", divide_files),
    PROPERTY(CLM_FPX_GCD, "gcd", gcd_files),
    PROPERTY(CLM_FPX_RESULTANT, "resultant", gcd_files),
};

/* An operation on n >= m coefficients, on n coefficients and m points, or of m products modulo
 * a polynomial of degree n. */
typedef struct question {
    const clmodp_context *ctx;
    const clmodp_fpx_options *options;
    uint32_t p;
    clm_fpx_operation operation;
    size_t n, m;
    bool square;
    size_t moved; /* words transferred either way */
} question;

static clm_amounts host_cost(const question *q)
{
    const double m = (double)q->m;
    clm_amounts all = {.of = {0}}, one;

    switch (q->operation) {
    case CLM_FPX_MULTIPLY: return clm_host_product_cost(q->n, q->m, q->p, q->ctx->threads);
    case CLM_FPX_DIVIDE: return clm_host_divide_cost(q->n, q->m, q->p, q->ctx->threads, false);
    case CLM_FPX_EVALUATE:
    case CLM_FPX_INTERPOLATE:
        return clm_host_values_cost(q->n, q->m, q->p, q->ctx->threads,
                                    q->operation == CLM_FPX_INTERPOLATE);
    case CLM_FPX_POWER:
        one = clm_host_product_cost(q->n, q->n, q->p, q->ctx->threads);
        if (q->n < CLM_POWER_MOST && q->p != 2) {
            clm_amounts_add(&all, &one, 1.5 * m);
            return all;
        }
        clm_amounts_add(&all, &one, m);
        one = clm_host_divide_cost(2 * q->n, q->n, q->p, q->ctx->threads, true);
        clm_amounts_add(&all, &one, m);
        one = clm_host_divide_cost(2 * q->n, q->n, q->p, q->ctx->threads, false); /* an inverse */
        clm_amounts_add(&all, &one, 1.0);
        return all;
    default: break;
    }
    return clm_host_gcd_cost(q->n, q->m, q->p, q->ctx->threads, q->operation == CLM_FPX_XGCD);
}

/* Predicted nanoseconds of a product of two words of 64 bits with its reduction. */
#define WIDE_PRODUCT_NS 2.0

/* Predicted nanoseconds for primes from 2^31 on. Long operands take fast algorithms. */
static double wide_nanoseconds(const question *q)
{
    const size_t quotient = q->n - q->m + 1, longer = clm_size_max(q->n, q->m);
    const size_t shorter = clm_size_min(q->n, q->m);
    double products;

    switch (q->operation) {
    case CLM_FPX_MULTIPLY: products = (double)longer * (double)clm_size_min(shorter, 32); break;
    case CLM_FPX_DIVIDE:
        products = (double)clm_size_max(quotient, q->m) *
                   (double)clm_size_min(clm_size_min(quotient, q->m), 64);
        break;
    case CLM_FPX_POWER:
        products = (double)q->n * (double)clm_size_min(q->n, 64) * (double)q->m;
        break;
    case CLM_FPX_EVALUATE:
    case CLM_FPX_INTERPOLATE:
        products = 2.0 * (double)longer * (double)clm_size_min(shorter, 512);
        break;
    default: products = (double)longer * (double)clm_size_min(shorter, 1024);
    }
    return WIDE_PRODUCT_NS * products;
}

/* Returns the parameters for the device, or those given in the options. */
static clm_schoolbook_shape schoolbook_shape(const question *q)
{
    const clmodp_context *ctx = q->ctx;
    const clmodp_fpx_options *options = q->options;
    const size_t s = options->s;
    clm_schoolbook_shape shape;

    if (q->operation == CLM_FPX_MULTIPLY)
        shape = s != 0 ? clm_multiply_shape(ctx, q->n, s) : clm_multiply_default(ctx, q->n, q->m);
    else if (q->operation == CLM_FPX_DIVIDE)
        shape = s != 0 ? clm_divide_shape(ctx, q->m, s) : clm_divide_default(ctx, q->n, q->m);
    else
        shape = s != 0 ? clm_gcd_shape(ctx, q->n, s) : clm_gcd_default(ctx, q->n, q->m);
    if (options->group != 0)
        shape.group = options->group;
    if (options->span != 0)
        shape.span = options->span;
    return shape;
}

static clm_amounts schoolbook_cost(const question *q, clm_schoolbook_shape shape)
{
    const clmodp_context *ctx = q->ctx;

    switch (q->operation) {
    case CLM_FPX_MULTIPLY: return clm_schoolbook_multiply_cost(ctx, q->n, q->m, shape);
    case CLM_FPX_DIVIDE: return clm_schoolbook_divide_cost(ctx, q->n, q->m, shape);
    default: break;
    }
    return clm_schoolbook_gcd_cost(ctx, q->n, q->m, shape);
}

static clm_amounts fast_cost(const question *q)
{
    const clmodp_context *ctx = q->ctx;
    const uint32_t p = q->p;

    switch (q->operation) {
    case CLM_FPX_MULTIPLY: return clm_fast_multiply_cost(ctx, q->n, q->m, p, q->square);
    case CLM_FPX_DIVIDE: return clm_fast_divide_cost(ctx, q->n, q->m, p);
    case CLM_FPX_EVALUATE: return clm_tree_cost(ctx, q->n, q->m, p, false);
    case CLM_FPX_INTERPOLATE: return clm_tree_cost(ctx, q->n, q->m, p, true);
    case CLM_FPX_POWER: return clm_fast_modulus_cost(ctx, q->n, q->m, p);
    default: break;
    }
    return clm_fast_gcd_cost(ctx, q->n, q->m, p, q->operation == CLM_FPX_XGCD, 0);
}

/* The shape for SCHOOLBOOK, a CPU's until a device is open. */
static clm_schoolbook_shape likely_shape(const question *q)
{
    return q->ctx->queue != NULL ? schoolbook_shape(q)
                                 : (clm_schoolbook_shape){.s = 128, .group = 1, .span = 1024};
}

/* Predicted nanoseconds of a call, with transfers. */
static double device_nanoseconds(const question *q, clm_amounts all)
{
    all.of[CLM_OP_MOVED_WORD] += (double)q->moved;
    all.of[CLM_OP_FPX_CALL] += 1.0;
    all.of[CLM_OP_WAIT] += 1.0;
    return clm_device_elapsed(q->ctx, &all);
}

/* The time to wake threads, relative to the time until they join. */
#define WAKING 0.3

/* device_nanoseconds for FAST: one thread does much of a short launch's work before others join.
 * Base cases of half-GCDs have one thread anyway. */
static double fast_nanoseconds(const question *q)
{
    const clmodp_context *ctx = q->ctx;
    clm_amounts all = fast_cost(q);
    const double shared = device_nanoseconds(q, all);
    const double late = all.of[CLM_OP_LAUNCH] * ctx->costs.ns[CLM_OP_WAKE];
    double gain;

    all.of[CLM_OP_HALF_GCD_STEP] = all.of[CLM_OP_HALF_GCD_PAIR] = 0.0;
    gain = clm_elapsed(&all, &ctx->costs, 1.0, 1.0) - clm_device_elapsed(ctx, &all);
    return gain > 0.0 ? shared + WAKING * late + fmin(gain, late) : shared;
}

/* Words of v not yet on the device, counted twice for a result of the same length. */
static size_t words_to_move(const clm_value *v)
{
    return v->buffer.mem == NULL ? 2 * v->count : 0;
}

/* Algorithms on the device for each operation: SCHOOLBOOK, and FAST also for p = 2. */
static const struct kind {
    bool plain, fast_for_two;
    const char *name;
} kinds[] = {
    [CLM_FPX_MULTIPLY] = {true, true, "products"},
    [CLM_FPX_DIVIDE] = {true, true, "divisions"},
    [CLM_FPX_GCD] = {true, false, "common divisors"},
    [CLM_FPX_RESULTANT] = {true, false, "resultants"},
    [CLM_FPX_XGCD] = {false, false, "cofactors"},
    [CLM_FPX_EVALUATE] = {false, false, "values at many points"},
    [CLM_FPX_INTERPOLATE] = {false, false, "polynomials from values"},
    [CLM_FPX_POWER] = {false, true, "powers"},
};

static bool takes_prime(const question *q, clmodp_fpx_algorithm algorithm)
{
    return q->p != 2 ||
           (algorithm == CLMODP_FPX_FAST && kinds[q->operation].fast_for_two);
}

static bool is_served(const question *q, clmodp_fpx_algorithm algorithm)
{
    return takes_prime(q, algorithm) &&
           (algorithm == CLMODP_FPX_FAST || kinds[q->operation].plain);
}

/* A lower bound for SCHOOLBOOK: a call with its products, and its steps on leading terms in each
 * unit. A prediction over all shapes takes as long as a product of a thousand coefficients. */
static double least_schoolbook(const question *q)
{
    const double n = (double)q->n, m = (double)q->m, units = clm_device_units(q->ctx);
    clm_amounts least = {.of = {0}};

    switch (q->operation) {
    case CLM_FPX_MULTIPLY: least.of[CLM_OP_SCHOOLBOOK_PRODUCT] = n * m; break;
    case CLM_FPX_DIVIDE:
        least.of[CLM_OP_SWEEP_PRODUCT] = (n - m + 1.0) * m;
        least.of[CLM_OP_DIVIDE_STEP] = (n - m + 1.0) * units;
        break;
    default:
        least.of[CLM_OP_SWEEP_PRODUCT] = n * m;
        least.of[CLM_OP_GCD_STEP] = m * units;
        break;
    }
    return device_nanoseconds(q, least);
}

/* A lower bound for FAST; 0 for operations without one. */
static double least_fast(const question *q)
{
    double least;

    switch (q->operation) {
    case CLM_FPX_DIVIDE: least = clm_fast_divide_least(q->ctx, q->n, q->m); break;
    case CLM_FPX_GCD:
    case CLM_FPX_RESULTANT:
    case CLM_FPX_XGCD: least = clm_fast_gcd_least(q->ctx, q->m); break;
    case CLM_FPX_EVALUATE:
    case CLM_FPX_INTERPOLATE: least = 2.0 * q->ctx->costs.ns[CLM_OP_WAIT]; break;
    default: return 0.0;
    }
    return least + device_nanoseconds(q, (clm_amounts){.of = {0}});
}

/* The greatest share of the host's time for which a device is worth its threads. */
#define WORTH 0.95

/* The measured slowdowns of calls of this kind. */
static clm_slowdowns *slowdowns_of(const question *q)
{
    size_t digits = 0;

    while (q->n >> digits > 1)
        digits++;
    return &q->ctx->kept->slowdowns[q->operation * 64 + digits];
}

/* Corrects a predicted time by measured ones. If other algorithms take longer than predicted, one
 * without measurements probably does too, but less so: by the geometric mean of their slowdown
 * and 1. */
static double corrected(const question *q, clmodp_fpx_algorithm algorithm, double ns)
{
    const float *of = slowdowns_of(q)->of, own = of[algorithm - CLMODP_FPX_HOST];
    const float other = fmaxf(of[0], fmaxf(of[1], of[2]));

    return ns * (own > 0 ? own : other > 0 ? sqrtf(other) : 1.0f);
}

/* Selects the fastest algorithm, and changes *ns from the predicted time of HOST to that of this
 * algorithm, both without a correction. Sets *shape if SCHOOLBOOK was predicted, too. */
static clmodp_fpx_algorithm faster_algorithm(const question *q, clm_schoolbook_shape *shape,
                                             double *ns)
{
    const clmodp_context *ctx = q->ctx;
    const double host = corrected(q, CLMODP_FPX_HOST, *ns);
    double fast = INFINITY, schoolbook = INFINITY, least = INFINITY;
    clmodp_fpx_algorithm device = CLMODP_FPX_FAST;

    if (ctx->host_only || *ns <= ctx->costs.ns[CLM_OP_WAIT] + ctx->costs.ns[CLM_OP_FPX_CALL])
        return CLMODP_FPX_HOST;
    if (is_served(q, CLMODP_FPX_FAST) &&
        corrected(q, CLMODP_FPX_FAST, least_fast(q)) < host) {
        fast = fast_nanoseconds(q);
        least = corrected(q, CLMODP_FPX_FAST, fast);
    }
    if (is_served(q, CLMODP_FPX_SCHOOLBOOK) &&
        corrected(q, CLMODP_FPX_SCHOOLBOOK, least_schoolbook(q)) < fmin(least, host)) {
        *shape = likely_shape(q);
        schoolbook = device_nanoseconds(q, schoolbook_cost(q, *shape));
        if (corrected(q, CLMODP_FPX_SCHOOLBOOK, schoolbook) <= least) {
            device = CLMODP_FPX_SCHOOLBOOK;
            least = corrected(q, device, schoolbook);
        }
    }
    if (least + clm_initialisation_cost(ctx) < WORTH * host) {
        *ns = device == CLMODP_FPX_FAST ? fast : schoolbook;
        return device;
    }
    if (least < host)
        clm_initialisation_missed(ctx, host - least);
    return CLMODP_FPX_HOST;
}

/* The least predicted nanoseconds of calls that correct predictions. */
#define LEAST_LEARNT 5e4

/* Coefficients of operands for which host work takes less time than a launch. */
#define TINY 64

/* Lists the self-tests required by FAST. Returns their number. */
static size_t fast_needs(const question *q, const clm_self_test **needs)
{
    const clmodp_context *ctx = q->ctx;
    const uint32_t p = q->p;

    switch (q->operation) {
    case CLM_FPX_MULTIPLY: return clm_fast_multiply_needs(ctx, needs, 0, q->n, q->m, p);
    case CLM_FPX_DIVIDE: return clm_fast_divide_needs(ctx, needs, 0, q->n, q->m, p);
    case CLM_FPX_EVALUATE:
    case CLM_FPX_INTERPOLATE: return clm_tree_needs(ctx, needs, 0, q->n, q->m, p);
    case CLM_FPX_POWER: return clm_fast_modulus_needs(ctx, needs, 0, q->n, p);
    default: return clm_fast_gcd_needs(ctx, needs, 0, q->n, q->m, p);
    }
}

/* Opens the device, and runs the required self-tests. */
static clmodp_status begin_device(const question *q, clm_fpx_call *call,
                                  clmodp_fpx_algorithm algorithm)
{
    clmodp_status st = CLMODP_OK;
    clmodp_context *ctx = call->context;
    const clm_self_test *needs[CLM_FAST_MOST_NEEDS];
    size_t count = 0;

    TRY(clm_context_open(ctx));
    if (algorithm == CLMODP_FPX_SCHOOLBOOK)
        needs[count++] = &clm_fpx_self_tests[q->operation];
    else
        count = fast_needs(q, needs);
    TRY(clm_self_tests_ensure(ctx, needs, count));
done:
    return st;
}

/* Tests whether the host takes less time than any launch, and even than a prediction. */
static bool is_tiny(const question *q)
{
    return q->n <= TINY && q->m <= TINY && q->operation != CLM_FPX_POWER;
}

/* Checks that the algorithm given in the options exists. */
static clmodp_status check_wanted(const question *q, clm_error *error)
{
    clmodp_status st = CLMODP_OK;
    const clmodp_fpx_algorithm wanted = q->options->algorithm;
    const char *name = kinds[q->operation].name;

    if (wanted == CLMODP_FPX_AUTO || wanted == CLMODP_FPX_HOST || is_served(q, wanted))
        goto done;
    if (takes_prime(q, wanted))
        FAIL(error, CLMODP_UNSUPPORTED,
             "algorithm SCHOOLBOOK does not support %s; choose another, or AUTO", name);
    if (wanted == CLMODP_FPX_SCHOOLBOOK)
        FAIL(error, CLMODP_INVALID, "algorithm SCHOOLBOOK requires an odd prime");
    FAIL(error, CLMODP_INVALID, "algorithm FAST supports %s for odd primes only", name);
done:
    return st;
}

/* Adds an operation to those of a call, unless it is short and the first one. */
static void note_prediction(clm_fpx_prediction *p, const question *q,
                            clmodp_fpx_algorithm algorithm, double nanoseconds)
{
    const double seconds = 1e-9 * nanoseconds;

    if (p->slowdowns == NULL && nanoseconds < LEAST_LEARNT)
        return;
    if (p->slowdowns == NULL)
        p->began = clm_clock_seconds();
    if (seconds <= p->seconds) {
        p->others += seconds;
        return;
    }
    p->others += p->seconds;
    p->seconds = seconds;
    p->algorithm = algorithm;
    p->slowdowns = slowdowns_of(q);
}

static clmodp_status choose_method(clm_fpx_call *call, clm_fpx_method *method, const question *q)
{
    clmodp_status st = CLMODP_OK;
    clmodp_context *ctx = call->context;
    const clmodp_fpx_algorithm wanted = call->options.algorithm;
    clm_amounts on_host;
    double ns;
    bool open = false; /* the device was, when the algorithm was chosen */

    *method = (clm_fpx_method){.algorithm = CLMODP_FPX_HOST};
    TRY(clm_progress(ctx, ctx->call->fraction));
    if (call->field.p != 0) {
        method->host_ns = wide_nanoseconds(q);
        goto done;
    }
    if (wanted <= CLMODP_FPX_HOST && is_tiny(q))
        goto done;
    TRY(check_wanted(q, &ctx->error));
    on_host = host_cost(q);
    method->algorithm = wanted;
    method->host_ns = ns = clm_nanoseconds(&on_host, &ctx->costs);
    if (wanted == CLMODP_FPX_AUTO) {
        open = ctx->queue != NULL;
        method->algorithm = faster_algorithm(q, &method->shape, &ns);
    }
    if (method->algorithm != CLMODP_FPX_HOST) {
        st = begin_device(q, call, method->algorithm);
        if (st == CLMODP_NO_DEVICE && wanted == CLMODP_FPX_AUTO) {
            clm_error_clear(&ctx->error);
            clm_initialisation_failed(ctx);
            method->algorithm = CLMODP_FPX_HOST;
            ns = method->host_ns;
            st = CLMODP_OK;
        }
        TRY(st);
    }
    if (method->algorithm != CLMODP_FPX_SCHOOLBOOK)
        method->shape = (clm_schoolbook_shape){.s = 0};
    else if (!open)
        method->shape = schoolbook_shape(q);
    call->report.algorithm = method->algorithm;
    call->report.s = (uint32_t)method->shape.s;
    call->report.group = (uint32_t)method->shape.group;
    call->report.span = (uint32_t)method->shape.span;
    if (wanted == CLMODP_FPX_AUTO)
        note_prediction(&call->predicted, q, method->algorithm, ns);
done:
    return st;
}

static question question_of(const clm_fpx_call *call, clm_fpx_operation operation)
{
    return (question){.ctx = call->context, .options = &call->options, .p = call->modulus.p,
                      .operation = operation};
}

clmodp_status clm_fpx_choose(clm_fpx_call *call, clm_fpx_method *method,
                             clm_fpx_operation operation, const clm_value *a, const clm_value *b)
{
    question q = question_of(call, operation);

    q.square = a == b;
    q.n = clm_size_max(a->count, b->count);
    q.m = clm_size_min(a->count, b->count);
    q.moved = words_to_move(a) + words_to_move(b);
    return choose_method(call, method, &q);
}

clmodp_status clm_fpx_choose_sizes(clm_fpx_call *call, clm_fpx_method *method,
                                   clm_fpx_operation operation, size_t n, size_t m, size_t moved)
{
    question q = question_of(call, operation);

    q.n = n;
    q.m = m;
    q.moved = moved;
    return choose_method(call, method, &q);
}

double clm_fpx_predict(const clmodp_context *ctx, clm_fpx_operation operation,
                       clmodp_fpx_algorithm algorithm, size_t n, size_t m, uint32_t p)
{
    const clmodp_fpx_options defaults = {0};
    const question q = {.ctx = ctx, .options = &defaults, .p = p, .operation = operation, .n = n,
                        .m = m};

    if (algorithm == CLMODP_FPX_HOST) {
        const clm_amounts on_host = host_cost(&q);

        return clm_nanoseconds(&on_host, &ctx->costs);
    }
    if (!is_served(&q, algorithm))
        return INFINITY;
    return algorithm == CLMODP_FPX_FAST
               ? fast_nanoseconds(&q)
               : device_nanoseconds(&q, schoolbook_cost(&q, likely_shape(&q)));
}
