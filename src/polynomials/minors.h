/* Determinants of sparse polynomials, expanded by minors without any division. */
#ifndef CLM_POLYNOMIALS_MINORS_H
#define CLM_POLYNOMIALS_MINORS_H

#include "polynomials/sparse.h"

enum {
    CLM_MINORS_ORDER = 64,  /* greatest order: a column is a bit */
    CLM_MINORS_PRODUCTS = 3 /* most products of an entry */
};

/* The time of a sum of products beside these, in products. */
#define CLM_MINORS_SUM 100.0

/* A row to be made. */
typedef struct clm_minors_row {
    size_t number;
    const clm_sparse *before; /* entries of the row before */
    const clm_sparse *one;    /* the polynomial 1 */
} clm_minors_row;

typedef struct clm_expansion {
    size_t n; /* 1 <= n <= CLM_MINORS_ORDER */

    /* Lists the products whose sum is an entry, and returns their number. */
    size_t (*entry)(const void *user, clm_sparse_product products[CLM_MINORS_PRODUCTS],
                    const clm_minors_row *row, size_t column);
    clmodp_status (*prepare)(void *user); /* called once before; NULL: nothing to prepare */
    void *user;
    const uint64_t *columns;  /* of each row's entries that may not be 0; NULL: all */
    double most_terms;        /* of a minor, or INFINITY */
    double least_products;    /* of two terms in one of a minor and an entry, mostly */
    size_t limbs;             /* of a coefficient */
    double product_ns;        /* nanoseconds of a product of two terms */
    double most_ns;           /* of all products */
    uint64_t most_bytes;
    size_t threads;
    clm_poller *watch;        /* or NULL */
} clm_expansion;

/* Sets *r, which is {0}, to the determinant modulo 2^(64 limbs), unless this takes more time or
 * memory; *done tells. The time is predicted from the sets of columns that the first rows can
 * reach and, from row to row, from the terms so far.
 *
 * Cost:   for each such set a product of sparse polynomials for each of its columns: at most
 *         2^(n-1) n products, O(n) for a band
 * Errors: HOST_MEMORY, CANCELLED, those of m->prepare; *r is {0} then
 * Source: [Gentleman, Johnson 1976] */
clmodp_status clm_minors_expand(bool *done, clm_sparse *r, const clm_expansion *m);

#endif
