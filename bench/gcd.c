/* Times greatest common divisors over Z beside FLINT.
 *
 *     build/bench/gcd [RUNS]
 *
 * Each row has products of random polynomials: of a gcd with all terms up to a degree in each
 * variable, or so many of them, or with all terms up to a total degree ("all" is printed as the
 * number of terms), or of this total degree ("form"), with two cofactors likewise; degrees, bits
 * of the coefficients and terms are printed. With a power k, the polynomials are a product of the
 * k-th power of the first with one cofactor, and its derivative. Milliseconds of processor time on
 * one thread are the least of RUNS turns (default 5) of the library, and of fmpz_mpoly_gcd if
 * FLINT was found; they take turns, and the results are compared. */
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

#include <gmp.h> /* not included by new versions of FLINT */

#ifdef HAVE_FLINT
#include <clmodp/flint.h>
#endif
#include <clmodp/clmodp.h>

#include "bench/context.h"
#include "bench/timing.h"
#include "core/random.h"
#include "problems/chunk.h"

enum { ALL = 1000000, FORM }; /* terms: all up to, or of, a total degree */

static const struct row {
    size_t variables, degree, cofactor_degree, bits;
    size_t terms, cofactor_terms; /* 0: all up to a degree in each variable */
    size_t power;                 /* 0: two cofactors */
} rows[] = {
    {1, 3, 3, 10, 0, 0, 0}, {1, 10, 10, 20, 0, 0, 0}, {1, 50, 50, 50, 0, 0, 0},
    {1, 200, 200, 100, 0, 0, 0}, {1, 200, 200, 5000, 0, 0, 0}, {1, 2000, 2000, 1000, 0, 0, 0},
    {2, 2, 2, 10, 0, 0, 0}, {2, 5, 5, 16, 0, 0, 0}, {2, 10, 10, 16, 0, 0, 0},
    {2, 10, 10, 1000, 0, 0, 0}, {2, 20, 20, 16, 0, 0, 0}, {2, 20, 5, 16, 0, 0, 0},
    {2, 40, 40, 16, 0, 0, 0}, {3, 5, 5, 16, 0, 0, 0}, {3, 10, 10, 16, 20, 20, 0},
    {3, 20, 20, 16, 10, 10, 0}, {3, 20, 20, 200, 50, 50, 0}, {3, 20, 20, 200, 100, 200, 0},
    {4, 12, 1, 16, 0, 0, 0}, {5, 4, 4, 16, 10, 10, 0}, {5, 12, 12, 16, 50, 50, 0},
    {5, 12, 12, 200, 10, 200, 0}, {8, 7, 7, 16, 10, 10, 0}, {8, 7, 7, 200, 50, 50, 0},
    {8, 7, 7, 16, 100, 200, 0}, {8, 7, 7, 16, 1, 200, 0}, {8, 20, 20, 16, 50, 50, 0},
    {12, 5, 5, 16, 10, 10, 0}, {12, 5, 5, 200, 50, 50, 0}, {16, 4, 4, 16, 10, 10, 0},
    {16, 4, 4, 16, 50, 50, 0}, {16, 4, 4, 200, 100, 200, 0}, {16, 4, 4, 16, 2, 200, 0},
    {16, 20, 20, 16, 20, 20, 0}, {3, 25, 25, 16, ALL, ALL, 0}, {4, 10, 10, 16, ALL, ALL, 0},
    {6, 4, 4, 16, ALL, ALL, 0}, {2, 60, 60, 16, FORM, FORM, 0}, {3, 25, 25, 16, FORM, FORM, 0},
    {4, 10, 10, 16, FORM, FORM, 0}, {6, 5, 5, 16, FORM, FORM, 0}, {1, 100, 20, 20, 0, 0, 3},
    {1, 100, 100, 1000, 0, 0, 2}, {2, 5, 5, 16, 0, 0, 4}, {2, 10, 10, 1000, 0, 0, 2},
    {3, 3, 3, 16, 0, 0, 4}, {3, 10, 10, 16, 10, 10, 3}, {3, 20, 20, 200, 20, 20, 2},
    {5, 1, 1, 16, ALL, ALL, 9}, {8, 1, 1, 16, ALL, ALL, 4}, {8, 7, 7, 200, 50, 50, 2},
    {12, 1, 1, 16, ALL, ALL, 4}, {16, 4, 4, 200, 50, 50, 2},
};

