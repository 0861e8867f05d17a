/** @file
 * Matrices of polynomials over Q in up to 16 variables, and their determinants, exact, over Q or
 * modulo a number. */
#ifndef CLMODP_MATRIX_H
#define CLMODP_MATRIX_H

#include <stddef.h>
#include <stdint.h>

#include <gmp.h>

#include <clmodp/core.h>
#include <clmodp/elimination.h>
#include <clmodp/mpoly.h>
#include <clmodp/polynomials.h>
#include <clmodp/resultant.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Largest number of rows, and of columns: the square root of 2^31,
 * rounded down. */
#define CLMODP_MOST_ROWS 46340

/** A matrix of polynomials with rational coefficients, all in the same number of variables. Zeros
 * take little memory. Rows and columns are numbered from 0. */
typedef struct clmodp_matrix clmodp_matrix;

/** Creates a zero matrix, released with clmodp_matrix_destroy.
 * Errors: INVALID (more than CLMODP_MOST_VARIABLES), LIMIT (more than CLMODP_MOST_ROWS rows or
 *         columns), HOST_MEMORY */
CLMODP_API CLMODP_NODISCARD clmodp_status clmodp_matrix_create(clmodp_matrix **a, size_t rows,
                                                               size_t columns, size_t variables);

/** Releases a matrix. NULL is allowed. */
CLMODP_API void clmodp_matrix_destroy(clmodp_matrix *a);

/** Returns the number of rows. */
CLMODP_API size_t clmodp_matrix_rows(const clmodp_matrix *a);

/** Returns the number of columns. */
CLMODP_API size_t clmodp_matrix_columns(const clmodp_matrix *a);

/** Returns the number of variables, occurring or not. */
CLMODP_API size_t clmodp_matrix_variables(const clmodp_matrix *a);

/** Sets an entry to f / denominator, copied.
 *
 * In:     f            in as many variables as the matrix
 *         denominator  positive; NULL means 1
 * Errors: INVALID (no such entry; another number of variables; a denominator below 1),
 *         HOST_MEMORY; a is unchanged then */
CLMODP_API CLMODP_NODISCARD clmodp_status clmodp_matrix_set(clmodp_matrix *a, size_t row,
                                                            size_t column, const clmodp_mpoly *f,
                                                            mpz_srcptr denominator);

/** Returns the numerator of an entry, which belongs to the matrix and is valid until the matrix
 * changes; NULL if there is no such entry.
 *
 * Out:    denominator  the entry's, positive; unchanged if there is no such entry. NULL is
 *                      allowed */
CLMODP_API const clmodp_mpoly *clmodp_matrix_entry(mpz_ptr denominator, const clmodp_matrix *a,
                                                   size_t row, size_t column);

/** Reads a matrix of expressions in named variables, in one of three forms: [x, 1; y, x + 2] with
 * semicolons between rows, [[x, 1], [y, x + 2]] as lists of rows, or rows on lines with commas
 * between entries. White space may be added anywhere, except for line ends in the last form.
 *
 * Out:    a        a new matrix; NULL on failure
 * In:     text     its entries are read as by clmodp_mpoly_from_text, with rational coefficients
 *         names    of `variables` variables
 *         options  NULL: the defaults
 * Errors: as clmodp_mpoly_from_text, PARSE (also: brackets, rows of different lengths), LIMIT
 *         (also: more than CLMODP_MOST_ROWS rows or columns) */
CLMODP_API CLMODP_NODISCARD clmodp_status
clmodp_matrix_from_text(clmodp_matrix **a, const char *text, size_t length,
                        const char *const *names, size_t variables,
                        const clmodp_text_options *options, clmodp_text_error *error);

/** Lists up to `most` variables of the text of a matrix, otherwise like
 * clmodp_mpoly_text_variables. */
