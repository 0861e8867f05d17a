/* Reads polynomials in one variable, calls the library, and prints the results. */
#include "cli/commands/poly_problem.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "cli/environment.h"
#include "cli/formats/dialect.h"
#include "cli/formats/import_reader.h"
#include "cli/text.h"
#include "cli/progress.h"

#define TWO {"A", "B"}
#define POLYNOMIALS {POLY_POLYNOMIAL, POLY_POLYNOMIAL, POLY_POLYNOMIAL}

static const poly_operation mul = {
    .name = "mul", .operands = 2, .operand = TWO, .kind = POLYNOMIALS,
    .results = 1, .result = {"product"}};
static const poly_operation divrem = {
    .name = "divrem", .operands = 2, .operand = TWO, .kind = POLYNOMIALS,
    .results = 2, .result = {"quotient", "remainder"}};
static const poly_operation gcd = {
    .name = "gcd", .operands = 2, .operand = TWO, .kind = POLYNOMIALS,
    .results = 1, .result = {"gcd"}};
static const poly_operation xgcd = {
    .name = "xgcd", .operands = 2, .operand = TWO, .kind = POLYNOMIALS,
    .results = 3, .result = {"gcd", "u", "v"}};
static const poly_operation resultant = {
    .name = "resultant", .operands = 2, .operand = TWO, .kind = POLYNOMIALS,
    .result = {"resultant"}, .scalar = true};
static const poly_operation eval = {
    .name = "eval", .operands = 2, .operand = {"A", "C"},
    .kind = {POLY_POLYNOMIAL, POLY_VALUE}, .result = {"value"}, .scalar = true};
static const poly_operation powmod = {
    .name = "powmod", .operands = 3, .operand = {"A", "E", "M"},
    .kind = {POLY_POLYNOMIAL, POLY_NUMBER, POLY_POLYNOMIAL}, .results = 1,
    .result = {"power"}};
static const poly_operation ratrecon = {
    .name = "ratrecon", .operands = 3, .operand = {"A", "M", "K"},
    .kind = {POLY_POLYNOMIAL, POLY_POLYNOMIAL, POLY_NUMBER}, .results = 3,
    .result = {"r", "t", "gcd"}};

const poly_operation *const cli_poly_operations[] = {
    &mul, &divrem, &gcd, &xgcd, &resultant, &eval, &powmod, &ratrecon, NULL};

/* Finds the variable of all operands in the first that has one. Reading an operand with another
 * variable is an error with a position. */
static int find_poly_variable(poly_problem *p, const source *sources, failure *why)
{
    char names[2][CLMODP_NAME_SIZE] = {"x"};
    clmodp_text_error error = {0};
    size_t count = 0;

    for (size_t k = 0; k < p->operation->operands && count == 0; k++) {
        const clmodp_status st = clmodp_text_variables(names, &count, sources[k].text,
                                                       sources[k].length, &error);

        CHECK(cli_check_text(why, st, &sources[k], &error));
    }
    (void)strcpy(p->variable, names[0]);
    return EXIT_OK;
}

static bool between_numbers(char c)
{
    return c == ',' || isspace((unsigned char)c);
}

/* Reads the integer at *at modulo the prime, and moves past it. */
static bool read_integer(uint64_t *out, const source *where, size_t *at, uint64_t p)
{
    __extension__ typedef unsigned __int128 u128;
    const bool negative = *at < where->length && where->text[*at] == '-';
    size_t k = *at + (negative ? 1 : 0);
    const size_t first = k;
    uint64_t value = 0;

    for (; k < where->length && isdigit((unsigned char)where->text[k]); k++)
        value = (uint64_t)(((u128)10 * value + (u128)(where->text[k] - '0')) % p);
    *out = negative && value > 0 ? p - value : value;
    *at = k;
    return k > first;
}

