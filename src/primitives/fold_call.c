/* The public entries of reductions: a caller's memory, or arrays of the host's, checked. */
#include <clmodp/primitives_opencl.h>

#include "base/options.h"
#include "device/borrow.h"
#include "device/trust.h"
#include "primitives/fold.h"
#include "primitives/element.h"
#include "primitives/host_arrays.h"

static clmodp_status read_options(clm_error *error, void *out, const void *options)
{
    clmodp_status st = CLMODP_OK;
    clmodp_reduce_options *known = out;

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

static clmodp_status reduce(clmodp_context *ctx, const clmodp_cl_array *const *array,
                            const clmodp_cl_events *events, const void *options)
{
    clmodp_status st = CLMODP_OK;
    const clmodp_reduce_options *known = options;
    const clmodp_cl_array *result = array[0], *values = array[1];
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
    clmodp_reduce_options known;

    return clm_array_call_run(context, &(clm_array_call){
        .array = {result, values}, .events = events, .compute = reduce,
        .options = {options, &known, &known.max_memory, read_options}});
}

static clmodp_status reduce_copies(clmodp_context *ctx, clm_host_call *call,
                                   const clmodp_cl_array *memory)
{
    const clmodp_cl_array *const array[] = {&memory[0], &memory[1]};

    return reduce(ctx, array, NULL, call->options.known);
}

static void measure(clm_host_call *call, const void *options)
{
    const clmodp_reduce_options *known = options;

    call->array[0].bytes = call->array[1].bytes = clm_element_bytes(known->element);
    call->work = (double)call->array[1].count * (double)call->array[1].bytes;
}

clmodp_status clmodp_reduce_words(clmodp_context *context, void *result, const void *values,
                                  size_t count, const clmodp_reduce_options *options)
{
    clmodp_reduce_options known;
    clm_host_call call = {.array = {{"result", CLM_WRITES, NULL, result, .count = 1},
                                    {"values", CLM_READS, values, NULL, .count = count}},
                          .arrays = 2, .measure = measure, .compute = reduce_copies,
                          .options = {options, &known, &known.max_memory, read_options}};

    return clm_host_call_run(context, &call);
}
