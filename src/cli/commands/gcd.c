/* clmodp gcd: greatest common divisors of polynomials in any variables. */
#include "cli/answer.h"
#include "cli/batch/batch.h"
#include "cli/operands.h"
#include "cli/problem.h"
#include "cli/settings.h"

static int check(const settings *s, failure *why)
{
    if (s->batch != NULL)
        CHECK(cli_batch_check(s, why));
    if (s->batch != NULL && s->cofactors && s->format != FORMAT_JSON)
        return cli_fail_usage(why, "--cofactors in a batch needs --format json");
    if (s->batch == NULL && s->operand_count != 2 && !cli_operands_may_hold_more(s, 0))
        return cli_fail_operands(s, "two polynomials", why);
    return cli_operands_check(s, why);
}

static int run_gcd(settings *s, failure *why)
{
    const printer to = cli_printer_standard();
    problem p = {0};
    session device = {0};
    int code;

    s->gcd = true;
    s->device = "host";
    s->engine = CLMODP_ENGINE_HOST;
    CHECK(check(s, why));
    CHECK(cli_output_file_open(s->output, why));
    if (s->batch != NULL)
        return cli_batch(s, 2, why);
    CHECK_DONE(cli_operands_read(&p, s, 2, 2, why));
    CHECK_DONE(cli_compute_and_print(&to, &device, &p, s, 0, why));
    CHECK_DONE(cli_output_finish(why));
done:
    cli_session_close(&device);
    cli_problem_clear(&p);
    return code;
}

const command cli_command_gcd = {
    .name = "gcd",
    .summary = "find the greatest common divisor of two polynomials",
    .help = {"Usage: clmodp gcd [OPTION...] F G\n"
            "       clmodp gcd [OPTION...] @FILE               with both; see --from\n"
            "       clmodp gcd [OPTION...] --batch FILE        with lines of the form F ; G\n"
            "\n"
            "Print the greatest common divisor H of F and G, polynomials in up to 16 variables,\n"
            "with integer or rational coefficients. F and G are expressions or equations, @FILE\n"
            "to read a file, or - for standard input; see clmodp help resultant.\n"
            "\n"
            "The coefficient of H's leading term is positive; terms are ordered by the exponents\n"
            "of the alphabetically first variable, then of the next. H contains the greatest\n"
            "common divisor of all coefficients: H of 4*x and 6*x^2 is 2*x. For rational\n"
            "coefficients, as in PARI, H of c*F and c*G is H times the absolute value of c: H of\n"
            "x/2 and x/3 is x/6. F / H and G / H have integer coefficients.\n"
            "\n"
            "Options:\n"
            "  --cofactors       also print F / H and G / H, on a line each; with json in an\n"
            "                    array \"cofactors\"\n"
            "  --format FORMAT   expr (the default), json, maple, singular, msolve, sage or\n"
            "                    latex, as for clmodp resultant; with json, exponents are lists,\n"
            "                    one for each of \"variables\"\n"
            "  --from SYSTEM     the system whose syntax a file uses, as for clmodp resultant\n"
            "  --batch FILE      take the input from the lines of FILE (- is standard input) and\n"
            "                    print one line for each, as clmodp resultant does\n"
            "  --output FILE     write to FILE (- is standard output)\n"
            "  --threads N       threads of the host; default: one per processor\n"
            "  --quiet           nothing on stderr but errors\n"
            "  --help            this text\n"
            "\n"
            "clmodp poly gcd computes modulo a prime. Exit status: 0 done, 1 failed, 2 invalid\n"
            "input or arguments.\n"
            "\n"
            "Example: clmodp gcd 'x^2*y - y' 'x^2 + x - 2'      prints x - 1\n"},
    .options = OPTION_BATCH | OPTION_COFACTORS | OPTION_FORMAT | OPTION_FROM | OPTION_OUTPUT |
               OPTION_QUIET | OPTION_THREADS,
    .once = true,
    .run = run_gcd,
};
