/* Tests of clmodp_resultant against other systems, on pairs too large for the slow reference, and
 * on a univariate case known to be slow elsewhere. Skipped if no other system is available. */
#include <inttypes.h>
#include <stdbool.h>

#include "peers/peers.h"
#include "support/context.h"
#include "support/polynomials.h"
#include "support/skip.h"

/* Computes a resultant by clmodp and by every other system; all must agree. */
static void compare(clmodp_context *context, const clmodp_zxy *f, const clmodp_zxy *g,
                    const char *what, uint64_t seed)
{
    clmodp_zx *r = zx_new();
    size_t count;
    const peer *peers = peer_list(&count);

    if (clmodp_resultant(context, r, NULL, f, g, NULL) != CLMODP_OK)
        fail_msg("%s, random state %" PRIu64 ": %s", what, seed,
                 clmodp_context_message(context));
    for (size_t k = 0; k < count; k++) {
        clmodp_zx *expected = peers[k].resultant(f, g);

        if (!clmodp_zx_equal(r, expected))
            fail_msg("%s, random state %" PRIu64 ": %s disagrees", what, seed, peers[k].name);
        clmodp_zx_destroy(expected);
    }
    clmodp_zx_destroy(r);
}

static bool peers_found(void)
{
    size_t count;

    (void)peer_list(&count);
    return count > 0;
}

static void pairs_of_every_shape(void **state)
{
    clmodp_context *context = *state;
    clm_random random = {2012};

    SKIP_UNLESS(peers_found(), PEERS_MISSING);
    for (int k = 0; k < 4 * PAIR_SHAPES; k++) {
        pair_shape shape = (pair_shape)(k % PAIR_SHAPES);
        uint64_t seed = random.state;
        clmodp_zxy *f, *g;

        random_pair(&f, &g, &random, shape, 9, 9, 150);
        compare(context, f, g, pair_shape_name(shape), seed);
        DESTROY(g, f);
    }
}

/* res_y(y^1024 + 1, 3 + y^271 + 4 y^828): an integer, with gaps of hundreds of degrees. */
static void a_sparse_pair_of_degree_1024(void **state)
{
    clmodp_context *context = *state;
    clmodp_zxy *f, *g;

    SKIP_UNLESS(peers_found(), PEERS_MISSING);
    f = zxy_new();
    g = zxy_new();
    assert_int_equal(clmodp_zxy_set_coeff_si(f, 1, 0, 0), CLMODP_OK);
    assert_int_equal(clmodp_zxy_set_coeff_si(f, 1, 0, 1024), CLMODP_OK);
    assert_int_equal(clmodp_zxy_set_coeff_si(g, 3, 0, 0), CLMODP_OK);
    assert_int_equal(clmodp_zxy_set_coeff_si(g, 1, 0, 271), CLMODP_OK);
    assert_int_equal(clmodp_zxy_set_coeff_si(g, 4, 0, 828), CLMODP_OK);
    compare(context, f, g, "degree 1024", 0);
    DESTROY(g, f);
}

/* Returns a sum of `terms` terms of random degrees up to dx and dy. */
static clmodp_zxy *few_terms(clm_random *random, size_t terms, size_t dx, size_t dy)
{
    clmodp_zxy *f = zxy_new();

    for (size_t k = 0; k < terms; k++)
        assert_int_equal(clmodp_zxy_set_coeff_si(f, 1 + (long)clm_random_below(random, 99),
                                                 clm_random_below(random, dx + 1),
                                                 1 + clm_random_below(random, dy)),
                         CLMODP_OK);
    assert_int_equal(clmodp_zxy_set_coeff_si(f, -3, clm_random_below(random, dx + 1), 0),
                     CLMODP_OK);
    return f;
}

/* Long gaps between rows in y, and rows of very different lengths. */
static void a_few_terms(void **state)
{
    clm_random random = {1928};

    SKIP_UNLESS(peers_found(), PEERS_MISSING);
    for (int k = 0; k < 12; k++) {
        uint64_t seed = random.state;
        clmodp_zxy *f = few_terms(&random, 3, k % 2 == 0 ? 3 : 60, k % 2 == 0 ? 300 : 90);
        clmodp_zxy *g = few_terms(&random, 2, 2, 3);

        compare(*state, f, g, "few terms", seed);
        DESTROY(g, f);
    }
}

TESTS_BETWEEN(context_set_up, context_tear_down,
    cmocka_unit_test(pairs_of_every_shape),
    cmocka_unit_test(a_sparse_pair_of_degree_1024),
    cmocka_unit_test(a_few_terms));
