/* The short way from text to polynomials, for texts that need no parser. */
#ifndef CLM_ZXY_PLAIN_H
#define CLM_ZXY_PLAIN_H

#include <stdbool.h>
#include <stddef.h>

#include <clmodp/zxy.h>

/* f := a sum of plain monomials, such as -3*x^2*y + 7: in each first a number, if any, of at most
 * 18 digits, then powers of variables; no parentheses, no divisions. Most texts that programs
 * write are such, and short, so that a parser's bookkeeping would cost several times what the
 * arithmetic behind it does. What this reads, clm_parse reads as the same, over 1.
 *
 * In:      text, length  any bytes
 *          x, y          the variables; NULL: not allowed
 * Returns: whether f was read; if not, f has not changed and the text is one for clm_parse, which
 *          also tells what is wrong with it
 * Memory:  f's terms and integers are used again
 * Cost:    one pass, O(n log n) comparisons if the terms are not in order */
bool clm_plain_read(clmodp_zxy *f, const char *text, size_t length, const char *x, const char *y);

#endif