/* Reads coefficients, constant term first, separated by white space or single commas. */
static int read_coefficient_list(clmodp_fpx *f, const source *where, failure *why)
{
    const uint64_t p = clmodp_fpx_modulus(f);
    uint64_t *words = NULL;
    size_t count = 0, room = 0, at = 0;
    clmodp_status st = CLMODP_OK;
    int code = EXIT_OK;

    for (;;) {
        bool comma = count == 0; /* before another comma a number is missing */

        for (; at < where->length && between_numbers(where->text[at]); at++) {
            if (comma && where->text[at] == ',')
                break;
            comma |= where->text[at] == ',';
        }
        if (at == where->length)
            break;
        if (count == room) {
            uint64_t *larger = realloc(words, (room = 2 * room + 16) * sizeof *words);

            if (larger == NULL) {
                code = cli_fail_memory(why);
                break;
            }
            words = larger;
        }
        if (!read_integer(&words[count++], where, &at, p) ||
            (at < where->length && !between_numbers(where->text[at]))) {
            code = cli_import_fail(why, where, at, "expected an integer");
            break;
        }
    }
    if (code == EXIT_OK && count == 0)
        code = cli_import_fail(why, where, at, "expected a list of coefficients");
    if (code == EXIT_OK)
        st = clmodp_fpx_upload_u64(f, words, count);
    free(words);
    return code != EXIT_OK ? code : cli_check_status(why, st, NULL);
}

static int read_poly_expression(clmodp_fpx *f, const poly_problem *p, clmodp_context *context,
                                const source *where, failure *why)
{
    clmodp_text_error error = {0};
    const clmodp_status st =
        clmodp_fpx_from_text(f, where->text, where->length, p->variable, &error);

    if ((st == CLMODP_PARSE || st == CLMODP_LIMIT) && error.message[0] != '\0')
        return cli_fail_at(why, where, error.line, error.column, "%s", error.message);
    if (st == CLMODP_DOMAIN)
        return cli_fail(why, EXIT_USAGE, "%s", clmodp_context_message(context));
    return cli_check_status(why, st, clmodp_context_message(context));
}

/* Reads an integer from 0 on: an expression without variables. */
static int read_number(mpz_t out, const poly_operation *operation,
                       const source *where, failure *why)
{
    clmodp_text_error error = {0};
    clmodp_zx *value;
    mpz_t denominator;
    clmodp_status st = clmodp_zx_create(&value);
    int code = EXIT_OK;

    mpz_init(denominator);
    if (st == CLMODP_OK)
        st = clmodp_zx_from_text(value, denominator, where->text, where->length, NULL, NULL,
                                 &error);
    if (st == CLMODP_OK && mpz_cmp_ui(denominator, 1) == 0)
        clmodp_zx_get_coeff(out, value, 0);
    else if (st == CLMODP_OK)
        mpz_set_si(out, -1);
    if (st != CLMODP_OK)
        code = cli_check_text(why, st, where, &error);
    else if (mpz_sgn(out) < 0)
        code = cli_fail_at(why, where, 1, 1,
                           "expected %s: an integer from 0 on, such as 1024 or 2^10",
                           operation == &powmod ? "an exponent" : "a bound on degrees");
    mpz_clear(denominator);
    clmodp_zx_destroy(value);
    return code;
}

static int take_value(poly_problem *p, size_t k, const source *where, failure *why)
{
    if (clmodp_fpx_count(p->operand[k]) > 1)
        return cli_fail_at(why, where, 1, 1, "expected a constant, not a polynomial in %s",
                           p->variable);
    p->value = 0;
    if (clmodp_fpx_count(p->operand[k]) == 1 &&
        clmodp_fpx_download_u64(p->operand[k], &p->value, 0, 1) != CLMODP_OK)
        return cli_fail(why, EXIT_FAILED, "the value could not be read");
    return EXIT_OK;
}

/* Creates missing polynomials. */
static int begin_poly_problem(poly_problem *p, clmodp_context *context, uint64_t modulus,
                              failure *why)
{
    clmodp_status st = CLMODP_OK;

    if (!p->ready)
        mpz_init(p->number);
    p->ready = true;
    for (size_t k = 0; k < POLY_MOST_OPERANDS && st == CLMODP_OK; k++)
        if (p->operand[k] == NULL)
            st = clmodp_fpx_create(context, &p->operand[k], modulus);
    for (size_t k = 0; k < POLY_MOST_RESULTS && st == CLMODP_OK; k++)
        if (p->result[k] == NULL)
            st = clmodp_fpx_create(context, &p->result[k], modulus);
    return cli_check_status(why, st, clmodp_context_message(context));
}

