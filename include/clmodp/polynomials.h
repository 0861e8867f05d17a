/** @file
 * Polynomials in Z[x] and Z[x, y], and expressions as their text form.
 *
 * Integers are GMP's. GMP ends the process if it runs out of memory; the library bounds its memory
 * requests to GMP, but cannot catch such a failure.
 *
 * Grammar of expressions: integers of any size, exact decimals (1.5, .25, 2.5e-3, 1e3), names of
 * variables ([A-Za-z_][A-Za-z0-9_]*), operators + - * / ^ ** ( ), unary minus and plus; white
 * space anywhere between tokens. An exponent is a non-negative integer literal, or in parentheses
 * a product of such integers and their powers (y^(2^30)), and binds tighter than unary minus
 * (-x^2 = -(x^2)); towers x^2^3 are rejected. Division is by a non-zero rational constant.
 * Products and powers are expanded. Multiplication signs are mandatory; decimals with an exponent
 * are rejected beside a variable such as e or e3. An equation a = b is read as a - b; it has one
 * '=', outside of all parentheses.
 *
 * Limits: exponents below 2^31; terms of 1 GiB in all; integers of 2^31 bits; products of 2^28
 * pairs of terms, unless they are dense; 10 000 open parentheses. Expressions beyond these limits
 * are mostly rejected before the work starts, unless they are multiplied by 0 or have the exponent
 * 0. The largest products take minutes, and can be cancelled by a callback of clmodp_text_options
 * or, for polynomials with a context (clmodp_fpx_from_text), of the context.
 *
 * clmodp_zxy_from_text, clmodp_zx_from_text and clmodp_fpx_from_text (clmodp/fpx.h) read
 * expressions; the output of clmodp_zxy_to_text and clmodp_zx_to_text can be read again.
 */
#ifndef CLMODP_POLYNOMIALS_H
#define CLMODP_POLYNOMIALS_H

#include <stddef.h>

#include <gmp.h>

#include <clmodp/core.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Expressions ---- */

/** Position and reason of an error in a text. */
typedef struct clmodp_text_error {
    size_t line;       /**< from 1 */
    size_t column;     /**< from 1, in bytes */
    char message[256]; /**< found and expected text, one line */
} clmodp_text_error;

/** Bytes of a variable's name including its zero byte. */
#define CLMODP_NAME_SIZE 64

/** Value for a length: the text ends in a zero byte. */
#define CLMODP_STRING ((size_t)-1)

/** Variables found while reading expressions (clmodp_text_options). All zero: none known. */
typedef struct clmodp_variables {
    char name[2][CLMODP_NAME_SIZE]; /**< names of x and y; "": unknown */
    int occurs[2]; /**< not 0: the variable occurs in an expression read with this structure; 0:
                        its name is a guess, replaceable by a new name */
} clmodp_variables;

/** Options for reading expressions. Fill with clmodp_text_options_init, then change fields. */
typedef struct clmodp_text_options {
    size_t size;                 /**< set by clmodp_text_options_init */
    clmodp_variables *variables; /**< variables found in the text; unchanged on failure; default
                                      NULL: names are given as arguments */
    clmodp_progress progress;    /**< called about a thousand times a second with the completed
                                      fraction of the text; it can cancel the call. Not called
                                      within a single operation on integers: one of 2^31 bits takes
                                      long to read, and to multiply. Default NULL */
    void *user;                  /**< first argument of `progress` */
} clmodp_text_options;

/** Sets all fields to their defaults. */
static inline void clmodp_text_options_init(clmodp_text_options *options)
{
    options->size = sizeof *options;
    options->variables = NULL;
    options->progress = NULL;
    options->user = NULL;
}

/** Lists the variables of an expression.
 *
 * InOut:  names, count  distinct names found so far, sorted by byte value; new ones are added
 *                       (before an error only names in front of it)
 * In:     text, length  any bytes; CLMODP_STRING: up to a zero byte
 * Out:    error         filled on failure; may be NULL
 * Errors: PARSE (a byte not allowed in expressions, a name too long, a third variable, '(' after a
 *         name as in a function call; other rules of the grammar are only checked when polynomials
 *         are read), INVALID (no text) */
CLMODP_API CLMODP_NODISCARD clmodp_status
clmodp_text_variables(char (*names)[CLMODP_NAME_SIZE], size_t *count, const char *text,
                      size_t length, clmodp_text_error *error);

/* ---- Z[x] ---- */

