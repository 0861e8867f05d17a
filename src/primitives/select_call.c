/* The public entries of compaction and splits: a caller's memory, or arrays of the host's,
 * checked. */
#include <clmodp/primitives_opencl.h>

#include "base/options.h"
#include "device/borrow.h"
#include "device/trust.h"
#include "primitives/element.h"
#include "primitives/host_arrays.h"
#include "primitives/overlap.h"
#include "primitives/select.h"

/* The caller's arrays, in the order in which they are checked. */
enum { OUT, TOTAL, VALUES, FLAGS, ARRAYS };

typedef struct request {
    const clmodp_cl_array *array[ARRAYS]; /* FLAGS: NULL for a split */
    const char *name[ARRAYS];
    const clmodp_cl_events *events;
    bool split;
} request;

static clmodp_status read_options(clm_error *error, clmodp_select_options *known,
                                  const clmodp_select_options *options)
{
    clmodp_status st = CLMODP_OK;
    uint32_t bits;

    clmodp_select_options_init(known);
    TRY(clm_options_read(error, "clmodp_select_options", known, sizeof *known, options));
    REQUIRE(error, (unsigned)known->element <= CLMODP_ELEMENT_UINT64);
    bits = (uint32_t)(8 * clm_element_bytes(known->element));
    if (known->bit >= bits)
        FAIL(error, CLMODP_INVALID, "bit %u: elements have bits from 0 to %u",
             (unsigned)known->bit, (unsigned)(bits - 1));
done:
    return st;
}

/* The arrays as buffers. Errors: INVALID */
static clmodp_status borrow(clmodp_context *ctx, clm_buffer memory[ARRAYS], const request *r,
                            size_t bytes)
{
    static const clm_access access[] = {CLM_WRITES, CLM_WRITES, CLM_READS, CLM_READS};
    const size_t element[] = {bytes, sizeof(uint32_t), bytes, sizeof(uint32_t)};
    const int arrays = r->split ? FLAGS : ARRAYS;
    clmodp_status st = CLMODP_OK;

    for (int k = 0; k < arrays; k++)
        TRY(clm_borrow(ctx, &memory[k], r->array[k], element[k], access[k], r->name[k]));
    for (int k = 0; k < arrays; k++)
        if (k != TOTAL && r->array[k]->count != r->array[VALUES]->count)
            FAIL(&ctx->error, CLMODP_INVALID, "there are %zu values, but \"%s\" has %zu elements",
                 r->array[VALUES]->count, r->name[k], r->array[k]->count);
    if (r->array[TOTAL]->count != 1)
        FAIL(&ctx->error, CLMODP_INVALID, "\"%s\" is 1 word, not %zu", r->name[TOTAL],
             r->array[TOTAL]->count);
    for (int k = 0; k < arrays; k++)
        for (int i = 0; i < k; i++)
            if (clm_arrays_overlap(r->array[i], element[i], r->array[k], element[k]))
                FAIL(&ctx->error, CLMODP_INVALID, "\"%s\" and \"%s\" overlap", r->name[i],
                     r->name[k]);
done:
    return st;
}

static clmodp_status run(clmodp_context *ctx, const request *r,
                         const clmodp_select_options *known)
{
    clmodp_status st = CLMODP_OK;
    const size_t bytes = clm_element_bytes(known->element);
    const clm_trust *fact =
        bytes == sizeof(uint64_t) ? &clm_select_trust_longs : &clm_select_trust_words;
    clm_buffer memory[ARRAYS];
    clm_selection sel = {.bytes = bytes, .bit = known->bit, .both = r->split};

    TRY(clm_context_open(ctx));
    TRY(borrow(ctx, memory, r, bytes));
    sel.out = (clm_scan_range){&memory[OUT], r->array[OUT]->offset};
    sel.in = (clm_scan_range){&memory[VALUES], r->array[VALUES]->offset};
    sel.total = (clm_scan_range){&memory[TOTAL], r->array[TOTAL]->offset};
    sel.count = r->array[VALUES]->count;
    if (!r->split)
        sel.flags = (clm_scan_range){&memory[FLAGS], r->array[FLAGS]->offset};
    TRY(clm_trust_ensure(ctx, &fact, 1));
    TRY(clm_events_begin(ctx, r->events));
    TRY(clm_select(ctx, &sel));
    TRY(clm_events_end(ctx, r->events));
done:
    return st;
}

