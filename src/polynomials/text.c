/* Writes polynomials as text, reads them from text, and finds the variables of a text. */
#include "polynomials/text.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <clmodp/polynomials.h>

#include "core/error.h"
#include "core/memory.h"
#include "core/size.h"
#include "polynomials/mpoly.h"
#include "polynomials/zx.h"
#include "polynomials/zxy.h"

/* A text being written; all zero: empty. Release with writer_destroy, or take `text` over. */
typedef struct clm_writer {
    char *text; /* ends in a zero byte after the first write */
    size_t length;
    size_t room;
    clmodp_progress progress; /* called with `user` between terms, or NULL */
    void *user;
    size_t polled; /* length at its last call */
} clm_writer;

enum { TERMS_BETWEEN_POLLS = 4096, BYTES_BETWEEN_POLLS = 1 << 18 };

/* Calls the progress callback before some of `count` terms. Errors: CANCELLED */
static clmodp_status writer_poll(clm_writer *writer, size_t done, size_t count)
{
    if (writer->progress == NULL || (done % TERMS_BETWEEN_POLLS != 0 &&
                                     writer->length - writer->polled < BYTES_BETWEEN_POLLS))
        return CLMODP_OK;
    writer->polled = writer->length;
    return writer->progress(writer->user, (double)done / (double)count) ? CLMODP_CANCELLED
                                                                        : CLMODP_OK;
}

/* One variable with its exponent, as a factor of a term. */
typedef struct clm_power {
    const char *name;
    size_t exponent; /* 0: the variable is left out */
} clm_power;

static void writer_destroy(clm_writer *writer)
{
    free(writer->text);
    *writer = (clm_writer){0};
}

/* Reserves space for `more` bytes and a zero byte; grows by at least half. */
static clmodp_status reserve_bytes(clm_writer *writer, size_t more)
{
    clmodp_status st = CLMODP_OK;
    size_t needed;

    if (!clm_size_add(&needed, writer->length, more) || needed == SIZE_MAX)
        return CLMODP_HOST_MEMORY;
    GROW(NULL, writer->text, writer->room, needed + 1);
done:
    return st;
}

/* Appends `length` bytes. Errors: HOST_MEMORY */
static clmodp_status writer_put(clm_writer *writer, const char *bytes, size_t length)
{
    clmodp_status st = CLMODP_OK;

    TRY(reserve_bytes(writer, length));
    memcpy(writer->text + writer->length, bytes, length);
    writer->length += length;
    writer->text[writer->length] = '\0';
done:
    return st;
}

static clmodp_status put_text(clm_writer *writer, const char *text)
{
    return writer_put(writer, text, strlen(text));
}

/* Appends |c| in decimal, converted in place. */
static clmodp_status put_magnitude(clm_writer *writer, const mpz_t c)
{
    clmodp_status st = CLMODP_OK;
    mpz_t magnitude; /* c's own limbs, without its sign */

    mpz_roinit_n(magnitude, mpz_limbs_read(c), (mp_size_t)mpz_size(c));
    TRY(reserve_bytes(writer, mpz_sizeinbase(magnitude, 10) + 1));
    mpz_get_str(writer->text + writer->length, 10, magnitude);
    writer->length += strlen(writer->text + writer->length);
done:
    return st;
}

static clmodp_status put_sign(clm_writer *writer, bool negative)
{
    if (writer->length == 0)
        return negative ? put_text(writer, "-") : CLMODP_OK;
    return put_text(writer, negative ? " - " : " + ");
}

static clmodp_status put_power(clm_writer *writer, const clm_power *power, bool first)
{
    clmodp_status st = CLMODP_OK;
    char exponent[32];

    if (!first)
        TRY(put_text(writer, "*"));
    TRY(put_text(writer, power->name));
    if (power->exponent == 1)
        return CLMODP_OK;
    (void)snprintf(exponent, sizeof exponent, "^%zu", power->exponent);
    TRY(put_text(writer, exponent));
done:
    return st;
}

/* Appends one term of a sum, with the sign before it: "-6*x^8", " - 24*x^7", " + 1/2".
 *
 * Pre:    numerator / denominator is in lowest terms, not 0, and the denominator positive
 * Errors: HOST_MEMORY */
