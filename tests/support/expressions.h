/* Random expressions in x and y, written together with their value at a point, which is computed
 * by rational arithmetic, independently of the text. */
#ifndef SUPPORT_EXPRESSIONS_H
#define SUPPORT_EXPRESSIONS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <gmp.h>

#include "core/random.h"

/* An expression under construction. */
typedef struct expression {
    clm_random random;
    char *text;
    size_t length, room;
    mpq_t point[2]; /* x and y, integers */
} expression;

/* Begins with an empty text and a random point; releases everything. */
void expression_start(expression *a, uint64_t seed);
void expression_stop(expression *a);

/* Returns a random number below `bound`. */
uint64_t expression_below(expression *a, uint64_t bound);

/* Appends up to 500 bytes of text. */
void expression_put(expression *a, const char *format, ...);

/* Appends a literal of up to `bits` bits, sometimes with leading zeros, and sets value to it. */
void expression_integer(expression *a, mpq_t value, uint64_t bits, bool nonzero);

/* Appends an exponent of at most `most`; value := value^exponent. */
void expression_exponent(expression *a, mpq_t value, uint64_t most);

/* value := base^e. */
void expression_power(mpq_t value, const mpq_t base, uint64_t e);

/* Appends a sum with up to `depth` levels of parentheses, fractions, signs and white space;
 * value := its value. */
void expression_sum(expression *a, mpq_t value, int depth);

#endif
