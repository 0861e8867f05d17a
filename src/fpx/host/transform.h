/* Number-theoretic transforms on vectors of the host; short products, values at points, and steps
 * of Euclid's algorithm.
 *
 * A polynomial in x is one in y = x^lanes whose coefficients are polynomials of degree below
 * `lanes`, the vectors. It is reduced modulo the first `leaves` of the factors y - c of y^size -
 * 1, size a power of 2; so no vector is transposed, and a product takes only as many leaves as it
 * has vectors. Values modulo y - c are multiplied as polynomials modulo x^lanes - c.
 *
 * Words are in [0, p), or lazy for p near 2^27: of absolute value at most 15 p. */
#ifndef CLM_FPX_HOST_TRANSFORM_H
#define CLM_FPX_HOST_TRANSFORM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "arith/vector_level.h"
#include "cl/arith/fp.h"

/* Bounds for lazy residues: primes in (2^27 - 2^23, 2^27 + 2^23), and vectors of a transform. From
 * 3/2 p on, a word g p grows by at most (g / 30 + 1/2) p in each of 18 stages. */
#define CLM_TRANSFORM_LAZY_LOG 27
#define CLM_TRANSFORM_LAZY_SIZE ((size_t)1 << 18)

/* The most vectors of other transforms. */
#define CLM_TRANSFORM_SIZE ((size_t)1 << 23)

/* Such primes, modulo which products are fastest. */
#define CLM_LAZY_PRIMES 6
extern const uint32_t clm_lazy_primes[CLM_LAZY_PRIMES];

/* A factor w < p in Montgomery form, and w / p mod 2^32. */
typedef struct clm_transform_root {
    uint32_t word, ratio;
} clm_transform_root;

/* Constants of transforms of `size` vectors modulo one prime. The factors of y^size - 1 form a
 * tree: the children 2 j and 2 j + 1 of node j, modulo y^(2 n) - w^2, are modulo y^n - w and y^n +
 * w, w = roots[j]. */
typedef struct clm_transform {
    fp_field field;
    bool lazy;
    uint32_t target; /* the prime of the factors; if it is another one, residues are balanced */
    size_t size;
    clm_transform_root half, scale; /* 1/2; R / size for the result of a product */
    clm_transform_root *roots;      /* size / 2 + 1; the last one is -1 */
} clm_transform;

/* Factors of Garner's algorithm modulo primes[k], for i < k: 1 / primes[i]; and products of the
 * first primes, and of all, modulo p. */
#define CLM_TRANSFORM_PRIMES 4
typedef struct clm_garner {
    size_t primes;
    fp_field fields[CLM_TRANSFORM_PRIMES], target;
    clm_transform_root inverses[CLM_TRANSFORM_PRIMES][CLM_TRANSFORM_PRIMES];
    uint32_t products[CLM_TRANSFORM_PRIMES], all;
} clm_garner;

/* Factors of the Chinese remainder theorem for the product P of the first lazy primes p_k: a
 * number below P / 2 in absolute value with residues r_k is the sum of all d_k P / p_k less m P,
 * with d_k = r_k weight_k modulo p_k, and m the rounded sum of all d_k / p_k
 * [Bernstein, Sorenson 2007]. */
typedef struct clm_wide_crt {
    size_t primes;
    struct {
        uint64_t p, weight, quotient; /* quotient: weight 2^32 / p, rounded down */
        uint64_t inverse;             /* 2^58 / p, rounded down */
        uint64_t low, high;           /* P / p modulo the target, of 31 bits and the others */
    } of[CLM_LAZY_PRIMES];
    uint64_t low, high; /* -P, likewise */
} clm_wide_crt;

/* Factors of a step of Euclid's algorithm. */
typedef struct clm_step_factors {
    uint32_t of_a, below, of_b;
} clm_step_factors;

/* The most coefficients of a and b in convolve, and of b in convolve_halves. */
#define CLM_CONVOLVE_SHORTER 128
#define CLM_CONVOLVE_LONGER (1024 + CLM_CONVOLVE_SHORTER)
#define CLM_HALVES_SHORTER 200

