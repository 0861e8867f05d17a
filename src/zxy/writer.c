/* A text that grows while terms are written to it. */
#include "zxy/writer.h"

#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "base/memory.h"
#include "base/size.h"
#include "zxy/characters.h"

void clm_writer_destroy(clm_writer *writer)
{
    free(writer->text);
    *writer = (clm_writer){0};
}

/* Room for `more` bytes and a zero byte; at least half as much again as there was. */
static clmodp_status reserve(clm_writer *writer, size_t more)
{
    clmodp_status st = CLMODP_OK;
    size_t needed;

    if (!clm_size_add(&needed, writer->length, more) || needed == SIZE_MAX)
        return CLMODP_HOST_MEMORY;
    GROW(NULL, writer->text, writer->room, needed + 1);
done:
    return st;
}

clmodp_status clm_writer_put(clm_writer *writer, const char *bytes, size_t length)
{
    clmodp_status st = CLMODP_OK;

    TRY(reserve(writer, length));
    memcpy(writer->text + writer->length, bytes, length);
    writer->length += length;
    writer->text[writer->length] = '\0';
done:
    return st;
}

static clmodp_status put_text(clm_writer *writer, const char *text)
{
    return clm_writer_put(writer, text, strlen(text));
}

/* |c| in decimal, converted in place. */
static clmodp_status put_magnitude(clm_writer *writer, const mpz_t c)
{
    clmodp_status st = CLMODP_OK;
    mpz_t magnitude; /* c's own limbs, without its sign */

    mpz_roinit_n(magnitude, mpz_limbs_read(c), (mp_size_t)mpz_size(c));
    TRY(reserve(writer, mpz_sizeinbase(magnitude, 10) + 1));
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

clmodp_status clm_writer_term(clm_writer *writer, const mpz_t numerator,
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

clmodp_status clm_writer_finish(char **text, clm_writer *writer)
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

bool clm_name_valid(const char *name)
{
    if (!clm_is_letter(*name))
        return false;
    while (clm_is_letter(*name) || clm_is_digit(*name))
        name++;
    return *name == '\0';
}
