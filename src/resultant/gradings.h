/* Gradings: weights w of the variables for which polynomials are homogeneous, so that all terms
 * with exponents e have the same sum of w_i e_i. Results are homogeneous, too: one exponent in
 * them follows from the others. */
#ifndef CLM_RESULTANT_GRADINGS_H
#define CLM_RESULTANT_GRADINGS_H

#include <stddef.h>
#include <stdint.h>

#include <clmodp/mpoly.h>

/* The number of weights: one for each variable, and one for an exponent that no grading
 * determines, such as that of y. */
enum { CLM_GRADED = CLMODP_MOST_VARIABLES + 1 };

typedef struct clm_grading {
    int64_t w[CLM_GRADED]; /* below 2^24 in absolute value; all 0: of no use */
    size_t determines;     /* the variable; CLMODP_MOST_VARIABLES: none */
} clm_grading;

/* Linearly independent gradings; {0}: none. */
typedef struct clm_gradings {
    clm_grading of[CLM_GRADED];
    size_t count;
} clm_gradings;

/* Adds the grading with weight 1 of exponent i, and 0 of others. Pre: not yet added */
void clm_gradings_add(clm_gradings *g, size_t i);

/* Keeps the gradings for which a difference of exponents has weight 0.
 *
 * Pre:    entries are below 2^60 in absolute value
 * Cost:   a product of each grading and the difference, and at most g->count - 1 combinations of
 *         gradings if one is dropped */
void clm_gradings_restrict(clm_gradings *g, const int64_t *difference);

/* Lets each grading determine a variable that has weight 0 in all others, the one with the highest
 * exponent. */
void clm_gradings_assign(clm_gradings *g, const int64_t *highest);

/* Returns the grading that determines variable i; NULL: none. */
const clm_grading *clm_grading_of(const clm_gradings *g, size_t i);

#endif
