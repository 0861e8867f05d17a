/* Values of polynomials in three variables at numbers in discs. */
#ifndef CLM_SYSTEMS_BALL_VALUES_H
#define CLM_SYSTEMS_BALL_VALUES_H

#include <clmodp/mpoly.h>

#include "core/error.h"
#include "roots/disc.h"

enum { CLM_UNKNOWNS = 3 };

/* Returns the highest degree of three polynomials in a variable, at least 0. */
long clm_degree_in(const clmodp_mpoly *const *f, size_t variable);

/* Powers of a number, from the 0th on. {0} is empty. */
typedef struct clm_ball_powers {
    clm_disc *power;
    size_t count;
} clm_ball_powers;

/* Sets p, empty at first, to the powers up to `degree` >= 0; release with clm_ball_powers_clear.
 * Errors: HOST_MEMORY */
clmodp_status clm_ball_powers_create(clm_error *error, clm_ball_powers *p, const clm_disc *x,
                                     long degree, size_t bits);
void clm_ball_powers_clear(clm_ball_powers *p);

/* Sets y to the value of f, or of its derivative in variable `by` < 3, at numbers with these
 * powers. */
void clm_ball_value(clm_disc *y, const clmodp_mpoly *f, size_t by,
                    const clm_ball_powers *const x[CLM_UNKNOWNS], size_t bits);

/* Sets *excluded if the values at the numbers in x show that one of three polynomials is not 0.
 * Errors: HOST_MEMORY */
clmodp_status clm_ball_exclude(clm_error *error, bool *excluded, const clmodp_mpoly *const *f,
                               const clm_disc x[CLM_UNKNOWNS], size_t bits);

/* Sets row[k] to the coefficient of z^k, z the last variable, at numbers for the others. */
void clm_ball_row(clm_disc *row, const clmodp_mpoly *f, const clm_ball_powers *x,
                  const clm_ball_powers *y, size_t bits);

void clm_disc_set_integer(clm_disc *x, long c);

/* Returns whether the disc does not contain 0. */
bool clm_disc_excludes_zero(const clm_disc *x);

#endif
