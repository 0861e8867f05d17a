/* The loader asks a layer for its version and name, and then for its table of calls. */
#include "layers/layer.h"

#include <string.h>

#define EXPORT __attribute__((visibility("default")))

const cl_icd_dispatch *next;

EXPORT CL_API_ENTRY cl_int CL_API_CALL clGetLayerInfo(cl_layer_info what, size_t size, void *value,
                                                      size_t *needed)
{
    static const cl_layer_api_version version = CL_LAYER_API_VERSION_100;
    const int is_version = what == CL_LAYER_API_VERSION;
    const void *answer = is_version ? (const void *)&version : layer_name;
    const size_t length = is_version ? sizeof version : strlen(layer_name) + 1;

    if (!is_version && what != CL_LAYER_NAME)
        return CL_INVALID_VALUE;
    if (value != NULL && size < length)
        return CL_INVALID_VALUE;
    if (value != NULL)
        memcpy(value, answer, length);
    if (needed != NULL)
        *needed = length;
    return CL_SUCCESS;
}

EXPORT CL_API_ENTRY cl_int CL_API_CALL clInitLayer(cl_uint entries, const cl_icd_dispatch *target,
                                                   cl_uint *entries_made,
                                                   const cl_icd_dispatch **made)
{
    static cl_icd_dispatch table;
    const size_t known = sizeof table / sizeof(void *);
    const size_t copied = entries < known ? entries : known;

    if (target == NULL || entries_made == NULL || made == NULL)
        return CL_INVALID_VALUE;
    memcpy(&table, target, copied * sizeof(void *));
    next = target;
    layer_fill(&table);
    *entries_made = (cl_uint)copied;
    *made = &table;
    return CL_SUCCESS;
}
