/* Packs problems in several variables into problems in two. */
#ifndef CLM_RESULTANT_PACKING_H
#define CLM_RESULTANT_PACKING_H

#include <stdint.h>

#include <clmodp/elimination.h>

#include "core/error.h"

/* Constants of the exponents: of x_i in the coefficient of y^j in S_k they are c_0 - k c_1 +
 * (k (k + 1) - j) c_2, as the numbers of rows and the columns' weight say (factors.h). */
enum { CLM_PACKING_PARTS = 3 };

/* Bound on all numbers of a packing. */
#define CLM_PACKING_MOST_NUMBER ((int64_t)1 << 62)

struct clmodp_packing {
    int64_t variables, eliminated; /* equal: none is eliminated from a matrix */
    int64_t digits;
    int64_t offset; /* subtracted from exponents of x */
    int64_t weight[CLMODP_MOST_VARIABLES], radix[CLMODP_MOST_VARIABLES]; /* the lowest first */
    /* divisor * exponent = c_0 - k c_1 + ... + sum of factor[l] * digit l */
    struct {
        int64_t divisor, constant[CLM_PACKING_PARTS], factor[CLMODP_MOST_VARIABLES];
    } of[CLMODP_MOST_VARIABLES];
};

/* clmodp_packing_create with the message in *error. */
clmodp_status clm_packing_make(clm_error *error, clmodp_packing **packing, clmodp_zxy *f_packed,
                               clmodp_zxy *g_packed, clmodp_operation operation, unsigned k,
                               const clmodp_mpoly *f, const clmodp_mpoly *g, size_t variable);

/* Sets the exponents for x^i in a packed result. Errors: CORRUPT, LIMIT */
clmodp_status clm_unpack_exponents(uint32_t *e, const clmodp_packing *packing, unsigned k,
                                   unsigned j, uint64_t i);

/* clmodp_packing_unpack for a result given by its terms, free of y, whose coefficients are moved.
 * Pre: j <= k */
clmodp_status clm_packing_unpack_terms(clmodp_mpoly *r, const clmodp_packing *packing,
                                       unsigned k, unsigned j, clmodp_zxy *packed);

/* Explains a failure of unpacking; returns the status. */
clmodp_status clm_packing_explain(clm_error *error, clmodp_status st);

#endif
