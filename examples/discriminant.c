/* Finds the x for which a family of polynomials in y has a multiple root: the roots of its
 * discriminant with respect to y.
 *
 * Usage: discriminant [F] with F in the variables x and y. */
#include <stdio.h>
#include <stdlib.h>

#include <clmodp/clmodp.h>

/* d := disc_y(the expression). */
static clmodp_status discriminant(clmodp_context *context, clmodp_zx *d, const char *text)
{
    clmodp_text_error error = {0};
    clmodp_resultant_options options;
    clmodp_zxy *f = NULL;
    clmodp_status st = clmodp_zxy_create(&f);

    /* Forces the device; by default the library solves small problems on the host. */
    clmodp_resultant_options_init(&options);
    options.engine = CLMODP_ENGINE_EUCLID;
    if (st == CLMODP_OK)
        st = clmodp_zxy_from_text(f, NULL, text, CLMODP_STRING, "x", "y", NULL, &error);
    if (st != CLMODP_OK) {
        (void)fprintf(stderr, "%s: %s at line %zu, column %zu: %s\n", text,
                      clmodp_status_string(st), error.line, error.column, error.message);
    } else {
        st = clmodp_discriminant(context, d, NULL, f, &options);
        if (st != CLMODP_OK)
            (void)fprintf(stderr, "%s\n", clmodp_context_message(context));
    }
    clmodp_zxy_destroy(f);
    return st;
}

int main(int argc, char **argv)
{
    const char *family = argc > 1 ? argv[1] : "y^4 + x*y^2 + y + x";
    char message[1024] = "";
    char *text = NULL;
    clmodp_context *context = NULL;
    clmodp_zx *d = NULL;
    clmodp_status st = clmodp_context_create(&context, NULL, message, sizeof message);

    if (st != CLMODP_OK)
        (void)fprintf(stderr, "%s\n", message);
    if (st == CLMODP_OK)
        st = clmodp_zx_create(&d);
    if (st == CLMODP_OK)
        st = discriminant(context, d, family);
    if (st == CLMODP_OK)
        st = clmodp_zx_to_text(&text, d, "x", NULL);
    if (st == CLMODP_OK)
        (void)printf("disc_y(%s) =\n%s\n", family, text);
    free(text);
    clmodp_zx_destroy(d);
    clmodp_context_destroy(context);
    return st == CLMODP_OK ? 0 : 1;
}