static clmodp_status call(clmodp_context *context, const request *r,
                          const clmodp_select_options *options)
{
    clmodp_status st = CLMODP_OK;
    clmodp_select_options known;
    clmodp_context inner;

    if (context == NULL)
        return CLMODP_INVALID;
    clm_error_clear(&context->error);
    TRY(clm_events_check(&context->error, r->events));
    TRY(read_options(&context->error, &known, options));
    clm_context_begin(&inner, context, known.max_memory, true);
    st = clm_context_end(context, &inner, run(&inner, r, &known));
done:
    return clm_error_complete(&context->error, st);
}

clmodp_status clmodp_compact(clmodp_context *context, const clmodp_cl_array *out,
                             const clmodp_cl_array *total, const clmodp_cl_array *values,
                             const clmodp_cl_array *flags, const clmodp_cl_events *events,
                             const clmodp_select_options *options)
{
    const request r = {{out, total, values, flags}, {"out", "total", "values", "flags"}, events,
                       false};

    return call(context, &r, options);
}

clmodp_status clmodp_split(clmodp_context *context, const clmodp_cl_array *out,
                           const clmodp_cl_array *zeros, const clmodp_cl_array *values,
                           const clmodp_cl_events *events, const clmodp_select_options *options)
{
    const request r = {{out, zeros, values, NULL}, {"out", "zeros", "values", NULL}, events, true};

    return call(context, &r, options);
}

/* Of a compaction only what was chosen comes back. */
static clmodp_status select_copies(clmodp_context *ctx, clm_host_call *call,
                                   const clmodp_cl_array *memory)
{
    clmodp_status st = CLMODP_OK;
    const bool split = call->arrays == FLAGS;
    const request r = {{&memory[OUT], &memory[TOTAL], &memory[VALUES],
                        split ? NULL : &memory[FLAGS]},
                       {"out", split ? "zeros" : "total", "values", "flags"}, NULL, split};
    uint32_t chosen;

    TRY(run(ctx, &r, call->options));
    if (!split) {
        TRY(clm_buffer_read(ctx, &call->array[TOTAL].memory, 0, &chosen, sizeof chosen));
        if (chosen > call->array[OUT].count)
            TRY(clm_trust_wrong(ctx, "the number", "elements that are chosen"));
        call->array[OUT].count = chosen;
    }
done:
    return st;
}

/* A call whose arrays are there, but for the bytes of elements. */
static clmodp_status call_on_copies(clmodp_context *context, clm_host_call *inner,
                                    const clmodp_select_options *options)
{
    clmodp_status st = CLMODP_OK;
    clmodp_select_options known;

    if (context == NULL)
        return CLMODP_INVALID;
    clm_error_clear(&context->error);
    TRY(read_options(&context->error, &known, options));
    inner->array[OUT].bytes = inner->array[VALUES].bytes = clm_element_bytes(known.element);
    inner->compute = select_copies;
    inner->options = &known;
    inner->work = 8.0 * sizeof(uint32_t) * (double)inner->array[VALUES].count;
    st = clm_host_call_run(context, known.max_memory, inner);
done:
    return clm_error_complete(&context->error, st);
}

clmodp_status clmodp_compact_words(clmodp_context *context, void *out, uint32_t *total,
                                   const void *values, const uint32_t *flags, size_t count,
                                   const clmodp_select_options *options)
{
    clm_host_call inner = {
        .array = {[OUT] = {"out", CLM_WRITES, NULL, out, .count = count},
                  [TOTAL] = {"total", CLM_WRITES, NULL, total, .count = 1,
                             .bytes = sizeof *total},
                  [VALUES] = {"values", CLM_READS, values, NULL, .count = count},
                  [FLAGS] = {"flags", CLM_READS, flags, NULL, .count = count,
                             .bytes = sizeof *flags}},
        .arrays = ARRAYS};

    return call_on_copies(context, &inner, options);
}

clmodp_status clmodp_split_words(clmodp_context *context, void *out, uint32_t *zeros,
                                 const void *values, size_t count,
                                 const clmodp_select_options *options)
{
    clm_host_call inner = {
        .array = {[OUT] = {"out", CLM_WRITES, NULL, out, .count = count},
                  [TOTAL] = {"zeros", CLM_WRITES, NULL, zeros, .count = 1,
                             .bytes = sizeof *zeros},
                  [VALUES] = {"values", CLM_READS, values, NULL, .count = count}},
        .arrays = FLAGS};

    return call_on_copies(context, &inner, options);
}
