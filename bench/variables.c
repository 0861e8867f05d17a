/* Times the elimination of a variable from polynomials in several, beside FLINT.
 *
 *     build/bench/variables [SECONDS [TURNS [BITS]]]
 *
 * Generic discriminants and resultants (32: of degrees 3 and 2), whose coefficients are
 * variables; and pairs of random polynomials with all terms up to a total degree, or one of 10, 50
 * or 250, and the powers of the last variable, with coefficients of BITS bits (default 16). Both
 * systems run in turns, TURNS times (default 5); results are compared. Prints medians of
 * milliseconds of a call with the library's own choice of engine on all threads, the engine
 * ("auto": none), and FLINT's time over the library's. FLINT, which has one thread here, is left
 * out once a smaller case of a kind took more than SECONDS / 20 seconds (SECONDS: 1). */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

#include <clmodp/clmodp.h>

#include "bench/arguments.h"
#include "bench/context.h"
#include "bench/timing.h"
#include "core/random.h"
#include "peers/peers.h"

static clmodp_mpoly *f, *g, *r, *other;
static size_t seconds = 1, turns = 5, bits = 16;

/* Terms of a polynomial that is being made. */
typedef struct terms {
    size_t variables, count, room;
    size_t *exponents;
    mpz_ptr c;
} terms;

static mpz_ptr append(terms *t, const size_t *exponents)
{
    if (t->count == t->room) {
        t->room = 2 * t->room + 64;
        t->c = realloc(t->c, t->room * sizeof *t->c);
        t->exponents = realloc(t->exponents, t->room * t->variables * sizeof *t->exponents);
        if (t->c == NULL || t->exponents == NULL) {
            (void)fprintf(stderr, "no memory\n");
            exit(1);
        }
    }
    for (size_t i = 0; i < t->variables; i++)
        t->exponents[t->count * t->variables + i] = exponents[i];
    mpz_init_set_ui(t->c + t->count, 1);
    return t->c + t->count++;
}

static void finish(clmodp_mpoly **out, terms *t)
{
    must(clmodp_mpoly_create(out, t->variables));
    must(clmodp_mpoly_set_terms(*out, t->c, t->exponents, t->count));
    for (size_t k = 0; k < t->count; k++)
        mpz_clear(t->c + k);
    free(t->exponents);
    free(t->c);
}

/* Makes a random polynomial in which one of `gap` monomials up to the degree occurs, and the
 * powers of the last variable. */
static void make_random(clmodp_mpoly **out, size_t variables, size_t degree, size_t gap,
                        clm_random *random)
{
    terms t = {.variables = variables};
    size_t e[CLMODP_MOST_VARIABLES] = {0}, sum = 0, i = 0;

    while (i < variables) {
        if (e[variables - 1] == sum || clm_random_below(random, gap) == 0) {
            mpz_ptr c = append(&t, e);

            mpz_set_ui(c, 0);
            for (size_t b = 0; b < bits; b++)
                if (b + 1 == bits || clm_random_below(random, 2) == 0)
                    mpz_setbit(c, b);
            if (clm_random_below(random, 2) == 0)
                mpz_neg(c, c);
        }
        i = 0;
        if (sum == degree) { /* carry */
            while (e[i] == 0)
                i++;
            sum -= e[i];
            e[i++] = 0;
        }
        if (i < variables) {
            e[i]++;
            sum++;
        }
    }
    finish(out, &t);
}

/* Makes c_first + c_(first+1) y + ... of a degree in variables c_0, ..., y. */
static void make_generic(clmodp_mpoly **out, size_t variables, size_t first, size_t degree)
{
    terms t = {.variables = variables};

    for (size_t k = 0; k <= degree; k++) {
        size_t e[CLMODP_MOST_VARIABLES] = {0};

        e[first + k] = 1;
        e[variables - 1] = k;
        (void)append(&t, e);
    }
    finish(out, &t);
}

/* Measures the resultant of f and g, or the discriminant of f if g is NULL. Returns whether FLINT
 * was fast. */
