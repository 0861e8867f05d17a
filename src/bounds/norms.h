/* The rows of a polynomial, its coefficients in y: where they are and how large. */
#ifndef CLM_BOUNDS_NORMS_H
#define CLM_BOUNDS_NORMS_H

#include <stddef.h>
#include <stdint.h>

#include <clmodp/zxy.h>

#include "base/error.h"
#include "bounds/scaled.h"

/* y is weighted by w = 2^(weight / CLM_WEIGHT_UNIT). */
enum { CLM_WEIGHT_UNIT = 16 };

/* A coefficient f_j in Z[x] of y^j that is not zero. */
typedef struct clm_norm {
    size_t j;
    size_t first;    /* index of its first term in f */
    size_t terms;
    size_t low, top; /* exponents of x */
    clm_scaled norm; /* sum of the absolute values of its coefficients */
} clm_norm;

/* The rows of a polynomial by increasing j. */
typedef struct clm_norms {
    clm_norm *row;
    size_t rows;
    size_t terms;
    size_t degree; /* in y */
} clm_norms;

/* Pre: f is not zero. Release with clm_norms_destroy; {0} is safe. Errors: HOST_MEMORY */
clmodp_status clm_norms_create(clm_error *error, clm_norms *out, const clmodp_zxy *f);
void clm_norms_destroy(clm_norms *norms);

/* norm * w^j */
clm_scaled clm_norm_weighted(const clm_norm *row, int64_t weight);

#endif
