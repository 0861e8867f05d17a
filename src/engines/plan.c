/* Sizes that follow from a request. */
#include "engines/plan.h"

#include "arith/prime.h"
#include "device/memory.h"

#define MOST_WIDTH ((uint64_t)1 << 30) /* p = 1 mod m needs m < p, and p < 2^31 */

clmodp_status clm_plan_begin(clm_error *error, clm_plan *out, const clm_engine *engine,
                             const clm_request *request)
{
    const clm_bounds *bounds = request->bounds;
    const uint64_t width = bounds->degree - bounds->valuation + 1;

    if (width >= MOST_WIDTH)
        return clm_fail(error, CLMODP_LIMIT,
                        "the resultant may have %llu coefficients, but fewer than 2^30 can be "
                        "computed; lower the degrees",
                        (unsigned long long)width);
    *out = (clm_plan){.engine = engine, .layout = request->layout, .options = *request->options,
                      .aim = request->aim, .modulus = request->modulus, .bounds = *bounds,
                      .outputs = request->outputs, .pairs = request->layout->pairs,
                      .width = (size_t)width, .cosets = 1};
    out->need_count = clm_engine_needs(out->needs, engine, request->options);
    return CLMODP_OK;
}

void clm_plan_need(clm_plan *plan, const clm_trust *trust)
{
    plan->needs[plan->need_count++] = trust;
}

size_t clm_primes_for_bits(clm_prime_words primes, size_t found, double bits)
{
    double sum = 0.0;

    for (size_t n = 0; n < found; n++)
        if (clm_primes_exceed(&sum, clm_prime_word(primes, n), bits))
            return n + 1;
    return 0;
}

size_t clm_plan_primes(const clm_plan *plan, uint64_t bits)
{
    return clm_primes_for_bits(plan->prime, plan->primes, (double)bits + 1.0);
}

clmodp_status clm_plan_images(clmodp_context *ctx, clm_images *out, const clm_plan *plan)
{
    const clm_images shape = {.outputs = plan->outputs, .primes = plan->primes,
                              .pairs = plan->pairs, .width = plan->width,
                              .word_bytes = plan->word_bytes,
                              .kept = plan->engine->uses_device && plan->aim == CLM_PLAN_PROOF,
                              .first_exponent = plan->bounds.valuation};

    return clm_images_create(ctx, out, &shape);
}

clmodp_status clm_plan_check_rows(clmodp_context *ctx, uint64_t rows)
{
    uint64_t most = clm_memory_left(ctx);
    uint64_t needed = rows * ctx->tuning.tile * sizeof(uint32_t);

    if (ctx->cl_device != NULL && most > ctx->device.max_allocation)
        most = ctx->device.max_allocation;
    if (needed <= most)
        return CLMODP_OK;
    return clm_fail(&ctx->error, CLMODP_DEVICE_MEMORY,
                    "polynomials with %llu coefficient%s in the variable to eliminate take at "
                    "least %llu bytes of device memory, and there are %llu: raise the cap or "
                    "lower the degrees",
                    (unsigned long long)rows, CLM_S(rows), (unsigned long long)needed,
                    (unsigned long long)most);
}
