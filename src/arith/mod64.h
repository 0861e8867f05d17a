/* Arithmetic modulo a 64-bit prime on the host, for checks that share no code with the
 * kernels: plain division, no Montgomery form. */
#ifndef CLM_ARITH_MOD64_H
#define CLM_ARITH_MOD64_H

#include <stddef.h>
#include <stdint.h>

/* (a * b) mod m; a, b < m. */
uint64_t clm_mulmod64(uint64_t a, uint64_t b, uint64_t m);

/* a^e mod m; a < m, m > 1. */
uint64_t clm_powmod64(uint64_t a, uint64_t e, uint64_t m);

/* a^-1 mod the prime m; 0 < a < m. By Euclid's algorithm. */
uint64_t clm_invmod64(uint64_t a, uint64_t m);

/* The resultant mod the prime m of two polynomials given by their coefficients, constant
 * first, with formal degrees p and q (leading coefficients may be 0): the determinant of
 * their Sylvester matrix. f and g are destroyed. Source: Euclid, with formal degrees as in
 * docs/resultant.md. Cost: O(p * q) */
uint64_t clm_resultant_mod64(uint64_t *f, size_t p, uint64_t *g, size_t q, uint64_t m);

/* Their first subresultant s[1] y + s[0]: the determinant polynomial of the q - 1 rows
 * y^(q-2) f ... f above the p - 1 rows y^(p-2) g ... g, of formal degrees as above.
 * Pre: p, q >= 1, p + q >= 3. f and g are destroyed. Cost: O(p * q) */
void clm_subresultant_mod64(uint64_t s[2], uint64_t *f, size_t p, uint64_t *g, size_t q,
                            uint64_t m);

#endif
