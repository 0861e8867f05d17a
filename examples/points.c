/* Finds the real common points of three surfaces f = g = h = 0 in x, y and z, with 20 digits.
 *
 * Usage: points [F G H] */
#include <stdio.h>
#include <stdlib.h>

#include <clmodp/clmodp.h>

enum { BITS = 70, DIGITS = 20 };

/* *f := the expression. */
static clmodp_status read_surface(clmodp_mpoly **f, const char *text)
{
    static const char *const names[] = {"x", "y", "z"};
    clmodp_text_error error = {0};
    clmodp_status st = clmodp_mpoly_create(f, 3);

    if (st == CLMODP_OK)
        st = clmodp_mpoly_from_text(*f, NULL, text, CLMODP_STRING, names, NULL, &error);
    if (st != CLMODP_OK)
        (void)fprintf(stderr, "%s: line %zu, column %zu: %s\n", text, error.line, error.column,
                      error.message);
    return st;
}

/* Each coordinate is one of the roots of a polynomial. */
static clmodp_status print(clmodp_context *context, const clmodp_points *points, size_t k)
{
    clmodp_status st = CLMODP_OK;

    for (size_t coordinate = 0; coordinate < 3 && st == CLMODP_OK; coordinate++) {
        size_t root;
        clmodp_roots *roots = clmodp_points_coordinate(points, &root, k, coordinate);
        char *text = NULL;

        st = clmodp_roots_refine(context, roots, root, BITS);
        if (st == CLMODP_OK)
            st = clmodp_roots_to_text(&text, roots, root, DIGITS);
        if (st == CLMODP_OK)
            (void)printf("%s%s", text, coordinate < 2 ? ", " : "\n");
        free(text);
    }
    return st;
}

int main(int argc, char **argv)
{
    static const char *const spheres[] = {"x^2 + y^2 + z^2 - 14", "(x - 6)^2 + y^2 + z^2 - 15",
                                          "x^2 + (y - 4)^2 + z^2 - 21"};
    char message[1024] = "";
    clmodp_context *context = NULL;
    clmodp_mpoly *f[3] = {NULL, NULL, NULL};
    clmodp_points *points = NULL;
    clmodp_status st = clmodp_context_create(&context, NULL, message, sizeof message);

    if (st != CLMODP_OK)
        (void)fprintf(stderr, "%s\n", message);
    for (size_t k = 0; k < 3 && st == CLMODP_OK; k++)
        st = read_surface(&f[k], argc > 3 ? argv[k + 1] : spheres[k]);
    if (st == CLMODP_OK) {
        st = clmodp_points_find(context, &points, (const clmodp_mpoly *const *)f, NULL);
        if (st != CLMODP_OK)
            (void)fprintf(stderr, "%s\n", clmodp_context_message(context));
    }
    for (size_t k = 0; st == CLMODP_OK && k < clmodp_points_count(points); k++)
        st = print(context, points, k);
    clmodp_points_destroy(points);
    for (size_t k = 0; k < 3; k++)
        clmodp_mpoly_destroy(f[k]);
    clmodp_context_destroy(context);
    return st == CLMODP_OK ? 0 : 1;
}
