/* Tests the choice of devices by specifications, and their parameters, on fictitious devices. */
#include <stdlib.h>
#include <string.h>

#include "opencl/devices.h"
#include "opencl/tuning.h"
#include "support/assertions.h"

/* Fictitious devices; the position is the index in this list. */
static const clm_device_entry fleet[] = {
    {NULL, {.platform = 0, .index = 0, .kind = "cpu", .name = "Processor One",
            .vendor = "Maker", .platform_name = "Host OpenCL"}},
    {NULL, {.platform = 1, .index = 0, .kind = "gpu", .name = "Broken 100", .vendor = "Chips",
            .platform_name = "Graphics OpenCL", .unusable = "the driver has no compiler"}},
    {NULL, {.platform = 1, .index = 1, .kind = "gpu", .name = "Fast 200", .vendor = "Chips",
            .platform_name = "Graphics OpenCL"}},
    {NULL, {.platform = 2, .index = 0, .kind = "accelerator", .name = "2 Boards",
            .vendor = "Maker", .platform_name = "Boards"}},
    {NULL, {.platform = 2, .index = 1, .kind = "other", .name = "Odd", .vendor = "Maker",
            .platform_name = "Boards"}},
};

static void specifications_choose(void **state)
{
    const struct {
        const char *spec;
        int chosen; /* -1: none */
    } cases[] = {
        {NULL, 2},        {"gpu", 2},     {"GPU", 2},       {"cpu", 0},    {"accelerator", 3},
        {"0", 0},         {"1", -1},      {"2", 2},         {"4", 4},      {"5", -1},
        {"99999999999999999999", -1},     {"0.0", 0},       {"1.0", -1},   {"1.1", 2},
        {"2.1", 4},       {"2.2", -1},    {"3.0", -1},      {"fast", 2},   {"200", -1},
        {"maker", 0},     {"boards", 3},  {"2 b", 3},       {"chips", 2},  {"graphics", 2},
        {"broken", -1},   {"nobody", -1}, {"1.1.1", -1},    {"1.x", -1},   {"-1", -1},
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const clm_device_entry *chosen =
            clm_device_choose(fleet, sizeof fleet / sizeof *fleet, cases[i].spec);
        const int position = chosen == NULL ? -1 : (int)(chosen - fleet);

        if (position != cases[i].chosen)
            fail_msg("\"%s\" chose %d, not %d", cases[i].spec == NULL ? "" : cases[i].spec,
                     position, cases[i].chosen);
    }
    assert_ptr_equal(clm_device_choose(fleet, 2, NULL), &fleet[0]);
    assert_ptr_equal(clm_device_choose(fleet + 3, 2, NULL), &fleet[3]);
    assert_null(clm_device_choose(fleet + 1, 1, NULL));
    assert_null(clm_device_choose(NULL, 0, NULL));
}

/* Several drivers for one processor, and a list of two processors. */
static void the_widest_processor_is_the_default(void **state)
{
#define CPU(width, units) {NULL, {.kind = "cpu", .name = "Processor", .platform_name = "Host", \
                                  .vector_width = (width), .compute_units = (units)}}
    static const struct {
        clm_device_entry list[4];
        int chosen;
    } cases[] = {
        {{CPU(1, 2), CPU(16, 2)}, 1},
        {{CPU(16, 2), CPU(1, 64)}, 0},
        {{CPU(8, 2), CPU(8, 2), CPU(8, 4), CPU(8, 4)}, 2},
        {{CPU(0, 2), CPU(4, 1)}, 1},
        {{CPU(16, 64), {NULL, {.kind = "gpu", .vector_width = 1, .compute_units = 1}},
          {NULL, {.kind = "gpu", .vector_width = 4, .compute_units = 9}}}, 1},
        {{{NULL, {.kind = "cpu", .vector_width = 16, .unusable = "broken"}}, CPU(1, 1)}, 1},
    };
#undef CPU

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const clm_device_entry *list = cases[i].list;
        size_t count = 0;

        while (count < 4 && list[count].info.kind[0] != '\0')
            count++;
        assert_ptr_equal(clm_device_choose(list, count, NULL), &list[cases[i].chosen]);
        if (strcmp(list[cases[i].chosen].info.kind, "cpu") == 0)
            assert_ptr_equal(clm_device_choose(list, count, "cpu"), &list[cases[i].chosen]);
    }
    /* A part of a name selects the first match, whatever its vectors. */
    assert_ptr_equal(clm_device_choose(cases[0].list, 2, "host"), &cases[0].list[0]);
}

