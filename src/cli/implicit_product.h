/* Names that look like products without `*`, such as x2y. */
#ifndef CLI_IMPLICIT_PRODUCT_H
#define CLI_IMPLICIT_PRODUCT_H

#include <stddef.h>

#include <clmodp/polynomials.h>

/* Remarks that a name is one variable, if it was probably meant as a product: of different
 * letters, with exponents of at least 2 or none. Either another name is one of these letters (x2
 * or xy beside x), or all names look so and one has a letter after an exponent (x2y alone, or
 * beside y3). There are at most two letters (`time` beside t is meant). */
void cli_implicit_product_remark(char (*names)[CLMODP_NAME_SIZE], size_t count);

#endif
