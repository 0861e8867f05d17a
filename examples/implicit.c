/* Finds the equation of a plane curve that is given by rational functions of t.
 *
 * Usage: implicit [X Y] with functions of t. */
#include <stdio.h>
#include <stdlib.h>

#include <clmodp/clmodp.h>

enum { T, X, Y, VARIABLES };

static const char *const names[VARIABLES] = {"t", "x", "y"};

/* Reads a rational function. */
static clmodp_status read_function(clmodp_mpoly *numerator, clmodp_mpoly *denominator,
                                   const char *text)
{
    clmodp_text_error error = {0};
    const clmodp_status st = clmodp_mpoly_quotient_from_text(numerator, denominator, text,
                                                             CLMODP_STRING, names, &error);

    if (st != CLMODP_OK)
        (void)fprintf(stderr, "%s: line %zu, column %zu: %s\n", text, error.line, error.column,
                      error.message);
    return st;
}

int main(int argc, char **argv)
{
    const char *x = argc > 2 ? argv[1] : "3*t/(1 + t^3)";
    const char *y = argc > 2 ? argv[2] : "3*t^2/(1 + t^3)";
    char message[1024] = "", *text = NULL;
    clmodp_context *context = NULL;
    clmodp_mpoly *part[4] = {NULL}, *f = NULL; /* numerators and denominators */
    clmodp_status st = clmodp_context_create(&context, NULL, message, sizeof message);

    if (st != CLMODP_OK)
        (void)fprintf(stderr, "%s\n", message);
    for (size_t k = 0; k < 4 && st == CLMODP_OK; k++)
        st = clmodp_mpoly_create(&part[k], VARIABLES);
    if (st == CLMODP_OK)
        st = clmodp_mpoly_create(&f, VARIABLES);
    if (st == CLMODP_OK)
        st = read_function(part[0], part[1], x);
    if (st == CLMODP_OK)
        st = read_function(part[2], part[3], y);
    if (st == CLMODP_OK) {
        st = clmodp_implicit(context, f, NULL, part[0], part[1], part[2], part[3], T, X, Y, NULL);
        if (st != CLMODP_OK)
            (void)fprintf(stderr, "%s\n", clmodp_context_message(context));
    }
    if (st == CLMODP_OK)
        st = clmodp_mpoly_to_text(&text, f, names, NULL);
    if (st == CLMODP_OK)
        (void)printf("%s\n", text);
    free(text);
    clmodp_mpoly_destroy(f);
    for (size_t k = 0; k < 4; k++)
        clmodp_mpoly_destroy(part[k]);
    clmodp_context_destroy(context);
    return st == CLMODP_OK ? 0 : 1;
}