int cli_poly_read(poly_problem *p, clmodp_context *context, const source *sources,
                  const settings *how, failure *why)
{
    const double began = cli_clock();
    const bool lists = how->format == FORMAT_COEFFS;

    CHECK(begin_poly_problem(p, context, how->modulus, why));
    if (!lists) {
        CHECK(find_poly_variable(p, sources, why));
        CHECK(cli_reserved_check(how->format, p->variable, why));
    }
    for (size_t k = 0; k < p->operation->operands; k++) {
        const poly_kind kind = p->operation->kind[k];

        if (kind == POLY_NUMBER)
            CHECK(read_number(p->number, p->operation, &sources[k], why));
        else if (lists)
            CHECK(read_coefficient_list(p->operand[k], &sources[k], why));
        else
            CHECK(read_poly_expression(p->operand[k], p, context, &sources[k], why));
        if (kind == POLY_VALUE)
            CHECK(take_value(p, k, &sources[k], why));
    }
    p->seconds = cli_clock() - began;
    return EXIT_OK;
}

static clmodp_status run_operation(poly_problem *p, const clmodp_fpx_options *options)
{
    clmodp_fpx *const *of = p->operand, *const *to = p->result;

    if (p->operation == &mul)
        return clmodp_fpx_mul(to[0], &p->report, of[0], of[1], options);
    if (p->operation == &divrem)
        return clmodp_fpx_divrem(to[0], to[1], &p->report, of[0], of[1], options);
    if (p->operation == &gcd)
        return clmodp_fpx_gcd(to[0], &p->report, of[0], of[1], options);
    if (p->operation == &xgcd)
        return clmodp_fpx_xgcd(to[0], to[1], to[2], &p->report, of[0], of[1], options);
    if (p->operation == &resultant)
        return clmodp_fpx_resultant(&p->scalar, &p->report, of[0], of[1], options);
    if (p->operation == &powmod)
        return clmodp_fpx_powmod(to[0], &p->report, of[0], p->number, of[2], options);
    if (p->operation == &ratrecon)
        return clmodp_fpx_ratrecon(to[0], to[1], to[2], &p->report, of[0], of[1],
                                   mpz_fits_ulong_p(p->number) ? mpz_get_ui(p->number) : SIZE_MAX,
                                   options);
    return clmodp_fpx_evaluate(&p->scalar, of[0], p->value);
}

int cli_poly_compute(poly_problem *p, const session *device, const settings *how, size_t line,
                     failure *why)
{
    clmodp_fpx_options options;
    clmodp_status st;
    watched w;

    /* for operations without options */
    clmodp_fpx_report_init(&p->report);
    clmodp_fpx_options_init(&options);
    options.algorithm = (clmodp_fpx_algorithm)how->algorithm;
    options.s = how->s;
    options.max_memory = how->max_memory;
    cli_progress_begin(&w, device->context, line);
    st = run_operation(p, &options);
    cli_progress_end(&w);
    if (cli_session_check(device, st, why) == EXIT_OK)
        return EXIT_OK;
    if ((st == CLMODP_DOMAIN || st == CLMODP_INVALID || st == CLMODP_UNSUPPORTED) &&
        !cli_interrupted() && device->refused.code == EXIT_OK)
        why->code = EXIT_USAGE;
    return why->code;
}

void cli_poly_clear(poly_problem *p)
{
    for (size_t k = 0; k < POLY_MOST_OPERANDS; k++)
        clmodp_fpx_destroy(p->operand[k]);
    for (size_t k = 0; k < POLY_MOST_RESULTS; k++)
        clmodp_fpx_destroy(p->result[k]);
    if (p->ready)
        mpz_clear(p->number);
    *p = (poly_problem){0};
}

/* Number of coefficients on the host at a time. */
#define WINDOW ((size_t)1 << 16)

