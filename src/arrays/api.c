/* Public calls of reductions, scans, selections and sorts: options, checks of a caller's device
 * memory, copies of host arrays, and calls of this module's kernels. */
#include <stdbool.h>
#include <string.h>

#include <clmodp/arrays.h>
#include <clmodp/opencl.h>

#include "arrays/cost.h"
#include "arrays/reduction.h"
#include "arrays/select.h"
#include "core/error.h"
#include "core/size.h"
#include "opencl/buffer.h"
#include "opencl/context.h"
#include "opencl/imported_buffer.h"
#include "opencl/staging.h"

/* Bytes copied at a time: some milliseconds between two checks for cancellation. */
#define PART_BYTES ((size_t)64 << 20)

enum { MOST_ARRAYS = 4 };
#define LIST(...) ((const clmodp_cl_array *const[MOST_ARRAYS]){__VA_ARGS__})

/* The options of a public call, with defaults for an older caller's missing members. */
typedef struct array_options {
    uint64_t max_memory;
    union {
        clmodp_reduce_options reduce;
        clmodp_scan_options scan;
        clmodp_select_options select;
        clmodp_sort_options sort;
    };
} array_options;

/* An array on the host, and its copies during a call. */
typedef struct host_array {
    const char *name;    /* for messages */
    clm_access access;
    const void *source;
    void *target;
    size_t count, bytes; /* number of elements, and bytes of each */
    clm_buffer memory;   /* on the device */
    clm_staging result;  /* data read back so far */
} host_array;

typedef struct host_call host_call;
struct host_call {
    host_array array[MOST_ARRAYS]; /* with the first six members set */
    size_t arrays;
    bool in_place;      /* `compute` takes the only array also as the second one */
    /* NULL, or called after `compute`: may lower the count of a written array. */
    clmodp_status (*finish)(clmodp_context *ctx, host_call *call);
    double work;        /* approximate bytes moved by `compute`, for progress */
    double done, all;   /* bytes copied or moved so far, and in all */
};

/* An operation on arrays. */
typedef struct array_operation {
    clmodp_status (*read)(clm_error *error, array_options *out, const void *options);
    /* Checks arrays in device memory and enqueues the work between the caller's events. */
    clmodp_status (*compute)(clmodp_context *ctx, const clmodp_cl_array *const *array,
                             const clmodp_cl_events *events, const array_options *options);
    /* Sets `work`, and the bytes of elements that depend on the options. */
    void (*measure)(host_call *call, const array_options *options);
} array_operation;

static bool is_read(const host_array *a)
{
    return (a->access & CLM_READS) != 0;
}

static bool is_written(const host_array *a)
{
    return (a->access & CLM_WRITES) != 0;
}

/* Pre: the product fits a size_t, as checked by check_arrays. */
static size_t size_of(const host_array *a)
{
    return a->count * a->bytes;
}

/* Tells whether both are written, to overlapping bytes. */
static bool collide(const host_array *a, const host_array *b)
{
    const uintptr_t from = (uintptr_t)a->target, other = (uintptr_t)b->target;

    if (!is_written(a) || !is_written(b) || a->count == 0 || b->count == 0)
        return false;
    return from < other ? other - from < size_of(a) : from - other < size_of(b);
}

static clmodp_status check_arrays(clm_error *error, const host_call *call)
{
    clmodp_status st = CLMODP_OK;

    for (size_t k = 0; k < call->arrays; k++) {
        const host_array *a = &call->array[k];
        size_t bytes;

        if (a->count > 0 &&
            ((is_read(a) && a->source == NULL) || (is_written(a) && a->target == NULL)))
            FAIL(error, CLMODP_INVALID, "%s: the array of %zu element%s is NULL", a->name,
                 a->count, CLM_S(a->count));
        if (!clm_size_mul(&bytes, a->count, a->bytes))
            FAIL(error, CLMODP_LIMIT, "%s: %zu elements of %zu bytes exceed all memory", a->name,
                 a->count, a->bytes);
        for (size_t i = 0; i < k; i++)
            if (collide(&call->array[i], a))
                FAIL(error, CLMODP_INVALID, "%s and %s overlap", call->array[i].name, a->name);
    }
done:
    return st;
}

/* Adds `bytes` bytes copied or moved, and reports progress. */
static clmodp_status report_bytes(clmodp_context *ctx, host_call *call, double bytes)
{
    call->done += bytes;
    return clm_progress(ctx, call->all > 0 ? call->done / call->all : 1.0);
}

