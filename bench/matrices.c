/* Times determinants of random matrices of polynomials, beside FLINT.
 *
 *     build/bench/matrices [SECONDS [RUNS [CASE [ENGINE]]]]
 *
 * Both systems compute each matrix in turns, RUNS times (default 5); results are compared. Prints
 * least milliseconds of a call with the library's own choice of engine on all threads, its engine
 * ("auto": none), primes and points, FLINT's time on one thread over the library's, and the
 * nanoseconds of a core that the decompositions take for each of n^3 / 3 products at each prime
 * and point. FLINT is left out once a smaller case of a kind took more than SECONDS / 20 seconds
 * (SECONDS: 1). CASE (default 0: all) is the number of a line, ENGINE a number of clmodp_engine
 * (1: EUCLID, 3: HOST). */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <clmodp/clmodp.h>

#include "bench/arguments.h"
#include "bench/context.h"
#include "bench/timing.h"
#include "core/random.h"
#include "peers/peers.h"

static size_t seconds = 1, runs = 5, chosen = 0, engine = 0;

typedef struct bench_case {
    const char *kind;
    size_t n, variables, degree; /* total degree of dense entries */
    unsigned bits;
    size_t band; /* entries beyond so many places from the diagonal are 0; 0: none */
} bench_case;

/* Coefficients of 8 to 200 bits. */
#define TINY(n, variables, degree)                                                  \
    {"tiny", n, variables, degree, 8, 0}, {"tiny", n, variables, degree, 30, 0},    \
        {"tiny", n, variables, degree, 62, 0}, {"tiny", n, variables, degree, 200, 0}

static const bench_case cases[] = {
    TINY(2, 1, 1), TINY(2, 1, 3), TINY(3, 1, 1), TINY(3, 1, 3), TINY(4, 1, 1), TINY(4, 1, 3),
    TINY(5, 1, 1), TINY(5, 1, 3), TINY(6, 1, 1), TINY(6, 1, 3), TINY(2, 2, 1), TINY(2, 2, 3),
    TINY(3, 2, 1), TINY(3, 2, 3), TINY(4, 2, 1), TINY(4, 2, 3), TINY(5, 2, 1), TINY(5, 2, 3),
    TINY(6, 2, 1), TINY(6, 2, 3), TINY(3, 3, 1), TINY(6, 3, 1),
    {"integers", 4, 0, 0, 30, 0}, {"integers", 10, 0, 0, 30, 0}, {"integers", 20, 0, 0, 30, 0},
    {"integers", 30, 0, 0, 30, 0},
    {"integers", 40, 0, 0, 30, 0}, {"integers", 100, 0, 0, 30, 0}, {"integers", 200, 0, 0, 30, 0},
    {"integers", 400, 0, 0, 30, 0}, {"integers", 30, 0, 0, 200, 0},
    {"integers", 10, 0, 0, 200, 0}, {"integers", 100, 0, 0, 8, 0},
    {"dense", 10, 1, 10, 32, 0},  {"dense", 20, 1, 10, 32, 0},  {"dense", 40, 1, 10, 32, 0},
    {"dense", 60, 1, 10, 32, 0},  {"linear", 50, 1, 1, 16, 0},  {"linear", 100, 1, 1, 16, 0},
    {"linear", 200, 1, 1, 16, 0}, {"band", 100, 1, 2, 16, 2},   {"band", 500, 1, 1, 8, 1},
    {"bicubic", 18, 3, 1, 16, 0}, {"several", 10, 2, 2, 16, 0}, {"several", 8, 3, 1, 16, 0},
};
#define CASES (sizeof cases / sizeof *cases)

/* Sets the exponents to those of the next monomial up to a total degree; returns whether there is
 * one. */
static bool next(size_t *e, size_t variables, size_t degree)
{
    size_t sum = 0;

    for (size_t v = 0; v < variables; v++)
        sum += e[v];
    for (size_t v = 0; v < variables; v++) {
        if (sum < degree) {
            e[v]++;
            return true;
        }
        sum -= e[v];
        e[v] = 0;
    }
    return false;
}

static void draw(clmodp_mpoly *f, const bench_case *c, clm_random *random)
{
    size_t exponents[64 * CLMODP_MOST_VARIABLES], e[CLMODP_MOST_VARIABLES] = {0}, count = 0;
    mpz_t value[64];

    do {
        memcpy(exponents + count * c->variables, e, c->variables * sizeof *e);
        mpz_init(value[count]);
        for (unsigned k = 0; k < c->bits; k += 30) {
            mpz_mul_2exp(value[count], value[count], 30);
            mpz_add_ui(value[count], value[count], clm_random_below(random, 1u << 30));
        }
        mpz_fdiv_r_2exp(value[count], value[count], c->bits);
        if (clm_random_below(random, 2) == 0)
            mpz_neg(value[count], value[count]);
        count++;
    } while (next(e, c->variables, c->degree));
    must(clmodp_mpoly_set_terms(f, value[0], exponents, count));
    while (count-- > 0)
        mpz_clear(value[count]);
}

