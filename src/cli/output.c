/* Print polynomials as expressions, as JSON objects, or as lists of coefficients. */
#include "cli/output.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "cli/json.h"
#include "cli/statistics.h"

/* Print a sum of terms with each of them times the variable. */
static void print_times(const char *sum, const char *variable)
{
    while (*sum != '\0') {
        const int length = (int)strcspn(sum, " ");
        const bool negative = sum[0] == '-' && length > 1;
        const bool one = length == (negative ? 2 : 1) && sum[length - 1] == '1';

        if (one)
            (void)printf("%s%s", negative ? "-" : "", variable);
        else if (length == 1 && (*sum == '+' || *sum == '-'))
            (void)putchar(*sum);
        else
            (void)printf("%.*s*%s", length, sum, variable);
        sum += length;
        for (; *sum == ' '; sum++)
            (void)putchar(' ');
    }
}

/* Print s_11 * y + s_10 from the texts of both. */
static void print_subresultant(const char *s11, const char *s10, const char *eliminated)
{
    const bool linear = strcmp(s11, "0") != 0;

    if (linear)
        print_times(s11, eliminated);
    if (!linear)
        (void)fputs(s10, stdout);
    else if (strcmp(s10, "0") != 0)
        (void)printf(" %c %s", *s10 == '-' ? '-' : '+', *s10 == '-' ? s10 + 1 : s10);
    (void)fputc('\n', stdout);
}

static int print_expressions(const answer *a, const problem *p, failure *why)
{
    char *text[ANSWER_MOST_PARTS] = {NULL};
    clmodp_status st = CLMODP_OK;

    for (size_t k = 0; k < a->parts && st == CLMODP_OK; k++)
        st = clmodp_zx_to_text(&text[k], a->part[k].numerator, p->kept, a->part[k].denominator);
    if (st == CLMODP_OK)
        (void)printf("%s\n", text[0]);
    if (st == CLMODP_OK && a->parts > 1)
        print_subresultant(text[2], text[1], p->eliminated);
    for (size_t k = 0; k < a->parts; k++)
        free(text[k]);
    return st == CLMODP_OK ? LEAVE_FINE : cli_fail_status(why, st, NULL);
}

/* Print c / denominator in lowest terms. */
static void print_quotient(mpz_srcptr c, mpz_srcptr denominator)
{
    mpq_t value;

    mpq_init(value);
    mpz_set(mpq_numref(value), c);
    mpz_set(mpq_denref(value), denominator);
    mpq_canonicalize(value);
    (void)mpq_out_str(stdout, 10, value);
    mpq_clear(value);
}

/* Constant term first, zeros included; the zero polynomial is the one coefficient 0. */
static void print_coefficients(const quotient *a, const char *separator)
{
    const long degree = clmodp_zx_degree(a->numerator);
    mpz_t c;

    mpz_init(c);
    for (long i = 0; i == 0 || i <= degree; i++) {
        if (i > 0)
            (void)fputs(separator, stdout);
        clmodp_zx_get_coeff(c, a->numerator, (size_t)i);
        if (mpz_cmp_ui(a->denominator, 1) == 0)
            (void)mpz_out_str(stdout, 10, c);
        else
            print_quotient(c, a->denominator);
    }
    mpz_clear(c);
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

/* The members of a polynomial. */
static void print_members(const quotient *a, const problem *p)
{
    const long degree = clmodp_zx_degree(a->numerator);
    mpz_t c;

    (void)printf("\"degree\": %ld, \"denominator\": \"", degree);
    (void)mpz_out_str(stdout, 10, a->denominator);
    (void)fputc('"', stdout);
    if (p->modulus != 0)
        (void)printf(", \"modulus\": %" PRIu32, p->modulus);
    (void)fputs(", \"coefficients\": [", stdout);
    mpz_init(c);
    for (long i = 0; i <= degree; i++) {
        clmodp_zx_get_coeff(c, a->numerator, (size_t)i);
        (void)fputs(i > 0 ? ", \"" : "\"", stdout);
        (void)mpz_out_str(stdout, 10, c);
        (void)fputc('"', stdout);
    }
    mpz_clear(c);
    (void)fputc(']', stdout);
}

static void print_json(const answer *a, const problem *p, const session *device,
                       const settings *how, size_t line)
{
    (void)fputc('{', stdout);
    if (line > 0)
        (void)printf("\"line\": %zu, ", line);
    (void)fputs("\"eliminated\": ", stdout);
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

int cli_output_answer(const answer *a, const problem *p, const session *device,
                      const settings *how, size_t line, failure *why)
{
    switch (how->format) {
    case FORMAT_JSON: print_json(a, p, device, how, line); return LEAVE_FINE;
    case FORMAT_COEFFS: print_lists(a, line > 0); return LEAVE_FINE;
    default: return print_expressions(a, p, why);
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
    (void)printf("{\"line\": %zu, \"error\": ", line);
    cli_json_string(stdout, text);
    (void)fputs("}\n", stdout);
}

int cli_output_flush(failure *why)
{
    errno = 0;
    if (fflush(stdout) == 0 && !ferror(stdout))
        return LEAVE_FINE;
    return cli_fail(why, LEAVE_FAILED, "cannot write to standard output%s%s",
                    errno != 0 ? ": " : "", errno != 0 ? strerror(errno) : "");
}
