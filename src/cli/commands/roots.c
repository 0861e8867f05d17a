/* clmodp roots: the roots of a polynomial. */
#include <stdlib.h>
#include <string.h>

#include <clmodp/roots.h>

#include "cli/commands/approximations.h"
#include "cli/failure.h"
#include "cli/output_file.h"
#include "cli/operands.h"
#include "cli/problem.h"
#include "cli/progress.h"
#include "cli/session.h"
#include "cli/settings.h"

/* The highest degree, powers of the variable included: dense polynomials take memory. */
#define MOST_DEGREE (1L << 20)

/* An interval A:B for roots; an end without a denominator does not exist. */
typedef struct range {
    mpz_t end[2], denominator[2];
} range;

/* Sets f to the polynomial, which is in one variable or, without roots, in none. */
static int read_polynomial(clmodp_zx *f, const problem *p, failure *why)
{
    clmodp_status st = CLMODP_OK;

    if (p->variables == 2)
        return cli_fail(why, EXIT_USAGE, "expected a polynomial in one variable, found two: %s "
                        "and %s", p->names[0], p->names[1]);
    if (clmodp_zxy_degree_y(p->f) > MOST_DEGREE)
        return cli_fail(why, EXIT_USAGE, "the degree is %ld, too high for roots",
                        clmodp_zxy_degree_y(p->f));
    for (size_t k = clmodp_zxy_terms(p->f); k-- > 0 && st == CLMODP_OK;) {
        size_t i, j;
        mpz_srcptr c = clmodp_zxy_term(p->f, k, &i, &j);

        st = clmodp_zx_set_coeff(f, c, j);
    }
    CHECK(cli_check_status(why, st, NULL));
    return clmodp_zx_degree(f) >= 0 ? EXIT_OK
                                    : cli_fail(why, EXIT_USAGE,
                                               "every number is a root of the polynomial 0");
}

/* Returns the name of the variable; NULL if there is none. */
static const char *variable_name(const problem *p)
{
    return p->variables > 0 ? p->names[0] : NULL;
}

/* Reads an end of --interval; an empty one remains open. */
static int read_end(mpz_ptr end, mpz_ptr denominator, const char *text, size_t length,
                    const char *option, failure *why)
{
    const clmodp_status st =
        length > 0 ? cli_rational_read(end, denominator, text, length) : CLMODP_OK;

    if (st == CLMODP_HOST_MEMORY)
        return cli_check_status(why, st, NULL);
    return st == CLMODP_OK ? EXIT_OK
                           : cli_fail_usage(why, "--interval %s: expected A:B of numbers, such as "
                                            "-1/2:3.25 or 0:", option);
}

static int read_range(range *r, const char *option, failure *why)
{
    const char *colon = strchr(option, ':');

    if (colon == NULL || strchr(colon + 1, ':') != NULL)
        return cli_fail_usage(why, "--interval %s: expected A:B, such as -1/2:3.25 or 0:", option);
    CHECK(read_end(r->end[0], r->denominator[0], option, (size_t)(colon - option), option, why));
    return read_end(r->end[1], r->denominator[1], colon + 1, strlen(colon + 1), option, why);
}

/* The roots, real or complex, from number first to end - 1, and their decimals. */
typedef struct listing {
    clmodp_context *context;
    clmodp_roots *real;            /* NULL: complex ones */
    clmodp_complex_roots *complex; /* NULL: real ones */
    size_t first, end;
    char **text;                   /* decimals; NULL: refined intervals instead */
} listing;

static void listing_clear(listing *l)
{
    cli_texts_free(l->text, l->end - l->first);
    clmodp_roots_destroy(l->real);
    clmodp_complex_roots_destroy(l->complex);
}

/* Sets first and end to the numbers of the roots in the closed interval. */
static clmodp_status find_range(listing *l, const range *r)
{
    clmodp_status st = CLMODP_OK;
    int is_root = 0;

    l->end = l->real != NULL ? clmodp_roots_count(l->real)
                             : clmodp_complex_roots_count(l->complex);
    if (mpz_sgn(r->denominator[0]) != 0)
        st = clmodp_roots_below(l->context, &l->first, NULL, l->real, r->end[0],
                                r->denominator[0]);
    if (mpz_sgn(r->denominator[1]) != 0 && st == CLMODP_OK) {
        st = clmodp_roots_below(l->context, &l->end, &is_root, l->real, r->end[1],
                                r->denominator[1]);
        l->end += is_root != 0;
    }
    if (l->end < l->first)
        l->end = l->first;
    return st;
}

