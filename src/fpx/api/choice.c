/* Predicted times, compared. */
#include "fpx/api/choice.h"

#include <math.h>

#include "base/size.h"
#include "device/opening.h"
#include "device/trust.h"
#include "fpx/fast/divide.h"
#include "fpx/fast/gcd.h"
#include "fpx/fast/modulus.h"
#include "fpx/fast/multiply.h"
#include "fpx/fast/tree.h"
#include "fpx/fast/trust.h"
#include "fpx/schoolbook/cost.h"
#include "fpx/schoolbook/divide.h"
#include "fpx/schoolbook/gcd.h"
#include "fpx/schoolbook/multiply.h"
#include "fpx/api/trust.h"

/* An operation on n >= m coefficients, on n coefficients and m points, or of m squares modulo a
 * polynomial of degree n. */
typedef struct question {
    const clmodp_context *ctx;
    const clmodp_fpx_options *options;
    uint32_t p;
    clm_fpx_operation operation;
    size_t n, m;
    bool square;
    size_t moved; /* words that would have to go to the device, and back */
} question;

/* A step of Horner's rule, and a pair of points of Lagrange's formula, in products of long sums:
 * each product is reduced by itself. */
#define HORNER_STEP 2.5
#define LAGRANGE_PAIR 14.0

static clm_amounts host_cost(const question *q)
{
    const double n = (double)q->n, m = (double)q->m;

    switch (q->operation) {
    case CLM_FPX_MULTIPLY: return (clm_amounts){.of = {[CLM_OP_HOST_PRODUCT] = n * m}};
    case CLM_FPX_DIVIDE:
        return (clm_amounts){.of = {[CLM_OP_HOST_PRODUCT] = (n - m + 1.0) * m}};
    case CLM_FPX_EVALUATE:
        return (clm_amounts){.of = {[CLM_OP_HOST_PRODUCT] = HORNER_STEP * n * m}};
    case CLM_FPX_INTERPOLATE:
        return (clm_amounts){.of = {[CLM_OP_HOST_PRODUCT] = LAGRANGE_PAIR * n * m}};
    case CLM_FPX_POWER: return (clm_amounts){.of = {[CLM_OP_HOST_PRODUCT] = 2.0 * n * n * m}};
    default: break;
    }
    /* Each remainder's coefficients cost the reduction of two products; cofactors as much. */
    return (clm_amounts){
        .of = {[CLM_OP_HOST_PRODUCT] =
                   ((n - m) * m + CLM_FPX_REMAINDER_PAIR * m * m) *
                   (q->operation == CLM_FPX_XGCD ? 2.0 : 1.0),
               [CLM_OP_HOST_REMAINDER] = m}};
}

