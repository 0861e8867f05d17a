/* Times resultants modulo given primes, beside predictions and a loop over FLINT's nmod_poly with
 * as many points; results are compared.
 *
 *     build/bench/modular [RUNS]
 *
 * The unit is one of the p * q pairs of coefficients of f and g at one point. The prediction takes
 * the time of a pair from a smaller input of the same shape, and the cost model's time of an
 * interpolation without transforms. All times are processor time, medians of RUNS runs (default
 * 3). */
#include <stdio.h>

#ifdef HAVE_FLINT
#include <flint/nmod.h>
#include <flint/nmod_poly.h>
#endif

#include <clmodp/clmodp.h>

#include "core/random.h"
#include "bench/arguments.h"
#include "bench/context.h"
#include "bench/device.h"
#include "bench/timing.h"
#include "fpx/batch/vandermonde.h"
#include "peers/peers.h"

/* Returns a dense polynomial with coefficients below 2^31. */
static clmodp_zxy *dense(size_t dx, size_t dy, uint64_t seed)
{
    clm_random random = {seed};
    clmodp_zxy *f = NULL;

    must(clmodp_zxy_create(&f));
    for (size_t j = 0; j <= dy; j++)
        for (size_t i = 0; i <= dx; i++)
            must(clmodp_zxy_set_coeff_si(f, 1 + (long)(clm_random_next(&random) >> 33), i, j));
    return f;
}

/* Returns the median processor time of warm runs. */
static double measure(clmodp_zx *r, clmodp_resultant_report *report, const clmodp_zxy *f,
                      const clmodp_zxy *g, uint32_t p, size_t runs)
{
    clmodp_resultant_options options;
    timing t = {0};

    clmodp_resultant_options_init(&options);
    *report = (clmodp_resultant_report){.size = sizeof *report};
    for (size_t k = 0; k < runs; k++) {
        options.seed = k;
        timing_start(&t);
        must(clmodp_resultant_mod(context, r, report, f, g, p, &options));
        timing_stop(&t);
    }
    return timing_median(t.cpu, t.runs);
}

#ifdef HAVE_FLINT
/* Evaluates f(x, y) at one x. */
static void evaluate(nmod_poly_t out, const clmodp_zxy *f, mp_limb_t x, nmod_t mod)
{
    const long degree = clmodp_zxy_degree_y(f);

    nmod_poly_zero(out);
    for (size_t k = clmodp_zxy_terms(f), i = 0, j; k-- > 0;) { /* by j, then by i, downwards */
        size_t next_i = 0, next_j = (size_t)degree + 1;
        mp_limb_t c = mpz_fdiv_ui(clmodp_zxy_term(f, k, &i, &j), mod.n);
        mp_limb_t sum = nmod_add(nmod_poly_get_coeff_ui(out, (slong)j), c, mod);

        if (k > 0)
            (void)clmodp_zxy_term(f, k - 1, &next_i, &next_j);
        if (next_j != j)
            next_i = 0;
        nmod_poly_set_coeff_ui(out, (slong)j,
                               nmod_mul(sum, nmod_pow_ui(x, i - next_i, mod), mod));
    }
}

/* Returns whether r is the resultant, by FLINT at 0 ... degree_bound; *seconds: FLINT's time. */
static int agrees(double *seconds, const clmodp_zx *r, const clmodp_zxy *f, const clmodp_zxy *g,
                  uint32_t p, slong points)
{
    mp_limb_t *x = device_need((size_t)points, sizeof *x);
    mp_limb_t *y = device_need((size_t)points, sizeof *y);
    nmod_poly_t a, b;
    timing t = {0};
    int same = 1;
    mpz_t c;

    nmod_poly_init(a, p);
    nmod_poly_init(b, p);
    mpz_init(c);
    timing_start(&t);
    for (slong k = 0; k < points; k++) {
        x[k] = (mp_limb_t)k;
        evaluate(a, f, x[k], a->mod);
        evaluate(b, g, x[k], b->mod);
        y[k] = nmod_poly_resultant(a, b);
    }
    nmod_poly_interpolate_nmod_vec_fast(a, x, y, points);
    timing_stop(&t);
    *seconds = t.cpu[0];
    for (slong k = 0; k < points; k++) {
        clmodp_zx_get_coeff(c, r, (size_t)k);
        same = same && mpz_get_ui(c) == nmod_poly_get_coeff_ui(a, k);
    }
    mpz_clear(c);
    nmod_poly_clear(b);
    nmod_poly_clear(a);
    free(y);
    free(x);
    return same;
}
#endif

/* Prints a line for degrees p = q = dy in y and dx in x modulo a prime, with a prediction unless
 * `known`, the seconds of a pair, is 0. Returns the seconds of a pair here. */
static double line(size_t dy, size_t dx, uint32_t prime, double known, size_t runs)
{
    clmodp_zxy *f = dense(dx, dy, 1), *g = dense(dx, dy, 2);
    clmodp_resultant_report report;
    clm_amounts system;
    clmodp_zx *r = NULL;
    double seconds, pairs, interpolation = 0;

    must(clmodp_zx_create(&r));
    (void)measure(r, &report, f, g, prime, 1);
    seconds = measure(r, &report, f, g, prime, runs);
    pairs = (double)dy * (double)dy * (double)report.points;
    system = clm_vandermonde_cost((double)report.points);
    if (report.points == report.width_bound + 1)
        interpolation = 1e-9 * clm_nanoseconds(&system, &context->costs);
    (void)printf("%5zu %4zu %10u %7llu %9.4f ", dy, dx, prime, (unsigned long long)report.points,
                 seconds);
    if (known > 0)
        (void)printf("%9.4f", known * pairs + interpolation);
    else
        (void)printf("%9s", "");
#ifdef HAVE_FLINT
    double theirs = 0;

    if (!agrees(&theirs, r, f, g, prime, (slong)report.degree_bound + 1)) {
        (void)fprintf(stderr, "\ndegrees %zu, %zu modulo %u: FLINT has another result\n", dy, dx,
                      prime);
        exit(1);
    }
    (void)printf(" %9.4f %7.1f", theirs, theirs / seconds);
#endif
    (void)printf("\n");
    (void)fflush(stdout);
    clmodp_zx_destroy(r);
    clmodp_zxy_destroy(g);
    clmodp_zxy_destroy(f);
    return (seconds - interpolation) / pairs;
}

int main(int argc, char **argv)
{
    /* with cosets of all sizes; without; and a large prime without */
    static const uint32_t primes[] = {998244353u, 1000000007u, 2147483647u};
    size_t runs = 3;
    const argument arguments[] = {{&runs, 1, TIMING_MOST, true}};

    (void)arguments_read(argc, argv, arguments, 1, "[RUNS]");
    context = device_open(NULL);
    (void)printf("degree in          P  points   seconds predicted%s\n    y    x\n",
                 peers_have_flint() ? "     FLINT   times" : "");
    for (size_t k = 0; k < sizeof primes / sizeof *primes; k++) {
        double pair = line(500, 2, primes[k], 0, runs);

        (void)line(2000, 2, primes[k], pair, runs);
        (void)line(20, 100, primes[k], 0, runs);
        (void)line(60, 30, primes[k], 0, runs);
    }
    clmodp_context_destroy(context);
    return 0;
}
