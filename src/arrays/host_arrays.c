/* Public calls on arrays: options, a context of the call's own, and for arrays on the host copies
 * on the device while the call lasts. */
#include "arrays/host_arrays.h"

#include <string.h>

#include "core/size.h"
#include "opencl/buffer.h"

/* Bytes copied at a time: some thousandths of a second, after which whoever cancels is heard. */
#define PART_BYTES ((size_t)64 << 20)

static bool is_read(const clm_host_array *a)
{
    return (a->access & CLM_READS) != 0;
}

static bool is_written(const clm_host_array *a)
{
    return (a->access & CLM_WRITES) != 0;
}

/* Pre: the product is one of clmodp's sizes, as `check` has seen. */
static size_t size_of(const clm_host_array *a)
{
    return a->count * a->bytes;
}

/* Whether both are written, to bytes of which they share some. */
static bool collide(const clm_host_array *a, const clm_host_array *b)
{
    const uintptr_t from = (uintptr_t)a->target, other = (uintptr_t)b->target;

    if (!is_written(a) || !is_written(b) || a->count == 0 || b->count == 0)
        return false;
    return from < other ? other - from < size_of(a) : from - other < size_of(b);
}

static clmodp_status check_arrays(clm_error *error, const clm_host_call *call)
{
    clmodp_status st = CLMODP_OK;

    for (size_t k = 0; k < call->arrays; k++) {
        const clm_host_array *a = &call->array[k];
        size_t bytes;

        if (a->count > 0 &&
            ((is_read(a) && a->source == NULL) || (is_written(a) && a->target == NULL)))
            FAIL(error, CLMODP_INVALID, "%s: there is no array of %zu element%s", a->name,
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

/* So many bytes more are copied or moved. */
static clmodp_status report_bytes(clmodp_context *ctx, clm_host_call *call, double bytes)
{
    call->done += bytes;
    return clm_progress(ctx, call->all > 0 ? call->done / call->all : 1.0);
}

static clmodp_status upload_arrays(clmodp_context *ctx, clm_host_call *call)
{
    clmodp_status st = CLMODP_OK;

    for (size_t k = 0; k < call->arrays; k++) /* what has no room is not begun with */
        TRY(clm_scratch_create(ctx, &call->array[k].memory, call->array[k].count,
                               call->array[k].bytes));
    for (size_t k = 0; k < call->arrays; k++) {
        const clm_host_array *a = &call->array[k];
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

/* Unlike callers of the asynchronous form, one of this waits: so loops of launches may as well. */
static clmodp_status compute_copies(clmodp_context *ctx, clm_host_call *call)
{
    clmodp_status st = CLMODP_OK;
    clmodp_cl_array memory[CLM_MOST_ARRAYS];
    const clmodp_cl_array *array[CLM_MOST_ARRAYS] = {NULL};

    for (size_t k = 0; k < call->arrays; k++) {
        memory[k] = (clmodp_cl_array){call->array[k].memory.mem, 0, call->array[k].count};
        array[k] = &memory[k];
    }
    if (call->in_place)
        array[1] = array[0];
    if (call->all > 0)
        ctx->call->share = (clm_share){call->done / call->all,
                                       (call->done + call->work) / call->all};
    TRY(call->compute(ctx, array, NULL, call->options.known));
    if (call->finish != NULL)
        TRY(call->finish(ctx, call));
    TRY(clm_finish(ctx));
    TRY(report_bytes(ctx, call, call->work));
done:
    return st;
}

static double bytes_back(const clm_host_call *call)
{
    double bytes = 0;

    for (size_t k = 0; k < call->arrays; k++)
        if (is_written(&call->array[k]))
            bytes += (double)size_of(&call->array[k]);
    return bytes;
}

/* What is written, to memory of our own: a copy of a second array may fail when the first is
 * there. */
static clmodp_status fetch_results(clmodp_context *ctx, clm_host_call *call)
{
    clmodp_status st = CLMODP_OK;

    call->all = call->done + bytes_back(call);
    for (size_t k = 0; k < call->arrays; k++)
        if (!is_written(&call->array[k]))
            clm_scratch_destroy(ctx, &call->array[k].memory);
    for (size_t k = 0; k < call->arrays; k++) {
        clm_host_array *a = &call->array[k];
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

static clmodp_status run_copies(clmodp_context *ctx, clm_host_call *call)
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
    TRY(compute_copies(ctx, call));
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

static clmodp_status read_options(clmodp_context *context, const clm_array_options *options)
{
    return options->read(&context->error, options->known, options->given);
}

clmodp_status clm_host_call_run(clmodp_context *context, clm_host_call *call)
{
    clmodp_status st = CLMODP_OK;
    clm_call under_way;

    if (context == NULL)
        return CLMODP_INVALID;
    clm_error_clear(&context->error);
    TRY(read_options(context, &call->options));
    call->measure(call, call->options.known);
    clm_call_begin(&under_way, context, *call->options.max_memory, true);
    st = clm_call_end(context, &under_way, run_copies(context, call));
done:
    return clm_error_complete(&context->error, st);
}

clmodp_status clm_array_call_run(clmodp_context *context, const clm_array_call *call)
{
    clmodp_status st = CLMODP_OK;
    clm_call under_way;

    if (context == NULL)
        return CLMODP_INVALID;
    clm_error_clear(&context->error);
    TRY(clm_events_check(&context->error, call->events));
    TRY(read_options(context, &call->options));
    clm_call_begin(&under_way, context, *call->options.max_memory, true);
    st = clm_call_end(context, &under_way,
                      call->compute(context, call->array, call->events, call->options.known));
done:
    return clm_error_complete(&context->error, st);
}
