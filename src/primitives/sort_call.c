/* The public entries of sorts: a caller's memory, or arrays of the host's, checked. */
#include <clmodp/sort_opencl.h>

#include "base/options.h"
#include "device/borrow.h"
#include "primitives/cost.h"
#include "primitives/host_arrays.h"
#include "primitives/overlap.h"
#include "primitives/sort_trust.h"

/* What keys are to the kernels. */
static const struct {
    clm_sort_kind kind;
    size_t bytes;
} key_types[] = {
    [CLMODP_SORT_UINT32] = {CLM_SORT_UNSIGNED, 4}, [CLMODP_SORT_UINT64] = {CLM_SORT_UNSIGNED, 8},
    [CLMODP_SORT_INT32] = {CLM_SORT_SIGNED, 4},    [CLMODP_SORT_INT64] = {CLM_SORT_SIGNED, 8},
    [CLMODP_SORT_FLOAT32] = {CLM_SORT_FLOAT, 4},   [CLMODP_SORT_FLOAT64] = {CLM_SORT_FLOAT, 8},
};

static clmodp_status read_options(clm_error *error, void *out, const void *options)
{
    clmodp_status st = CLMODP_OK;
    clmodp_sort_options *known = out;
    uint32_t width;

    clmodp_sort_options_init(known);
    TRY(clm_options_read(error, "clmodp_sort_options", known, sizeof *known, options));
    REQUIRE(error, (unsigned)known->key <= CLMODP_SORT_FLOAT64);
    REQUIRE(error, (unsigned)known->form <= CLMODP_SORT_SPLITS);
    REQUIRE(error, known->value_bytes == 4 || known->value_bytes == 8);
    width = (uint32_t)(8 * key_types[known->key].bytes);
    if (known->end_bit == 0)
        known->end_bit = width;
    if (known->begin_bit > known->end_bit || known->end_bit > width)
        FAIL(error, CLMODP_INVALID, "bits from %u up to %u: keys have bits from 0 up to %u",
             (unsigned)known->begin_bit, (unsigned)known->end_bit, (unsigned)width);
done:
    return st;
}

static clm_sort_order order_of(const clmodp_sort_options *known, bool values)
{
    return (clm_sort_order){.kind = key_types[known->key].kind, .descending = known->descending,
                            .key_bytes = key_types[known->key].bytes,
                            .value_bytes = values ? known->value_bytes : 0,
                            .begin = known->begin_bit, .end = known->end_bit};
}

/* The device's parameters, but for those that were given. */
static clm_sort_shape shape_of(const clmodp_context *ctx, size_t count,
                               const clmodp_sort_options *known, const clm_sort_order *order)
{
    const clm_sort_form form = known->form == CLMODP_SORT_TILES    ? CLM_SORT_TILES
                               : known->form == CLMODP_SORT_SPLITS ? CLM_SORT_SPLITS
                                                                   : clm_sort_best_form(ctx);
    clm_sort_shape shape = clm_sort_choose(ctx, count, form, order);

    if (known->s != 0)
        shape.bits = known->s;
    if (known->group != 0)
        shape.group = known->group;
    if (known->run != 0)
        shape.run = known->run;
    return shape;
}

static clmodp_status sort(clmodp_context *ctx, const clmodp_cl_array *const *array,
                          const clmodp_cl_events *events, const void *options)
{
    clmodp_status st = CLMODP_OK;
    const clmodp_sort_options *known = options;
    const clmodp_cl_array *keys = array[0], *values = array[1];
    const clm_sort_order order = order_of(known, values != NULL);
    clm_sort_shape shape;
    const clm_trust *fact;
    clm_buffer key_memory, value_memory = {0};

    TRY(clm_context_open(ctx));
    TRY(clm_borrow(ctx, &key_memory, keys, order.key_bytes, CLM_READS | CLM_WRITES, "keys"));
    if (values != NULL) {
        TRY(clm_borrow(ctx, &value_memory, values, order.value_bytes, CLM_READS | CLM_WRITES,
                       "values"));
        if (keys->count != values->count)
            FAIL(&ctx->error, CLMODP_INVALID, "%zu keys have %zu values, not %zu", keys->count,
                 keys->count, values->count);
        if (clm_arrays_overlap(keys, order.key_bytes, values, order.value_bytes))
            FAIL(&ctx->error, CLMODP_INVALID, "keys and values overlap");
    }
    shape = shape_of(ctx, keys->count, known, &order);
    if (shape.bits > clm_sort_longest_digit(shape.form))
        FAIL(&ctx->error, CLMODP_INVALID, "s = %u: a pass of %s is by 1 to %u bits",
             (unsigned)shape.bits, shape.form == CLM_SORT_TILES ? "TILES" : "SPLITS",
             (unsigned)clm_sort_longest_digit(shape.form));
    fact = clm_sort_trust(shape.form, &order);
    TRY(clm_trust_ensure(ctx, &fact, 1));
    TRY(clm_events_begin(ctx, events));
    TRY(clm_sort(ctx, (clm_scan_range){&key_memory, keys->offset},
                 (clm_scan_range){&value_memory, values != NULL ? values->offset : 0},
                 keys->count, &order, shape));
    TRY(clm_events_end(ctx, events));
done:
    return st;
}

clmodp_status clmodp_radix_sort(clmodp_context *context, const clmodp_cl_array *keys,
                                const clmodp_cl_array *values, const clmodp_cl_events *events,
                                const clmodp_sort_options *options)
{
    clmodp_sort_options known;

    return clm_array_call_run(context, &(clm_array_call){
        .array = {keys, values}, .events = events, .compute = sort,
        .options = {options, &known, &known.max_memory, read_options}});
}

static clmodp_status sort_copies(clmodp_context *ctx, clm_host_call *call,
                                 const clmodp_cl_array *memory)
{
    const clmodp_cl_array *const array[] = {&memory[0], call->arrays > 1 ? &memory[1] : NULL};

    return sort(ctx, array, NULL, call->options.known);
}

static void measure(clm_host_call *call, const void *options)
{
    const clmodp_sort_options *known = options;

    call->array[0].bytes = key_types[known->key].bytes;
    call->array[1].bytes = known->value_bytes;
    for (size_t k = 0; k < call->arrays; k++) /* some four moves a pass of eight bits */
        call->work += 0.5 * (double)(known->end_bit - known->begin_bit) *
                      (double)call->array[k].count * (double)call->array[k].bytes;
}

clmodp_status clmodp_radix_sort_words(clmodp_context *context, void *keys, void *values,
                                      size_t count, const clmodp_sort_options *options)
{
    const clm_access both = CLM_READS | CLM_WRITES;
    clmodp_sort_options known;
    clm_host_call call = {.array = {{"keys", both, keys, keys, .count = count},
                                    {"values", both, values, values, .count = count}},
                          .arrays = values != NULL ? 2 : 1, .measure = measure,
                          .compute = sort_copies,
                          .options = {options, &known, &known.max_memory, read_options}};

    return clm_host_call_run(context, &call);
}
