/* How large a sum is and what its products would cost. */
#ifndef CLM_ZXY_SUM_SIZE_H
#define CLM_ZXY_SUM_SIZE_H

#include "cost/amounts.h"
#include "zxy/kronecker.h"

/* Upper bounds, made for predictions and, with their margin, safe for packing. */
typedef struct clm_sum_size {
    double terms;
    uint64_t degree[2]; /* in x and y */
    double log_max;     /* log2 of the largest |coefficient| */
    double log_norm;    /* log2 of the sum of the |coefficients| */
} clm_sum_size;

/* Measure a whole, combined sum that is not 0. Cost: linear in its size */
void clm_sum_size_of(clm_sum_size *size, const clm_sum *f);

/* log2 |a|, a not 0, rounded up a little. */
double clm_log2(const mpz_t a);

/* A product by pairs of terms, roughly; a long product of that packing. */
clm_amounts clm_pairs_cost(const clm_sum_size *f, const clm_sum_size *g);
clm_amounts clm_long_cost(const clm_packing *packing);

#endif
