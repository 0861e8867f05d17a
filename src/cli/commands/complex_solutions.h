/* clmodp solve --complex: all complex solutions of two equations. */
#ifndef CLI_COMMANDS_COMPLEX_SOLUTIONS_H
#define CLI_COMMANDS_COMPLEX_SOLUTIONS_H

#include <clmodp/systems.h>

#include "cli/problem.h"
#include "cli/settings.h"
#include "cli/text.h"

/* Solutions as they are printed. {0} is empty. */
typedef struct complex_listing {
    clmodp_context *context;
    const problem *problem;
    clmodp_complex_solutions *solutions;
    size_t count;
    char **text; /* decimals; NULL: refined boxes instead */
} complex_listing;

/* Finds all solutions. They remain to be cleared, also after a failure. */
clmodp_status cli_complex_find(complex_listing *l, clmodp_context *context, const problem *p,
                               const clmodp_solve_options *options, const settings *s);

void cli_complex_print_json(text_buffer *out, const complex_listing *l, const problem *p);
void cli_complex_print_text(text_buffer *out, const complex_listing *l);
void cli_complex_clear(complex_listing *l);

#endif
