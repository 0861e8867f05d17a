/* Polynomials in x and y modulo primes of any residue type, and what is to be known of them. */
#ifndef TESTS_SUPPORT_INSTANCE_H
#define TESTS_SUPPORT_INSTANCE_H

#include "arith/prime.h"
#include "cl/engines/schur/schur_shape.h"
#include "fpx/batch/batch.h"
#include "support/residues.h"

#define LENGTH 3 /* coefficients in x of each coefficient in y, usually */
#define DEGREE 600
#define PRIMES 2

/* Polynomials in x modulo PRIMES primes. */
typedef struct instance {
    clmodp_context *ctx;
    residues primes; /* their points begin at 1 + index */
    size_t p, q, residues;
    u32 table[2 * (2 * DEGREE + 2)];
    uint64_t *coefficients; /* integers, of one prime after the other */
} instance;

enum shape {
    DENSE,
    SPARSE,
    GAPPED,  /* only even powers of y in f, odd ones in g */
    LACKING, /* leading coefficients 0 */
    SHAPES
};

/* Rows of `length` coefficients, all 0; primes below `below`, or the type's greatest if 0. */
instance instance_new(clmodp_context *ctx, clm_residue_kind kind, size_t p, size_t q,
                      size_t length, uint64_t below);
void instance_free(instance *c);

/* Coefficient x^i y^j of f (poly 0) or g (1) = v, the same integer modulo all primes. */
void instance_set(instance *c, int poly, size_t j, size_t i, int64_t v);

/* Random coefficients, the same for the same arguments. */
void instance_fill(instance *c, enum shape shape, uint64_t seed);

/* The value of a row modulo prime n at x. */
uint64_t instance_row(const instance *c, size_t n, size_t row, uint64_t x);

/* The formal-degree resultant modulo prime n at x. */
uint64_t instance_resultant(const instance *c, size_t n, uint64_t x);

/* Is the leading principal minor of this order, at most 40, of the Sylvester matrix, by columns,
 * at x modulo prime n 0? */
bool instance_minor_vanishes(const instance *c, const schur_matrix *matrix, size_t n, uint64_t x,
                             size_t order);

/* Does the generalised Schur algorithm fail there, as clm_schur documents it? */
bool instance_fails(const instance *c, const schur_matrix *matrix, size_t n, uint64_t x);

/* Buffers on the device for an instance at a time. They are made before all others of a context
 * and live as long: Oclgrind 21.10 forgets what is written to a buffer larger than the first one
 * of its number was. */
typedef struct arena {
    clm_buffer numerator, denominator, residues, table, scratch;
    clm_rows rows;
    clm_points points;
} arena;

/* For at most `points` points a prime. */
arena arena_new(clmodp_context *ctx, size_t points);
void arena_free(clmodp_context *ctx, arena *a);

/* Send the instance and these of its points. */
void arena_load(arena *a, const instance *c, size_t first, size_t points);

#endif