/* Sets exponents of term k. Returns false if the polynomial has no such term. */
static bool choose_exponents(size_t *e, clm_random *random, const struct row *row, size_t degree,
                             size_t terms, size_t k)
{
    size_t sum = 0;

    for (size_t i = 0; i < row->variables; i++, k /= degree + 1) {
        e[i] = terms > 0 && terms < ALL ? clm_random_below(random, degree + 1) : k % (degree + 1);
        sum += e[i];
    }
    return terms < ALL || sum == degree || (terms == ALL && sum < degree);
}

/* Creates a random polynomial of a degree with terms as a row says. */
static clmodp_mpoly *random_of(clm_random *random, gmp_randstate_t state, const struct row *row,
                               size_t degree, size_t terms)
{
    size_t tries = 1, count = 0, *e;
    clmodp_mpoly *f;
    mpz_t *c;

    for (size_t i = 0; i < row->variables; i++)
        tries *= degree + 1;
    if (terms > 0 && terms < ALL)
        tries = terms;
    e = device_need(tries * row->variables, sizeof *e);
    c = device_need(tries, sizeof *c);
    for (size_t k = 0; k < tries; k++) {
        if (!choose_exponents(e + count * row->variables, random, row, degree, terms, k))
            continue;
        mpz_init(c[count]);
        mpz_urandomb(c[count], state, row->bits);
        mpz_setbit(c[count], 0);
        if (clm_random_below(random, 2) == 0)
            mpz_neg(c[count], c[count]);
        count++;
    }
    must(clmodp_mpoly_create(&f, row->variables));
    must(clmodp_mpoly_set_terms(f, c[0], e, count));
    for (size_t k = 0; k < count; k++)
        mpz_clear(c[k]);
    free(c);
    free(e);
    return f;
}

/* Sets g to the derivative of f in the first variable. */
static void differentiate(clmodp_mpoly *g, const clmodp_mpoly *f)
{
    const size_t terms = clmodp_mpoly_terms(f), variables = clmodp_mpoly_variables(f);
    size_t count = 0, *e = device_need(terms * variables, sizeof *e);
    mpz_t *c = device_need(terms, sizeof *c);

    for (size_t k = 0; k < terms; k++) {
        size_t *of = e + count * variables;
        mpz_srcptr factor = clmodp_mpoly_term(f, k, of);

        if (of[0] == 0)
            continue;
        mpz_init(c[count]);
        mpz_mul_ui(c[count++], factor, of[0]--);
    }
    must(clmodp_mpoly_set_terms(g, c[0], e, count));
    for (size_t k = 0; k < count; k++)
        mpz_clear(c[k]);
    free(c);
    free(e);
}

static double by_library(clmodp_mpoly *h, const clmodp_mpoly *f, const clmodp_mpoly *g)
{
    const double began = timing_clock(CLOCK_PROCESS_CPUTIME_ID);

    must(clmodp_mpoly_gcd(context, h, NULL, NULL, f, g));
    return timing_clock(CLOCK_PROCESS_CPUTIME_ID) - began;
}