static clmodp_status upload_arrays(clmodp_context *ctx, host_call *call)
{
    clmodp_status st = CLMODP_OK;

    for (size_t k = 0; k < call->arrays; k++) /* all memory is allocated before the first copy */
        TRY(clm_scratch_create(ctx, &call->array[k].memory, call->array[k].count,
                               call->array[k].bytes));
    for (size_t k = 0; k < call->arrays; k++) {
        const host_array *a = &call->array[k];
        const size_t size = is_read(a) ? size_of(a) : 0;

        for (size_t at = 0, part; at < size; at += part) {
            part = clm_size_min(size - at, PART_BYTES);
            TRY(clm_buffer_write(ctx, &a->memory, at, (const unsigned char *)a->source + at,
                                 part));
            TRY(report_bytes(ctx, call, (double)part));
        }
    }
done:
    return st;
}

/* Runs the asynchronous operation on the copies. Its launches may wait, since the call waits at
 * its end anyway. */
static clmodp_status compute_copies(clmodp_context *ctx, host_call *call,
                                    const array_operation *of, const array_options *options)
{
    clmodp_status st = CLMODP_OK;
    clmodp_cl_array memory[MOST_ARRAYS];
    const clmodp_cl_array *array[MOST_ARRAYS] = {0};

    for (size_t k = 0; k < call->arrays; k++) {
        memory[k] = (clmodp_cl_array){call->array[k].memory.mem, 0, call->array[k].count};
        array[k] = &memory[k];
    }
    if (call->in_place)
        array[1] = array[0];
    if (call->all > 0)
        ctx->call->share = (clm_share){call->done / call->all,
                                       (call->done + call->work) / call->all};
    TRY(of->compute(ctx, array, NULL, options));
    if (call->finish != NULL)
        TRY(call->finish(ctx, call));
    TRY(clm_finish(ctx));
    TRY(report_bytes(ctx, call, call->work));
done:
    return st;
}

static double bytes_back(const host_call *call)
{
    double bytes = 0;

    for (size_t k = 0; k < call->arrays; k++)
        if (is_written(&call->array[k]))
            bytes += (double)size_of(&call->array[k]);
    return bytes;
}

/* Reads results to temporary memory, since the second array's copy may fail. */
static clmodp_status fetch_results(clmodp_context *ctx, host_call *call)
{
    clmodp_status st = CLMODP_OK;

    call->all = call->done + bytes_back(call);
    for (size_t k = 0; k < call->arrays; k++)
        if (!is_written(&call->array[k]))
            clm_scratch_destroy(ctx, &call->array[k].memory);
    for (size_t k = 0; k < call->arrays; k++) {
        host_array *a = &call->array[k];
        const size_t size = is_written(a) ? size_of(a) : 0;

        if (size > 0)
            TRY(clm_staging_create(ctx, &a->result, size, 1));
        for (size_t at = 0, part; at < size; at += part) {
            part = clm_size_min(size - at, PART_BYTES);
            TRY(clm_buffer_read(ctx, &a->memory, at, (unsigned char *)a->result.data + at, part));
            TRY(report_bytes(ctx, call, (double)part));
        }
    }
done:
    return st;
}

static clmodp_status run_copies(clmodp_context *ctx, host_call *call, const array_operation *of,
                                const array_options *options)
{
    clmodp_status st = CLMODP_OK;

    TRY(check_arrays(&ctx->error, call));
    call->all = call->work + bytes_back(call);
    for (size_t k = 0; k < call->arrays; k++)
        if (is_read(&call->array[k]))
            call->all += (double)size_of(&call->array[k]);
    TRY(clm_progress(ctx, 0.0));
    TRY(clm_context_open(ctx));
    TRY(upload_arrays(ctx, call));
    TRY(compute_copies(ctx, call, of, options));
    TRY(fetch_results(ctx, call));
    for (size_t k = 0; k < call->arrays; k++)
        if (call->array[k].result.data != NULL)
            memcpy(call->array[k].target, call->array[k].result.data, size_of(&call->array[k]));
done:
    for (size_t k = 0; k < call->arrays; k++) {
        clm_scratch_destroy(ctx, &call->array[k].memory);
        clm_staging_destroy(ctx, &call->array[k].result);
    }
    return st;
}

