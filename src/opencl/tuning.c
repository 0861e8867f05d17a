/* The parameters and rates of a device: a table by kinds and families, and the cache. */
#include "opencl/tuning.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "core/size.h"
#include "cost/rates.h"
#include "opencl/buffer.h"
#include "opencl/cache.h"
#include "opencl/devices.h"
#include "opencl/kernel.h"
#include "opencl/queue.h"

static const struct {
    const char *kind;
    clm_tuning tuning;
} tunings[] = {
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

/* Stripes of families of GPUs, predicted; on an H200 (sm_90) clmodp tune found nothing better. T
 * and NT are the same for all: by the model (clmodp plan --machine, 16 rows of bench/resultant) T
 * = 32 instead of 64 saves less than 0.1 %, and groups of 64 fill units (but two thirds of those
 * of sm_86, which have 1536 work-items in 16 groups at most). By the model, too, stripes are
 * within 2 % of the best where they have twice the work-items that all units hold, at half a
 * kilobyte, a pair of degree 60; much smaller ones cannot hide how long memory takes. Where the
 * last level of caches holds half a megabyte a unit, a stripe lies in it instead, of which the
 * model knows nothing (docs/gpus.md). */
static const struct {
    const char *family; /* or what its name begins with; the longest that fits counts */
    size_t unit_bytes;  /* of a stripe, for each compute unit */
} families[] = {
    {"sm_", (size_t)2 << 20},
    {"sm_75", (size_t)1 << 20},          /* 1024 work-items a unit; others of NVIDIA's: 2048 */
    {"sm_86", (size_t)3 << 19},          /* 1536 */
    {"sm_87", (size_t)3 << 19},
    {"sm_89", (size_t)1 << 19},          /* 72 MB of cache for 128 units, 24 for 24 */
    {"sm_12", (size_t)1 << 19},          /* 96 MB for 170 */
    {"gfx90a", (size_t)2 << 20},         /* 2048 work-items */
    {"gfx942", (size_t)1 << 19},         /* 256 MB for 304 */
    {"gfx103", (size_t)1 << 20},         /* 128 MB for 40 pairs of units, which count as one */
    {"gfx11", (size_t)1 << 20},          /* 96 MB for 48 */
    {"gfx12", (size_t)1 << 20},          /* 64 MB for 32 */
    {"xe_", (size_t)128 << 10},          /* 128 work-items a vector engine, which count as units */
};

/* What a stripe of a GPU has for each unit; 0: nothing is known of the family. */
static size_t family_bytes(const char *family)
{
    size_t longest = 0, bytes = 0;

    for (size_t i = 0; i < sizeof families / sizeof *families; i++) {
        const size_t length = strlen(families[i].family);

        if (length > longest && strncmp(family, families[i].family, length) == 0) {
            longest = length;
            bytes = families[i].unit_bytes;
        }
    }
    return bytes;
}

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
    return clm_is_pocl(device, "3.1") && strstr(device->version, "x86_64") != NULL
               ? CLM_ASSEMBLY_X86
               : CLM_ASSEMBLY_NONE;
}

/* Of a stripe, for each core, which has a second-level cache of its own: what is launched for a
 * stripe takes as long to begin however many cores there are, and has to be work for all. */
#define STRIPE_UNIT_BYTES ((size_t)256 << 10)

/* By the device's kind and family, and its units. */
static clm_tuning table_tuning(const clmodp_device *device)
{
    clm_tuning tuning = {.vector_width = 1, .tile = 32, .group = 32,
                         .stripe_bytes = (size_t)4 << 20};
    const size_t of_unit = family_bytes(device->family);

    for (size_t i = 0; i < sizeof tunings / sizeof *tunings; i++)
        if (strcmp(device->kind, tunings[i].kind) == 0)
            tuning = tunings[i].tuning;
    if (tuning.vector_width > 1)
        tuning.stripe_bytes = clm_size_max(tuning.stripe_bytes,
                                           clm_size_times(device->compute_units,
                                                          STRIPE_UNIT_BYTES));
    else if (of_unit > 0)
        tuning.stripe_bytes = clm_size_times(device->compute_units, of_unit);
    return tuning;
}

clm_tuning clm_tuning_default(const clmodp_device *device, cl_device_id id)
{
    clm_tuning tuning = table_tuning(device);

    if (tuning.vector_width > 1)
        tuning.vector_width = tuning.tile = native_lanes(id, tuning.vector_width);
    tuning.group = (uint32_t)clm_size_min(tuning.group, device->max_work_group);
    tuning.assembly = clm_tuning_assembly(device);
    /* PoCL keeps each kernel as launches compile it. To hand out a binary it compiles all of them
     * for unknown sizes of groups as well, which costs a first call as much as all else. */
    tuning.binaries = !clm_is_pocl(device, NULL);
    return tuning;
}

