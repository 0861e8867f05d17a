/* Images modulo primes below 2/5 * 2^32: the stages on the host for a pack of primes, one in each
 * lane of a vector.
 *
 * The points of a prime are cosets x_k <w> of a group of roots of unity, whose order r is a power
 * of 2. x_k = x_0 u^k, and the order of u is at least the number of points. An inverse transform
 * of each coset leaves r polynomials in x^r, interpolated by one matrix from their values at the
 * x_k^r.
 *
 * The determinant of a matrix linear in x may need no points (pencil.h): then "cosets" of order 1
 * stand for its coefficients and a redundant one, and one block computes all. */
#ifndef CLM_ENGINES_HOST_LANES_H
#define CLM_ENGINES_HOST_LANES_H

#include "arith/vector_level.h"
#include "cl/arith/fp.h"
#include "core/parallel.h"
#include "engines/host/skyline.h"
#include "fpx/batch/minors.h"
#include "multimodular/rows.h"

/* The points of a prime. */
typedef struct clm_host_lane {
    uint32_t root;  /* u, of order `orders`, Montgomery like start */
    uint32_t start; /* x_0, not 0 */
} clm_host_lane;

/* Numbers of points of each prime. */
typedef struct clm_host_grid {
    size_t order;  /* r; 1, for inputs free of x, or at least 4 */
    size_t cosets; /* points / r */
    size_t orders; /* a power of 2, at least points and a multiple of r */
    size_t block;  /* points evaluated together, 1 or from 4 to r */
} clm_host_grid;

static inline size_t clm_host_grid_points(const clm_host_grid *grid)
{
    return grid->order * grid->cosets;
}

/* Returns whether coefficients are computed without points. */
static inline bool clm_host_grid_is_pencil(const clm_host_grid *grid)
{
    return grid->order == 1 && grid->cosets > 1;
}

/* A pack of primes. Words are vectors: `lanes` words each, Montgomery form. */
typedef struct clm_host_pack {
    const clm_row_layout *layout;
    const clm_skyline *skyline; /* of a matrix */
    clm_host_grid grid;
    clm_minors minors;     /* the outputs */
    uint64_t valuation;    /* of all outputs: the factor x^valuation is divided out */
    const uint32_t *terms; /* of each row: their number, and the powers of x */
    const fp_field *field; /* of each lane */
    uint32_t *residues;    /* of the layout's coefficients */
    uint32_t *roots;       /* r powers of w */
    uint32_t *cosets;      /* x_k, and u after them */
    uint32_t *values;      /* of each output at all points: numerators, then coefficients */
    uint32_t *inverses;    /* clm_host_pack_inverses: denominators, and other words to invert */
    const clm_poller *watch; /* or NULL; if stopped, nothing need be computed */
} clm_host_pack;

/* Lists the terms for a pack: layout->count + layout->terms words. */
void clm_host_list_terms(uint32_t *terms, const clm_row_layout *layout);

/* Returns the words of `inverses`: denominators of each S_k, x_0, and the cosets' weights, rounded
 * up to a multiple of 4. */
static inline size_t clm_host_pack_inverses(const clm_host_grid *grid, clm_minors minors)
{
    return (minors.count * clm_host_grid_points(grid) + 1 + grid->cosets + 3) / 4 * 4;
}

typedef struct clm_host_lane_functions {
    size_t lanes;

    /* Returns the words of scratch memory that the functions below need. */
    size_t (*scratch)(const clm_row_layout *layout, const clm_skyline *skyline,
                      const clm_host_grid *grid, clm_minors minors);

    /* Fills the tables of points. */
    void (*begin)(const clm_host_pack *pack, const clm_host_lane *lanes);

    /* Computes numerators and denominators at the points of a block, of points / grid.block. */
    void (*run)(const clm_host_pack *pack, size_t block, uint32_t *scratch);

    /* Interpolates: replaces values by the coefficients, as integers in [0, p), of x^e at
     * clm_host_coefficient. */
    void (*end)(const clm_host_pack *pack, uint32_t *scratch);
} clm_host_lane_functions;

/* Returns the functions of a level. Pre: it is available. */
const clm_host_lane_functions *clm_host_lanes(clm_vector_level level);

/* Returns the bits of k below n, a power of 2, in reversed order. */
static inline size_t clm_host_reverse(size_t k, size_t n)
{
    size_t r = 0;

    for (; n > 1; n /= 2, k /= 2)
        r = 2 * r + k % 2;
    return r;
}

/* Returns the index in an output's values of coefficient number e after the valuation. */
static inline size_t clm_host_coefficient(const clm_host_pack *pack, size_t e)
{
    const size_t r = pack->grid.order;

    return e / r * r + clm_host_reverse((e + (size_t)pack->valuation) % r, r);
}

#endif
