/* Polynomials to text, term by term. */
#include "polynomials/text.h"

#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <clmodp/polynomials.h>

#include "core/error.h"
#include "core/memory.h"
#include "core/size.h"

/* All zero: an empty text. Release with writer_destroy, or take `text` over. */
typedef struct clm_writer {
    char *text; /* ends in a zero byte once something was written */
    size_t length;
    size_t room;
} clm_writer;

/* One variable with its exponent, as it stands in a product. */
typedef struct clm_power {
    const char *name;
    size_t exponent; /* 0: the variable is left out */
} clm_power;

static void writer_destroy(clm_writer *writer)
{
    free(writer->text);
    *writer = (clm_writer){0};
}

/* Room for `more` bytes and a zero byte; at least half as much again as there was. */
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

/* Append `length` bytes. Errors: HOST_MEMORY */
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

/* |c| in decimal, converted in place. */
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

/* Append one term of a sum, with the sign before it: "-6*x^8", " - 24*x^7", " + 1/2".
 *
 * In:     numerator, denominator  in lowest terms, numerator not 0, denominator positive
 *         powers, count           the variables of the term
 * Cost:   linear in what is written, amortised, and the conversion to decimal
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

/* Give the finished text away, cut to its size; "0" when no term was written.
 * Errors: HOST_MEMORY */
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

bool clm_name_valid(const char *name)
{
    if (!clm_is_letter(*name))
        return false;
    while (clm_is_letter(*name) || clm_is_digit(*name))
        name++;
    return *name == '\0';
}

/* Write the terms from the top; c and divisor are scratch. */
static clmodp_status write_terms(clm_writer *writer, const clmodp_zx *f, const char *name,
                                 const mpz_t denominator, mpz_t c, mpz_t divisor)
{
    clmodp_status st = CLMODP_OK;

    for (size_t i = (size_t)(clmodp_zx_degree(f) + 1); i-- > 0;) {
        const clm_power power = {name, i};

        clmodp_zx_get_coeff(c, f, i);
        if (mpz_sgn(c) == 0)
            continue;
        mpz_set_ui(divisor, 1);
        if (denominator != NULL) {
            mpz_gcd(divisor, c, denominator);
            mpz_divexact(c, c, divisor);
            mpz_divexact(divisor, denominator, divisor);
        }
        TRY(writer_term(writer, c, divisor, &power, 1));
    }
done:
    return st;
}

clmodp_status clmodp_zx_to_text(char **text, const clmodp_zx *f, const char *name,
                                const mpz_t denominator)
{
    clmodp_status st = CLMODP_OK;
    clm_writer writer = {0};
    mpz_t c, divisor;

    *text = NULL;
    if (name == NULL)
        name = "x";
    if (!clm_name_valid(name) || (denominator != NULL && mpz_sgn(denominator) <= 0))
        return CLMODP_INVALID;
    mpz_init(c);
    mpz_init(divisor);
    TRY(write_terms(&writer, f, name, denominator, c, divisor));
    TRY(writer_finish(text, &writer));
done:
    mpz_clear(divisor);
    mpz_clear(c);
    writer_destroy(&writer);
    return st;
}

clmodp_status clmodp_zxy_to_text(char **text, const clmodp_zxy *f, const char *x, const char *y)
{
    clmodp_status st = CLMODP_OK;
    clm_writer writer = {0};
    mpz_t one;

    *text = NULL;
    if (x == NULL)
        x = "x";
    if (y == NULL)
        y = "y";
    if (!clm_name_valid(x) || !clm_name_valid(y) || strcmp(x, y) == 0)
        return CLMODP_INVALID;
    mpz_init_set_ui(one, 1);
    for (size_t k = clmodp_zxy_terms(f); k-- > 0;) {
        clm_power powers[2] = {{.name = x}, {.name = y}};
        mpz_srcptr c = clmodp_zxy_term(f, k, &powers[0].exponent, &powers[1].exponent);

        TRY(writer_term(&writer, c, one, powers, 2));
    }
    TRY(writer_finish(text, &writer));
done:
    mpz_clear(one);
    writer_destroy(&writer);
    return st;
}
