/* Writes results as expressions of this or another program, JSON, or lists of coefficients, with
 * long integers converted on several threads; writes times and counts. */
#include "cli/formats/output.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "cli/output_file.h"
#include "cli/parallel.h"
#include "cli/formats/dialect.h"
#include "cli/text.h"
#include "cli/progress.h"

/* ---- lists ---- */

/* Items formatted at a time: first, at most, and the bytes that they should take. */
enum { FIRST_ITEMS = 64, MOST_ITEMS = 4096 };
#define ITEMS_BYTES ((size_t)1 << 20)

typedef struct item_window {
    cli_text_item *item;
    const void *list;
    size_t first;
    text_buffer *texts; /* of the items from `first` on */
} item_window;

static bool format_item(void *argument, size_t index, size_t thread)
{
    const item_window *w = argument;

    (void)thread;
    w->item(&w->texts[index], w->list, w->first + index);
    return true;
}

/* Appends and empties the texts of some items; returns their bytes. */
static size_t append_texts(text_buffer *t, text_buffer *texts, size_t count)
{
    size_t bytes = 0;

    for (size_t k = 0; k < count; k++) {
        if (texts[k].length > 0) /* an empty text has no memory yet */
            cli_text_put_slowly(t, texts[k].bytes, texts[k].length);
        cli_text_tell(t, texts[k].length / 19); /* digits of a word */
        t->failed |= texts[k].failed;
        bytes += texts[k].length;
        cli_text_restart(&texts[k]);
    }
    return bytes;
}

void cli_text_items(text_buffer *t, cli_text_item *item, const void *list, size_t count)
{
    item_window w = {.item = item, .list = list};
    size_t size = FIRST_ITEMS;

    if (t->to != NULL && t->item_threads > 1)
        w.texts = calloc(MOST_ITEMS, sizeof *w.texts);
    for (; w.texts == NULL && w.first < count; w.first++)
        item(t, list, w.first);
    while (w.first < count && !cli_text_lost(t)) {
        const size_t now = size < count - w.first ? size : count - w.first;
        size_t bytes;

        (void)cli_parallel(now, now / (8 * t->item_threads) + 1, t->item_threads, format_item, &w);
        bytes = append_texts(t, w.texts, now);
        w.first += now;
        if (bytes < ITEMS_BYTES / 2 && size < MOST_ITEMS)
            size *= 2;
        else if (bytes > 2 * ITEMS_BYTES && size > t->item_threads)
            size /= 2;
    }
    for (size_t k = 0; w.texts != NULL && k < MOST_ITEMS; k++)
        cli_text_clear(&w.texts[k]);
    free(w.texts);
}

/* ---- integers ---- */

/* Greatest number of digits converted by GMP at once: some 10 ms. */
#define PART_DIGITS ((size_t)1 << 17)

/* Integers below 10^(PART_DIGITS * 2^MOST_LEVELS), which is more than memory holds. */
enum { MOST_LEVELS = 32 };

/* An integer as parts below 10^(digits * 2^level), highest first. Parts are divided by
 * powers[level - 1] = 5^(digits * 2^(level - 1)) and a power of 2, which shortens dividends. */
typedef struct partition {
    size_t digits; /* of the smallest part */
    size_t level;
    mpz_t powers[MOST_LEVELS];
    mpz_t *parts, *halves; /* halves of the parts, for the next level */
    size_t count, first;   /* parts; the first that is not 0 */
} partition;

/* Sets high, low := quotient and remainder of n, which is cleared. */
static bool halve_part(void *argument, size_t index, size_t thread)
{
    const partition *p = argument;
    const mp_bitcnt_t twos = (mp_bitcnt_t)p->digits << (p->level - 1);
    mpz_ptr n = p->parts[index], high = p->halves[2 * index], low = p->halves[2 * index + 1];

    (void)thread;
    mpz_init(high);
    mpz_init(low);
    mpz_tdiv_q_2exp(high, n, twos);
    mpz_tdiv_qr(high, low, high, p->powers[p->level - 1]);
    mpz_mul_2exp(low, low, twos);
    mpz_tdiv_r_2exp(n, n, twos);
    mpz_ior(low, low, n);
    mpz_clear(n);
    return true;
}

/* Appends n >= 0 with leading zeros to so many digits; at least one. */
static void put_digits(text_buffer *t, mpz_srcptr n, size_t digits)
{
    const size_t room = mpz_sizeinbase(n, 10);
    char *end = cli_text_room(t, (room > digits ? room : digits) + 1);
    size_t length;

    if (end == NULL)
        return;
    (void)mpz_get_str(end, 10, n);
    length = strlen(end);
    if (length < digits) {
        memmove(end + (digits - length), end, length);
        memset(end, '0', digits - length);
        length = digits;
    }
    t->length += length;
    cli_text_tell(t, mpz_size(n));
}

