/* Computes all subresultants with respect to y of two polynomials in x and y, from the highest
 * index down to S_0, the resultant. The last one that is not 0 is a multiple of the greatest
 * common divisor, by a polynomial in x.
 *
 * Usage: subresultants [F G] */
#include <stdio.h>
#include <stdlib.h>

#include <clmodp/clmodp.h>

enum { MOST = 100 };

/* *f := the expression. */
static clmodp_status read_polynomial(clmodp_zxy **f, const char *text)
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

/* Returns the smaller degree in y, at least 1: the number of subresultants. */
static size_t chain_length(const clmodp_zxy *f, const clmodp_zxy *g)
{
    const ptrdiff_t p = clmodp_zxy_degree_y(f), q = clmodp_zxy_degree_y(g);

    return p < 1 || q < 1 ? 1 : (size_t)(p < q ? p : q);
}

static clmodp_status print(size_t k, const clmodp_zxy *s)
{
    char *text = NULL;
    const clmodp_status st = clmodp_zxy_to_text(&text, s, "x", "y");

    if (st == CLMODP_OK)
        (void)printf("S_%zu = %s\n", k, text);
    free(text);
    return st;
}

int main(int argc, char **argv)
{
    char message[1024] = "";
    clmodp_context *context = NULL;
    clmodp_zxy *f = NULL, *g = NULL, *s[MOST] = {NULL};
    size_t count = 0;
    clmodp_status st = clmodp_context_create(&context, NULL, message, sizeof message);

    if (st != CLMODP_OK)
        (void)fprintf(stderr, "%s\n", message);
    if (st == CLMODP_OK)
        st = read_polynomial(&f, argc > 2 ? argv[1] : "(y - x^2)*(y^2 + x*y - 1)");
    if (st == CLMODP_OK)
        st = read_polynomial(&g, argc > 2 ? argv[2] : "(y - x^2)*(x*y + 2)");
    if (st == CLMODP_OK)
        count = chain_length(f, g);
    if (count > MOST) {
        (void)fprintf(stderr, "the degree is above %d\n", MOST);
        st = CLMODP_LIMIT;
    }
    for (size_t k = 0; k < count && st == CLMODP_OK; k++)
        st = clmodp_zxy_create(&s[k]);
    if (st == CLMODP_OK) {
        st = clmodp_subresultants(context, s, count, NULL, f, g, NULL);
        if (st != CLMODP_OK)
            (void)fprintf(stderr, "%s\n", clmodp_context_message(context));
    }
    for (size_t k = count; k-- > 0 && st == CLMODP_OK;)
        st = print(k, s[k]);
    for (size_t k = 0; k < count && k < MOST; k++)
        clmodp_zxy_destroy(s[k]);
    clmodp_zxy_destroy(g);
    clmodp_zxy_destroy(f);
    clmodp_context_destroy(context);
    return st == CLMODP_OK ? 0 : 1;
}
