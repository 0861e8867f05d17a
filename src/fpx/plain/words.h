/* Words of global memory that plain algorithms on the device move, as closed forms of their sizes:
 * the words that [HMX] counts, of these algorithms as they are built.
 *
 * Shapes as launches take them (clm_plain_settle). tests/project/words.py compares them with what
 * Oclgrind counts. */
#ifndef CLM_FPX_PLAIN_WORDS_H
#define CLM_FPX_PLAIN_WORDS_H

#include "fpx/plain/shape.h"

typedef struct clm_plain_words {
    double read, written;
} clm_plain_words;

/* Of the sweeps of clm_plain_divide: n >= m >= 2. Exact.
 *
 * Pre: s <= span */
clm_plain_words clm_plain_divide_words(size_t n, size_t m, clm_plain_shape shape);

/* Of the sweeps of clm_plain_gcd, for coprime polynomials, n - s <= m <= n: within a fifth. */
clm_plain_words clm_plain_gcd_words(size_t n, size_t m, clm_plain_shape shape);

#endif
