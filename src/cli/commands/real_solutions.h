/* Real solutions of two or three equations: one interface to both kinds of clmodp/systems.h. */
#ifndef CLI_COMMANDS_REAL_SOLUTIONS_H
#define CLI_COMMANDS_REAL_SOLUTIONS_H

#include <stddef.h>
#include <stdint.h>

#include <gmp.h>

#include <clmodp/systems.h>

/* Most coordinates of a solution. */
enum { CLI_MOST_COORDINATES = 3 };

/* Solutions. All zero: none. */
typedef struct real_solutions {
    clmodp_context *context;
    clmodp_solutions *pairs; /* of two equations; else NULL */
    clmodp_points *points;   /* of three equations; else NULL */
} real_solutions;

/* Releases the solutions; allowed if there are none. */
void cli_real_clear(real_solutions *s);

size_t cli_real_count(const real_solutions *s);

/* Returns the multiplicity of solution k; 0 for three equations, of which it is not computed. */
unsigned long cli_real_multiplicity(const real_solutions *s, size_t k);

/* Returns the common factor of two equations, as clmodp_solutions_component; else NULL. */
const clmodp_zxy *cli_real_component(const real_solutions *s);

/* Refines all coordinates of solution k, as clmodp_solutions_refine. */
clmodp_status cli_real_refine(real_solutions *s, size_t k, uint64_t bits);

/* Sets the interval of a coordinate of solution k, as clmodp_solutions_interval. */
void cli_real_interval(mpz_t low, mpz_t high, mpz_t denominator, const real_solutions *s, size_t k,
                       unsigned coordinate);

/* Sets *sign to the sign of a coordinate minus a number, as clmodp_solutions_compare. */
clmodp_status cli_real_compare(int *sign, const real_solutions *s, size_t k, unsigned coordinate,
                               mpz_srcptr numerator, mpz_srcptr denominator);

/* Writes a coordinate of solution k, as clmodp_solutions_to_text. */
clmodp_status cli_real_to_text(char **text, const real_solutions *s, size_t k, unsigned coordinate,
                               size_t digits);

#endif
