/** @file
 * Polynomials over Z in up to 16 variables, numbered from 0; names occur in texts only. Operands
 * have equally many variables. clmodp/elimination.h eliminates variables. */
#ifndef CLMODP_MPOLY_H
#define CLMODP_MPOLY_H

#include <stddef.h>
#include <stdint.h>

#include <gmp.h>

#include <clmodp/core.h>
#include <clmodp/polynomials.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Most variables. */
#define CLMODP_MOST_VARIABLES 16

/** A sparse polynomial: terms c * x_0^e_0 * x_1^e_1 * ... with c != 0, distinct exponents, in
 * descending lexicographic order. */
typedef struct clmodp_mpoly clmodp_mpoly;

/** Creates a zero polynomial, released with clmodp_mpoly_destroy.
 * Errors: INVALID (more than CLMODP_MOST_VARIABLES), HOST_MEMORY */
CLMODP_API CLMODP_NODISCARD clmodp_status clmodp_mpoly_create(clmodp_mpoly **f, size_t variables);

/** Releases a polynomial. NULL is allowed. */
CLMODP_API void clmodp_mpoly_destroy(clmodp_mpoly *f);

/** Returns the number of variables, occurring or not. */
CLMODP_API size_t clmodp_mpoly_variables(const clmodp_mpoly *f);

/** Returns the number of terms. */
CLMODP_API size_t clmodp_mpoly_terms(const clmodp_mpoly *f);

/** Returns the coefficient of the k-th term, as clmodp_zxy_term, and its exponents, one for each
 * variable, unless `exponents` is NULL. */
CLMODP_API mpz_srcptr clmodp_mpoly_term(const clmodp_mpoly *f, size_t k, size_t *exponents);

/** Returns the degree in a variable; -1 for 0, or without such a variable. */
CLMODP_API long clmodp_mpoly_degree(const clmodp_mpoly *f, size_t variable);

/** Returns the total degree, the largest sum of a term's exponents; -1 for 0. */
CLMODP_API long clmodp_mpoly_total_degree(const clmodp_mpoly *f);

/** Sets f to a sum of terms, as clmodp_zxy_set_terms; the exponents of term k begin at
 * exponents[k * n], for n variables. */
CLMODP_API CLMODP_NODISCARD clmodp_status
clmodp_mpoly_set_terms(clmodp_mpoly *f, mpz_srcptr c, const size_t *exponents, size_t count);

/** Sets f to g, also its number of variables. Errors: HOST_MEMORY (f unchanged) */
CLMODP_API CLMODP_NODISCARD clmodp_status clmodp_mpoly_set(clmodp_mpoly *f, const clmodp_mpoly *g);

/** Exchanges f and g. */
CLMODP_API void clmodp_mpoly_swap(clmodp_mpoly *f, clmodp_mpoly *g);

/** Returns 1 if f and g are the same polynomial in equally many variables. */
CLMODP_API int clmodp_mpoly_equal(const clmodp_mpoly *f, const clmodp_mpoly *g);

/** Sets f to g, with variables number x and y of f for x and y.
 * Errors: INVALID (equal, or no variables of f), HOST_MEMORY; f is unchanged then */
CLMODP_API CLMODP_NODISCARD clmodp_status
clmodp_mpoly_set_zxy(clmodp_mpoly *f, const clmodp_zxy *g, size_t x, size_t y);

/** Sets f to g, with x and y for variables number x and y of g: the reverse of
 * clmodp_mpoly_set_zxy. Errors: also DOMAIN (another variable occurs in g) */
CLMODP_API CLMODP_NODISCARD clmodp_status
clmodp_mpoly_get_zxy(clmodp_zxy *f, const clmodp_mpoly *g, size_t x, size_t y);

/** Sets h := f + g; h may be one of them. Errors: INVALID, HOST_MEMORY; h is unchanged then */
CLMODP_API CLMODP_NODISCARD clmodp_status
clmodp_mpoly_add(clmodp_mpoly *h, const clmodp_mpoly *f, const clmodp_mpoly *g);

/** Sets h := f * g; h may be one of them.
 *
 * Cost:   the cheaper, as predicted, of all pairs of terms, and a product of integers with space
 *         for all exponents up to the degrees
 * Errors: as clmodp_mpoly_add, LIMIT (an exponent reaches 2^31, 4 GiB of terms, or 2^24 pairs if
 *         they are cheaper) */
