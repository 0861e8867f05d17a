/* The program clmodp-study, started by `clmodp study`: runs one case study and prints a table,
 * CSV, JSON or curves. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include <clmodp/tuning.h>

#include "core/error.h"
#include "cli/formats/gnuplot.h"
#include "cli/environment.h"
#include "cli/text.h"
#include "cli/values.h"
#include "cli/progress.h"
#include "opencl/context.h"
#include "lab/studies/sweep.h"

static const study *const studies[] = {&study_list_ranking, &study_fft, &study_merge_sort,
                                       &study_all_pairs, &study_string_matching};

#define STUDIES (sizeof studies / sizeof *studies)

typedef struct arguments {
    const study *of;
    study_range range;
    const char *device;
    output_format format;
} arguments;

static int show_usage_error(failure *why)
{
    (void)cli_failure_show(why);
    (void)fputs("Try 'clmodp help study'.\n", stderr);
    return EXIT_USAGE;
}

/* A parameter, or a range of it. If the study does not have it, it is 0. */
typedef struct parameter {
    const char *option;
    size_t *from, *to; /* to: NULL for a single number */
    double least, most;
    bool power; /* the least number is a power of two */
} parameter;

/* Reads an ascending range of whole numbers. The message shows the default range as an example. */
static int read_range(const parameter *p, const char *value, failure *why)
{
    double from, to;

    if (!cli_number_range(&from, &to, value) || from < p->least || to < from || to > p->most)
        return cli_fail(why, EXIT_USAGE,
                        "%s %s: expected two numbers from %.0f to %.0f, such as %zu..%zu",
                        p->option, value, p->least, p->most, *p->from, *p->to);
    if (p->power && exp2(floor(log2(from))) != from)
        return cli_fail(why, EXIT_USAGE, "%s %s: %.0f is not a power of two", p->option, value,
                        from);
    *p->from = (size_t)from;
    *p->to = (size_t)to;
    return EXIT_OK;
}

/* Reads a whole number. */
static int read_number(const parameter *p, const char *value, failure *why)
{
    double number;
    const char *end = cli_number_read(&number, value);

    if (end == NULL || *end != '\0' || number < p->least || number > p->most ||
        floor(number) != number)
        return cli_fail(why, EXIT_USAGE, "%s %s: expected %.0f to %.0f", p->option, value,
                        p->least, p->most);
    *p->from = (size_t)number;
    return EXIT_OK;
}

static int read_option(arguments *a, const char *option, const char *value, failure *why)
{
    const study *of = a->of;
    study_range *r = &a->range;
    const parameter parameters[] = {
        {"--n", &r->from, &r->to, fmax((double)of->least, 2), 1 << 28, of->power},
        {"--T", &r->T_from, &r->T_to, 1, 64, true},
        {"--Z", &r->Z_from, &r->Z_to, (double)of->Z_from, 1 << 24, false},
        {"--m", &r->m, NULL, 1, 1 << 28, false},
        {"--runs", &r->runs, NULL, 1, 1000, false},
    };

    for (size_t k = 0; k < sizeof parameters / sizeof *parameters; k++) {
        const parameter *p = &parameters[k];

        if (strcmp(option, p->option) == 0 && *(p->to == NULL ? p->from : p->to) > 0)
            return p->to == NULL ? read_number(p, value, why) : read_range(p, value, why);
    }
    if (strcmp(option, "--format") == 0)
        return cli_format_read(&a->format, value, FORMAT_CHARTS, why);
    if (strcmp(option, "--device") == 0) {
        a->device = value;
        return EXIT_OK;
    }
    if (strncmp(option, "--", 2) == 0)
        return cli_fail(why, EXIT_USAGE, "%s has no option %.64s", of->name, option);
    return cli_fail(why, EXIT_USAGE, "unexpected argument '%.64s': expected one study", option);
}

