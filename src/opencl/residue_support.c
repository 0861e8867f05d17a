/* Ask the device for what residue types need. */
#include "opencl/residue_support.h"

#include "opencl/opencl_error.h"

/* Whether the device's doubles do what the types' proofs want. */
static cl_int ask_doubles(bool *usable, const clmodp_context *ctx)
{
    const cl_device_fp_config wanted = CL_FP_FMA | CL_FP_ROUND_TO_NEAREST;
    cl_device_fp_config doubles = 0; /* stays so without cl_khr_fp64 */
    cl_int code = clGetDeviceInfo(ctx->cl_device, CL_DEVICE_DOUBLE_FP_CONFIG, sizeof doubles,
                                  &doubles, NULL);

    *usable = (doubles & wanted) == wanted;
    return code;
}

clmodp_status clm_residue_require(clmodp_context *ctx, clm_residue_kind kind)
{
    clmodp_status st = CLMODP_OK;
    bool doubles;
    cl_int code;

    if (!clm_residue_type_of(kind)->needs_fp64)
        goto done;
    code = ask_doubles(&doubles, ctx);
    if (code != CL_SUCCESS)
        TRY(clm_opencl_fail(&ctx->error, code, "clGetDeviceInfo"));
    if (!doubles)
        FAIL(&ctx->error, CLMODP_NO_DEVICE,
             "residues of type %s need double precision (cl_khr_fp64), which %s does not have; "
             "take type %s or %s", clm_residue_type_of(kind)->name, ctx->device.name,
             clm_residue_type_of(CLM_RESIDUE_MONTGOMERY31)->name,
             clm_residue_type_of(CLM_RESIDUE_FLOAT24)->name);
done:
    return st;
}
