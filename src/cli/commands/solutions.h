/* Solutions of two or three equations: one interface to all kinds of clmodp/systems.h. */
#ifndef CLI_COMMANDS_SOLUTIONS_H
#define CLI_COMMANDS_SOLUTIONS_H

#include <stddef.h>
#include <stdint.h>

#include <gmp.h>

#include <clmodp/systems.h>

#include "cli/text.h"

/* Most coordinates of a solution. */
enum { CLI_MOST_COORDINATES = 3 };

/* Solutions of one kind. All zero: none. */
typedef struct solutions {
    clmodp_context *context;
    clmodp_solutions *pairs;           /* real ones of two equations; else NULL */
    clmodp_complex_solutions *complex; /* all of two equations; else NULL */
    clmodp_points *points;             /* real ones of three equations; else NULL */
    clmodp_complex_points *complex_points; /* all of three equations; else NULL */
} solutions;

/* Releases the solutions; allowed if there are none. */
void cli_solutions_clear(solutions *s);

size_t cli_solutions_count(const solutions *s);

/* Returns the multiplicity of solution k; 0 if it is not known. */
unsigned long cli_solutions_multiplicity(const solutions *s, size_t k);

/* Returns the common factor of two equations, as clmodp_solutions_component; else NULL. */
const clmodp_zxy *cli_solutions_component(const solutions *s);

/* Refines all coordinates of solution k, as clmodp_solutions_refine. */
clmodp_status cli_solutions_refine(solutions *s, size_t k, uint64_t bits);

/* Appends the interval of a coordinate of solution k as JSON; of a complex one, an object with two
 * intervals. */
void cli_solutions_put(text_buffer *out, const solutions *s, size_t k, unsigned coordinate);

/* Sets *sign to the sign of a coordinate minus a number, as clmodp_solutions_compare. Pre: the
 * solutions are real */
clmodp_status cli_solutions_compare(int *sign, const solutions *s, size_t k, unsigned coordinate,
                                    mpz_srcptr numerator, mpz_srcptr denominator);

/* Writes a coordinate of solution k, as clmodp_solutions_to_text. */
clmodp_status cli_solutions_to_text(char **text, const solutions *s, size_t k, unsigned coordinate,
                                    size_t digits);

#endif
