/* Tests cost coefficients from fictitious calibrations. */
#include "cost/cost.h"

#include <math.h>

#include "support/assertions.h"

/* Returns figures with spreads of a few hundredths. */
static clmodp_calibration made_up(void)
{
    clmodp_calibration c;

    clmodp_calibration_init(&c);
    c.launch = c.wait = c.send = c.receive = c.scatter = c.local = c.groups =
        (clmodp_figure){5, 0.01};
    c.stream = (clmodp_figure){0.2, 0.01};
    for (int k = 0; k < CLMODP_CHASES; k++)
        c.chase[k] = (clmodp_figure){160 >> k, 0.01};
    c.random = (clmodp_figure){2.5, 0.02};
    c.product = (clmodp_figure){0.1, 0.03};
    c.alone = (clmodp_figure){0.4, 0.04};
    c.pair = (clmodp_figure){0.05, 0.01};
    c.C = (clmodp_figure){16, 0};
    c.Z = (clmodp_figure){1 << 20, 0};
    return c;
}

static void near(double a, double b)
{
    assert_true(fabs(a - b) <= 1e-12 * fabs(b));
}

static void nonsense_is_noticed(void **state)
{
    clmodp_calibration c = made_up(), d;

    (void)state;
    assert_false(clm_calibration_is_valid(&c)); /* no machine figures yet */
    c.U = c.L = c.P = c.X = (clmodp_figure){2, 0.04};
    assert_true(clm_calibration_is_valid(&c));
    d = c;
    d.chase[6].value = 0;
    assert_false(clm_calibration_is_valid(&d));
    d = c;
    d.random.spread = -1;
    assert_false(clm_calibration_is_valid(&d));
    d = c;
    d.X.value = NAN;
    assert_false(clm_calibration_is_valid(&d));
    d = c;
    d.wait.value = INFINITY;
    assert_false(clm_calibration_is_valid(&d));
}

/* A device like the table's, and others: slow operations become dearer, and noise changes
 * nothing. */
static void costs(void **state)
{
    clm_costs table, changed;
    clmodp_calibration c = made_up();

    (void)state;
    clm_costs_of_machine(&table, CLM_MACHINE_POCL);
    c.product.value = 0.04; /* of two units */
    c.pair.value = 0.06;
    c.stream.value = 0.09;
    c.launch.value = 1.2 * 1343;
    c.wait.value = 2.4e4 / 1.2;
    c.send.value = c.receive.value = table.ns[CLM_OP_MOVED_WORD];
    changed = table;
    clm_calibration_costs(&changed, &c, CLM_MACHINE_POCL, 2);
    for (int k = 0; k < CLM_OPERATIONS; k++)
        assert_true(changed.ns[k] == table.ns[k]);

    c.launch.value = 7 * 1343;
    c.send.value = 9 * table.ns[CLM_OP_MOVED_WORD];
    c.product.value *= 100;
    c.pair.value *= 60;
    c.stream.value /= 100;
    clm_calibration_costs(&changed, &c, CLM_MACHINE_POCL, 2);
    near(changed.ns[CLM_OP_LAUNCH], 7 * table.ns[CLM_OP_LAUNCH]);
    near(changed.ns[CLM_OP_MOVED_WORD], (c.send.value + c.receive.value) / 2);
    assert_true(changed.ns[CLM_OP_WAIT] == table.ns[CLM_OP_WAIT]);
    assert_true(changed.ns[CLM_OP_SCHUR_PRODUCT] > 50 * table.ns[CLM_OP_SCHUR_PRODUCT]);
    near(changed.ns[CLM_OP_EUCLID_PAIR], 2 * c.pair.value);
    assert_true(changed.ns[CLM_OP_SPILT_WORD] < table.ns[CLM_OP_SPILT_WORD] / 50);
    /* The predicted advantage of a GPU over a core is not counted twice. */
    clm_costs_of_machine(&changed, CLM_MACHINE_NVIDIA);
    clm_calibration_costs(&changed, &c, CLM_MACHINE_NVIDIA, 2);
    near(changed.ns[CLM_OP_REDUCE_WORD] / clm_cost(CLM_MACHINE_POCL, CLM_OP_REDUCE_WORD),
         changed.ns[CLM_OP_SCHUR_PRODUCT] / clm_cost(CLM_MACHINE_POCL, CLM_OP_SCHUR_PRODUCT));
    clm_costs_of_machine(&changed, CLM_MACHINE_POCL);
    clm_calibration_costs(&changed, &c, CLM_MACHINE_POCL, 2);
    for (int k = CLM_OP_SERIAL_END; k < CLM_OPERATIONS; k++)
        assert_true(changed.ns[k] == table.ns[k]); /* the host's coefficients */
}

/* Measured figures of a GPU count even if they equal a core's; and no operation costs less than
 * the words that it moves. */
static void costs_of_gpus(void **state)
{
    clm_costs changed;
    clmodp_calibration c = made_up();
    const double units = 100;

    (void)state;
    c.product.value = 1.2 * 0.067 / units;
    c.stream.value = 0.9 * 0.18 / units;
    c.pair.value = 0.8 * 0.11 / units;
    c.launch.value = 1.4 * 1343;
    clm_costs_of_machine(&changed, CLM_MACHINE_AMD);
    assert_true(changed.access_ns == 0);
    clm_calibration_costs(&changed, &c, CLM_MACHINE_AMD, units);
    near(changed.ns[CLM_OP_SCHUR_PRODUCT],
         1.2 * clm_cost(CLM_MACHINE_POCL, CLM_OP_SCHUR_PRODUCT));
    near(changed.ns[CLM_OP_CRT_SUM], 1.2 * clm_cost(CLM_MACHINE_POCL, CLM_OP_CRT_SUM));
    near(changed.ns[CLM_OP_EUCLID_PAIR], 0.8 * 0.11);
    near(changed.ns[CLM_OP_LAUNCH], 1.4 * clm_cost(CLM_MACHINE_AMD, CLM_OP_LAUNCH));
    near(changed.ns[CLM_OP_STORE_VECTOR], 0.9 * 0.18); /* one word */
    near(changed.ns[CLM_OP_STORE_PIECE], 0.9 * clm_cost(CLM_MACHINE_POCL, CLM_OP_STORE_PIECE));
    near(changed.access_ns, 160);

    c.stream.value *= 4;
    clm_costs_of_machine(&changed, CLM_MACHINE_AMD);
    clm_calibration_costs(&changed, &c, CLM_MACHINE_AMD, units);
    near(changed.ns[CLM_OP_NTT_2], 2 * 4 * 0.9 * 0.18);
    near(changed.ns[CLM_OP_EUCLID_PAIR], 0.8 * 0.11); /* as measured */
    /* Caches of processors hold the moved words. */
    clm_costs_of_machine(&changed, CLM_MACHINE_CPU);
    clm_calibration_costs(&changed, &c, CLM_MACHINE_CPU, units);
    near(changed.ns[CLM_OP_NTT_2], clm_cost(CLM_MACHINE_POCL, CLM_OP_NTT_2));
}

TESTS(
    cmocka_unit_test(nonsense_is_noticed),
    cmocka_unit_test(costs),
    cmocka_unit_test(costs_of_gpus));