static clmodp_status writer_term(clm_writer *writer, const mpz_t numerator,
                                 const mpz_t denominator, const clm_power *powers, size_t count)
{
    clmodp_status st = CLMODP_OK;
    bool whole = mpz_cmp_ui(denominator, 1) == 0;
    bool first = whole && mpz_cmpabs_ui(numerator, 1) == 0; /* a factor 1 is left out */

    TRY(put_sign(writer, mpz_sgn(numerator) < 0));
    if (!first)
        TRY(put_magnitude(writer, numerator));
    if (!whole) {
        TRY(put_text(writer, "/"));
        TRY(put_magnitude(writer, denominator));
    }
    for (size_t k = 0; k < count; k++) {
        if (powers[k].exponent == 0)
            continue;
        TRY(put_power(writer, &powers[k], first));
        first = false;
    }
    if (first)
        TRY(put_text(writer, "1"));
done:
    return st;
}

/* Hands over the text, "0" if no term was written. Errors: HOST_MEMORY */
static clmodp_status writer_finish(char **text, clm_writer *writer)
{
    clmodp_status st = CLMODP_OK;
    char *cut;

    if (writer->length == 0)
        TRY(put_text(writer, "0"));
    cut = clm_reallocate(writer->text, writer->length + 1, 1);
    *text = cut != NULL ? cut : writer->text;
    *writer = (clm_writer){0};
done:
    return st;
}

/* Tells whether the name matches [A-Za-z_][A-Za-z0-9_]* and is short enough. */
static bool clm_name_valid(const char *name)
{
    size_t length = 0;

    if (!clm_is_letter(*name))
        return false;
    while (clm_is_letter(name[length]) || clm_is_digit(name[length]))
        length++;
    return name[length] == '\0' && length < CLMODP_NAME_SIZE;
}

/* Tells whether names are valid and different. */
static bool are_names(const char *const *names, size_t count)
{
    for (size_t k = 0; k < count; k++) {
        if (names[k] == NULL || !clm_name_valid(names[k]))
            return false;
        for (size_t l = 0; l < k; l++)
            if (strcmp(names[k], names[l]) == 0)
                return false;
    }
    return true;
}

/* A polynomial to be written, with any type of storage. */
typedef struct clm_source {
    const void *f;
    size_t terms, variables;
    /* Returns the coefficient of the k-th term from the top, maybe 0, and sets its exponents. */
    mpz_srcptr (*term)(const void *f, size_t k, clm_power *powers);
} clm_source;

static clmodp_status write_terms(clm_writer *writer, const clm_source *from,
                                 const char *const *names, mpz_srcptr denominator, mpq_t c)
{
    clmodp_status st = CLMODP_OK;
    clm_power powers[CLMODP_MOST_VARIABLES];

    for (size_t i = 0; i < from->variables; i++)
        powers[i].name = names[i];
    for (size_t k = 0; k < from->terms; k++) {
        mpz_srcptr coefficient = from->term(from->f, k, powers);

        TRY(writer_poll(writer, k, from->terms));
        if (mpz_sgn(coefficient) == 0)
            continue;
        if (denominator != NULL) {
            mpz_set(mpq_numref(c), coefficient);
            mpz_set(mpq_denref(c), denominator);
            mpq_canonicalize(c);
            coefficient = mpq_numref(c);
        }
        TRY(writer_term(writer, coefficient, mpq_denref(c), powers, from->variables));
    }
done:
    return st;
}

static clmodp_status write_polynomial(char **text, const clm_source *from,
                                      const char *const *names, mpz_srcptr denominator,
                                      clmodp_progress progress, void *user)
{
    clmodp_status st = CLMODP_OK;
    clm_writer writer = {.progress = progress, .user = user};
    mpq_t c;

    *text = NULL;
    if ((names == NULL && from->variables > 0) || !are_names(names, from->variables) ||
        (denominator != NULL && mpz_sgn(denominator) <= 0))
        return CLMODP_INVALID;
    mpq_init(c); /* 0 / 1 */
    TRY(write_terms(&writer, from, names, denominator, c));
    TRY(writer_finish(text, &writer));
done:
    mpq_clear(c);
    writer_destroy(&writer);
    return st;
}

