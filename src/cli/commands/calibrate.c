/* clmodp calibrate: measures the device, stores the measurements, and prints them. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include <clmodp/tuning.h>

#include "cli/environment.h"
#include "cli/failure.h"
#include "cli/formats/machine.h"
#include "cli/formats/output.h"
#include "cli/session.h"
#include "cli/settings.h"
#include "cli/text.h"
#include "cli/progress.h"

static void put_figures_text(text_buffer *out, const clmodp_device *device,
                             const clmodp_calibration *c)
{
    cli_text_printf(out, "%s (%s, driver %s)\n", device->name, device->platform_name,
                    device->driver);
    for (size_t k = 0; k < CLI_FIGURES; k++) {
        const clmodp_figure *f = cli_figure_of(c, k);

        cli_text_printf(out, "  %-9s %12.5g %-2s %6.1f %%  %s\n", cli_figures[k].name, f->value,
                        cli_figures[k].unit, 100 * f->spread, cli_figures[k].meaning);
    }
}

static void put_figures_json(text_buffer *out, const clmodp_device *device,
                             const clmodp_calibration *c)
{
    cli_json_begin(out);
    cli_json_member(out, "device", device->name);
    cli_json_member(out, "platform_name", device->platform_name);
    cli_json_member(out, "driver", device->driver);
    cli_text_printf(out, ", \"seconds\": %" PRIu64, c->seconds);
    for (size_t k = 0; k < CLI_FIGURES; k++)
        cli_text_printf(out, ", \"%s\": {\"value\": %.9g, \"spread\": %.4g}",
                        cli_figures[k].name, cli_figure_of(c, k)->value,
                        cli_figure_of(c, k)->spread);
    cli_text_string(out, "}\n");
}

static int print_figures(const settings *s, const clmodp_device *device,
                         const clmodp_calibration *c, failure *why)
{
    text_buffer out = {.to = stdout};

    if (s->format == FORMAT_JSON)
        put_figures_json(&out, device, c);
    else if (s->format == FORMAT_MACHINE)
        cli_machine_put(&out, device, c);
    else
        put_figures_text(&out, device, c);
    return cli_output_text(&out, why);
}

/* Warns if the figures are not kept, unless the library's log has said so on a terminal. */
static void warn_if_not_kept(clmodp_context *context, const clmodp_calibration *found)
{
    clmodp_calibration kept;

    clmodp_calibration_init(&kept);
    if (isatty(STDERR_FILENO) == 1 || (clmodp_calibration_get(context, &kept) == CLMODP_OK &&
                                       memcmp(&kept, found, sizeof kept) == 0))
        return;
    for (size_t k = 0; k < CLI_FIGURES; k++)
        if (cli_figure_of(found, k)->spread > CLMODP_MOST_SPREAD) {
            cli_remark("the calibration is not stored: %s has a spread of %.0f %%, since other "
                       "programs worked, too; calibrate again while the machine is idle",
                       cli_figures[k].name, 100 * cli_figure_of(found, k)->spread);
            return;
        }
    cli_remark("the calibration is not stored: that needs a writable cache (CLMODP_CACHE_DIR) "
               "and no small --max-memory");
}

/* Prints the stored figures with the time of measurement, or removes them. */
static int use_stored(const settings *s, session *device, failure *why)
{
    clmodp_context *const context = device->context;
    clmodp_calibration stored;
    clmodp_status st;

    clmodp_calibration_init(&stored);
    st = s->forget ? clmodp_calibration_forget(context)
                   : clmodp_calibration_get(context, &stored);
    CHECK(cli_check_status(why, st, clmodp_context_message(context)));
    if (s->forget)
        return EXIT_OK;
    if (stored.seconds == 0)
        return cli_fail(why, EXIT_FAILED, "no calibration of %s is stored; run clmodp calibrate",
                        clmodp_context_device(context)->name);
    return print_figures(s, clmodp_context_device(context), &stored, why);
}

static int measure_figures(const settings *s, session *device, failure *why)
{
    clmodp_calibration found;
    clmodp_status st;
    watched progress;

    clmodp_calibration_init(&found);
    cli_progress_begin(&progress, device->context, 0);
    st = clmodp_calibrate(device->context, &found);
    cli_progress_end(&progress);
    CHECK(cli_session_check(device, st, why));
    warn_if_not_kept(device->context, &found);
    return print_figures(s, clmodp_context_device(device->context), &found, why);
}

static int run_calibrate(settings *s, failure *why)
{
    session device = {0};
    int code;

    if (s->operand_count > 0)
        return cli_fail_usage(why, "calibrate takes no operands; see --device");
    if (s->stored && s->forget)
        return cli_fail_usage(why, "--stored and --forget exclude each other");
    s->engine = CLMODP_ENGINE_EUCLID; /* a device, whatever the environment says */
    cli_pin_pocl_threads();
    code = s->stored || s->forget ? cli_session_open(&device, s, why)
                                  : cli_session_open_tested(&device, s, why);
    if (code == EXIT_OK)
        code = s->stored || s->forget ? use_stored(s, &device, why)
                                      : measure_figures(s, &device, why);
    cli_session_close(&device);
    return code;
}

const command cli_command_calibrate = {
    .name = "calibrate",
    .summary = "measure the device for the models and the choice of algorithms",
    .help = {"Usage: clmodp calibrate [OPTION...]\n"
            "\n"
            "Measure in a few seconds how fast the device launches kernels, moves words,\n"
            "multiplies and computes remainder sequences. Print these figures and the machine\n"
            "parameters of models (clmodp model) derived from them: medians, and interquartile\n"
            "ranges in per cent of the medians.\n"
            "Figures marked \"together\" are for the whole device, all compute units at work.\n"
            "\n"
            "The figures are kept in the cache directory, for this device, driver and version\n"
            "of clmodp. clmodp model --device reads them there, and computations use them to\n"
            "choose the fastest algorithm. Measure while the machine is idle: other programs\n"
            "disturb the figures and increase the spreads. Figures with a spread above 30 %\n"
            "are not kept.\n"
            "\n"
            "Options:\n"
            "  --device SPEC     the device; see clmodp help devices\n"
            "  --stored          print the figures that are kept, without measuring\n"
            "  --forget          remove them, without measuring\n"
            "  --max-memory SIZE memory that may be used, such as 512M\n"
            "  --format FORMAT   text (the default), json (one object), or machine: a file that\n"
            "                    describes the machine to clmodp plan, submit and model\n"
            "  --quiet           nothing on stderr but errors\n"
            "  --help            this text\n"
            "\n"
            "Exit status: 0 done; 1 if a measurement fails; 2 for wrong arguments; 3 if no\n"
            "device can be used.\n"},
    .options = OPTION_DEVICE | OPTION_FIGURES | OPTION_MEMORY | OPTION_QUIET |
               OPTION_STORED | OPTION_FORGET,
    .run = run_calibrate,
};
