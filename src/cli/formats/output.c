/* Writes results as expressions of this or another program, JSON, or lists of coefficients. */
#include "cli/formats/output.h"

#include <inttypes.h>

#include "cli/parallel.h"
#include "cli/formats/dialect.h"
#include "cli/formats/parallel_text.h"
#include "cli/formats/statistics.h"
#include "cli/progress.h"

/* A coefficient in lowest terms. */
typedef struct coefficient {
    mpz_srcptr numerator;
    mpz_srcptr denominator; /* NULL: 1 */
    mpq_t reduced;          /* holds them if `fraction` */
    bool fraction;
} coefficient;

static void begin_coefficient(coefficient *c, const quotient *a, mpz_srcptr numerator)
{
    c->numerator = numerator;
    c->denominator = NULL;
    c->fraction = mpz_cmp_ui(a->denominator, 1) != 0;
    if (!c->fraction)
        return;
    mpq_init(c->reduced);
    mpz_set(mpq_numref(c->reduced), c->numerator);
    mpz_set(mpq_denref(c->reduced), a->denominator);
    mpq_canonicalize(c->reduced);
    c->numerator = mpq_numref(c->reduced);
    if (mpz_cmp_ui(mpq_denref(c->reduced), 1) != 0)
        c->denominator = mpq_denref(c->reduced);
}