static mpz_srcptr zx_term(const void *f, size_t k, clm_power *powers)
{
    powers->exponent = (size_t)clmodp_zx_degree(f) - k;
    return clmodp_zx_coeff(f, powers->exponent);
}

clmodp_status clmodp_zx_to_text(char **text, const clmodp_zx *f, const char *name,
                                const mpz_t denominator)
{
    return clmodp_zx_to_text_watched(text, f, name, denominator, NULL, NULL);
}

clmodp_status clmodp_zx_to_text_watched(char **text, const clmodp_zx *f, const char *name,
                                        const mpz_t denominator, clmodp_progress progress,
                                        void *user)
{
    const clm_source from = {f, (size_t)(clmodp_zx_degree(f) + 1), 1, zx_term};

    return write_polynomial(text, &from, (const char *[]){name != NULL ? name : "x"}, denominator,
                            progress, user);
}

static mpz_srcptr zxy_term(const void *f, size_t k, clm_power *powers)
{
    const clmodp_zxy *from = f;

    return clmodp_zxy_term(f, from->length - 1 - k, &powers[0].exponent, &powers[1].exponent);
}

clmodp_status clmodp_zxy_to_text(char **text, const clmodp_zxy *f, const char *x, const char *y)
{
    return clmodp_zxy_to_text_watched(text, f, x, y, NULL, NULL);
}

clmodp_status clmodp_zxy_to_text_watched(char **text, const clmodp_zxy *f, const char *x,
                                         const char *y, clmodp_progress progress, void *user)
{
    const clm_source from = {f, clmodp_zxy_terms(f), 2, zxy_term};
    const char *const names[2] = {x != NULL ? x : "x", y != NULL ? y : "y"};

    return write_polynomial(text, &from, names, NULL, progress, user);
}

static mpz_srcptr mpoly_term(const void *f, size_t k, clm_power *powers)
{
    const clmodp_mpoly *from = f;
    const size_t place = from->length - 1 - k;

    for (size_t i = 0; i < from->variables; i++)
        powers[i].exponent = clm_mpoly_exponents(from, place)[i];
    return clm_mpoly_coefficient(from, place);
}

clmodp_status clmodp_mpoly_to_text(char **text, const clmodp_mpoly *f, const char *const *names,
                                   mpz_srcptr denominator)
{
    return clmodp_mpoly_to_text_watched(text, f, names, denominator, NULL, NULL);
}

clmodp_status clmodp_mpoly_to_text_watched(char **text, const clmodp_mpoly *f,
                                           const char *const *names, mpz_srcptr denominator,
                                           clmodp_progress progress, void *user)
{
    const clm_source from = {f, f->length, f->variables, mpoly_term};

    return write_polynomial(text, &from, names, denominator, progress, user);
}

/* Expanded sums:
 *
 *   sum      = [signs] monomial { signs monomial }
 *   signs    = sign { sign }
 *   monomial = (integer | power) { "*" power }
 *   power    = name [ ("^" | "**") integer ] */

/* Most digits of coefficients and exponents that always fit a word. */
#define COEFFICIENT_DIGITS 18
#define EXPONENT_DIGITS 10

/* Memory of the terms of a rational function, whose parts are divided by their gcd. */
#define MOST_QUOTIENT_BYTES ((size_t)1 << 24)

/* Longer texts are left to the parser, which limits the memory of their terms. */
#define MOST_BYTES ((size_t)1 << 24)

/* Terms kept on the stack: enough for most lines of a batch. */
#define FEW_TERMS 128

/* Sums of up to so many terms are sorted as words. */
#define SORTED_TERMS 32

/* The term c x^i y^j. */
typedef struct expanded_term {
    int64_t c;
    uint64_t exponents; /* 2^32 j + i: in the order of terms */
} expanded_term;

/* All terms of a sum as words, read before the polynomial changes, whose integers are reused. */
typedef struct expanded_sum {
    expanded_term few[FEW_TERMS], *term; /* `few`, or allocated memory */
    size_t length, room;
} expanded_sum;

