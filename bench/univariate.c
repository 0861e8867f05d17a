/* Times resultants of polynomials free of x on one thread, over Z and modulo primes, and products
 * and divisions modulo primes from 2^31 on, beside FLINT's fmpz_poly and nmod_poly.
 *
 *     build/bench/univariate [RUNS]
 *
 * Dense polynomials with random coefficients; divisions of 2 n by n coefficients. Each row has
 * the degree, the bits of coefficients or the prime, and microseconds of processor time of the
 * library and of FLINT and their quotient: least times of RUNS turns (default 5). Results are
 * compared. Without FLINT only the library's times are printed. */
#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

#include <gmp.h> /* not included by new versions of FLINT */

#ifdef HAVE_FLINT
#include <flint/fmpz.h>
#include <flint/fmpz_poly.h>
#include <flint/nmod_poly.h>
#endif

#include <clmodp/clmodp.h>

#include "bench/context.h"
#include "bench/timing.h"
#include "peers/peers.h"
#include "problems/chunk.h"

#define TURN 2e-3 /* least seconds of a turn */

enum { RESULTANT_OVER_Z, RESULTANT_MODULO, PRODUCT, DIVISION, OPERATIONS };

static const char *const names[] = {"res over Z", "res mod p", "product", "division"};

/* The inputs and results of an operation, for the library and for FLINT. */
typedef struct job {
    int operation;
    size_t degree, bits; /* of coefficients over Z */
    uint64_t p;          /* or the prime */
    clmodp_zxy *f, *g;
    clmodp_zx *r;
    clmodp_fpx *a, *b, *product, *rest;
#ifdef HAVE_FLINT
    fmpz_poly_t flint_f, flint_g;
    fmpz_t flint_r;
    nmod_poly_t flint_a, flint_b, flint_product, flint_rest;
    mp_limb_t flint_value;
#endif
} job;

static void by_library(void *user)
{
    job *j = user;
    switch (j->operation) {
    case RESULTANT_OVER_Z: must(clmodp_resultant(context, j->r, NULL, j->f, j->g, NULL)); break;
    case RESULTANT_MODULO:
        must(clmodp_resultant_mod(context, j->r, NULL, j->f, j->g, j->p, NULL));
        break;
    case PRODUCT: must(clmodp_fpx_mul(j->product, NULL, j->a, j->b, NULL)); break;
    default: must(clmodp_fpx_divrem(j->product, j->rest, NULL, j->a, j->b, NULL)); break;
    }
}

static void by_flint(void *user)
{
    job *j = user;
#ifdef HAVE_FLINT
    switch (j->operation) {
    case RESULTANT_OVER_Z: fmpz_poly_resultant(j->flint_r, j->flint_f, j->flint_g); break;
    case RESULTANT_MODULO: j->flint_value = nmod_poly_resultant(j->flint_a, j->flint_b); break;
    case PRODUCT: nmod_poly_mul(j->flint_product, j->flint_a, j->flint_b); break;
    default: nmod_poly_divrem(j->flint_product, j->flint_rest, j->flint_a, j->flint_b); break;
    }
#else
    (void)j;
#endif
}

static bool is_same(job *j)
{
    bool same = true;
#ifdef HAVE_FLINT
    mpz_t value;

    mpz_init(value);
    if (j->operation == RESULTANT_OVER_Z)
        fmpz_get_mpz(value, j->flint_r);
    else
        mpz_set_ui(value, j->flint_value);
    if (j->operation < PRODUCT)
        same = mpz_cmp(value, clmodp_zx_coeff(j->r, 0)) == 0;
    for (slong k = 0; same && j->operation >= PRODUCT && k < j->flint_product->length; k++) {
        uint64_t c;

        must(clmodp_fpx_download_u64(j->product, &c, (size_t)k, 1));
        same = c == nmod_poly_get_coeff_ui(j->flint_product, k);
    }
    mpz_clear(value);
#else
    (void)j;
#endif
    return same;
}

/* Adds c x^i to the inputs: to the first pair, or else to the second. */
static void set_coefficient(job *j, bool first, size_t i, mpz_t c)
{
    must(clmodp_zxy_set_coeff(first ? j->f : j->g, c, 0, i));
#ifdef HAVE_FLINT
    fmpz_set_mpz(j->flint_r, c);
    fmpz_poly_set_coeff_fmpz(first ? j->flint_f : j->flint_g, (slong)i, j->flint_r);
    nmod_poly_set_coeff_ui(first ? j->flint_a : j->flint_b, (slong)i, mpz_fdiv_ui(c, j->p));
#endif
}

