/* Random expressions in x and y, written beside their value at a point, which is computed by
 * rational arithmetic and never looks at the text. */
#ifndef SUPPORT_EXPRESSIONS_H
#define SUPPORT_EXPRESSIONS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <gmp.h>

#include "core/random.h"

/* One expression in the making. */
typedef struct expression {
    clm_random random;
    char *text;
    size_t length, room;
    mpq_t point[2]; /* x and y, integers */
} expression;

/* Begin with an empty text and a random point; release all of it. */
void expression_start(expression *a, uint64_t seed);
void expression_stop(expression *a);

/* A random number below `bound`. */
uint64_t expression_below(expression *a, uint64_t bound);

/* Append up to 500 bytes of text. */
void expression_put(expression *a, const char *format, ...);

/* Append a literal of up to `bits` bits, sometimes with zeros before it; value := it. */
void expression_integer(expression *a, mpq_t value, uint64_t bits, bool nonzero);

/* Append an exponent of at most `most`; value := value^exponent. */
void expression_exponent(expression *a, mpq_t value, uint64_t most);

/* value := base^e. */
void expression_power(mpq_t value, const mpq_t base, uint64_t e);

/* Append a sum with up to `depth` levels of parentheses, fractions, signs and white space;
 * value := its value. */
void expression_sum(expression *a, mpq_t value, int depth);

#endif
