/* Decimal digits of integers of any size: by hand, by GMP, and in pieces by divide and conquer. */
#include "cli/formats/integer.h"

#include <string.h>

/* Digits of a piece at most, of which GMP makes text at once: some 10 ms. */
#define PIECE_DIGITS ((size_t)1 << 17)

/* Integers below 10^(PIECE_DIGITS * 2^MOST_LEVELS), which is more than memory holds. */
enum { MOST_LEVELS = 32 };

/* What a long integer is cut by: 10^(digits * 2^k), k < levels, as powers[k] of 5; the power of 2
 * is left out, and what is divided is shorter by that as well. */
typedef struct cuts {
    size_t digits; /* of a piece */
    size_t levels;
    mpz_t powers[MOST_LEVELS];
} cuts;

/* high, low := quotient and remainder of n by the k-th power. */
static void cut_integer(mpz_ptr high, mpz_ptr low, mpz_srcptr n, const cuts *by, size_t k)
{
    const mp_bitcnt_t twos = (mp_bitcnt_t)by->digits << k;
    mpz_t rest;

    mpz_init(high);
    mpz_init(low);
    mpz_init(rest);
    mpz_tdiv_q_2exp(high, n, twos);
    mpz_tdiv_qr(high, low, high, by->powers[k]);
    mpz_mul_2exp(low, low, twos);
    mpz_tdiv_r_2exp(rest, n, twos);
    mpz_ior(low, low, rest);
    mpz_clear(rest);
}

/* n >= 0 with zeros before it up to so many digits; at least one. */
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
    cli_text_use(t, length);
    cli_text_tell(t, mpz_size(n));
}

/* Put n < 10^(digits * 2^level), with zeros before it up to so many digits if `inner`, and clear
 * it: its memory is not needed any more as soon as it is cut. */
static void put_and_clear(text_buffer *t, mpz_ptr n, const cuts *by, size_t level, bool inner)
{
    mpz_t high, low;
    bool first;

    if (level == 0 || cli_text_lost(t)) {
        put_digits(t, n, inner ? by->digits : 0); /* nothing for a text that is lost */
        mpz_clear(n);
        return;
    }
    cut_integer(high, low, n, by, level - 1);
    mpz_clear(n);
    first = !inner && mpz_sgn(high) == 0;
    if (first)
        mpz_clear(high);
    else
        put_and_clear(t, high, by, level - 1, inner);
    put_and_clear(t, low, by, level - 1, !first);
}

/* n > 0 of about so many digits. The highest power serves for one cut only, and goes before the
 * parts are cut further. */
static void put_pieces(text_buffer *t, mpz_srcptr n, size_t digits)
{
    cuts by = {.digits = digits};
    mpz_t high, low;

    while (by.digits > PIECE_DIGITS) {
        by.digits = (by.digits + 1) / 2;
        by.levels++;
    }
    for (size_t k = 0; k < by.levels; k++) {
        mpz_init(by.powers[k]);
        if (k == 0)
            mpz_ui_pow_ui(by.powers[k], 5, by.digits);
        else
            mpz_mul(by.powers[k], by.powers[k - 1], by.powers[k - 1]);
    }
    cut_integer(high, low, n, &by, --by.levels);
    mpz_clear(by.powers[by.levels]);
    if (mpz_sgn(high) == 0) {
        mpz_clear(high);
        put_and_clear(t, low, &by, by.levels, false);
    } else {
        put_and_clear(t, high, &by, by.levels, false);
        put_and_clear(t, low, &by, by.levels, true);
    }
    for (size_t k = 0; k < by.levels; k++)
        mpz_clear(by.powers[k]);
}

/* By hand: a batch prints millions, and GMP takes as long for one as reading and solving a small
 * problem does. */
void cli_integer_put_magnitude(text_buffer *t, mpz_srcptr n)
{
    mpz_t limbs; /* n's own, without its sign */
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
    if (digits <= PIECE_DIGITS)
        put_digits(t, magnitude, 0);
    else
        put_pieces(t, magnitude, digits);
}

void cli_integer_put(text_buffer *t, mpz_srcptr n)
{
    if (mpz_sgn(n) < 0)
        cli_text_put(t, "-", 1);
    cli_integer_put_magnitude(t, n);
}
