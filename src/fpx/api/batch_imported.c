/* Public calls on batches of pairs of short polynomials in a caller's memory on the device. */
#include <clmodp/fpx_batch_opencl.h>

#include "arith/prime.h"
#include "cl/fpx/batch/euclid_shape.h"
#include "core/size.h"
#include "fpx/pairs/resident.h"
#include "opencl/imported_buffer.h"

enum { MOST_RESULTS = 4 };

/* The result of a call: `coefficients` words for each pair in the layout, or one word each. */
typedef struct array_result {
    const clmodp_cl_array *array;
    size_t coefficients; /* 0: one word */
    const char *name;
} array_result;

typedef struct arrays_call {
    clm_pair_operation operation;
    const clmodp_fpx_array_pairs *pairs;
    array_result results[MOST_RESULTS]; /* words last */
    size_t count;
} arrays_call;

static clmodp_status check_pairs(clm_error *error, const clmodp_fpx_array_pairs *pairs)
{
    clmodp_status st = CLMODP_OK;
    const size_t most = CLMODP_FPX_BATCH_MOST_COEFFICIENTS;

    REQUIRE(error, (unsigned)pairs->layout <= CLMODP_FPX_TILES);
    REQUIRE(error, pairs->a_coefficients > 0 && pairs->b_coefficients > 0);
    if (pairs->p < 3 || pairs->p > INT32_MAX || !clm_is_prime_u32(pairs->p))
        FAIL(error, CLMODP_INVALID, "%lu is not an odd prime below 2^31",
             (unsigned long)pairs->p);
    if (pairs->count > INT32_MAX)
        FAIL(error, CLMODP_LIMIT, "%zu pairs are too many for a batch", pairs->count);
    if (pairs->a_coefficients > most || pairs->b_coefficients > most)
        FAIL(error, CLMODP_LIMIT,
             "polynomials of %zu and %zu coefficients exceed the limit of %zu for batches",
             pairs->a_coefficients, pairs->b_coefficients, most);
done:
    return st;
}

/* Imports an array that must have `words` words. */
static clmodp_status import_words(clmodp_context *ctx, clm_buffer *out,
                                  const clmodp_cl_array *array, size_t words, clm_access access,
                                  const char *name)
{
    clmodp_status st = CLMODP_OK;

    TRY(clm_import_buffer(ctx, out, array, sizeof(u32), access, name));
    if (array->count != words)
        FAIL(&ctx->error, CLMODP_INVALID, "%s: the batch has %zu words, not %zu", name, words,
             array->count);
    if (array->offset + array->count > UINT32_MAX)
        FAIL(&ctx->error, CLMODP_LIMIT, "%s: %zu words from word %zu on are too many", name,
             array->count, array->offset);
done:
    return st;
}

static clmodp_status import_operand(clmodp_context *ctx, clm_resident_polys *out,
                                    const arrays_call *call, const clmodp_cl_array *array,
                                    size_t coefficients, const char *name)
{
    const bool tiles = call->pairs->layout == CLMODP_FPX_TILES;

    *out = (clm_resident_polys){.at = array->offset, .count = coefficients};
    return import_words(ctx, &out->buffer, array,
                        clm_resident_words(ctx, tiles, call->pairs->count, coefficients),
                        CLM_READS, name);
}

/* Imports result k, which no operand and no earlier result may overlap. */
static clmodp_status import_result(clmodp_context *ctx, clm_resident_batch *b,
                                   const arrays_call *call, size_t k)
{
    clmodp_status st = CLMODP_OK;
    const array_result *r = &call->results[k];
    const clmodp_cl_array *others[MOST_RESULTS + 1] = {&call->pairs->a, &call->pairs->b};
    clm_buffer buffer;

    TRY(import_words(ctx, &buffer, r->array,
                     r->coefficients == 0 ? b->pairs
                                          : clm_resident_words(ctx, b->tiles, b->pairs,
                                                               r->coefficients),
                     CLM_WRITES, r->name));
    for (size_t i = 0; i < k; i++)
        others[2 + i] = call->results[i].array;
    for (size_t i = 0; i < 2 + k; i++)
        if (clm_arrays_overlap(others[i], sizeof(u32), r->array, sizeof(u32)))
            FAIL(&ctx->error, CLMODP_INVALID, "%s overlap another array", r->name);
    if (r->coefficients == 0) {
        b->words = buffer;
        b->words_at = r->array->offset;
    } else {
        b->results[k] = (clm_resident_polys){buffer, r->array->offset, r->coefficients};
    }
done:
    return st;
}