typedef struct expanded_text {
    const char *at, *end; /* at: the next byte, never white space */
} expanded_text;

static inline void skip_space(expanded_text *t)
{
    while (t->at < t->end && clm_is_space(*t->at))
        t->at++;
}

/* Skips the byte c and white space after it. Returns false if another byte follows. */
static inline bool skip_character(expanded_text *t, char c)
{
    if (t->at == t->end || *t->at != c)
        return false;
    t->at++;
    skip_space(t);
    return true;
}

/* Reads one to `most` digits. */
static inline bool read_integer(expanded_text *t, ptrdiff_t most, uint64_t *value)
{
    const char *const begin = t->at;

    for (*value = 0; t->at < t->end && clm_is_digit(*t->at); t->at++)
        *value = 10 * *value + (uint64_t)(*t->at - '0'); /* used only if there are few digits */
    if (t->at == begin || t->at - begin > most)
        return false;
    skip_space(t);
    return true;
}

/* Finds the variable of a word. Most names are one letter and have been found before. */
static size_t find_name(clm_names *names, const char *word, size_t length)
{
    for (size_t k = 0; k < 2 && length == 1; k++)
        if (names->length[k] == 1 && *names->name[k] == *word &&
            (names->found == NULL || names->found->occurs[1 - k]))
            return k;
    return clm_names_find(names, word, length);
}

/* Reads a name and returns its variable; 2 if there is none. */
static inline size_t read_name(expanded_text *t, clm_names *names)
{
    const char *const begin = t->at;
    size_t length;

    if (t->at == t->end || clm_is_digit(*t->at))
        return 2;
    while (t->at < t->end && (clm_is_letter(*t->at) || clm_is_digit(*t->at)))
        t->at++;
    length = (size_t)(t->at - begin);
    skip_space(t);
    return length > 0 ? find_name(names, begin, length) : 2;
}

/* Skips "^" or "**". */
static inline bool skip_power_sign(expanded_text *t)
{
    if (t->end - t->at >= 2 && t->at[0] == '*' && t->at[1] == '*') {
        t->at += 2;
        skip_space(t);
        return true;
    }
    return skip_character(t, '^');
}

static inline bool read_power(expanded_text *t, clm_names *names, uint64_t exponent[2])
{
    const size_t variable = read_name(t, names);
    uint64_t e = 1;

    if (variable == 2 || (skip_power_sign(t) && !read_integer(t, EXPONENT_DIGITS, &e)))
        return false;
    exponent[variable] += e;
    return exponent[variable] < CLM_MOST_EXPONENT;
}

static bool make_room(expanded_sum *s)
{
    expanded_term *larger =
        clm_reallocate(s->term != s->few ? s->term : NULL, 2 * s->room, sizeof *larger);

    if (larger == NULL)
        return false;
    if (s->term == s->few)
        memcpy(larger, s->few, sizeof s->few);
    s->term = larger;
    s->room *= 2;
    return true;
}

static inline bool read_monomial(expanded_text *t, clm_names *names, bool negative,
                                 expanded_sum *s)
{
    uint64_t c = 1, exponent[2] = {0, 0};
    bool powers = true;

    if (t->at < t->end && clm_is_digit(*t->at)) {
        if (!read_integer(t, COEFFICIENT_DIGITS, &c))
            return false;
        powers = skip_character(t, '*');
    }
    for (; powers; powers = skip_character(t, '*'))
        if (!read_power(t, names, exponent))
            return false;
    if (c == 0)
        return true;
    if (s->length == s->room && !make_room(s))
        return false;
    s->term[s->length++] = (expanded_term){negative ? -(int64_t)c : (int64_t)c,
                                           exponent[0] << 32 | exponent[1]};
    return true;
}

/* Reads signs and multiplies them. Returns false if there are none. */
static inline bool read_signs(expanded_text *t, bool *negative)
{
    bool any = false, minus = false;

    *negative = false;
    while ((minus = skip_character(t, '-')) || skip_character(t, '+')) {
        *negative ^= minus;
        any = true;
    }
    return any;
}

