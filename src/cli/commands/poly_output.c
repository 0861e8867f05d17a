/* Polynomials over F_p as expressions, as lists of coefficients, or as JSON objects. */
#include "cli/commands/poly_output.h"

#include <inttypes.h>
#include <stdlib.h>

#include "cli/formats/dialect.h"
#include "cli/formats/json.h"
#include "cli/text.h"
#include "cli/watch.h"

/* Coefficients that are on the host at a time. */
#define WINDOW ((size_t)1 << 16)

/* The coefficients of one polynomial, some of them on the host. */
typedef struct coefficients {
    const clmodp_fpx *f;
    size_t count;
    uint32_t *c;          /* those of x^first and so on */
    size_t first, length; /* length 0: none yet */
    clmodp_status status; /* of reading them */
} coefficients;

static int open_coefficients(coefficients *out, const clmodp_fpx *f, failure *why)
{
    *out = (coefficients){.f = f, .count = clmodp_fpx_count(f)};
    out->c = calloc(out->count < WINDOW ? out->count + 1 : WINDOW, sizeof *out->c);
    return out->c != NULL ? EXIT_OK
                          : cli_fail(why, EXIT_FAILED, "no memory to print the result");
}

/* The coefficient of x^i, i < count; 0 if it cannot be read. */
static uint32_t get_coefficient(coefficients *a, size_t i)
{
    if (a->status == CLMODP_OK && (a->length == 0 || i - a->first >= a->length)) {
        a->first = i - i % WINDOW;
        a->length = a->count - a->first < WINDOW ? a->count - a->first : WINDOW;
        a->status = clmodp_fpx_download_part(a->f, a->c, a->first, a->length);
    }
    return a->status == CLMODP_OK ? a->c[i - a->first] : 0;
}

/* Before each coefficient: whether it is worth printing. */
static bool is_worth_printing(const text_buffer *out, const coefficients *a)
{
    cli_text_tell(out, 1);
    return a->status == CLMODP_OK && !cli_text_lost(out);
}

static void put_expression(text_buffer *out, coefficients *a, const dialect *d)
{
    const spelling *as = d->as;
    const char *between = "";

    for (size_t i = a->count; i-- > 0 && is_worth_printing(out, a);) {
        const uint32_t c = get_coefficient(a, i);

        if (c == 0)
            continue;
        cli_text_string(out, between);
        between = as->plus;
        if (c != 1 || i == 0)
            cli_text_count(out, c);
        if (i > 0)
            cli_text_printf(out, "%s%s", c != 1 ? as->times : "", d->variable[0]);
        if (i > 1)
            cli_text_printf(out, "%s%zu%s", as->power[0], i, as->power[1]);
    }
    if (a->count == 0)
        cli_text_put(out, "0", 1);
}

static void put_coefficient_list(text_buffer *out, coefficients *a)
{
    for (size_t i = 0; i < a->count && is_worth_printing(out, a); i++) {
        cli_text_string(out, i > 0 ? " " : "");
        cli_text_count(out, get_coefficient(a, i));
    }
    if (a->count == 0)
        cli_text_put(out, "0", 1);
}

static void put_member(text_buffer *out, coefficients *a, const char *name)
{
    const char *between = "";

    cli_text_printf(out, ", \"%s\": {\"degree\": %zd, \"terms\": [", name,
                    (ssize_t)a->count - 1);
    for (size_t i = 0; i < a->count && is_worth_printing(out, a); i++) {
        const uint32_t c = get_coefficient(a, i);

        if (c == 0)
            continue;
        cli_text_printf(out, "%s[%zu, \"%" PRIu32 "\"]", between, i, c);
        between = ", ";
    }
    cli_text_string(out, "]}");
}

/* Where it computed; no device is opened for that. */
static const char *place_of_operation(const poly_problem *p, const session *device)
{
    return p->report.algorithm == CLMODP_FPX_HOST
               ? "host"
               : clmodp_context_device(device->context)->name;
}

