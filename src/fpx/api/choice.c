/* Selects algorithms by predicted times, which the times of earlier calls correct. */
#include "fpx/api/choice.h"

#include <math.h>

#include "core/size.h"
#include "fpx/fast/divide.h"
#include "fpx/fast/gcd.h"
#include "fpx/fast/spectra.h"
#include "fpx/fast/tree.h"
#include "fpx/fast/self_test.h"
#include "fpx/host/arithmetic.h"
#include "fpx/host/power.h"
#include "fpx/host/product.h"
#include "opencl/context.h"

/* An operation whose time is predicted: on n >= m coefficients, on n coefficients and m points, or
 * of m products modulo a polynomial of degree n. */
typedef struct query {
    const clmodp_context *ctx;
    const clmodp_fpx_options *options;
    uint32_t p;
    clm_fpx_operation operation;
    size_t n, m;
    bool square;
    size_t moved; /* words transferred either way */
} query;

static clm_amounts host_cost(const query *q)
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
static double wide_nanoseconds(const query *q)
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
static clm_schoolbook_shape schoolbook_shape(const query *q)
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

static clm_amounts schoolbook_cost(const query *q, clm_schoolbook_shape shape)
{
    const clmodp_context *ctx = q->ctx;

    switch (q->operation) {
    case CLM_FPX_MULTIPLY: return clm_schoolbook_multiply_cost(ctx, q->n, q->m, shape);
    case CLM_FPX_DIVIDE: return clm_schoolbook_divide_cost(ctx, q->n, q->m, shape);
    default: break;
    }
    return clm_schoolbook_gcd_cost(ctx, q->n, q->m, shape);
}

static clm_amounts fast_cost(const query *q)
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
static clm_schoolbook_shape likely_shape(const query *q)
{
    return q->ctx->queue != NULL ? schoolbook_shape(q)
                                 : (clm_schoolbook_shape){.s = 128, .group = 1, .span = 1024};
}

/* Predicted nanoseconds of a call, with transfers. */
static double device_nanoseconds(const query *q, clm_amounts all)
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
static double fast_nanoseconds(const query *q)
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

/* Algorithms on the device for each operation: SCHOOLBOOK if it has a self-test, and FAST also for
 * p = 2. */
static const struct kind {
    const clm_self_test *schoolbook;
    bool fast_for_two;
    const char *name;
} kinds[] = {
    [CLM_FPX_MULTIPLY] = {&clm_schoolbook_multiply_self_test, true, "products"},
    [CLM_FPX_DIVIDE] = {&clm_schoolbook_divide_self_test, true, "divisions"},
    [CLM_FPX_GCD] = {&clm_schoolbook_gcd_self_test, false, "common divisors"},
    [CLM_FPX_RESULTANT] = {&clm_schoolbook_resultant_self_test, false, "resultants"},
    [CLM_FPX_XGCD] = {NULL, false, "cofactors"},
    [CLM_FPX_RATRECON] = {NULL, false, "rational reconstructions"},
    [CLM_FPX_EVALUATE] = {NULL, false, "values at many points"},
    [CLM_FPX_INTERPOLATE] = {NULL, false, "polynomials from values"},
    [CLM_FPX_POWER] = {NULL, true, "powers"},
};

static bool takes_prime(const query *q, clmodp_fpx_algorithm algorithm)
{
    return q->p != 2 ||
           (algorithm == CLMODP_FPX_FAST && kinds[q->operation].fast_for_two);
}

static bool is_served(const query *q, clmodp_fpx_algorithm algorithm)
{
    return takes_prime(q, algorithm) &&
           (algorithm == CLMODP_FPX_FAST || kinds[q->operation].schoolbook != NULL);
}

/* A lower bound for SCHOOLBOOK: a call with its products, and its steps on leading terms in each
 * unit. A prediction over all shapes takes as long as a product of a thousand coefficients. */
