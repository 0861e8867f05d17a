/* Computes the resultant of two quadratics in y, given and returned as arrays of coefficients. */
#include <stdio.h>

#include <clmodp/clmodp.h>

enum { WIDTH_X = 2, WIDTH_Y = 3, TERMS = 4 };

/* Coefficients of y^0, y^1 and y^2, for each the coefficients of x^0 and x^1. */
static const long f_words[WIDTH_Y * WIDTH_X] = {-1, 0, 0, 1, 1, 0}; /* y^2 + x*y - 1 */
static const long g_words[WIDTH_Y * WIDTH_X] = {0, -2, 0, 0, 1, 0}; /* y^2 - 2*x */
static const long expected_words[TERMS] = {1, -2, 1, -1};           /* of x^0, x^1, ... */

/* g := the same polynomial from integers of any size, finally with another coefficient of x. */
static clmodp_status change(clmodp_zxy *g)
{
    mpz_t c[WIDTH_Y * WIDTH_X], last;
    clmodp_status st;

    for (size_t k = 0; k < WIDTH_Y * WIDTH_X; k++)
        mpz_init(c[k]);
    mpz_init(last);
    st = clmodp_zxy_get_dense(c[0], g, WIDTH_X, WIDTH_Y);
    mpz_set_si(c[1], -1); /* coefficient of x: y^2 - x */
    if (st == CLMODP_OK)
        st = clmodp_zxy_set_dense(g, c[0], WIDTH_X, WIDTH_Y);
    clmodp_zxy_get_coeff(last, g, 0, 2);
    if (st == CLMODP_OK)
        (void)gmp_printf("g has the degree %ld in y and leads with %Zd\n", clmodp_zxy_degree_y(g),
                         last);
    for (size_t k = 0; k < WIDTH_Y * WIDTH_X; k++)
        mpz_clear(c[k]);
    mpz_clear(last);
    return st;
}

/* Prints the coefficients of r, constant term first, and a message if they are unexpected. */
static clmodp_status print(const clmodp_zx *r, clmodp_zx *copy, clmodp_zx *expected)
{
    mpz_t c[TERMS];
    clmodp_status st = clmodp_zx_set_dense_si(expected, expected_words, TERMS);

    for (size_t k = 0; k < TERMS; k++)
        mpz_init(c[k]);
    if (st == CLMODP_OK)
        st = clmodp_zx_get_dense(c[0], r, TERMS);
    for (size_t k = 0; k < TERMS && st == CLMODP_OK; k++)
        (void)gmp_printf("%Zd%s", c[k], k + 1 < TERMS ? " " : "\n");
    if (st == CLMODP_OK)
        st = clmodp_zx_set_dense(copy, c[0], TERMS); /* r again */
    if (st == CLMODP_OK && clmodp_zx_equal(copy, expected))
        st = clmodp_zx_set(expected, r);
    else if (st == CLMODP_OK)
        (void)puts("this is not what was expected");
    for (size_t k = 0; k < TERMS; k++)
        mpz_clear(c[k]);
    return st;
}

int main(void)
{
    clmodp_context *context = NULL;
    clmodp_zxy *f = NULL, *g = NULL;
    clmodp_zx *r[3] = {NULL, NULL, NULL};
    char message[1024] = "";
    clmodp_status st = clmodp_context_create(&context, NULL, message, sizeof message);

    if (st != CLMODP_OK)
        (void)fprintf(stderr, "%s\n", message);
    if (st == CLMODP_OK)
        st = clmodp_zxy_create(&f);
    if (st == CLMODP_OK)
        st = clmodp_zxy_create(&g);
    for (int k = 0; k < 3 && st == CLMODP_OK; k++)
        st = clmodp_zx_create(&r[k]);
    if (st == CLMODP_OK)
        st = clmodp_zxy_set_dense_si(f, f_words, WIDTH_X, WIDTH_Y);
    if (st == CLMODP_OK)
        st = clmodp_zxy_set_dense_si(g, g_words, WIDTH_X, WIDTH_Y);
    if (st == CLMODP_OK)
        st = change(g);
    if (st == CLMODP_OK)
        st = clmodp_resultant(context, r[0], NULL, f, g, NULL);
    if (st == CLMODP_OK)
        st = print(r[0], r[1], r[2]);
    for (int k = 0; k < 3; k++)
        clmodp_zx_destroy(r[k]);
    clmodp_zxy_destroy(g);
    clmodp_zxy_destroy(f);
    clmodp_context_destroy(context);
    return st == CLMODP_OK ? 0 : 1;
}