static void end_coefficient(coefficient *c)
{
    if (c->fraction)
        mpq_clear(c->reduced);
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

/* Appends |c| and powers of `count` variables, without a factor 1. */
static void put_product(text_buffer *out, const coefficient *c, const dialect *d,
                        const size_t *exponents, size_t count)
{
    const spelling *as = d->as;
    const bool one = c->denominator == NULL && mpz_cmpabs_ui(c->numerator, 1) == 0;
    const char *between = "";
    bool constant = true;

    for (size_t k = 0; k < count; k++)
        constant = constant && exponents[k] == 0;
    if (constant || !one) {
        put_magnitude(out, c, as->fraction);
        between = as->times;
    }
    for (size_t k = 0; k < count; k++) {
        if (exponents[k] == 0)
            continue;
        cli_text_string(out, between);
        cli_text_string(out, d->variable[k]);
        between = as->times;
        if (exponents[k] == 1)
            continue;
        cli_text_string(out, as->power[0]);
        cli_text_count(out, exponents[k]);
        cli_text_string(out, as->power[1]);
    }
}

/* Returns a coefficient; sets the exponents of the variables that remain, and their number. */
static mpz_srcptr find_term(size_t *exponents, size_t *count, const quotient *a, const problem *p,
                            size_t index)
{
    size_t all[CLMODP_MOST_VARIABLES];
    mpz_srcptr c = clmodp_mpoly_term(a->unpacked, index, all);

    *count = 0;
    for (size_t k = 0; k < p->variables; k++)
        if (p->names[k] != p->eliminated)
            exponents[(*count)++] = all[k];
    return c;
}

/* The terms of a sum, highest first, each multiplied by the part's power of the last variable. */
typedef struct term_list {
    const quotient *a;
    const problem *p;
    const dialect *d;
    size_t count;
    bool first; /* no terms precede them */
} term_list;

static void put_term(text_buffer *out, const void *list, size_t index)
{
    const term_list *terms = list;
    const bool first = terms->first && index == 0;
    size_t exponents[CLMODP_MOST_VARIABLES], count = 0;
    mpz_srcptr numerator;
    coefficient c;

    if (terms->a->unpacked != NULL) {
        numerator = find_term(exponents, &count, terms->a, terms->p, index);
    } else {
        numerator = clmodp_zx_coeff(terms->a->numerator, terms->count - 1 - index);
        if (terms->p->kept != NULL)
            exponents[count++] = terms->count - 1 - index;
    }
    if (mpz_sgn(numerator) == 0)
        return;
    if (terms->a->j > 0 && !terms->p->principal)
        exponents[count++] = terms->a->j;
    begin_coefficient(&c, terms->a, numerator);
    cli_text_string(out, mpz_sgn(c.numerator) > 0 ? first ? "" : terms->d->as->plus
                         : first                  ? "-" : terms->d->as->minus);
    put_product(out, &c, terms->d, exponents, count);
    end_coefficient(&c);
}

/* Appends a term list of a; first: no terms precede them. Returns whether the sum is empty. */
static bool put_terms(text_buffer *out, const quotient *a, const problem *p, const dialect *d,
                      bool first)
{
    const size_t count = a->unpacked != NULL ? clmodp_mpoly_terms(a->unpacked)
                                             : (size_t)(clmodp_zx_degree(a->numerator) + 1);

    cli_text_items(out, put_term, &(term_list){a, p, d, count, first}, count);
    return first && count == 0;
}

/* Returns whether some coefficient may not be an integer. */
static bool has_fractions(const answer *a)
{
    for (size_t k = 0; k < a->parts; k++)
        if (mpz_cmp_ui(a->part[k].denominator, 1) != 0)
            return true;
    return false;
}

/* Appends the polynomial whose parts end before `end`. Returns the index of its first part. */
static size_t put_sum(text_buffer *out, const answer *a, size_t end, const problem *p,
                      const dialect *d)
{
    bool zero = true;

    for (bool more = true; more; end--) {
        zero = put_terms(out, &a->part[end - 1], p, d, zero);
        more = end > 1 && a->part[end - 2].k == a->part[end - 1].k;
    }
    cli_text_string(out, zero ? "0" : "");
    return end;
}

/* Appends a gcd, and cofactors if there are any. */
static void put_gcd(text_buffer *out, const answer *a, const problem *p, const dialect *d)
{
    for (size_t k = 0; k < a->parts; k++) {
        cli_dialect_name(out, d, "rst"[k]);
        cli_text_string(out, put_terms(out, &a->part[k], p, d, true) ? "0" : "");
        cli_dialect_end(out, d, k + 1 == a->parts);
    }
}

static void put_result_expressions(text_buffer *out, const answer *a, const problem *p,
                                   output_format format, size_t line)
{
    const bool both = p->subresultant != 0;
    const char *names[CLMODP_MOST_VARIABLES];
    size_t count = cli_problem_others(names, p);
    dialect d;

    if (both || (p->chain && p->eliminated != NULL))
        names[count++] = p->eliminated;
    cli_dialect_make(&d, format, names, count, p->modulus, has_fractions(a), line);
    cli_dialect_begin(out, &d);
    for (size_t end = a->parts; p->chain && end > 0;) {
        end = put_sum(out, a, end, p, &d);
        cli_dialect_end(out, &d, end == 0);
    }
    if (p->chain)
        return;
    if (p->gcd) {
        put_gcd(out, a, p, &d);
        return;
    }
    cli_dialect_name(out, &d, 'r');
    (void)put_sum(out, a, 1, p, &d);
    cli_dialect_end(out, &d, !both);
    if (!both)
        return;
    cli_dialect_name(out, &d, 's');
    (void)put_sum(out, a, a->parts, p, &d);
    cli_dialect_end(out, &d, true);
}

/* The coefficients of a, constant term first. */
typedef struct coefficient_list {
    const quotient *a;
    const char *separator;
} coefficient_list;

static void put_coefficient(text_buffer *out, const void *list, size_t index)
{
    const coefficient_list *in = list;
    coefficient c;

    begin_coefficient(&c, in->a, clmodp_zx_coeff(in->a->numerator, index));
    cli_text_string(out, index > 0 ? in->separator : "");
    cli_text_string(out, mpz_sgn(c.numerator) < 0 ? "-" : "");
    put_magnitude(out, &c, (const char *const[3]){"", "/", ""});
    end_coefficient(&c);
}

/* Appends coefficients, constant term first, with zeros; 0 for the zero polynomial. */
static void put_coefficients(text_buffer *out, const quotient *a, const char *separator)
{
    const coefficient_list in = {a, separator};
    const long degree = clmodp_zx_degree(a->numerator);

    cli_text_items(out, put_coefficient, &in, degree > 0 ? (size_t)degree + 1 : 1);
}

/* Appends lists of coefficients. In a batch, a list is one line, shared by all of S_k; otherwise
 * each coefficient is a line, with empty lines between lists. */
static void put_result_lists(text_buffer *out, const answer *a, bool batch)
{
    for (size_t k = 0; k < a->parts; k++) {
        if (k > 0)
            cli_text_string(out, !batch ? "\n\n" : k == 1 ? "\n" : " ; ");
        put_coefficients(out, &a->part[k], batch ? " " : "\n");
    }
    cli_text_put(out, "\n", 1);
}

/* The nonzero terms of f, the lowest first. */
typedef struct pair_list {
    const clmodp_zx *f;
    size_t valuation;
} pair_list;

static void put_pair(text_buffer *out, const void *list, size_t index)
{
    const pair_list *pairs = list;
    mpz_srcptr c = clmodp_zx_coeff(pairs->f, pairs->valuation + index);

    if (mpz_sgn(c) == 0)
        return;
    cli_text_string(out, index > 0 ? ", [" : "[");
    cli_text_count(out, (uint64_t)(pairs->valuation + index));
    cli_text_string(out, ", \"");
    cli_integer_put(out, c);
    cli_text_string(out, "\"]");
}

/* Terms in several variables, the lowest first. */
typedef struct row_list {
    const quotient *a;
    const problem *p;
} row_list;

static void put_row(text_buffer *out, const void *list, size_t index)
{
    const row_list *rows = list;
    size_t exponents[CLMODP_MOST_VARIABLES], count;
    mpz_srcptr c = find_term(exponents, &count, rows->a, rows->p,
                             clmodp_mpoly_terms(rows->a->unpacked) - 1 - index);

    cli_text_string(out, index > 0 ? ", [[" : "[[");
    for (size_t k = 0; k < count; k++)
        cli_text_printf(out, "%s%zu", k > 0 ? ", " : "", exponents[k]);
    cli_text_string(out, "], \"");
    cli_integer_put(out, c);
    cli_text_string(out, "\"]");
}

/* Appends the members of a polynomial: nonzero terms, as pairs of exponents and coefficient. */
static void put_members(text_buffer *out, const quotient *a, const problem *p)
{
    const long degree = a->unpacked != NULL ? clmodp_mpoly_total_degree(a->unpacked)
                                            : clmodp_zx_degree(a->numerator);
    pair_list pairs = {.f = a->numerator};

    cli_text_printf(out, "\"degree\": %ld, \"denominator\": \"", degree);
    cli_integer_put(out, a->denominator);
    cli_text_put(out, "\"", 1);
    if (p->modulus != 0)
        cli_text_printf(out, ", \"modulus\": %" PRIu64, p->modulus);
    cli_text_string(out, ", \"terms\": [");
    while (a->unpacked == NULL && (long)pairs.valuation < degree &&
           mpz_sgn(clmodp_zx_coeff(pairs.f, pairs.valuation)) == 0)
        pairs.valuation++;
    if (a->unpacked != NULL)
        cli_text_items(out, put_row, &(row_list){a, p}, clmodp_mpoly_terms(a->unpacked));
    else
        cli_text_items(out, put_pair, &pairs,
                       degree < 0 ? 0 : (size_t)degree + 1 - pairs.valuation);
    cli_text_put(out, "]", 1);
}

static void put_variables(text_buffer *out, const problem *p)
{
    const char *names[CLMODP_MOST_VARIABLES];
    const size_t count = cli_problem_others(names, p);

    cli_text_string(out, ", \"variables\": [");
    for (size_t k = 0; k < count; k++) {
        cli_text_string(out, k > 0 ? ", " : "");
        cli_json_string(out, names[k]);
    }
    cli_text_string(out, "]");
}

/* Appends the member of a chain: a list of objects, from the highest S_k down. */
static void put_chain(text_buffer *out, const answer *a, const problem *p)
{
    cli_text_string(out, "\"subresultants\": [");
    for (size_t end = a->parts, first; end > 0; end = first) {
        for (first = end - 1; first > 0 && a->part[first - 1].k == a->part[end - 1].k;)
            first--;
        cli_text_printf(out, "%s{\"k\": %u, \"%s\": [", end < a->parts ? ", " : "",
                        a->part[first].k, p->principal ? "principal" : "coefficients");
        for (size_t n = first; n < end; n++) {
            cli_text_string(out, n > first ? ", {" : "{");
            put_members(out, &a->part[n], p);
            cli_text_string(out, "}");
        }
        cli_text_string(out, "]}");
    }
    cli_text_string(out, "]");
}

static void put_result_json(text_buffer *out, const answer *a, const problem *p,
                            const session *device, const settings *how, size_t line)
{
    if (cli_problem_is_several(p))
        cli_text_printf(out, "{\"format\": %d", CLI_JSON_SEVERAL);
    else
        cli_json_begin(out);
    if (line > 0)
        cli_text_printf(out, ", \"line\": %zu", line);
    if (!p->all)
        cli_json_member(out, "eliminated", p->eliminated);
    if (cli_problem_is_several(p))
        put_variables(out, p);
    else
        cli_json_member(out, "variable", p->kept);
    cli_text_string(out, ", ");
    if (p->chain)
        put_chain(out, a, p);
    else
        put_members(out, &a->part[0], p);
    for (size_t k = 1; k < a->parts && !p->chain; k++) {
        cli_text_string(out, k > 1 ? "}, {" : p->gcd ? ", \"cofactors\": [{"
                                                    : ", \"subresultant\": [{");
        put_members(out, &a->part[k], p);
    }
    if (a->parts > 1 && !p->chain)
        cli_text_string(out, "}]");
    if (how->stats) {
        cli_text_string(out, ", \"stats\": ");
        cli_statistics_json(out, a, p, device);
    }
    cli_text_string(out, "}\n");
}

/* Estimates the words of all integers, for the text's listener, and of the longest. */
static double count_words(const answer *a, output_format how, size_t *longest)
{
    double words = 0;

    *longest = 0;
    for (size_t k = 0; k < a->parts; k++) {
        const quotient *part = &a->part[k];
        const bool fractions = how != FORMAT_JSON && mpz_cmp_ui(part->denominator, 1) != 0;
        const size_t below = fractions ? mpz_size(part->denominator) : 0;

        const size_t count = part->unpacked != NULL
                                 ? clmodp_mpoly_terms(part->unpacked)
                                 : (size_t)(clmodp_zx_degree(part->numerator) + 1);

        for (size_t i = 0; i < count; i++) {
            const size_t here = mpz_size(part->unpacked != NULL
                                             ? clmodp_mpoly_term(part->unpacked, i, NULL)
                                             : clmodp_zx_coeff(part->numerator, i));

            words += (double)(here + below);
            *longest = here > *longest ? here : *longest;
        }
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

int cli_print_failed_line(FILE *to, const source *line, output_format format, failure *why)
{
    text_buffer out = {.to = to};
    char message[sizeof why->text + 1024];

    if (why->where == NULL)
        why->where = line;
    cli_failure_one_line(message, sizeof message, why);
    why->where = NULL;
    if (format != FORMAT_JSON) {
        cli_text_printf(&out, "%serror: %s\n", cli_dialect_comment(format), message);
    } else {
        cli_json_begin(&out);
        cli_text_printf(&out, ", \"line\": %zu", line->lines_before + 1);
        cli_json_member(&out, "error", message);
        cli_text_string(&out, "}\n");
    }
    return cli_text_finish(&out) ? EXIT_OK : cli_fail_memory(why);
}

/* Results of more words, which take a tenth of a millisecond, are printed by several threads. */
#define THREAD_WORDS 1500

int cli_print_result(const printer *to, const answer *a, const problem *p, const session *device,
                     const settings *how, size_t line, failure *why)
{
    watched w;
    text_buffer out = {.to = to->answers, .listen = cli_progress_printed, .listener = &w};
    size_t longest;
    const double words = count_words(a, how->format, &longest);
    const size_t threads = words > THREAD_WORDS ? cli_thread_count(how->threads) : 1;
    bool whole;

    if (cli_interrupted()) /* after the last progress callback */
        return cli_fail(why, EXIT_FAILED, "interrupted");
    *(longest > CLI_DIGITS_LONG ? &out.integer_threads : &out.item_threads) = threads;
    cli_progress_print_begin(&w, line, words);
    cli_output_result(&out, a, p, device, how, line);
    whole = cli_text_finish(&out);
    cli_progress_print_end();
    if (!whole)
        return cli_fail(why, EXIT_FAILED, "out of memory while printing the result");
    if (how->stats) {
        (void)fflush(to->answers);
        cli_statistics_print(to->statistics, a, p, device, line);
    }
    return EXIT_OK;
}
