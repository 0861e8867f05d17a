/* The public entries of reductions: a caller's memory, or arrays of the host's, checked. */
#include <clmodp/primitives_opencl.h>

#include "base/options.h"
#include "device/borrow.h"
#include "device/trust.h"
#include "primitives/fold.h"
#include "primitives/element.h"
#include "primitives/host_arrays.h"

static clmodp_status read_options(clm_error *error, clmodp_reduce_options *known,
                                  const clmodp_reduce_options *options)
{
    clmodp_status st = CLMODP_OK;

    clmodp_reduce_options_init(known);
    TRY(clm_options_read(error, "clmodp_reduce_options", known, sizeof *known, options));
    REQUIRE(error, (unsigned)known->element <= CLMODP_ELEMENT_UINT64);
    REQUIRE(error, (unsigned)known->reduction <= CLMODP_REDUCE_MAX);
    if (known->group == 1 && known->run == 1)
        FAIL(error, CLMODP_INVALID, "a group of 1 work-item must have a run of 2 or more");
done:
    return st;
}

/* The device's parameters, but for those that were given. */
static clm_scan_shape shape_of(const clmodp_context *ctx, const clmodp_reduce_options *known)
{
    clm_scan_shape shape = clm_scan_default(ctx);

    if (known->group != 0)
        shape.group = known->group;
    if (known->run != 0)
        shape.run = known->run;
    if (shape.group == 1 && shape.run == 1)
        shape.run = 2;
    return shape;
}

static clmodp_status reduce(clmodp_context *ctx, const clmodp_cl_array *result,
                            const clmodp_cl_array *values, const clmodp_cl_events *events,
                            const clmodp_reduce_options *known)
{
    clmodp_status st = CLMODP_OK;
    const size_t bytes = clm_element_bytes(known->element);
    const clm_trust *fact =
        bytes == sizeof(uint64_t) ? &clm_fold_trust_longs : &clm_fold_trust_words;
    clm_buffer to, from;

    TRY(clm_context_open(ctx));
    TRY(clm_borrow(ctx, &to, result, bytes, CLM_WRITES, "result"));
    TRY(clm_borrow(ctx, &from, values, bytes, CLM_READS, "values"));
    if (result->count != 1)
        FAIL(&ctx->error, CLMODP_INVALID, "the result is 1 element, not %zu", result->count);
    TRY(clm_trust_ensure(ctx, &fact, 1));
    TRY(clm_events_begin(ctx, events));
    TRY(clm_fold(ctx, (clm_scan_range){&to, result->offset},
                 (clm_scan_range){&from, values->offset}, values->count, bytes,
                 (clm_fold_kind)known->reduction, shape_of(ctx, known)));
    TRY(clm_events_end(ctx, events));
done:
    return st;
}

clmodp_status clmodp_reduce(clmodp_context *context, const clmodp_cl_array *result,
                            const clmodp_cl_array *values, const clmodp_cl_events *events,
                            const clmodp_reduce_options *options)
{
    clmodp_status st = CLMODP_OK;
    clmodp_reduce_options known;
    clmodp_context call;

    if (context == NULL)
        return CLMODP_INVALID;
    clm_error_clear(&context->error);
    TRY(clm_events_check(&context->error, events));
    TRY(read_options(&context->error, &known, options));
    clm_context_begin(&call, context, known.max_memory, true);
    st = clm_context_end(context, &call, reduce(&call, result, values, events, &known));
done:
    return clm_error_complete(&context->error, st);
}

static clmodp_status reduce_copies(clmodp_context *ctx, clm_host_call *call,
                                   const clmodp_cl_array *memory)
{
    return reduce(ctx, &memory[0], &memory[1], NULL, call->options);
}

clmodp_status clmodp_reduce_words(clmodp_context *context, void *result, const void *values,
                                  size_t count, const clmodp_reduce_options *options)
{
    clmodp_status st = CLMODP_OK;
    clmodp_reduce_options known;
    clm_host_call call = {.array = {{"result", CLM_WRITES, NULL, result, .count = 1},
                                    {"values", CLM_READS, values, NULL, .count = count}},
                          .arrays = 2, .compute = reduce_copies, .options = &known};

    if (context == NULL)
        return CLMODP_INVALID;
    clm_error_clear(&context->error);
    TRY(read_options(&context->error, &known, options));
    call.array[0].bytes = call.array[1].bytes = clm_element_bytes(known.element);
    call.work = (double)count * (double)clm_element_bytes(known.element);
    st = clm_host_call_run(context, known.max_memory, &call);
done:
    return clm_error_complete(&context->error, st);
}
