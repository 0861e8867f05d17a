/* The table of tuned parameters by kind of device. */
#include "device/tuning.h"

#include <string.h>

#include "base/size.h"

static const struct {
    const char *kind;
    clm_tuning tuning;
} table[] = {
    /* Eight lanes keep the 64-bit products of one work-item in one AVX-512 register or two
     * of AVX2; sixteen were slower by half (PoCL 3.1, lockstep Euclid, degrees 60 and 75).
     * A stripe stays in the second-level caches and their like. */
    {"cpu", {.lanes = 8, .tile = 8, .group = 16, .stripe_bytes = (size_t)4 << 20}},
    /* Tiles as wide as the widest warp in use, so that loads coalesce. */
    {"gpu", {.lanes = 1, .tile = 64, .group = 64, .stripe_bytes = (size_t)256 << 20}},
    {"accelerator", {.lanes = 1, .tile = 64, .group = 64, .stripe_bytes = (size_t)64 << 20}},
};

clm_tuning clm_tuning_default(const clmodp_device *device, cl_device_id id)
{
    clm_tuning tuning = {.lanes = 1, .tile = 32, .group = 32, .stripe_bytes = (size_t)4 << 20};
    cl_uint width = 0;

    for (size_t i = 0; i < sizeof table / sizeof *table; i++)
        if (strcmp(device->kind, table[i].kind) == 0)
            tuning = table[i].tuning;

    /* A processor without wide vectors gains nothing from many lanes. */
    if (tuning.lanes > 1 &&
        clGetDeviceInfo(id, CL_DEVICE_NATIVE_VECTOR_WIDTH_INT, sizeof width, &width, NULL) ==
            CL_SUCCESS &&
        width > 0 && width < 8) {
        tuning.lanes = 4;
        tuning.tile = 4;
    }
    tuning.group = (uint32_t)clm_size_min(tuning.group, device->max_work_group);
    return tuning;
}