/* The coefficients of one polynomial, some of them on the host. */
typedef struct coefficients {
    const clmodp_fpx *f;
    size_t count;
    uint64_t *c;          /* coefficients of x^first and so on */
    size_t first, length; /* length 0: none yet */
    clmodp_status status; /* status of reading them */
} coefficients;

static int open_coefficients(coefficients *out, const clmodp_fpx *f, failure *why)
{
    *out = (coefficients){.f = f, .count = clmodp_fpx_count(f)};
    out->c = calloc(out->count < WINDOW ? out->count + 1 : WINDOW, sizeof *out->c);
    return out->c != NULL ? EXIT_OK : cli_fail_memory(why);
}

/* Returns the coefficient of x^i, i < count; 0 if it cannot be read. */
static uint64_t get_coefficient(coefficients *a, size_t i)
{
    if (a->status == CLMODP_OK && (a->length == 0 || i - a->first >= a->length)) {
        a->first = i - i % WINDOW;
        a->length = a->count - a->first < WINDOW ? a->count - a->first : WINDOW;
        a->status = clmodp_fpx_download_u64(a->f, a->c, a->first, a->length);
    }
    return a->status == CLMODP_OK ? a->c[i - a->first] : 0;
}

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
        const uint64_t c = get_coefficient(a, i);

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

    cli_text_printf(out, ", \"%s\": {\"degree\": %zd, \"terms\": [", name, (ssize_t)a->count - 1);
    for (size_t i = 0; i < a->count && is_worth_printing(out, a); i++) {
        const uint64_t c = get_coefficient(a, i);

        if (c == 0)
            continue;
        cli_text_printf(out, "%s[%zu, \"%" PRIu64 "\"]", between, i, c);
        between = ", ";
    }
    cli_text_string(out, "]}");
}

/* Returns the name of the computing host or device, without opening one. */
static const char *place_of_operation(const poly_problem *p, const session *device)
{
    return p->report.algorithm == CLMODP_FPX_HOST
               ? "host" : clmodp_context_device(device->context)->name;
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
    cli_text_printf(out, ", \"operation\": \"%s\", \"modulus\": %" PRIu64, p->operation->name,
                    how->modulus);
    cli_json_member(out, "variable", how->format == FORMAT_COEFFS ? NULL : p->variable);
}

/* Appends result k; in this program's formats, results are separated in the line of a batch. */
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
        cli_text_printf(out, ", \"%s\": \"%" PRIu64 "\"", name, p->scalar);
        return;
    }
    cli_dialect_name(out, d, name[0]);
    cli_text_count(out, p->scalar);
    if (cli_dialect_is_foreign(format))
        cli_dialect_end(out, d, true);
}

/* Appends the results in order. */
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
            code = cli_check_status(why, a.status, NULL);
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
    text_buffer out = {.to = stdout, .listen = cli_progress_printed, .listener = &w};
    double count = 0;
    int code;

    if (cli_interrupted()) /* after the last progress callback */
        return cli_fail(why, EXIT_FAILED, "interrupted");
    for (size_t k = 0; k < p->operation->results; k++)
        count += (double)clmodp_fpx_count(p->result[k]);
    cli_progress_print_begin(&w, line, count);
    if (json)
        begin_object(&out, p, how, line);
    cli_dialect_make(&d, how->format, (const char *const[]){p->variable}, 1, how->modulus, false,
                     line);
    cli_dialect_begin(&out, &d);
    code = put_results(&out, p, how, &d, why);
    if (p->operation->scalar)
        put_scalar(&out, p, how->format, &d);
    if (json && how->stats)
        put_poly_statistics(&out, p, device);
    if (!cli_dialect_is_foreign(how->format))
        cli_text_string(&out, json ? "}\n" : "\n");
    if (!cli_text_finish(&out) && code == EXIT_OK)
        code = cli_fail(why, EXIT_FAILED, "out of memory while printing the result");
    cli_progress_print_end();
    if (how->stats && code == EXIT_OK)
        print_poly_statistics(p, device, line);
    return code;
}