/* Other drivers get no inline assembly, since it crashes some of them. */
static void assembly_is_for_drivers_known_to_take_it(void **state)
{
#define DRIVER(platform, version_of_driver, target)                                     \
    {.platform_name = platform, .driver = version_of_driver,                          \
     .version = "OpenCL 3.0 PoCL HSTR: pthread-" target}
#define POCL "Portable Computing Language"
#define AMD "AMD Accelerated Parallel Processing"
    static const struct {
        clmodp_device device;
        clm_assembly taken;
    } cases[] = {
        {DRIVER(POCL, "3.1+debian", "x86_64-pc-linux-gnu-haswell"), CLM_ASSEMBLY_X86},
        {DRIVER(POCL, "3.1", "x86_64-pc-linux-gnu-znver4"), CLM_ASSEMBLY_X86},
        {DRIVER(POCL, "3.1+debian", "aarch64-unknown-linux-gnu-generic"), CLM_ASSEMBLY_NONE},
        {DRIVER(POCL, "3.10", "x86_64-pc-linux-gnu-haswell"), CLM_ASSEMBLY_NONE},
        {DRIVER(POCL, "3.0", "x86_64-pc-linux-gnu-haswell"), CLM_ASSEMBLY_NONE},
        {DRIVER(POCL, "5.0+debian", "x86_64-pc-linux-gnu-haswell"), CLM_ASSEMBLY_NONE},
        {DRIVER(POCL, "6.0+debian", "x86_64-pc-linux-gnu-haswell"), CLM_ASSEMBLY_NONE},
        {DRIVER(POCL, "7.1+debian", "x86_64-pc-linux-gnu-haswell"), CLM_ASSEMBLY_NONE},
        {DRIVER("Another", "3.1", "x86_64"), CLM_ASSEMBLY_NONE},
        {DRIVER("NVIDIA CUDA", "580.65.06", ""), CLM_ASSEMBLY_PTX},
        {DRIVER(AMD, "3581.0 (HSA1.1,LC)", ""), CLM_ASSEMBLY_GCN},
        {DRIVER(AMD, "3444.0 (PAL,LC)", ""), CLM_ASSEMBLY_GCN},
        {DRIVER(AMD, "2580.6 (PAL,HSAIL)", ""), CLM_ASSEMBLY_NONE},
        {DRIVER("Clover", "22.3.6 (HSA1.1,LC)", ""), CLM_ASSEMBLY_NONE},
        {DRIVER("", "", ""), CLM_ASSEMBLY_NONE},
    };
#undef DRIVER
#undef POCL
#undef AMD

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        if (clm_tuning_assembly(&cases[i].device) != cases[i].taken)
            fail_msg("%s: %s", cases[i].device.driver, cases[i].device.version);
}

/* A version is distinguished from longer ones, and from another driver's. */
static void versions_of_pocl_are_told(void **state)
{
    const clmodp_device five = {.platform_name = "Portable Computing Language",
                                .driver = "5.0+debian"};
    const clmodp_device later = {.platform_name = "Portable Computing Language",
                                 .driver = "5.01"};
    const clmodp_device another = {.platform_name = "Another", .driver = "5.0"};

    (void)state;
    assert_true(clm_is_pocl(&five, NULL) && clm_is_pocl(&five, "5.0") &&
                !clm_is_pocl(&five, "3.1"));
    assert_true(clm_is_pocl(&later, NULL) && !clm_is_pocl(&later, "5.0"));
    assert_false(clm_is_pocl(&another, NULL) || clm_is_pocl(&another, "5.0"));
    assert_true(clm_driver_mixes_queues(&five));
    assert_false(clm_driver_mixes_queues(&later) || clm_driver_mixes_queues(&another));
}

