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

static const char *const compact_names[] = {"out", "total", "values", "flags"};
static const char *const split_names[] = {"out", "zeros", "values", "flags"};

static clmodp_status read_options(clm_error *error, void *out, const void *options)
{
    clmodp_status st = CLMODP_OK;
    clmodp_select_options *known = out;
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

/* The arrays as buffers; without flags for a split. Errors: INVALID */
static clmodp_status borrow(clmodp_context *ctx, clm_buffer memory[ARRAYS],
                            const clmodp_cl_array *const *array, bool split, size_t bytes)
{
    static const clm_access access[] = {CLM_WRITES, CLM_WRITES, CLM_READS, CLM_READS};
    const size_t element[] = {bytes, sizeof(uint32_t), bytes, sizeof(uint32_t)};
    const char *const *name = split ? split_names : compact_names;
    const int arrays = split ? FLAGS : ARRAYS;
    clmodp_status st = CLMODP_OK;

    for (int k = 0; k < arrays; k++)
        TRY(clm_borrow(ctx, &memory[k], array[k], element[k], access[k], name[k]));
    for (int k = 0; k < arrays; k++)
        if (k != TOTAL && array[k]->count != array[VALUES]->count)
            FAIL(&ctx->error, CLMODP_INVALID, "there are %zu values, but \"%s\" has %zu elements",
                 array[VALUES]->count, name[k], array[k]->count);
    if (array[TOTAL]->count != 1)
        FAIL(&ctx->error, CLMODP_INVALID, "\"%s\" is 1 word, not %zu", name[TOTAL],
             array[TOTAL]->count);
    for (int k = 0; k < arrays; k++)
        for (int i = 0; i < k; i++)
            if (clm_arrays_overlap(array[i], element[i], array[k], element[k]))
                FAIL(&ctx->error, CLMODP_INVALID, "\"%s\" and \"%s\" overlap", name[i], name[k]);
done:
    return st;
}

static clmodp_status choose(clmodp_context *ctx, const clmodp_cl_array *const *array, bool split,
                            const clmodp_cl_events *events, const clmodp_select_options *known)
{
    clmodp_status st = CLMODP_OK;
    const size_t bytes = clm_element_bytes(known->element);
    const clm_trust *fact =
        bytes == sizeof(uint64_t) ? &clm_select_trust_longs : &clm_select_trust_words;
    clm_buffer memory[ARRAYS];
    clm_selection sel = {.bytes = bytes, .bit = known->bit, .both = split};

    TRY(clm_context_open(ctx));
    TRY(borrow(ctx, memory, array, split, bytes));
    sel.out = (clm_scan_range){&memory[OUT], array[OUT]->offset};
    sel.in = (clm_scan_range){&memory[VALUES], array[VALUES]->offset};
    sel.total = (clm_scan_range){&memory[TOTAL], array[TOTAL]->offset};
    sel.count = array[VALUES]->count;
    if (!split)
        sel.flags = (clm_scan_range){&memory[FLAGS], array[FLAGS]->offset};
    TRY(clm_trust_ensure(ctx, &fact, 1));
    TRY(clm_events_begin(ctx, events));
    TRY(clm_select(ctx, &sel));
    TRY(clm_events_end(ctx, events));
done:
    return st;
}

static clmodp_status compact(clmodp_context *ctx, const clmodp_cl_array *const *array,
                             const clmodp_cl_events *events, const void *options)
{
    return choose(ctx, array, false, events, options);
}

static clmodp_status split(clmodp_context *ctx, const clmodp_cl_array *const *array,
                           const clmodp_cl_events *events, const void *options)
{
    return choose(ctx, array, true, events, options);
}

clmodp_status clmodp_compact(clmodp_context *context, const clmodp_cl_array *out,
                             const clmodp_cl_array *total, const clmodp_cl_array *values,
                             const clmodp_cl_array *flags, const clmodp_cl_events *events,
                             const clmodp_select_options *options)
{
    clmodp_select_options known;

    return clm_array_call_run(context, &(clm_array_call){
        .array = {out, total, values, flags}, .events = events, .compute = compact,
        .options = {options, &known, &known.max_memory, read_options}});
}

clmodp_status clmodp_split(clmodp_context *context, const clmodp_cl_array *out,
                           const clmodp_cl_array *zeros, const clmodp_cl_array *values,
                           const clmodp_cl_events *events, const clmodp_select_options *options)
{
    clmodp_select_options known;

    return clm_array_call_run(context, &(clm_array_call){
        .array = {out, zeros, values}, .events = events, .compute = split,
        .options = {options, &known, &known.max_memory, read_options}});
}

/* Of a compaction only what was chosen comes back. */
static clmodp_status compact_copies(clmodp_context *ctx, clm_host_call *call,
                                    const clmodp_cl_array *memory)
{
    const clmodp_cl_array *const array[] = {&memory[OUT], &memory[TOTAL], &memory[VALUES],
                                            &memory[FLAGS]};
    clmodp_status st = CLMODP_OK;
    uint32_t chosen;

    TRY(compact(ctx, array, NULL, call->options.known));
    TRY(clm_buffer_read(ctx, &call->array[TOTAL].memory, 0, &chosen, sizeof chosen));
    if (chosen > call->array[OUT].count)
        TRY(clm_trust_wrong(ctx, "the number", "elements that are chosen"));
    call->array[OUT].count = chosen;
done:
    return st;
}

static clmodp_status split_copies(clmodp_context *ctx, clm_host_call *call,
                                  const clmodp_cl_array *memory)
{
    const clmodp_cl_array *const array[] = {&memory[OUT], &memory[TOTAL], &memory[VALUES]};

    return split(ctx, array, NULL, call->options.known);
}

static void measure(clm_host_call *call, const void *options)
{
    const clmodp_select_options *known = options;

    call->array[OUT].bytes = call->array[VALUES].bytes = clm_element_bytes(known->element);
    call->work = 8.0 * sizeof(uint32_t) * (double)call->array[VALUES].count;
}

clmodp_status clmodp_compact_words(clmodp_context *context, void *out, uint32_t *total,
                                   const void *values, const uint32_t *flags, size_t count,
                                   const clmodp_select_options *options)
{
    clmodp_select_options known;
    clm_host_call call = {
        .array = {[OUT] = {"out", CLM_WRITES, NULL, out, .count = count},
                  [TOTAL] = {"total", CLM_WRITES, NULL, total, .count = 1,
                             .bytes = sizeof *total},
                  [VALUES] = {"values", CLM_READS, values, NULL, .count = count},
                  [FLAGS] = {"flags", CLM_READS, flags, NULL, .count = count,
                             .bytes = sizeof *flags}},
        .arrays = ARRAYS, .measure = measure, .compute = compact_copies,
        .options = {options, &known, &known.max_memory, read_options}};

    return clm_host_call_run(context, &call);
}

clmodp_status clmodp_split_words(clmodp_context *context, void *out, uint32_t *zeros,
                                 const void *values, size_t count,
                                 const clmodp_select_options *options)
{
    clmodp_select_options known;
    clm_host_call call = {
        .array = {[OUT] = {"out", CLM_WRITES, NULL, out, .count = count},
                  [TOTAL] = {"zeros", CLM_WRITES, NULL, zeros, .count = 1,
                             .bytes = sizeof *zeros},
                  [VALUES] = {"values", CLM_READS, values, NULL, .count = count}},
        .arrays = FLAGS, .measure = measure, .compute = split_copies,
        .options = {options, &known, &known.max_memory, read_options}};

    return clm_host_call_run(context, &call);
}
