/* Print polynomials as expressions, as JSON objects, or as lists of coefficients. */
#include "cli/output.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "cli/json.h"
#include "cli/statistics.h"

static int print_expression(const answer *a, const problem *p, failure *why)
{
    char *text = NULL;
    clmodp_status st = clmodp_zx_to_text(&text, a->r, p->kept, a->denominator);

    if (st != CLMODP_OK)
        return cli_fail_status(why, st, NULL);
    (void)fputs(text, stdout);
    (void)fputc('\n', stdout);
    free(text);
    return LEAVE_FINE;
}

/* Print c / denominator in lowest terms. */
static void print_quotient(mpz_srcptr c, mpz_srcptr denominator)
{
    mpq_t quotient;

    mpq_init(quotient);
    mpz_set(mpq_numref(quotient), c);
    mpz_set(mpq_denref(quotient), denominator);
    mpq_canonicalize(quotient);
    (void)mpq_out_str(stdout, 10, quotient);
    mpq_clear(quotient);
}

/* Constant term first, zeros included; the zero polynomial is the one coefficient 0. */
static void print_coefficients(const answer *a, char separator)
{
    const long degree = clmodp_zx_degree(a->r);
    mpz_t c;

    mpz_init(c);
    for (long i = 0; i == 0 || i <= degree; i++) {
        if (i > 0)
            (void)fputc(separator, stdout);
        clmodp_zx_get_coeff(c, a->r, (size_t)i);
        if (mpz_cmp_ui(a->denominator, 1) == 0)
            (void)mpz_out_str(stdout, 10, c);
        else
            print_quotient(c, a->denominator);
    }
    mpz_clear(c);
    (void)fputc('\n', stdout);
}

static void print_json(const answer *a, const problem *p, const session *device,
                       const settings *how, size_t line)
{
    const long degree = clmodp_zx_degree(a->r);
    mpz_t c;

    (void)fputc('{', stdout);
    if (line > 0)
        (void)printf("\"line\": %zu, ", line);
    (void)fputs("\"eliminated\": ", stdout);
    cli_json_string(stdout, p->eliminated);
    (void)fputs(", \"variable\": ", stdout);
    cli_json_string(stdout, p->kept);
    (void)printf(", \"degree\": %ld, \"denominator\": \"", degree);
    (void)mpz_out_str(stdout, 10, a->denominator);
    (void)fputc('"', stdout);
    if (p->modulus != 0)
        (void)printf(", \"modulus\": %" PRIu32, p->modulus);
    (void)fputs(", \"coefficients\": [", stdout);
    mpz_init(c);
    for (long i = 0; i <= degree; i++) {
        clmodp_zx_get_coeff(c, a->r, (size_t)i);
        (void)fputs(i > 0 ? ", \"" : "\"", stdout);
        (void)mpz_out_str(stdout, 10, c);
        (void)fputc('"', stdout);
    }
    mpz_clear(c);
    (void)fputc(']', stdout);
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
    case FORMAT_COEFFS: print_coefficients(a, line > 0 ? ' ' : '\n'); return LEAVE_FINE;
    default: return print_expression(a, p, why);
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
