/* The exponents of IEEE's doubles are cut off by masks, which compilers make vectors of, after as
 * many factors as cannot overflow. */
#include "bounds/products.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

_Static_assert(DBL_MANT_DIG == 53 && DBL_MAX_EXP == 1024 && sizeof(double) == 8,
               "doubles are IEEE's");

enum {
    FRACTION_BITS = 52,
    BIAS = 1023,
    PENDING_MOST = 8 /* 2 * 2^(8 * 127) < 2^1024, and 2^(-8 * 127) is no subnormal */
};

static const uint64_t fraction = ((uint64_t)1 << FRACTION_BITS) - 1;
static const uint64_t exponent_of_1 = (uint64_t)BIAS << FRACTION_BITS;

clmodp_status clm_products_create(clm_error *error, clm_products *out, size_t count)
{
    clmodp_status st = CLMODP_OK;
    clm_products products = {.count = count};

    NEW(error, products.part, count);
    NEW(error, products.exponent, count);
    for (size_t k = 0; k < count; k++)
        products.part[k] = 1.0;
    *out = products;
    products = (clm_products){0};
done:
    clm_products_destroy(&products);
    return st;
}

void clm_products_destroy(clm_products *products)
{
    free(products->part);
    free(products->exponent);
    *products = (clm_products){0};
}

/* Parts into [1, 2); they are positive and not subnormal. */
static void normalise(clm_products *products)
{
    double *part = products->part;
    int64_t *exponent = products->exponent;

    for (size_t k = 0; k < products->count; k++) {
        uint64_t bits;

        memcpy(&bits, &part[k], sizeof bits);
        exponent[k] += (int64_t)(bits >> FRACTION_BITS) - BIAS;
        bits = (bits & fraction) | exponent_of_1;
        memcpy(&part[k], &bits, sizeof bits);
    }
    products->pending = 0;
}

void clm_products_multiply(clm_products *products, const double *factor)
{
    double *part = products->part;

    for (size_t k = 0; k < products->count; k++)
        part[k] *= factor[k];
    if (++products->pending == PENDING_MOST)
        normalise(products);
}

void clm_products_log2(double *log2s, clm_products *products)
{
    normalise(products);
    for (size_t k = 0; k < products->count; k++)
        log2s[k] = (double)products->exponent[k] + log2(products->part[k]);
}