static size_t multiplicity_of(const listing *l, size_t k)
{
    return l->real != NULL ? clmodp_roots_multiplicity(l->real, k)
                           : clmodp_complex_roots_multiplicity(l->complex, k);
}

static clmodp_status refine_root(const listing *l, size_t k, uint64_t bits)
{
    return l->real != NULL ? clmodp_roots_refine(l->context, l->real, k, bits)
                           : clmodp_complex_roots_refine(l->context, l->complex, k, bits);
}

/* Refines root number first + k and writes its decimals. */
static clmodp_status write_root(char **text, void *list, size_t k, uint64_t bits)
{
    const listing *l = list;
    const size_t at = l->first + k, digits = cli_certain_digits(bits);
    const clmodp_status st = refine_root(l, at, bits + CLI_ROUNDING_BITS);

    if (st != CLMODP_OK)
        return st;
    return l->real != NULL ? clmodp_roots_to_text(text, l->real, at, digits)
                           : clmodp_complex_roots_to_text(text, l->complex, at, digits);
}

static clmodp_status refine(listing *l, const settings *s)
{
    clmodp_status st = CLMODP_OK;

    if (s->format != FORMAT_JSON)
        return cli_decimals_write(&l->text, l->end - l->first, write_root, l, s->bits);
    for (size_t k = l->first; k < l->end && st == CLMODP_OK; k++)
        st = refine_root(l, k, s->bits);
    return st;
}

/* Appends the interval of a real root, or both of a complex root, as members of an object. */
static void put_root(text_buffer *out, const listing *l, size_t k)
{
    mpz_t re[2], im[2], denominator;

    mpz_inits(re[0], re[1], im[0], im[1], denominator, NULL);
    if (l->real != NULL) {
        clmodp_roots_interval(re[0], re[1], denominator, l->real, k);
        cli_text_string(out, "\"interval\": ");
        cli_interval_put(out, re[0], re[1], denominator);
    } else {
        clmodp_complex_roots_box(re[0], re[1], im[0], im[1], denominator, l->complex, k);
        cli_box_put(out, re, im, denominator);
    }
    mpz_clears(re[0], re[1], im[0], im[1], denominator, NULL);
}

static void print_json(text_buffer *out, const listing *l, const char *variable)
{
    cli_json_begin(out);
    cli_json_member(out, "variable", variable);
    cli_text_string(out, ", \"roots\": [");
    for (size_t k = l->first; k < l->end; k++) {
        cli_text_string(out, k > l->first ? ", {" : "{");
        put_root(out, l, k);
        cli_text_printf(out, ", \"multiplicity\": %zu}", multiplicity_of(l, k));
    }
    cli_text_string(out, "]}\n");
}

static void print_text(text_buffer *out, const listing *l)
{
    for (size_t k = l->first; k < l->end; k++)
        cli_decimals_put(out, l->text[k - l->first], multiplicity_of(l, k));
}

static int print_roots(const listing *l, const problem *p, const settings *s, failure *why)
{
    text_buffer out = {.to = stdout};

    if (s->format == FORMAT_JSON)
        print_json(&out, l, variable_name(p));
    else
        print_text(&out, l);
    if (l->first >= l->end)
        cli_remark("there are no %sroots%s", s->complex_roots ? "" : "real ",
                   s->interval != NULL ? " in this interval" : "");
    CHECK(cli_output_text(&out, why));
    return cli_output_finish(why);
}

