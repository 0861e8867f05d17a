/* Print polynomials as expressions, as JSON objects, or as lists of coefficients. */
#include "cli/output.h"

#include <errno.h>
#include <inttypes.h>
#include <string.h>

#include "cli/json.h"
#include "cli/statistics.h"

/* value := the coefficient of x^i, in lowest terms; an initialised number. */
static void get_coefficient(mpq_t value, const quotient *a, size_t i)
{
    clmodp_zx_get_coeff(mpq_numref(value), a->numerator, i);
    mpz_set(mpq_denref(value), a->denominator);
    if (mpz_cmp_ui(a->denominator, 1) != 0)
        mpq_canonicalize(value);
}

/* Formatting costs more than reading and solving a small problem does. */
static void print_number(long n)
{
    char digits[24];
    size_t at = sizeof digits - 1;

    digits[at] = '\0';
    do
        digits[--at] = (char)('0' + n % 10);
    while ((n /= 10) > 0);
    (void)fputs(digits + at, stdout);
}

/* Print c variable^i times, a factor 1 left out; times may be NULL. */
static void print_product(mpq_srcptr c, const char *variable, long i, const char *times)
{
    const char *between = "";

    if ((i == 0 && times == NULL) || mpq_cmp_ui(c, 1, 1) != 0) {
        (void)mpq_out_str(stdout, 10, c);
        between = "*";
    }
    if (i > 0) {
        (void)fputs(between, stdout);
        (void)fputs(variable, stdout);
        between = "*";
    }
    if (i > 1) {
        (void)fputc('^', stdout);
        print_number(i);
    }
    if (times != NULL) {
        (void)fputs(between, stdout);
        (void)fputs(times, stdout);
    }
}

/* Print the terms of a, highest first, each of them times another variable unless that is NULL;
 * first: no terms stand before them. Returns whether there are still none. */
static bool print_terms(const quotient *a, const char *variable, const char *times, bool first)
{
    mpq_t c;

    mpq_init(c);
    for (long i = clmodp_zx_degree(a->numerator); i >= 0; i--) {
        get_coefficient(c, a, (size_t)i);
        if (mpq_sgn(c) == 0)
            continue;
        (void)fputs(mpq_sgn(c) > 0 ? first ? "" : " + " : first ? "-" : " - ", stdout);
        mpq_abs(c, c);
        print_product(c, variable, i, times);
        first = false;
    }
    mpq_clear(c);
    return first;
}

static void print_expressions(const answer *a, const problem *p)
{
    bool zero = print_terms(&a->part[0], p->kept, NULL, true);

    (void)fputs(zero ? "0\n" : "\n", stdout);
    if (a->parts == 1)
        return;
    zero = print_terms(&a->part[2], p->kept, p->eliminated, true);
    zero = print_terms(&a->part[1], p->kept, NULL, zero);
    (void)fputs(zero ? "0\n" : "\n", stdout);
}

/* Constant term first, zeros included; the zero polynomial is the one coefficient 0. */
static void print_coefficients(const quotient *a, const char *separator)
{
    const long degree = clmodp_zx_degree(a->numerator);
    mpq_t c;

    mpq_init(c);
    for (long i = 0; i == 0 || i <= degree; i++) {
        if (i > 0)
            (void)fputs(separator, stdout);
        get_coefficient(c, a, (size_t)i);
        (void)mpq_out_str(stdout, 10, c);
    }
    mpq_clear(c);
}

/* One list a line, s_10 and s_11 on the same, in a batch; else one number a line, and lists apart
 * by empty lines. */
static void print_lists(const answer *a, bool batch)
{
    for (size_t k = 0; k < a->parts; k++) {
        if (k > 0)
            (void)fputs(!batch ? "\n\n" : k == 1 ? "\n" : " ; ", stdout);
        print_coefficients(&a->part[k], batch ? " " : "\n");
    }
    (void)fputc('\n', stdout);
}

/* The members of a polynomial: terms that are not 0, as pairs of exponent and coefficient. */
static void print_members(const quotient *a, const problem *p)
{
    const long degree = clmodp_zx_degree(a->numerator);
    bool first = true;

    (void)printf("\"degree\": %ld, \"denominator\": \"", degree);
    (void)mpz_out_str(stdout, 10, a->denominator);
    (void)fputc('"', stdout);
    if (p->modulus != 0)
        (void)printf(", \"modulus\": %" PRIu32, p->modulus);
    (void)fputs(", \"terms\": [", stdout);
    for (long i = 0; i <= degree; i++) {
        mpz_srcptr c = clmodp_zx_coeff(a->numerator, (size_t)i);

        if (mpz_sgn(c) == 0)
            continue;
        (void)fputs(first ? "[" : ", [", stdout);
        print_number(i);
        (void)fputs(", \"", stdout);
        (void)mpz_out_str(stdout, 10, c);
        (void)fputs("\"]", stdout);
        first = false;
    }
    (void)fputc(']', stdout);
}

static void print_json(const answer *a, const problem *p, const session *device,
                       const settings *how, size_t line)
{
    cli_json_begin(stdout);
    if (line > 0)
        (void)printf(", \"line\": %zu", line);
    (void)fputs(", \"eliminated\": ", stdout);
    cli_json_string(stdout, p->eliminated);
    (void)fputs(", \"variable\": ", stdout);
    cli_json_string(stdout, p->kept);
    (void)fputs(", ", stdout);
    print_members(&a->part[0], p);
    for (size_t k = 1; k < a->parts; k++) {
        (void)fputs(k == 1 ? ", \"subresultant\": [{" : "}, {", stdout);
        print_members(&a->part[k], p);
    }
    if (a->parts > 1)
        (void)fputs("}]", stdout);
    if (how->stats) {
        (void)fputs(", \"stats\": ", stdout);
        cli_statistics_json(stdout, a, p, device);
    }
    (void)fputs("}\n", stdout);
}

void cli_output_answer(const answer *a, const problem *p, const session *device,
                       const settings *how, size_t line)
{
    switch (how->format) {
    case FORMAT_JSON: print_json(a, p, device, how, line); break;
    case FORMAT_COEFFS: print_lists(a, line > 0); break;
    default: print_expressions(a, p);
    }
}

void cli_output_failure(const failure *reason, output_format how, size_t line)
{
    char text[sizeof reason->text + 1024];

    cli_failure_one_line(text, sizeof text, reason);
    if (how != FORMAT_JSON) {
        (void)printf("error: %s\n", text);
        return;
    }
    cli_json_begin(stdout);
    (void)printf(", \"line\": %zu, \"error\": ", line);
    cli_json_string(stdout, text);
    (void)fputs("}\n", stdout);
}

/* Write out stdout's buffer. False if that or an earlier write failed, with errno, or 0 if the
 * reason is lost. An earlier failure left no reason, and glibc 2.41 drops what it could not write;
 * so one more character is written to fail again. */
static bool flush_stdout(void)
{
    const bool failed_before = ferror(stdout) != 0;

    errno = 0;
    if (fflush(stdout) != 0)
        return false;
    if (failed_before && fputc('\n', stdout) != EOF && fflush(stdout) == 0)
        errno = 0;
    return !failed_before;
}

int cli_output_flush(failure *why)
{
    if (!flush_stdout())
        return cli_fail(why, LEAVE_FAILED, "cannot write to standard output%s%s",
                        errno != 0 ? ": " : "", errno != 0 ? strerror(errno) : "");
    if (ferror(stderr))
        return cli_fail(why, LEAVE_FAILED, "cannot write to standard error");
    return LEAVE_FINE;
}