static double least_schoolbook(const query *q)
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
static double least_fast(const query *q)
{
    double least;

    switch (q->operation) {
    case CLM_FPX_DIVIDE: least = clm_fast_divide_least(q->ctx, q->n, q->m); break;
    case CLM_FPX_GCD:
    case CLM_FPX_RESULTANT:
    case CLM_FPX_RATRECON:
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
static clm_slowdowns *slowdowns_of(const query *q)
{
    return &q->ctx->kept->slowdowns[q->operation * 64 + clm_size_bits(q->n) - 1];
}

/* Corrects a predicted time by measured ones. If other algorithms take longer than predicted, one
 * without measurements probably does too, but less so: by the geometric mean of their slowdown
 * and 1. */
static double corrected(const query *q, clmodp_fpx_algorithm algorithm, double ns)
{
    const float *of = slowdowns_of(q)->of, own = of[algorithm - CLMODP_FPX_HOST];
    const float other = fmaxf(of[0], fmaxf(of[1], of[2]));

    return ns * (own > 0 ? own : other > 0 ? sqrtf(other) : 1.0f);
}

/* Selects the fastest algorithm, and changes *ns from the predicted time of HOST to that of this
 * algorithm, both without a correction. Sets *shape if SCHOOLBOOK was predicted, too. */
static clmodp_fpx_algorithm faster_algorithm(const query *q, clm_schoolbook_shape *shape,
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
static size_t fast_needs(const query *q, const clm_self_test **needs)
{
    const clmodp_context *ctx = q->ctx;
    const uint32_t p = q->p;
    size_t count;

    switch (q->operation) {
    case CLM_FPX_MULTIPLY: return clm_fast_multiply_needs(ctx, needs, 0, q->n, q->m, p);
    case CLM_FPX_DIVIDE: return clm_fast_divide_needs(ctx, needs, 0, q->n, q->m, p);
    case CLM_FPX_EVALUATE:
    case CLM_FPX_INTERPOLATE: return clm_tree_needs(ctx, needs, 0, q->n, q->m, p);
    case CLM_FPX_POWER: return clm_fast_modulus_needs(ctx, needs, 0, q->n, p);
    case CLM_FPX_RATRECON: /* and products of both polynomials by the result */
        count = clm_fast_gcd_needs(ctx, needs, 0, q->n, q->m, p);
        return clm_fast_multiply_needs(ctx, needs, count, q->n, q->m / 2 + 1, p);
    default: return clm_fast_gcd_needs(ctx, needs, 0, q->n, q->m, p);
    }
}

/* Opens the device, and runs the required self-tests. */
static clmodp_status begin_device(const query *q, clm_fpx_call *call,
                                  clmodp_fpx_algorithm algorithm)
{
    clmodp_status st = CLMODP_OK;
    clmodp_context *ctx = call->context;
    const clm_self_test *needs[CLM_FAST_MOST_NEEDS];
    size_t count = 0;

    TRY(clm_context_open(ctx));
    if (algorithm == CLMODP_FPX_SCHOOLBOOK)
        needs[count++] = kinds[q->operation].schoolbook;
    else
        count = fast_needs(q, needs);
    TRY(clm_self_tests_ensure(ctx, needs, count));
done:
    return st;
}

/* Tests whether the host takes less time than any launch, and even than a prediction. */
static bool is_tiny(const query *q)
{
    return q->n <= TINY && q->m <= TINY && q->operation != CLM_FPX_POWER;
}

/* Checks that the algorithm given in the options exists. */
static clmodp_status check_wanted(const query *q, clm_error *error)
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
static void note_prediction(clm_fpx_prediction *p, const query *q,
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

static clmodp_status choose_method(clm_fpx_call *call, clm_fpx_method *method, const query *q)
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

static query query_of(const clm_fpx_call *call, clm_fpx_operation operation)
{
    return (query){.ctx = call->context, .options = &call->options, .p = call->modulus.p,
                      .operation = operation};
}

clmodp_status clm_fpx_choose(clm_fpx_call *call, clm_fpx_method *method,
                             clm_fpx_operation operation, const clm_value *a, const clm_value *b)
{
    query q = query_of(call, operation);

    q.square = a == b;
    q.n = clm_size_max(a->count, b->count);
    q.m = clm_size_min(a->count, b->count);
    q.moved = words_to_move(a) + words_to_move(b);
    return choose_method(call, method, &q);
}

clmodp_status clm_fpx_choose_sizes(clm_fpx_call *call, clm_fpx_method *method,
                                   clm_fpx_operation operation, size_t n, size_t m, size_t moved)
{
    query q = query_of(call, operation);

    q.n = n;
    q.m = m;
    q.moved = moved;
    return choose_method(call, method, &q);
}

double clm_fpx_predict(const clmodp_context *ctx, clm_fpx_operation operation,
                       clmodp_fpx_algorithm algorithm, size_t n, size_t m, uint32_t p)
{
    const clmodp_fpx_options defaults = {0};
    const query q = {.ctx = ctx, .options = &defaults, .p = p, .operation = operation, .n = n,
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