static bool read_sum(expanded_sum *s, const char *text, size_t length, clm_names *names)
{
    expanded_text t = {text, text + length};
    bool negative;

    skip_space(&t);
    (void)read_signs(&t, &negative);
    do
        if (!read_monomial(&t, names, negative, s))
            return false;
    while (read_signs(&t, &negative));
    return t.at == t.end;
}

/* Sorts a short sum by insertion, whose terms are often in an order by total degree. */
static void sort_short(expanded_sum *s)
{
    for (size_t k = 1; k < s->length; k++) {
        const expanded_term term = s->term[k];
        size_t at = k;

        for (; at > 0 && s->term[at - 1].exponents > term.exponents; at--)
            s->term[at] = s->term[at - 1];
        s->term[at] = term;
    }
}

/* Stores s in f, reusing the integers of f. */
static bool store_sum(clmodp_zxy *f, expanded_sum *s)
{
    if (clm_zxy_resize(f, s->length) != CLMODP_OK)
        return false;
    if (s->length <= SORTED_TERMS)
        sort_short(s);
    for (size_t k = 0; k < s->length; k++) {
        f->term[k].i = (uint32_t)s->term[k].exponents;
        f->term[k].j = (uint32_t)(s->term[k].exponents >> 32);
        mpz_set_si(f->term[k].c, s->term[k].c);
    }
    clm_zxy_combine(f);
    return true;
}

bool clm_read_expanded(clmodp_zxy *f, const char *text, size_t length, clm_names *names)
{
    clmodp_variables *const found = names->found;
    const clmodp_variables before = found != NULL ? *found : (clmodp_variables){0};
    expanded_sum s;
    bool done;

    if (length == 0 || length > MOST_BYTES)
        return false;
    s.term = s.few;
    s.length = 0;
    s.room = FEW_TERMS;
    done = read_sum(&s, text, length, names) && store_sum(f, &s);
    if (s.term != s.few)
        free(s.term);
    if (!done && found != NULL)
        *found = before;
    return done;
}

static bool is_readable_name(const char *name)
{
    return name == NULL || clm_name_valid(name);
}

/* Returns INVALID unless a text is given, and any names given are valid and different. */
static clmodp_status check_arguments(const char *text, size_t length, const char *x, const char *y,
                                     clmodp_text_error *error)
{
    if (text == NULL && length > 0)
        return clm_text_fail(error, CLMODP_INVALID, "", 0, "the text is NULL");
    if (!is_readable_name(x) || !is_readable_name(y))
        return clm_text_fail(error, CLMODP_INVALID, "", 0,
                             "a variable's name has up to 63 letters, digits and underscores, and "
                             "does not begin with a digit");
    if (x != NULL && y != NULL && strcmp(x, y) == 0)
        return clm_text_fail(error, CLMODP_INVALID, "", 0,
                             "the two variables need different names");
    return CLMODP_OK;
}

/* Reads the options into known and limits, and finds the length of a string. Without a text
 * CLMODP_STRING stays. */
static clmodp_status begin_reading(clmodp_text_options *known, clm_parser_limits *limits,
                                   const clmodp_text_options *options, const char *text,
                                   size_t *length, clmodp_text_error *error)
{
    clm_error reason;
    clmodp_status st;

    clmodp_text_options_init(known);
    st = clm_options_read(&reason, "clmodp_text_options", known, sizeof *known, options);
    if (*length == CLMODP_STRING && text != NULL)
        *length = strlen(text);
    limits->progress = known->progress;
    limits->user = known->user;
    return st == CLMODP_OK ? st : clm_text_fail(error, st, "", 0, reason.message);
}

clmodp_status clmodp_zxy_from_text(clmodp_zxy *f, mpz_ptr denominator, const char *text,
                                   size_t length, const char *x, const char *y,
                                   const clmodp_text_options *options, clmodp_text_error *error)
{
    clmodp_status st = CLMODP_OK;
    clmodp_text_options known;
    clmodp_variables before;
    clm_parser_limits limits = CLM_PARSER_LIMITS;
    clm_names names;

    TRY(begin_reading(&known, &limits, options, text, &length, error));
    if (known.variables != NULL) {
        before = *known.variables;
        x = *before.name[0] != '\0' ? before.name[0] : NULL;
        y = *before.name[1] != '\0' ? before.name[1] : NULL;
    }
    TRY(check_arguments(text, length, x, y, error));
    names = clm_names_make((const char *[]){y, x}, 2, known.variables);
    if (clm_read_expanded(f, text, length, &names)) {
        if (denominator != NULL)
            mpz_set_ui(denominator, 1);
        goto done;
    }
    names = clm_names_make((const char *[]){y, x}, 2, known.variables);
    st = clm_parse(&f->mpoly, NULL, denominator, text, length, &names, error, &limits);
    if (st != CLMODP_OK && known.variables != NULL)
        *known.variables = before;
done:
    return st;
}