/* The device's parameters, but for those that were given. */
static clm_plain_shape shape_of(const question *q)
{
    const clmodp_context *ctx = q->ctx;
    const clmodp_fpx_options *options = q->options;
    const size_t s = options->s;
    clm_plain_shape shape;

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

static clm_amounts plain_cost(const question *q, clm_plain_shape shape)
{
    const clmodp_context *ctx = q->ctx;

    switch (q->operation) {
    case CLM_FPX_MULTIPLY: return clm_plain_multiply_cost(ctx, q->n, q->m, shape);
    case CLM_FPX_DIVIDE: return clm_plain_divide_cost(ctx, q->n, q->m, shape);
    default: break;
    }
    return clm_plain_gcd_cost(ctx, q->n, q->m, shape);
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

/* Nanoseconds until a device is done, with what it has to be sent and to send back. The shape is
 * that for a CPU as long as none is open. */
static double device_ns(const question *q, clmodp_fpx_algorithm algorithm)
{
    const clmodp_context *ctx = q->ctx;
    clm_plain_shape shape = {.s = 128, .group = 1, .span = 1024};
    clm_amounts all;

    if (ctx->queue != NULL)
        shape = shape_of(q);
    if (algorithm == CLMODP_FPX_PLAIN)
        all = plain_cost(q, shape);
    else
        all = fast_cost(q);
    all.of[CLM_OP_MOVED_WORD] += (double)q->moved;
    all.of[CLM_OP_FPX_CALL] += 1.0;
    all.of[CLM_OP_WAIT] += 1.0;
    return clm_opening_elapsed(ctx, &all);
}

/* Words that are not on the device yet, of what is there already and of a result as long. */
static size_t words_to_move(const clm_value *v)
{
    return v->buffer.mem == NULL ? 2 * v->count : 0;
}

/* What a device has for operations: PLAIN, and FAST for p = 2, too. */
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

static bool serves(const question *q, clmodp_fpx_algorithm algorithm)
{
    return takes_prime(q, algorithm) &&
           (algorithm == CLMODP_FPX_FAST || kinds[q->operation].plain);
}

static clmodp_fpx_algorithm faster(const question *q, double host)
{
    static const clmodp_fpx_algorithm on_device[] = {CLMODP_FPX_PLAIN, CLMODP_FPX_FAST};
    const clmodp_context *ctx = q->ctx;
    clmodp_fpx_algorithm best = CLMODP_FPX_HOST;
    double least = INFINITY;

    if (ctx->host_only || host <= ctx->rates.ns[CLM_OP_WAIT])
        return CLMODP_FPX_HOST;
    for (size_t k = 0; k < sizeof on_device / sizeof *on_device; k++) {
        const double ns = serves(q, on_device[k]) ? device_ns(q, on_device[k]) : INFINITY;

        if (ns < least) {
            least = ns;
            best = on_device[k];
        }
    }
    if (least + clm_opening_counts(ctx) < host)
        return best;
    if (least < host)
        clm_opening_missed(ctx, host - least);
    return CLMODP_FPX_HOST;
}

/* What FAST rests on. Returns how many facts there are. */
static size_t fast_needs(const question *q, const clm_trust **needs)
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

/* Open the device, and see what it is worth. */
static clmodp_status begin_device(const question *q, clm_fpx_call *call,
                                  clmodp_fpx_algorithm algorithm)
{
    clmodp_status st = CLMODP_OK;
    clmodp_context *ctx = &call->context;
    const clm_trust *needs[CLM_FAST_MOST_NEEDS];
    size_t count = 0;

    TRY(clm_context_open(ctx));
    if (algorithm == CLMODP_FPX_PLAIN)
        needs[count++] = clm_fpx_trusts[q->operation];
    else
        count = fast_needs(q, needs);
    TRY(clm_trust_ensure(ctx, needs, count));
done:
    return st;
}

/* What was asked for is there. */
static clmodp_status check_wanted(const question *q, clm_error *error)
{
    clmodp_status st = CLMODP_OK;
    const clmodp_fpx_algorithm wanted = q->options->algorithm;
    const char *name = kinds[q->operation].name;

    if (wanted == CLMODP_FPX_AUTO || wanted == CLMODP_FPX_HOST || serves(q, wanted))
        goto done;
    if (takes_prime(q, wanted))
        FAIL(error, CLMODP_UNSUPPORTED,
             "algorithm PLAIN has no %s; choose another, or leave the algorithm open", name);
    if (wanted == CLMODP_FPX_PLAIN)
        FAIL(error, CLMODP_INVALID, "algorithm PLAIN is for odd primes");
    FAIL(error, CLMODP_INVALID, "algorithm FAST has %s for odd primes only", name);
done:
    return st;
}

static clmodp_status choose(clm_fpx_call *call, clm_fpx_way *way, const question *q)
{
    clmodp_status st = CLMODP_OK;
    clmodp_context *ctx = &call->context;
    const clmodp_fpx_algorithm wanted = call->options.algorithm;
    const clm_amounts on_host = host_cost(q);

    *way = (clm_fpx_way){.algorithm = wanted,
                         .host_ns = clm_nanoseconds(&on_host, &ctx->rates)};
    TRY(clm_progress(ctx, ctx->fraction));
    TRY(check_wanted(q, &ctx->error));
    if (wanted == CLMODP_FPX_AUTO)
        way->algorithm = faster(q, way->host_ns);
    if (way->algorithm != CLMODP_FPX_HOST) {
        st = begin_device(q, call, way->algorithm);
        if (st == CLMODP_NO_DEVICE && wanted == CLMODP_FPX_AUTO) {
            clm_error_clear(&ctx->error);
            clm_opening_failed(ctx);
            way->algorithm = CLMODP_FPX_HOST;
            st = CLMODP_OK;
        }
        TRY(st);
    }
    if (way->algorithm == CLMODP_FPX_PLAIN)
        way->shape = shape_of(q);
    call->report.algorithm = way->algorithm;
    call->report.s = (uint32_t)way->shape.s;
    call->report.group = (uint32_t)way->shape.group;
    call->report.span = (uint32_t)way->shape.span;
done:
    return st;
}

static question question_of(const clm_fpx_call *call, clm_fpx_operation operation)
{
    return (question){.ctx = &call->context, .options = &call->options, .p = call->modulus.p,
                      .operation = operation};
}

clmodp_status clm_fpx_choose(clm_fpx_call *call, clm_fpx_way *way, clm_fpx_operation operation,
                             const clm_value *a, const clm_value *b)
{
    question q = question_of(call, operation);

    q.square = a == b;
    q.n = clm_size_max(a->count, b->count);
    q.m = clm_size_min(a->count, b->count);
    q.moved = words_to_move(a) + words_to_move(b);
    return choose(call, way, &q);
}

clmodp_status clm_fpx_choose_sizes(clm_fpx_call *call, clm_fpx_way *way,
                                   clm_fpx_operation operation, size_t n, size_t m, size_t moved)
{
    question q = question_of(call, operation);

    q.n = n;
    q.m = m;
    q.moved = moved;
    return choose(call, way, &q);
}

double clm_fpx_predict(const clmodp_context *ctx, clm_fpx_operation operation,
                       clmodp_fpx_algorithm algorithm, size_t n, size_t m, uint32_t p)
{
    const clmodp_fpx_options defaults = {0};
    const question q = {.ctx = ctx, .options = &defaults, .p = p, .operation = operation, .n = n,
                        .m = m};

    if (algorithm == CLMODP_FPX_HOST) {
        const clm_amounts on_host = host_cost(&q);

        return clm_nanoseconds(&on_host, &ctx->rates);
    }
    return serves(&q, algorithm) ? device_ns(&q, algorithm) : INFINITY;
}
