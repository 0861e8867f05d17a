/* Finds all complex solutions, and writes them as decimals or boxes. */
#include "cli/commands/complex_solutions.h"

#include <stdlib.h>

#include "cli/commands/approximations.h"

/* Refines solution k and writes its decimals. */
static clmodp_status write_solution(char **text, void *list, size_t k, uint64_t bits)
{
    const complex_listing *l = list;
    const size_t digits = cli_certain_digits(bits);
    char *part[2] = {NULL, NULL};
    clmodp_status st =
        clmodp_complex_solutions_refine(l->context, l->solutions, k, bits + CLI_ROUNDING_BITS);

    if (st == CLMODP_OK)
        st = clmodp_complex_solutions_to_text(&part[0], l->solutions, k, 0, digits);
    if (st == CLMODP_OK)
        st = clmodp_complex_solutions_to_text(&part[1], l->solutions, k, 1, digits);
    if (st == CLMODP_OK)
        st = cli_decimals_join(text, l->problem, part);
    free(part[0]);
    free(part[1]);
    return st;
}

clmodp_status cli_complex_find(complex_listing *l, clmodp_context *context, const problem *p,
                               const clmodp_solve_options *options, const settings *s)
{
    clmodp_status st = clmodp_complex_solve(context, &l->solutions, p->f, p->g, options);

    if (st != CLMODP_OK)
        return st;
    l->context = context;
    l->problem = p;
    l->count = clmodp_complex_solutions_count(l->solutions);
    if (s->format != FORMAT_JSON)
        return cli_decimals_write(&l->text, l->count, write_solution, l, s->bits);
    for (size_t k = 0; k < l->count && st == CLMODP_OK; k++)
        st = clmodp_complex_solutions_refine(context, l->solutions, k, s->bits);
    return st;
}

/* Writes the rectangle of a coordinate as two intervals. */
static void print_box(text_buffer *out, const clmodp_complex_solutions *solutions, size_t k,
                      unsigned coordinate)
{
    mpz_t re[2], im[2], denominator;

    mpz_inits(re[0], re[1], im[0], im[1], denominator, NULL);
    clmodp_complex_solutions_box(re[0], re[1], im[0], im[1], denominator, solutions, k,
                                 coordinate);
    cli_text_string(out, "{");
    cli_box_put(out, re, im, denominator);
    cli_text_string(out, "}");
    mpz_clears(re[0], re[1], im[0], im[1], denominator, NULL);
}

void cli_complex_print_json(text_buffer *out, const complex_listing *l, const problem *p)
{
    for (size_t k = 0; k < l->count; k++) {
        for (unsigned c = 0; c < 2; c++) {
            cli_text_string(out, c == 1 ? ", " : k > 0 ? ", {" : "{");
            cli_json_string(out, p->names[c]);
            cli_text_string(out, ": ");
            print_box(out, l->solutions, k, c);
        }
        cli_text_printf(out, ", \"multiplicity\": %lu}",
                        clmodp_complex_solutions_multiplicity(l->solutions, k));
    }
}

void cli_complex_print_text(text_buffer *out, const complex_listing *l)
{
    for (size_t k = 0; k < l->count; k++)
        cli_decimals_put(out, l->text[k], clmodp_complex_solutions_multiplicity(l->solutions, k));
}

void cli_complex_clear(complex_listing *l)
{
    cli_texts_free(l->text, l->count);
    clmodp_complex_solutions_destroy(l->solutions);
}