/* Rejects an unknown study name. */
static int refuse_name(const char *name, failure *why)
{
    char names[128] = "";
    size_t length = 0;

    for (size_t k = 0; k < STUDIES && length < sizeof names; k++)
        length += (size_t)snprintf(names + length, sizeof names - length, "%s%s",
                                   k > 0 ? ", " : "", studies[k]->name);
    return cli_fail(why, EXIT_USAGE, "unknown study '%.64s'; there are %s",
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
    a->range = study_default_range(a->of);
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

/* ---- output: tables, CSV, JSON, and curves over T ---- */

static const char *form_of(const study *of, const study_point *p)
{
    return of->forms[p->question.form];
}

/* Returns whether the point begins a new table. */
static bool begins(const study_result *r, size_t k)
{
    const study_question *q = &r->points[k].question;
    const study_question *before = k > 0 ? &r->points[k - 1].question : NULL;

    return before == NULL || before->form != q->form || before->n != q->n || before->Z != q->Z;
}

static const char *const kinds[] = {[STUDY_KNEE] = "knee", [STUDY_SLOPE] = "slope",
                                    [STUDY_WINNER] = "ratio", [STUDY_BEND] = "bend"};

static void put_finding(text_buffer *out, const study *of, const study_finding *f)
{
    cli_text_printf(out, "%s of %s", kinds[f->claim.kind], of->forms[f->claim.form]);
    if (f->claim.kind == STUDY_WINNER)
        cli_text_printf(out, " to %s", of->forms[1]);
    if (f->claim.Z > 0)
        cli_text_printf(out, " with Z = %zu", f->claim.Z);
    if (f->known)
        cli_text_printf(out, ": %.3g predicted, %.3g measured: %s\n", f->predicted, f->measured,
                        f->holds ? "holds" : "does not hold");
    else
        cli_text_string(out, ": too few points\n");
}

static void put_text(text_buffer *out, const study *of, const study_result *r,
                     const clmodp_device *device, const clmodp_calibration *machine)
{
    cli_text_printf(out, "%s on %s (%s, driver %s)\nL = %.3g, C = %.3g, P = %.3g, X = %.3g, "
                    "Z = %.3g; an operation takes %.3g ns\n\n", of->name, device->name,
                    device->platform_name, device->driver, machine->L.value, machine->C.value,
                    machine->P.value, machine->X.value, machine->Z.value, machine->alone.value);
    for (const char *const *line = of->statements; *line != NULL; line++)
        cli_text_printf(out, "- %s\n", *line);
    for (size_t k = 0; k < r->count; k++) {
        const study_point *p = &r->points[k];

        if (begins(r, k)) {
            cli_text_printf(out, "\n%s, n = %zu", form_of(of, p), p->question.n);
            if (p->question.m > 0)
                cli_text_printf(out, ", m = %zu", p->question.m);
            if (p->question.Z > 0)
                cli_text_printf(out, ", Z = %zu", p->question.Z);
            cli_text_printf(out, "; microseconds\n%4s %14s %14s  %s\n", "T", "predicted",
                            "measured", "term");
        }
        cli_text_printf(out, "%4u %14.1f %14.1f  %s\n", (unsigned)p->question.T,
                        1e6 * p->predicted, 1e6 * p->measured, clmodp_tmm_term_name(p->term));
    }
    cli_text_string(out, "\n");
    for (size_t k = 0; k < r->finding_count; k++)
        put_finding(out, of, &r->findings[k]);
}

static void put_csv(text_buffer *out, const study *of, const study_result *r)
{
    cli_text_printf(out, "study,form,n,%sT,Z,predicted,measured,term\n", of->m > 0 ? "m," : "");
    for (size_t k = 0; k < r->count; k++) {
        const study_point *p = &r->points[k];

        cli_text_printf(out, "%s,%s,%zu,", of->name, form_of(of, p), p->question.n);
        if (p->question.m > 0)
            cli_text_printf(out, "%zu,", p->question.m);
        cli_text_printf(out, "%u,%zu,%.6g,%.6g,%s\n", (unsigned)p->question.T, p->question.Z,
                        p->predicted, p->measured, clmodp_tmm_term_name(p->term));
    }
}

/* Prints a finding. If it could not be measured it has no figures, and "holds" is null. */
static void put_json_finding(text_buffer *out, const study *of, const study_finding *f)
{
    cli_json_begin(out);
    cli_text_printf(out, ", \"study\": \"%s\", \"finding\": \"%s\", \"form\": \"%s\"", of->name,
                    kinds[f->claim.kind], of->forms[f->claim.form]);
    if (f->claim.kind == STUDY_WINNER)
        cli_text_printf(out, ", \"over\": \"%s\"", of->forms[1]);
    if (f->claim.Z > 0)
        cli_text_printf(out, ", \"Z\": %zu", f->claim.Z);
    if (f->known)
        cli_text_printf(out, ", \"predicted\": %.6g, \"measured\": %.6g", f->predicted,
                        f->measured);
    cli_text_printf(out, ", \"holds\": %s}\n", !f->known ? "null" : f->holds ? "true" : "false");
}

static void put_json(text_buffer *out, const study *of, const study_result *r,
                     const clmodp_device *device, const clmodp_calibration *machine)
{
    cli_json_begin(out);
    cli_text_printf(out, ", \"study\": \"%s\", \"device\": ", of->name);
    cli_json_string(out, device->name);
    cli_text_printf(out, ", \"machine\": {\"L\": %.6g, \"C\": %.6g, \"P\": %.6g, \"X\": %.6g, "
                    "\"Z\": %.6g, \"operation\": %.6g}}\n", machine->L.value, machine->C.value,
                    machine->P.value, machine->X.value, machine->Z.value,
                    1e-9 * machine->alone.value);
    for (size_t k = 0; k < r->count; k++) {
        const study_point *p = &r->points[k];

        cli_json_begin(out);
        cli_text_printf(out, ", \"study\": \"%s\", \"form\": \"%s\", \"n\": %zu", of->name,
                        form_of(of, p), p->question.n);
        if (p->question.m > 0)
            cli_text_printf(out, ", \"m\": %zu", p->question.m);
        cli_text_printf(out, ", \"T\": %u, \"Z\": %zu, \"predicted\": %.6g, "
                        "\"measured\": %.6g, \"term\": \"%s\"}\n", (unsigned)p->question.T,
                        p->question.Z, p->predicted, p->measured, clmodp_tmm_term_name(p->term));
    }
    for (size_t k = 0; k < r->finding_count; k++)
        put_json_finding(out, of, &r->findings[k]);
}

typedef struct chart {
    const study *of;
    const study_result *result;
} chart;

/* Plots a curve over T for each table, and the predicted curve dashed in the same colour. */
static void draw(FILE *gnuplot, const void *what)
{
    const chart *c = what;
    const study_result *r = c->result;
    size_t curves = 0;

    (void)fprintf(gnuplot, "set title '%s' noenhanced\nset xlabel 'T'\nset ylabel 'milliseconds; "
                  "predicted: dashed'\nset logscale x 2\nset logscale y\nplot ", c->of->name);
    for (size_t k = 0; k < r->count; k++) {
        const study_point *p = &r->points[k];

        if (!begins(r, k))
            continue;
        curves++;
        (void)fprintf(gnuplot, "%s'-' using 1:2 with linespoints lc %zu pt 7 ps 0.4 title '%s, "
                      "n = %zu", curves > 1 ? ", " : "", curves, form_of(c->of, p), p->question.n);
        if (p->question.Z > 0)
            (void)fprintf(gnuplot, ", Z = %zu", p->question.Z);
        (void)fprintf(gnuplot, "', '-' using 1:2 with lines lc %zu dt 2 notitle", curves);
    }
    (void)fputs("\n", gnuplot);
    for (size_t first = 0, end; first < r->count; first = end) {
        for (end = first + 1; end < r->count && !begins(r, end); end++)
            ;
        for (int predicted = 0; predicted < 2; predicted++) {
            for (size_t k = first; k < end; k++)
                (void)fprintf(gnuplot, "%u %.9g\n", (unsigned)r->points[k].question.T,
                              1e3 * (predicted ? r->points[k].predicted : r->points[k].measured));
            (void)fputs("e\n", gnuplot);
        }
    }
}

static int print_report(output_format format, const study *of, const study_result *result,
                        const clmodp_device *device, const clmodp_calibration *machine,
                        failure *why)
{
    text_buffer out = {.to = stdout};
    int code = EXIT_OK;

    switch (format) {
    case FORMAT_SVG: code = cli_gnuplot(draw, &(chart){of, result}, why); break;
    case FORMAT_JSON: put_json(&out, of, result, device, machine); break;
    case FORMAT_CSV: put_csv(&out, of, result); break;
    default: put_text(&out, of, result, device, machine); break;
    }
    if (!cli_text_finish(&out) && code == EXIT_OK)
        code = cli_fail(why, EXIT_FAILED, "out of memory");
    if (code == EXIT_OK && (fflush(stdout) != 0 || ferror(stdout)))
        code = cli_fail(why, EXIT_FAILED, "cannot write to standard output");
    return code;
}

/* ---- the program ---- */

/* Reads the stored calibration, or makes a new one. */
static clmodp_status get_machine(clmodp_context *ctx, clmodp_calibration *machine)
{
    clmodp_status st;

    clmodp_calibration_init(machine);
    st = clmodp_calibration_get(ctx, machine);
    return st == CLMODP_OK && machine->seconds == 0 ? clmodp_calibrate(ctx, machine) : st;
}

static int run_study(const arguments *a, failure *why)
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
    CHECK(cli_check_status(why, st, message));
    cli_progress_begin(&progress, ctx, 0);
    st = get_machine(ctx, &machine);
    if (st == CLMODP_OK) {
        clm_call_begin(&call, ctx, 0, true);
        st = clm_call_end(ctx, &call, study_sweep(ctx, &result, a->of, &a->range, &machine));
    }
    cli_progress_end(&progress);
    code = st != CLMODP_OK ? cli_check_status(why, st, clmodp_context_message(ctx))
                           : print_report(a->format, a->of, &result, &ctx->device, &machine, why);
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
        return show_usage_error(&why);
    cli_pin_pocl_threads();
    code = run_study(&a, &why);
    cli_interrupt_now();
    return code == EXIT_OK ? EXIT_OK : cli_failure_show(&why);
}
