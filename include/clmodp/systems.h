/** @file
 * Real or all complex solutions of two equations f(x, y) = 0, g(x, y) = 0: disjoint boxes with
 * exactly one solution each, proved, and multiplicities. Real or all complex solutions of three
 * equations in three variables, proved, whose coordinates are roots of polynomials in one
 * variable. */
#ifndef CLMODP_SYSTEMS_H
#define CLMODP_SYSTEMS_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <gmp.h>

#include <clmodp/core.h>
#include <clmodp/mpoly.h>
#include <clmodp/polynomials.h>
#include <clmodp/resultant.h>
#include <clmodp/roots.h>

#ifdef __cplusplus
extern "C" {
#endif

/** The real solutions of a system, by x, then y. */
typedef struct clmodp_solutions clmodp_solutions;

/** Options of a computation of solutions. Fill with clmodp_solve_options_init. */
typedef struct clmodp_solve_options {
    size_t size;    /**< sizeof this structure; set by _init */
    const clmodp_resultant_options *resultants; /**< of all resultants: engine, memory, seed, ...;
                                                     mode CERTIFIED. NULL (default): defaults */
    int components; /**< if f and g have a common factor, so that their curves have a component in
                         common: 0 (default): fail, with the factor in the message; 1: find the
                         solutions beside this component */
    const char *x;  /**< names of the variables in messages; NULL (default): "x" and "y" */
    const char *y;  /**< likewise */
    /** Computes a resultant or subresultant over Z instead of clmodp_compute, such as by
     * clmodp_fleet_compute on several devices with the context as the first, or by
     * clmodp_ranks_compute. Solutions are proved only if its results are. NULL (default):
     * clmodp_compute. */
    clmodp_status (*compute)(void *user, const clmodp_problem *problem,
                             const clmodp_resultant_options *resultants);
    void *user;     /**< first argument of `compute` */
} clmodp_solve_options;

/** Sets all fields to their defaults. */
static inline void clmodp_solve_options_init(clmodp_solve_options *options)
{
    memset(options, 0, sizeof *options);
    options->size = sizeof *options;
}

/** Finds all real solutions of f = g = 0. A solution's x and y lie in closed intervals. Solutions
 * with equal x have one interval of x and disjoint intervals of y; otherwise the intervals of x
 * are disjoint.
 *
 * The x-coordinates of the solutions are roots of the resultant in y. Let f and g have a gcd of
 * degree k in y at such a root; then S_k is this gcd there, up to a factor, and gives y if all its
 * roots in y are equal. If they are not, at some real root, x is replaced by x - s y for several
 * s, until no two solutions have the same x, and the solutions are transformed back.
 *
 * With options->components and a common factor h, f = h a and g = h b, the solutions are the
 * common zeros of a and b where h is not 0, the only isolated common zeros of f and g. All other
 * ones form the curve h = 0. If one polynomial is 0, h is the other one.
 *
 * Out:    solutions  released with clmodp_solutions_destroy; NULL on failure
 * In:     f, g       unchanged
 *         options    NULL for all defaults
 *
 * Cost:   one resultant with S_1 and its roots if every x belongs to one solution
 * Errors: DOMAIN (f and g have a common factor, so solutions are infinitely many; or both are 0),
 *         INVALID (mode PROBABLE), LIMIT (2^24 terms after replacing x; a resultant of degree
 *         above 2^15, powers of x not counted, mostly before it is computed; the limits of gcds),
 *         and those of clmodp_resultant
 * Source: [Gonzalez-Vega, El Kahoui 1996] for S_k in generic position, here at real roots only
 *
 * Synchronous. */
CLMODP_API CLMODP_NODISCARD clmodp_status
clmodp_solve(clmodp_context *context, clmodp_solutions **solutions, const clmodp_zxy *f,
             const clmodp_zxy *g, const clmodp_solve_options *options);

/** Returns the common factor h of f and g with options->components: primitive, with a positive
 * leading coefficient; NULL if there is none. It is valid as long as the solutions. */
CLMODP_API const clmodp_zxy *clmodp_solutions_component(const clmodp_solutions *solutions);

/** Releases solutions. NULL is allowed. */
CLMODP_API void clmodp_solutions_destroy(clmodp_solutions *solutions);

/** Returns the number of solutions. */
CLMODP_API size_t clmodp_solutions_count(const clmodp_solutions *solutions);

/** Returns the intersection multiplicity of f and g at solution k, k < count. */
CLMODP_API unsigned long clmodp_solutions_multiplicity(const clmodp_solutions *solutions,
                                                       size_t k);

/** Sets low / denominator and high / denominator to the ends of an interval of solution k, k <
 * count: of x for coordinate 0, of y for 1. If they are equal, they are the coordinate itself, and
 * the fraction is in lowest terms; otherwise the denominator is a power of 2.
 *
 * Out:    low, high, denominator  initialised by the caller; denominator > 0 */
CLMODP_API void clmodp_solutions_interval(mpz_t low, mpz_t high, mpz_t denominator,
                                          const clmodp_solutions *solutions, size_t k,
                                          unsigned coordinate);

/** Narrows both intervals of solution k to 2^-bits times the coordinate's absolute value.
 * Solutions with the same x share its interval.
 *
 * Cost:   some evaluations of polynomials of the resultant's degree with as many bits
 * Errors: INVALID (no solution k, no bits), LIMIT (about 2^28 bits), CANCELLED, HOST_MEMORY */
CLMODP_API CLMODP_NODISCARD clmodp_status
clmodp_solutions_refine(clmodp_context *context, clmodp_solutions *solutions, size_t k,
                        uint64_t bits);

/** Sets sign to that of a coordinate of solution k minus a rational number: -1, 0 or 1, exactly.
 *
 * In:     coordinate   0: x, 1: y
 *         denominator  positive
 * Cost:   an evaluation; if both are close, a gcd of polynomials of the resultant's degree
 * Errors: INVALID (no such solution or coordinate), CANCELLED, HOST_MEMORY */
CLMODP_API CLMODP_NODISCARD clmodp_status
clmodp_solutions_compare(clmodp_context *context, int *sign, clmodp_solutions *solutions,
                         size_t k, unsigned coordinate, const mpz_t numerator,
                         const mpz_t denominator);

/** Writes a coordinate of solution k as clmodp_roots_to_text. Errors: INVALID, HOST_MEMORY */
CLMODP_API CLMODP_NODISCARD clmodp_status
clmodp_solutions_to_text(char **text, const clmodp_solutions *solutions, size_t k,
                         unsigned coordinate, size_t digits);

/** The complex solutions of a system: the real ones by x, then y; then pairs of conjugates. The
 * first of a pair has a positive imaginary part, of x or, if x is real, of y. */
typedef struct clmodp_complex_solutions clmodp_complex_solutions;

/** Finds all complex solutions of f = g = 0. Rectangles contain a solution's x and y. Those of
 * solutions with equal x are one rectangle of x and disjoint rectangles of y; otherwise the
 * rectangles of x are disjoint. Parts of coordinates that are 0 are known exactly; so are x in
 * Q(i), and y in Q(i) with small terms.
 *
 * As clmodp_solve, but x is replaced by x - s y until no two complex solutions have the same x.
 * The roots of the resultant are found by clmodp_complex_roots_find. The resultant in x decides
 * whether the real or the imaginary part of a y is 0, and whether y is a number in Q(i) with small
 * terms.
 *
 * Out:    solutions  released with clmodp_complex_solutions_destroy; NULL on failure
 * In:     f, g, options  as for clmodp_solve
 * Cost:   one resultant with S_1 and its complex roots if every x belongs to one solution
 * Errors: those of clmodp_solve
 * Source: [Gonzalez-Vega, El Kahoui 1996]
 *
 * Synchronous. */
CLMODP_API CLMODP_NODISCARD clmodp_status clmodp_complex_solve(
    clmodp_context *context, clmodp_complex_solutions **solutions, const clmodp_zxy *f,
    const clmodp_zxy *g, const clmodp_solve_options *options);

/** Returns the common factor h of f and g with options->components: primitive, with a positive
 * leading coefficient; NULL if there is none. It is valid as long as the solutions. */
CLMODP_API const clmodp_zxy *clmodp_complex_solutions_component(
    const clmodp_complex_solutions *solutions);

/** Releases solutions. NULL is allowed. */
CLMODP_API void clmodp_complex_solutions_destroy(clmodp_complex_solutions *solutions);

/** Returns the number of solutions. */
CLMODP_API size_t clmodp_complex_solutions_count(const clmodp_complex_solutions *solutions);

/** Returns the intersection multiplicity of f and g at solution k, k < count. */
CLMODP_API unsigned long clmodp_complex_solutions_multiplicity(
    const clmodp_complex_solutions *solutions, size_t k);

/** Sets the rectangle of a coordinate of solution k, k < count, as clmodp_complex_roots_box: of x
 * for coordinate 0, of y for 1. Both coordinates of real solutions have the imaginary part 0.
 *
 * Out:    all  initialised by the caller; denominator > 0 */
CLMODP_API void clmodp_complex_solutions_box(mpz_t real_low, mpz_t real_high,
                                             mpz_t imaginary_low, mpz_t imaginary_high,
                                             mpz_t denominator,
                                             const clmodp_complex_solutions *solutions, size_t k,
                                             unsigned coordinate);

/** Refines both coordinates of solution k, and of its conjugate, as clmodp_complex_roots_refine.
 * Solutions with the same x share its rectangle.
 *
 * Cost:   some evaluations of polynomials of the resultant's degree with as many bits
 * Errors: INVALID (no solution k, no bits), LIMIT (2^28 bits), CANCELLED, HOST_MEMORY */
CLMODP_API CLMODP_NODISCARD clmodp_status
clmodp_complex_solutions_refine(clmodp_context *context, clmodp_complex_solutions *solutions,
                                size_t k, uint64_t bits);

/** Writes a coordinate of solution k as clmodp_complex_roots_to_text. Errors: INVALID,
 * HOST_MEMORY */
CLMODP_API CLMODP_NODISCARD clmodp_status
clmodp_complex_solutions_to_text(char **text, const clmodp_complex_solutions *solutions, size_t k,
                                 unsigned coordinate, size_t digits);

/* ---- Three equations ---- */

/** The real solutions of three equations, by x, then y, then z. */
typedef struct clmodp_points clmodp_points;

/** Options of a computation of points. Fill with clmodp_points_options_init. */
typedef struct clmodp_points_options {
    size_t size; /**< sizeof this structure; set by _init */
    const clmodp_resultant_options *resultants; /**< of all resultants: engine, memory, ...; mode
                                                     CERTIFIED. NULL (default): defaults */
    const char *const *names; /**< of the three variables, in messages; NULL (default): "x", "y",
                                   "z" */
} clmodp_points_options;

/** Sets all fields to their defaults. */
static inline void clmodp_points_options_init(clmodp_points_options *options)
{
    options->size = sizeof *options;
    options->resultants = NULL;
    options->names = NULL;
}

/** Finds all real solutions of f[0] = f[1] = f[2] = 0, if the complex ones are finitely many.
 *
 * A resultant of all three polynomials eliminates two of the variables or, where it cannot be
 * computed, resultants in one variable eliminate first one, then the other, in two ways whose gcd
 * has, in general, only coordinates of solutions as roots. Points with such real roots as
 * coordinates are excluded where intervals of a value do not contain 0. Newton's method in
 * intervals proves that others are solutions, if the Jacobian determinant is not 0 there. The rest
 * is compared with all complex solutions, found as by clmodp_complex_points_find. Where these are
 * not found, resultants in one variable of one equation and sufficiently many combinations of the
 * others decide exactly.
 *
 * Out:    points   released with clmodp_points_destroy; NULL on failure
 * In:     f        three polynomials in three variables, unchanged
 *         options  NULL for all defaults
 * Cost:   for each variable a resultant, whose degree is at most the product of the three degrees
 *         (by two steps, of four of them), and its real roots; as many values of the equations as
 *         there are points with such real coordinates
 * Errors: INVALID, DOMAIN (the complex solutions seem to be infinitely many), LIMIT (a degree of
 *         more than 4096 in a variable; total degrees with a product above 2^15; 2^24 points
 *         where the equations nearly vanish; no change of coordinates found that separates
 *         singular solutions), those of clmodp_mpoly_resultant, clmodp_mpoly_gcd,
 *         clmodp_roots_find and clmodp_solve
 * Source: Poisson's formula for resultants [Cox, Little, O'Shea 2005, 3.3.4]; [Moore 1966] for
 *         the proof by Newton's method
 *
 * Synchronous. */
CLMODP_API CLMODP_NODISCARD clmodp_status
clmodp_points_find(clmodp_context *context, clmodp_points **points, const clmodp_mpoly *const *f,
                   const clmodp_points_options *options);

/** Releases points. NULL is allowed. */
CLMODP_API void clmodp_points_destroy(clmodp_points *points);

/** Returns the number of points. */
CLMODP_API size_t clmodp_points_count(const clmodp_points *points);

/** Returns the multiplicity of point k, k < count; 0: not known, where the Jacobian determinant is
 * 0 and clmodp_complex_points_find would fail. */
CLMODP_API unsigned long clmodp_points_multiplicity(const clmodp_points *points, size_t k);

/** Returns roots of which coordinate 0, 1 or 2 of point k, k < count, is number *root: its
 * interval, refinement, comparisons and text are those of clmodp/roots.h. Points with the same
 * coordinate have the same root. The roots belong to the points. */
CLMODP_API clmodp_roots *clmodp_points_coordinate(const clmodp_points *points, size_t *root,
                                                  size_t k, size_t coordinate);

/** The complex solutions of three equations: the real ones by x, then y, then z; then pairs of
 * conjugates. The first of a pair has a positive imaginary part, of its first coordinate that is
 * not real. */
typedef struct clmodp_complex_points clmodp_complex_points;

/** Finds all complex solutions of f[0] = f[1] = f[2] = 0, if they are finitely many.
 *
 * Resultants in two variables give a polynomial for each coordinate, and one for a linear
 * combination w, whose roots are exactly the values of w at the solutions. For each of these roots
 * all points but one with roots as coordinates are excluded, by w or values of the equations.
 *
 * Out:    points   released with clmodp_complex_points_destroy; NULL on failure
 * In:     f, options  as for clmodp_points_find
 * Cost:   four resultants of three polynomials and their complex roots
 * Errors: those of clmodp_points_find; DOMAIN also for some equations whose terms of highest
 *         degree have a factor that is common to all three, or for more than 2048 solutions
 * Source: Poisson's formula [Cox, Little, O'Shea 2005, 3.3.4]
 *
 * Synchronous. */
CLMODP_API CLMODP_NODISCARD clmodp_status
clmodp_complex_points_find(clmodp_context *context, clmodp_complex_points **points,
                           const clmodp_mpoly *const *f, const clmodp_points_options *options);

/** Releases points. NULL is allowed. */
CLMODP_API void clmodp_complex_points_destroy(clmodp_complex_points *points);

/** Returns the number of points. */
CLMODP_API size_t clmodp_complex_points_count(const clmodp_complex_points *points);

/** Returns the multiplicity of point k, k < count, as a common zero of the equations. */
CLMODP_API unsigned long clmodp_complex_points_multiplicity(const clmodp_complex_points *points,
                                                            size_t k);

/** Returns complex roots of which coordinate 0, 1 or 2 of point k, k < count, is number *root: its
 * box, refinement and text are those of clmodp/roots.h. Points with the same coordinate have the
 * same root. The roots belong to the points. */
CLMODP_API clmodp_complex_roots *clmodp_complex_points_coordinate(
    const clmodp_complex_points *points, size_t *root, size_t k, size_t coordinate);

#ifdef __cplusplus
}
#endif
#endif
