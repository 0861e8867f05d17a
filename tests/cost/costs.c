/* Tests operation counts, the table of cost coefficients, and times computed from both. */
#include "cost/cost.h"

#include <math.h>
#include <string.h>

#include "support/assertions.h"

static void every_cost_is_there(void **state)
{
    (void)state;
    for (clm_machine machine = 0; machine < CLM_MACHINES; machine++) {
        clm_costs costs;

        clm_costs_of_machine(&costs, machine);
        assert_true(strlen(clm_machine_name(machine)) > 0);
        for (clm_operation k = 0; k < CLM_OPERATIONS; k++) {
            assert_true(isfinite(costs.ns[k]) && costs.ns[k] > 0.0);
            assert_true(costs.ns[k] == clm_cost(machine, k));
            if (k >= CLM_OP_SERIAL_END) /* the host is the same for all devices */
                assert_true(costs.ns[k] == clm_cost(CLM_MACHINE_POCL, k));
        }
    }
    assert_true(clm_machine_measured(CLM_MACHINE_POCL));
}

static void every_operation_has_a_name(void **state)
{
    (void)state;
    for (clm_operation k = 0; k < CLM_OPERATIONS; k++) {
        assert_non_null(clm_operation_name(k));
        assert_true(strncmp(clm_operation_command(k), "bench/", 6) == 0 ||
                    strcmp(clm_operation_command(k), "clmodp tune") == 0);
        for (clm_operation i = 0; i < k; i++)
            assert_string_not_equal(clm_operation_name(i), clm_operation_name(k));
    }
}

static void every_limit_has_a_name(void **state)
{
    (void)state;
    for (clm_limit k = 0; k < CLM_LIMITS; k++) {
        assert_true(clm_limit_ns(k) > 0.0);
        for (clm_limit i = 0; i < k; i++)
            assert_string_not_equal(clm_limit_name(i), clm_limit_name(k));
    }
    assert_true(clm_points_weight(4) == 1.0);
    for (unsigned k = 0; k < 40; k++)
        assert_true(clm_points_weight(k + 1) <= clm_points_weight(k));
}

static void machines_are_told_apart(void **state)
{
    static const struct {
        const char *kind, *platform, *vendor;
        clm_machine machine;
    } seen[] = {
        {"cpu", "Portable Computing Language", "GenuineIntel", CLM_MACHINE_POCL},
        {"cpu", "Intel(R) OpenCL", "Intel(R) Corporation", CLM_MACHINE_CPU},
        {"gpu", "NVIDIA CUDA", "NVIDIA Corporation", CLM_MACHINE_NVIDIA},
        {"gpu", "Portable Computing Language", "NVIDIA Corporation", CLM_MACHINE_NVIDIA},
        {"gpu", "rusticl", "AMD", CLM_MACHINE_AMD},
        {"gpu", "AMD Accelerated Parallel Processing", "Advanced Micro Devices, Inc.",
         CLM_MACHINE_AMD},
        {"gpu", "Intel(R) OpenCL Graphics", "Intel(R) Corporation", CLM_MACHINE_INTEL},
        {"gpu", "ARM Platform", "ARM", CLM_MACHINE_GPU},
        {"accelerator", "Portable Computing Language", "", CLM_MACHINE_OTHER},
        {"other", "", "NVIDIA Corporation", CLM_MACHINE_OTHER},
    };

    (void)state;
    for (size_t k = 0; k < sizeof seen / sizeof *seen; k++)
        assert_int_equal(clm_machine_of(seen[k].kind, seen[k].platform, seen[k].vendor),
                         seen[k].machine);
}

/* One operation for each type of sharing, with cost coefficients 1, 10 and 100. */
static void work_is_shared_by_units_and_threads(void **state)
{
    clm_amounts a = {{0.0}}, twice = {{0.0}};
    clm_costs costs = {.ns = {0.0}};

    (void)state;
    costs.ns[CLM_OP_EUCLID_PAIR] = 1.0;
    costs.ns[CLM_OP_LAUNCH] = 10.0;
    costs.ns[CLM_OP_CHECK_PAIR] = 100.0;
    a.of[CLM_OP_EUCLID_PAIR] = 6.0;
    a.of[CLM_OP_LAUNCH] = 2.0;
    a.of[CLM_OP_CHECK_PAIR] = 4.0;
    assert_true(clm_nanoseconds(&a, &costs) == 426.0);
    assert_true(clm_elapsed(&a, &costs, 1.0, 1.0) == 426.0);
    assert_true(clm_elapsed(&a, &costs, 2.0, 1.0) == 423.0);
    assert_true(clm_elapsed(&a, &costs, 1.0, 4.0) == 126.0);
    clm_amounts_add(&twice, &a, 0.5);
    clm_amounts_add(&twice, &a, 1.5);
    assert_true(clm_nanoseconds(&twice, &costs) == 852.0);
}

/* Every operation of the list contributes to sums. */
static void all_operations_count(void **state)
{
    clm_costs costs;

    (void)state;
    clm_costs_of_machine(&costs, CLM_MACHINE_NVIDIA);
    for (clm_operation k = 0; k < CLM_OPERATIONS; k++) {
        clm_amounts a = {{0.0}};

        a.of[k] = 3.0;
        assert_true(clm_nanoseconds(&a, &costs) == 3.0 * costs.ns[k]);
        assert_true(clm_elapsed(&a, &costs, 1.0, 1.0) == 3.0 * costs.ns[k]);
        assert_true((clm_elapsed(&a, &costs, 2.0, 1.0) < 3.0 * costs.ns[k]) ==
                    (k < CLM_OP_DEVICE_END));
        assert_true((clm_elapsed(&a, &costs, 1.0, 2.0) < 3.0 * costs.ns[k]) ==
                    (k >= CLM_OP_SERIAL_END));
    }
}

/* The piecewise fit of long products has no jumps, and increases. */
static void long_products_grow(void **state)
{
    (void)state;
    for (double n = 1.0; n < 1e6; n *= 1.01) {
        const double ratio = clm_limb_products(1.01 * n) / clm_limb_products(n);

        assert_true(ratio >= 1.0 && ratio < 1.05);
    }
}

TESTS(cmocka_unit_test(every_cost_is_there), cmocka_unit_test(every_operation_has_a_name),
      cmocka_unit_test(every_limit_has_a_name), cmocka_unit_test(machines_are_told_apart),
      cmocka_unit_test(work_is_shared_by_units_and_threads),
      cmocka_unit_test(all_operations_count), cmocka_unit_test(long_products_grow));
