/* Prints the times and counts of a computation, for people and as JSON. */
#include "cli/formats/statistics.h"

#include <inttypes.h>

/* Returns the name of the engine, or "none" if the result needed none. */
static const char *name_of_engine(const clmodp_resultant_report *r)
{
    return r->engine == CLMODP_ENGINE_AUTO ? "none" : cli_engine_name(r->engine);
}

/* Returns the name of the computing host or device, without opening one. */
static const char *place_of_computation(const clmodp_resultant_report *r, const session *device)
{
    return r->engine == CLMODP_ENGINE_AUTO || r->engine == CLMODP_ENGINE_HOST
               ? "host"
               : clmodp_context_device(device->context)->name;
}

/* Counters, in printed order, with their places in reports. */
static const struct count {
    const char *label, *key, *unit;
    size_t at;
} counts[] = {
#define AT(member) offsetof(clmodp_resultant_report, member)
    {"primes", "primes", "", AT(primes)},
    {"points", "points", "", AT(points)},
    {"chunks", "chunks", "", AT(chunks)},
    {"evaluations", "evaluations", "", AT(evaluations)},
    {"necessary", "necessary_evaluations", "", AT(necessary_evaluations)},
    {"unlucky", "unlucky", "", AT(unlucky)},
    {"fallback", "fallback", "", AT(fallback)},
    {"degree bound", "degree_bound", "", AT(degree_bound)},
    {"valuation bound", "valuation_bound", "", AT(valuation_bound)},
    {"width bound", "width_bound", "", AT(width_bound)},
    {"height bound", "height_bits", "bit", AT(height_bits)},
    {"memory", "memory_bytes", "byte", AT(memory_bytes)},
#undef AT
};
enum { COUNTS = sizeof counts / sizeof *counts };

static uint64_t count_of(const clmodp_resultant_report *r, int k)
{
    return *(const uint64_t *)(const void *)((const char *)r + counts[k].at);
}

static const char *bound_name(const clmodp_resultant_report *r)
{
    return *r->height_bound_name != '\0' ? r->height_bound_name : NULL;
}

static void print_count(FILE *out, const clmodp_resultant_report *r, int k)
{
    const uint64_t value = count_of(r, k);

    (void)fprintf(out, "%-16s %12" PRIu64, counts[k].label, value);
    if (*counts[k].unit != '\0')
        (void)fprintf(out, " %s%s", counts[k].unit, CLI_S(value));
    (void)fputc('\n', out);
}

/* Prints the host's seconds of a stage and, if the device was used, the device's. */
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

    if (line > 0)
        (void)fprintf(out, "line %zu\n", line);
    (void)fprintf(out, "%-16s %s\n", "device", place_of_computation(r, device));
    (void)fprintf(out, "%-16s %s\n", "engine", name_of_engine(r));
    (void)fprintf(out, "%-16s %12.6f s\n", "read input", p->seconds);
    (void)fprintf(out, "%-16s %12.6f s\n", "open device", device->seconds);
    for (size_t k = 0; k < r->stage_count; k++)
        print_stage(out, &r->stages[k]);
    (void)fprintf(out, "%-16s %12.6f s\n", "computation", r->seconds);

    for (int k = 0; k < COUNTS; k++)
        print_count(out, r, k);
    if (bound != NULL)
        (void)fprintf(out, "%-16s %12s\n", "height bound by", bound);
    if (*r->crt_name != '\0')
        (void)fprintf(out, "%-16s %12s\n", "CRT method", r->crt_name);
    if (r->error_probability > 0)
        (void)fprintf(out, "%-16s %12.3g\n", "P(wrong) below", r->error_probability);
    else
        (void)fprintf(out, "%-16s %12s\n", "result", "proved");
}

void cli_statistics_json(text_buffer *out, const answer *a, const problem *p,
                         const session *device)
{
    const clmodp_resultant_report *r = &a->report;

    cli_text_string(out, "{\"device\": ");
    cli_json_string(out, place_of_computation(r, device));
    cli_text_printf(out, ", \"engine\": \"%s\"", name_of_engine(r));
    cli_text_printf(out, ", \"read_seconds\": %.6f, \"open_seconds\": %.6f, \"stage_seconds\": {",
                  p->seconds, device->seconds);
    for (size_t k = 0; k < r->stage_count; k++) {
        cli_text_string(out, k > 0 ? ", " : "");
        json_stage(out, &r->stages[k]);
    }
    cli_text_printf(out, "}, \"seconds\": %.6f", r->seconds);
    for (int k = 0; k < COUNTS; k++)
        cli_text_printf(out, ", \"%s\": %" PRIu64, counts[k].key, count_of(r, k));
    cli_json_member(out, "height_bound", bound_name(r));
    cli_json_member(out, "crt", *r->crt_name != '\0' ? r->crt_name : NULL);
    cli_text_printf(out, ", \"error_probability\": %.3g}", r->error_probability);
}