static void put_part(text_buffer *t, const void *list, size_t index)
{
    const partition *p = list;

    put_digits(t, p->parts[p->first + index], index > 0 ? p->digits : 0);
}

/* Divides all parts. Returns false without memory. */
static bool halve_parts(partition *p, size_t threads)
{
    p->halves = malloc(2 * p->count * sizeof *p->halves);
    if (p->halves == NULL)
        return false;
    (void)cli_parallel(p->count, 1, threads, halve_part, p);
    free(p->parts);
    p->parts = p->halves;
    p->count *= 2;
    mpz_clear(p->powers[--p->level]);
    return true;
}

/* Appends n > 0 of about so many digits, more than PART_DIGITS. */
static void put_parts(text_buffer *t, mpz_srcptr n, size_t digits)
{
    const size_t threads = t->integer_threads > 1 ? t->integer_threads : 1;
    const size_t items = t->item_threads;
    partition p = {.digits = digits};
    bool enough;

    for (; p.digits > PART_DIGITS; p.level++)
        p.digits = (p.digits + 1) / 2;
    for (size_t k = 0; k < p.level; k++) {
        mpz_init(p.powers[k]);
        if (k == 0)
            mpz_ui_pow_ui(p.powers[k], 5, p.digits);
        else
            mpz_mul(p.powers[k], p.powers[k - 1], p.powers[k - 1]);
    }
    p.parts = malloc(sizeof *p.parts);
    enough = p.parts != NULL;
    if (enough)
        mpz_init_set(p.parts[p.count++], n);
    while (enough && p.level > 0 && !cli_text_lost(t))
        enough = halve_parts(&p, threads);
    t->failed |= !enough;
    while (p.first + 1 < p.count && mpz_sgn(p.parts[p.first]) == 0)
        p.first++;
    t->item_threads = threads;
    cli_text_items(t, put_part, &p, p.level == 0 ? p.count - p.first : 0);
    t->item_threads = items;
    for (size_t k = 0; k < p.count; k++)
        mpz_clear(p.parts[k]);
    free(p.parts);
    while (p.level > 0)
        mpz_clear(p.powers[--p.level]);
}

/* Converts single limbs without GMP, a call of which takes as long as a small problem. */
void cli_integer_put_magnitude(text_buffer *t, mpz_srcptr n)
{
    mpz_t limbs; /* shares n's limbs, without its sign */
    mpz_srcptr magnitude;
    size_t digits;

    if (mpz_size(n) <= 1) {
        cli_text_count(t, mpz_getlimbn(n, 0));
        cli_text_tell(t, mpz_size(n));
        return;
    }
    if (cli_text_lost(t))
        return;
    magnitude = mpz_roinit_n(limbs, mpz_limbs_read(n), (mp_size_t)mpz_size(n));
    digits = mpz_sizeinbase(n, 10);
    if (digits <= PART_DIGITS)
        put_digits(t, magnitude, 0);
    else
        put_parts(t, magnitude, digits);
}

void cli_integer_put(text_buffer *t, mpz_srcptr n)
{
    if (mpz_sgn(n) < 0)
        cli_text_put(t, "-", 1);
    cli_integer_put_magnitude(t, n);
}

/* ---- results ---- */

/* Returns the name of the engine, or "none" if the result needed none. */
static const char *name_of_engine(const clmodp_resultant_report *r)
{
    return r->engine == CLMODP_ENGINE_AUTO ? "none" : cli_engine_name(r->engine);
}

/* Returns the name of the computing host or device, without opening one. */
static const char *place_of_computation(const clmodp_resultant_report *r, const session *device)
{
    return r->engine == CLMODP_ENGINE_AUTO || r->engine == CLMODP_ENGINE_HOST
               ? "host"
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
    (void)fprintf(out, "%-16s %s\n", "engine", name_of_engine(r));
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

/* Appends the statistics as a JSON object with the same members for all engines. */
static void put_statistics_json(text_buffer *out, const answer *a, const problem *p,
                                const session *device)
{
    const clmodp_resultant_report *r = &a->report;

    cli_text_string(out, "{\"device\": ");
    cli_json_string(out, place_of_computation(r, device));
    cli_text_printf(out, ", \"engine\": \"%s\"", name_of_engine(r));
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
        put_statistics_json(out, a, p, device);
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
        print_statistics(to->statistics, a, p, device, line);
    }
    return EXIT_OK;
}
