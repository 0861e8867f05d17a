/* Checks imported buffers and event lists before kernels use them, since drivers do not;
 * waits for a caller's events, and returns one. */
#include "opencl/imported_buffer.h"

#include "core/size.h"
#include "opencl/opencl_error.h"

/* Checks that memory is a buffer of this context and permits this access. */
static clmodp_status check_memory(clmodp_context *ctx, cl_mem memory, clm_access access,
                                  const char *name)
{
    clmodp_status st = CLMODP_OK;
    const cl_mem_flags refused = access == CLM_READS ? CL_MEM_WRITE_ONLY : CL_MEM_READ_ONLY;
    cl_mem_object_type type = 0;
    cl_mem_flags flags = 0;
    cl_context owner = NULL;

    TRY_CL(&ctx->error, clGetMemObjectInfo, memory, CL_MEM_TYPE, sizeof type, &type, NULL);
    TRY_CL(&ctx->error, clGetMemObjectInfo, memory, CL_MEM_CONTEXT, sizeof owner, &owner, NULL);
    TRY_CL(&ctx->error, clGetMemObjectInfo, memory, CL_MEM_FLAGS, sizeof flags, &flags, NULL);
    if (type != CL_MEM_OBJECT_BUFFER)
        FAIL(&ctx->error, CLMODP_INVALID, "%s is not a buffer", name);
    if (owner != ctx->cl)
        FAIL(&ctx->error, CLMODP_INVALID,
             "%s belongs to another OpenCL context; create the clmodp context with "
             "clmodp_context_create_from_queue, from a queue of the buffer's context", name);
    if (flags & refused)
        FAIL(&ctx->error, CLMODP_INVALID, "%s was created for kernels that only %s it", name,
             access == CLM_READS ? "write" : "read");
done:
    return st;
}

clmodp_status clm_import_buffer(clmodp_context *ctx, clm_buffer *out, const clmodp_cl_array *array,
                                size_t bytes, clm_access access, const char *name)
{
    clmodp_status st = CLMODP_OK;
    size_t end, size = 0;

    *out = (clm_buffer){0};
    if (array == NULL || array->memory == NULL)
        FAIL(&ctx->error, CLMODP_INVALID, "%s has no memory object", name);
    TRY(check_memory(ctx, array->memory, access, name));
    TRY_CL(&ctx->error, clGetMemObjectInfo, array->memory, CL_MEM_SIZE, sizeof size, &size, NULL);
    if (!clm_size_add(&end, array->offset, array->count) || !clm_size_mul(&end, end, bytes) ||
        end > size)
        FAIL(&ctx->error, CLMODP_INVALID,
             "%s: %zu element%s of %zu bytes from element %zu on exceed its memory of %zu byte%s",
             name, array->count, CLM_S(array->count), bytes, array->offset, size,
             CLM_S(size));
    *out = (clm_buffer){array->memory, size, false};
done:
    return st;
}

bool clm_arrays_overlap(const clmodp_cl_array *a, size_t a_bytes, const clmodp_cl_array *b,
                        size_t b_bytes)
{
    return a->memory == b->memory && a->count > 0 && b->count > 0 &&
           a->offset * a_bytes < (b->offset + b->count) * b_bytes &&
           b->offset * b_bytes < (a->offset + a->count) * a_bytes;
}

clmodp_status clm_events_check(clm_error *error, const clmodp_cl_events *events)
{
    if (events == NULL)
        return CLMODP_OK;
    if (events->done != NULL)
        *events->done = NULL;
    if ((events->wait_count == 0) == (events->wait == NULL))
        return CLMODP_OK;
    return clm_fail(error, CLMODP_INVALID, "wait_count is %u, but wait is %s",
                    (unsigned)events->wait_count, events->wait == NULL ? "NULL" : "not NULL");
}

clmodp_status clm_events_begin(clmodp_context *ctx, const clmodp_cl_events *events)
{
    clmodp_status st = CLMODP_OK;
    cl_event event = NULL;
    cl_int code;

    if (events == NULL || events->wait_count == 0)
        return CLMODP_OK;
    TRY(clm_queue_room(ctx));
    code = clEnqueueBarrierWithWaitList(ctx->queue, events->wait_count, events->wait, &event);
    if (code == CL_INVALID_CONTEXT || code == CL_INVALID_EVENT_WAIT_LIST)
        FAIL(&ctx->error, CLMODP_INVALID,
             "an event in the wait list is invalid, or belongs to another OpenCL context");
    if (code != CL_SUCCESS)
        TRY(clm_opencl_fail(&ctx->error, code, "clEnqueueBarrierWithWaitList"));
    clm_queue_add(ctx, event, "a wait for the caller's events");
done:
    return st;
}

clmodp_status clm_events_end(clmodp_context *ctx, const clmodp_cl_events *events)
{
    clmodp_status st = CLMODP_OK;
    cl_event event = NULL;

    if (events == NULL || events->done == NULL)
        return CLMODP_OK;
    TRY_CL(&ctx->error, clEnqueueMarkerWithWaitList, ctx->queue, 0, NULL, &event);
    TRY_CL(&ctx->error, clFlush, ctx->queue); /* another queue may wait for the event */
    *events->done = event;
    event = NULL;
done:
    if (event != NULL)
        clReleaseEvent(event);
    return st;
}
