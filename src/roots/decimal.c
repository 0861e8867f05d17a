/* clmodp_roots_to_text: roots in decimal notation. */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <clmodp/roots.h>

#include "core/size.h"
#include "roots/decimal.h"

/* The largest exponent of an exact integer that is written without an exponent, and the least of
 * any number. */
#define MOST_ZEROS 20
#define LEAST_EXPONENT (-5)

/* An interval of positive numbers a / d to b / d. */
typedef struct span {
    mpz_t a, b, d;
    bool negative;
} span;

/* out := x 10^power / d, rounded to the nearest integer. */
static void scaled(mpz_ptr out, mpz_srcptr x, mpz_srcptr d, long power)
{
    mpz_t ten, divisor;

    mpz_init(ten);
    mpz_init_set(divisor, d);
    mpz_ui_pow_ui(ten, 10, (unsigned long)labs(power));
    mpz_mul_2exp(out, x, 1);
    if (power >= 0)
        mpz_mul(out, out, ten);
    else
        mpz_mul(divisor, divisor, ten);
    mpz_add(out, out, divisor);
    mpz_mul_2exp(divisor, divisor, 1);
    mpz_fdiv_q(out, out, divisor);
    mpz_clears(ten, divisor, NULL);
}

/* Returns whether a / d >= 10^power. */
static bool reaches(const span *s, long power)
{
    mpz_t ten;
    bool result;

    mpz_init(ten);
    mpz_ui_pow_ui(ten, 10, (unsigned long)labs(power));
    mpz_mul(ten, ten, power < 0 ? s->a : s->d);
    result = power < 0 ? mpz_cmp(ten, s->d) >= 0 : mpz_cmp(s->a, ten) >= 0;
    mpz_clear(ten);
    return result;
}

/* Returns e with 10^e <= a / d < 10^(e + 1). */
static long exponent_of(const span *s)
{
    long e = (long)mpz_sizeinbase(s->a, 10) - (long)mpz_sizeinbase(s->d, 10) - 2;

    while (reaches(s, e + 1))
        e++;
    return e;
}

/* Rounds to as many digits, at most `most`, as both ends have in common; the number is out 10^-q.
 * Returns whether there is a digit. */
static bool round_span(mpz_ptr out, long *q, const span *s, size_t most)
{
    const long e = exponent_of(s);
    mpz_t other;
    size_t digits = most;
    bool equal = false;

    mpz_init(other);
    mpz_sub(other, s->b, s->a);
    if (mpz_sgn(other) != 0) {
        const size_t bits = mpz_sizeinbase(s->b, 2) - mpz_sizeinbase(other, 2);

        digits = clm_size_min(digits, bits / 3 + 2);
    }
    for (; digits > 0 && !equal; digits--) {
        *q = (long)digits - 1 - e;
        scaled(out, s->a, s->d, *q);
        scaled(other, s->b, s->d, *q);
        equal = mpz_cmp(out, other) == 0;
        mpz_ui_pow_ui(other, 10, digits);
        if (equal && mpz_cmp(out, other) == 0) { /* rounded up to a digit more */
            mpz_divexact_ui(out, out, 10);
            --*q;
        }
    }
    mpz_clear(other);
    return equal;
}

/* Returns whether x 10^-q is the number itself, and removes trailing zeros then; others are
 * digits. */
static bool strip_zeros(mpz_ptr x, long *q, const span *s)
{
    mpz_t power, product;
    bool exact;

    mpz_init(power);
    mpz_init(product);
    mpz_ui_pow_ui(power, 10, (unsigned long)labs(*q));
    mpz_mul(product, x, s->d);
    if (*q < 0)
        mpz_mul(product, product, power);
    else
        mpz_mul(power, power, s->a);
    exact = mpz_cmp(s->a, s->b) == 0 && mpz_cmp(product, *q < 0 ? s->a : power) == 0;
    for (; exact && mpz_divisible_ui_p(x, 10); --*q)
        mpz_divexact_ui(x, x, 10);
    mpz_clears(power, product, NULL);
    return exact;
}

