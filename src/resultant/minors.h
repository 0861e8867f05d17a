/* Resultants of sparse polynomials as determinants, expanded by minors without any division. */
#ifndef CLM_RESULTANT_MINORS_H
#define CLM_RESULTANT_MINORS_H

#include "polynomials/sparse.h"

/* Greatest degree in y. */
enum { CLM_MINORS_MOST = 12 };

/* The time of a sum of products beside these, in products. */
#define CLM_MINORS_SUM 100.0

typedef struct clm_expansion {
    const clm_sparse *f, *g; /* the coefficients of y^0, ..., y^p and of y^0, ..., y^q */
    size_t p, q;             /* formal degrees, 1 <= p <= CLM_MINORS_MOST, q <= p */
    size_t limbs;            /* of a coefficient */
    double product_ns;       /* nanoseconds of a product of two terms */
    double most_ns;          /* of all products */
    uint64_t most_bytes;
    size_t threads;
    clm_poller *watch;       /* or NULL */
} clm_expansion;

/* Sets *r, which is {0}, to the resultant modulo 2^(64 limbs), unless this takes more time or
 * memory; *done tells. The time is predicted from minor to minor, by terms counted so far.
 *
 * Cost:   sum_k k binomial(p, k) products of sparse polynomials
 * Errors: HOST_MEMORY, CANCELLED; *r is {0} then
 * Source: [Gentleman, Johnson 1976]; the matrix of small.c */
clmodp_status clm_minors_resultant(bool *done, clm_sparse *r, const clm_expansion *m);

#endif