typedef struct clm_transform_functions {
    size_t lanes;

    /* Sets the first `leaves` of `size` vectors to the values of from[0 .. count), reduced modulo
     * y^size - 1 if longer. Words are in [0, target).
     * Pre:    size / 2 < leaves <= size. */
    void (*forward)(uint32_t *to, const clm_transform *t, size_t leaves, const uint32_t *from,
                    size_t count);

    /* Prepares values as second factors: 2 * leaves + 1 vectors. */
    void (*spread)(uint32_t *to, const uint32_t *from, const clm_transform *t, size_t leaves);

    /* to := values times prepared values, or to + this product if `add`. */
    void (*multiply)(uint32_t *to, uint32_t *values, const uint32_t *by, const clm_transform *t,
                     size_t leaves, bool add);

    /* Replaces values, of `size` vectors, by the coefficients, in [0, p). */
    void (*inverse)(uint32_t *values, const clm_transform *t, size_t leaves);

    /* A product by quarters k < 4 of a transform of 16 vectors or more, which are independent.
     * multiply_quarter sets the size / 4 vectors `to`, using room for quarter_room words.
     * `join` combines vectors first ... first + count - 1 of the first 3 or 4 quarters, one after
     * the other, to the coefficients, in [0, p); with 3 of a product of that many vectors. */
    size_t (*quarter_room)(const clm_transform *t);
    void (*multiply_quarter)(uint32_t *to, uint32_t *room, const clm_transform *t, size_t k,
                             const uint32_t *a, size_t a_count, const uint32_t *b, size_t b_count);
    void (*join)(uint32_t *quarters, const clm_transform *t, size_t count_of_quarters,
                 size_t first, size_t count);

    /* to[k] := the number of least absolute value with residues of[i][k] modulo the primes, modulo
     * the target prime, k < count, rounded up to vectors. Pre: the number is less than 0.4999
     * times the product of the primes. Source: Garner's algorithm */
    void (*garner)(uint32_t *to, const clm_garner *g, uint32_t *const *of, size_t count);

    /* to[k] := the residue of from[k] in [0, p), p < 2^62, balanced, k < count. */
    void (*reduce_wide)(uint32_t *to, const uint64_t *from, size_t count, uint64_t p,
                        const fp_field *f);

    /* low[k] + 2^31 high[k], both below 2^63, are modulo the target the number of least absolute
     * value with residues of[i * stride + k] modulo the primes; k < count, rounded up to vectors.
     * Pre: the number is less than 0.4999 times the product of the primes. */
    void (*join_wide)(uint64_t *low, uint64_t *high, const clm_wide_crt *c, const uint32_t *of,
                      size_t stride, size_t count);

    /* to[k] := coefficient low + k of a b, k < count (sign 0), or to[k] plus or minus this (sign 1
     * or -1); `to` may be a's or b's memory. Pre: a and b are not empty. Cost: quadratic */
    void (*convolve)(uint32_t *to, const uint32_t *a, size_t a_count, const uint32_t *b,
                     size_t b_count, size_t low, size_t count, const fp_field *f, int sign);

    /* low[k], middle[k], high[k] := the sums of a0 b0, a0 b1 + a1 b0 and a1 b1 modulo 2^64, over
     * the products of coefficient first + k of a b, k < count, rounded up to vectors. Words of a
     * and b have halves a0, b0 of 31 bits, and from bit 32 on a1, b1; b has 2 vectors of zeros
     * before and after, and at most CLM_HALVES_SHORTER words. Cost: quadratic */
    void (*convolve_halves)(uint64_t *low, uint64_t *middle, uint64_t *high, const uint64_t *a,
                            size_t a_count, const uint64_t *b, size_t b_count, size_t first,
                            size_t count);

    /* values[k] := a(points[k]), k < 2 lanes, for a of `count` coefficients. */
    void (*values)(uint32_t *values, const uint32_t *a, size_t count, const uint32_t *points,
                   const fp_field *f);

    /* a[k] := (of_a a[k] + below b[k - 1] + of_b b[k]) / R, k < count, rounded up to vectors. b
     * begins at b[-1]. */
    void (*eliminate)(uint32_t *a, const uint32_t *b, size_t count, const clm_step_factors *by,
                      const fp_field *f);
} clm_transform_functions;

/* Returns the functions of an available level. */
const clm_transform_functions *clm_transforms(clm_vector_level level);

#endif
