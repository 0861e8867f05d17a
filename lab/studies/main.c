/* The program clmodp-study, which `clmodp study` starts: one case study, as a table, CSV, JSON or
 * curves. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include <clmodp/tune.h>

#include "base/error.h"
#include "cli/environment.h"
#include "cli/formats/gnuplot.h"
#include "cli/values.h"
#include "cli/verbosity.h"
#include "cli/watch.h"
#include "device/context.h"
#include "lab/studies/report.h"

static const study *const studies[] = {&study_list_ranking, &study_fft, &study_merge_sort,
                                       &study_all_pairs, &study_string_matching};

#define STUDIES (sizeof studies / sizeof *studies)

typedef struct arguments {
    const study *of;
    study_range range;
    const char *device;
    output_format format;
} arguments;

static int complain(failure *why)
{
    (void)cli_failure_show(why);
    (void)fputs("Try 'clmodp help study'.\n", stderr);
    return EXIT_USAGE;
}

/* Whole numbers from `least` to `most`, in order. */
static int read_range(double *from, double *to, const char *option, const char *value,
                      double least, double most, failure *why)
{
    if (!cli_number_range(from, to, value) || *from < least || *to < *from || *to > most)
        return cli_fail(why, EXIT_USAGE,
                        "%s %s: expected two numbers from %.0f to %.0f, such as 2^4..2^6", option,
                        value, least, most);
    return EXIT_OK;
}

/* A whole number from 1 to `most`. */
static int read_number(double *out, const char *option, const char *value, double most,
                       failure *why)
{
    const char *end = cli_number_read(out, value);

    if (end == NULL || *end != '\0' || *out < 1 || *out > most || floor(*out) != *out)
        return cli_fail(why, EXIT_USAGE, "%s %s: expected 1 to %.0f", option, value, most);
    return EXIT_OK;
}

static int read_option(arguments *a, const char *option, const char *value, failure *why)
{
    double from, to;
    int code = EXIT_OK;

    if (strcmp(option, "--device") == 0) {
        a->device = value;
    } else if (strcmp(option, "--format") == 0) {
        code = cli_format_read(&a->format, value, FORMAT_CHARTS, why);
    } else if (strcmp(option, "--n") == 0) {
        code = read_range(&from, &to, option, value, fmax((double)a->of->least, 2), 1 << 28, why);
        if (code == EXIT_OK && a->of->power && exp2(floor(log2(from))) != from)
            code = cli_fail(why, EXIT_USAGE, "--n %s: %.0f is no power of two", value, from);
        if (code == EXIT_OK) {
            a->range.from = (size_t)from;
            a->range.to = (size_t)to;
        }
    } else if (strcmp(option, "--T") == 0) {
        code = read_range(&from, &to, option, value, 1, 64, why);
        if (code == EXIT_OK && ((uint32_t)from & ((uint32_t)from - 1)) != 0)
            code = cli_fail(why, EXIT_USAGE, "--T %s: %.0f is no power of two", value, from);
        if (code == EXIT_OK) {
            a->range.T_from = (uint32_t)from;
            a->range.T_to = (uint32_t)to;
        }
    } else if (strcmp(option, "--Z") == 0 && a->of->Z_to > 0) {
        code = read_range(&from, &to, option, value, (double)a->of->Z_from, 1 << 24, why);
        if (code == EXIT_OK) {
            a->range.Z_from = (size_t)from;
            a->range.Z_to = (size_t)to;
        }
    } else if (strcmp(option, "--m") == 0 && a->of->m > 0) {
        code = read_number(&from, option, value, 1 << 28, why);
        if (code == EXIT_OK)
            a->range.m = (size_t)from;
    } else if (strcmp(option, "--runs") == 0) {
        code = read_number(&from, option, value, 1000, why);
        if (code == EXIT_OK)
            a->range.runs = (uint32_t)from;
    } else {
        code = strncmp(option, "--", 2) == 0
                   ? cli_fail(why, EXIT_USAGE, "%s has no option %.64s", a->of->name, option)
                   : cli_fail(why, EXIT_USAGE, "one study is wanted; what is '%.64s'?", option);
    }
    return code;
}