/* Values reported by drivers, according to their documentation. */
static void families_have_their_vendors_names(void **state)
{
    clmodp_device device = {.kind = "gpu"};

    (void)state;
    clm_family_of_nvidia(&device, 9, 0);
    assert_string_equal(device.family, "sm_90");
    clm_family_of_nvidia(&device, 12, 1);
    assert_string_equal(device.family, "sm_121");
    clm_family_of_intel(&device, 0x030dc008);
    assert_string_equal(device.family, "xe_12.55");
    clm_family_of_intel(&device, 0xffffffff);
    assert_string_equal(device.family, "xe_1023.255");
    device = (clmodp_device){.kind = "gpu"};
    clm_family_of_intel(&device, 0x000c0701); /* bytes: 12, 7, 1 */
    assert_string_equal(device.family, "");
    clm_family_of_intel(&device, 9u << 22);
    assert_string_equal(device.family, "");
    device = (clmodp_device){.kind = "gpu", .name = "gfx90a:sramecc+:xnack-"};
    clm_family_of_amd(&device);
    assert_string_equal(device.family, "gfx90a");
    device = (clmodp_device){.kind = "gpu", .name = "gfx0123456789abcdef0123456789abcdef"};
    clm_family_of_amd(&device);
    assert_string_equal(device.family, "gfx0123456789abcdef0123");
    device = (clmodp_device){.kind = "gpu", .name = "AMD Radeon"};
    clm_family_of_amd(&device);
    assert_string_equal(device.family, "");
}

/* The longest matching family name counts, and the units; unknown devices have defaults. */
static void stripes_depend_on_the_family(void **state)
{
    static const struct {
        const char *kind, *family;
        uint32_t units;
        size_t mebibytes;
    } cases[] = {
        {"gpu", "sm_90", 132, 264},    {"gpu", "sm_75", 68, 68},    {"gpu", "sm_89", 128, 64},
        {"gpu", "sm_8", 100, 200},     {"gpu", "sm_120", 170, 85},  {"gpu", "gfx90a", 104, 208},
        {"gpu", "gfx942", 304, 152},   {"gpu", "gfx1100", 48, 48},  {"gpu", "xe_12.55", 512, 64},
        {"gpu", "sm_70", 80, 160},     {"gpu", "sm_87", 16, 24},    {"gpu", "gfx906", 60, 256},
        {"gpu", "", 132, 256},         {"gpu", "sm", 132, 256},     {"gpu", "gfx803", 64, 256},
        {"accelerator", "", 132, 64},  {"cpu", "", 2, 4},           {"cpu", "", 64, 16},
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        clmodp_device device = {.compute_units = cases[i].units};
        clm_tuning tuning;

        (void)strcpy(device.kind, cases[i].kind);
        (void)strcpy(device.family, cases[i].family);
        tuning = clm_tuning_of_model(&device);
        if (tuning.stripe_bytes != cases[i].mebibytes << 20)
            fail_msg("%s %s: %zu bytes", cases[i].kind, cases[i].family, tuning.stripe_bytes);
    }
}

/* The host's vectors change no coefficient of a device that is not a CPU. On a CPU they change
 * some by a factor of 2, and a transform of the device takes relative to a remainder sequence
 * twice the table's time. */
static void costs_depend_on_vectors(void **state)
{
    (void)state;
    for (clm_machine machine = 0; machine < CLM_MACHINES; machine++) {
        const double times = clm_machine_is_cpu(machine) ? 2.0 : 1.0;
        clm_costs guess;
        double ratio;

        clm_costs_guess(&guess, machine);
        for (clm_operation k = 0; k < CLM_OPERATIONS; k++) {
            ratio = guess.ns[k] / clm_cost(machine, k);
            assert_true(ratio == 1.0 || ratio == times || ratio == 1.0 / times);
        }
        ratio = guess.ns[CLM_OP_FAST_WORD] / guess.ns[CLM_OP_EUCLID_PAIR];
        assert_true(ratio == times * clm_cost(machine, CLM_OP_FAST_WORD) /
                                 clm_cost(machine, CLM_OP_EUCLID_PAIR));
    }
}

TESTS(
    cmocka_unit_test(costs_depend_on_vectors),
    cmocka_unit_test(versions_of_pocl_are_told),
    cmocka_unit_test(families_have_their_vendors_names),
    cmocka_unit_test(stripes_depend_on_the_family),
    cmocka_unit_test(specifications_choose),
    cmocka_unit_test(the_widest_processor_is_the_default),
    cmocka_unit_test(assembly_is_for_drivers_known_to_take_it));