/* Reads the options, and computes within a clm_call: asynchronously on arrays in device memory or,
 * with a `call`, on arrays of the host. These are copied back after the last possible failure, so
 * that results may overlap arguments.
 *
 * Errors: INVALID (no array for elements; two results overlap), LIMIT, DEVICE_MEMORY,
 *         HOST_MEMORY, CANCELLED, those of device initialisation, of `read` and of `compute`;
 *         targets on the host are unchanged then */
static clmodp_status run_call(clmodp_context *context, const array_operation *of, host_call *call,
                              const clmodp_cl_array *const *array, const clmodp_cl_events *events,
                              const void *options)
{
    clmodp_status st = CLMODP_OK;
    array_options known;
    clm_call under_way;

    START(context, &context->error);
    TRY(clm_events_check(&context->error, events));
    TRY(of->read(&context->error, &known, options));
    if (call != NULL)
        of->measure(call, &known);
    clm_call_begin(&under_way, context, known.max_memory, true);
    st = call != NULL ? run_copies(context, call, of, &known)
                      : of->compute(context, array, events, &known);
    st = clm_call_end(context, &under_way, st);
done:
    return clm_error_complete(&context->error, st);
}

static size_t element_bytes(clmodp_element element)
{
    return element == CLMODP_ELEMENT_UINT64 ? sizeof(uint64_t) : sizeof(uint32_t);
}

static clmodp_status read_reduce_options(clm_error *error, array_options *out,
                                         const void *options)
{
    clmodp_status st = CLMODP_OK;
    clmodp_reduce_options *known = &out->reduce;

    clmodp_reduce_options_init(known);
    TRY(clm_options_read(error, "clmodp_reduce_options", known, sizeof *known, options));
    out->max_memory = known->max_memory;
    REQUIRE(error, (unsigned)known->element <= CLMODP_ELEMENT_UINT64);
    REQUIRE(error, (unsigned)known->reduction <= CLMODP_REDUCE_MAX);
    if (known->group == 1 && known->run == 1)
        FAIL(error, CLMODP_INVALID, "a group of 1 work-item must have a run of 2 or more");
done:
    return st;
}

/* Returns the shape with the given parameters, if they are not 0. Given parameters imply a scan by
 * levels. */
static clm_scan_shape shape_with(clm_scan_shape shape, size_t group, size_t run)
{
    if (group != 0)
        shape.group = group;
    if (run != 0)
        shape.run = run;
    if (shape.group == 1 && shape.run == 1)
        shape.run = 2;
    return shape;
}

static clmodp_status reduce_arrays(clmodp_context *ctx, const clmodp_cl_array *const *array,
                                   const clmodp_cl_events *events, const array_options *options)
{
    clmodp_status st = CLMODP_OK;
    const clmodp_reduce_options *known = &options->reduce;
    const clmodp_cl_array *result = array[0], *values = array[1];
    const size_t bytes = element_bytes(known->element);
    const clm_self_test *test = &clm_array_reduction_self_tests[bytes == sizeof(uint64_t)];
    clm_buffer to, from;

    TRY(clm_context_open(ctx));
    TRY(clm_import_buffer(ctx, &to, result, bytes, CLM_WRITES, "result"));
    TRY(clm_import_buffer(ctx, &from, values, bytes, CLM_READS, "values"));
    if (result->count != 1)
        FAIL(&ctx->error, CLMODP_INVALID, "the result is 1 element, not %zu", result->count);
    TRY(clm_self_tests_ensure(ctx, &test, 1));
    TRY(clm_events_begin(ctx, events));
    TRY(clm_array_reduce(ctx, (clm_scan_range){&to, result->offset},
                         (clm_scan_range){&from, values->offset}, values->count, bytes,
                         known->reduction,
                         shape_with(clm_scan_levels(ctx), known->group, known->run)));
    TRY(clm_events_end(ctx, events));
done:
    return st;
}

static void measure_reduce(host_call *call, const array_options *options)
{
    const clmodp_reduce_options *known = &options->reduce;

    call->array[0].bytes = call->array[1].bytes = element_bytes(known->element);
    call->work = (double)call->array[1].count * (double)call->array[1].bytes;
}

static const array_operation reduction = {read_reduce_options, reduce_arrays, measure_reduce};

clmodp_status clmodp_reduce(clmodp_context *context, const clmodp_cl_array *result,
                            const clmodp_cl_array *values, const clmodp_cl_events *events,
                            const clmodp_reduce_options *options)
{
    return run_call(context, &reduction, NULL, LIST(result, values), events, options);
}

