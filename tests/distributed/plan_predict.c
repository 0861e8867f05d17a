/* Tests of predicted times of a plan's stages, on this machine and imaginary ones. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "opencl/context.h"
#include "support/context.h"
#include "support/planned.h"
#include "support/skip.h"
#include "support/small.h"

static clmodp_prediction predict(clmodp_context *context, const job *j,
                                 const clmodp_machine *machine)
{
    clmodp_prediction predicted = {.size = sizeof predicted};
    double sum;

    if (clmodp_plan_predict(context, &predicted, j->plan, machine) != CLMODP_OK)
        fail_msg("%s", clmodp_context_message(context));
    assert_int_equal(predicted.size, sizeof predicted);
    sum = predicted.launching;
    for (size_t k = 0; k < predicted.stage_count; k++)
        sum += predicted.stages[k].host_seconds + predicted.stages[k].device_seconds;
    assert_true(fabs(sum - predicted.seconds) <= 1e-9 * sum);
    return predicted;
}

static clmodp_stage stage(const clmodp_prediction *predicted, const char *name)
{
    for (size_t k = 0; k < predicted->stage_count; k++)
        if (strcmp(predicted->stages[k].name, name) == 0)
            return predicted->stages[k];
    fail_msg("no stage is called %s", name);
    return (clmodp_stage){0};
}

/* Tests that the second prediction takes 1 / ratio of the first one's time on the device. */
static void device_times_fall(const clmodp_prediction *one, const clmodp_prediction *many,
                              double ratio)
{
    static const char *const names[] = {"reduce", "evaluate", "euclid", "divide", "interpolate"};

    for (size_t k = 0; k < sizeof names / sizeof *names; k++)
        assert_true(fabs(stage(one, names[k]).device_seconds /
                             stage(many, names[k]).device_seconds - ratio) < 0.01);
}

/* Before a device is open, threads of the host stand for its compute units in all stages. */
static void threads_replace_units(void **state)
{
    clmodp_context *closed = NULL;
    clmodp_prediction one, many;
    job j;

    SKIP_UNLESS(getenv("CLMODP_DEVICE") == NULL, "CLMODP_DEVICE opens a device at once");
    assert_int_equal(clmodp_context_create(&closed, NULL, NULL, 0), CLMODP_OK);
    job_begin(&j, *state, random_dense(10, 8, 60, 1), random_dense(10, 8, 60, 2),
              CLMODP_OPERATION_RESULTANT, CLMODP_ENGINE_EUCLID, 16);
    closed->threads = 1;
    one = predict(closed, &j, NULL);
    closed->threads = 4;
    many = predict(closed, &j, NULL);
    device_times_fall(&one, &many, 4.0);
    job_end(&j);
    clmodp_context_destroy(closed);
}

/* More compute units divide only the time of the device. With a large latency of memory all
 * sequences wait equally long, independent of the number of compute units. */
static void stages_are_predicted(void **state)
{
    clmodp_context *context = *state;
    clmodp_calibration figures = measured(1.0);
    clmodp_prediction one, many, none = {.size = 0};
    clmodp_machine machine;
    double stripes;
    job j;

    job_begin(&j, context, random_dense(40, 30, 300, 1), random_dense(40, 30, 300, 2),
              CLMODP_OPERATION_RESULTANT, CLMODP_ENGINE_EUCLID, 16);
    clmodp_machine_init(&machine);
    one = predict(context, &j, &machine);
    machine.compute_units = 8;
    many = predict(context, &j, &machine);
    device_times_fall(&one, &many, 8.0);
    assert_true(stage(&one, "plan").host_seconds > 0.0);
    assert_true(stage(&one, "plan").host_seconds == stage(&many, "plan").host_seconds);
    assert_true(stage(&one, "check").host_seconds == stage(&many, "check").host_seconds);
    assert_true(stage(&one, "crt").host_seconds > 0.0 && one.launching > 0.0);
    assert_true(predict(context, &j, NULL).seconds > 0.0);

    machine.kind = "gpu";
    machine.compute_units = 100;
    machine.calibration = &figures;
    figures.chase[0].value = 1e-3;
    one = predict(context, &j, &machine);
    figures.chase[0].value = 1e9; /* a second for eight updates of a sequence */
    many = predict(context, &j, &machine);
    assert_true(stage(&one, "euclid").device_seconds < 1.0);
    stripes = 8.0 * stage(&many, "euclid").device_seconds / j.info.updates *
              (double)j.info.evaluations;
    assert_true(stripes > 0.5 && fabs(stripes - round(stripes)) < 1e-6);
    assert_true(stage(&many, "divide").device_seconds == stage(&one, "divide").device_seconds);
    figures.chase[0].value = -1.0;
    assert_int_equal(clmodp_plan_predict(context, &many, j.plan, &machine), CLMODP_INVALID);
    assert_int_equal(clmodp_plan_predict(context, &none, j.plan, NULL), CLMODP_INVALID);
    assert_int_equal(clmodp_plan_predict(context, NULL, j.plan, NULL), CLMODP_INVALID);
    assert_int_equal(clmodp_plan_predict(context, &many, NULL, NULL), CLMODP_INVALID);
    assert_int_equal(clmodp_plan_predict(NULL, &many, j.plan, NULL), CLMODP_INVALID);
    job_end(&j);
}

static void plans_without_stages(void **state)
{
    clmodp_context *context = *state;
    clmodp_prediction predicted = {.size = sizeof predicted, .seconds = 7.0};
    job j;

    job_begin(&j, context, random_dense(4, 3, 30, 1), random_dense(4, 3, 30, 2),
              CLMODP_OPERATION_RESULTANT, CLMODP_ENGINE_HOST, 1);
    assert_int_equal(clmodp_plan_predict(context, &predicted, j.plan, NULL), CLMODP_UNSUPPORTED);
    assert_true(predicted.seconds == 7.0);
    job_end(&j);
    job_begin(&j, context, zxy_parse("0"), zxy_parse("y"), CLMODP_OPERATION_RESULTANT,
              CLMODP_ENGINE_EUCLID, 1);
    predicted = predict(context, &j, NULL);
    assert_true(predicted.seconds == 0.0 && predicted.stage_count == 0);
    job_end(&j);
}

TESTS_BETWEEN(context_set_up, context_tear_down,
    cmocka_unit_test(stages_are_predicted),
    cmocka_unit_test(threads_replace_units),
    cmocka_unit_test(plans_without_stages));
