/* Tuning parameters and cost coefficients of devices, from built-in tables and the cache. */
#include "opencl/tuning.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "arith/vector_level.h"
#include "core/size.h"
#include "cost/cost.h"
#include "opencl/buffer.h"
#include "opencl/cache.h"
#include "opencl/devices.h"
#include "opencl/kernel.h"
#include "opencl/opencl_error.h"
#include "opencl/queue.h"

static const struct {
    const char *kind;
    clm_tuning tuning;
} tunings[] = {
    /* W and T become the device's native width, one full vector of words. Half of it takes 1.7
     * times as long (bench/resultant at degrees 60/75, PoCL 3.1 on AVX-512: 2.4 s of processor
     * time with 8 lanes, 1.45 s with 16); the group size does not matter. A stripe stays in the
     * second-level caches: 1 to 4 MiB perform alike, 16 MiB cost 15 % more (same case, medians of
     * three runs). */
    {"cpu", {.vector_width = 8, .tile = 8, .group = 16, .stripe_bytes = (size_t)4 << 20}},
    /* Tiles are as wide as the widest warp in use, so that loads coalesce. */
    {"gpu", {.vector_width = 1, .tile = 64, .group = 64, .stripe_bytes = (size_t)256 << 20}},
    {"accelerator", {.vector_width = 1, .tile = 64, .group = 64,
                     .stripe_bytes = (size_t)64 << 20}},
};

/* Stripe sizes of GPU families, predicted; on an H200 (sm_90) clmodp tune found nothing better. T
 * and NT are equal for all. By the model (clmodp plan --machine, 16 rows of bench/resultant) T =
 * 32 instead of 64 saves less than 0.1 %, and groups of 64 fill compute units (only two thirds on
 * sm_86, which has 1536 work-items in at most 16 groups). By the model, stripes are also within 2
 * % of the best if they have twice the work-items that all units hold, at half a kilobyte per pair
 * of degree 60; much smaller ones cannot hide the latency of memory. If the last-level cache holds
 * half a megabyte per unit, a stripe lies in it instead, which the model does not cover
 * (docs/gpus.md). */
static const struct {
    const char *family; /* or a prefix of it; the longest match counts */
    size_t unit_bytes;  /* of a stripe, for each compute unit */
} families[] = {
    {"sm_", (size_t)2 << 20},
    {"sm_75", (size_t)1 << 20},          /* 1024 work-items per unit; other NVIDIA GPUs: 2048 */
    {"sm_86", (size_t)3 << 19},          /* 1536 */
    {"sm_87", (size_t)3 << 19},
    {"sm_89", (size_t)1 << 19},          /* 72 MB of cache for 128 units, 24 for 24 */
    {"sm_12", (size_t)1 << 19},          /* 96 MB for 170 */
    {"gfx90a", (size_t)2 << 20},         /* 2048 work-items */
    {"gfx942", (size_t)1 << 19},         /* 256 MB for 304 */
    {"gfx103", (size_t)1 << 20},         /* 128 MB for 40 pairs of units, each counted as one */
    {"gfx11", (size_t)1 << 20},          /* 96 MB for 48 */
    {"gfx12", (size_t)1 << 20},          /* 64 MB for 32 */
    {"xe_", (size_t)128 << 10},          /* 128 work-items a vector engine; these count as units */
};

/* Returns the bytes of a GPU's stripe for each unit; 0 for unknown families. */
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

/* Rounds to a number of lanes that kernels support. */
static uint32_t known_lanes(uint32_t width)
{
    return width >= 16 ? 16 : width >= 8 ? 8 : 4;
}

/* Returns the device's native vector width for 32-bit integers. */
static uint32_t native_lanes(cl_device_id id, uint32_t otherwise)
{
    cl_uint width = 0;

    if (clGetDeviceInfo(id, CL_DEVICE_NATIVE_VECTOR_WIDTH_INT, sizeof width, &width, NULL) !=
            CL_SUCCESS ||
        width == 0)
        return otherwise;
    return known_lanes(width);
}

/* Recognises AMD's driver with LLVM as compiler: "3581.0 (HSA1.1,LC)". */
static bool is_amd_llvm(const clmodp_device *device)
{
    return strcmp(device->platform_name, "AMD Accelerated Parallel Processing") == 0 &&
           strstr(device->driver, ",LC)") != NULL;
}

/* PoCL 3.1 on x86-64: assembly saves 7 % of the processor time of the 16 rows of bench/resultant.
 * With any assembly PoCL 5.0 and 6.0 abort the process. NVIDIA's OpenCL accepts PTX (sample
 * oclInlinePTX of its SDK), AMD's compiler LLVM's documented constraints of AMDGPU. */
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

/* Stripe bytes per core with its own second-level cache. The launches for a stripe take equally
 * long to start for any number of cores, and must provide work for all. */
#define STRIPE_UNIT_BYTES ((size_t)256 << 10)

/* Returns the parameters by the device's kind, family and number of units. */
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
    /* PoCL caches each kernel as compiled for its launches. To export a binary it also compiles
     * all for unknown group sizes, which costs as much as the rest of a first call.
     * PoCL 3.1 leaves an empty file in its cache for each binary that it loads. */
    tuning.binaries = !clm_is_pocl(device, NULL);
    /* PoCL and Intel's runtime for CPUs compile one program at a time: several took PoCL 3.1 1.0 s
     * more at the first use, and 0.2 s more in each process. */
    tuning.parallel_builds = strcmp(device->platform_name, "NVIDIA CUDA") == 0;
    return tuning;
}

