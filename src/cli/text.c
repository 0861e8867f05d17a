/* Bytes in a growing block of memory. */
#include "cli/text.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

/* A text with a file keeps no more than this, but for one piece. */
#define PIECE ((size_t)1 << 16)

/* Where a text begins: most answers of a batch end within. */
#define LEAST_ROOM ((size_t)256)

/* Room for `more` bytes behind what there is; NULL if there is none. */
static char *reserve(text_buffer *t, size_t more)
{
    size_t room = t->room + t->room / 2;
    char *larger;

    if (t->to != NULL && t->length >= PIECE) {
        (void)fwrite(t->bytes, 1, t->length, t->to);
        t->length = 0;
    }
    if (t->failed || more > SIZE_MAX / 2 - t->length) {
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

void cli_text_put(text_buffer *t, const char *bytes, size_t length)
{
    char *end = reserve(t, length);

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
    end = length >= 0 ? reserve(t, (size_t)length + 1) : NULL;
    if (end != NULL) {
        (void)vsnprintf(end, (size_t)length + 1, format, again);
        t->length += (size_t)length;
    }
    t->failed |= length < 0;
    va_end(again);
    va_end(arguments);
}

/* By hand: a batch prints millions, and printf and GMP take as long for one as reading and solving
 * a small problem does. */
void cli_text_count(text_buffer *t, uint64_t n)
{
    char digits[20];
    size_t at = sizeof digits;

    do
        digits[--at] = (char)('0' + n % 10);
    while ((n /= 10) > 0);
    cli_text_put(t, digits + at, sizeof digits - at);
}

void cli_text_magnitude(text_buffer *t, mpz_srcptr n)
{
    mpz_t magnitude; /* n's own limbs, without its sign */
    char *end;

    if (mpz_size(n) <= 1) {
        cli_text_count(t, mpz_getlimbn(n, 0));
        return;
    }
    end = reserve(t, mpz_sizeinbase(n, 10) + 1);
    if (end == NULL)
        return;
    (void)mpz_get_str(end, 10,
                      mpz_roinit_n(magnitude, mpz_limbs_read(n), (mp_size_t)mpz_size(n)));
    t->length += strlen(end);
}

void cli_text_integer(text_buffer *t, mpz_srcptr n)
{
    if (mpz_sgn(n) < 0)
        cli_text_put(t, "-", 1);
    cli_text_magnitude(t, n);
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
    *t = (text_buffer){.to = t->to};
}