/** Limit of degrees: every coefficient up to the degree takes memory, even if it is zero. */
#define CLMODP_ZX_MOST_TERMS ((size_t)1 << 27)

/** A dense polynomial: coefficients of x^0 ... x^degree; the leading one is not zero. */
typedef struct clmodp_zx clmodp_zx;

/** Creates a zero polynomial, released with clmodp_zx_destroy. Errors: HOST_MEMORY */
CLMODP_API CLMODP_NODISCARD clmodp_status clmodp_zx_create(clmodp_zx **f);

/** Releases a polynomial. NULL is allowed. */
CLMODP_API void clmodp_zx_destroy(clmodp_zx *f);

/** Returns the degree in x; -1 for the zero polynomial. */
CLMODP_API long clmodp_zx_degree(const clmodp_zx *f);

/** Sets c to the coefficient of x^i; 0 if i exceeds the degree. c is initialised by the caller. */
CLMODP_API void clmodp_zx_get_coeff(mpz_t c, const clmodp_zx *f, size_t i);

/** Returns the coefficient of x^i, 0 if i exceeds the degree; it belongs to f and is valid until f
 * changes. */
CLMODP_API mpz_srcptr clmodp_zx_coeff(const clmodp_zx *f, size_t i);

/** Sets the coefficient of x^i to c. Errors: LIMIT (i >= CLMODP_ZX_MOST_TERMS), HOST_MEMORY (f
 * unchanged) */
CLMODP_API CLMODP_NODISCARD clmodp_status clmodp_zx_set_coeff(clmodp_zx *f, const mpz_t c,
                                                              size_t i);

/** Sets f to the sum of all c[i] * x^i, i < count.
 *
 * In:     c  an array; for an `mpz_t a[count]` it is a[0]; may be NULL if count is 0
 * Errors: LIMIT (a degree of CLMODP_ZX_MOST_TERMS or more), INVALID (no array), HOST_MEMORY; f is
 *         unchanged then */
CLMODP_API CLMODP_NODISCARD clmodp_status clmodp_zx_set_dense(clmodp_zx *f, mpz_srcptr c,
                                                              size_t count);

/** Like clmodp_zx_set_dense, for machine integers. */
CLMODP_API CLMODP_NODISCARD clmodp_status clmodp_zx_set_dense_si(clmodp_zx *f, const long *c,
                                                                 size_t count);

/** Sets c[i] to the coefficient of x^i, i < count, including zeros.
 *
 * Out:    c  an array of integers, initialised by the caller, none of them f's; for an `mpz_t
 *            a[count]` it is a[0]
 * Errors: INVALID (f's degree is `count` or more, or there is no array); c is unchanged then */
CLMODP_API CLMODP_NODISCARD clmodp_status clmodp_zx_get_dense(mpz_ptr c, const clmodp_zx *f,
                                                              size_t count);

/** Sets f to g. Errors: HOST_MEMORY */
CLMODP_API CLMODP_NODISCARD clmodp_status clmodp_zx_set(clmodp_zx *f, const clmodp_zx *g);

/** Reduces f / d to lowest terms: divides both by the greatest common divisor of d and all
 * coefficients. Errors: INVALID (d is not positive; nothing is changed) */
CLMODP_API CLMODP_NODISCARD clmodp_status clmodp_zx_lowest_terms(clmodp_zx *f, mpz_t d);

/** Returns 1 if f and g are the same polynomial, else 0. */
CLMODP_API int clmodp_zx_equal(const clmodp_zx *f, const clmodp_zx *g);

/** Reads an expression in one variable: f / denominator = the expression. The grammar is at the
 * top of this header.
 *
 * Out:    f            set to the polynomial; unchanged on failure
 *         denominator  set to the least positive denominator; NULL: a denominator other than 1 is
 *                      a PARSE error
 *         error        filled on every failure; may be NULL
 * In:     text, length  any bytes; CLMODP_STRING: up to a zero byte
 *         x            the name of the variable; NULL: no variable
 *         options      NULL: defaults; without `variables`
 * Errors: PARSE (syntax, another variable, division by zero or by a polynomial), LIMIT (the limits
 *         of expressions; a degree of 2^26 or more), INVALID (x is not a name; no text; options),
 *         HOST_MEMORY, CANCELLED (by the options' progress callback; f and denominator
 *         unchanged) */
CLMODP_API CLMODP_NODISCARD clmodp_status
clmodp_zx_from_text(clmodp_zx *f, mpz_ptr denominator, const char *text, size_t length,
                    const char *x, const clmodp_text_options *options, clmodp_text_error *error);

