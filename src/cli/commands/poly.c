/* clmodp poly: arithmetic on polynomials in one variable over F_p, one operation or a batch. */
#include <stdlib.h>
#include <string.h>

#include "cli/batch/batch.h"
#include "cli/batch/lines.h"
#include "cli/commands/poly_problem.h"
#include "cli/output_file.h"
#include "cli/formats/output.h"
#include "cli/operands.h"
#include "cli/problem.h"
#include "cli/settings.h"
#include "cli/text.h"
#include "cli/progress.h"

typedef struct poly_lines {
    const settings *how;
    lines in;
    size_t total, failed;
    session device;
    poly_problem problem;
} poly_lines;

/* Processes one line. Returns EXIT_OK if the batch can continue. */
static int run_poly_line(poly_lines *b, const char *line, size_t length, failure *why)
{
    source parts[POLY_MOST_OPERANDS] = {{0}};
    int code = cli_lines_split(parts, b->problem.operation->operands, line, length, b->in.number,
                               "operand", why);

    b->total++;
    if (code == EXIT_OK)
        code = cli_poly_read(&b->problem, b->device.context, parts, b->how, why);
    if (code == EXIT_OK)
        code = cli_poly_compute(&b->problem, &b->device, b->how, b->in.number, why);
    if (code == EXIT_OK)
        return cli_poly_print(&b->problem, &b->device, b->how, b->in.number, why);
    if (b->device.refused.code != EXIT_OK || cli_interrupted()) {
        why->where = NULL;
        return code;
    }
    b->failed++;
    return cli_print_failed_line(stdout, &parts[0], b->how->format, why);
}

/* Processes all lines. Flushes the output before waiting for input. */
static int run_poly_lines(poly_lines *b, failure *why)
{
    int code = EXIT_OK;
    bool wait = false;

    while (code == EXIT_OK && !cli_interrupted()) {
        const char *line;
        size_t length;
        const lines_state state = cli_lines_next(&b->in, wait, &line, &length);

        wait = state == LINES_LATER;
        if (state == LINES_END)
            break;
        if (state == LINES_FAILED)
            code = cli_lines_fail(&b->in, why);
        if (state == LINES_LATER)
            code = cli_output_flush(why);
        if (state == LINES_ONE && cli_lines_counts(line, length))
            code = run_poly_line(b, line, length, why);
    }
    return code == EXIT_OK ? cli_batch_close(why) : code;
}

/* Computes the result of each line of how->batch, with operands separated by `;`, in order. Failed
 * lines do not stop the others. */
static int run_poly_batch(const poly_operation *operation, const settings *how, failure *why)
{
    poly_lines b = {.how = how, .problem = {.operation = operation}};
    int code;

    CHECK(cli_lines_open(&b.in, how->batch, why));
    CHECK_DONE(cli_session_open_tested(&b.device, how, why));
    CHECK_DONE(run_poly_lines(&b, why));
done:
    cli_lines_close(&b.in);
    cli_poly_clear(&b.problem);
    cli_session_close(&b.device);
    return cli_batch_end(code, b.total, b.failed, why);
}

static const poly_operation *find_operation(const char *name)
{
    const poly_operation *const *o = cli_poly_operations;

    while (*o != NULL && strcmp((*o)->name, name) != 0)
        o++;
    return *o;
}

/* Returns whether all operands are polynomials, so that one file may contain them. */
static bool all_polynomials(const poly_operation *operation)
{
    size_t k = 0;

    while (k < operation->operands && operation->kind[k] == POLY_POLYNOMIAL)
        k++;
    return k == operation->operands;
}

/* Returns the settings to read operand k: only polynomials can be in another system's syntax. */
static settings settings_of_operand(const poly_operation *operation, const settings *how, size_t k)
{
    settings own = *how;

    if (operation->kind[k] != POLY_POLYNOMIAL || how->format == FORMAT_COEFFS)
        own.system = FOREIGN_EXPR;
    return own;
}

/* Opens the operands and distributes their polynomials, one to each source. */
static int open_sources(source *sources, operand *operands, const poly_operation *operation,
                        const settings *how, failure *why)
{
    const size_t count = how->operand_count - 1;
    const source *part[POLY_MOST_OPERANDS];

    for (size_t k = 0; k < count; k++) {
        const settings own = settings_of_operand(operation, how, k);

        CHECK(cli_operand_open(&operands[k], how->operands[1 + k], operation->operand[k], &own,
                               why));
    }
    CHECK(cli_operands_gather(part, operands, count, operation->operands, operation->operands,
                              why));
    for (size_t k = 0; k < operation->operands; k++)
        sources[k] = *part[k];
    return EXIT_OK;
}

