/* A text that grows while terms are written to it. */
#ifndef CLM_ZXY_WRITER_H
#define CLM_ZXY_WRITER_H

#include <stdbool.h>
#include <stddef.h>

#include <gmp.h>

#include <clmodp/status.h>

/* All zero: an empty text. Release with clm_writer_destroy, or take `text` over. */
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

void clm_writer_destroy(clm_writer *writer);

/* Append `length` bytes. Errors: HOST_MEMORY */
clmodp_status clm_writer_put(clm_writer *writer, const char *bytes, size_t length);

/* Append one term of a sum, with the sign before it: "-6*x^8", " - 24*x^7", " + 1/2".
 *
 * In:     numerator, denominator  in lowest terms, numerator not 0, denominator positive
 *         powers, count           the variables of the term
 * Cost:   linear in what is written, amortised, and the conversion to decimal
 * Errors: HOST_MEMORY */
clmodp_status clm_writer_term(clm_writer *writer, const mpz_t numerator,
                              const mpz_t denominator, const clm_power *powers, size_t count);

/* Give the finished text away, cut to its size; "0" when no term was written.
 * Errors: HOST_MEMORY */
clmodp_status clm_writer_finish(char **text, clm_writer *writer);

/* True for [A-Za-z_][A-Za-z0-9_]*. */
bool clm_name_valid(const char *name);

#endif