clmodp_status clmodp_reduce_host(clmodp_context *context, void *result, const void *values,
                                 size_t count, const clmodp_reduce_options *options)
{
    host_call call = {.array = {{"result", CLM_WRITES, NULL, result, .count = 1},
                                {"values", CLM_READS, values, NULL, .count = count}},
                      .arrays = 2};

    return run_call(context, &reduction, &call, NULL, NULL, options);
}

static clmodp_status read_scan_options(clm_error *error, array_options *out,
                                       const void *options)
{
    clmodp_status st = CLMODP_OK;
    clmodp_scan_options *known = &out->scan;

    clmodp_scan_options_init(known);
    TRY(clm_options_read(error, "clmodp_scan_options", known, sizeof *known, options));
    out->max_memory = known->max_memory;
    REQUIRE(error, (unsigned)known->element <= CLMODP_ELEMENT_UINT64);
    REQUIRE(error, (unsigned)known->kind <= CLMODP_SCAN_EXCLUSIVE);
    if (known->group == 1 && known->run == 1)
        FAIL(error, CLMODP_INVALID, "a group of 1 work-item must have a run of 2 or more");
done:
    return st;
}

static clmodp_status scan_arrays(clmodp_context *ctx, const clmodp_cl_array *const *array,
                                 const clmodp_cl_events *events, const array_options *options)
{
    clmodp_status st = CLMODP_OK;
    const clmodp_scan_options *known = &options->scan;
    const clmodp_cl_array *sums = array[0], *values = array[1];
    const size_t bytes = element_bytes(known->element);
    const clm_self_test *test = &clm_scan_self_tests[bytes == sizeof(uint64_t)];
    clm_buffer to, from;
    clm_scan_shape shape;

    TRY(clm_context_open(ctx));
    TRY(clm_import_buffer(ctx, &to, sums, bytes, CLM_WRITES, "sums"));
    TRY(clm_import_buffer(ctx, &from, values, bytes, CLM_READS, "values"));
    if (sums->count != values->count)
        FAIL(&ctx->error, CLMODP_INVALID, "%zu values have %zu sums, not %zu", values->count,
             values->count, sums->count);
    if (sums->offset != values->offset && clm_arrays_overlap(sums, bytes, values, bytes))
        FAIL(&ctx->error, CLMODP_INVALID, "sums and values overlap, but are not the same");
    TRY(clm_self_tests_ensure(ctx, &test, 1));
    TRY(clm_lookback_probe(ctx));
    shape = clm_scan_default(ctx);
    if (!shape.lookback || known->group != 0 || known->run != 0)
        shape = shape_with(clm_scan_choose(ctx, values->count, bytes), known->group, known->run);
    TRY(clm_events_begin(ctx, events));
    TRY(clm_scan(ctx, (clm_scan_range){&to, sums->offset},
                 (clm_scan_range){&from, values->offset}, values->count, bytes,
                 known->kind == CLMODP_SCAN_EXCLUSIVE, shape));
    TRY(clm_events_end(ctx, events));
done:
    return st;
}

static void measure_scan(host_call *call, const array_options *options)
{
    const clmodp_scan_options *known = &options->scan;

    call->array[0].bytes = element_bytes(known->element);
    call->work = 3.0 * (double)call->array[0].count * (double)call->array[0].bytes;
}

static const array_operation scan = {read_scan_options, scan_arrays, measure_scan};

clmodp_status clmodp_scan(clmodp_context *context, const clmodp_cl_array *sums,
                          const clmodp_cl_array *values, const clmodp_cl_events *events,
                          const clmodp_scan_options *options)
{
    return run_call(context, &scan, NULL, LIST(sums, values), events, options);
}

clmodp_status clmodp_scan_host(clmodp_context *context, void *sums, const void *values,
                               size_t count, const clmodp_scan_options *options)
{
    host_call call = {
        .array = {{"values or sums", CLM_READS | CLM_WRITES, values, sums, .count = count}},
        .arrays = 1, .in_place = true};

    return run_call(context, &scan, &call, NULL, NULL, options);
}

/* The caller's arrays, in the order of their checks. */
enum { OUT, TOTAL, VALUES, FLAGS, ARRAYS };

