/* Launches of cl/fpx/schoolbook/scale.cl. */
#include "fpx/schoolbook/scale.h"

#include "device/kernel.h"

#define FILE_NAME "fpx/schoolbook/scale.cl"

clmodp_status clm_plain_inverse(clmodp_context *ctx, const clm_buffer *inverse,
                                const clm_buffer *a, size_t last, fp_field field)
{
    clmodp_status st = CLMODP_OK;
    const clm_kernel *kernel;

    TRY(clm_kernel_get(ctx, &kernel, FILE_NAME, "plain_scale_inverse"));
    TRY(clm_launch(ctx, kernel, 1, 1, ARG_OUT(inverse, 1, u32), ARG_IN(a, last + 1, u32),
                   ARG_STRUCT(field), ARG_U32(last)));
done:
    return st;
}

clmodp_status clm_plain_scale(clmodp_context *ctx, const clm_buffer *out, const clm_buffer *a,
                              size_t first, size_t count, const clm_buffer *factor, fp_field field)
{
    clmodp_status st = CLMODP_OK;
    const clm_kernel *kernel;

    TRY(clm_kernel_get(ctx, &kernel, FILE_NAME, "plain_scale_by"));
    TRY(clm_launch(ctx, kernel, count, 0, ARG_OUT(out, count, u32), ARG_IN(a, first + count, u32),
                   ARG_IN(factor, 1, u32), ARG_STRUCT(field), ARG_U32(first), ARG_U32(count)));
done:
    return st;
}

clmodp_status clm_plain_monic(clmodp_context *ctx, const clm_buffer *out, const clm_buffer *a,
                              size_t first, size_t count, fp_field field)
{
    clmodp_status st = CLMODP_OK;
    clm_buffer inverse = {0};

    if (count == 0)
        goto done;
    TRY(clm_buffer_create(ctx, &inverse, 1, sizeof(u32)));
    TRY(clm_plain_inverse(ctx, &inverse, a, first + count - 1, field));
    TRY(clm_plain_scale(ctx, out, a, first, count, &inverse, field));
done:
    clm_buffer_destroy(ctx, &inverse); /* OpenCL keeps it until the launches have run */
    return st;
}
