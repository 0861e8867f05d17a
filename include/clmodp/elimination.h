/** @file
 * Resultants, other subresultants and discriminants of polynomials in up to 16 variables, and
 * implicit equations of curves, exact.
 *
 * Problems are packed into problems in x and the eliminated y: variables that homogeneity
 * determines become 1, others powers of x [Kronecker 1882], far enough apart for proved bounds on
 * the result's degrees. Resultants and discriminants with few terms, such as those of polynomials
 * with variables as coefficients, are expanded without engines (clmodp_compute).
 *
 * Coefficients in a number field Q(a) are polynomials in a further variable a, reduced modulo the
 * minimal polynomial m of a: clmodp_mpoly_reduce of f and g before, and of r after the
 * elimination. The result is that of the coefficients in Q[a]/(m), for the degrees of the reduced
 * f and g. With an irreducible m, their leading coefficients are not 0 in the field; with any
 * other, they may be zero divisors, and r is the determinant over this ring. If f and g were
 * divided by d and e, r is divided by d^q e^p first, for degrees p and q, as by
 * clmodp_problem_denominator. */
#ifndef CLMODP_ELIMINATION_H
#define CLMODP_ELIMINATION_H

#include <stddef.h>
#include <stdint.h>

#include <clmodp/core.h>
#include <clmodp/mpoly.h>
#include <clmodp/resultant.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Computes r, the resultant of f and g in a variable, as clmodp_resultant.
 *
 * Out:    r         in as many variables as f
 *         report    of the packed problem; may be NULL
 * In:     variable  the one to eliminate
 *         modulus   as in clmodp_resultant_mod; 0: over Z
 * Errors: also INVALID (numbers of variables), LIMIT (exponents, packed or of r, reach 2^31) */
CLMODP_API CLMODP_NODISCARD clmodp_status
clmodp_mpoly_resultant(clmodp_context *context, clmodp_mpoly *r, clmodp_resultant_report *report,
                       const clmodp_mpoly *f, const clmodp_mpoly *g, size_t variable,
                       uint64_t modulus, const clmodp_resultant_options *options);

/** Computes s = S_k(f, g) and, unless r is NULL, the resultant r, as clmodp_subresultant;
 * otherwise as clmodp_mpoly_resultant. */
CLMODP_API CLMODP_NODISCARD clmodp_status
clmodp_mpoly_subresultant(clmodp_context *context, clmodp_mpoly *s, clmodp_mpoly *r,
                          clmodp_resultant_report *report, unsigned k, const clmodp_mpoly *f,
                          const clmodp_mpoly *g, size_t variable, uint64_t modulus,
                          const clmodp_resultant_options *options);

/** Computes S_0, ..., S_{count-1}, as clmodp_subresultants; otherwise as clmodp_mpoly_resultant.
 *
 * Out:    s          array of `count` polynomials in as many variables as f */
CLMODP_API CLMODP_NODISCARD clmodp_status
clmodp_mpoly_subresultants(clmodp_context *context, clmodp_mpoly *const *s, size_t count,
                           clmodp_resultant_report *report, const clmodp_mpoly *f,
                           const clmodp_mpoly *g, size_t variable, uint64_t modulus,
                           const clmodp_resultant_options *options);

/** Computes their principal coefficients, as clmodp_principal_subresultants; otherwise as
 * clmodp_mpoly_subresultants. */
CLMODP_API CLMODP_NODISCARD clmodp_status
clmodp_mpoly_principal_subresultants(clmodp_context *context, clmodp_mpoly *const *c, size_t count,
                                     clmodp_resultant_report *report, const clmodp_mpoly *f,
                                     const clmodp_mpoly *g, size_t variable, uint64_t modulus,
                                     const clmodp_resultant_options *options);

/** Computes d, the discriminant of f in a variable, as clmodp_discriminant; otherwise as
 * clmodp_mpoly_resultant. */
CLMODP_API CLMODP_NODISCARD clmodp_status
clmodp_mpoly_discriminant(clmodp_context *context, clmodp_mpoly *d,
                          clmodp_resultant_report *report, const clmodp_mpoly *f, size_t variable,
                          uint64_t modulus, const clmodp_resultant_options *options);

/** Computes the equation of the plane curve x = p / q, y = r / s, rational functions of a
 * parameter whose coefficients may have further variables: f vanishes exactly on the closure of
 * the curve, is primitive and irreducible over the rational functions of these variables, and has
 * a positive leading coefficient. A constant coordinate gives a line.
 *
 * Out:    f                 in as many variables as p
 *         report            of the resultant; may be NULL
 * In:     q, s              not 0; fractions need not be in lowest terms
 *         parameter, x, y   different variables; p, q, r and s are free of x and y
 * Cost:   of a resultant, and of gcds and roots on the host
 * Errors: as clmodp_mpoly_resultant, INVALID (variables), DOMAIN (a denominator is 0, or both
 *         coordinates are constant), LIMIT (gcds with integers of more than 2^24 bits; a power
 *         with too many exponents) */
CLMODP_API CLMODP_NODISCARD clmodp_status
clmodp_implicit(clmodp_context *context, clmodp_mpoly *f, clmodp_resultant_report *report,
                const clmodp_mpoly *p, const clmodp_mpoly *q, const clmodp_mpoly *r,
                const clmodp_mpoly *s, size_t parameter, size_t x, size_t y,
                const clmodp_resultant_options *options);

