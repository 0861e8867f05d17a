/* Writes polynomials as expressions of this or another program, as JSON objects, or as lists of
 * coefficients; writes times and counts of a computation. */
#include "cli/formats/output.h"

#include <inttypes.h>
#include <string.h>

#include "cli/output_file.h"
#include "cli/formats/dialect.h"
#include "cli/text.h"
#include "cli/progress.h"

/* Returns the engine of a computation; the host if none was necessary. */
static unsigned engine_of(const clmodp_resultant_report *r)
{
    return r->engine == CLMODP_ENGINE_AUTO ? CLMODP_ENGINE_HOST : r->engine;
}

/* Returns the name of the host or device of the computation, without opening a device. */
static const char *place_of_computation(const clmodp_resultant_report *r, const session *device)
{
    return engine_of(r) == CLMODP_ENGINE_HOST ? "host"
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

/* Prints the statistics of a result for people; line > 0 is the line of a batch. */
static void print_statistics(FILE *out, const answer *a, const problem *p, const session *device,
                             size_t line)
{
    const clmodp_resultant_report *r = &a->report;
    const char *bound = bound_name(r);

    if (line > 0)
        (void)fprintf(out, "line %zu\n", line);
    (void)fprintf(out, "%-16s %s\n", "device", place_of_computation(r, device));
    (void)fprintf(out, "%-16s %s\n", "engine", cli_engine_name(engine_of(r)));
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

/* Appends the statistics as a JSON object, whose members do not depend on the engine. */
static void put_statistics_json(text_buffer *out, const answer *a, const problem *p,
                                const session *device)
{
    const clmodp_resultant_report *r = &a->report;

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
    for (int k = 0; k < COUNTS; k++)
        cli_text_printf(out, ", \"%s\": %" PRIu64, counts[k].key, count_of(r, k));
    cli_json_member(out, "height_bound", bound_name(r));
    cli_json_member(out, "crt", *r->crt_name != '\0' ? r->crt_name : NULL);
    cli_text_printf(out, ", \"error_probability\": %.3g}", r->error_probability);
}

/* A coefficient in lowest terms. */
typedef struct coefficient {
    mpz_srcptr numerator;
    mpz_srcptr denominator; /* NULL: 1 */
} coefficient;

/* Returns the coefficient of x^i; a reduced fraction is kept in `scratch`, initialised before. */
static coefficient get_coefficient(const quotient *a, long i, mpq_t scratch)
{
    coefficient c = {clmodp_zx_coeff(a->numerator, (size_t)i), NULL};

    if (mpz_cmp_ui(a->denominator, 1) == 0)
        return c;
    mpz_set(mpq_numref(scratch), c.numerator);
    mpz_set(mpq_denref(scratch), a->denominator);
    mpq_canonicalize(scratch);
    c.numerator = mpq_numref(scratch);
    if (mpz_cmp_ui(mpq_denref(scratch), 1) != 0)
        c.denominator = mpq_denref(scratch);
    return c;
}

/* Appends |c|, with the texts around fractions. */
static void put_magnitude(text_buffer *out, const coefficient *c, const char *const fraction[3])
{
    if (c->denominator == NULL) {
        cli_integer_put_magnitude(out, c->numerator);
        return;
    }
    cli_text_string(out, fraction[0]);
    cli_integer_put_magnitude(out, c->numerator);
    cli_text_string(out, fraction[1]);
    cli_integer_put_magnitude(out, c->denominator);
    cli_text_string(out, fraction[2]);
}

/* Appends |c| variable^i times, without a factor 1; times may be NULL. */
static void put_product(text_buffer *out, const coefficient *c, const dialect *d, long i,
                        const char *times)
{
    const spelling *as = d->as;
    const bool one = c->denominator == NULL && mpz_cmpabs_ui(c->numerator, 1) == 0;
    const char *between = "";

    if ((i == 0 && times == NULL) || !one) {
        put_magnitude(out, c, as->fraction);
        between = as->times;
    }
    if (i > 0) {
        cli_text_string(out, between);
        cli_text_string(out, d->variable[0]);
        between = as->times;
    }
    if (i > 1) {
        cli_text_string(out, as->power[0]);
        cli_text_count(out, (uint64_t)i);
        cli_text_string(out, as->power[1]);
    }
    if (times != NULL) {
        cli_text_string(out, between);
        cli_text_string(out, times);
    }
}

/* Appends the terms of a, highest first, each multiplied by another variable unless it is NULL;
 * first: no terms precede them. Returns whether the sum is still empty. */
static bool put_terms(text_buffer *out, const quotient *a, const dialect *d, const char *times,
                      bool first)
{
    mpq_t scratch;

    mpq_init(scratch);
    for (long i = clmodp_zx_degree(a->numerator); i >= 0; i--) {
        const coefficient c = get_coefficient(a, i, scratch);
        const int sign = mpz_sgn(c.numerator);

        if (sign == 0)
            continue;
        cli_text_string(out, sign > 0 ? first ? "" : d->as->plus : first ? "-" : d->as->minus);
        put_product(out, &c, d, i, times);
        first = false;
    }
    mpq_clear(scratch);
    return first;
}

/* Returns whether some coefficient may not be an integer. */
static bool has_fractions(const answer *a)
{
    for (size_t k = 0; k < a->parts; k++)
        if (mpz_cmp_ui(a->part[k].denominator, 1) != 0)
            return true;
    return false;
}

static void put_result_expressions(text_buffer *out, const answer *a, const problem *p,
                                   output_format format, size_t line)
{
    const bool both = a->parts > 1;
    bool zero;
    dialect d;

    cli_dialect_make(&d, format, p->kept, both ? p->eliminated : NULL, p->modulus,
                     has_fractions(a), line);
    cli_dialect_begin(out, &d);
    cli_dialect_name(out, &d, 'r');
    zero = put_terms(out, &a->part[0], &d, NULL, true);
    cli_text_string(out, zero ? "0" : "");
    cli_dialect_end(out, &d, !both);
    if (!both)
        return;
    cli_dialect_name(out, &d, 's');
    zero = put_terms(out, &a->part[2], &d, d.variable[1], true);
    zero = put_terms(out, &a->part[1], &d, NULL, zero);
    cli_text_string(out, zero ? "0" : "");
    cli_dialect_end(out, &d, true);
}

/* Appends coefficients, constant term first, with zeros; 0 for the zero polynomial. */
static void put_coefficients(text_buffer *out, const quotient *a, const char *separator)
{
    const long degree = clmodp_zx_degree(a->numerator);
    mpq_t scratch;

    mpq_init(scratch);
    for (long i = 0; i == 0 || i <= degree; i++) {
        const coefficient c = get_coefficient(a, i, scratch);

        cli_text_string(out, i > 0 ? separator : "");
        cli_text_string(out, mpz_sgn(c.numerator) < 0 ? "-" : "");
        put_magnitude(out, &c, (const char *const[3]){"", "/", ""});
    }
    mpq_clear(scratch);
}

/* Appends lists of coefficients. In a batch, a list is one line, shared by s_10 and s_11;
 * otherwise each coefficient is a line, with empty lines between lists. */
static void put_result_lists(text_buffer *out, const answer *a, bool batch)
{
    for (size_t k = 0; k < a->parts; k++) {
        if (k > 0)
            cli_text_string(out, !batch ? "\n\n" : k == 1 ? "\n" : " ; ");
        put_coefficients(out, &a->part[k], batch ? " " : "\n");
    }
    cli_text_put(out, "\n", 1);
}

/* Appends the members of a polynomial: its nonzero terms, as pairs of exponent and coefficient. */
static void put_members(text_buffer *out, const quotient *a, const problem *p)
{
    const long degree = clmodp_zx_degree(a->numerator);
    bool first = true;

    cli_text_printf(out, "\"degree\": %ld, \"denominator\": \"", degree);
    cli_integer_put(out, a->denominator);
    cli_text_put(out, "\"", 1);
    if (p->modulus != 0)
        cli_text_printf(out, ", \"modulus\": %" PRIu32, p->modulus);
    cli_text_string(out, ", \"terms\": [");
    for (long i = 0; i <= degree; i++) {
        mpz_srcptr c = clmodp_zx_coeff(a->numerator, (size_t)i);

        if (mpz_sgn(c) == 0)
            continue;
        cli_text_string(out, first ? "[" : ", [");
        cli_text_count(out, (uint64_t)i);
        cli_text_string(out, ", \"");
        cli_integer_put(out, c);
        cli_text_string(out, "\"]");
        first = false;
    }
    cli_text_put(out, "]", 1);
}

static void put_result_json(text_buffer *out, const answer *a, const problem *p,
                            const session *device, const settings *how, size_t line)
{
    cli_json_begin(out);
    if (line > 0)
        cli_text_printf(out, ", \"line\": %zu", line);
    cli_json_member(out, "eliminated", p->eliminated);
    cli_json_member(out, "variable", p->kept);
    cli_text_string(out, ", ");
    put_members(out, &a->part[0], p);
    for (size_t k = 1; k < a->parts; k++) {
        cli_text_string(out, k == 1 ? ", \"subresultant\": [{" : "}, {");
        put_members(out, &a->part[k], p);
    }
    if (a->parts > 1)
        cli_text_string(out, "}]");
    if (how->stats) {
        cli_text_string(out, ", \"stats\": ");
        put_statistics_json(out, a, p, device);
    }
    cli_text_string(out, "}\n");
}

/* Estimates the words of all integers to be told to the text's listener. */
static double count_words(const answer *a, output_format how)
{
    double words = 0;

    for (size_t k = 0; k < a->parts; k++) {
        const quotient *part = &a->part[k];
        const bool fractions = how != FORMAT_JSON && mpz_cmp_ui(part->denominator, 1) != 0;
        const size_t below = fractions ? mpz_size(part->denominator) : 0;

        for (long i = clmodp_zx_degree(part->numerator); i >= 0; i--)
            words += (double)(mpz_size(clmodp_zx_coeff(part->numerator, (size_t)i)) + below);
    }
    return words;
}

void cli_output_result(text_buffer *out, const answer *a, const problem *p, const session *device,
                       const settings *how, size_t line)
{
    switch (how->format) {
    case FORMAT_JSON: put_result_json(out, a, p, device, how, line); break;
    case FORMAT_COEFFS: put_result_lists(out, a, line > 0); break;
    default: put_result_expressions(out, a, p, how->format, line);
    }
}

void cli_output_failure(text_buffer *out, const failure *reason, output_format how, size_t line)
{
    char message[sizeof reason->text + 1024];

    cli_failure_one_line(message, sizeof message, reason);
    if (how != FORMAT_JSON) {
        cli_text_printf(out, "%serror: %s\n", cli_dialect_comment(how), message);
        return;
    }
    cli_json_begin(out);
    cli_text_printf(out, ", \"line\": %zu, \"error\": ", line);
    cli_json_string(out, message);
    cli_text_string(out, "}\n");
}

int cli_print_result(const printer *to, const answer *a, const problem *p, const session *device,
                     const settings *how, size_t line, failure *why)
{
    watched w;
    text_buffer out = {.to = to->answers, .listen = cli_progress_printed, .listener = &w};
    bool whole;

    if (cli_interrupted()) /* after the last progress callback */
        return cli_fail(why, EXIT_FAILED, "interrupted");
    cli_progress_print_begin(&w, line, count_words(a, how->format));
    cli_output_result(&out, a, p, device, how, line);
    whole = cli_text_finish(&out);
    cli_progress_print_end();
    if (!whole)
        return cli_fail(why, EXIT_FAILED, "out of memory while printing the result");
    if (how->stats) {
        (void)fflush(to->answers);
        print_statistics(to->statistics, a, p, device, line);
    }
    return EXIT_OK;
}
