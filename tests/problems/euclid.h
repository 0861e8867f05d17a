/* Univariate resultants with their values: polynomials in x and y modulo the primes of a chunk, in
 * shapes that lead to different degree sequences. */
#ifndef TESTS_PROBLEMS_EUCLID_H
#define TESTS_PROBLEMS_EUCLID_H

#include "fpx/batch/euclid.h"
#include "problems/chunk.h"

#define EUCLID_LENGTH 3 /* coefficients in x of each coefficient in y */

/* Shapes of the polynomials. */
enum euclid_shape {
    DENSE,
    SPARSE,      /* half of the inner coefficients are 0 */
    EVEN,        /* polynomials in y^2 */
    CUBES,       /* polynomials in y^3 */
    BINOMIALS,   /* leading and constant coefficient only */
    DERIVATIVE,  /* g = f' */
    COMMON,      /* a common factor y - c at all points */
    COMMON_TWO,  /* two such factors */
    MEETING,     /* a common zero at point 1 of each prime */
    HOLES,       /* leading coefficients vanish, of f at point 2, of g at point 3 */
    BOTH_HOLES,  /* both leading coefficients are 0 at point 1 */
    EXTREME,     /* every coefficient is p - 1, (p-1)/2 or 1 */
    SHAPES
};

/* Rows of polynomials in x for each prime of a chunk. */
typedef struct euclid_problem {
    device_chunk chunk;
    size_t p, q;
    clm_rows rows;
    u32 *table, *residues; /* on the host */
    clm_step_blocks blocks; /* of steps taken together; initially {0} */
} euclid_problem;

/* Creates a problem of degrees p, q in y, all zero; `below` 0 means the primes 97 and 193, with
 * `points` a divisor of 96. Release with euclid_problem_destroy. */
euclid_problem euclid_problem_create(clmodp_context *ctx, size_t p, size_t q, size_t primes,
                                     size_t points, uint32_t below);
void euclid_problem_destroy(euclid_problem *c);

/* Sets all coefficients, the same for the same arguments. */
void euclid_problem_fill(const euclid_problem *c, enum euclid_shape shape, uint64_t seed);

/* Returns the point of lane k of a prime. */
u32 euclid_problem_point(const euclid_problem *c, size_t prime, size_t k);

/* Finds the degree sequence at x modulo the first prime; false if a leading coefficient is 0. */
bool euclid_problem_degrees(const euclid_problem *c, clm_degrees *out, u32 x);

/* Returns the values of all rows at the points of all lanes, in tiles, shared by primes if the
 * chunk says so; release with free. */
u32 *euclid_problem_values(const euclid_problem *c);

/* Returns R(f, g) at x, an integer, by arithmetic that shares no code with the kernels. */
uint64_t euclid_problem_resultant(const euclid_problem *c, size_t prime, u32 x);

/* Computes S_1(f, g) = s[1] y + s[0] at x, likewise. */
void euclid_problem_subresultant(uint64_t *s, size_t k, const euclid_problem *c, size_t prime,
                                 u32 x);

#endif
