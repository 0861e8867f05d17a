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
    mpz_t a, b;
    mpz_srcptr d;
} span;

/* out := x 10^power / d, rounded to the nearest integer, or down. Returns whether it is exact. */
static bool scaled(mpz_ptr out, mpz_srcptr x, mpz_srcptr d, long power, bool nearest)
{
    mpz_t ten, divisor;
    mpz_ptr factor = power >= 0 ? out : divisor;
    bool exact;

    mpz_init(ten);
    mpz_init_set(divisor, d);
    mpz_ui_pow_ui(ten, 10, (unsigned long)labs(power));
    mpz_set(out, x);
    mpz_mul(factor, factor, ten);
    mpz_fdiv_qr(out, ten, out, divisor);
    exact = mpz_sgn(ten) == 0;
    mpz_mul_2exp(ten, ten, 1);
    if (nearest && mpz_cmp(ten, divisor) >= 0)
        mpz_add_ui(out, out, 1);
    mpz_clears(ten, divisor, NULL);
    return exact;
}

/* Returns e with 10^e <= a / d < 10^(e + 1). */
static long exponent_of(const span *s)
{
    const long power = (long)mpz_sizeinbase(s->d, 10) - (long)mpz_sizeinbase(s->a, 10) + 2;
    long e = -power;
    mpz_t x; /* from 1 to 10^4 */

    mpz_init(x);
    (void)scaled(x, s->a, s->d, power, false);
    for (unsigned long rest = mpz_get_ui(x); rest >= 10; rest /= 10)
        e++;
    mpz_clear(x);
    return e;
}

/* Rounds to as many digits, at most `most`, as both ends have in common; the number is out 10^-q,
 * without trailing zeros if it is exact. Returns whether there is a digit. */
static bool round_span(mpz_ptr out, long *q, bool *exact, const span *s, size_t most)
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
        *exact = scaled(out, s->a, s->d, *q, true) && mpz_cmp(s->a, s->b) == 0;
        (void)scaled(other, s->b, s->d, *q, true);
        equal = mpz_cmp(out, other) == 0;
        mpz_ui_pow_ui(other, 10, digits);
        if (equal && mpz_cmp(out, other) == 0) { /* rounded up to a digit more */
            mpz_divexact_ui(out, out, 10);
            --*q;
        }
    }
    for (; equal && *exact && mpz_divisible_ui_p(out, 10); --*q)
        mpz_divexact_ui(out, out, 10);
    mpz_clear(other);
    return equal;
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

/* Returns a new text of an interval without a certain digit; NULL without memory. */
static char *write_interval(mpz_srcptr low, mpz_srcptr high, mpz_srcptr d)
{
    char *text = malloc(mpz_sizeinbase(low, 10) + mpz_sizeinbase(high, 10) +
                        2 * mpz_sizeinbase(d, 10) + sizeof "(-/, -/)");
    mpq_t ends[2];

    for (int k = 0; k < 2; k++) {
        mpq_init(ends[k]);
        mpq_set_num(ends[k], k == 0 ? low : high);
        mpq_set_den(ends[k], d);
        mpq_canonicalize(ends[k]);
    }
    if (text != NULL)
        (void)gmp_sprintf(text, "(%Qd, %Qd)", ends[0], ends[1]);
    mpq_clears(ends[0], ends[1], NULL);
    return text;
}

clmodp_status clm_interval_to_text(char **text, mpz_srcptr low, mpz_srcptr high,
                                   mpz_srcptr denominator, size_t digits)
{
    const bool negative = mpz_sgn(low) < 0, zero = mpz_sgn(low) == 0 && mpz_sgn(high) == 0;
    bool exact = true;
    long q = 0;
    mpz_t x;
    span s = {.d = denominator};

    mpz_init(x);
    mpz_init_set(s.a, negative ? high : low);
    mpz_init_set(s.b, negative ? low : high);
    if (negative) {
        mpz_neg(s.a, s.a);
        mpz_neg(s.b, s.b);
    }
    if (zero || (mpz_sgn(s.a) > 0 && round_span(x, &q, &exact, &s, digits)))
        *text = write_decimal(x, q, negative, exact);
    else
        *text = write_interval(low, high, denominator);
    mpz_clears(x, s.a, s.b, NULL);
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
