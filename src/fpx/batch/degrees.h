/* The degrees of a remainder sequence, found on the host. */
#ifndef CLM_FPX_DEGREES_H
#define CLM_FPX_DEGREES_H

#include <stdbool.h>
#include <stddef.h>

#include "base/error.h"
#include "cl/arith/fp.h"

/* degree[0] = p, degree[1] = q, then the degrees of the remainders; when p < q the longer one
 * is divided first. It ends with 0, or, when `common_factor`, with the degree of the last
 * non-zero remainder. */
typedef struct clm_degrees {
    uint32_t *degree;
    size_t count;
    bool common_factor;
    bool divided; /* for clm_steps: the first division is done before the sequence begins, without
                     multiplying by leading coefficients */
} clm_degrees;

/* A polynomial of F_p[y]: degree + 1 words, constant term first. */
typedef struct clm_dense {
    u32 *coefficient;
    size_t degree;
} clm_dense;

/* The degree sequence of f and g in F_p[y].
 *
 * Out:    out   released with clm_degrees_destroy
 * InOut:  f, g  Montgomery; their coefficients are destroyed
 * Cost:   about p * q products
 * Errors: INVALID (a leading coefficient is 0), HOST_MEMORY */
clmodp_status clm_degrees_find(clm_error *error, clm_degrees *out, fp_field field,
                               clm_dense f, clm_dense g);
void clm_degrees_destroy(clm_degrees *degrees);

#endif