static clmodp_status compute_arrays(clmodp_context *ctx, const arrays_call *call,
                                    const clmodp_cl_events *events)
{
    clmodp_status st = CLMODP_OK;
    const clmodp_fpx_array_pairs *pairs = call->pairs;
    const clm_self_test *need = clm_resident_self_test(call->operation,
                                                       pairs->p > EUCLID_PRIME_MAX);
    clm_resident_batch b = {.operation = call->operation, .p = pairs->p, .pairs = pairs->count,
                            .tiles = pairs->layout == CLMODP_FPX_TILES};

    TRY(check_pairs(&ctx->error, pairs));
    TRY(clm_context_open(ctx));
    TRY(import_operand(ctx, &b.a, call, &pairs->a, pairs->a_coefficients, "a"));
    TRY(import_operand(ctx, &b.b, call, &pairs->b, pairs->b_coefficients, "b"));
    for (size_t k = 0; k < call->count; k++)
        TRY(import_result(ctx, &b, call, k));
    TRY(clm_self_tests_ensure(ctx, &need, 1));
    TRY(clm_events_begin(ctx, events));
    TRY(clm_pairs_resident(ctx, &b));
    TRY(clm_events_end(ctx, events));
done:
    return st;
}

static clmodp_status run_arrays(clmodp_context *context, const arrays_call *call,
                                const clmodp_cl_events *events)
{
    clmodp_status st = CLMODP_OK;
    clm_call under_way;

    START(context, &context->error);
    TRY(clm_events_check(&context->error, events));
    REQUIRE(&context->error, call->pairs != NULL);
    clm_call_begin(&under_way, context, 0, true);
    st = clm_call_end(context, &under_way, compute_arrays(context, call, events));
done:
    return clm_error_complete(&context->error, st);
}

clmodp_status clmodp_fpx_arrays_tile(clmodp_context *context, size_t *polynomials)
{
    clmodp_status st = CLMODP_OK;

    START(context, &context->error);
    REQUIRE(&context->error, polynomials != NULL);
    TRY(clm_context_open(context));
    *polynomials = context->tuning.tile;
done:
    return clm_error_complete(&context->error, st);
}

/* The larger number of coefficients. */
static size_t divisor_room(const clmodp_fpx_array_pairs *pairs)
{
    return pairs == NULL ? 0 : clm_size_max(pairs->a_coefficients, pairs->b_coefficients);
}

clmodp_status clmodp_fpx_mul_arrays(clmodp_context *context, const clmodp_cl_array *products,
                                    const clmodp_fpx_array_pairs *pairs,
                                    const clmodp_cl_events *events)
{
    const size_t room = pairs == NULL ? 0 : pairs->a_coefficients + pairs->b_coefficients;

    return run_arrays(context, &(arrays_call){CLM_PAIRS_MULTIPLY, pairs,
                                              {{products, room, "products"}}, 1}, events);
}

clmodp_status clmodp_fpx_divrem_arrays(clmodp_context *context, const clmodp_cl_array *quotients,
                                       const clmodp_cl_array *remainders,
                                       const clmodp_fpx_array_pairs *pairs,
                                       const clmodp_cl_events *events)
{
    const size_t a = pairs == NULL ? 0 : pairs->a_coefficients;
    const size_t b = pairs == NULL ? 0 : pairs->b_coefficients;

    return run_arrays(context, &(arrays_call){CLM_PAIRS_DIVIDE, pairs,
                                              {{quotients, a, "quotients"},
                                               {remainders, b, "remainders"}}, 2}, events);
}

clmodp_status clmodp_fpx_gcd_arrays(clmodp_context *context, const clmodp_cl_array *divisors,
                                    const clmodp_cl_array *counts,
                                    const clmodp_fpx_array_pairs *pairs,
                                    const clmodp_cl_events *events)
{
    return run_arrays(context, &(arrays_call){CLM_PAIRS_EUCLID, pairs,
                                              {{divisors, divisor_room(pairs), "divisors"},
                                               {counts, 0, "counts"}}, 2}, events);
}

clmodp_status clmodp_fpx_xgcd_arrays(clmodp_context *context, const clmodp_cl_array *divisors,
                                     const clmodp_cl_array *u, const clmodp_cl_array *v,
                                     const clmodp_cl_array *counts,
                                     const clmodp_fpx_array_pairs *pairs,
                                     const clmodp_cl_events *events)
{
    const size_t room = divisor_room(pairs);

    return run_arrays(context, &(arrays_call){CLM_PAIRS_COFACTORS, pairs,
                                              {{divisors, room, "divisors"}, {u, room, "u"},
                                               {v, room, "v"}, {counts, 0, "counts"}}, 4}, events);
}

clmodp_status clmodp_fpx_resultant_arrays(clmodp_context *context,
                                          const clmodp_cl_array *resultants,
                                          const clmodp_fpx_array_pairs *pairs,
                                          const clmodp_cl_events *events)
{
    return run_arrays(context, &(arrays_call){CLM_PAIRS_EUCLID, pairs,
                                              {{resultants, 0, "resultants"}}, 1}, events);
}
