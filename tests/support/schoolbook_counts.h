/* Exact operation counts of schoolbook products, divisions and gcds, for comparison with the
 * numbers that kernels count. Predictions use the simpler forms beside the launches. */
#ifndef TESTS_SUPPORT_SCHOOLBOOK_COUNTS_H
#define TESTS_SUPPORT_SCHOOLBOOK_COUNTS_H

#include "cost/cost.h"
#include "fpx/schoolbook/schoolbook.h"
#include "opencl/context.h"

/* The sum over k < count of min(max(0, first + step * k), most). A difference of two counts the
 * first `most` elements of an array in parts beginning `step` apart. */
double sum_clipped(double first, double step, double count, double most);

/* The operation count of a product, with `pass` rows in a pass: all ceil(m / s), unless limited by
 * memory or a launch's time. */
clm_op_counts schoolbook_multiply_counts(size_t n, size_t m, clm_schoolbook_shape shape,
                                         const clm_tuning *tuning, size_t pass);

/* The operation count of dividing n coefficients by m, 1 or more. */
clm_op_counts schoolbook_divide_counts(size_t n, size_t m, uint32_t p, clm_schoolbook_shape shape,
                                       const clm_tuning *tuning);

/* The operation count of a gcd, with a trace or without, of coprime polynomials with a generic
 * degree sequence: each remainder is one degree below the divisor. n, m >= 1. Groups of one
 * work-item with vectors compute in doubles. */
clm_op_counts schoolbook_gcd_counts(size_t n, size_t m, uint32_t p, clm_schoolbook_shape shape,
                                    const clm_tuning *tuning, size_t units, bool traced);

#endif