static clmodp_matrix *make(const bench_case *c)
{
    clm_random random = {1};
    clmodp_matrix *a;
    clmodp_mpoly *f;

    must(clmodp_matrix_create(&a, c->n, c->n, c->variables));
    must(clmodp_mpoly_create(&f, c->variables));
    for (size_t k = 0; k < c->n * c->n; k++) {
        const size_t i = k / c->n, j = k % c->n;

        if (c->band > 0 && (i > j ? i - j : j - i) > c->band)
            continue;
        draw(f, c, &random);
        must(clmodp_matrix_set(a, i, j, f, NULL));
    }
    clmodp_mpoly_destroy(f);
    return a;
}

static void run(const bench_case *c, bool *flint)
{
    clmodp_matrix *a = make(c);
    clmodp_resultant_options options;
    clmodp_resultant_report report;
    clmodp_mpoly *r, *other;
    double least = 0.0, of_flint = -1.0, lu = 0.0;
    size_t calls = 1;

    must(clmodp_mpoly_create(&r, c->variables));
    must(clmodp_mpoly_create(&other, c->variables));
    clmodp_resultant_report_init(&report);
    clmodp_resultant_options_init(&options);
    options.engine = (clmodp_engine)engine;
    for (size_t k = 0; k <= runs; k++) { /* the first one is for warming up */
        timing t = {0};
        double all;

        timing_start(&t);
        for (size_t call = 0; call < calls; call++)
            must(clmodp_determinant(context, r, NULL, call == 0 ? &report : NULL, a, 0,
                                    &options));
        timing_stop(&t);
        all = t.wall[0] / (double)calls;
        least = k <= 1 || all < least ? all : least;
        if (k == 0)
            calls = all < 1e-3 ? 1 + (size_t)(1e-3 / all) : 1;
        if (*flint && k > 0) {
            all = flint_determinant(other, a, calls) / (double)calls;
            if (all < 0.0) {
                *flint = false;
                continue;
            }
            of_flint = of_flint < 0.0 || all < of_flint ? all : of_flint;
            if (!clmodp_mpoly_equal(r, other))
                must(CLMODP_CORRUPT);
            clmodp_mpoly_destroy(other);
            must(clmodp_mpoly_create(&other, c->variables));
            if (all > (double)seconds / 20.0)
                *flint = false;
        }
    }
    for (size_t k = 0; k < report.stage_count; k++)
        if (strcmp(report.stages[k].name, "lu") == 0)
            lu = report.stages[k].host_seconds;
    (void)printf("%-9s %4zu %2zu %3zu %4u  %10.4f  %-6s %5llu %6llu", c->kind, c->n, c->variables,
                 c->degree, c->bits, 1e3 * least,
                 ((const char *const[]){"auto", "euclid", "schur", "host"})[report.engine],
                 (unsigned long long)report.primes, (unsigned long long)report.points);
    if (of_flint > 0.0)
        (void)printf("  %8.2f", of_flint / least);
    else
        (void)printf("  %8s", "-");
    if (report.evaluations > 0)
        (void)printf("  %6.3f", 1e9 * lu / (double)report.evaluations /
                                    ((double)c->n * (double)c->n * (double)c->n / 3.0));
    (void)putchar('\n');
    (void)fflush(stdout);
    clmodp_mpoly_destroy(other);
    clmodp_mpoly_destroy(r);
    clmodp_matrix_destroy(a);
}

int main(int argc, char **argv)
{
    const argument arguments[] = {{&seconds, 1, 100000, true}, {&runs, 1, TIMING_MOST, true},
                                  {&chosen, 0, CASES, true}, {&engine, 0, 3, true}};
    bool flint = false;

    (void)arguments_read(argc, argv, arguments, 4, "[SECONDS [RUNS [CASE [ENGINE]]]]");
    must(clmodp_context_create(&context, NULL, NULL, 0));
    (void)printf("kind         n  v deg bits          ms  engine primes points    FLINT   ns\n");
    for (size_t k = 0; k < CASES; k++) {
        if (k == 0 || strcmp(cases[k].kind, cases[k - 1].kind) != 0)
            flint = peers_have_flint();
        if (chosen == 0 || chosen == k + 1)
            run(&cases[k], &flint);
    }
    clmodp_context_destroy(context);
    return 0;
}
