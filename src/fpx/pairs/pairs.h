/* Many short pairs of polynomials over F_p, sorted into tiles (cl/fpx/pairs/tiles_shape.h):
 * products, quotients, greatest common divisors, resultants and cofactors. */
#ifndef CLM_FPX_PAIRS_PAIRS_H
#define CLM_FPX_PAIRS_PAIRS_H

#include "cl/fpx/pairs/cofactors_shape.h"
#include "cl/fpx/pairs/euclid_shape.h"
#include "cl/fpx/pairs/tiles_shape.h"
#include "cost/rates.h"
#include "opencl/buffer.h"
#include "opencl/context.h"

/* Pairs whose coefficients are on the device. */
typedef struct clm_many {
    const clm_buffer *words; /* of all polynomials */
    size_t count;            /* of these words */
    const clm_buffer *fields; /* fp_field[], of odd primes */
    size_t primes;
    bool large;              /* one of them is above EUCLID_PRIME_MAX */
    const many_lane *pairs;  /* in any order, each number below `numbers` once at most */
    size_t pairs_count;
    size_t numbers;
} clm_many;

/* What a launch of them takes. */
typedef struct clm_many_tiles {
    clm_buffer lanes, tiles, rows; /* many_lane[], many_tile[], words */
    size_t lane_count, tile_count, row_words;
} clm_many_tiles;

/* Rows that a tile of degrees n and m has: so many times n + m + CLM_MANY_MORE_ROWS. */
#define CLM_MANY_MORE_ROWS 6

/* Bytes of device memory that tiles take, at most, for a pair of degrees n and m, beside those of
 * a last tile that is not full. */
double clm_many_bytes(size_t n, size_t m, size_t copies);

/* Rows of a tile, as many_tiles_create wants them. */
#define CLM_MANY_MULTIPLY_COPIES 2

/* Each pair's product, from word `first` of it on: n + m + 1 coefficients, and zeros, `firsts`
 * words in all.
 *
 * Out:    products  `room` words; those of no pair's are left as they are
 * Pre:    n >= m
 * Cost:   clm_many_multiply_cost
 * Errors: those of many_tiles_create
 * Source: plain. Asynchronous. */
clmodp_status clm_many_multiply(clmodp_context *ctx, const clm_buffer *products, size_t room,
                                const clm_many *many);

/* Of pairs whose (n + 1) (m + 1) add up to so many. */
clm_amounts clm_many_multiply_cost(double products);

/* Each pair's quotient a / b, from word `first` on, n - m + 1 coefficients and zeros, `firsts`
 * words in all, and its remainder, m coefficients, from word `second` on, likewise.
 *
 * Out:    results  `room` words; those of no pair's are left as they are
 * Pre:    n >= m >= 1
 * Cost:   clm_many_divide_cost
 * Errors: those of many_tiles_create
 * Source: plain, two coefficients of quotients at a time. Asynchronous. */
clmodp_status clm_many_divide(clmodp_context *ctx, const clm_buffer *results, size_t room,
                              const clm_many *many);

/* Of pairs whose (n - m + 1) m add up to so many. */
clm_amounts clm_many_divide_cost(double pairs);

/* Where results go, on the host. */
typedef struct clm_many_found {
    uint32_t *degrees;    /* of common divisors, `numbers` of them; EUCLID_STRAY: not known */
    uint32_t *resultants; /* likewise; NULL: not wanted */
    uint32_t *places;     /* where divisors stand whose degrees are not 0; NULL: not wanted */
    uint32_t *divisors;   /* Out, owned by the caller: their words; NULL if there are none */
} clm_many_found;

/* Each pair's resultant, in the order that it was asked for in, and its monic greatest common
 * divisor. A pair whose remainders fall by more than one degree is a stray: nothing is known of it
 * then. That is one in p / m.
 *
 * Pre:    n >= m >= 1
 * Cost:   clm_many_euclid_cost
 * Errors: HOST_MEMORY, those of many_tiles_create and of buffers
 * Source: lockstep Euclid, cl/fpx/pairs/euclid.cl
 * Waits for the device. */
clmodp_status clm_many_euclid(clmodp_context *ctx, clm_many_found *found, const clm_many *many);

/* Of pairs whose n m add up to so many. */
clm_amounts clm_many_euclid_cost(double pairs);

/* Rows of a tile, as many_tiles_create wants them. */
#define CLM_MANY_COFACTORS_COPIES 5

/* Each pair's g = u a + v b, with the degrees of clmodp_fpx_xgcd: g from word `first` on, u from
 * `apart` words behind that on, v from as many behind that; zeros behind each, `firsts` words in
 * all.
 *
 * Out:    degrees  of common divisors, a word for each number; COFACTORS_STRAY: of this pair
 *                  nothing is known, as in clm_many_euclid
 *         results  3 apart words
 * Pre:    n >= m >= 1
 * Cost:   clm_many_cofactors_cost
 * Errors: those of many_tiles_create
 * Source: lockstep Euclid, cl/fpx/pairs/cofactors.cl. Asynchronous. */
clmodp_status clm_many_cofactors(clmodp_context *ctx, const clm_buffer *degrees,
                                 const clm_buffer *results, size_t apart, const clm_many *many);

/* Of pairs whose n m add up to so many. */
clm_amounts clm_many_cofactors_cost(double pairs);

/* What there is for pairs. */
typedef enum clm_many_operation {
    CLM_MANY_MULTIPLY,
    CLM_MANY_DIVIDE,
    CLM_MANY_EUCLID,
    CLM_MANY_COFACTORS
} clm_many_operation;

/* The fact that an operation rests on; large: for primes above EUCLID_PRIME_MAX, too. */
const clm_trust *clm_many_trust(clm_many_operation operation, bool large);

#endif
