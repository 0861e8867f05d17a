/* Short products, values at points, and steps of Euclid's algorithm on vectors of the host:
 * functions of clm_transform_functions, which describes them. Only for sources compiled for each
 * level of vector instructions. */
#ifndef CLM_FPX_HOST_SCHOOLBOOK_H
#define CLM_FPX_HOST_SCHOOLBOOK_H

#include "fpx/host/transform.h"

void VEC_NAME(clm_host_convolve)(uint32_t *to, const uint32_t *a, size_t a_count,
                                 const uint32_t *b, size_t b_count, size_t low, size_t count,
                                 const fp_field *f, int sign);

void VEC_NAME(clm_host_convolve_halves)(uint64_t *low, uint64_t *middle, uint64_t *high,
                                        const uint64_t *a, size_t a_count, const uint64_t *b,
                                        size_t b_count, size_t first, size_t count);

void VEC_NAME(clm_host_values)(uint32_t *values, const uint32_t *a, size_t count,
                               const uint32_t *points, const fp_field *f);

void VEC_NAME(clm_host_eliminate)(uint32_t *a, const uint32_t *b, size_t count,
                                  const clm_step_factors *by, const fp_field *f);

#endif
