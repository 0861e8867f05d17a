/* Interpolation at any distinct points on the device, by solving Vandermonde systems. */
#ifndef CLM_FPX_BATCH_VANDERMONDE_H
#define CLM_FPX_BATCH_VANDERMONDE_H

#include "arith/residue.h"
#include "cost/cost.h"
#include "opencl/buffer.h"

/* Definitions for the kernels: the residue type, and slots of a lane. */
#define CLM_VANDERMONDE_DEFINITIONS "%s#define ROWS %d\n"

/* The arguments of clm_vandermonde, documented there. */
typedef struct clm_vandermonde_call {
    clm_residue_kind kind;
    const clm_buffer *coefficients, *scratch;
    const clm_buffer *x, *y, *info;
    size_t primes, points, stride;
    double progress;
} clm_vandermonde_call;

/* coefficients[prime][i], i < points: the polynomial of degree < points over F_p with
 * f(x[prime][k]) = y[prime][k] for all k < points.
 *
 * Out:    coefficients  `points` words per prime, integers in [0, p) (residue_word)
 *         scratch       at least clm_vandermonde_scratch() words
 * In:     x, y          residues of the kind, `stride` a prime, of which the first `points`
 *                       count; a prime's x distinct
 *         info          residue_prime[primes]
 *         progress      the fraction done, reported during long computations
 * Pre:    1 <= points <= stride
 * Cost:   3 products for each of points^2 rows and steps, a twelfth or an eighth of that for
 *         repeated work, and an inversion per prime. Up to 4096 points (less if the device has no
 *         such work-groups; not with explicit vectors) a prime has one work-group; else a launch
 *         every 4 points is shared by all compute units: 10^5 points of one prime take some 4 s
 *         of an AVX-512 core
 * Errors: LIMIT (sizes that do not fit 32 bits), INVALID (a buffer too small), DEVICE, BUILD,
 *         CANCELLED
 * Source: [Eme12, Algorithm 2, 5.6, 5.7]
 *
 * Asynchronous, except for long computations. */
clmodp_status clm_vandermonde(clmodp_context *ctx, const clm_vandermonde_call *call);

/* The cost of one prime with `points` points: a launch every few points, and pairs of points. */
clm_amounts clm_vandermonde_cost(double points);

/* Sufficient words of scratch memory; SIZE_MAX if they overflow. */
size_t clm_vandermonde_scratch(const clmodp_context *ctx, size_t primes, size_t points);

#endif
