/* Sums of plain monomials:
 *
 *   sum      = [signs] monomial { signs monomial }
 *   signs    = sign { sign }
 *   monomial = (integer | power) { "*" power }
 *   power    = name [ ("^" | "**") integer ] */
#include "zxy/plain.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "zxy/characters.h"
#include "zxy/zxy.h"

/* Digits of a coefficient and of an exponent that surely fit a word. */
#define COEFFICIENT_DIGITS 18
#define EXPONENT_DIGITS 10

/* Longer texts are the parser's, which counts what its terms take. */
#define MOST_BYTES ((size_t)1 << 24)

/* Terms that are gathered on the stack: those of most lines of a batch. */
#define FEW_TERMS 128

/* c x^i y^j */
typedef struct plain_term {
    int64_t c;
    uint32_t i, j;
} plain_term;

/* All terms of a sum as words, before the polynomial is touched: it stays as it was if the text
 * turns out not to be plain, and else its integers are used again. */
typedef struct plain_sum {
    plain_term few[FEW_TERMS], *term; /* `few`, or memory of its own */
    size_t length, room;
} plain_sum;

typedef struct plain_text {
    const char *at, *end;
    const char *name[2]; /* of x and y; NULL: not allowed */
    size_t length[2];
} plain_text;

static void skip_space(plain_text *t)
{
    while (t->at < t->end && clm_is_space(*t->at))
        t->at++;
}

/* Whether a byte comes next, but for white space, and is gone past. */
static bool skip(plain_text *t, char c)
{
    skip_space(t);
    if (t->at == t->end || *t->at != c)
        return false;
    t->at++;
    return true;
}

/* One to `most` digits. */
static bool read_integer(plain_text *t, ptrdiff_t most, uint64_t *value)
{
    const char *begin;

    skip_space(t);
    begin = t->at;
    for (*value = 0; t->at < t->end && clm_is_digit(*t->at) && t->at - begin < most; t->at++)
        *value = 10 * *value + (uint64_t)(*t->at - '0');
    return t->at > begin && (t->at == t->end || !clm_is_digit(*t->at));
}

/* The variable whose name is next; 2 if none is. */
static int read_name(plain_text *t)
{
    int variable = 0;
    const char *begin;
    size_t length;

    skip_space(t);
    begin = t->at;
    while (t->at < t->end && (clm_is_letter(*t->at) || clm_is_digit(*t->at)))
        t->at++;
    length = (size_t)(t->at - begin);
    while (variable < 2 && (t->name[variable] == NULL || t->length[variable] != length ||
                            memcmp(t->name[variable], begin, length) != 0))
        variable++;
    return variable;
}

/* "^" or "**". */
static bool skip_power_sign(plain_text *t)
{
    if (skip(t, '^'))
        return true;
    if (t->end - t->at < 2 || t->at[0] != '*' || t->at[1] != '*')
        return false;
    t->at += 2;
    return true;
}

static bool read_power(plain_text *t, uint64_t exponent[2])
{
    const int variable = read_name(t);
    uint64_t e = 1;

    if (variable == 2 || (skip_power_sign(t) && !read_integer(t, EXPONENT_DIGITS, &e)))
        return false;
    exponent[variable] += e;
    return exponent[variable] < CLM_ZXY_MOST_EXPONENT;
}

static bool make_room(plain_sum *s)
{
    plain_term *larger = clm_reallocate(s->term != s->few ? s->term : NULL, 2 * s->room,
                                        sizeof *larger);

    if (larger == NULL)
        return false;
    if (s->term == s->few)
        memcpy(larger, s->few, sizeof s->few);
    s->term = larger;
    s->room *= 2;
    return true;
}

/* s += a monomial, behind the terms that s has. */
static bool read_monomial(plain_text *t, bool negative, plain_sum *s)
{
    uint64_t c = 1, exponent[2] = {0, 0};

    skip_space(t);
    if (t->at < t->end && clm_is_digit(*t->at)) {
        if (!read_integer(t, COEFFICIENT_DIGITS, &c))
            return false;
    } else if (!read_power(t, exponent)) {
        return false;
    }
    while (skip(t, '*'))
        if (!read_power(t, exponent))
            return false;
    if (c == 0)
        return true;
    if (s->length == s->room && !make_room(s))
        return false;
    s->term[s->length++] = (plain_term){negative ? -(int64_t)c : (int64_t)c,
                                        (uint32_t)exponent[0], (uint32_t)exponent[1]};
    return true;
}

/* All signs that come next: whether there are any, and what they amount to. */
static bool read_signs(plain_text *t, bool *negative)
{
    bool any = false, minus = false;

    *negative = false;
    while ((minus = skip(t, '-')) || skip(t, '+')) {
        *negative ^= minus;
        any = true;
    }
    return any;
}

static bool read_sum(plain_text *t, plain_sum *s)
{
    bool negative;

    (void)read_signs(t, &negative);
    do
        if (!read_monomial(t, negative, s))
            return false;
    while (read_signs(t, &negative));
    skip_space(t);
    return t->at == t->end;
}

/* f := s, in the integers that f has. */
static bool store(clmodp_zxy *f, const plain_sum *s)
{
    if (clm_zxy_resize(f, s->length) != CLMODP_OK)
        return false;
    for (size_t k = 0; k < s->length; k++) {
        f->term[k].i = s->term[k].i;
        f->term[k].j = s->term[k].j;
        mpz_set_si(f->term[k].c, s->term[k].c);
    }
    clm_zxy_combine(f);
    return true;
}

bool clm_plain_read(clmodp_zxy *f, const char *text, size_t length, const char *x, const char *y)
{
    plain_text t = {.at = text, .name = {x, y},
                    .length = {x != NULL ? strlen(x) : 0, y != NULL ? strlen(y) : 0}};
    plain_sum s;
    bool done;

    if (length == 0 || length > MOST_BYTES)
        return false;
    t.end = text + length;
    s.term = s.few;
    s.length = 0;
    s.room = FEW_TERMS;
    done = read_sum(&t, &s) && store(f, &s);
    if (s.term != s.few)
        free(s.term);
    return done;
}
