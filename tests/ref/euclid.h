/* Schoolbook polynomial arithmetic over F_p, a reference for tests: multiplication, long division,
 * Euclid's algorithm with cofactors. Independent of the library, it uses only the operator %. Also
 * random polynomials. */
#ifndef TESTS_REF_EUCLID_H
#define TESTS_REF_EUCLID_H

#include <stddef.h>
#include <stdint.h>

#include "core/random.h"

/* Coefficients from the constant one on, without leading zeros. */
typedef struct ref_poly {
    uint32_t *c;
    size_t count;
} ref_poly;

/* Creates a zero polynomial; release with ref_clear. Here and below the process ends if memory is
 * exhausted, and results must not be inputs. */
ref_poly ref_new(size_t count);
void ref_clear(ref_poly *a);
void ref_trim(ref_poly *a);
ref_poly ref_copy(ref_poly a);

uint32_t ref_power(uint32_t a, uint64_t e, uint32_t p);
ref_poly ref_product(ref_poly a, ref_poly b, uint32_t p);

/* Returns a - b. */
ref_poly ref_difference(ref_poly a, ref_poly b, uint32_t p);

/* Pre: b is not 0. */
void ref_divide(ref_poly *quotient, ref_poly *rest, ref_poly a, ref_poly b, uint32_t p);

/* Sets *v to *v by mod m. */
void ref_multiply_modulo(ref_poly *v, ref_poly by, ref_poly m, uint32_t p);

/* Computes the monic gcd, and u with u a + v b = g. */
void ref_gcd(ref_poly *g, ref_poly *u, ref_poly a, ref_poly b, uint32_t p);

/* Returns R(f, g) by f mod g, step by step; 0 if one is 0. */
uint32_t ref_euclid_resultant(ref_poly f, ref_poly g, uint32_t p);

/* Returns a random polynomial of so many coefficients, the last of which is not 0. */
ref_poly ref_random(clm_random *random, size_t count, uint32_t p);

/* Creates two polynomials whose last remainder has `common` coefficients and whose quotients have
 * degree 1, except every `often`-th with up to `most`; a has about `count` coefficients. */
void ref_random_sequence(clm_random *random, ref_poly *a, ref_poly *b, size_t count,
                         size_t common, size_t often, size_t most, uint32_t p);

#endif
