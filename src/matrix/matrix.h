/* The internals of clmodp_matrix for this module. */
#ifndef CLM_MATRIX_MATRIX_H
#define CLM_MATRIX_MATRIX_H

#include <clmodp/matrix.h>

typedef struct clm_entry {
    clmodp_mpoly *f;   /* NULL: 0 */
    mpz_t denominator; /* positive; initialised only with f */
} clm_entry;

struct clmodp_matrix {
    size_t rows, columns, variables;
    clm_entry *entry;   /* row by row */
    clmodp_mpoly *zero; /* the value of entries without f */
};

#endif