static void put_poly_statistics(text_buffer *out, const poly_problem *p, const session *device)
{
    const clmodp_fpx_report r = p->report;

    cli_text_string(out, ", \"stats\": {\"device\": ");
    cli_json_string(out, place_of_operation(p, device));
    cli_text_printf(out, ", \"algorithm\": \"%s\", \"s\": %" PRIu32 ", \"group\": %" PRIu32
                    ", \"span\": %" PRIu32 ", \"read_seconds\": %.6f, \"open_seconds\": %.6f, "
                    "\"seconds\": %.6f, \"memory_bytes\": %" PRIu64 "}",
                    cli_algorithm_name(r.algorithm), r.s, r.group, r.span, p->seconds,
                    device->seconds, r.seconds, r.peak_memory);
}

static void print_poly_statistics(const poly_problem *p, const session *device, size_t line)
{
    const clmodp_fpx_report r = p->report;

    (void)fflush(stdout);
    if (line > 0)
        (void)fprintf(stderr, "line %zu\n", line);
    (void)fprintf(stderr, "%-16s %s\n", "device", place_of_operation(p, device));
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

/* Result k; polynomials of the program's own forms are told apart in one line of a batch. */
static void put_result(text_buffer *out, const poly_problem *p, coefficients *a, size_t k,
                       output_format format, const dialect *d)
{
    const char *name = p->operation->result[k];

    if (format == FORMAT_JSON) {
        put_member(out, a, name);
        return;
    }
    if (!cli_dialect_is_foreign(format))
        cli_text_string(out, k == 0 ? "" : d->line > 0 ? " ; " : "\n");
    cli_dialect_name(out, d, name[0]);
    if (format == FORMAT_COEFFS)
        put_coefficient_list(out, a);
    else
        put_expression(out, a, d);
    if (cli_dialect_is_foreign(format))
        cli_dialect_end(out, d, k + 1 == p->operation->results);
}

static void put_scalar(text_buffer *out, const poly_problem *p, output_format format,
                       const dialect *d)
{
    const char *name = p->operation->result[0];

    if (format == FORMAT_JSON) {
        cli_text_printf(out, ", \"%s\": \"%" PRIu32 "\"", name, p->scalar);
        return;
    }
    cli_dialect_name(out, d, name[0]);
    cli_text_count(out, p->scalar);
    if (cli_dialect_is_foreign(format))
        cli_dialect_end(out, d, true);
}

/* One result after another. */
static int put_results(text_buffer *out, const poly_problem *p, const settings *how,
                       const dialect *d, failure *why)
{
    int code = EXIT_OK;

    for (size_t k = 0; k < p->operation->results && code == EXIT_OK; k++) {
        coefficients a = {0};

        code = open_coefficients(&a, p->result[k], why);
        if (code == EXIT_OK)
            put_result(out, p, &a, k, how->format, d);
        if (a.status != CLMODP_OK)
            code = cli_fail_status(why, a.status, NULL);
        free(a.c);
    }
    return code;
}

int cli_poly_print(const poly_problem *p, const session *device, const settings *how, size_t line,
                   failure *why)
{
    const bool json = how->format == FORMAT_JSON;
    dialect d;
    watched w;
    text_buffer out = {.to = stdout, .listen = cli_watch_printed, .listener = &w};
    double count = 0;
    int code;

    if (cli_interrupted()) /* when nobody was asked any more */
        return cli_fail(why, EXIT_FAILED, "interrupted");
    for (size_t k = 0; k < p->operation->results; k++)
        count += (double)clmodp_fpx_count(p->result[k]);
    cli_watch_print_begin(&w, line, count);
    if (json)
        begin_object(&out, p, how, line);
    cli_dialect_make(&d, how->format, p->variable, NULL, how->modulus, false, line);
    cli_dialect_begin(&out, &d);
    code = put_results(&out, p, how, &d, why);
    if (p->operation->scalar)
        put_scalar(&out, p, how->format, &d);
    if (json && how->stats)
        put_poly_statistics(&out, p, device);
    if (!cli_dialect_is_foreign(how->format))
        cli_text_string(&out, json ? "}\n" : "\n");
    if (!cli_text_finish(&out) && code == EXIT_OK)
        code = cli_fail(why, EXIT_FAILED, "no memory to print the result");
    cli_watch_print_end();
    if (how->stats && code == EXIT_OK)
        print_poly_statistics(p, device, line);
    return code;
}