static int run_single_operation(const poly_operation *operation, const settings *how, failure *why)
{
    operand *operands = calloc(POLY_MOST_OPERANDS, sizeof *operands);
    source sources[POLY_MOST_OPERANDS] = {{0}};
    poly_problem p = {.operation = operation};
    session device = {0};
    int code = operands == NULL ? cli_fail_memory(why)
                                : open_sources(sources, operands, operation, how, why);

    CHECK_DONE(code);
    CHECK_DONE(cli_session_open_tested(&device, how, why));
    CHECK_DONE(cli_poly_read(&p, device.context, sources, how, why));
    CHECK_DONE(cli_poly_compute(&p, &device, how, 0, why));
    CHECK_DONE(cli_poly_print(&p, &device, how, 0, why));
    CHECK_DONE(cli_output_finish(why));
done:
    cli_poly_clear(&p);
    cli_session_close(&device);
    return cli_operands_end(operands, POLY_MOST_OPERANDS, how, code, why);
}

/* Checks the number of operands, at most one of them standard input. */
static int check_poly_operands(const poly_operation *operation, const settings *s, failure *why)
{
    const bool together = all_polynomials(operation) && s->format != FORMAT_COEFFS &&
                          cli_operands_may_hold_more(s, 1);
    size_t standard = 0;

    if (s->batch != NULL && s->operand_count > 1)
        return cli_fail_usage(why, "--batch reads all operands from its file: omit the operand %s",
                               s->operands[1]);
    if (s->batch != NULL && s->system != FOREIGN_AUTO)
        return cli_fail_usage(why, "--from is for files with polynomials, not for batches");
    if (s->format == FORMAT_COEFFS && s->system > FOREIGN_EXPR)
        return cli_fail_usage(why, "--from is for files with polynomials, not for lists of "
                                     "coefficients (--format coeffs)");
    if (s->batch == NULL && s->operand_count != 1 + operation->operands && !together)
        return cli_fail_usage(why, "%s expects %zu operands, got %zu", operation->name,
                               operation->operands, s->operand_count - 1);
    for (size_t k = 1; k < s->operand_count; k++)
        standard += strcmp(s->operands[k], "-") == 0;
    if (standard > 1)
        return cli_fail_usage(why, "only one operand can come from standard input");
    return EXIT_OK;
}

static int check_poly_arguments(const poly_operation *operation, const settings *s, failure *why)
{
    if (s->modulus == 0)
        return cli_fail_usage(why, "--modulus is needed: a prime below 2^62");
    CHECK(cli_settings_check_prime(s, why));
    if (s->batch != NULL && s->format == FORMAT_MSOLVE)
        return cli_fail_usage(why, "--format msolve is for one result: omit --batch");
    if (s->s != 0 && (s->algorithm == CLMODP_FPX_HOST || s->algorithm == CLMODP_FPX_FAST))
        return cli_fail_usage(why, "--s requires --algorithm schoolbook");
    return check_poly_operands(operation, s, why);
}

static int run_poly(settings *s, failure *why)
{
    const poly_operation *operation;

    if (s->operand_count == 0)
        return cli_fail_usage(why, "expected an operation, for instance: clmodp poly gcd A B");
    operation = find_operation(s->operands[0]);
    if (operation == NULL)
        return cli_fail_usage(why, "there is no operation '%.64s'; expected mul, divrem, gcd, "
                              "xgcd, resultant, eval, powmod or ratrecon", s->operands[0]);
    CHECK(check_poly_arguments(operation, s, why));
    CHECK(cli_output_file_open(s->output, why));
    /* The library opens a device when it is needed, and never for this algorithm. */
    s->engine = s->algorithm == CLMODP_FPX_HOST ? CLMODP_ENGINE_HOST : CLMODP_ENGINE_AUTO;
    return s->batch != NULL ? run_poly_batch(operation, s, why)
                            : run_single_operation(operation, s, why);
}

