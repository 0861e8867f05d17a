/* Polynomials in x and y modulo primes of any residue type, and reference values for them. */
#ifndef TESTS_SUPPORT_INSTANCE_H
#define TESTS_SUPPORT_INSTANCE_H

#include "cl/engines/schur/schur_shape.h"
#include "fpx/batch/batch.h"
#include "support/residues.h"

#define LENGTH 3 /* coefficients in x of each coefficient in y, usually */
#define DEGREE 600
#define PRIMES 2

/* Polynomials in x modulo PRIMES primes. */
typedef struct instance {
    clmodp_context *ctx;
    residues primes; /* the points of prime n begin at 1 + n */
    size_t p, q, residues;
    u32 table[2 * (2 * DEGREE + 2)];
    uint64_t *coefficients; /* integers, one prime after the other */
} instance;

enum shape {
    DENSE,
    SPARSE,
    GAPPED,  /* only even powers of y in f, odd ones in g */
    LACKING, /* leading coefficients 0 */
    SHAPES
};

/* Creates rows of `length` zeros; primes below `below`, or the type's greatest if it is 0. */
instance instance_new(clmodp_context *ctx, clm_residue_kind kind, size_t p, size_t q,
                      size_t length, uint64_t below);
void instance_free(instance *c);

/* Sets the coefficient of x^i y^j of f (poly 0) or g (1) to v modulo each prime. */
void instance_set(instance *c, int poly, size_t j, size_t i, int64_t v);

/* Sets random coefficients, the same for the same arguments. */
void instance_fill(instance *c, enum shape shape, uint64_t seed);

/* Returns the value of a row modulo prime n at x. */
uint64_t instance_row(const instance *c, size_t n, size_t row, uint64_t x);

/* Returns the formal-degree resultant modulo prime n at x. */
uint64_t instance_resultant(const instance *c, size_t n, uint64_t x);

/* Returns whether the leading principal minor of this order, at most 40, of the Sylvester matrix,
 * by columns, vanishes at x modulo prime n. */
bool instance_minor_vanishes(const instance *c, const schur_matrix *matrix, size_t n, uint64_t x,
                             size_t order);

/* Returns whether the generalised Schur algorithm fails at x, as documented for clm_schur. */
bool instance_fails(const instance *c, const schur_matrix *matrix, size_t n, uint64_t x);

/* Device buffers for one instance at a time. They are created before all other buffers of a
 * context and live as long: Oclgrind 21.10 loses data written to a buffer that is larger than the
 * first buffer of its number was. */
typedef struct arena {
    clm_buffer numerator, denominator, residues, table, scratch;
    clm_rows rows;
    clm_points points;
} arena;

/* Creates buffers for at most `points` points per prime. */
arena arena_new(clmodp_context *ctx, size_t points);
void arena_free(clmodp_context *ctx, arena *a);

/* Sends the instance, and these points of each prime. */
void arena_load(arena *a, const instance *c, size_t first, size_t points);

#endif