#ifdef HAVE_FLINT
static double by_flint(clmodp_mpoly *h, const clmodp_mpoly *f, const clmodp_mpoly *g)
{
    fmpz_mpoly_ctx_t ring;
    fmpz_mpoly_t a, b, d;
    double seconds;

    fmpz_mpoly_ctx_init(ring, (slong)clmodp_mpoly_variables(f), ORD_LEX);
    fmpz_mpoly_init(a, ring);
    fmpz_mpoly_init(b, ring);
    fmpz_mpoly_init(d, ring);
    must(clmodp_mpoly_get_fmpz_mpoly(a, f, ring));
    must(clmodp_mpoly_get_fmpz_mpoly(b, g, ring));
    seconds = -timing_clock(CLOCK_PROCESS_CPUTIME_ID);
    if (!fmpz_mpoly_gcd(d, a, b, ring))
        must(CLMODP_LIMIT);
    seconds += timing_clock(CLOCK_PROCESS_CPUTIME_ID);
    must(clmodp_mpoly_set_fmpz_mpoly(h, d, ring));
    fmpz_mpoly_clear(a, ring);
    fmpz_mpoly_clear(b, ring);
    fmpz_mpoly_clear(d, ring);
    fmpz_mpoly_ctx_clear(ring);
    return seconds;
}
#endif

/* Prints the least times of both, which take turns, and compares their results. */
static void time_both(const clmodp_mpoly *f, const clmodp_mpoly *g, size_t runs)
{
    clmodp_mpoly *h, *other;
    double least[2] = {1e9, 1e9};

    must(clmodp_mpoly_create(&h, clmodp_mpoly_variables(f)));
    must(clmodp_mpoly_create(&other, clmodp_mpoly_variables(f)));
    for (size_t k = 0; k < runs; k++) {
        least[0] = fmin(least[0], by_library(h, f, g));
#ifdef HAVE_FLINT
        least[1] = fmin(least[1], by_flint(other, f, g));
        if (!clmodp_mpoly_equal(h, other)) {
            (void)fprintf(stderr, "FLINT finds another divisor\n");
            exit(1);
        }
#endif
    }
    (void)printf("%10.3f", 1e3 * least[0]);
    if (least[1] < 1e9)
        (void)printf(" %10.3f", 1e3 * least[1]);
    (void)printf("\n");
    clmodp_mpoly_destroy(other);
    clmodp_mpoly_destroy(h);
}

static void print_terms(size_t terms)
{
    if (terms < ALL)
        (void)printf("%5zu ", terms);
    else
        (void)printf("%5s ", terms == ALL ? "all" : "form");
}

static void measure(const struct row *row, size_t runs)
{
    clm_random random = {row->degree};
    gmp_randstate_t state;
    clmodp_mpoly *h, *f, *g;

    gmp_randinit_default(state);
    h = random_of(&random, state, row, row->degree, row->terms);
    f = random_of(&random, state, row, row->cofactor_degree, row->cofactor_terms);
    g = random_of(&random, state, row, row->cofactor_degree, row->cofactor_terms);
    for (size_t k = row->power; k > 1; k--)
        must(clmodp_mpoly_mul(f, f, h));
    must(clmodp_mpoly_mul(f, f, h));
    must(clmodp_mpoly_mul(g, g, h));
    if (row->power > 0)
        differentiate(g, f);
    (void)printf("%9zu %3zu %3zu %5zu ", row->variables, row->degree, row->cofactor_degree,
                 row->bits);
    print_terms(row->terms);
    print_terms(row->cofactor_terms);
    (void)printf("%5zu ", row->power);
    time_both(f, g, runs);
    clmodp_mpoly_destroy(g);
    clmodp_mpoly_destroy(f);
    clmodp_mpoly_destroy(h);
    gmp_randclear(state);
}

int main(int argc, char **argv)
{
    const size_t runs = context_begin_host(argc, argv);

    (void)printf("variables degrees  bits    terms    power     clmodp%s\n",
#ifdef HAVE_FLINT
                 "      FLINT"
#else
                 ""
#endif
    );
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++)
        measure(&rows[k], runs);
    clmodp_context_destroy(context);
    return 0;
}