const command cli_command_poly = {
    .name = "poly",
    .summary = "compute with polynomials in one variable modulo a prime",
    .help = {"Usage: clmodp poly OPERATION --modulus P [OPTION...] OPERANDS\n"
            "       clmodp poly OPERATION --modulus P [OPTION...] @FILE    with both; see --from\n"
            "       clmodp poly OPERATION --modulus P [OPTION...] --batch FILE\n"
            "                                             with lines of operands separated by ;\n"
            "\n"
            "Compute with polynomials in one variable over the field of P elements. Each result\n"
            "is one line, with coefficients from 0 to P - 1.\n"
            "\n"
            "  mul A B        A*B\n"
            "  divrem A B     quotient and remainder: A = quotient*B + remainder\n"
            "  gcd A B        the greatest common divisor, with leading coefficient 1\n"
            "  xgcd A B       the gcd D, and cofactors U and V with U*A + V*B = D\n"
            "  resultant A B  the determinant of their Sylvester matrix\n"
            "  eval A C       the value of A at the constant C\n"
            "  powmod A E M   A^E modulo M, for an integer E >= 0 of any size\n"
            "  ratrecon A M K first remainder R of degree below K in Euclid's algorithm for M\n"
            "                 and A, T with leading coefficient 1 and R = T*A modulo M, and\n"
            "                 their gcd: if it is 1, A is the rational function R/T modulo M\n"
            "\n",
            "Operands: expressions of integers of any size, rationals (3/4*x), exact decimals\n"
            "(1.5, 2e-3), + - * / ^ and parentheses, in one variable of any name; A = B is read\n"
            "as A - B. @FILE reads a file, - reads standard input. If an operand begins with two\n"
            "dashes and a letter, write \"--\" before it.\n"
            "\n"
            "Options (before, between or after the operands):\n"
            "  --modulus P        the prime, below 2^62; from 2^31 on computed by algorithm host\n"
            "  --algorithm auto   the predicted fastest (default)\n"
            "  --algorithm host   on the host, by transforms and half-GCDs\n"
            "  --algorithm schoolbook  on the device: mul, divrem, gcd and resultant for odd P,\n"
            "                     as published by Haque, Moreno Maza and Xie\n"
            "  --algorithm fast   on the device: mul, divrem and powmod by transforms; gcd,\n"
            "                     xgcd, ratrecon and resultant by half-GCDs, for odd P\n"
            "  --s N              program parameter of schoolbook: coefficients, or degrees, in\n"
            "                     each launch; it changes the time, never the result\n"
            "  --format expr      results as expressions (default)\n"
            "  --format coeffs    polynomials, read and printed, as lists of their\n"
            "                     coefficients, constant term first, separated by spaces (in\n"
            "                     input also by line breaks or a comma)\n"
            "  --format json      one JSON object on one line, with a member for each result:\n"
            "                     \"terms\" are pairs of an exponent and a coefficient\n"
            "  --format maple     input of other systems, as for clmodp resultant. Names are\n"
            "  --format singular  p (product, power), q and r (of divrem), g, u and v (of gcd\n"
            "  --format msolve    and xgcd), r (resultant), v (value), and r, t and\n"
            "  --format sage      g (ratrecon)\n"
            "  --format latex\n",
            "  --from SYSTEM      the system whose syntax the files use, as for clmodp\n"
            "                     resultant; for mul, divrem, gcd, xgcd and resultant one file\n"
            "                     may contain both operands. A characteristic in it must be P\n"
            "  --batch FILE       take operands from the lines of FILE (- is standard input)\n"
            "                     and print one line for each, results separated by ;. Blank\n"
            "                     lines and lines that begin with # are ignored. A line that\n"
            "                     fails prints \"error: ...\", and the exit status is 1\n"
            "  --output FILE      write to FILE, which is replaced only by a complete result\n"
            "  --device SPEC      as for clmodp resultant\n"
            "  --max-memory SIZE  the most bytes for buffers of device and host, such as 512M\n"
            "  --stats            print algorithm, parameters and times on stderr; with json\n"
            "                     also as \"stats\" in the object\n"
            "  --quiet            nothing on stderr but errors and the output of --stats\n"
            "  --help             this text\n"
            "\n"
            "Exit status: 0 done, 1 failed, 2 invalid input or arguments, 3 no device.\n"
            "\n"
            "Example: clmodp poly gcd --modulus 7 'x^2 - 1' 'x^2 + x'      prints x + 1\n"},
    .options = OPTION_ALGORITHM | OPTION_BATCH | OPTION_DEVICE | OPTION_FORMAT | OPTION_FROM |
               OPTION_MEMORY | OPTION_MODULUS | OPTION_OUTPUT | OPTION_QUIET | OPTION_S |
               OPTION_STATS,
    .once = true,
    .run = run_poly,
};
