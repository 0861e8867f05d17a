/* The table of tuned parameters by kind of device. */
#include "device/tuning.h"

#include <ctype.h>
#include <string.h>

#include "base/size.h"

static const struct {
    const char *kind;
    clm_tuning tuning;
} table[] = {
    /* One full vector of words: W and T become the device's native width. Half of it costs
     * 1.7 times the time (bench/resultant at degrees 60/75, PoCL 3.1 on AVX-512: 2.4 s of
     * processor time with 8 lanes, 1.45 s with 16); the size of a group does not matter. A
     * stripe stays in the second-level caches: 1 to 4 MiB are alike, 16 MiB cost 15 % more
     * (same case, medians of three runs). */
    {"cpu", {.vector_width = 8, .tile = 8, .group = 16, .stripe_bytes = (size_t)4 << 20}},
    /* Tiles as wide as the widest warp in use, so that loads coalesce. */
    {"gpu", {.vector_width = 1, .tile = 64, .group = 64, .stripe_bytes = (size_t)256 << 20}},
    {"accelerator", {.vector_width = 1, .tile = 64, .group = 64,
                     .stripe_bytes = (size_t)64 << 20}},
};

/* Lanes that kernels know. */
static uint32_t known_lanes(uint32_t width)
{
    return width >= 16 ? 16 : width >= 8 ? 8 : 4;
}

/* The device's vectors of 32-bit integers. */
static uint32_t native_lanes(cl_device_id id, uint32_t otherwise)
{
    cl_uint width = 0;

    if (clGetDeviceInfo(id, CL_DEVICE_NATIVE_VECTOR_WIDTH_INT, sizeof width, &width, NULL) !=
            CL_SUCCESS ||
        width == 0)
        return otherwise;
    return known_lanes(width);
}

static bool is_pocl(const clmodp_device *device)
{
    return strcmp(device->platform_name, "Portable Computing Language") == 0;
}

/* AMD's driver, where LLVM makes its code: "3581.0 (HSA1.1,LC)". */
static bool is_amd_llvm(const clmodp_device *device)
{
    return strcmp(device->platform_name, "AMD Accelerated Parallel Processing") == 0 &&
           strstr(device->driver, ",LC)") != NULL;
}

/* PoCL 3.1 on x86-64: worth 7 % of the processor time of the 16 rows of bench/resultant. PoCL 5.0
 * and 6.0 end the process on any. NVIDIA's OpenCL takes PTX (sample oclInlinePTX of its SDK),
 * AMD's compiler what LLVM documents as constraints of AMDGPU. */
clm_assembly clm_tuning_assembly(const clmodp_device *device)
{
    if (strcmp(device->platform_name, "NVIDIA CUDA") == 0)
        return CLM_ASSEMBLY_PTX;
    if (is_amd_llvm(device))
        return CLM_ASSEMBLY_GCN;
    return is_pocl(device) && strncmp(device->driver, "3.1", 3) == 0 &&
                   !isdigit((unsigned char)device->driver[3]) &&
                   strstr(device->version, "x86_64") != NULL
               ? CLM_ASSEMBLY_X86
               : CLM_ASSEMBLY_NONE;
}

/* Of a stripe, for each core, which has a second-level cache of its own: what is launched for a
 * stripe takes as long to begin however many cores there are, and has to be work for all. */
#define STRIPE_UNIT_BYTES ((size_t)256 << 10)

/* By the device's kind, and its units. */
static clm_tuning usual(const clmodp_device *device)
{
    clm_tuning tuning = {.vector_width = 1, .tile = 32, .group = 32,
                         .stripe_bytes = (size_t)4 << 20};

    for (size_t i = 0; i < sizeof table / sizeof *table; i++)
        if (strcmp(device->kind, table[i].kind) == 0)
            tuning = table[i].tuning;
    if (tuning.vector_width > 1)
        tuning.stripe_bytes = clm_size_max(tuning.stripe_bytes,
                                           clm_size_times(device->compute_units,
                                                          STRIPE_UNIT_BYTES));
    return tuning;
}

clm_tuning clm_tuning_default(const clmodp_device *device, cl_device_id id)
{
    clm_tuning tuning = usual(device);

    if (tuning.vector_width > 1)
        tuning.vector_width = tuning.tile = native_lanes(id, tuning.vector_width);
    tuning.group = (uint32_t)clm_size_min(tuning.group, device->max_work_group);
    tuning.assembly = clm_tuning_assembly(device);
    /* PoCL keeps each kernel as launches compile it. To hand out a binary it compiles all of them
     * for unknown sizes of groups as well, which costs a first call as much as all else. */
    tuning.binaries = !is_pocl(device);
    return tuning;
}

clm_tuning clm_tuning_described(const clmodp_device *device)
{
    clm_tuning tuning = usual(device);

    if (tuning.vector_width > 1 && device->vector_width > 0)
        tuning.vector_width = tuning.tile = known_lanes(device->vector_width);
    return tuning;
}

clm_tuning clm_tuning_presumed(void)
{
    return table[0].tuning;
}
