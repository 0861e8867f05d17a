/* Plans of the engine on the host: primes, points and costs; and the functions that compute by
 * them. */
#ifndef CLM_ENGINES_HOST_PLAN_H
#define CLM_ENGINES_HOST_PLAN_H

#include "arith/mont64.h"
#include "cost/cost.h"
#include "engines/engine.h"
#include "engines/host/lanes.h"
#include "multimodular/rows.h"

/* Returns the cost of all work at `points` points of a prime, for `outputs` outputs. */
clm_amounts clm_host_points_cost(const clm_row_layout *layout, double points, bool coset,
                                 double outputs, const clm_costs *costs);

/* Returns whether transforms compute the values at the points of a coset. */
bool clm_host_transforms_pay(const clm_row_layout *layout, double coset, const clm_costs *costs);

/* Returns the cost of a pack of `lanes` primes with the points of the grid (order and cosets). */
clm_amounts clm_host_pack_cost(const clm_row_layout *layout, const clm_host_grid *grid,
                               double outputs, size_t lanes);

/* Returns the cost of outputs of `width` coefficients modulo `primes` products of two primes. */
clm_amounts clm_host_packs_cost(const clm_row_layout *layout, double outputs, double width,
                                double primes, const clm_costs *costs);

/* See clm_engine. */
clm_amounts clm_host_cost(const clm_row_layout *layout, clm_minors minors, double width,
                          double primes, double batches, const clmodp_context *ctx);

/* Returns the cost of reducing coefficients of `limbs` limbs in total. */
clm_amounts clm_host_reduction_cost(double limbs, double primes);

/* Returns the cost of reconstructing `width` coefficients of an output from their residues. */
clm_amounts clm_host_reconstruct_cost(double width, double primes);

/* Every chosen prime is 1 modulo 2 to this power. */
#define CLM_HOST_ORDER 32

/* Points modulo a prime p. */
typedef struct clm_host_prime {
    clm_mont64 field;
    uint64_t start; /* consecutive integers: the first; else the shift of the coset, Montgomery */
    uint64_t root;  /* of unity, its order the number of points, Montgomery; 0: none */
} clm_host_prime;

/* Over Z, with enough primes of 31 bits, moduli are products of two primes, whose images are
 * computed in the lanes of vectors (packs). Otherwise they are primes of up to 62 bits. */
typedef struct clm_host_plan {
    clm_plan base;        /* first */
    bool packs;
    clm_host_grid grid;   /* packs: the points */
    fp_field *field;      /* packs: two primes for each modulus, and a vector of copies */
    clm_host_lane *lane;
    bool coset;           /* points are shift * root^k, a power of 2 of them; else consecutive
                             integers, one more than coefficients unless f and g are free of x,
                             since all have the same value then */
    uint64_t *prime;
    clm_host_prime *info; /* of each prime, unless in packs */
} clm_host_plan;

static inline const clm_host_plan *clm_host_plan_of(const clm_plan *plan)
{
    return (const clm_host_plan *)plan;
}

/* Primes found or prepared between two calls of the progress callback. */
#define CLM_HOST_PRIMES_STEP 4096

/* Returns the least power of 2 not below n. */
static inline uint64_t clm_host_power_above(uint64_t n)
{
    uint64_t power = 1;

    while (power < n)
        power *= 2;
    return power;
}

/* Returns the power of 2 that divides p - 1 for all primes p of packs, from the width and the bits
 * of the result alone, so that all machines find the same primes; 0: too few may exist. */
size_t clm_host_pack_orders(uint64_t width, double bits);

/* Returns whether a plan computes in packs: over Z, if surely enough primes exist, but not for
 * inputs free of x of low degrees with long coefficients. */
bool clm_host_packs_suffice(const clm_plan *plan);

/* Primes of packs are below 2/5 of 2^32, so that sums of products of lazy residues fit, and at
 * least 1 modulo this power of 2. */
#define CLM_HOST_PACK_BELOW UINT32_C(1717986918)
#define CLM_HOST_LEAST_ORDERS 1024

/* Sets the greatest of these primes, and for the first ones elements of order
 * CLM_HOST_LEAST_ORDERS in Montgomery form, else 0, from a table. Returns the number of primes, up
 * to count. */
size_t clm_host_listed_primes(uint32_t *prime, uint32_t *root, size_t count);

/* Completes a plan of packs. Errors: as clm_plan_create */
clmodp_status clm_host_packs_complete(clmodp_context *ctx, clm_host_plan *plan,
                                      const clm_request *request);

/* Functions of a clm_engine. No plan exists modulo a prime with too few points or if results over
 * Z should cost less. */
clmodp_status clm_host_plan_complete(clmodp_context *ctx, clm_plan *plan,
                                     const clm_request *request);
void clm_host_plan_clear(clm_plan *plan);
clmodp_status clm_host_executor_create(clmodp_context *ctx, clm_executor **out,
                                       const clm_plan *plan, size_t most_primes, uint64_t seed);
clmodp_status clm_host_executor_run(clm_executor *worker, clm_images *images, size_t first,
                                    size_t count);
void clm_host_executor_clear(clm_executor *worker);

/* Finds primes number `first` ... first + count - 1, decreasing, of the greatest below 2^62 that
 * are 1 modulo 2^CLM_HOST_ORDER; over 2^24 exist.
 * In: before  the preceding prime, if first is not 0 */
void clm_host_primes(uint64_t *prime, size_t first, size_t count, uint64_t before);

/* See clm_engine. */
clmodp_status clm_host_check_rows(clmodp_context *ctx, uint64_t rows);

/* See clm_plan_reconstruct; images of 64-bit words.
 * Cost and source: as clm_crt_combine, with a digit for each modulus */
clmodp_status clm_host_reconstruct(clmodp_context *ctx, const clm_plan *plan,
                                   const clm_images *images, clm_reconstruction *reconstruction);

#endif
