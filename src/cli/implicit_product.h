/* Names that look like products without a sign, as x2y: what Singular and people write. */
#ifndef CLI_IMPLICIT_PRODUCT_H
#define CLI_IMPLICIT_PRODUCT_H

#include <stddef.h>

#include <clmodp/text.h>

/* Remark that such a name is one variable, if it can hardly be meant so: it is letters, each once
 * and with an exponent of at least 2 or none, and another name is one of these letters (x2 or xy
 * beside x), or all names are such, and one has a letter behind an exponent (x2y alone, or beside
 * y3); and these letters are two at most, as variables are (so `time` beside t is meant). */
void cli_remark_implicit_products(char (*names)[CLMODP_NAME_SIZE], size_t count);

#endif