CLMODP_API CLMODP_NODISCARD clmodp_status
clmodp_matrix_text_variables(char (*names)[CLMODP_NAME_SIZE], size_t *count, size_t most,
                             const char *text, size_t length, clmodp_text_error *error);

/** Writes a matrix in the form [x, 1; y, x + 2].
 *
 * Out:    text  a new string, released with free(); NULL on failure
 * Errors: INVALID (names), HOST_MEMORY */
CLMODP_API CLMODP_NODISCARD clmodp_status clmodp_matrix_to_text(char **text,
                                                                const clmodp_matrix *a,
                                                                const char *const *names);

/** Computes r / denominator, the determinant of a square matrix; 1 for no rows.
 *
 * LU decompositions modulo primes at points give images, from which the result is interpolated and
 * reconstructed, as resultants are. Variables are replaced by powers of one variable [Kronecker
 * 1882]; bounds on degrees by assignment problems show which powers are far enough apart. Heights
 * are bounded by Hadamard's inequality for rows and for columns. Determinants of few terms are
 * expanded by minors, if that is predicted to be faster; on the host, and modulo odd primes,
 * matrices linear in the packed variable need no points. Small matrices of integers are eliminated
 * without fractions [Bareiss 1968]. For larger ones the largest invariant factor is found as a
 * denominator of the solution of linear equations, and only the quotient of the determinant by it
 * follows from images modulo primes [Abbott, Bronstein, Mulders 1999]. Reports then have engine
 * AUTO.
 *
 * Out:    r            in as many variables as a, in lowest terms with the denominator; modulo a
 *                      number with coefficients from 0 to modulus - 1
 *         denominator  positive, initialised by the caller; NULL: it must be 1
 *         report       as for clmodp_resultant, of the problem in one variable; the stage "lu"
 *                      replaces "euclid"; may be NULL
 * In:     modulus      0: over Q; else as in clmodp_resultant_mod
 *         options      as of resultants; NULL for all defaults. Determinants are proved in every
 *                      mode; engine SCHUR computes none
 *
 * Cost:   n^3 / 3 products for each of N primes and M points, less for band matrices; N is about
 *         the bits of the result's coefficients / 31, M the product over the variables of the
 *         numbers of exponents in the result; linear matrices on the host over Q: 7/3 n^3 products
 *         for each prime, modulo an odd prime 5/2 n^3; dense integers of b bits about n^3 b / 15
 * Errors: INVALID (also: not square, modulus 1), DOMAIN (a denominator has no inverse modulo the
 *         number; or there is one, and denominator is NULL), LIMIT (also: packed exponents reach
 *         2^31), and those of clmodp_resultant. r and the denominator are unchanged then.
 *
 * Synchronous. */
CLMODP_API CLMODP_NODISCARD clmodp_status
clmodp_determinant(clmodp_context *context, clmodp_mpoly *r, mpz_ptr denominator,
                   clmodp_resultant_report *report, const clmodp_matrix *a, uint64_t modulus,
                   const clmodp_resultant_options *options);

/** Packs a square matrix into a problem in one variable, for plans, several devices, ranks and job
 * folders: operation DETERMINANT, f the packed matrix, k the number of rows, or 1 for none. If its
 * result is r, the determinant of a is clmodp_packing_unpack of r, with k = j = 0, divided by the
 * denominator.
 *
 * Out:    packing        released with clmodp_packing_destroy; NULL on failure
 *         packed         f of the problem
 *         denominator    positive, initialised by the caller; not in lowest terms with r
 *         message, size  the reason of a failure; may be NULL, 0
 * In:     modulus        that of the problem: f has coefficients from 0 to modulus - 1, and the
 *                        denominator is 1; or 0: over Q
 * Cost:   of an assignment problem for each variable, O(rows^3) at most
 * Errors: INVALID (not square, modulus 1), DOMAIN and LIMIT (as for clmodp_determinant),
 *         HOST_MEMORY */