/** Writes f / denominator as text, highest degree first, such as "-6*x^8 - 1/2*x + 30".
 *
 * Out:    text         a new string, released with free(); NULL on failure
 * In:     name         the variable's name; NULL means "x"
 *         denominator  positive divisor of every coefficient; NULL means 1
 * Cost:   conversion to decimal, O(b log^2 b log log b) for coefficients of b bits
 * Errors: INVALID (denominator <= 0, or not a variable name), HOST_MEMORY */
CLMODP_API CLMODP_NODISCARD clmodp_status clmodp_zx_to_text(char **text, const clmodp_zx *f,
                                                            const char *name,
                                                            const mpz_t denominator);

/** Like clmodp_zx_to_text, with a progress callback, called between terms with the finished
 * fraction, which can cancel the call; NULL: none. Not called within the conversion of a
 * coefficient. Errors: also CANCELLED */
CLMODP_API CLMODP_NODISCARD clmodp_status
clmodp_zx_to_text_watched(char **text, const clmodp_zx *f, const char *name,
                          const mpz_t denominator, clmodp_progress progress, void *user);

/* ---- Z[x, y] ---- */

/** A sparse polynomial: terms c * x^i * y^j with c != 0, distinct (i, j), sorted by j, then i. */
typedef struct clmodp_zxy clmodp_zxy;

/** Creates a zero polynomial, released with clmodp_zxy_destroy. Errors: HOST_MEMORY */
CLMODP_API CLMODP_NODISCARD clmodp_status clmodp_zxy_create(clmodp_zxy **f);

/** Releases a polynomial. NULL is allowed. */
CLMODP_API void clmodp_zxy_destroy(clmodp_zxy *f);

/** Returns the degree in x; -1 for the zero polynomial. */
CLMODP_API long clmodp_zxy_degree_x(const clmodp_zxy *f);

/** Returns the degree in y; -1 for the zero polynomial. */
CLMODP_API long clmodp_zxy_degree_y(const clmodp_zxy *f);

/** Returns the number of terms. */
CLMODP_API size_t clmodp_zxy_terms(const clmodp_zxy *f);

/** Returns the k-th term, k < clmodp_zxy_terms(f): its exponents, and its coefficient, which
 * belongs to f and is valid until f changes. */
CLMODP_API mpz_srcptr clmodp_zxy_term(const clmodp_zxy *f, size_t k, size_t *i, size_t *j);

/** Sets c to the coefficient of x^i * y^j, 0 if there is no such term. Cost: binary search */
CLMODP_API void clmodp_zxy_get_coeff(mpz_t c, const clmodp_zxy *f, size_t i, size_t j);

/** Sets the coefficient of x^i * y^j to c.
 * Cost:   constant (amortised) if terms come in increasing order of (j, i), else linear in the
 *         number of terms: for many terms in another order use clmodp_zxy_set_terms
 * Errors: LIMIT (an exponent >= 2^31), HOST_MEMORY (f unchanged) */
CLMODP_API CLMODP_NODISCARD clmodp_status clmodp_zxy_set_coeff(clmodp_zxy *f, const mpz_t c,
                                                               size_t i, size_t j);

/** Like clmodp_zxy_set_coeff, for a machine integer. */
CLMODP_API CLMODP_NODISCARD clmodp_status clmodp_zxy_set_coeff_si(clmodp_zxy *f, long c,
                                                                  size_t i, size_t j);

/** Sets f to the sum of all c[k] * x^i[k] * y^j[k], k < count. Terms may come in any order; terms
 * with equal exponents are added up.
 *
 * In:     c, i, j  arrays of `count` elements; c of an `mpz_t a[count]` is a[0]; may be NULL if
 *                  count is 0
 * Cost:   O(count log count), linear in increasing order of (j, i)
 * Errors: LIMIT (an exponent >= 2^31), INVALID (no array), HOST_MEMORY; f is unchanged then */
CLMODP_API CLMODP_NODISCARD clmodp_status
clmodp_zxy_set_terms(clmodp_zxy *f, mpz_srcptr c, const size_t *i, const size_t *j, size_t count);

/** Like clmodp_zxy_set_terms, for machine integers. */
CLMODP_API CLMODP_NODISCARD clmodp_status
clmodp_zxy_set_terms_si(clmodp_zxy *f, const long *c, const size_t *i, const size_t *j,
                        size_t count);

