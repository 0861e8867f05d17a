/* Tables, and curves over T. */
#include "lab/studies/report.h"

#include "cli/formats/gnuplot.h"
#include "cli/text.h"
#include "cli/text.h"

static const char *form_of(const study *of, const study_point *p)
{
    return of->forms[p->asked.form];
}

/* Whether the point begins a table of its own. */
static bool begins(const study_result *r, size_t k)
{
    const study_question *q = &r->points[k].asked;
    const study_question *before = k > 0 ? &r->points[k - 1].asked : NULL;

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
        cli_text_string(out, ": not to be seen from so few points\n");
}

static void put_text(text_buffer *out, const study *of, const study_result *r,
                     const clmodp_device *device, const clmodp_calibration *machine)
{
    cli_text_printf(out, "%s on %s (%s, driver %s)\nL = %.3g, C = %.3g, P = %.3g, X = %.3g, "
                    "Z = %.3g; an operation takes %.3g ns\n\n", of->name, device->name,
                    device->platform_name, device->driver, machine->L.value, machine->C.value,
                    machine->P.value, machine->X.value, machine->Z.value, machine->alone.value);
    for (const char *const *say = of->says; *say != NULL; say++)
        cli_text_printf(out, "- %s\n", *say);
    for (size_t k = 0; k < r->count; k++) {
        const study_point *p = &r->points[k];

        if (begins(r, k)) {
            cli_text_printf(out, "\n%s, n = %zu", form_of(of, p), p->asked.n);
            if (p->asked.m > 0)
                cli_text_printf(out, ", m = %zu", p->asked.m);
            if (p->asked.Z > 0)
                cli_text_printf(out, ", Z = %zu", p->asked.Z);
            cli_text_printf(out, "; microseconds\n%4s %14s %14s  %s\n", "T", "predicted",
                            "measured", "term");
        }
        cli_text_printf(out, "%4u %14.1f %14.1f  %s\n", (unsigned)p->asked.T, 1e6 * p->predicted,
                        1e6 * p->measured, clmodp_tmm_term_name(p->term));
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

        cli_text_printf(out, "%s,%s,%zu,", of->name, form_of(of, p), p->asked.n);
        if (p->asked.m > 0)
            cli_text_printf(out, "%zu,", p->asked.m);
        cli_text_printf(out, "%u,%zu,%.6g,%.6g,%s\n", (unsigned)p->asked.T, p->asked.Z,
                        p->predicted, p->measured, clmodp_tmm_term_name(p->term));
    }
}

/* What could not be seen has no figures, and whether it holds is null. */
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
                        form_of(of, p), p->asked.n);
        if (p->asked.m > 0)
            cli_text_printf(out, ", \"m\": %zu", p->asked.m);
        cli_text_printf(out, ", \"T\": %u, \"Z\": %zu, \"predicted\": %.6g, "
                        "\"measured\": %.6g, \"term\": \"%s\"}\n", (unsigned)p->asked.T,
                        p->asked.Z, p->predicted, p->measured, clmodp_tmm_term_name(p->term));
    }
    for (size_t k = 0; k < r->finding_count; k++)
        put_json_finding(out, of, &r->findings[k]);
}

typedef struct chart {
    const study *of;
    const study_result *result;
} chart;

/* A curve over T for each table, the predicted one dashed in the same colour. */
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
                      "n = %zu", curves > 1 ? ", " : "", curves, form_of(c->of, p), p->asked.n);
        if (p->asked.Z > 0)
            (void)fprintf(gnuplot, ", Z = %zu", p->asked.Z);
        (void)fprintf(gnuplot, "', '-' using 1:2 with lines lc %zu dt 2 notitle", curves);
    }
    (void)fputs("\n", gnuplot);
    for (size_t first = 0, end; first < r->count; first = end) {
        for (end = first + 1; end < r->count && !begins(r, end); end++)
            ;
        for (int predicted = 0; predicted < 2; predicted++) {
            for (size_t k = first; k < end; k++)
                (void)fprintf(gnuplot, "%u %.9g\n", (unsigned)r->points[k].asked.T,
                              1e3 * (predicted ? r->points[k].predicted : r->points[k].measured));
            (void)fputs("e\n", gnuplot);
        }
    }
}

int report_print(output_format format, const study *of, const study_result *result,
                 const clmodp_device *device, const clmodp_calibration *machine, failure *why)
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
        code = cli_fail(why, EXIT_FAILED, "output cannot be written");
    return code;
}
