/* Computes the part of a polynomial over F_p that splits: the roots of gcd(f, x^p - x) are the
 * roots of f in F_p. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <clmodp/clmodp.h>

/* g := the product of x - r over all roots r of f in F_p, each once. */
static clmodp_status linear_part(clmodp_context *context, clmodp_fpx *g, const clmodp_fpx *f,
                                 uint32_t p)
{
    static const uint32_t words[] = {0, 1}; /* x */
    clmodp_fpx *x = NULL;
    clmodp_status status = clmodp_fpx_create(context, &x, p);
    uint32_t *difference = calloc(clmodp_fpx_count(f) + 2, sizeof *difference);
    mpz_t exponent;

    mpz_init_set_ui(exponent, p);
    if (status == CLMODP_OK && difference == NULL)
        status = CLMODP_HOST_MEMORY;
    if (status == CLMODP_OK)
        status = clmodp_fpx_upload(x, words, 2);
    if (status == CLMODP_OK)
        status = clmodp_fpx_powmod(g, NULL, x, exponent, f, NULL);
    if (status == CLMODP_OK)
        status = clmodp_fpx_download(g, difference, clmodp_fpx_count(f) + 2);
    if (status == CLMODP_OK) {
        difference[1] = (difference[1] + p - 1) % p; /* x^p - x */
        status = clmodp_fpx_upload(g, difference, clmodp_fpx_count(f) + 2);
    }
    if (status == CLMODP_OK)
        status = clmodp_fpx_gcd(g, NULL, g, f, NULL);
    mpz_clear(exponent);
    free(difference);
    clmodp_fpx_destroy(x);
    return status;
}

int main(void)
{
    static const char text[] = "(x^2 - 2)*(x^2 - 3)*(x - 5)^2"; /* 2 is a square modulo 1009, */
    const uint32_t p = 1009;                                    /* 3 is one, too */
    clmodp_context *context = NULL;
    clmodp_fpx *f = NULL, *g = NULL;
    char message[1024] = "", *out = NULL;
    clmodp_status status = clmodp_context_create(&context, NULL, message, sizeof message);

    if (status != CLMODP_OK) {
        (void)fprintf(stderr, "%s\n", message);
        return 1;
    }
    status = clmodp_fpx_create(context, &f, p);
    if (status == CLMODP_OK)
        status = clmodp_fpx_create(context, &g, p);
    if (status == CLMODP_OK)
        status = clmodp_fpx_from_text(f, text, strlen(text), "x", NULL);
    if (status == CLMODP_OK)
        status = linear_part(context, g, f, p);
    if (status == CLMODP_OK)
        status = clmodp_fpx_to_text(&out, g, NULL);
    if (status == CLMODP_OK)
        (void)printf("%s has %ld roots modulo %u, those of\n%s\n", text, clmodp_fpx_degree(g),
                     (unsigned)p, out);
    else
        (void)fprintf(stderr, "%s\n", clmodp_context_message(context));
    free(out);
    clmodp_fpx_destroy(g);
    clmodp_fpx_destroy(f);
    clmodp_context_destroy(context);
    return status == CLMODP_OK ? 0 : 1;
}
