/* Public calls on batches of pairs of short polynomials: assigns each pair to the host or the
 * device. */
#include "fpx/api/batch.h"

#include <stdlib.h>

#include "cl/fpx/batch/euclid_shape.h"
#include "core/size.h"
#include "fpx/api/choice.h"
#include "fpx/host/product.h"
#include "opencl/context.h"

/* If the library chooses, at most one in FEW_ABNORMAL remainder sequences on the device may be
 * abnormal; the host repeats these. */
#define FEW_ABNORMAL 16

/* Returns whether the device has an algorithm for pair k and, if the library chooses, is expected
 * to return few pairs to the host. */
static bool device_serves(const clm_fpx_batch *b, size_t k, bool may_choose)
{
    const uint32_t n = b->a_count[k], m = b->b_count[k], p = clm_batch_prime(b, k);

    if (p == 2)
        return false;
    switch (b->operation) {
    case CLM_PAIRS_MULTIPLY: return n >= 1 && m >= 1;
    case CLM_PAIRS_DIVIDE: return n >= m && m >= 2;
    case CLM_PAIRS_EUCLID:
    case CLM_PAIRS_COFACTORS: break;
    }
    return n >= 2 && m >= 2 && !(may_choose && p / FEW_ABNORMAL < clm_size_min(n, m));
}

static clm_amounts pairs_cost(clm_pair_operation operation, double work)
{
    switch (operation) {
    case CLM_PAIRS_MULTIPLY: return clm_pairs_multiply_cost(work);
    case CLM_PAIRS_DIVIDE: return clm_pairs_divide_cost(work);
    case CLM_PAIRS_COFACTORS: return clm_pairs_cofactors_cost(work);
    case CLM_PAIRS_EUCLID: break;
    }
    return clm_pairs_euclid_cost(work);
}

static double batch_nanoseconds(const clm_fpx_batch *b, const clm_amounts *amounts)
{
    return clm_device_elapsed(b->call.context, amounts);
}

/* The host's time for a pair of coefficients of a product, or of a division, relative to one of
 * long vectors; CLM_BATCH_PAIR_WORK is added for each pair of polynomials. */
#define VECTORS_OF_PRODUCT 1.2
#define VECTORS_OF_DIVISION 3.0

/* Returns whether the device is predicted to be faster for its pairs. Cofactors double the host's
 * time for Euclid's algorithm. */
static bool device_pays(const clm_fpx_batch *b)
{
    const clmodp_context *ctx = b->call.context;
    const bool euclid = b->operation == CLM_PAIRS_EUCLID,
               both = b->operation == CLM_PAIRS_COFACTORS;
    double work = 0, squares = 0, steps = 0, words = 0, on_host, on_device;
    clm_amounts host = {{0}}, device;

    for (size_t k = 0; k < b->pairs->count; k++) {
        const double n = b->a_count[k], m = b->b_count[k], least = n < m ? n : m;

        if (b->on_host[k])
            continue;
        work += clm_batch_work(b, k);
        squares += least * least;
        steps += least;
        words += (both ? 4 : 2) * (n + m);
    }
    device = pairs_cost(b->operation, work);
    if (euclid || both)
        work += (CLM_FPX_REMAINDER_PAIR - 1) * squares;
    if (euclid || both) {
        host.of[CLM_OP_HOST_PRODUCT] = work * (both ? 2 : 1);
        host.of[CLM_OP_HOST_REMAINDER] = steps;
    } else {
        host.of[CLM_OP_HOST_PRODUCT] = CLM_BATCH_PAIR_WORK * (double)(b->pairs->count - b->left);
        host.of[CLM_OP_HOST_SHORT_PAIR] =
            work * clm_host_vector_slowdown() *
            (b->operation == CLM_PAIRS_DIVIDE ? VECTORS_OF_DIVISION : VECTORS_OF_PRODUCT);
    }
    device.of[CLM_OP_MOVED_WORD] += words;
    device.of[CLM_OP_FPX_CALL] += 1;
    device.of[CLM_OP_WAIT] += 4;
    on_host = clm_elapsed(&host, &ctx->costs, 1.0, (double)ctx->threads);
    on_device = batch_nanoseconds(b, &device);
    if (on_device + clm_initialisation_cost(ctx) < on_host)
        return true;
    if (on_device < on_host)
        clm_initialisation_missed(ctx, on_host - on_device);
    return false;
}

static void leave_all(clm_fpx_batch *b)
{
    for (size_t k = 0; k < b->pairs->count; k++)
        clm_batch_leave(b, k);
}

static clmodp_status open_batch_device(clm_fpx_batch *b)
{
    clmodp_status st = CLMODP_OK;
    clmodp_context *ctx = b->call.context;
    const clm_amounts one = pairs_cost(b->operation, 1);
    bool of_kind[2] = {false, false};

    TRY(clm_context_open(ctx));
    b->seconds_of_one = 1e-9 * batch_nanoseconds(b, &one);
    for (size_t k = 0; k < b->pairs->count; k++)
        if (!b->on_host[k])
            of_kind[clm_batch_prime(b, k) > EUCLID_PRIME_MAX] = true;
    for (int large = 0; large < 2; large++)
        if (of_kind[large]) {
            const clm_self_test *need = clm_pairs_self_test(b->operation, large != 0);

            TRY(clm_self_tests_ensure(ctx, &need, 1));
        }
done:
    return st;
}

