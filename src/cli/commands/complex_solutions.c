/* Finds all complex solutions, and writes them as decimals or boxes. */
#include "cli/commands/complex_solutions.h"

#include <stdlib.h>

/* Writes solution k on a new line, with as many digits of each part. */
static clmodp_status write_line(char **line, const clmodp_complex_solutions *solutions, size_t k,
                                const problem *p, size_t digits)
{
    const unsigned long multiplicity = clmodp_complex_solutions_multiplicity(solutions, k);
    clmodp_status st = CLMODP_OK;
    text_buffer out = {.to = NULL};

    for (unsigned c = 0; c < 2 && st == CLMODP_OK; c++) {
        char *text = NULL;

        st = clmodp_complex_solutions_to_text(&text, solutions, k, c, digits);
        if (st == CLMODP_OK)
            cli_text_printf(&out, "%s%s = %s", c == 1 ? ", " : "", p->names[c], text);
        free(text);
    }
    if (multiplicity > 1)
        cli_text_printf(&out, " (multiplicity %lu)", multiplicity);
    cli_text_put(&out, "", 1);
    *line = out.bytes;
    return st == CLMODP_OK && out.failed ? CLMODP_HOST_MEMORY : st;
}

/* Writes the solutions with the digits that `bits` make certain, or enough to tell them apart. */
static clmodp_status write_lines(complex_listing *l, clmodp_context *context, const problem *p,
                                 uint64_t bits)
{
    clmodp_status st = CLMODP_OK;
    bool distinct = false;

    l->line = calloc(l->count + 1, sizeof *l->line);
    if (l->line == NULL)
        return CLMODP_HOST_MEMORY;
    for (; !distinct && st == CLMODP_OK; bits *= 2) {
        const size_t digits = cli_certain_digits(bits);

        for (size_t k = 0; k < l->count && st == CLMODP_OK; k++) {
            free(l->line[k]);
            l->line[k] = NULL;
            st = clmodp_complex_solutions_refine(context, l->solutions, k,
                                                 bits + CLI_ROUNDING_BITS);
            if (st == CLMODP_OK)
                st = write_line(&l->line[k], l->solutions, k, p, digits);
        }
        if (st == CLMODP_OK)
            st = cli_texts_compare(&distinct, l->line, l->count);
    }
    return st;
}

clmodp_status cli_complex_find(complex_listing *l, clmodp_context *context, const problem *p,
                               const clmodp_solve_options *options, const settings *s)
{
    clmodp_status st = clmodp_complex_solve(context, &l->solutions, p->f, p->g, options);

    if (st != CLMODP_OK)
        return st;
    l->count = clmodp_complex_solutions_count(l->solutions);
    if (s->format != FORMAT_JSON)
        return write_lines(l, context, p, s->bits);
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
    cli_text_box(out, re, im, denominator);
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
    for (size_t k = 0; k < l->count; k++) {
        cli_text_string(out, l->line[k]);
        cli_text_string(out, "\n");
    }
}

void cli_complex_clear(complex_listing *l)
{
    cli_texts_free(l->line, l->count);
    clmodp_complex_solutions_destroy(l->solutions);
}