/* Returns INVALID unless a text and the names of all variables are given. */
static clmodp_status check_names(const char *text, size_t length, const char *const *names,
                                 size_t count, clmodp_text_error *error)
{
    clmodp_status st = check_arguments(text, length, NULL, NULL, error);

    if (st == CLMODP_OK && ((names == NULL && count > 0) || !are_names(names, count)))
        st = clm_text_fail(error, CLMODP_INVALID, "", 0,
                           "expected the names of the variables, valid and different");
    return st;
}

clmodp_status clmodp_mpoly_from_text(clmodp_mpoly *f, mpz_ptr denominator, const char *text,
                                     size_t length, const char *const *names,
                                     const clmodp_text_options *options, clmodp_text_error *error)
{
    clmodp_status st = CLMODP_OK;
    clmodp_text_options known;
    clm_parser_limits limits = CLM_PARSER_LIMITS;
    clm_names made;

    TRY(begin_reading(&known, &limits, options, text, &length, error));
    if (known.variables != NULL)
        TRY(clm_text_fail(error, CLMODP_INVALID, "", 0, "options.variables is not supported for "
                          "polynomials in named variables"));
    TRY(check_names(text, length, names, f->variables, error));
    made = clm_names_make(names, f->variables, NULL);
    TRY(clm_parse(f, NULL, denominator, text, length, &made, error, &limits));
done:
    return st;
}

clmodp_status clmodp_mpoly_quotient_from_text(clmodp_mpoly *numerator, clmodp_mpoly *denominator,
                                              const char *text, size_t length,
                                              const char *const *names, clmodp_text_error *error)
{
    clmodp_status st = CLMODP_OK;
    clm_parser_limits limits = CLM_PARSER_LIMITS;
    clm_names made;

    limits.bytes = MOST_QUOTIENT_BYTES;
    if (length == CLMODP_STRING && text != NULL)
        length = strlen(text);
    if (numerator->variables != denominator->variables)
        return clm_text_fail(error, CLMODP_INVALID, "", 0,
                             "expected polynomials in equally many variables");
    TRY(check_names(text, length, names, numerator->variables, error));
    made = clm_names_make(names, numerator->variables, NULL);
    TRY(clm_parse(numerator, denominator, NULL, text, length, &made, error, &limits));
done:
    return st;
}

static clmodp_status make_dense(clmodp_zx *out, clmodp_zxy *f, clmodp_text_error *error)
{
    clmodp_status st = CLMODP_OK;
    char message[sizeof error->message];
    const size_t most = CLM_PARSER_LIMITS.bytes / sizeof(mpz_t);

    if (clmodp_zxy_degree_x(f) >= (long)most) {
        (void)snprintf(message, sizeof message,
                       "the degree %ld is too large: the coefficients, zeros too, would take more "
                       "than %zu MiB", clmodp_zxy_degree_x(f), CLM_PARSER_LIMITS.bytes >> 20);
        return clm_text_fail(error, CLMODP_LIMIT, "", 0, message);
    }
    for (size_t k = f->length; k-- > 0;) { /* from the top: allocated once */
        st = clm_zx_move_coeff(out, f->term[k].c, f->term[k].i);
        if (st != CLMODP_OK)
            return clm_text_fail(error, st, "", 0, "no memory for the coefficients");
    }
    return st;
}

