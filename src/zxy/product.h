/* A product of numbers, powers of variables and sums, as it grows while a term is read. */
#ifndef CLM_ZXY_PRODUCT_H
#define CLM_ZXY_PRODUCT_H

#include "zxy/sum.h"

/* An exponent of any length, as far as it matters. */
typedef struct clm_exponent {
    uint64_t value; /* at most 2^62 + 1: larger ones become 2^62, or 2^62 + 1 if odd */
} clm_exponent;

typedef struct clm_product {
    clm_budget *budget;
    bool negative;
    uint64_t exponent[2]; /* of x and y */
    clm_fraction c;       /* numbers, as long as they are short */
    clm_sum *factor;      /* sums and long numbers, each more than twice its successor */
    size_t length, room;
} clm_product;

/* The empty product, 1; release with clm_product_clear. */
void clm_product_init(clm_product *product, clm_budget *budget);
void clm_product_clear(clm_product *product);

/* product *= a^e, or /= a^e when `divide`; a becomes 0.
 * Errors: PARSE (division by 0), LIMIT, HOST_MEMORY */
clmodp_status clm_product_number(clm_product *product, clm_fraction *a, clm_exponent e,
                                 bool divide);

/* product *= x^e (variable 0) or y^e (variable 1). Errors: LIMIT */
clmodp_status clm_product_variable(clm_product *product, int variable, clm_exponent e);

/* product *= sum^e, or /= when `divide`; the sum becomes empty.
 * Cost:   sums of like size are multiplied first, so that many factors cost about as much
 *         as the last product
 * Errors: PARSE (division by 0 or by what is no number), LIMIT, HOST_MEMORY */
clmodp_status clm_product_sum(clm_product *product, clm_sum *sum, clm_exponent e, bool divide);

/* Add the product to a sum; the product becomes 1 again. Errors: LIMIT, HOST_MEMORY */
clmodp_status clm_product_finish(clm_product *product, clm_sum *into);

#endif
