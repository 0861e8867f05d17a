/* Text buffers in growing memory; appends integers of any size and JSON strings; checks UTF-8. */
#include "cli/text.h"

#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* The bytes kept in memory of a text with a file, except for its last piece. */
#define PIECE ((size_t)1 << 16)

/* The first size of a text: most results of a batch fit. */
#define LEAST_ROOM ((size_t)256)

bool cli_text_lost(const text_buffer *t)
{
    return t->failed || (t->to != NULL && ferror(t->to) != 0);
}

/* Returns memory for so many bytes at the end of the text; callers then increase the length.
 * Returns NULL if there is none, or the text is lost. */
static char *make_room(text_buffer *t, size_t more)
{
    size_t room = t->room + t->room / 2;
    char *larger;

    if (t->to != NULL && t->length >= PIECE) {
        (void)fwrite(t->bytes, 1, t->length, t->to);
        t->length = 0;
    }
    if (cli_text_lost(t))
        return NULL;
    if (more > SIZE_MAX / 2 - t->length) {
        t->failed = true;
        return NULL;
    }
    if (t->room - t->length < more) {
        room = room > LEAST_ROOM ? room : LEAST_ROOM;
        room = room > t->length + more ? room : t->length + more;
        larger = realloc(t->bytes, room);
        if (larger == NULL) {
            t->failed = true;
            return NULL;
        }
        t->bytes = larger;
        t->room = room;
    }
    return t->bytes + t->length;
}

void cli_text_tell(const text_buffer *t, size_t words)
{
    if (t->listen != NULL)
        t->listen(t->listener, words);
}

void cli_text_put(text_buffer *t, const char *bytes, size_t length)
{
    char *end = make_room(t, length);

    if (end == NULL)
        return;
    memcpy(end, bytes, length);
    t->length += length;
}

void cli_text_string(text_buffer *t, const char *string)
{
    cli_text_put(t, string, strlen(string));
}

void cli_text_printf(text_buffer *t, const char *format, ...)
{
    va_list arguments, again;
    char *end;
    int length;

    va_start(arguments, format);
    va_copy(again, arguments);
    length = vsnprintf(NULL, 0, format, arguments);
    end = length >= 0 ? make_room(t, (size_t)length + 1) : NULL;
    if (end != NULL) {
        (void)vsnprintf(end, (size_t)length + 1, format, again);
        t->length += (size_t)length;
    }
    t->failed |= length < 0;
    va_end(again);
    va_end(arguments);
}

/* Converts without printf, because a batch prints millions of numbers: one call of printf takes as
 * long as reading and solving a small problem. */
void cli_text_count(text_buffer *t, uint64_t n)
{
    char digits[20];
    size_t at = sizeof digits;

    do
        digits[--at] = (char)('0' + n % 10);
    while ((n /= 10) > 0);
    cli_text_put(t, digits + at, sizeof digits - at);
}

bool cli_text_finish(text_buffer *t)
{
    const bool whole = !t->failed;

    if (t->length > 0 && t->to != NULL)
        (void)fwrite(t->bytes, 1, t->length, t->to);
    cli_text_clear(t);
    return whole;
}

void cli_text_restart(text_buffer *t)
{
    t->length = 0;
    t->failed = false;
}

void cli_text_clear(text_buffer *t)
{
    free(t->bytes);
    *t = (text_buffer){.to = t->to, .listen = t->listen, .listener = t->listener};
}

/* Greatest number of digits converted by GMP at once: some 10 ms. */
#define PIECE_DIGITS ((size_t)1 << 17)

/* Integers below 10^(PIECE_DIGITS * 2^MOST_LEVELS), which is more than memory holds. */
enum { MOST_LEVELS = 32 };

/* Divisors of a long integer: 10^(digits * 2^k), k < levels, with the power of 5 in powers[k].
 * Powers of 2 are shifts, so that dividends are shorter by as much. */
typedef struct cuts {
    size_t digits; /* of the smallest piece */
    size_t levels;
    mpz_t powers[MOST_LEVELS];
} cuts;

/* Sets high, low := quotient and remainder of n by the k-th power. */
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

/* Appends n >= 0 with leading zeros to so many digits; at least one. */
static void put_digits(text_buffer *t, mpz_srcptr n, size_t digits)
{
    const size_t room = mpz_sizeinbase(n, 10);
    char *end = make_room(t, (room > digits ? room : digits) + 1);
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

/* Appends n < 10^(digits * 2^level), with leading zeros to so many digits if `inner`. Clears n as
 * soon as it is divided, to release its memory. */
static void put_and_clear(text_buffer *t, mpz_ptr n, const cuts *by, size_t level, bool inner)
{
    mpz_t high, low;
    bool first;

    if (level == 0 || cli_text_lost(t)) {
        put_digits(t, n, inner ? by->digits : 0); /* nothing for a lost text */
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

/* Appends n > 0 of about so many digits. The highest power is used once, and released before the
 * parts are divided further. */
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

/* Converts single limbs without GMP, because a batch prints millions: one call of GMP takes as
 * long as reading and solving a small problem. */
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

size_t cli_utf8_length(const char *text, size_t available)
{
    static const uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
    const unsigned char first = available > 0 ? (unsigned char)*text : 0xff;
    const size_t length = first < 0x80             ? 1
                          : (first & 0xe0) == 0xc0 ? 2
                          : (first & 0xf0) == 0xe0 ? 3
                          : (first & 0xf8) == 0xf0 ? 4 : 0;
    uint32_t code;

    if (length == 0 || length > available)
        return 0;
    if (length == 1)
        return 1;
    code = first & (0x7fu >> length);
    for (size_t i = 1; i < length; i++) {
        if (!cli_utf8_inside(text[i]))
            return 0;
        code = code << 6 | ((unsigned char)text[i] & 0x3f);
    }
    if (code < least[length] || code > 0x10ffff || (code >= 0xd800 && code < 0xe000))
        return 0;
    return length;
}

void cli_json_begin(text_buffer *out)
{
    cli_text_printf(out, "{\"format\": %d", CLI_JSON_FORMAT);
}

void cli_json_string(text_buffer *out, const char *string)
{
    size_t left;

    if (string == NULL) {
        cli_text_string(out, "null");
        return;
    }
    cli_text_put(out, "\"", 1);
    for (left = strlen(string); left > 0;) {
        const unsigned char first = (unsigned char)*string;
        const size_t bytes = cli_utf8_length(string, left);

        if (bytes == 0)
            cli_text_string(out, "\\ufffd");
        else if (first < 0x20 || first == 0x7f)
            cli_text_printf(out, "\\u%04x", (unsigned)first);
        else if (first == '"' || first == '\\')
            cli_text_printf(out, "\\%c", *string);
        else
            cli_text_put(out, string, bytes);
        string += bytes == 0 ? 1 : bytes;
        left -= bytes == 0 ? 1 : bytes;
    }
    cli_text_put(out, "\"", 1);
}

void cli_json_member(text_buffer *out, const char *name, const char *string)
{
    cli_text_printf(out, ", \"%s\": ", name);
    cli_json_string(out, string);
}
