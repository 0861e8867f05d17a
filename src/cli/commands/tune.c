/* clmodp tune: measure an algorithm over its sizes and its program parameter. */
#include <stdio.h>
#include <string.h>

#include "cli/command.h"
#include "cli/commands/tune_output.h"
#include "cli/commands/tune_parameters.h"
#include "cli/cores.h"
#include "cli/formats/gnuplot.h"
#include "cli/session.h"
#include "cli/settings.h"
#include "cli/usage.h"
#include "cli/watch.h"

/* An algorithm by its name. */
static int find_algorithm(clmodp_tune_algorithm *out, const settings *s, failure *why)
{
    char names[256] = "";
    size_t length = 0;

    for (int k = 0; k < CLMODP_TUNE_ALGORITHMS && length < sizeof names; k++) {
        *out = (clmodp_tune_algorithm)k;
        if (s->operand_count == 1 && strcmp(s->operands[0], clmodp_tune_name(*out)) == 0)
            return EXIT_OK;
        length += (size_t)snprintf(names + length, sizeof names - length, "%s%s",
                                   k > 0 ? ", " : "", clmodp_tune_name(*out));
    }
    return s->operand_count == 1
               ? cli_fail(why, EXIT_USAGE, "there is no algorithm '%.64s'; there are %s",
                          s->operands[0], names)
               : cli_fail(why, EXIT_USAGE, "one algorithm is wanted at most, of %s",
                          names);
}

static int measure_algorithm(const settings *s, clmodp_tune_algorithm algorithm, session *device,
                             failure *why)
{
    clmodp_tune_options options;
    clmodp_tuned *rows = NULL;
    size_t count = 0;
    clmodp_status st;
    watched progress;
    int code = s->format == FORMAT_SVG ? cli_gnuplot_ready(why) : EXIT_OK;

    if (code == EXIT_OK)
        code = cli_session_try(device, s, why);
    if (code != EXIT_OK)
        return code;
    clmodp_tune_options_init(&options);
    options.from = (uint64_t)s->from;
    options.to = (uint64_t)s->to;
    if (s->runs > 0)
        options.runs = s->runs;
    cli_watch_begin(&progress, device->context, 0);
    st = clmodp_tune(device->context, &rows, &count, algorithm, &options);
    cli_watch_end(&progress);
    if (st != CLMODP_OK)
        return cli_fail_status(why, st, clmodp_context_message(device->context));
    code = cli_tune_print(s->format, algorithm, clmodp_context_device(device->context), rows,
                          count, why);
    clmodp_tune_free(rows);
    return code;
}

static int run_tune(char **arguments)
{
    const char *name = cli_command_tune.name;
    clmodp_tune_algorithm algorithm = CLMODP_TUNE_ALGORITHMS;
    settings s;
    failure why;
    session device = {0};
    int code;

    if (cli_settings_read(&s, arguments, &cli_command_tune, &why) != EXIT_OK)
        return cli_usage_error(name, "%s", why.text);
    if (s.help)
        return cli_print_help(name);
    if (s.operand_count > 0 ? find_algorithm(&algorithm, &s, &why) != EXIT_OK
                            : cli_parameters_check(&s, &why) != EXIT_OK)
        return cli_usage_error(name, "%s", why.text);
    s.engine = CLMODP_ENGINE_EUCLID; /* a device is wanted, whatever the environment says */
    cli_pin_pocl_threads();
    code = s.operand_count > 0 ? measure_algorithm(&s, algorithm, &device, &why)
                               : cli_parameters_measure(&s, &device, &why);
    cli_session_close(&device);
    cli_interrupt_now();
    return code == EXIT_OK ? EXIT_OK : cli_failure_show(&why);
}

const command cli_command_tune = {
    .name = "tune",
    .summary = "measure the parameters of a device, or an algorithm's, beside predictions",
    .help = {"Usage: clmodp tune [ALGORITHM] [OPTION...]\n"
            "\n"
            "Without an algorithm: find the lanes, tiles, groups and stripes that resultants\n"
            "are fastest with on the device, and keep them in the cache directory for this\n"
            "device, driver and version of clmodp. That compiles all kernels up to eight\n"
            "times. The last line is what the library should have for devices like this one.\n"
            "No result depends on it; calibrate the device anew then (clmodp calibrate).\n"
            "\n"
            "Else measure the algorithm at sizes n that double and for all of its program\n"
            "parameter s that the device has room for, beside the time that closed forms and\n"
            "rates predict, and tell what the parameter that is chosen by default loses\n"
            "against the best. Runs take turns, and the fastest counts. Algorithms:\n"
            "\n"
            "  multiplication  plain product of two polynomials of n coefficients over F_p; a\n"
            "                  row of sums is for s of the second one\n"
            "  division        plain division of n coefficients by n / 2; s steps a launch\n"
            "  gcd             plain gcd of two polynomials of n coefficients; s degrees a\n"
            "                  launch\n"
            "  scan            prefix sums of n words; a work-item adds s of them\n"
            "  radix-sort      n random words, in the device's best form; s bits a pass\n"
            "  splits          the same in the form of one-bit splits\n"
            "  transform       n residues transformed and back; passes of radix s at most\n"
            "  half-gcd        gcd of two polynomials of n coefficients by half-GCDs; base\n"
            "                  cases of degree s\n"
            "  product         product of two polynomials of n coefficients by the algorithm s,\n"
            "                  host, plain or fast\n"
            "  common-divisor  their gcd; likewise\n"
            "\n",
            "Options:\n"
            "  --n A..B          sizes A, 2A, 4A ... up to B, such as 2^10..2^14\n"
            "  --runs R          of each parameter; default 5\n"
            "  --device SPEC     the device; see clmodp help devices\n"
            "  --max-memory SIZE memory that may be used, such as 512M\n"
            "  --format FORMAT   text (the default), json (an object a row); of an algorithm\n"
            "                    csv, too, or svg (drawn by gnuplot)\n"
            "  --quiet           nothing on stderr but errors\n"
            "  --help            this text\n"
            "\n"
            "Until clmodp calibrate has measured the device, predictions are by the library's\n"
            "own rates.\n"
            "\n"
            "Exit status: 0; 1 if a measurement or output fails; 2 for wrong arguments; 3 if no\n"
            "device can be used.\n"},
    .options = OPTION_DEVICE | OPTION_MEMORY | OPTION_CHART | OPTION_QUIET | OPTION_SIZES |
               OPTION_RUNS,
    .run = run_tune,
};