static bool measure(const char *kind, size_t degree, bool flint)
{
    static const char *const engines[] = {"auto", "euclid", "schur", "host"};
    const size_t variables = clmodp_mpoly_variables(f);
    timing own = {.warm_up = 1}, of_flint = {0};
    clmodp_resultant_report report;

    must(clmodp_mpoly_create(&r, variables));
    must(clmodp_mpoly_create(&other, variables));
    for (size_t k = 0; k <= turns; k++) { /* the first one opens devices and fills caches */
        clmodp_resultant_report_init(&report);
        timing_start(&own);
        must(g != NULL ? clmodp_mpoly_resultant(context, r, &report, f, g, variables - 1, 0, NULL)
                       : clmodp_mpoly_discriminant(context, r, &report, f, variables - 1, 0,
                                                   NULL));
        timing_stop(&own);
        if (!flint || (k > 1 && of_flint.wall[0] > (double)seconds))
            continue;
        timing_start(&of_flint);
        flint_eliminate(other, f, g, variables - 1);
        timing_stop(&of_flint);
        if (clmodp_mpoly_equal(r, other) != 1) {
            (void)fprintf(stderr, "FLINT's result differs\n");
            exit(1);
        }
    }
    (void)printf("%-13s %9zu %6zu %6zu %8zu %10.3f  %-6s", kind, variables, degree,
                 clmodp_mpoly_terms(f), clmodp_mpoly_terms(r),
                 1e3 * timing_median(own.wall, own.runs), engines[report.engine]);
    if (flint)
        (void)printf(" %10.3f %8.2f", 1e3 * timing_median(of_flint.wall, of_flint.runs),
                     of_flint.wall[0] / own.wall[0]);
    (void)printf("\n");
    (void)fflush(stdout);
    clmodp_mpoly_destroy(f);
    clmodp_mpoly_destroy(g);
    clmodp_mpoly_destroy(r);
    clmodp_mpoly_destroy(other);
    g = NULL;
    return flint && of_flint.wall[0] <= (double)seconds / 20.0;
}

int main(int argc, char **argv)
{
    static const char *const names[] = {"dense", "1/10", "1/50", "1/250"};
    static const size_t gaps[] = {1, 10, 50, 250};
    static const size_t degrees[][9] = {
        {2, 4, 6, 8, 10, 12, 16, 20}, {2, 3, 4, 5, 6, 8}, {2, 3, 4}, {2, 3}};
    static const size_t generic[][2] = {{2, 2}, {3, 2}, {3, 3}, {4, 1}, {4, 2}, {4, 3}, {4, 4}};
    const argument arguments[] = {{&seconds, 1, 100000, true},
                                  {&turns, 1, TIMING_MOST - 1, true},
                                  {&bits, 1, 100000, true}};
    clm_random random = {1};
    char message[512] = "";

    (void)arguments_read(argc, argv, arguments, 3, "[SECONDS [TURNS [BITS]]]");
    if (clmodp_context_create(&context, NULL, message, sizeof message) != CLMODP_OK) {
        (void)fprintf(stderr, "%s\n", message);
        return 3;
    }
    (void)printf("kind          variables degree  terms   result  clmodp ms  engine   FLINT ms    "
                 "ratio\n");
    for (size_t degree = 3, flint = peers_have_flint(); degree <= 7; degree++) {
        make_generic(&f, degree + 2, 0, degree);
        flint = measure("discriminant", degree, flint);
    }
    for (size_t k = 0; k < sizeof generic / sizeof *generic; k++) {
        const size_t p = generic[k][0], q = generic[k][1];

        make_generic(&f, p + q + 3, 0, p);
        make_generic(&g, p + q + 3, p + 1, q);
        (void)measure("resultant", 10 * p + q, peers_have_flint());
    }
    for (size_t gap = 0; gap < sizeof gaps / sizeof *gaps; gap++)
        for (size_t n = 0; n < sizeof degrees / sizeof *degrees; n++) {
            bool flint = peers_have_flint();

            for (size_t k = 0; k < 9 && degrees[n][k] > 0; k++) {
                make_random(&f, n + 3, degrees[n][k], gaps[gap], &random);
                make_random(&g, n + 3, degrees[n][k], gaps[gap], &random);
                flint = measure(names[gap], degrees[n][k], flint);
            }
        }
    clmodp_context_destroy(context);
    return 0;
}