clm_tuning clm_tuning_of_model(const clmodp_device *device)
{
    clm_tuning tuning = table_tuning(device);

    if (tuning.vector_width > 1 && device->vector_width > 0)
        tuning.vector_width = tuning.tile = known_lanes(device->vector_width);
    return tuning;
}

clm_tuning clm_tuning_before_init(void)
{
    return tunings[0].tuning;
}

#define CALIBRATION "calibration"

bool clm_calibration_load(const clmodp_context *ctx, clmodp_calibration *out)
{
    clmodp_calibration kept;
    const bool known = clm_device_record_load(ctx, CALIBRATION, "", &kept, sizeof kept) &&
                       kept.size == sizeof kept && clm_calibration_is_valid(&kept);

    if (known)
        *out = kept;
    return known;
}

/* The table's cost coefficients of some operations were measured with vectors of 256 bits, those
 * of others with vectors of 512 bits, on a Zen 5. Longer vectors halve the times, shorter ones
 * double them: bench/euclid and bench/euclid_blocks on a Zen 5, bench/fpx on a Zen 3. */
static const clm_operation with_avx2[] = {CLM_OP_EUCLID_PAIR, CLM_OP_BLOCK_WORD};
static const clm_operation with_avx512[] = {CLM_OP_SCHOOLBOOK_PRODUCT, CLM_OP_SWEEP_PRODUCT,
                                            CLM_OP_TREE_PRODUCT,       CLM_OP_FAST_PRODUCT,
                                            CLM_OP_FAST_WORD,          CLM_OP_FAST_HALVING};

void clm_costs_guess(clm_costs *costs, clm_machine machine)
{
    const bool wide = clm_vector_level_best() >= CLM_VECTORS_AVX512;

    clm_costs_of_machine(costs, machine);
    if (!clm_machine_is_cpu(machine))
        return;
    for (size_t k = 0; wide && k < sizeof with_avx2 / sizeof *with_avx2; k++)
        costs->ns[with_avx2[k]] /= 2.0;
    for (size_t k = 0; !wide && k < sizeof with_avx512 / sizeof *with_avx512; k++)
        costs->ns[with_avx512[k]] *= 2.0;
}

void clm_calibration_apply(clmodp_context *ctx, const clmodp_calibration *calibration)
{
    const clm_machine machine =
        clm_machine_of(ctx->device.kind, ctx->device.platform_name, ctx->device.vendor);

    if (calibration == NULL) {
        clm_costs_guess(&ctx->costs, machine);
        return;
    }
    clm_costs_of_machine(&ctx->costs, machine);
    clm_calibration_costs(&ctx->costs, calibration, machine, (double)ctx->device.compute_units);
}

bool clm_calibration_store(const clmodp_context *ctx, const clmodp_calibration *calibration)
{
    return clm_device_record_store(ctx, CALIBRATION, "", calibration, sizeof *calibration);
}

#define PARAMETERS "parameters"
#define MOST_TILE 64 /* the largest with enough local memory for all kernels and devices */
#define LEAST_STRIPE ((size_t)1 << 16)

typedef struct parameters {
    uint32_t vector_width, tile, group;
    uint64_t stripe_bytes;
} parameters;

/* Cache key of tuned parameters: the device with default tuning and no assembly, and a text with
 * the properties absent from compiler options. */
typedef struct tuning_place {
    clmodp_context usual;
    char text[64];
} tuning_place;

bool clm_tuning_is_valid(const clm_tuning *tuning, size_t most)
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

bool clm_tuning_load(clmodp_context *ctx)
{
    clm_tuning tuning = ctx->tuning;
    parameters kept;
    tuning_place at;

    find_place(&at, ctx);
    if (!clm_device_record_load(&at.usual, PARAMETERS, at.text, &kept, sizeof kept))
        return false;
    tuning.vector_width = kept.vector_width;
    tuning.tile = kept.tile;
    tuning.group = kept.group;
    tuning.stripe_bytes = (size_t)kept.stripe_bytes;
    if (!clm_tuning_is_valid(&tuning, ctx->device.max_work_group))
        return false;
    ctx->tuning = tuning;
    return true;
}

bool clm_tuning_store(const clmodp_context *ctx, const clm_tuning *tuning)
{
    parameters kept;
    tuning_place at;

    memset(&kept, 0, sizeof kept); /* padding too */
    kept.vector_width = tuning->vector_width;
    kept.tile = tuning->tile;
    kept.group = tuning->group;
    kept.stripe_bytes = tuning->stripe_bytes;
    find_place(&at, ctx);
    return clm_device_record_store(&at.usual, PARAMETERS, at.text, &kept, sizeof kept);
}

static void forget_programs(clmodp_context *ctx)
{
    clm_programs_destroy(ctx);
    ctx->kept->passed_count = 0;
    ctx->kept->plain = false;
}

void clm_tuning_apply(clmodp_context *ctx, const clm_tuning *tuning)
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
    clm_inline_asm_load(ctx);
    clm_calibration_apply(ctx, clm_calibration_load(ctx, &known) ? &known : NULL);
}

clmodp_status clm_device_has_local_memory(clmodp_context *ctx, bool *apart)
{
    clmodp_status st = CLMODP_OK;
    cl_device_local_mem_type type = CL_LOCAL;

    TRY_CL(&ctx->error, clGetDeviceInfo, ctx->cl_device, CL_DEVICE_LOCAL_MEM_TYPE, sizeof type,
           &type, NULL);
    *apart = type != CL_GLOBAL;
done:
    return st;
}
