/* Sums of plain monomials:
 *
 *   sum      = [signs] monomial { signs monomial }
 *   signs    = sign { sign }
 *   monomial = (integer | power) { "*" power }
 *   power    = name [ ("^" | "**") integer ] */
#include "zxy/plain.h"

#include <stdint.h>
#include <string.h>

#include "zxy/characters.h"
#include "zxy/zxy.h"

/* Digits of a coefficient and of an exponent that surely fit a word. */
#define COEFFICIENT_DIGITS 18
#define EXPONENT_DIGITS 10

/* Longer texts are the parser's, which counts what its terms take. */
#define MOST_BYTES ((size_t)1 << 24)

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

/* f += a monomial, behind the terms that f has. */
static bool read_monomial(plain_text *t, bool negative, clmodp_zxy *f)
{
    uint64_t c = 1, exponent[2] = {0, 0};
    clmodp_status st;
    mpz_t value;

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
    mpz_init_set_ui(value, c);
    if (negative)
        mpz_neg(value, value);
    st = clm_zxy_append(f, value, exponent[0], exponent[1]);
    mpz_clear(value);
    return st == CLMODP_OK;
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

static bool read_sum(plain_text *t, clmodp_zxy *f)
{
    bool negative;

    (void)read_signs(t, &negative);
    do
        if (!read_monomial(t, negative, f))
            return false;
    while (read_signs(t, &negative));
    skip_space(t);
    return t->at == t->end;
}

bool clm_plain_read(clmodp_zxy *f, const char *text, size_t length, const char *x, const char *y)
{
    plain_text t = {.at = text, .name = {x, y},
                    .length = {x != NULL ? strlen(x) : 0, y != NULL ? strlen(y) : 0}};
    clmodp_zxy *read = NULL;
    bool done = false;

    if (length == 0 || length > MOST_BYTES || clmodp_zxy_create(&read) != CLMODP_OK)
        return false;
    t.end = text + length;
    if (clm_zxy_reserve(read, length / 8 + 1) == CLMODP_OK && read_sum(&t, read)) {
        clm_zxy_combine(read);
        clm_zxy_swap(f, read);
        done = true;
    }
    clmodp_zxy_destroy(read);
    return done;
}