CLMODP_API CLMODP_NODISCARD clmodp_status
clmodp_matrix_pack(clmodp_packing **packing, clmodp_zxy *packed, mpz_ptr denominator,
                   const clmodp_matrix *a, uint64_t modulus, char *message, size_t size);

/** Computes a minor: the determinant of the matrix of the given rows and columns, in this order.
 *
 * In:     rows, columns  `count` numbers each
 * Errors: also INVALID (no such row or column)
 *
 * Otherwise as clmodp_determinant. */
CLMODP_API CLMODP_NODISCARD clmodp_status
clmodp_matrix_minor(clmodp_context *context, clmodp_mpoly *r, mpz_ptr denominator,
                    clmodp_resultant_report *report, const clmodp_matrix *a, const size_t *rows,
                    const size_t *columns, size_t count, uint64_t modulus,
                    const clmodp_resultant_options *options);

/** Computes the characteristic polynomial det(t I - A), where t is one of the matrix's variables,
 * which usually does not occur in A.
 *
 * In:     variable  the index of t
 * Errors: also INVALID (no such variable)
 *
 * Otherwise as clmodp_determinant. */
CLMODP_API CLMODP_NODISCARD clmodp_status
clmodp_matrix_charpoly(clmodp_context *context, clmodp_mpoly *r, mpz_ptr denominator,
                       clmodp_resultant_report *report, const clmodp_matrix *a, size_t variable,
                       uint64_t modulus, const clmodp_resultant_options *options);

/** Sets *out to the new matrix t I - A, whose determinant is the characteristic polynomial; NULL
 * on failure. Errors: INVALID (no such variable), LIMIT (exponents), HOST_MEMORY */
CLMODP_API CLMODP_NODISCARD clmodp_status clmodp_matrix_characteristic(clmodp_matrix **out,
                                                                       const clmodp_matrix *a,
                                                                       size_t variable);

/** Computes det(A + t B) for matrices of equal size in equally many variables, otherwise as
 * clmodp_matrix_charpoly. */
CLMODP_API CLMODP_NODISCARD clmodp_status
clmodp_matrix_pencil(clmodp_context *context, clmodp_mpoly *r, mpz_ptr denominator,
                     clmodp_resultant_report *report, const clmodp_matrix *a,
                     const clmodp_matrix *b, size_t variable, uint64_t modulus,
                     const clmodp_resultant_options *options);

/** Computes the rank of any matrix over the field of rational functions over Q or F_p. The proof
 * is a minor that is not 0 at a random point, and a determinant that is 0 if and only if all
 * larger minors are 0; for integers, solutions of linear equations modulo a power of a prime. For
 * the rank at a point evaluate the matrix (clmodp_matrix_evaluate).
 *
 * In:     modulus  0: over Q; else a prime below 2^62
 * Cost:   that of a determinant of order r + 1, for rank r, with (rows - r) * (columns - r) times
 *         as many points; elimination at one point if r is the number of rows or of columns, or
 *         modulo primes without variables; of integers min(rows - r, columns - r) * r * (rows + r)
 *         products of words for each 60 bits of such a determinant
 * Errors: as clmodp_determinant, LIMIT (the matrix has CLMODP_MOST_VARIABLES) */
CLMODP_API CLMODP_NODISCARD clmodp_status
clmodp_matrix_rank(clmodp_context *context, size_t *rank, const clmodp_matrix *a,
                   uint64_t modulus, const clmodp_resultant_options *options);

/** Sets *out to the new matrix of the values at a point: integers or fractions, in as many
 * variables, which do not occur. NULL on failure.
 *
 * In:     point  the value of each variable
 * Errors: as clmodp_mpoly_evaluate */
CLMODP_API CLMODP_NODISCARD clmodp_status clmodp_matrix_evaluate(clmodp_matrix **out,
                                                                 const clmodp_matrix *a,
                                                                 mpz_srcptr point);

#ifdef __cplusplus
}
#endif
#endif
