/* Bounds on the height (the largest absolute value of a coefficient) of res_y(f, g), and of the
 * coefficients s_11 and s_10 of the first subresultant.
 *
 * All of them bound |R(x)| on the unit circle, and by Cauchy's formula the coefficients,
 * through Hadamard's inequality for the Sylvester matrix or through the roots. Results are
 * logarithms to base 2, with every rounding error accounted for: height(R) <= 2^bits.
 *
 * Weights: res_y(f(x, y w), g(x, y w)) = w^{pq} R for w > 0, so that each bound may be taken
 * for the weighted polynomials; it evens out rows of unequal size. w is that of norms.h.
 *
 * Minors: s_11 and s_10 are determinants of parts of `less` = 1 rows fewer of f and of g each,
 * so that Hadamard's inequality by rows holds with q - 1 and p - 1 in the place of q and p. Of
 * their columns those of y^(p+q-2) ... y^2 are the same, the last one is that of y^1 or y^0: w
 * comes out as w^{pq-1} or w^{pq-2}. */
#ifndef CLM_BOUNDS_HEIGHT_H
#define CLM_BOUNDS_HEIGHT_H

#include <clmodp/polynomials.h>

#include "bounds/norms.h"

/* Graeffe's root squaring in Z[x][y], exactly: what the bounds on norms of its steps would lose by
 * forgetting signs. */

/* The rows of G with M(G(x, .)) = M(g(x, .))^(2^steps) for all x. Their places among terms are
 * not known: `first` is 0. */
typedef struct clm_graeffe {
    clm_norms norms;
    unsigned steps;
} clm_graeffe;

/* As many steps as `budget` products of limbs allow, each product of coefficients being at least
 * CLM_GRAEFFE_PRODUCT of them, and as can make `power` times the logarithm of the measure smaller
 * by something that counts: a quarter of a bit, or a thousandth.
 *
 * Pre:    g is not zero. Release with clm_graeffe_destroy; {0} is safe.
 * Errors: HOST_MEMORY */
clmodp_status clm_graeffe_create(clm_error *error, clm_graeffe *out, const clmodp_zxy *g,
                                 const clm_norms *norms, size_t power, double budget);
void clm_graeffe_destroy(clm_graeffe *graeffe);

#define CLM_GRAEFFE_PRODUCT 40.0

/* log2 of the power of w that comes out of the determinant, at least: of the two minors the one
 * with the greater bound counts. */
double clm_height_weight_bits(const clm_norms *f, const clm_norms *g, int64_t weight,
                              size_t less);

/* bits plus a margin for the rounding errors of q lf + p lg - log2(w) p q + ..., whose
 * logarithms lf and lg have absolute errors below 2^-46 (1 + |l|). */
double clm_height_round_up(double bits, const clm_norms *f, double lf, const clm_norms *g,
                           double lg, int64_t weight);

/* The weight that makes clm_height_by_rows least, up to rounding errors; 0 when there are
 * too many rows to try. Cost: some 40 passes over the rows */
int64_t clm_height_weight(const clm_norms *f, const clm_norms *g);

/* Rows of the Sylvester matrix, or of the minors: (sum_j |f_j|_1^2)^{q/2} (sum_j |g_j|_1^2)^{p/2}.
 * Source: Hadamard; [Goldstein, Graham 1974] */
double clm_height_by_rows(const clm_norms *f, const clm_norms *g, int64_t weight, size_t less);

/* Its columns: the product over c < p + q of the 2-norms of
 * (|f_c|_1, ..., |f_{c-q+1}|_1, |g_c|_1, ..., |g_{c-p+1}|_1).
 * bits is INFINITY when p + q > 2^22. Cost: O(p + q). Errors: HOST_MEMORY */
clmodp_status clm_height_by_columns(clm_error *error, double *bits, const clm_norms *f,
                                    const clm_norms *g, int64_t weight);

/* The lesser of L(f)^q M(g)^p and M(f)^q L(g)^p with L the sum of the rows' 1-norms and M a
 * bound on Mahler's measure in y for all |x| = 1; see mahler.c. What the others lack: it
 * does not grow with p where g has its roots within the unit circle.
 * Cost:   up to some 10^6 products of norms. Errors: HOST_MEMORY */
clmodp_status clm_height_by_mahler(clm_error *error, double *bits, const clm_norms *f,
                                   const clm_norms *g, int64_t weight);

/* L(f)^q M(g)^p with a bound on M(g) from exact steps of Graeffe's, unweighted: for p much greater
 * than q. Cost and errors: those of clm_height_by_mahler */
clmodp_status clm_height_by_graeffe(clm_error *error, double *bits, const clm_norms *f,
                                    const clm_norms *g, const clm_graeffe *of_g);

#endif
