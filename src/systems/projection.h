/* Projections of the solutions of f = g = 0 onto a line, by resultants and subresultants. */
#ifndef CLM_SYSTEMS_PROJECTION_H
#define CLM_SYSTEMS_PROJECTION_H

#include <stdbool.h>

#include <clmodp/resultant.h>
#include <clmodp/roots.h>
#include <clmodp/systems.h>

#include "core/error.h"
#include "roots/complex.h"

/* A system with its options. */
typedef struct clm_system {
    clmodp_context *context;
    const clmodp_zxy *f, *g; /* not constant, not 0 */
    const clmodp_solve_options *options; /* `resultants` is not NULL */
    bool complex;            /* all solutions, not only the real ones */
} clm_system;

/* Coefficients of y^{k-1} and y^k in a subresultant S_k; all its roots at a root t are equal to
 * -second / (k * first). */
typedef struct clm_top {
    clmodp_zx *second, *first;
} clm_top;

/* The projection (x, y) -> t = x + s y. {0} is empty. Root i below is a real root of the resultant
 * in y or, for complex solutions, all roots of factor i. */
typedef struct clm_projection {
    bool common;         /* the resultant is 0: f and g have a common factor */
    long shear;          /* s */
    clmodp_zxy *f, *g;   /* f(t - s y, y), likewise g */
    clmodp_roots *roots; /* real roots of the resultant in y: the t of all real solutions, and
                            possibly others */
    clm_factor_list factors; /* for complex solutions instead: the square-free factors, split; */
    clmodp_complex_roots *complex; /* then their roots, which own the factors */
    unsigned *degree;    /* k of each root: the degree in y of gcd(f, g) there */
    size_t degrees;      /* the room */
    clm_top *top;        /* by k; NULL where no root needs it */
    size_t tops;
} clm_projection;

void clm_projection_destroy(clm_projection *p);

/* Projects with a shear s. Sets *separates if each real or complex root t belongs to exactly one
 * solution, of the root's multiplicity; otherwise only the roots are set, or p->common.
 *
 * Errors: those of resultants and roots, LIMIT (terms) */
clmodp_status clm_projection_make(clm_projection *p, bool *separates, const clm_system *system,
                                  long shear);

/* Returns the leading coefficients of S_k of root number i. */
static inline const clm_top *clm_projection_top(const clm_projection *p, size_t i)
{
    return &p->top[p->degree[i]];
}

/* Sets h := second d + k c first, which has at root number i the sign of c/d - y times that of
 * `first`. */
clmodp_status clm_projection_compare(clm_error *error, clmodp_zx *h, const clm_projection *p,
                                     size_t i, mpz_srcptr c, mpz_srcptr d);

/* Sets *zero: whether h, in the unsheared coordinates, vanishes at the solution above root number
 * i. A factor with some roots where it does is split: these are those of a new, last factor.
 * Errors: as clm_projection_make */
clmodp_status clm_projection_vanishes(clmodp_context *context, bool *zero, clm_projection *p,
                                      size_t i, const clmodp_zxy *h);

/* Removes factor i, and moves the last one to its place. */
void clm_projection_remove(clm_projection *p, size_t i);

/* Sets r to the resultant in x of the projected polynomials. */
clmodp_status clm_projection_eliminate_x(const clm_system *system, clmodp_zx *r,
                                         const clm_projection *p);

#endif
