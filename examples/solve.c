/* Finds the real common points of two curves f(x, y) = 0 and g(x, y) = 0, with 20 digits and their
 * multiplicities.
 *
 * Usage: solve [F G] */
#include <stdio.h>
#include <stdlib.h>

#include <clmodp/clmodp.h>

enum { BITS = 70, DIGITS = 20 };

/* *f := the expression. */
static clmodp_status read_curve(clmodp_zxy **f, const char *text)
{
    clmodp_text_error error = {0};
    clmodp_status st = clmodp_zxy_create(f);

    if (st == CLMODP_OK)
        st = clmodp_zxy_from_text(*f, NULL, text, CLMODP_STRING, "x", "y", NULL, &error);
    if (st != CLMODP_OK)
        (void)fprintf(stderr, "%s: line %zu, column %zu: %s\n", text, error.line, error.column,
                      error.message);
    return st;
}

static clmodp_status print(clmodp_context *context, clmodp_solutions *points, size_t k)
{
    char *x = NULL, *y = NULL;
    clmodp_status st = clmodp_solutions_refine(context, points, k, BITS);

    if (st == CLMODP_OK)
        st = clmodp_solutions_to_text(&x, points, k, 0, DIGITS);
    if (st == CLMODP_OK)
        st = clmodp_solutions_to_text(&y, points, k, 1, DIGITS);
    if (st == CLMODP_OK)
        (void)printf("(%s, %s), multiplicity %lu\n", x, y,
                     clmodp_solutions_multiplicity(points, k));
    free(y);
    free(x);
    return st;
}

int main(int argc, char **argv)
{
    char message[1024] = "";
    clmodp_context *context = NULL;
    clmodp_zxy *f = NULL, *g = NULL;
    clmodp_solutions *points = NULL;
    clmodp_status st = clmodp_context_create(&context, NULL, message, sizeof message);

    if (st != CLMODP_OK)
        (void)fprintf(stderr, "%s\n", message);
    if (st == CLMODP_OK)
        st = read_curve(&f, argc > 2 ? argv[1] : "(x^2 + y^2)^3 - 4*x^2*y^2");
    if (st == CLMODP_OK)
        st = read_curve(&g, argc > 2 ? argv[2] : "x^2 + y^2 - x");
    if (st == CLMODP_OK) {
        st = clmodp_solve(context, &points, f, g, NULL);
        if (st != CLMODP_OK)
            (void)fprintf(stderr, "%s\n", clmodp_context_message(context));
    }
    for (size_t k = 0; st == CLMODP_OK && k < clmodp_solutions_count(points); k++)
        st = print(context, points, k);
    clmodp_solutions_destroy(points);
    clmodp_zxy_destroy(g);
    clmodp_zxy_destroy(f);
    clmodp_context_destroy(context);
    return st == CLMODP_OK ? 0 : 1;
}
