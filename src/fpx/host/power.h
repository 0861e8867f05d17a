/* Powers modulo a short polynomial on the host, by vectors. */
#ifndef CLM_FPX_HOST_POWER_H
#define CLM_FPX_HOST_POWER_H

#include "arith/vector_level.h"
#include "fpx/host/poly.h"

/* The most coefficients of a modulus. */
#define CLM_POWER_MOST 129

/* Words of memory for a modulus of `count` coefficients, at any level. */
#define CLM_POWER_WORDS(count) (((count) + 15) * ((count) + 15))

/* A power modulo a polynomial m of degree d > 0. Residues are in Montgomery form. */
typedef struct clm_power {
    const fp_field *field;
    size_t degree, width; /* d; d rounded up to vectors */
    uint32_t *value;      /* the power; here and in base, two vectors of zeros before and after */
    uint32_t *base;
    uint32_t *product;
    uint32_t *rows; /* row k < d - 1: x^(d + k) mod m */
} clm_power;

typedef struct clm_power_functions {
    /* Sets the power to `base`, of at most d coefficients. In: inverse  1 / lc(m)
     * Pre: p is odd, words has CLM_POWER_WORDS(m.count) */
    void (*begin)(clm_power *t, uint32_t *words, clm_host_poly base, clm_host_poly m,
                  uint32_t inverse, const clm_modulus *p);

    /* Squares the power for each of `count` bits of an exponent, from the highest one on, and
     * multiplies it by the base if the bit is 1. Cost: 3/2 d^2 products each time */
    void (*steps)(clm_power *t, uint64_t bits, size_t count);

    /* to[k] := coefficient k of the power, k < d. */
    void (*end)(const clm_power *t, uint32_t *to);
} clm_power_functions;

/* Returns the functions of an available level. */
const clm_power_functions *clm_powers(clm_vector_level level);

#endif
