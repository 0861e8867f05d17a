/* Z[x] without copies, for rooms behind this one: results have hundreds of megabytes; and greatest
 * common divisors of long integers that can be stopped. */
#ifndef CLM_POLYNOMIALS_ZX_H
#define CLM_POLYNOMIALS_ZX_H

#include <stdbool.h>
#include <stdint.h>

#include <gmp.h>

#include <clmodp/polynomials.h>

#include "core/error.h"
#include "core/parallel.h"

/* Exchange f and g. Cannot fail. */
void clm_zx_swap(clmodp_zx *f, clmodp_zx *g);

/* f := c. Errors: HOST_MEMORY (f unchanged) */
clmodp_status clm_zx_set_constant(clmodp_zx *f, unsigned long c);

/* As clmodp_zx_set_coeff, but c is used up: its value is unspecified afterwards. */
clmodp_status clm_zx_move_coeff(clmodp_zx *f, mpz_t c, size_t i);

/* c := the coefficient of x^i, i at most the degree. From then on f is good for more of that and
 * for its release only. */
void clm_zx_take_coeff(mpz_t c, clmodp_zx *f, size_t i);

/* Integers modulo 2^128; those from 2^127 on stand for negative ones. */
__extension__ typedef unsigned __int128 clm_word128;

/* f := c[0] + c[1] x + ..., `length` coefficients. Errors: HOST_MEMORY (f unchanged) */
clmodp_status clm_zx_set_wide(clmodp_zx *f, const clm_word128 *c, size_t length);

/* Integers that become coefficients, filled one by one; pointer[k] points to storage[k]. */
typedef struct clm_numbers {
    mpz_t *storage;
    mpz_ptr *pointer;
    size_t count;
} clm_numbers;

/* So many zeros; release with clm_numbers_destroy ({0} is safe). Errors: HOST_MEMORY */
clmodp_status clm_numbers_create(clm_error *error, clm_numbers *out, size_t count);
void clm_numbers_destroy(clm_numbers *numbers);

/* r := the sum of number first + k times x^(valuation + k), k < count. The numbers are used up:
 * their values are unspecified afterwards.
 * Pre: r = 0. Errors: LIMIT, HOST_MEMORY */
clmodp_status clm_numbers_move(clmodp_zx *r, clm_numbers *numbers, size_t first, size_t count,
                               uint64_t valuation);

/* r := the sum of word (first + k) mod length times x^(valuation + k), k < count <= length; words
 * of 4 or of 8 bytes.
 * Pre: r = 0. Errors: LIMIT, HOST_MEMORY */
clmodp_status clm_numbers_from_words(clmodp_zx *r, const void *words, size_t word_bytes,
                                     size_t length, size_t first, size_t count,
                                     uint64_t valuation);

/* LIMIT if a^e b^k has a degree of CLMODP_ZX_MOST_TERMS or more. */
clmodp_status clm_zx_check_powers(clm_error *error, const clmodp_zx *a, uint64_t e,
                                  const clmodp_zx *b, uint64_t k);

/* out := a^e b^k; e, k < 2^62. out may be a or b and is unchanged after an error.
 * Cost:   a few integer multiplications of the size of the result; less where a or b has but
 *         one or two terms
 * Errors: LIMIT (a degree of CLMODP_ZX_MOST_TERMS or more; 2^35 bytes of coefficients; both
 *         refused before the work starts where that can be foreseen), HOST_MEMORY */
clmodp_status clm_zx_multiply_powers(clm_error *error, clmodp_zx *out, const clmodp_zx *a,
                                     uint64_t e, const clmodp_zx *b, uint64_t k);

/* f := f / g, or -f / g when `negate`. Pre: g is not zero and divides f.
 * Cost:   (deg f - deg g + 1) * (deg g + 1) products
 * Errors: HOST_MEMORY; CORRUPT if g does not divide f; f is unchanged then */
clmodp_status clm_zx_divide_exact(clmodp_zx *f, const clmodp_zx *g, bool negate);

/* g := gcd(a, b) >= 0; false if stopped, with g as it was.
 *
 * In:   watch  looked at between products with factors of up to a half and a quarter of the
 *              length; NULL: nobody stops
 * Cost: M(n) log(n); beyond 2^19 bits, where this is not GMP's own, up to twice as long as that
 * Source: half-gcd from leading bits [Gathen, Gerhard 2013, 11.1], without care for the exact
 *         remainders: any unimodular matrix keeps the gcd */
bool clm_gcd_watched(mpz_ptr g, mpz_srcptr a, mpz_srcptr b, const clm_watch *watch);

#endif