static void fill(job *j, bool first, size_t degree, gmp_randstate_t random)
{
    uint64_t *words = device_need(degree + 1, sizeof *words);
    mpz_t c;

    mpz_init(c);
    for (size_t i = 0; i <= degree; i++) {
        mpz_urandomb(c, random, j->bits);
        mpz_setbit(c, j->bits - 1);
        if (j->operation != RESULTANT_OVER_Z)
            mpz_mod_ui(c, c, j->p);
        else if (gmp_urandomb_ui(random, 1) != 0)
            mpz_neg(c, c);
        words[i] = mpz_fdiv_ui(c, j->p);
        set_coefficient(j, first, i, c);
    }
    must(clmodp_fpx_upload_u64(first ? j->a : j->b, words, degree + 1));
    mpz_clear(c);
    free(words);
}

static void create(job *j)
{
    must(clmodp_zxy_create(&j->f));
    must(clmodp_zxy_create(&j->g));
    must(clmodp_zx_create(&j->r));
    must(clmodp_fpx_create(context, &j->a, j->p));
    must(clmodp_fpx_create(context, &j->b, j->p));
    must(clmodp_fpx_create(context, &j->product, j->p));
    must(clmodp_fpx_create(context, &j->rest, j->p));
#ifdef HAVE_FLINT
    fmpz_poly_init(j->flint_f);
    fmpz_poly_init(j->flint_g);
    fmpz_init(j->flint_r);
    nmod_poly_init(j->flint_a, j->p);
    nmod_poly_init(j->flint_b, j->p);
    nmod_poly_init(j->flint_product, j->p);
    nmod_poly_init(j->flint_rest, j->p);
#endif
}

static void destroy(job *j)
{
#ifdef HAVE_FLINT
    nmod_poly_clear(j->flint_rest);
    nmod_poly_clear(j->flint_product);
    nmod_poly_clear(j->flint_b);
    nmod_poly_clear(j->flint_a);
    fmpz_clear(j->flint_r);
    fmpz_poly_clear(j->flint_g);
    fmpz_poly_clear(j->flint_f);
#endif
    clmodp_fpx_destroy(j->rest);
    clmodp_fpx_destroy(j->product);
    clmodp_fpx_destroy(j->b);
    clmodp_fpx_destroy(j->a);
    clmodp_zx_destroy(j->r);
    clmodp_zxy_destroy(j->g);
    clmodp_zxy_destroy(j->f);
}

static void measure(int operation, size_t degree, size_t bits, uint64_t p, size_t runs)
{
    job j = {.operation = operation, .degree = degree, .bits = bits, .p = p};
    double least[2] = {1e9, 1e9};
    gmp_randstate_t random;

    gmp_randinit_default(random);
    create(&j);
    fill(&j, true, operation == DIVISION ? 2 * degree : degree, random);
    fill(&j, false, degree, random);
    for (size_t k = 0; k < runs; k++) {
        const double own = timing_turn(by_library, &j, TURN);
        const double other = timing_turn(by_flint, &j, TURN);

        least[0] = own < least[0] ? own : least[0];
        least[1] = other < least[1] ? other : least[1];
    }
    (void)printf("%-10s %5zu %6zu %20" PRIu64 " %10.2f", names[operation], degree, bits,
                 operation == RESULTANT_OVER_Z ? 0 : p, 1e6 * least[0]);
#ifdef HAVE_FLINT
    (void)printf(" %10.2f %6.2f", 1e6 * least[1], least[1] / least[0]);
#endif
    (void)printf("\n");
    if (!is_same(&j)) {
        (void)fprintf(stderr, "FLINT has another result\n");
        exit(1);
    }
    destroy(&j);
    gmp_randclear(random);
}

int main(int argc, char **argv)
{
    static const size_t small[] = {1, 2, 4, 6, 8, 12, 16, 32, 64, 128};
    static const size_t bits[] = {16, 64, 200, 1000};
    static const size_t degrees[] = {10, 30, 100, 300, 1000, 20000};
    static const uint64_t primes[] = {4294967311, 1152921504606847009, 4611686018427387847};
    const size_t runs = context_begin_host(argc, argv);

    (void)printf("operation  degree   bits                prime     clmodp%s\n",
                 peers_have_flint() ? "      FLINT  times" : "");
    for (size_t i = 0; i < sizeof bits / sizeof *bits; i++)
        for (size_t k = 0; k < sizeof small / sizeof *small; k++)
            measure(RESULTANT_OVER_Z, small[k], bits[i], primes[2], runs);
    for (int operation = RESULTANT_MODULO; operation < OPERATIONS; operation++)
        for (size_t i = 0; i < sizeof primes / sizeof *primes; i++)
            for (size_t k = 0; k < sizeof degrees / sizeof *degrees; k++)
                measure(operation, degrees[k], 62, primes[i], runs);
    clmodp_context_destroy(context);
    return 0;
}
