/* Tests that greatest common divisors and exact divisions stop soon after they are cancelled, and
 * that divisions piece by piece, which can be cancelled, have the usual results. */
#include <clmodp/gcd.h>

#include <stdlib.h>
#include <time.h>

#include "core/random.h"
#include "gcd/degrees.h"
#include "gcd/several.h"
#include "polynomials/mpoly_divide.h"
#include "polynomials/zx.h"
#include "support/assertions.h"
#include "support/polynomials.h"
#include "support/small.h"

enum { VARIABLES = 16, DEGREE = 4, BITS = 200 };

/* Seconds of processor time in which work has to stop. */
#define MOST_SECONDS 1.0

/* Returns a random polynomial of at most so many terms. */
static clmodp_mpoly *random_of(clm_random *random, size_t terms)
{
    size_t *e = calloc(terms * VARIABLES, sizeof *e);
    mpz_t *c = calloc(terms, sizeof *c);
    clmodp_mpoly *f;

    for (size_t k = 0; k < terms; k++) {
        mpz_init_set_si(c[k], 1 - 2 * (long)clm_random_below(random, 2));
        mpz_mul_2exp(c[k], c[k], BITS);
        mpz_add_ui(c[k], c[k], 1 + clm_random_below(random, UINT64_MAX));
    }
    for (size_t k = 0; k < terms * VARIABLES; k++)
        e[k] = clm_random_below(random, DEGREE + 1);
    assert_int_equal(clmodp_mpoly_create(&f, VARIABLES), CLMODP_OK);
    assert_int_equal(clmodp_mpoly_set_terms(f, c[0], e, terms), CLMODP_OK);
    for (size_t k = 0; k < terms; k++)
        mpz_clear(c[k]);
    free(c);
    free(e);
    return f;
}

/* Sets f and g to multiples of a polynomial with so many terms. */
static void make_operands(clmodp_mpoly *out[2], size_t terms)
{
    clm_random random = {terms};
    clmodp_mpoly *h = random_of(&random, terms);

    for (int k = 0; k < 2; k++) {
        out[k] = random_of(&random, 3);
        assert_int_equal(clmodp_mpoly_mul(out[k], out[k], h), CLMODP_OK);
    }
    clmodp_mpoly_destroy(h);
}

/* Returns the processor time of this process. */
static double processor_seconds(void)
{
    struct timespec now;

    assert_int_equal(clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now), 0);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

/* Cancels after so many polls. */
typedef struct canceller {
    long left;
    double when; /* it cancelled, in processor_seconds */
} canceller;

static int cancel(void *user, double fraction)
{
    canceller *c = user;

    (void)fraction;
    if (c->left-- > 0)
        return 0;
    c->when = processor_seconds();
    return 1;
}

/* Cancels after 1, 2, 4, ... polls until a gcd is found. */
static void gcds_stop_soon(void **state)
{
    const clmodp_context_options host = {.size = sizeof host, .device = "host", .threads = 1};
    clmodp_context *context;
    clmodp_mpoly *f[2], *h;
    clmodp_status st = CLMODP_CANCELLED;

    (void)state;
    assert_int_equal(clmodp_context_create(&context, &host, NULL, 0), CLMODP_OK);
    make_operands(f, small_tests() ? 100 : 1000);
    assert_int_equal(clmodp_mpoly_create(&h, VARIABLES), CLMODP_OK);
    for (long polls = 0; st == CLMODP_CANCELLED; polls = 2 * polls + 1) {
        canceller c = {polls, 0};

        clmodp_context_set_progress(context, cancel, &c);
        st = clmodp_mpoly_gcd(context, h, f[0], f[1], f[0], f[1]);
        if (st == CLMODP_CANCELLED)
            assert_true(processor_seconds() - c.when < MOST_SECONDS);
    }
    assert_int_equal(st, CLMODP_OK);
    for (int k = 0; k < 2; k++) {
        assert_int_equal(clmodp_mpoly_terms(f[k]), 3);
        clmodp_mpoly_destroy(f[k]);
    }
    clmodp_mpoly_destroy(h);
    clmodp_context_destroy(context);
}