/* Refuse what is no study. */
static int refuse_name(const char *name, failure *why)
{
    char names[128] = "";
    size_t length = 0;

    for (size_t k = 0; k < STUDIES && length < sizeof names; k++)
        length += (size_t)snprintf(names + length, sizeof names - length, "%s%s",
                                   k > 0 ? ", " : "", studies[k]->name);
    return cli_fail(why, EXIT_USAGE, "the name of a study is wanted, not '%.64s'; there are %s",
                    name, names);
}

static int read_arguments(arguments *a, char **argument, failure *why)
{
    *a = (arguments){0};
    for (size_t k = 0; k < STUDIES && *argument != NULL; k++)
        if (strcmp(*argument, studies[k]->name) == 0)
            a->of = studies[k];
    if (a->of == NULL)
        return refuse_name(*argument != NULL ? *argument : "", why);
    a->range = study_usual(a->of);
    while (*++argument != NULL) {
        char *option = argument[0], *value = strchr(option, '=');

        if (strcmp(option, "--quiet") == 0) {
            cli_set_quiet();
            continue;
        }
        if (strncmp(option, "--quiet=", 8) == 0)
            return cli_fail(why, EXIT_USAGE, "--quiet takes no value");
        if (value != NULL)
            *value++ = '\0';
        else if ((value = *++argument) == NULL)
            return cli_fail(why, EXIT_USAGE, "%.64s needs a value", option);
        if (read_option(a, option, value, why) != EXIT_OK)
            return EXIT_USAGE;
    }
    return EXIT_OK;
}

/* The calibration that is kept, or a new one. */
static clmodp_status get_machine(clmodp_context *ctx, clmodp_calibration *machine)
{
    clmodp_status st;

    clmodp_calibration_init(machine);
    st = clmodp_calibration_get(ctx, machine);
    return st == CLMODP_OK && machine->seconds == 0 ? clmodp_calibrate(ctx, machine) : st;
}

static int run(const arguments *a, failure *why)
{
    clmodp_context_options options;
    clmodp_context *ctx = NULL;
    clm_call call;
    clmodp_calibration machine;
    study_result result = {0};
    clmodp_status st;
    char message[512] = "";
    watched progress;
    int code;

    code = a->format == FORMAT_SVG ? cli_gnuplot_ready(why) : EXIT_OK;
    if (code != EXIT_OK)
        return code;
    clmodp_context_options_init(&options);
    options.device = a->device;
    st = clmodp_context_create(&ctx, &options, message, sizeof message);
    if (st != CLMODP_OK)
        return cli_fail_status(why, st, message);
    cli_watch_begin(&progress, ctx, 0);
    st = get_machine(ctx, &machine);
    if (st == CLMODP_OK) {
        clm_call_begin(&call, ctx, 0, true);
        st = clm_call_end(ctx, &call, study_sweep(ctx, &result, a->of, &a->range, &machine));
    }
    cli_watch_end(&progress);
    code = st != CLMODP_OK ? cli_fail_status(why, st, clmodp_context_message(ctx))
                           : report_print(a->format, a->of, &result, &ctx->device, &machine, why);
    study_result_clear(&result);
    clmodp_context_destroy(ctx);
    return code;
}

int main(int count, char **argument)
{
    arguments a;
    failure why = {0};
    int code;

    if (read_arguments(&a, argument + (count > 0), &why) != EXIT_OK)
        return complain(&why);
    cli_pin_pocl_threads();
    code = run(&a, &why);
    cli_interrupt_now();
    return code == EXIT_OK ? EXIT_OK : cli_failure_show(&why);
}
