/* Reads expanded sums of monomials:
 *
 *   sum      = [signs] monomial { signs monomial }
 *   signs    = sign { sign }
 *   monomial = (integer | power) { "*" power }
 *   power    = name [ ("^" | "**") integer ] */
#include <stdlib.h>
#include <string.h>

#include "core/memory.h"
#include "polynomials/text.h"
#include "polynomials/zxy.h"

/* Most digits of coefficients and exponents that always fit a word. */
#define COEFFICIENT_DIGITS 18
#define EXPONENT_DIGITS 10

/* Longer texts are left to the parser, which limits the memory of their terms. */
#define MOST_BYTES ((size_t)1 << 24)

/* Terms kept on the stack: enough for most lines of a batch. */
#define FEW_TERMS 128

/* Most terms of the sums that are sorted as words. */
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
