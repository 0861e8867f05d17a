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

static clmodp_status read_options(clm_error *error, void *out, const void *options)
{
    clmodp_status st = CLMODP_OK;
    clmodp_scan_options *known = out;

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

static clmodp_status scan(clmodp_context *ctx, const clmodp_cl_array *const *array,
                          const clmodp_cl_events *events, const void *options)
{
    static const clm_trust *const trusts[] = {
        [CLMODP_ELEMENT_UINT32] = &clm_scan_trust_words,
        [CLMODP_ELEMENT_UINT64] = &clm_scan_trust_longs,
    };
    clmodp_status st = CLMODP_OK;
    const clmodp_scan_options *known = options;
    const clmodp_cl_array *sums = array[0], *values = array[1];
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
    clmodp_scan_options known;

    return clm_array_call_run(context, &(clm_array_call){
        .array = {sums, values}, .events = events, .compute = scan,
        .options = {options, &known, &known.max_memory, read_options}});
}

/* The sums replace the values. */
static clmodp_status scan_copies(clmodp_context *ctx, clm_host_call *call,
                                 const clmodp_cl_array *memory)
{
    const clmodp_cl_array *const array[] = {memory, memory};

    return scan(ctx, array, NULL, call->options.known);
}

static void measure(clm_host_call *call, const void *options)
{
    const clmodp_scan_options *known = options;

    call->array[0].bytes = clm_element_bytes(known->element);
    call->work = 3.0 * (double)call->array[0].count * (double)call->array[0].bytes;
}

clmodp_status clmodp_scan_words(clmodp_context *context, void *sums, const void *values,
                                size_t count, const clmodp_scan_options *options)
{
    clmodp_scan_options known;
    clm_host_call call = {
        .array = {{"values or sums", CLM_READS | CLM_WRITES, values, sums, .count = count}},
        .arrays = 1, .measure = measure, .compute = scan_copies,
        .options = {options, &known, &known.max_memory, read_options}};

    return clm_host_call_run(context, &call);
}
