/** @file
 * Polynomials in one variable with integer coefficients: Z[x].
 *
 * Integers are GMP's. GMP ends the process when it cannot get memory; the library bounds
 * what it asks GMP for, but cannot catch that. */
#ifndef CLMODP_ZX_H
#define CLMODP_ZX_H

#include <stddef.h>

#include <gmp.h>

#include <clmodp/status.h>
#include <clmodp/text.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Every coefficient up to the degree takes memory, zeros too: the degree is below this. */
#define CLMODP_ZX_MOST_TERMS ((size_t)1 << 27)

/** Dense: coefficients of x^0 ... x^degree; the leading one is not zero. */
typedef struct clmodp_zx clmodp_zx;

/** A new zero polynomial, released with clmodp_zx_destroy. Errors: HOST_MEMORY */
CLMODP_API CLMODP_NODISCARD clmodp_status clmodp_zx_create(clmodp_zx **f);

/** Release a polynomial. NULL is allowed. */
CLMODP_API void clmodp_zx_destroy(clmodp_zx *f);

/** The degree in x; -1 for the zero polynomial. */
CLMODP_API long clmodp_zx_degree(const clmodp_zx *f);

/** c = the coefficient of x^i; 0 when i exceeds the degree. c is initialised by the caller. */
CLMODP_API void clmodp_zx_get_coeff(mpz_t c, const clmodp_zx *f, size_t i);

/** The coefficient of x^i, 0 when i exceeds the degree; it stays f's own and is valid until f
 * changes. */
CLMODP_API mpz_srcptr clmodp_zx_coeff(const clmodp_zx *f, size_t i);

/** The coefficient of x^i := c. Errors: LIMIT (i >= CLMODP_ZX_MOST_TERMS),
 * HOST_MEMORY (f unchanged) */
CLMODP_API CLMODP_NODISCARD clmodp_status clmodp_zx_set_coeff(clmodp_zx *f, const mpz_t c,
                                                              size_t i);

/** f := the sum of all c[i] * x^i, i < count.
 *
 * In:     c  an array; of an `mpz_t a[count]` it is a[0]; may be NULL if count is 0
 * Errors: LIMIT (a degree of CLMODP_ZX_MOST_TERMS or more), INVALID (no array), HOST_MEMORY; f is
 *         unchanged then */
CLMODP_API CLMODP_NODISCARD clmodp_status clmodp_zx_set_dense(clmodp_zx *f, mpz_srcptr c,
                                                              size_t count);

/** The same for machine integers. */
CLMODP_API CLMODP_NODISCARD clmodp_status clmodp_zx_set_dense_si(clmodp_zx *f, const long *c,
                                                                 size_t count);

/** c[i] := the coefficient of x^i, i < count, zeros too.
 *
 * Out:    c  an array of integers, initialised by the caller, none of them f's; of an
 *            `mpz_t a[count]` it is a[0]
 * Errors: INVALID (f's degree is `count` or more, or there is no array); c is unchanged then */
CLMODP_API CLMODP_NODISCARD clmodp_status clmodp_zx_get_dense(mpz_ptr c, const clmodp_zx *f,
                                                              size_t count);

/** f := g. Errors: HOST_MEMORY */
CLMODP_API CLMODP_NODISCARD clmodp_status clmodp_zx_set(clmodp_zx *f, const clmodp_zx *g);

/** f / d in lowest terms: both are divided by the greatest common divisor of d and all
 * coefficients. Errors: INVALID (d is not positive; nothing is changed) */
CLMODP_API CLMODP_NODISCARD clmodp_status clmodp_zx_lowest_terms(clmodp_zx *f, mpz_t d);

/** 1 if f and g are the same polynomial, else 0. */
CLMODP_API int clmodp_zx_equal(const clmodp_zx *f, const clmodp_zx *g);

/** Read an expression in one variable: f / denominator = the expression, as clmodp/text.h has
 * them.
 *
 * Out:    f            set to the polynomial; unchanged on failure
 *         denominator  set to the least positive denominator; NULL: a denominator other
 *                      than 1 is a PARSE error
 *         error        filled on every failure; may be NULL
 * In:     text, length  any bytes
 *         x            the name of the variable; NULL: there is none
 * Errors: PARSE (syntax, another variable, division by zero or by a polynomial), LIMIT (the
 *         limits of expressions; a degree of 2^26 or more), INVALID (x is no name; no text),
 *         HOST_MEMORY */
CLMODP_API CLMODP_NODISCARD clmodp_status
clmodp_zx_from_text(clmodp_zx *f, mpz_ptr denominator, const char *text, size_t length,
                    const char *x, clmodp_text_error *error);

/** clmodp_zx_from_text for a text that ends in a zero byte. Errors: also INVALID (text NULL) */
CLMODP_API CLMODP_NODISCARD clmodp_status
clmodp_zx_from_string(clmodp_zx *f, mpz_ptr denominator, const char *text, const char *x,
                      clmodp_text_error *error);

/** Write f / denominator as text, highest degree first, such as "-6*x^8 - 1/2*x + 30".
 *
 * Out:    text         a new string, released with free(); NULL on failure
 * In:     name         the variable's name; NULL means "x"
 *         denominator  positive, divided out of every coefficient; NULL means 1
 * Cost:   conversion to decimal, O(b log^2 b log log b) for b bits a coefficient
 * Errors: INVALID (denominator <= 0, or no variable name), HOST_MEMORY */
CLMODP_API CLMODP_NODISCARD clmodp_status clmodp_zx_to_text(char **text, const clmodp_zx *f,
                                                            const char *name,
                                                            const mpz_t denominator);

#ifdef __cplusplus
}
#endif
#endif