/* Gcds of few terms poll too if the coefficients are long. */
static void gcds_of_long_integers_stop(void **state)
{
    const clmodp_context_options host = {.size = sizeof host, .device = "host", .threads = 1};
    clmodp_context *context;
    clmodp_mpoly *f;
    canceller c = {0};
    mpz_t integer;

    (void)state;
    assert_int_equal(clmodp_context_create(&context, &host, NULL, 0), CLMODP_OK);
    assert_int_equal(clmodp_mpoly_create(&f, 1), CLMODP_OK);
    mpz_init(integer);
    mpz_ui_pow_ui(integer, 3, 1000000);
    assert_int_equal(clmodp_mpoly_set_terms(f, integer, (const size_t[]){2}, 1), CLMODP_OK);
    clmodp_context_set_progress(context, cancel, &c);
    assert_int_equal(clmodp_mpoly_gcd(context, f, NULL, NULL, f, f), CLMODP_CANCELLED);
    mpz_clear(integer);
    clmodp_mpoly_destroy(f);
    clmodp_context_destroy(context);
}

/* Steps that find their watch stopped do not succeed. */
static void stopped_steps_stop(void **state)
{
    const clm_poller stopped = {.stopped = true};
    clm_error error = {0};
    const clm_gcd_call call = {.error = &error, .threads = 1, .watch = &stopped};
    size_t bounds[CLMODP_MOST_VARIABLES];
    clmodp_mpoly *f[2], *h;
    bool divides;

    (void)state;
    make_operands(f, 10);
    assert_int_equal(clmodp_mpoly_create(&h, VARIABLES), CLMODP_OK);
    assert_int_equal(clm_mpoly_divide(h, &divides, f[0], f[0], &stopped), CLMODP_CANCELLED);
    assert_int_equal(clm_gcd_bound_degrees(&error, bounds, f[0], f[1], &stopped),
                     CLMODP_CANCELLED);
    assert_int_equal(clm_gcd_several(&call, h, f[0], f[1]), CLMODP_CANCELLED);
    assert_int_equal(clmodp_mpoly_terms(h), 0);
    for (int k = 0; k < 2; k++)
        clmodp_mpoly_destroy(f[k]);
    clmodp_mpoly_destroy(h);
}

/* Creates a polynomial with random coefficients below 2^20 of every gap-th power of x. */
static clmodp_zx *polynomial_of(clm_random *random, size_t count, size_t gap)
{
    clmodp_zx *f;
    mpz_t c;

    mpz_init(c);
    assert_int_equal(clmodp_zx_create(&f), CLMODP_OK);
    for (size_t k = count; k-- > 0;) {
        mpz_set_si(c, (long)clm_random_below(random, 1 << 21) - (1 << 20));
        mpz_add_ui(c, c, k + 1 == count ? 1 << 21 : 0);
        if ((count - 1 - k) % gap != 0)
            mpz_set_ui(c, 0);
        assert_int_equal(clm_zx_move_coeff(f, c, k), CLMODP_OK);
    }
    mpz_clear(c);
    return f;
}

/* Divides a product, then the product plus 1, with a watch and with a stopped one. */
static void check_division(size_t quotient, size_t divisor, size_t gap)
{
    const clm_poller running = {0}, stopped = {.stopped = true};
    clm_random random = {quotient};
    clmodp_zx *q = polynomial_of(&random, quotient, 1), *f;
    clmodp_zx *g = polynomial_of(&random, divisor, gap);
    mpz_t c;

    assert_int_equal(clmodp_zx_create(&f), CLMODP_OK);
    assert_int_equal(clm_zx_multiply_powers(NULL, f, q, 1, g, 1), CLMODP_OK);
    assert_int_equal(clm_zx_divide_exact(f, g, false, &stopped), CLMODP_CANCELLED);
    assert_int_equal(clm_zx_divide_exact(f, g, false, &running), CLMODP_OK);
    assert_true(clmodp_zx_equal(f, q));
    assert_int_equal(clm_zx_multiply_powers(NULL, f, q, 1, g, 1), CLMODP_OK);
    mpz_init_set(c, clmodp_zx_coeff(f, 0));
    mpz_add_ui(c, c, 1);
    assert_int_equal(clm_zx_move_coeff(f, c, 0), CLMODP_OK);
    mpz_clear(c);
    assert_int_equal(clm_zx_divide_exact(f, g, false, &running), CLMODP_CORRUPT);
    DESTROY(f, g, q);
}

/* Quotients of several pieces of 2^17 limbs, by short and long divisors, and by few terms. */
static void long_divisions_stop(void **state)
{
    (void)state;
    check_division(300000, 6, 1);
    check_division(262144, 7, 1);
    for (size_t terms = 1; terms < 32; terms += 6)
        check_division(100, 9 * terms, 9);
    if (!small_tests()) {
        check_division(140000, 150000, 1);
        check_division(20000, 100000, 5000);
    }
}

TESTS(cmocka_unit_test(gcds_stop_soon), cmocka_unit_test(gcds_of_long_integers_stop),
      cmocka_unit_test(stopped_steps_stop), cmocka_unit_test(long_divisions_stop));
