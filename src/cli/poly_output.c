/* Polynomials over F_p as expressions, as lists of coefficients, or as JSON objects. */
#include "cli/poly_output.h"

#include <inttypes.h>
#include <stdlib.h>

#include "cli/json.h"
#include "cli/text.h"

/* The coefficients of one polynomial, on the host. */
typedef struct list {
    uint32_t *c;
    size_t count;
} list;

static int read_list(list *out, const clmodp_fpx *f, failure *why)
{
    clmodp_status st;

    out->count = clmodp_fpx_count(f);
    out->c = calloc(out->count + 1, sizeof *out->c);
    if (out->c == NULL)
        return cli_fail(why, LEAVE_FAILED, "no memory to print the result");
    st = clmodp_fpx_download(f, out->c, out->count);
    return st == CLMODP_OK ? LEAVE_FINE : cli_fail_status(why, st, NULL);
}

static void put_expression(text_buffer *out, const list *a, const char *variable)
{
    const char *between = "";

    for (size_t i = a->count; i-- > 0;) {
        if (a->c[i] == 0)
            continue;
        cli_text_string(out, between);
        between = " + ";
        if (a->c[i] != 1 || i == 0)
            cli_text_count(out, a->c[i]);
        if (i > 0)
            cli_text_printf(out, "%s%s", a->c[i] != 1 ? "*" : "", variable);
        if (i > 1)
            cli_text_printf(out, "^%zu", i);
    }
    if (a->count == 0)
        cli_text_put(out, "0", 1);
}

static void put_coefficients(text_buffer *out, const list *a)
{
    for (size_t i = 0; i < a->count; i++) {
        cli_text_string(out, i > 0 ? " " : "");
        cli_text_count(out, a->c[i]);
    }
    if (a->count == 0)
        cli_text_put(out, "0", 1);
}

static void put_member(text_buffer *out, const list *a, const char *name)
{
    const char *between = "";

    cli_text_printf(out, ", \"%s\": {\"degree\": %zd, \"terms\": [", name,
                    (ssize_t)a->count - 1);
    for (size_t i = 0; i < a->count; i++) {
        if (a->c[i] == 0)
            continue;
        cli_text_printf(out, "%s[%zu, \"%" PRIu32 "\"]", between, i, a->c[i]);
        between = ", ";
    }
    cli_text_string(out, "]}");
}

/* Where it computed; no device is opened for that. */
static const char *place_of(const poly_problem *p, const session *device)
{
    return p->report.algorithm == CLMODP_FPX_HOST
               ? "host"
               : clmodp_context_device(device->context)->name;
}

static void put_statistics(text_buffer *out, const poly_problem *p, const session *device)
{
    const clmodp_fpx_report r = p->report;

    cli_text_string(out, ", \"stats\": {\"device\": ");
    cli_json_string(out, place_of(p, device));
    cli_text_printf(out, ", \"algorithm\": \"%s\", \"s\": %" PRIu32 ", \"group\": %" PRIu32
                    ", \"span\": %" PRIu32 ", \"read_seconds\": %.6f, \"open_seconds\": %.6f, "
                    "\"seconds\": %.6f, \"memory_bytes\": %" PRIu64 "}",
                    cli_algorithm_name(r.algorithm), r.s, r.group, r.span, p->seconds,
                    device->seconds, r.seconds, r.peak_memory);
}

static void print_statistics(const poly_problem *p, const session *device, size_t line)
{
    const clmodp_fpx_report r = p->report;

    (void)fflush(stdout);
    if (line > 0)
        (void)fprintf(stderr, "line %zu\n", line);
    (void)fprintf(stderr, "%-16s %s\n", "device", place_of(p, device));
    (void)fprintf(stderr, "%-16s %s\n", "algorithm", cli_algorithm_name(r.algorithm));
    if (r.s != 0)
        (void)fprintf(stderr, "%-16s s = %" PRIu32 ", group = %" PRIu32 ", span = %" PRIu32 "\n",
                      "parameters", r.s, r.group, r.span);
    (void)fprintf(stderr, "%-16s %12.6f s\n", "read input", p->seconds);
    (void)fprintf(stderr, "%-16s %12.6f s\n", "open device", device->seconds);
    (void)fprintf(stderr, "%-16s %12.6f s\n", "computation", r.seconds);
    (void)fprintf(stderr, "%-16s %12" PRIu64 " byte%s\n", "memory", r.peak_memory,
                  CLI_S(r.peak_memory));
}

static void begin_object(text_buffer *out, const poly_problem *p, const settings *how, size_t line)
{
    cli_json_begin(out);
    if (line > 0)
        cli_text_printf(out, ", \"line\": %zu", line);
    cli_text_printf(out, ", \"operation\": \"%s\", \"modulus\": %" PRIu32, p->operation->name,
                    how->modulus);
    cli_text_string(out, ", \"variable\": ");
    cli_json_string(out, how->format == FORMAT_COEFFS ? NULL : p->variable);
}

/* One result after another. */
static int put_results(text_buffer *out, const poly_problem *p, const settings *how, bool batch,
                       failure *why)
{
    int leave = LEAVE_FINE;

    for (size_t k = 0; k < p->operation->results && leave == LEAVE_FINE; k++) {
        list a = {0};

        leave = read_list(&a, p->result[k], why);
        if (leave == LEAVE_FINE && how->format == FORMAT_JSON) {
            put_member(out, &a, p->operation->result[k]);
        } else if (leave == LEAVE_FINE) {
            cli_text_string(out, k == 0 ? "" : batch ? " ; " : "\n");
            if (how->format == FORMAT_COEFFS)
                put_coefficients(out, &a);
            else
                put_expression(out, &a, p->variable);
        }
        free(a.c);
    }
    return leave;
}

int cli_poly_print(const poly_problem *p, const session *device, const settings *how, size_t line,
                   failure *why)
{
    const bool json = how->format == FORMAT_JSON;
    text_buffer out = {.to = stdout};
    int leave;

    if (json)
        begin_object(&out, p, how, line);
    leave = put_results(&out, p, how, line > 0, why);
    if (p->operation->scalar && json)
        cli_text_printf(&out, ", \"%s\": \"%" PRIu32 "\"", p->operation->result[0], p->scalar);
    else if (p->operation->scalar)
        cli_text_count(&out, p->scalar);
    if (json && how->stats)
        put_statistics(&out, p, device);
    cli_text_string(&out, json ? "}\n" : "\n");
    if (!cli_text_finish(&out) && leave == LEAVE_FINE)
        leave = cli_fail(why, LEAVE_FAILED, "no memory to print the result");
    if (how->stats && leave == LEAVE_FINE)
        print_statistics(p, device, line);
    return leave;
}