clmodp_status clmodp_zx_from_text(clmodp_zx *f, mpz_ptr denominator, const char *text,
                                  size_t length, const char *x,
                                  const clmodp_text_options *options, clmodp_text_error *error)
{
    clmodp_status st = CLMODP_OK;
    clmodp_text_options known;
    clm_parser_limits limits = CLM_PARSER_LIMITS;
    clmodp_zxy *terms = NULL;
    clmodp_zx *dense = NULL;
    mpz_t common;

    mpz_init(common);
    TRY(begin_reading(&known, &limits, options, text, &length, error));
    if (known.variables != NULL)
        TRY(clm_text_fail(error, CLMODP_INVALID, "", 0, "options.variables is not supported for "
                          "Z[x]; pass the variable's name"));
    if (clmodp_zxy_create(&terms) != CLMODP_OK || clmodp_zx_create(&dense) != CLMODP_OK) {
        st = clm_text_fail(error, CLMODP_HOST_MEMORY, "", 0, "no memory for a polynomial");
        goto done;
    }
    TRY(clmodp_zxy_from_text(terms, denominator != NULL ? common : NULL, text, length, x, NULL,
                             &known, error));
    TRY(make_dense(dense, terms, error));
    clm_zx_swap(f, dense);
    if (denominator != NULL)
        mpz_swap(denominator, common);
done:
    mpz_clear(common);
    clmodp_zx_destroy(dense);
    clmodp_zxy_destroy(terms);
    return st;
}

/* Inserts a name among those found; returns false if there would be more than `most`. */
static bool insert_name(char (*names)[CLMODP_NAME_SIZE], size_t *count, size_t most,
                        const char *name, size_t length)
{
    char found[CLMODP_NAME_SIZE] = "";
    size_t at = 0;

    memcpy(found, name, length);
    while (at < *count && strcmp(names[at], found) < 0)
        at++;
    if (at < *count && strcmp(names[at], found) == 0)
        return true;
    if (*count == most)
        return false;
    memmove(names[at + 1], names[at], (*count - at) * sizeof *names);
    memcpy(names[at], found, sizeof found);
    ++*count;
    return true;
}

clmodp_status clmodp_text_variables(char (*names)[CLMODP_NAME_SIZE], size_t *count,
                                    const char *text, size_t length, clmodp_text_error *error)
{
    return clmodp_mpoly_text_variables(names, count, 2, text, length, error);
}

clmodp_status clmodp_mpoly_text_variables(char (*names)[CLMODP_NAME_SIZE], size_t *count,
                                          size_t most, const char *text, size_t length,
                                          clmodp_text_error *error)
{
    clm_lexer lexer = {0};
    clm_error reason;
    clm_token token;
    char word[CLM_TOKEN_TEXT];

    if (length == CLMODP_STRING && text != NULL)
        length = strlen(text);
    if (check_arguments(text, length, NULL, NULL, error) != CLMODP_OK)
        return CLMODP_INVALID;
    lexer = (clm_lexer){length > 0 ? text : "", length, 0};
    while ((token = clm_lexer_next_name(&lexer)).kind != TOKEN_END) {
        const bool named = token.kind == TOKEN_NAME && token.length < CLMODP_NAME_SIZE;

        if (named && !clm_lexer_opens(&lexer) &&
            insert_name(names, count, most, lexer.text + token.at, token.length))
            continue;
        clm_token_text(word, &lexer, &token);
        if (token.kind == TOKEN_UNKNOWN)
            (void)clm_fail(&reason, CLMODP_PARSE, "expected an expression, but found %s", word);
        else if (named && clm_lexer_opens(&lexer))
            (void)clm_fail(&reason, CLMODP_PARSE, "expected an operator after %s, but found a "
                           "'(': functions are not supported; write '*' to multiply", word);
        else if (named && most == 2)
            (void)clm_fail(&reason, CLMODP_PARSE, "%s is a third variable beside '%s' and '%s'",
                           word, names[0], names[1]);
        else if (named)
            (void)clm_fail(&reason, CLMODP_PARSE, "%s is one variable too many: at most %zu are "
                           "supported", word, most);
        else
            (void)clm_fail(&reason, CLMODP_PARSE, "the name %s has more than %d bytes", word,
                           CLMODP_NAME_SIZE - 1);
        return clm_text_fail(error, CLMODP_PARSE, lexer.text, token.at, reason.message);
    }
    return CLMODP_OK;
}