/* Finds the roots of the interval, and refines and writes them. */
static int find_roots(listing *l, const clmodp_zx *f, const range *r, const settings *s,
                      session *device, failure *why)
{
    clmodp_roots_options options;
    clmodp_status st;

    clmodp_roots_options_init(&options);
    if (s->interval == NULL) /* on all threads */
        options.precision = s->format == FORMAT_JSON ? s->bits : s->bits + CLI_ROUNDING_BITS;
    l->context = device->context;
    st = s->complex_roots ? clmodp_complex_roots_find(l->context, &l->complex, f, &options)
                          : clmodp_roots_find(l->context, &l->real, f, &options);
    if (st == CLMODP_OK)
        st = find_range(l, r);
    if (st == CLMODP_OK)
        st = refine(l, s);
    return cli_session_check(device, st, why);
}

static int run_roots(settings *s, failure *why)
{
    problem p = {.curves = true};
    session device = {0};
    listing found = {0};
    clmodp_zx *f = NULL;
    watched w;
    range r;
    int code;

    if (s->operand_count != 1)
        return cli_fail_operands(s, "one polynomial", why);
    if (s->bits == 0)
        s->bits = CLI_DEFAULT_BITS;
    if (s->complex_roots && s->interval != NULL)
        return cli_fail_usage(why, "--complex and --interval exclude each other");
    s->device = "host";
    mpz_inits(r.end[0], r.end[1], r.denominator[0], r.denominator[1], NULL);
    if (s->interval != NULL)
        CHECK_DONE(read_range(&r, s->interval, why));
    CHECK_DONE(cli_operands_read(&p, s, 1, 1, why));
    CHECK_DONE(cli_check_status(why, clmodp_zx_create(&f), NULL));
    CHECK_DONE(read_polynomial(f, &p, why));
    CHECK_DONE(cli_output_file_open(s->output, why));
    CHECK_DONE(cli_session_open(&device, s, why));
    cli_progress_begin(&w, device.context, 0);
    code = find_roots(&found, f, &r, s, &device, why);
    cli_progress_end(&w);
    if (code == EXIT_OK)
        code = print_roots(&found, &p, s, why);
done:
    listing_clear(&found);
    cli_session_close(&device);
    clmodp_zx_destroy(f);
    cli_problem_clear(&p);
    mpz_clears(r.end[0], r.end[1], r.denominator[0], r.denominator[1], NULL);
    return code;
}

const command cli_command_roots = {
    .name = "roots",
    .summary = "find the real or complex roots of a polynomial in one variable",
    .help = {"Usage: clmodp roots [OPTION...] F\n"
            "\n"
            "Print the real roots of F in increasing order, a line each, with as many decimals\n"
            "as are certain, and the multiplicity unless it is 1. All of it is proved: no root\n"
            "is missing, and each printed number is correctly rounded. F is an expression or an\n"
            "equation in one variable, @FILE to read a file, or - for standard input; see\n"
            "clmodp help resultant.\n"
            "\n"
            "Options:\n"
            "  --precision BITS  bits of each root that are certain, 64 by default: 19 digits\n"
            "  --complex         all roots: the real ones, then pairs of conjugates. JSON has\n"
            "                    intervals \"real\" and \"imaginary\" of each root's box\n"
            "  --interval A:B    only roots from A to B, both included: numbers such as -1/2,\n"
            "                    3.25 or 1e-50; without A or B the interval is unbounded\n"
            "  --format text     decimals (default)\n"
            "  --format json     one JSON object on one line; \"roots\" lists for each root an\n"
            "                    \"interval\" of two fractions, strings, and a \"multiplicity\".\n"
            "                    The root lies between the fractions, the only one there; or it\n"
            "                    is equal to both\n"
            "  --from SYSTEM     the system whose syntax a file uses, as for clmodp resultant\n"
            "  --output FILE     write to FILE (- is standard output)\n"
            "  --threads N       threads of the host; default: one per processor\n"
            "  --quiet           nothing on stderr but errors\n"
            "  --help            this text\n"
            "\n"
            "Exit status: 0 done, 1 failed, 2 invalid input or arguments.\n"
            "\n"
            "Example: clmodp roots 'x^3 - 2*x'\n"},
    .options = OPTION_COMPLEX | OPTION_FROM | OPTION_INTERVAL | OPTION_LAYOUT | OPTION_OUTPUT |
               OPTION_PRECISION | OPTION_QUIET | OPTION_THREADS,
    .once = true,
    .run = run_roots,
};
