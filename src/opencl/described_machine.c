/* Contexts for predictions, which describe a machine that need not be this one. */
#include <stdio.h>
#include <string.h>

#include "cost/cost.h"
#include "opencl/context.h"
#include "opencl/tuning.h"

/* Errors: INVALID (an unknown kind) */
static clmodp_status check_kind(clm_error *error, const char *kind)
{
    static const char *const kinds[] = {"cpu", "gpu", "accelerator", "other"};
    clmodp_status st = CLMODP_OK;

    REQUIRE(error, kind != NULL);
    for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++)
        if (strcmp(kind, kinds[k]) == 0)
            return CLMODP_OK;
    FAIL(error, CLMODP_INVALID, "a machine's kind is cpu, gpu, accelerator or other, not %.16s",
         kind);
done:
    return st;
}

clmodp_status clm_context_describe(clmodp_context *lent, const clmodp_machine *machine)
{
    clmodp_status st = CLMODP_OK;
    clm_error *error = &lent->error;
    clmodp_device *d = &lent->device;
    clmodp_machine known;
    clmodp_calibration measured;

    clmodp_machine_init(&known);
    clmodp_calibration_init(&measured);
    TRY(clm_options_read(error, "clmodp_machine", &known, sizeof known, machine));
    TRY(check_kind(error, known.kind));
    REQUIRE(error, known.platform_name != NULL && known.vendor != NULL && known.family != NULL);
    REQUIRE(error, known.compute_units > 0 && known.threads > 0);
    if (known.calibration != NULL)
        TRY(clm_options_read(error, "clmodp_calibration", &measured, sizeof measured,
                             known.calibration));
    if (known.calibration != NULL && !clm_calibration_is_valid(&measured))
        FAIL(error, CLMODP_INVALID, "the calibration of the machine has invalid figures: all must "
             "be finite and above 0, and no spread may be negative");
    (void)snprintf(d->kind, sizeof d->kind, "%s", known.kind);
    (void)snprintf(d->platform_name, sizeof d->platform_name, "%.127s", known.platform_name);
    (void)snprintf(d->vendor, sizeof d->vendor, "%.127s", known.vendor);
    (void)snprintf(d->family, sizeof d->family, "%.23s", known.family);
    d->compute_units = known.compute_units;
    d->vector_width = known.vector_width;
    lent->threads = known.threads;
    lent->tuning = clm_tuning_of_model(d);
    if (known.calibration != NULL)
        clm_calibration_apply(lent, &measured);
    else /* vectors there are unknown */
        clm_costs_of_machine(&lent->costs, clm_machine_of(d->kind, d->platform_name, d->vendor));
    lent->host_only = false;
    lent->described = true;
done:
    return st;
}
