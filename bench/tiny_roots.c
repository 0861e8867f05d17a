/* Times the real roots of tiny polynomials to 64 bits, beside all complex roots by FLINT 3.
 *
 *     build/bench/tiny_roots [RUNS]
 *
 * Each row has microseconds of processor time for a polynomial, the least of RUNS turns (default
 * 5), and the number of distinct real roots, which is compared. FLINT decomposes into square-free
 * factors first, too. Without FLINT 3 only the library's times are printed. */
#include <stdio.h>
#include <stdlib.h>

#include <gmp.h> /* not included by new versions of FLINT */

#if defined HAVE_FLINT && __has_include(<flint/arb_fmpz_poly.h>)
#define HAVE_COMPLEX_ROOTS
#include <flint/acb.h>
#include <flint/arb_fmpz_poly.h>
#include <flint/fmpz_poly.h>
#include <flint/fmpz_poly_factor.h>
#endif

#include <clmodp/roots.h>

#include "bench/context.h"
#include "bench/timing.h"

#define BITS 64
#define TURN 2e-3 /* least seconds of a turn */

static const char *const polynomials[] = {
    "7*x - 3", "x^2 - 2", "x^2 + 2", "x^2 - 4", "99991*x^2 + 123457*x - 1000003", "x^3 - 2*x",
    "x^3 - 2", "5*x^3 + 2*x^2 - 7*x + 1", "(x - 1)*(x - 2)*(x - 3)", "x^4 - 10*x^2 + 1",
    "17*x^5 - 91*x^4 + 23*x^3 + 55*x^2 - 2*x - 71", "(x - 1)^10",
    "-2*x^10 + 3*x^9 + 13*x^8 - 41*x^7 - 17*x^6 + 31*x^5 + 5*x^4 - 29*x^3 + 11*x^2 - 3*x + 7",
    "512*x^10 - 1280*x^8 + 1120*x^6 - 400*x^4 + 50*x^2 - 1",
};

typedef struct job {
    clmodp_zx *f;
    size_t count; /* of real roots */
#ifdef HAVE_COMPLEX_ROOTS
    fmpz_poly_t flint_f;
    size_t flint_count;
#endif
} job;

static void by_library(void *user)
{
    job *j = user;
    clmodp_roots_options options;
    clmodp_roots *roots;

    clmodp_roots_options_init(&options);
    options.precision = BITS;
    must(clmodp_roots_find(context, &roots, j->f, &options));
    j->count = clmodp_roots_count(roots);
    clmodp_roots_destroy(roots);
}

#ifdef HAVE_COMPLEX_ROOTS
static void by_flint(void *user)
{
    job *j = user;
    fmpz_poly_factor_t factors;

    fmpz_poly_factor_init(factors);
    fmpz_poly_factor_squarefree(factors, j->flint_f);
    j->flint_count = 0;
    for (slong k = 0; k < factors->num; k++) {
        const slong degree = fmpz_poly_degree(factors->p + k);
        acb_ptr roots = _acb_vec_init(degree);

        arb_fmpz_poly_complex_roots(roots, factors->p + k, 0, BITS);
        for (slong i = 0; i < degree; i++)
            j->flint_count += arb_is_zero(acb_imagref(roots + i)) != 0;
        _acb_vec_clear(roots, degree);
    }
    fmpz_poly_factor_clear(factors);
}
#endif

static double least_turn(void (*run)(void *), job *j, size_t runs)
{
    double least = timing_turn(run, j, TURN);

    for (size_t k = 1; k < runs; k++) {
        const double now = timing_turn(run, j, TURN);

        least = now < least ? now : least;
    }
    return least;
}

static void measure(const char *text, size_t runs)
{
    job j = {.count = 0};
    double seconds;

    must(clmodp_zx_create(&j.f));
    must(clmodp_zx_from_text(j.f, NULL, text, CLMODP_STRING, "x", NULL, NULL));
    seconds = least_turn(by_library, &j, runs);
    (void)printf("%5zu %10.2f", j.count, 1e6 * seconds);
#ifdef HAVE_COMPLEX_ROOTS
    fmpz_poly_init(j.flint_f);
    for (long i = 0; i <= clmodp_zx_degree(j.f); i++)
        fmpz_poly_set_coeff_si(j.flint_f, i, mpz_get_si(clmodp_zx_coeff(j.f, (size_t)i)));
    seconds = least_turn(by_flint, &j, runs);
    (void)printf(" %10.2f", 1e6 * seconds);
    fmpz_poly_clear(j.flint_f);
    if (j.count != j.flint_count) {
        (void)fprintf(stderr, "FLINT finds %zu real roots\n", j.flint_count);
        exit(1);
    }
#endif
    (void)printf("  %s\n", text);
    clmodp_zx_destroy(j.f);
}

int main(int argc, char **argv)
{
    const size_t runs = context_begin_host(argc, argv);

#ifdef HAVE_COMPLEX_ROOTS
    (void)printf("roots     clmodp      FLINT  polynomial\n");
#else
    (void)printf("roots     clmodp  polynomial\n");
#endif
    for (size_t k = 0; k < sizeof polynomials / sizeof *polynomials; k++)
        measure(polynomials[k], runs);
    clmodp_context_destroy(context);
    return 0;
}
