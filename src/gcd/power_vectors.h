/* Sums of powers by vectors: steps of progressions, and transposed Vandermonde systems. Residues
 * are in [0, p); p is odd. */
#ifndef CLM_GCD_POWER_VECTORS_H
#define CLM_GCD_POWER_VECTORS_H

#include <stddef.h>
#include <stdint.h>

#include "arith/vector_level.h"
#include "cl/arith/fp.h"

typedef struct clm_power_vector_functions {
    /* values[k] := values[k] by[k], k < count. In: by  in Montgomery form */
    void (*multiply)(uint32_t *values, const uint32_t *by, size_t count, const fp_field *f);

    /* Multiplies the polynomial x^k + m[k - 1] x^(k - 1) + ... + m[0] by x + c: m has memory for
     * k + 1 coefficients. All are in Montgomery form. */
    void (*extend)(uint32_t *m, size_t k, uint32_t c, const fp_field *f);

    /* For some roots r_k, k < count, of the monic polynomial m, without its leading coefficient:
     * values[k] := the sum of q_j s[j], where q_j, j < degree, are the coefficients of m / (x -
     * r_k), and slopes[k] := m'(r_k), in Montgomery form.
     * In:   m  in Montgomery form
     * Cost: 3 count degree products of words */
    void (*divide)(uint32_t *values, uint32_t *slopes, const uint32_t *roots, size_t count,
                   const uint32_t *m, const uint32_t *s, size_t degree, const fp_field *f);
} clm_power_vector_functions;

/* Returns the functions of an available level. */
const clm_power_vector_functions *clm_power_vectors(clm_vector_level level);

#endif
