/* The public entries of scans: a caller's memory, or arrays of the host's, checked. */
#include <clmodp/primitives_opencl.h>

#include "base/options.h"
#include "device/borrow.h"
#include "device/trust.h"
#include "primitives/cost.h"
#include "primitives/element.h"
#include "primitives/host_arrays.h"
#include "primitives/overlap.h"
#include "primitives/scan.h"

static clmodp_status read_options(clm_error *error, clmodp_scan_options *known,
                                  const clmodp_scan_options *options)
{
    clmodp_status st = CLMODP_OK;

    clmodp_scan_options_init(known);
    TRY(clm_options_read(error, "clmodp_scan_options", known, sizeof *known, options));
    REQUIRE(error, (unsigned)known->element <= CLMODP_ELEMENT_UINT64);
    REQUIRE(error, (unsigned)known->kind <= CLMODP_SCAN_EXCLUSIVE);
    if (known->group == 1 && known->run == 1)
        FAIL(error, CLMODP_INVALID, "a group of 1 work-item must have a run of 2 or more");
done:
    return st;
}

/* The device's parameters, but for those that were given. */
static clm_scan_shape shape_of(const clmodp_context *ctx, size_t count, size_t bytes,
                               const clmodp_scan_options *known)
{
    clm_scan_shape shape = clm_scan_choose(ctx, count, bytes);

    if (known->group != 0)
        shape.group = known->group;
    if (known->run != 0)
        shape.run = known->run;
    if (shape.group == 1 && shape.run == 1)
        shape.run = 2;
    return shape;
}

static clmodp_status scan(clmodp_context *ctx, const clmodp_cl_array *sums,
                          const clmodp_cl_array *values, const clmodp_cl_events *events,
                          const clmodp_scan_options *known)
{
    static const clm_trust *const trusts[] = {
        [CLMODP_ELEMENT_UINT32] = &clm_scan_trust_words,
        [CLMODP_ELEMENT_UINT64] = &clm_scan_trust_longs,
    };
    clmodp_status st = CLMODP_OK;
    const size_t bytes = clm_element_bytes(known->element);
    clm_buffer to, from;

    TRY(clm_context_open(ctx));
    TRY(clm_borrow(ctx, &to, sums, bytes, CLM_WRITES, "sums"));
    TRY(clm_borrow(ctx, &from, values, bytes, CLM_READS, "values"));
    if (sums->count != values->count)
        FAIL(&ctx->error, CLMODP_INVALID, "%zu values have %zu sums, not %zu", values->count,
             values->count, sums->count);
    if (sums->offset != values->offset && clm_arrays_overlap(sums, bytes, values, bytes))
        FAIL(&ctx->error, CLMODP_INVALID, "sums and values overlap, but are not the same");
    TRY(clm_trust_ensure(ctx, &trusts[known->element], 1));
    TRY(clm_events_begin(ctx, events));
    TRY(clm_scan(ctx, (clm_scan_range){&to, sums->offset},
                 (clm_scan_range){&from, values->offset}, values->count, bytes,
                 known->kind == CLMODP_SCAN_EXCLUSIVE,
                 shape_of(ctx, values->count, bytes, known)));
    TRY(clm_events_end(ctx, events));
done:
    return st;
}

clmodp_status clmodp_scan(clmodp_context *context, const clmodp_cl_array *sums,
                          const clmodp_cl_array *values, const clmodp_cl_events *events,
                          const clmodp_scan_options *options)
{
    clmodp_status st = CLMODP_OK;
    clmodp_scan_options known;
    clmodp_context call;

    if (context == NULL)
        return CLMODP_INVALID;
    clm_error_clear(&context->error);
    TRY(clm_events_check(&context->error, events));
    TRY(read_options(&context->error, &known, options));
    clm_context_begin(&call, context, known.max_memory, true);
    st = clm_context_end(context, &call, scan(&call, sums, values, events, &known));
done:
    return clm_error_complete(&context->error, st);
}

/* Sums in the place of the values. */
static clmodp_status scan_copies(clmodp_context *ctx, clm_host_call *call,
                                 const clmodp_cl_array *memory)
{
    return scan(ctx, &memory[0], &memory[0], NULL, call->options);
}

clmodp_status clmodp_scan_words(clmodp_context *context, void *sums, const void *values,
                                size_t count, const clmodp_scan_options *options)
{
    clmodp_status st = CLMODP_OK;
    clmodp_scan_options known;
    clm_host_call call = {
        .array = {{"values or sums", CLM_READS | CLM_WRITES, values, sums, .count = count}},
        .arrays = 1, .compute = scan_copies, .options = &known};

    if (context == NULL)
        return CLMODP_INVALID;
    clm_error_clear(&context->error);
    TRY(read_options(&context->error, &known, options));
    call.array[0].bytes = clm_element_bytes(known.element);
    call.work = 3.0 * (double)count * (double)clm_element_bytes(known.element);
    st = clm_host_call_run(context, known.max_memory, &call);
done:
    return clm_error_complete(&context->error, st);
}
