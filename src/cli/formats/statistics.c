/* Print times and counts of a computation, for a person or for a program. */
#include "cli/formats/statistics.h"

#include <inttypes.h>

#include "cli/formats/json.h"

/* The engine that computed; the host where nothing had to be. */
static unsigned engine_of(const clmodp_resultant_report *r)
{
    return r->engine == CLMODP_ENGINE_AUTO ? CLMODP_ENGINE_HOST : r->engine;
}

/* Where it computed; no device is opened for that. */
static const char *place_of_computation(const clmodp_resultant_report *r, const session *device)
{
    return engine_of(r) == CLMODP_ENGINE_HOST ? "host"
                                              : clmodp_context_device(device->context)->name;
}

/* What is counted, in the order printed. */
typedef struct count {
    const char *label, *key, *unit;
    uint64_t value;
} count;

enum { COUNTS = 12 };

static void list_counts(count out[COUNTS], const clmodp_resultant_report *r)
{
    const count counts[COUNTS] = {
        {"primes", "primes", "", r->primes},
        {"points", "points", "", r->points},
        {"chunks", "chunks", "", r->chunks},
        {"evaluations", "evaluations", "", r->evaluations},
        {"necessary", "necessary_evaluations", "", r->necessary_evaluations},
        {"unlucky", "unlucky", "", r->unlucky},
        {"fallback", "fallback", "", r->fallback},
        {"degree bound", "degree_bound", "", r->degree_bound},
        {"valuation bound", "valuation_bound", "", r->valuation_bound},
        {"width bound", "width_bound", "", r->width_bound},
        {"height bound", "height_bits", "bit", r->height_bits},
        {"memory", "memory_bytes", "byte", r->memory_bytes},
    };

    for (int i = 0; i < COUNTS; i++)
        out[i] = counts[i];
}

static const char *bound_name(const clmodp_resultant_report *r)
{
    return *r->height_bound_name != '\0' ? r->height_bound_name : NULL;
}

static void print_count(FILE *out, const count *c)
{
    (void)fprintf(out, "%-16s %12" PRIu64, c->label, c->value);
    if (*c->unit != '\0')
        (void)fprintf(out, " %s%s", c->unit, CLI_S(c->value));
    (void)fputc('\n', out);
}

/* The host's seconds and, of what the device did, the device's. */
static void print_stage(FILE *out, const clmodp_stage *stage)
{
    (void)fprintf(out, "%-16s %12.6f s", stage->name, stage->host_seconds);
    if (stage->device_seconds > 0)
        (void)fprintf(out, ", device %12.6f s", stage->device_seconds);
    (void)fputc('\n', out);
}

static void json_stage(text_buffer *out, const clmodp_stage *stage)
{
    cli_text_printf(out, "\"%s\": {\"host\": %.6f, \"device\": ", stage->name,
                  stage->host_seconds);
    if (stage->device_seconds >= 0)
        cli_text_printf(out, "%.6f}", stage->device_seconds);
    else
        cli_text_string(out, "null}");
}

void cli_statistics_print(FILE *out, const answer *a, const problem *p, const session *device,
                          size_t line)
{
    const clmodp_resultant_report *r = &a->report;
    const char *bound = bound_name(r);
    count counts[COUNTS];

    if (line > 0)
        (void)fprintf(out, "line %zu\n", line);
    (void)fprintf(out, "%-16s %s\n", "device", place_of_computation(r, device));
    (void)fprintf(out, "%-16s %s\n", "engine", cli_engine_name(engine_of(r)));
    (void)fprintf(out, "%-16s %12.6f s\n", "read input", p->seconds);
    (void)fprintf(out, "%-16s %12.6f s\n", "open device", device->seconds);
    for (size_t k = 0; k < r->stage_count; k++)
        print_stage(out, &r->stages[k]);
    (void)fprintf(out, "%-16s %12.6f s\n", "computation", r->seconds);

    list_counts(counts, r);
    for (int i = 0; i < COUNTS; i++)
        print_count(out, &counts[i]);
    if (bound != NULL)
        (void)fprintf(out, "%-16s %12s\n", "height bound by", bound);
    if (*r->lift_name != '\0')
        (void)fprintf(out, "%-16s %12s\n", "lift by", r->lift_name);
    if (r->error_probability > 0)
        (void)fprintf(out, "%-16s %12.3g\n", "P(wrong) below", r->error_probability);
    else
        (void)fprintf(out, "%-16s %12s\n", "result", "proved");
}

void cli_statistics_json(text_buffer *out, const answer *a, const problem *p,
                         const session *device)
{
    const clmodp_resultant_report *r = &a->report;
    count counts[COUNTS];

    cli_text_string(out, "{\"device\": ");
    cli_json_string(out, place_of_computation(r, device));
    cli_text_printf(out, ", \"engine\": \"%s\"", cli_engine_name(engine_of(r)));
    cli_text_printf(out, ", \"read_seconds\": %.6f, \"open_seconds\": %.6f, \"stage_seconds\": {",
                  p->seconds, device->seconds);
    for (size_t k = 0; k < r->stage_count; k++) {
        cli_text_string(out, k > 0 ? ", " : "");
        json_stage(out, &r->stages[k]);
    }
    cli_text_printf(out, "}, \"seconds\": %.6f", r->seconds);
    list_counts(counts, r);
    for (int i = 0; i < COUNTS; i++)
        cli_text_printf(out, ", \"%s\": %" PRIu64, counts[i].key, counts[i].value);
    cli_text_string(out, ", \"height_bound\": ");
    cli_json_string(out, bound_name(r));
    cli_text_string(out, ", \"lift\": ");
    cli_json_string(out, *r->lift_name != '\0' ? r->lift_name : NULL);
    cli_text_printf(out, ", \"error_probability\": %.3g}", r->error_probability);
}