static const char *const compact_names[] = {"out", "total", "values", "flags"};
static const char *const split_names[] = {"out", "zeros", "values", "flags"};

static clmodp_status read_select_options(clm_error *error, array_options *out,
                                         const void *options)
{
    clmodp_status st = CLMODP_OK;
    clmodp_select_options *known = &out->select;
    uint32_t bits;

    clmodp_select_options_init(known);
    TRY(clm_options_read(error, "clmodp_select_options", known, sizeof *known, options));
    out->max_memory = known->max_memory;
    REQUIRE(error, (unsigned)known->element <= CLMODP_ELEMENT_UINT64);
    bits = (uint32_t)(8 * element_bytes(known->element));
    if (known->bit >= bits)
        FAIL(error, CLMODP_INVALID, "bit %u: elements have bits from 0 to %u",
             (unsigned)known->bit, (unsigned)(bits - 1));
done:
    return st;
}

/* Imports the arrays as buffers, without flags for a split. Errors: INVALID */
static clmodp_status import_arrays(clmodp_context *ctx, clm_buffer memory[ARRAYS],
                                   const clmodp_cl_array *const *array, bool split, size_t bytes)
{
    static const clm_access access[] = {CLM_WRITES, CLM_WRITES, CLM_READS, CLM_READS};
    const size_t element[] = {bytes, sizeof(uint32_t), bytes, sizeof(uint32_t)};
    const char *const *name = split ? split_names : compact_names;
    const int arrays = split ? FLAGS : ARRAYS;
    clmodp_status st = CLMODP_OK;

    for (int k = 0; k < arrays; k++)
        TRY(clm_import_buffer(ctx, &memory[k], array[k], element[k], access[k], name[k]));
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

static clmodp_status select_arrays(clmodp_context *ctx, const clmodp_cl_array *const *array,
                                   bool split, const clmodp_cl_events *events,
                                   const clmodp_select_options *known)
{
    clmodp_status st = CLMODP_OK;
    const size_t bytes = element_bytes(known->element);
    const clm_self_test *test = &clm_select_self_tests[bytes == sizeof(uint64_t)];
    clm_buffer memory[ARRAYS];
    clm_selection sel = {.bytes = bytes, .bit = known->bit, .both = split};

    TRY(clm_context_open(ctx));
    TRY(import_arrays(ctx, memory, array, split, bytes));
    sel.out = (clm_scan_range){&memory[OUT], array[OUT]->offset};
    sel.in = (clm_scan_range){&memory[VALUES], array[VALUES]->offset};
    sel.total = (clm_scan_range){&memory[TOTAL], array[TOTAL]->offset};
    sel.count = array[VALUES]->count;
    if (!split)
        sel.flags = (clm_scan_range){&memory[FLAGS], array[FLAGS]->offset};
    TRY(clm_self_tests_ensure(ctx, &test, 1));
    TRY(clm_lookback_probe(ctx));
    TRY(clm_events_begin(ctx, events));
    TRY(clm_select(ctx, &sel));
    TRY(clm_events_end(ctx, events));
done:
    return st;
}

static clmodp_status compact_arrays(clmodp_context *ctx, const clmodp_cl_array *const *array,
                                    const clmodp_cl_events *events, const array_options *options)
{
    return select_arrays(ctx, array, false, events, &options->select);
}

static clmodp_status split_arrays(clmodp_context *ctx, const clmodp_cl_array *const *array,
                                  const clmodp_cl_events *events, const array_options *options)
{
    return select_arrays(ctx, array, true, events, &options->select);
}

static void measure_select(host_call *call, const array_options *options)
{
    const clmodp_select_options *known = &options->select;

    call->array[OUT].bytes = call->array[VALUES].bytes = element_bytes(known->element);
    call->work = 8.0 * sizeof(uint32_t) * (double)call->array[VALUES].count;
}

static const array_operation
    compaction = {read_select_options, compact_arrays, measure_select},
    splitting = {read_select_options, split_arrays, measure_select};

clmodp_status clmodp_compact(clmodp_context *context, const clmodp_cl_array *out,
                             const clmodp_cl_array *total, const clmodp_cl_array *values,
                             const clmodp_cl_array *flags, const clmodp_cl_events *events,
                             const clmodp_select_options *options)
{
    return run_call(context, &compaction, NULL, LIST(out, total, values, flags), events, options);
}

clmodp_status clmodp_split(clmodp_context *context, const clmodp_cl_array *out,
                           const clmodp_cl_array *zeros, const clmodp_cl_array *values,
                           const clmodp_cl_events *events, const clmodp_select_options *options)
{
    return run_call(context, &splitting, NULL, LIST(out, zeros, values), events, options);
}

/* Reads the number of selected elements, which a compaction copies back. */
static clmodp_status count_chosen(clmodp_context *ctx, host_call *call)
{
    clmodp_status st = CLMODP_OK;
    uint32_t chosen;

    TRY(clm_buffer_read(ctx, &call->array[TOTAL].memory, 0, &chosen, sizeof chosen));
    if (chosen > call->array[OUT].count)
        TRY(clm_self_test_fail(ctx, "number", "selected elements"));
    call->array[OUT].count = chosen;
done:
    return st;
}

clmodp_status clmodp_compact_host(clmodp_context *context, void *out, uint32_t *total,
                                  const void *values, const uint32_t *flags, size_t count,
                                  const clmodp_select_options *options)
{
    host_call call = {
        .array = {[OUT] = {"out", CLM_WRITES, NULL, out, .count = count},
                  [TOTAL] = {"total", CLM_WRITES, NULL, total, .count = 1,
                             .bytes = sizeof *total},
                  [VALUES] = {"values", CLM_READS, values, NULL, .count = count},
                  [FLAGS] = {"flags", CLM_READS, flags, NULL, .count = count,
                             .bytes = sizeof *flags}},
        .arrays = ARRAYS, .finish = count_chosen};

    return run_call(context, &compaction, &call, NULL, NULL, options);
}

clmodp_status clmodp_split_host(clmodp_context *context, void *out, uint32_t *zeros,
                                const void *values, size_t count,
                                const clmodp_select_options *options)
{
    host_call call = {
        .array = {[OUT] = {"out", CLM_WRITES, NULL, out, .count = count},
                  [TOTAL] = {"zeros", CLM_WRITES, NULL, zeros, .count = 1,
                             .bytes = sizeof *zeros},
                  [VALUES] = {"values", CLM_READS, values, NULL, .count = count}},
        .arrays = FLAGS};

    return run_call(context, &splitting, &call, NULL, NULL, options);
}

/* Kinds and sizes of keys for the kernels. */
static const struct {
    clm_sort_kind kind;
    size_t bytes;
} key_types[] = {
    [CLMODP_SORT_UINT32] = {CLM_SORT_UNSIGNED, 4}, [CLMODP_SORT_UINT64] = {CLM_SORT_UNSIGNED, 8},
    [CLMODP_SORT_INT32] = {CLM_SORT_SIGNED, 4},    [CLMODP_SORT_INT64] = {CLM_SORT_SIGNED, 8},
    [CLMODP_SORT_FLOAT32] = {CLM_SORT_FLOAT, 4},   [CLMODP_SORT_FLOAT64] = {CLM_SORT_FLOAT, 8},
};

static clmodp_status read_sort_options(clm_error *error, array_options *out,
                                       const void *options)
{
    clmodp_status st = CLMODP_OK;
    clmodp_sort_options *known = &out->sort;
    uint32_t width;

    clmodp_sort_options_init(known);
    TRY(clm_options_read(error, "clmodp_sort_options", known, sizeof *known, options));
    out->max_memory = known->max_memory;
    REQUIRE(error, (unsigned)known->key <= CLMODP_SORT_FLOAT64);
    REQUIRE(error, (unsigned)known->method <= CLMODP_SORT_BUCKETS);
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

static clm_sort_order sort_order_of(const clmodp_sort_options *known, bool values)
{
    return (clm_sort_order){.kind = key_types[known->key].kind, .descending = known->descending,
                            .key_bytes = key_types[known->key].bytes,
                            .value_bytes = values ? known->value_bytes : 0,
                            .begin = known->begin_bit, .end = known->end_bit};
}

/* Returns the method that the options name, or the best one for the device and `count` keys. */
static clm_sort_method sort_method_of(const clmodp_context *ctx, size_t count,
                                      clmodp_sort_method method)
{
    static const clm_sort_method methods[] = {[CLMODP_SORT_TILES] = CLM_SORT_TILES,
                                              [CLMODP_SORT_SPLITS] = CLM_SORT_SPLITS,
                                              [CLMODP_SORT_SWEEP] = CLM_SORT_SWEEP,
                                              [CLMODP_SORT_BUCKETS] = CLM_SORT_BUCKETS};
    const clm_sort_method best = clm_sort_best_method(ctx);

    if (method != CLMODP_SORT_AUTO)
        return methods[method];
    return best == CLM_SORT_SWEEP && count > UINT32_MAX ? CLM_SORT_SPLITS : best;
}

/* The device's default parameters, unless the options give others. */
static clm_sort_shape sort_shape_of(const clmodp_context *ctx, size_t count,
                                    const clmodp_sort_options *known, const clm_sort_order *order)
{
    const clm_sort_method method = sort_method_of(ctx, count, known->method);
    const clm_sort_shape given = {.bits = known->s, .group = known->group, .run = known->run};

    if (given.bits > clm_sort_longest_digit(method))
        return (clm_sort_shape){.method = method, .bits = given.bits}; /* to be refused */
    return clm_sort_fit(ctx, clm_sort_choose(ctx, count, method, order), given, order);
}

static clmodp_status sort_arrays(clmodp_context *ctx, const clmodp_cl_array *const *array,
                                 const clmodp_cl_events *events, const array_options *options)
{
    clmodp_status st = CLMODP_OK;
    const clmodp_sort_options *known = &options->sort;
    const clmodp_cl_array *keys = array[0], *values = array[1];
    const clm_sort_order order = sort_order_of(known, values != NULL);
    clm_sort_shape shape;
    const clm_self_test *test;
    clm_buffer key_memory, value_memory = {0};

    TRY(clm_context_open(ctx));
    TRY(clm_import_buffer(ctx, &key_memory, keys, order.key_bytes, CLM_READS | CLM_WRITES,
                          "keys"));
    if (values != NULL) {
        TRY(clm_import_buffer(ctx, &value_memory, values, order.value_bytes,
                              CLM_READS | CLM_WRITES, "values"));
        if (keys->count != values->count)
            FAIL(&ctx->error, CLMODP_INVALID, "%zu keys have %zu values, not %zu", keys->count,
                 keys->count, values->count);
        if (clm_arrays_overlap(keys, order.key_bytes, values, order.value_bytes))
            FAIL(&ctx->error, CLMODP_INVALID, "keys and values overlap");
    }
    TRY(clm_lookback_probe(ctx));
    shape = sort_shape_of(ctx, keys->count, known, &order);
    if (shape.bits > clm_sort_longest_digit(shape.method))
        FAIL(&ctx->error, CLMODP_INVALID, "s = %u: a pass of this method takes 1 to %u bits",
             (unsigned)shape.bits, (unsigned)clm_sort_longest_digit(shape.method));
    test = clm_sort_self_test(shape.method, &order);
    TRY(clm_self_tests_ensure(ctx, &test, 1));
    TRY(clm_events_begin(ctx, events));
    TRY(clm_sort(ctx, (clm_scan_range){&key_memory, keys->offset},
                 (clm_scan_range){&value_memory, values != NULL ? values->offset : 0},
                 keys->count, &order, shape));
    TRY(clm_events_end(ctx, events));
done:
    return st;
}

static void measure_sort(host_call *call, const array_options *options)
{
    const clmodp_sort_options *known = &options->sort;

    call->array[0].bytes = key_types[known->key].bytes;
    call->array[1].bytes = known->value_bytes;
    for (size_t k = 0; k < call->arrays; k++) /* some four moves a pass of eight bits */
        call->work += 0.5 * (double)(known->end_bit - known->begin_bit) *
                      (double)call->array[k].count * (double)call->array[k].bytes;
}

static const array_operation sorting = {read_sort_options, sort_arrays, measure_sort};

clmodp_status clmodp_radix_sort(clmodp_context *context, const clmodp_cl_array *keys,
                                const clmodp_cl_array *values, const clmodp_cl_events *events,
                                const clmodp_sort_options *options)
{
    return run_call(context, &sorting, NULL, LIST(keys, values), events, options);
}

clmodp_status clmodp_radix_sort_host(clmodp_context *context, void *keys, void *values,
                                     size_t count, const clmodp_sort_options *options)
{
    const clm_access both = CLM_READS | CLM_WRITES;
    host_call call = {.array = {{"keys", both, keys, keys, .count = count},
                                {"values", both, values, values, .count = count}},
                      .arrays = values != NULL ? 2 : 1};

    return run_call(context, &sorting, &call, NULL, NULL, options);
}
