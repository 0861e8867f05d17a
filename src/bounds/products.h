/* Products of positive numbers whose logarithms are wanted: many factors, one log2. */
#ifndef CLM_BOUNDS_PRODUCTS_H
#define CLM_BOUNDS_PRODUCTS_H

#include <stddef.h>
#include <stdint.h>

#include "base/error.h"

/* `count` products, number k being part[k] * 2^exponent[k]. */
typedef struct clm_products {
    size_t count;
    double *part;
    int64_t *exponent;
    unsigned pending; /* factors since parts were in [1, 2) */
} clm_products;

/* All products are 1.
 * Cost:   16 bytes each. Errors: HOST_MEMORY. Release with clm_products_destroy ({0} is safe). */
clmodp_status clm_products_create(clm_error *error, clm_products *out, size_t count);
void clm_products_destroy(clm_products *products);

/* Product k is multiplied by factor[k], with a relative error below 2^-53; the same on all
 * machines. Pre: factors are 2^-127 to 2^127 */
void clm_products_multiply(clm_products *products, const double *factor);

/* log2[k] := that of product k, absolute error below 2^-51 (1 + |log2[k]|). */
void clm_products_log2(double *log2s, clm_products *products);

#endif
