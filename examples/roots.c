/* Finds the real roots of a polynomial in x, with 20 digits and their multiplicities.
 *
 * Usage: roots [F] */
#include <stdio.h>
#include <stdlib.h>

#include <clmodp/clmodp.h>

enum { BITS = 70, DIGITS = 20 };

static clmodp_status find(clmodp_context *context, clmodp_roots **roots, const char *text)
{
    clmodp_text_error error = {0};
    clmodp_zx *f = NULL;
    clmodp_status st = clmodp_zx_create(&f);

    if (st == CLMODP_OK)
        st = clmodp_zx_from_text(f, NULL, text, CLMODP_STRING, "x", NULL, &error);
    if (st != CLMODP_OK) {
        (void)fprintf(stderr, "%s: line %zu, column %zu: %s\n", text, error.line, error.column,
                      error.message);
    } else {
        st = clmodp_roots_find(context, roots, f, NULL);
        if (st != CLMODP_OK)
            (void)fprintf(stderr, "%s\n", clmodp_context_message(context));
    }
    clmodp_zx_destroy(f);
    return st;
}

static clmodp_status print(clmodp_context *context, clmodp_roots *roots, size_t k)
{
    char *text = NULL;
    clmodp_status st = clmodp_roots_refine(context, roots, k, BITS);

    if (st == CLMODP_OK)
        st = clmodp_roots_to_text(&text, roots, k, DIGITS);
    if (st == CLMODP_OK)
        (void)printf("%s, multiplicity %zu\n", text, clmodp_roots_multiplicity(roots, k));
    free(text);
    return st;
}

int main(int argc, char **argv)
{
    char message[1024] = "";
    clmodp_context *context = NULL;
    clmodp_roots *roots = NULL;
    clmodp_status st = clmodp_context_create(&context, NULL, message, sizeof message);

    if (st != CLMODP_OK)
        (void)fprintf(stderr, "%s\n", message);
    if (st == CLMODP_OK)
        st = find(context, &roots, argc > 1 ? argv[1] : "(x^2 - 2)*(x - 3)^2");
    for (size_t k = 0; st == CLMODP_OK && k < clmodp_roots_count(roots); k++)
        st = print(context, roots, k);
    clmodp_roots_destroy(roots);
    clmodp_context_destroy(context);
    return st == CLMODP_OK ? 0 : 1;
}