/** Sets f to the sum of all c[j * width_x + i] * x^i * y^j, i < width_x, j < width_y.
 *
 * In:     c  an array of width_x * width_y integers, as in clmodp_zxy_set_terms
 * Cost:   linear
 * Errors: as clmodp_zxy_set_terms, LIMIT also for widths with too large a product */
CLMODP_API CLMODP_NODISCARD clmodp_status
clmodp_zxy_set_dense(clmodp_zxy *f, mpz_srcptr c, size_t width_x, size_t width_y);

/** Like clmodp_zxy_set_dense, for machine integers. */
CLMODP_API CLMODP_NODISCARD clmodp_status
clmodp_zxy_set_dense_si(clmodp_zxy *f, const long *c, size_t width_x, size_t width_y);

/** Sets c[j * width_x + i] to the coefficient of x^i * y^j, i < width_x, j < width_y, including
 * zeros.
 *
 * Out:    c  an array of width_x * width_y integers, initialised by the caller, none of them f's;
 *            for an `mpz_t a[count]` it is a[0]
 * Errors: INVALID (f has a degree beyond the widths, or there is no array), LIMIT (widths with too
 *         large a product); c is unchanged then */
CLMODP_API CLMODP_NODISCARD clmodp_status
clmodp_zxy_get_dense(mpz_ptr c, const clmodp_zxy *f, size_t width_x, size_t width_y);

/** Sets f to g. Errors: HOST_MEMORY (f unchanged) */
CLMODP_API CLMODP_NODISCARD clmodp_status clmodp_zxy_set(clmodp_zxy *f, const clmodp_zxy *g);

/** Reduces f / d to lowest terms: divides both by the greatest common divisor of d and all
 * coefficients. Errors: INVALID (d is not positive; nothing is changed) */
CLMODP_API CLMODP_NODISCARD clmodp_status clmodp_zxy_lowest_terms(clmodp_zxy *f, mpz_t d);

/** Returns 1 if f and g are the same polynomial, else 0. */
CLMODP_API int clmodp_zxy_equal(const clmodp_zxy *f, const clmodp_zxy *g);

/** Exchanges the two variables of f. Errors: HOST_MEMORY (f unchanged) */
CLMODP_API CLMODP_NODISCARD clmodp_status clmodp_zxy_swap_variables(clmodp_zxy *f);

/** Replaces f by df/dy. */
CLMODP_API void clmodp_zxy_derivative_y(clmodp_zxy *f);

/** Reads an expression in the two named variables: f / denominator = the expression. The grammar
 * is at the top of this header.
 *
 * Out:    f, denominator, error  as for clmodp_zx_from_text; see clmodp_problem_denominator
 * In:     text, length  likewise
 *         x, y         the names of the two variables; either may be NULL (no such variable)
 *         options      NULL: defaults. With `variables` the arguments x and y are ignored: a new
 *                      name becomes the name of x or y, whichever has no name, or else has not
 *                      occurred, x first
 * Cost:   linear in length for an expanded polynomial, up to sorting
 * Errors: as clmodp_zx_from_text, but any degree below 2^31; PARSE also for a name too long,
 *         INVALID for equal names */
CLMODP_API CLMODP_NODISCARD clmodp_status
clmodp_zxy_from_text(clmodp_zxy *f, mpz_ptr denominator, const char *text, size_t length,
                     const char *x, const char *y, const clmodp_text_options *options,
                     clmodp_text_error *error);

/** Writes f as text readable by clmodp_zxy_from_text, such as "x^2*y - 3*y + 1".
 *
 * Out:    text  a new string, released with free(); NULL on failure
 * In:     x, y  the names; NULL means "x", "y"
 * Errors: INVALID (equal names or not variable names), HOST_MEMORY */
CLMODP_API CLMODP_NODISCARD clmodp_status clmodp_zxy_to_text(char **text, const clmodp_zxy *f,
                                                             const char *x, const char *y);

/** Like clmodp_zxy_to_text, with a denominator as clmodp_zx_to_text and a progress callback as
 * clmodp_zx_to_text_watched. Errors: also INVALID (denominator <= 0), CANCELLED */
CLMODP_API CLMODP_NODISCARD clmodp_status
clmodp_zxy_to_text_watched(char **text, const clmodp_zxy *f, const char *x, const char *y,
                           mpz_srcptr denominator, clmodp_progress progress, void *user);

#ifdef __cplusplus
}
#endif
#endif
