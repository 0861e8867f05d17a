/* Polynomials from and to a caller's buffers on the device. */
#include <clmodp/opencl.h>

#include "fpx/api/call.h"
#include "fpx/batch/move.h"
#include "opencl/imported_buffer.h"

static clmodp_status set_from_array(clm_fpx_call *call, clm_value *v, const clmodp_cl_array *words,
                                    const clmodp_cl_events *events)
{
    clmodp_status st = CLMODP_OK;
    clmodp_context *ctx = call->context;
    clm_buffer from;

    TRY(clm_context_open(ctx));
    TRY(clm_import_buffer(ctx, &from, words, sizeof(u32), CLM_READS, "words"));
    if (words->count > CLMODP_FPX_MOST_COEFFICIENTS || words->offset > UINT32_MAX - words->count)
        FAIL(&ctx->error, CLMODP_LIMIT, "%zu coefficients from word %zu on are too many",
             words->count, words->offset);
    TRY(clm_events_begin(ctx, events));
    TRY(clm_value_on_device(ctx, v, words->count));
    if (words->count > 0)
        TRY(clm_move(ctx, &v->buffer, &from,
                     (move_piece){.from = (u32)words->offset, .count = (u32)words->count,
                                  .reduced = true, .p = call->modulus.p}));
    TRY(clm_events_end(ctx, events));
    TRY(clm_value_trim(ctx, v));
done:
    return st;
}

clmodp_status clmodp_fpx_set_array(clmodp_fpx *f, const clmodp_cl_array *words,
                                   const clmodp_cl_events *events)
{
    clmodp_status st = CLMODP_OK;
    clm_fpx_call call;

    TRY(clm_fpx_begin(&call, f, f, f, NULL, NULL));
    TRY(clm_events_check(&call.context->error, events));
    TRY(clm_fpx_check_words(&call.context->error, &call.field));
    TRY(set_from_array(&call, &call.made[0], words, events));
    clm_fpx_swap(f, &call.made[0]);
done:
    return clm_fpx_end(&call, st);
}

static clmodp_status get_into_array(clm_fpx_call *call, clm_value *v, const clmodp_cl_array *words,
                                    const clmodp_cl_events *events)
{
    clmodp_status st = CLMODP_OK;
    clmodp_context *ctx = call->context;
    clm_value padded = {0};
    clm_buffer to;

    TRY(clm_context_open(ctx));
    TRY(clm_import_buffer(ctx, &to, words, sizeof(u32), CLM_WRITES, "words"));
    if (words->count < v->count)
        FAIL(&ctx->error, CLMODP_INVALID, "%zu coefficients do not fit an array of %zu", v->count,
             words->count);
    if (words->offset > UINT32_MAX - words->count)
        FAIL(&ctx->error, CLMODP_LIMIT, "word %zu is too far from the start of the memory",
             words->offset);
    TRY(clm_value_to_device(ctx, v));
    TRY(clm_value_on_device(ctx, &padded, words->count));
    TRY(clm_events_begin(ctx, events));
    if (words->count > v->count)
        TRY(clm_buffer_fill(ctx, &padded.buffer, 0, words->count));
    if (v->count > 0)
        TRY(clm_move_poly(ctx, &padded.buffer, 0, clm_value_device(v)));
    if (words->count > 0)
        TRY(clm_move_poly(ctx, &to, words->offset, clm_value_device(&padded)));
    TRY(clm_events_end(ctx, events));
done:
    clm_value_destroy(ctx, &padded); /* pending launches retain it */
    return st;
}

clmodp_status clmodp_fpx_get_array(const clmodp_fpx *f, const clmodp_cl_array *words,
                                   const clmodp_cl_events *events)
{
    clmodp_status st = CLMODP_OK;
    clm_fpx_call call;

    TRY(clm_fpx_begin(&call, f, f, f, NULL, NULL));
    TRY(clm_events_check(&call.context->error, events));
    TRY(get_into_array(&call, f->value, words, events));
done:
    return clm_fpx_end(&call, st);
}

clmodp_status clmodp_fpx_memory(const clmodp_fpx *f, cl_mem *memory)
{
    clmodp_status st = CLMODP_OK;
    clm_fpx_call call;

    TRY(clm_fpx_begin(&call, f, f, f, NULL, NULL));
    REQUIRE(&call.context->error, memory != NULL);
    *memory = NULL;
    TRY(clm_context_open(call.context));
    TRY(clm_value_to_device(call.context, f->value));
    *memory = f->value->buffer.mem;
done:
    return clm_fpx_end(&call, st);
}
