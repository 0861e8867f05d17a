/* The assignment problem: the greatest sum of weights of a permutation, which is the tropical
 * determinant of a matrix of degrees. */
#ifndef CLM_BOUNDS_ASSIGNMENT_H
#define CLM_BOUNDS_ASSIGNMENT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/error.h"

/* The weight of an entry that no permutation may contain. */
#define CLM_NO_WEIGHT INT64_MIN

typedef struct clm_assignment {
    bool possible;      /* a permutation without CLM_NO_WEIGHT exists */
    int64_t sum;        /* the greatest */
    int64_t *potential; /* the dual solution, of the rows, then of the columns: they add up to
                           `sum`, and no weight is greater than the sum of its row's and its
                           column's; NULL unless possible */
} clm_assignment;

/* Solves the problem for n x n weights, row by row. Release with clm_assignment_destroy ({0} is
 * safe).
 *
 * Pre:    weights below 2^40 in absolute value, n < 2^16
 * Cost:   O(n^3) at most, O(n^2) for equal weights. Errors: HOST_MEMORY
 * Source: shortest augmenting paths [Kuhn 1955; Edmonds, Karp 1972] */
clmodp_status clm_assignment_create(clm_error *error, clm_assignment *out, const int64_t *weight,
                                    size_t n);
void clm_assignment_destroy(clm_assignment *assignment);

#endif
