/* What many pairs of one shape have together. */
#ifndef CLM_RESULTANT_JOINT_H
#define CLM_RESULTANT_JOINT_H

#include "base/error.h"
#include "resultant/shape.h"

/* The greatest absolute values of the pairs' coefficients, term by term: they have a term where
 * some pair has one. */
typedef struct clm_joint {
    clmodp_zxy *f, *g;
    clm_pair *pairs; /* one behind the other */
} clm_joint;

/* Release with clm_joint_destroy ({0} is safe).
 *
 * In:     pairs   `count` of this shape, `stride` bytes apart
 * Cost:   linear in the terms, and in the box of the exponents
 * Errors: HOST_MEMORY */
clmodp_status clm_joint_create(clm_error *error, clm_joint *out, const clm_shape *shape,
                               const clm_pair *pairs, size_t stride, size_t count);
void clm_joint_destroy(clm_joint *joint);

#endif