static clmodp_status check_batch_wanted(const clm_fpx_batch *b, clm_error *error)
{
    clmodp_status st = CLMODP_OK;
    const clmodp_fpx_options *options = &b->call.options;

    if (options->algorithm == CLMODP_FPX_FAST)
        FAIL(error, CLMODP_UNSUPPORTED, "algorithm FAST does not support batches; choose another, "
             "or AUTO");
    if ((options->s | options->group | options->span) != 0)
        FAIL(error, CLMODP_INVALID, "batches have no parameters s, group and span");
    if (options->algorithm == CLMODP_FPX_SCHOOLBOOK)
        for (size_t k = 0; k < b->pairs->count; k++) /* without pairs nothing is checked */
            if (clm_batch_prime(b, k) == 2)
                FAIL(error, CLMODP_INVALID,
                     "algorithm SCHOOLBOOK requires odd primes, but the prime "
                     "of pair %zu is 2",
                     k);
done:
    return st;
}

/* Assigns pairs to the host, and opens the device for all others. */
static clmodp_status choose_places(clm_fpx_batch *b)
{
    clmodp_status st = CLMODP_OK;
    clmodp_context *ctx = b->call.context;
    const clmodp_fpx_algorithm wanted = b->call.options.algorithm;
    const bool open = wanted == CLMODP_FPX_AUTO;

    TRY(clm_progress(ctx, 0));
    TRY(check_batch_wanted(b, &ctx->error));
    for (size_t k = 0; k < b->pairs->count; k++)
        if (!device_serves(b, k, open))
            clm_batch_leave(b, k);
    if (wanted == CLMODP_FPX_HOST || (open && (ctx->host_only || !device_pays(b))))
        leave_all(b);
    if (b->left == b->pairs->count)
        goto done;
    st = open_batch_device(b);
    if (st == CLMODP_NO_DEVICE && open) {
        clm_error_clear(&ctx->error);
        clm_initialisation_failed(ctx);
        leave_all(b);
        st = CLMODP_OK;
    }
    TRY(st);
    if (b->left < b->pairs->count)
        b->call.report.algorithm = CLMODP_FPX_SCHOOLBOOK;
done:
    return st;
}

static clmodp_status compute_batch(clm_fpx_batch *b)
{
    clmodp_status st = CLMODP_OK;

    TRY(clm_batch_read(b));
    TRY(choose_places(b));
    if (b->left < b->pairs->count)
        TRY(clm_batch_on_device(b));
    if (b->left > 0)
        TRY(clm_batch_on_host(b));
done:
    return st;
}

/* Makes a call; `there`: whether the required outputs are not NULL. */
static clmodp_status run_batch(clmodp_context *context, clm_pair_operation operation,
                               clm_batch_outputs out, bool there, const clmodp_fpx_pairs *pairs,
                               const clmodp_fpx_options *options)
{
    clmodp_status st = CLMODP_OK;
    clm_fpx_batch b = {.operation = operation, .out = out, .pairs = pairs};

    TRY(clm_fpx_begin_in(&b.call, context, options, out.report));
    REQUIRE(&b.call.context->error, pairs != NULL);
    REQUIRE(&b.call.context->error, there || pairs->count == 0);
    TRY(compute_batch(&b));
done:
    free(b.on_host);
    free(b.b_count);
    free(b.a_count);
    return clm_fpx_end(&b.call, st);
}

clmodp_status clmodp_fpx_mul_batch(clmodp_context *context, uint32_t *products,
                                   clmodp_fpx_report *report, const clmodp_fpx_pairs *pairs,
                                   const clmodp_fpx_options *options)
{
    return run_batch(context, CLM_PAIRS_MULTIPLY,
                     (clm_batch_outputs){.first = products, .report = report}, products != NULL,
                     pairs, options);
}

clmodp_status clmodp_fpx_divrem_batch(clmodp_context *context, uint32_t *quotients,
                                      uint32_t *remainders, clmodp_fpx_report *report,
                                      const clmodp_fpx_pairs *pairs,
                                      const clmodp_fpx_options *options)
{
    return run_batch(
        context, CLM_PAIRS_DIVIDE,
        (clm_batch_outputs){.first = quotients, .second = remainders, .report = report}, true,
        pairs, options);
}

clmodp_status clmodp_fpx_gcd_batch(clmodp_context *context, uint32_t *divisors, size_t *counts,
                                   clmodp_fpx_report *report, const clmodp_fpx_pairs *pairs,
                                   const clmodp_fpx_options *options)
{
    return run_batch(context, CLM_PAIRS_EUCLID,
                     (clm_batch_outputs){.first = divisors, .counts = counts, .report = report},
                     counts != NULL, pairs, options);
}

clmodp_status clmodp_fpx_xgcd_batch(clmodp_context *context, uint32_t *divisors, uint32_t *u,
                                    uint32_t *v, size_t *counts, clmodp_fpx_report *report,
                                    const clmodp_fpx_pairs *pairs,
                                    const clmodp_fpx_options *options)
{
    return run_batch(
        context, CLM_PAIRS_COFACTORS,
        (clm_batch_outputs){
            .first = divisors, .second = u, .third = v, .counts = counts, .report = report},
        true, pairs, options);
}

clmodp_status clmodp_fpx_resultant_batch(clmodp_context *context, uint32_t *resultants,
                                         clmodp_fpx_report *report, const clmodp_fpx_pairs *pairs,
                                         const clmodp_fpx_options *options)
{
    return run_batch(context, CLM_PAIRS_EUCLID,
                     (clm_batch_outputs){.resultants = resultants, .report = report},
                     resultants != NULL, pairs, options);
}