/* Writes digits with a point behind `before` of them, and zeros where necessary. */
static void write_plain(char *out, const char *digits, long before)
{
    const long count = (long)strlen(digits);

    if (before <= 0) {
        *out++ = '0';
        *out++ = '.';
        for (long k = before; k < 0; k++)
            *out++ = '0';
        (void)strcpy(out, digits);
        return;
    }
    for (long k = 0; k < count || k < before; k++) {
        if (k == before)
            *out++ = '.';
        *out++ = k < count ? digits[k] : '0';
    }
    *out = '\0';
}

/* Writes digits with a point behind the first one, and an exponent. */
static void write_scientific(char *out, const char *digits, long exponent)
{
    *out++ = *digits++;
    if (*digits != '\0')
        *out++ = '.';
    (void)sprintf(out, "%se%ld", digits, exponent);
}

/* Returns a new text of x 10^-q; NULL without memory. */
static char *write_decimal(mpz_srcptr x, long q, bool negative, bool exact)
{
    const size_t room = mpz_sizeinbase(x, 10) + 2;
    char *digits = malloc(room), *out = malloc(room + 2 * MOST_ZEROS + 8), *rest = out;

    if (digits != NULL && out != NULL) {
        const long count = (long)strlen(mpz_get_str(digits, 10, x)), before = count - q;

        if (negative)
            *rest++ = '-';
        if (before > LEAST_EXPONENT && before <= (exact ? count + MOST_ZEROS : count))
            write_plain(rest, digits, before);
        else
            write_scientific(rest, digits, before - 1);
    } else {
        free(out);
        out = NULL;
    }
    free(digits);
    return out;
}

/* Returns a new text of an interval without a certain digit. */
static char *write_interval(const span *s)
{
    const mpz_srcptr ends[2] = {s->negative ? s->b : s->a, s->negative ? s->a : s->b};
    char *text = malloc(2 * (mpz_sizeinbase(s->b, 10) + mpz_sizeinbase(s->d, 10)) + 16);
    char *rest = text;
    mpq_t end;

    mpq_init(end);
    for (int k = 0; k < 2 && text != NULL; k++) {
        mpz_set(mpq_numref(end), ends[k]);
        mpz_set(mpq_denref(end), s->d);
        mpq_canonicalize(end);
        if (s->negative)
            mpq_neg(end, end);
        rest = stpcpy(rest, k == 0 ? "(" : ", ");
        (void)mpq_get_str(rest, 10, end);
        rest += strlen(rest);
    }
    if (text != NULL)
        (void)strcpy(rest, ")");
    mpq_clear(end);
    return text;
}

static char *write_root(span *s, size_t digits)
{
    mpz_t x;
    long q = 0;
    char *out;

    mpz_init(x);
    s->negative = mpz_sgn(s->a) < 0;
    if (s->negative) {
        mpz_swap(s->a, s->b);
        mpz_neg(s->a, s->a);
        mpz_neg(s->b, s->b);
    }
    if (mpz_sgn(s->b) == 0) {
        out = write_decimal(x, 0, false, true);
    } else if (mpz_sgn(s->a) > 0 && round_span(x, &q, s, digits)) {
        const bool exact = strip_zeros(x, &q, s);

        out = write_decimal(x, q, s->negative, exact);
    } else {
        out = write_interval(s);
    }
    mpz_clear(x);
    return out;
}

clmodp_status clm_interval_to_text(char **text, mpz_srcptr low, mpz_srcptr high,
                                   mpz_srcptr denominator, size_t digits)
{
    span s;

    mpz_init_set(s.a, low);
    mpz_init_set(s.b, high);
    mpz_init_set(s.d, denominator);
    *text = write_root(&s, digits);
    mpz_clears(s.a, s.b, s.d, NULL);
    return *text != NULL ? CLMODP_OK : CLMODP_HOST_MEMORY;
}

clmodp_status clmodp_roots_to_text(char **text, const clmodp_roots *roots, size_t k,
                                   size_t digits)
{
    clmodp_status st;
    mpz_t low, high, denominator;

    *text = NULL;
    if (roots == NULL || k >= clmodp_roots_count(roots))
        return CLMODP_INVALID;
    mpz_inits(low, high, denominator, NULL);
    clmodp_roots_interval(low, high, denominator, roots, k);
    st = clm_interval_to_text(text, low, high, denominator, digits);
    mpz_clears(low, high, denominator, NULL);
    return st;
}
