/* Operations on Z[x] without copies, since results have hundreds of megabytes. */
#ifndef CLM_POLYNOMIALS_ZX_H
#define CLM_POLYNOMIALS_ZX_H

#include <stdbool.h>
#include <stdint.h>

#include <gmp.h>

#include <clmodp/polynomials.h>

#include "core/error.h"
#include "core/parallel.h"

/* Exchanges f and g. */
void clm_zx_swap(clmodp_zx *f, clmodp_zx *g);

/* Sets f := c. Errors: HOST_MEMORY (f unchanged) */
clmodp_status clm_zx_set_constant(clmodp_zx *f, unsigned long c);

/* As clmodp_zx_set_coeff, but consumes c: its value is unspecified then. */
clmodp_status clm_zx_move_coeff(clmodp_zx *f, mpz_t c, size_t i);

/* Moves the coefficient of x^i, i at most the degree, to c. f then allows only more such calls and
 * its release. */
void clm_zx_take_coeff(mpz_t c, clmodp_zx *f, size_t i);

/* Gives f `length` coefficients of any values, to be set in *coeff. Until clm_zx_trim, f allows
 * only its release. Errors: HOST_MEMORY (f unchanged) */
clmodp_status clm_zx_resize(clmodp_zx *f, mpz_t **coeff, size_t length);
void clm_zx_trim(clmodp_zx *f);

/* Integers modulo 2^128; values from 2^127 on stand for negative ones. */
__extension__ typedef unsigned __int128 clm_word128;

/* Sets f := c[0] + c[1] x + ..., `length` coefficients. Errors: HOST_MEMORY (f unchanged) */
clmodp_status clm_zx_set_wide(clmodp_zx *f, const clm_word128 *c, size_t length);

/* Integers that become coefficients, filled one by one; pointer[k] points to storage[k]. */
typedef struct clm_numbers {
    mpz_t *storage;
    mpz_ptr *pointer;
    size_t count;
} clm_numbers;

/* Creates `count` zeros; release with clm_numbers_destroy ({0} is safe). Errors: HOST_MEMORY */
clmodp_status clm_numbers_create(clm_error *error, clm_numbers *out, size_t count);
void clm_numbers_destroy(clm_numbers *numbers);

/* Sets r to the sum of number first + k times x^(valuation + k), k < count. Values of the numbers
 * are unspecified afterwards.
 * Pre: r = 0. Errors: LIMIT, HOST_MEMORY */
clmodp_status clm_numbers_move(clmodp_zx *r, clm_numbers *numbers, size_t first, size_t count,
                               uint64_t valuation);

/* Sets r to the sum of word k times x^(valuation + k), k < count; words have 4 or 8 bytes.
 * Pre: r = 0. Errors: LIMIT, HOST_MEMORY */
clmodp_status clm_numbers_from_words(clmodp_zx *r, const void *words, size_t word_bytes,
                                     size_t count, uint64_t valuation);

/* Returns the exponent of f's next term below x^i, i > 0; 0 if there is none. */
size_t clm_zx_next_term(const clmodp_zx *f, size_t i);

/* Returns the largest m such that f is x^valuation g(x^m); 0 if g is constant. Pre: f is not 0,
 * and x^valuation divides f */
size_t clm_zx_deflation(const clmodp_zx *f, size_t valuation);

/* Sets f := g(x^m), m >= 1; or g := f(x^(1/m)), if m divides f's deflation. f is not g; neither is
 * 0.
 * Errors: HOST_MEMORY (the result unchanged) */
clmodp_status clm_zx_inflate(clmodp_zx *f, const clmodp_zx *g, size_t m);
clmodp_status clm_zx_deflate(clmodp_zx *g, const clmodp_zx *f, size_t m);

/* Returns LIMIT if a^e b^k has a degree of CLMODP_ZX_MOST_TERMS or more. */
clmodp_status clm_zx_check_powers(clm_error *error, const clmodp_zx *a, uint64_t e,
                                  const clmodp_zx *b, uint64_t k);

/* Sets out := a^e b^k; e, k < 2^62. out may be a or b and is unchanged after an error.
 * Cost:   a few integer multiplications of the size of the result; less if a or b has only
 *         one or two terms
 * Errors: LIMIT (a degree of CLMODP_ZX_MOST_TERMS or more; 2^35 bytes of coefficients; both
 *         refused before the work starts if foreseeable), HOST_MEMORY */
clmodp_status clm_zx_multiply_powers(clm_error *error, clmodp_zx *out, const clmodp_zx *a,
                                     uint64_t e, const clmodp_zx *b, uint64_t k);

/* Sets f := f / g, or -f / g with `negate`. Pre: g is not zero and divides f.
 * Cost:   a division of integers of about the size of f, or (deg f - deg g + 1) * (deg g + 1)
 *         products
 * Errors: HOST_MEMORY, CANCELLED; CORRUPT if g does not divide f; f is unchanged then */
clmodp_status clm_zx_divide_exact(clmodp_zx *f, const clmodp_zx *g, bool negate,
                                  const clm_poller *watch);

#endif
