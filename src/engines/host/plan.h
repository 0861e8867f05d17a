/* Plans of the engine on the host: primes of 62 bits and points, and their costs; also the
 * functions that compute by these plans. */
#ifndef CLM_ENGINES_HOST_PLAN_H
#define CLM_ENGINES_HOST_PLAN_H

#include "arith/mont64.h"
#include "cost/cost.h"
#include "engines/engine.h"
#include "multimodular/rows.h"

/* Returns the cost of a point: values of the rows, by a Horner step a coefficient or, in a coset
 * of so many points, by transforms if cheaper; and the remainder sequence. */
clm_amounts clm_host_point_cost(const clm_row_layout *layout, double coset,
                                const clm_costs *costs);

/* Returns the cost of all work at so many points of a prime, for so many outputs. */
clm_amounts clm_host_points_cost(const clm_row_layout *layout, double points, bool coset,
                                 double outputs, const clm_costs *costs);

/* Returns whether transforms compute the values at the points of a coset. */
bool clm_host_transforms_pay(const clm_row_layout *layout, double coset, const clm_costs *costs);

/* See clm_engine. */
clm_amounts clm_host_cost(const clm_row_layout *layout, double width, double primes,
                          double batches, const clmodp_context *ctx);

/* Returns the cost of residues of coefficients with so many limbs in total. */
clm_amounts clm_host_reduction_cost(double limbs, double primes);

/* Returns the cost of reconstructing so many coefficients of an output from their residues. */
clm_amounts clm_host_reconstruct_cost(double width, double primes);

/* Every chosen prime is 1 modulo 2 to this power. */
#define CLM_HOST_ORDER 32

/* Points modulo a prime p. */
typedef struct clm_host_prime {
    clm_mont64 field;
    uint64_t start; /* consecutive integers: the first; else the shift of the coset, Montgomery */
    uint64_t root;  /* of unity, its order the number of points, Montgomery; 0: none */
} clm_host_prime;

typedef struct clm_host_plan {
    clm_plan base;        /* first */
    bool coset;           /* points are shift * root^k, a power of 2 of them; else consecutive
                             integers, one more than coefficients */
    uint64_t *prime;
    clm_host_prime *info; /* of each prime */
} clm_host_plan;

static inline const clm_host_plan *clm_host_plan_of(const clm_plan *plan)
{
    return (const clm_host_plan *)plan;
}

/* Functions of a clm_engine. No plan exists modulo a prime with too few points, or if results over
 * Z should cost less. */
clmodp_status clm_host_plan_complete(clmodp_context *ctx, clm_plan *plan,
                                     const clm_request *request);
void clm_host_plan_clear(clm_plan *plan);
clmodp_status clm_host_executor_create(clmodp_context *ctx, clm_executor **out,
                                       const clm_plan *plan, size_t most_primes, uint64_t seed);
clmodp_status clm_host_executor_run(clm_executor *worker, clm_images *images, size_t first,
                                    size_t count);
void clm_host_executor_clear(clm_executor *worker);

/* Finds primes number `first` ... first + count - 1, in decreasing order, of the greatest below
 * 2^62 that are 1 modulo 2^CLM_HOST_ORDER; more than 2^24 exist.
 * In: before  the preceding prime, if first is not 0 */
void clm_host_primes(uint64_t *prime, size_t first, size_t count, uint64_t before);

/* See clm_engine. */
clmodp_status clm_host_check_rows(clmodp_context *ctx, uint64_t rows);

/* See clm_plan_reconstruct; images of 64-bit words.
 * Cost:   for N primes N^2 / 2 products up to 16 of them; above, GMP's multiplication and
 *         division of halves
 * Source: Garner's algorithm in blocks, and a tree above [Gathen, Gerhard 2013, 10.3] */
clmodp_status clm_host_reconstruct(clmodp_context *ctx, const clm_plan *plan,
                                   const clm_images *images, clm_reconstruction *reconstruction);

#endif