/** Computes the equation of a surface x = p0 / q0, y = p1 / q1, z = p2 / q2, rational functions of
 * two parameters, as clmodp_implicit for curves: f is primitive and irreducible, vanishes exactly
 * on the closure of the surface, and has a positive leading coefficient. A constant coordinate
 * gives a plane.
 *
 * f is found from a nonzero minor of greatest order of Dixon's matrix, without repeated factors.
 * If necessary, only the factors are kept that it has in common with the minor for exchanged
 * parameters and with resultants of resultants. f is proved to be irreducible, and is checked to
 * vanish at random points of the surface modulo 2^61 - 1.
 *
 * Out:    f            in as many variables as the functions
 *         report       of the last determinant; may be NULL
 * In:     numerator, denominator
 *                      three each, in equally many variables; denominators are not 0, and
 *                      fractions need not be in lowest terms
 *         parameter    the numbers of two variables
 *         coordinate   those of x, y and z, which do not occur in the functions
 * Cost:   a determinant of order up to 2 m n, for degrees m and n in the parameters, whose degree
 *         is at least that of the surface; with base points also resultants of degree 2 m n
 * Errors: INVALID, DOMAIN (this is a curve or a point; a denominator is 0), UNSUPPORTED (no
 *         equation was found: the multiples have further common factors, as is possible with base
 *         points), LIMIT (degrees; more than CLMODP_MOST_VARIABLES - 2 variables), and
 *         those of clmodp_determinant and clmodp_mpoly_gcd. f is unchanged then.
 *
 * Source: [Dixon 1908]; [KSY94] for singular matrices */
CLMODP_API CLMODP_NODISCARD clmodp_status
clmodp_implicit_surface(clmodp_context *context, clmodp_mpoly *f, clmodp_resultant_report *report,
                        const clmodp_mpoly *const *numerator,
                        const clmodp_mpoly *const *denominator, const size_t *parameter,
                        const size_t *coordinate, const clmodp_resultant_options *options);

/* ---- Packed problems, for batches, plans and job folders ---- */

/** The data that unpack the result of a packed problem, also of a packed matrix
 * (clmodp_matrix_pack). */
typedef struct clmodp_packing clmodp_packing;

/** Packs f and, except for a discriminant, g, for the subresultant S_k, for SUBRESULTANTS up to
 * S_k, or else with k = 0; denominators are those of the packed problem
 * (clmodp_problem_denominator).
 *
 * Out:    packing        released with clmodp_packing_destroy; NULL on failure
 *         f_packed       set to the packed f, likewise g_packed
 *         message, size  the reason of a failure; may be NULL, 0
 * Errors: INVALID, LIMIT (as clmodp_mpoly_resultant), HOST_MEMORY */
CLMODP_API CLMODP_NODISCARD clmodp_status
clmodp_packing_create(clmodp_packing **packing, clmodp_zxy *f_packed, clmodp_zxy *g_packed,
                      clmodp_operation operation, unsigned k, const clmodp_mpoly *f,
                      const clmodp_mpoly *g, size_t variable, char *message, size_t size);

/** Returns the number of variables that remain in the computation, including the eliminated one:
 * all but those that homogeneity determines or that do not occur. */
CLMODP_API size_t clmodp_packing_variables(const clmodp_packing *packing);

/** Releases a packing. NULL is allowed. */
CLMODP_API void clmodp_packing_destroy(clmodp_packing *packing);

/** Unpacks a result, possibly divided by a number.
 *
 * Out:    r     in as many variables as f, or the matrix; unchanged on failure
 * In:     k, j  0, 0: resultant, discriminant or determinant; else the coefficient of y^j in S_k
 *               is unpacked
 * Errors: INVALID (j > k), CORRUPT (not a result of this problem), LIMIT (an exponent reaches
 *         2^31), HOST_MEMORY */
CLMODP_API CLMODP_NODISCARD clmodp_status
clmodp_packing_unpack(clmodp_mpoly *r, const clmodp_packing *packing, unsigned k, unsigned j,
                      const clmodp_zx *packed);

/** Computes the resultant or discriminant of a packed problem, as clmodp_compute, and unpacks it.
 * For a result with few terms, time and memory depend on these terms alone, whatever the degree of
 * the packed result.
 *
 * Out:    r        in as many variables as the polynomials; unchanged on failure
 * In:     problem  the operands are packed by `packing`; only the report is set, if there is one
 * Errors: those of clmodp_compute and of clmodp_packing_unpack */
CLMODP_API CLMODP_NODISCARD clmodp_status
clmodp_packing_compute(clmodp_context *context, clmodp_mpoly *r, const clmodp_packing *packing,
                       const clmodp_problem *problem, const clmodp_resultant_options *options);

/** Writes a packing as a line of text, released with free(). Errors: HOST_MEMORY */
CLMODP_API CLMODP_NODISCARD clmodp_status clmodp_packing_to_text(char **text,
                                                                 const clmodp_packing *packing);

/** Reads the text of a packing; NULL on failure. Errors: DAMAGED, HOST_MEMORY */
CLMODP_API CLMODP_NODISCARD clmodp_status clmodp_packing_from_text(clmodp_packing **packing,
                                                                   const char *text);

#ifdef __cplusplus
}
#endif
#endif