clm_tuning clm_tuning_described(const clmodp_device *device)
{
    clm_tuning tuning = table_tuning(device);

    if (tuning.vector_width > 1 && device->vector_width > 0)
        tuning.vector_width = tuning.tile = known_lanes(device->vector_width);
    return tuning;
}

clm_tuning clm_tuning_presumed(void)
{
    return tunings[0].tuning;
}

#define CALIBRATION "calibration"

bool clm_calibration_recall(const clmodp_context *ctx, clmodp_calibration *out)
{
    clmodp_calibration kept;
    const bool known = clm_identity_recall(ctx, CALIBRATION, "", &kept, sizeof kept) &&
                       kept.size == sizeof kept && clm_calibration_sane(&kept);

    if (known)
        *out = kept;
    return known;
}

void clm_calibration_apply(clmodp_context *ctx, const clmodp_calibration *calibration)
{
    const clm_machine machine =
        clm_machine_of(ctx->device.kind, ctx->device.platform_name, ctx->device.vendor);

    clm_rates_set(&ctx->rates, machine);
    if (calibration != NULL)
        clm_calibration_rates(&ctx->rates, calibration, machine,
                              (double)ctx->device.compute_units);
}

bool clm_calibration_remember(const clmodp_context *ctx, const clmodp_calibration *calibration)
{
    return clm_identity_remember(ctx, CALIBRATION, "", calibration, sizeof *calibration);
}

#define PARAMETERS "parameters"
#define MOST_TILE 64 /* kernels with a tile in local memory have room for it everywhere */
#define LEAST_STRIPE ((size_t)1 << 16)

typedef struct parameters {
    uint32_t vector_width, tile, group;
    uint64_t stripe_bytes;
} parameters;

/* What they are kept under: the device as the table has it, whatever was found of assembly, and
 * what options of compilers do not tell. */
typedef struct tuning_place {
    clmodp_context usual;
    char text[64];
} tuning_place;

bool clm_tuned_sane(const clm_tuning *tuning, size_t most)
{
    const uint32_t w = tuning->vector_width;

    return (w == 1 || w == 2 || w == 4 || w == 8 || w == 16) && tuning->tile >= w &&
           tuning->tile <= MOST_TILE && tuning->tile % w == 0 && tuning->group > 0 &&
           tuning->group <= most && tuning->stripe_bytes >= LEAST_STRIPE;
}

static void find_place(tuning_place *at, const clmodp_context *ctx)
{
    at->usual = *ctx;
    at->usual.tuning = clm_tuning_default(&ctx->device, ctx->cl_device);
    at->usual.tuning.assembly = CLM_ASSEMBLY_NONE;
    (void)snprintf(at->text, sizeof at->text, "%zu bytes, %" PRIu32 " units",
                   at->usual.tuning.stripe_bytes, ctx->device.compute_units);
}

bool clm_tuned_recall(clmodp_context *ctx)
{
    clm_tuning tuning = ctx->tuning;
    parameters kept;
    tuning_place at;

    find_place(&at, ctx);
    if (!clm_identity_recall(&at.usual, PARAMETERS, at.text, &kept, sizeof kept))
        return false;
    tuning.vector_width = kept.vector_width;
    tuning.tile = kept.tile;
    tuning.group = kept.group;
    tuning.stripe_bytes = (size_t)kept.stripe_bytes;
    if (!clm_tuned_sane(&tuning, ctx->device.max_work_group))
        return false;
    ctx->tuning = tuning;
    return true;
}

bool clm_tuned_remember(const clmodp_context *ctx, const clm_tuning *tuning)
{
    parameters kept;
    tuning_place at;

    memset(&kept, 0, sizeof kept); /* what lies between its members, too */
    kept.vector_width = tuning->vector_width;
    kept.tile = tuning->tile;
    kept.group = tuning->group;
    kept.stripe_bytes = tuning->stripe_bytes;
    find_place(&at, ctx);
    return clm_identity_remember(&at.usual, PARAMETERS, at.text, &kept, sizeof kept);
}

/* Let go what was compiled, and shown of it. */
static void forget_programs(clmodp_context *ctx)
{
    clm_programs_destroy(ctx);
    ctx->kept->trusts = 0;
    ctx->kept->plain = false;
}

void clm_tuned_switch(clmodp_context *ctx, const clm_tuning *tuning)
{
    const clm_tuning *now = &ctx->tuning;
    const bool same_kernels = tuning->vector_width == now->vector_width &&
                              tuning->tile == now->tile && tuning->group == now->group &&
                              tuning->assembly == now->assembly;
    clmodp_calibration known;

    clm_queue_settle(ctx);
    clm_pool_clear(ctx);
    if (!same_kernels)
        forget_programs(ctx);
    ctx->tuning = *tuning;
    clm_inline_asm_recall(ctx);
    clm_calibration_apply(ctx, clm_calibration_recall(ctx, &known) ? &known : NULL);
}