CLMODP_API CLMODP_NODISCARD clmodp_status
clmodp_mpoly_mul(clmodp_mpoly *h, const clmodp_mpoly *f, const clmodp_mpoly *g);

/** Sets value to f(point[0], point[1], ...).
 * Errors: LIMIT (a term may have more than 2^31 bits), INVALID (no points) */
CLMODP_API CLMODP_NODISCARD clmodp_status clmodp_mpoly_evaluate(mpz_t value, const clmodp_mpoly *f,
                                                                mpz_srcptr point);

/** Sets c to the greatest common divisor of all coefficients. */
CLMODP_API void clmodp_mpoly_content(mpz_t c, const clmodp_mpoly *f);

/** Reduces f / d to lowest terms, as clmodp_zxy_lowest_terms. */
CLMODP_API CLMODP_NODISCARD clmodp_status clmodp_mpoly_lowest_terms(clmodp_mpoly *f, mpz_t d);

/** Reduces f / d modulo m, a polynomial in a variable: its degree in this variable becomes less
 * than m's, and f / d is in lowest terms. clmodp/elimination.h describes its use for number
 * fields.
 *
 * In:     d  positive
 *         m  of degree n >= 1, with any leading coefficient
 * Cost:   O(n^2 log e) products for each exponent e >= n, and up to n terms for each term
 * Errors: INVALID (d, m or the variable), LIMIT (a coefficient of a power of the variable modulo m
 *         has more than 2^24 bits), HOST_MEMORY; f and d are unchanged then */
CLMODP_API CLMODP_NODISCARD clmodp_status clmodp_mpoly_reduce(clmodp_mpoly *f, mpz_t d,
                                                              const clmodp_zx *m, size_t variable);

/** Sets f to f / d modulo a number, with coefficients from 0 to modulus - 1.
 * Errors: INVALID (modulus < 2), DOMAIN (d has no inverse); f is unchanged then */
CLMODP_API CLMODP_NODISCARD clmodp_status clmodp_mpoly_divide_mod(clmodp_mpoly *f, mpz_srcptr d,
                                                                  uint64_t modulus);

/** Lists up to `most` variables of an expression, otherwise like clmodp_text_variables. */
CLMODP_API CLMODP_NODISCARD clmodp_status
clmodp_mpoly_text_variables(char (*names)[CLMODP_NAME_SIZE], size_t *count, size_t most,
                            const char *text, size_t length, clmodp_text_error *error);

/** Reads an expression in named variables, as clmodp_zxy_from_text, without options->variables. */
CLMODP_API CLMODP_NODISCARD clmodp_status
clmodp_mpoly_from_text(clmodp_mpoly *f, mpz_ptr denominator, const char *text, size_t length,
                       const char *const *names, const clmodp_text_options *options,
                       clmodp_text_error *error);

/** Reads a rational function, an expression in which polynomials other than 0 may be divisors,
 * such as "(1 - t^2)/(1 + t^2)"; otherwise as clmodp_mpoly_from_text.
 *
 * Out:    numerator, denominator  in lowest terms over Z, in equally many variables; unchanged on
 *                                 failure
 * Errors: also LIMIT (terms of 16 MiB in all; as clmodp_mpoly_gcd), PARSE (a '=') */
CLMODP_API CLMODP_NODISCARD clmodp_status
clmodp_mpoly_quotient_from_text(clmodp_mpoly *numerator, clmodp_mpoly *denominator,
                                const char *text, size_t length, const char *const *names,
                                clmodp_text_error *error);

/** Writes f / denominator in the order of its terms, such as "x^2*z - 1/2*x + 3*y".
 *
 * Out:    text         a new string, released with free(); NULL on failure
 * In:     denominator  positive; NULL means 1
 * Errors: INVALID (names, denominator), HOST_MEMORY */
CLMODP_API CLMODP_NODISCARD clmodp_status clmodp_mpoly_to_text(char **text, const clmodp_mpoly *f,
                                                               const char *const *names,
                                                               mpz_srcptr denominator);

/** Like clmodp_mpoly_to_text, with a progress callback as clmodp_zx_to_text_watched. */
CLMODP_API CLMODP_NODISCARD clmodp_status
clmodp_mpoly_to_text_watched(char **text, const clmodp_mpoly *f, const char *const *names,
                             mpz_srcptr denominator, clmodp_progress progress, void *user);

#ifdef __cplusplus
}
#endif
#endif
