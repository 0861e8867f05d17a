/* Times clmodp_zxy_from_text and clmodp_zxy_to_text on expanded polynomials of 10 MB and on
 * expressions to expand.
 *
 * Counts: bytes of text. Prints processor time, the median of RUNS runs, in milliseconds, and
 * megabytes a second. Polynomials read are compared with those written, powers with each other.
 *
 * Usage: zxy_text [RUNS] */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <clmodp/polynomials.h>

#include "bench/arguments.h"
#include "bench/timing.h"

static void check(int condition, const char *what)
{
    if (condition)
        return;
    fprintf(stderr, "failed: %s\n", what);
    exit(1);
}

static clmodp_zxy *create(void)
{
    clmodp_zxy *f = NULL;

    check(clmodp_zxy_create(&f) == CLMODP_OK, "memory");
    return f;
}

/* Returns a polynomial of degrees below x and y with coefficients of `bits` random bits. */
static clmodp_zxy *random_zxy(size_t x, size_t y, unsigned bits)
{
    clmodp_zxy *f = create();
    gmp_randstate_t state;
    mpz_t c;

    gmp_randinit_default(state);
    mpz_init(c);
    for (size_t j = 0; j < y; j++)
        for (size_t i = 0; i < x; i++) {
            mpz_urandomb(c, state, bits);
            if (mpz_even_p(c))
                mpz_neg(c, c);
            check(clmodp_zxy_set_coeff(f, c, i, j) == CLMODP_OK, "memory");
        }
    mpz_clear(c);
    gmp_randclear(state);
    return f;
}

static void print_row(const char *name, const char *what, timing *t, size_t bytes)
{
    double seconds = timing_median(t->cpu, t->runs);

    printf("%-28s %-6s %9.1f ms %9.1f MB/s  (%.1f MB)\n", name, what, 1e3 * seconds,
           1e-6 * (double)bytes / seconds, 1e-6 * (double)bytes);
}

static void time_expanded(const char *name, size_t x, size_t y, unsigned bits, size_t runs)
{
    clmodp_zxy *f = random_zxy(x, y, bits), *g = create();
    timing reads = {0}, writes = {0};
    size_t length = 0;

    for (size_t run = 0; run < runs; run++) {
        char *text;

        timing_start(&writes);
        check(clmodp_zxy_to_text(&text, f, NULL, NULL) == CLMODP_OK, "writing");
        timing_stop(&writes);
        length = strlen(text);
        timing_start(&reads);
        check(clmodp_zxy_from_text(g, NULL, text, length, "x", "y", NULL, NULL) == CLMODP_OK,
              "reading");
        timing_stop(&reads);
        free(text);
        check(clmodp_zxy_equal(f, g), "the same polynomial again");
    }
    print_row(name, "write", &writes, length);
    print_row(name, "read", &reads, length);
    clmodp_zxy_destroy(g);
    clmodp_zxy_destroy(f);
}

/* Times the expansion of an expression, and checks it with an equal one. */
static void time_expression(const char *text, const char *same, size_t runs)
{
    clmodp_zxy *f = create(), *g = create();
    timing reads = {0};
    char *expanded = NULL;

    check(clmodp_zxy_from_text(g, NULL, same, strlen(same), "x", "y", NULL, NULL) == CLMODP_OK,
          same);
    for (size_t run = 0; run < runs; run++) {
        timing_start(&reads);
        check(clmodp_zxy_from_text(f, NULL, text, strlen(text), "x", "y", NULL, NULL) == CLMODP_OK,
              text);
        timing_stop(&reads);
        check(clmodp_zxy_equal(f, g), "equal powers");
    }
    check(clmodp_zxy_to_text(&expanded, f, NULL, NULL) == CLMODP_OK, "writing");
    print_row(text, "expand", &reads, strlen(expanded));
    free(expanded);
    clmodp_zxy_destroy(g);
    clmodp_zxy_destroy(f);
}

int main(int argc, char **argv)
{
    size_t runs = 5;
    const argument arguments[] = {{&runs, 1, TIMING_MOST, true}};

    (void)arguments_read(argc, argv, arguments, 1, "[RUNS]");
    time_expanded("302500 terms of 60 bits", 550, 550, 60, runs);
    time_expanded("32400 terms of 1000 bits", 180, 180, 1000, runs);
    time_expanded("1000 terms of 33000 bits", 100, 10, 33000, runs);
    time_expanded("1 term of 33 million bits", 1, 1, 33000000, runs);
    time_expression("(x+y+1)^300", "(x+y+1)^200*(x+y+1)^100", runs);
    time_expression("(x^2*y+x-y+7)^100", "((x^2*y+x-y+7)^50)^2", runs);
    time_expression("(x-2*y)^3000", "(x-2*y)^1500*(x-2*y)^1500", runs);
    return 0;
}
