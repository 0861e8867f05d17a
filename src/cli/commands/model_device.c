/* Ask the cache what is known of a device. */
#include "cli/commands/model_device.h"

#include "cli/session.h"

static int recall_machine(model_settings *s, session *device, failure *why)
{
    const settings wanted = {.device = s->device_name, .engine = CLMODP_ENGINE_EUCLID};
    int code = cli_session_open(device, &wanted, why);
    clmodp_calibration known;
    clmodp_status st;

    if (code != EXIT_OK)
        return code;
    clmodp_calibration_init(&known);
    st = clmodp_calibration_get(device->context, &known);
    if (st != CLMODP_OK)
        return cli_fail_status(why, st, clmodp_context_message(device->context));
    if (known.seconds == 0)
        return cli_fail(why, EXIT_FAILED, "%s has not been measured with this driver and version "
                        "yet: run clmodp calibrate",
                        clmodp_context_device(device->context)->name);

    const double values[MODEL_LETTERS] = {
        [MODEL_U] = known.U.value, [MODEL_Z] = known.Z.value, [MODEL_LATENCY] = known.L.value,
        [MODEL_C] = known.C.value, [MODEL_P] = known.P.value, [MODEL_X] = known.X.value,
    };

    for (int k = MODEL_MACHINE; k < MODEL_LETTERS; k++)
        if (!s->given[k]) {
            s->value[k] = values[k];
            s->given[k] = true;
        }
    return EXIT_OK;
}

int cli_model_device(model_settings *s, failure *why)
{
    session device = {0};
    const int code = recall_machine(s, &device, why);

    cli_session_close(&device);
    return code;
}
