/* Tests the resultants of other systems against the reference and closed forms. They have the same
 * conventions, and so may serve as reference for cases too large for the slow one. */
#include "peers/peers.h"

#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include "ref/sylvester.h"
#include "support/assertions.h"
#include "support/polynomials.h"
#include "support/skip.h"
#include "support/small.h"

static void random_pairs(void **state)
{
    size_t count;
    const peer *peers = peer_list(&count);

    (void)state;
    SKIP_UNLESS(count > 0, PEERS_MISSING);
    for (size_t k = 0; k < count; k++)
        print_message("# comparing with %s\n", peers[k].name);
    for (unsigned shape = 0; shape < PAIR_SHAPES; shape++)
        for (uint64_t seed = 1; seed <= random_cases(20); seed++) {
            clm_random random = {seed};
            clmodp_zxy *f, *g;
            clmodp_zx *expected;

            random_pair(&f, &g, &random, (pair_shape)shape, 5, 5, 100);
            expected = ref_resultant(f, g);
            for (size_t k = 0; k < count; k++) {
                clmodp_zx *r = peers[k].resultant(f, g);

                if (!clmodp_zx_equal(r, expected))
                    fail_msg("%s: %s, seed %llu", peers[k].name,
                             pair_shape_name((pair_shape)shape), (unsigned long long)seed);
                clmodp_zx_destroy(r);
            }
            DESTROY(expected, g, f);
        }
}

static void closed_forms(void **state)
{
    clm_random random = {3};
    known_pair pairs[] = {
        known_chebyshev(8, 13, 3, -2),
        known_linear_factors(&random, 5, 6, 3, 100, 0),
        known_composed_sum(&random, 6, 7),
        known_modular_2(),
    };
    size_t count;
    const peer *peers = peer_list(&count);

    (void)state;
    for (size_t n = 0; n < sizeof pairs / sizeof *pairs; n++) {
        for (size_t k = 0; k < count; k++) {
            clmodp_zx *r = peers[k].resultant(pairs[n].f, pairs[n].g);

            if (!clmodp_zx_equal(r, pairs[n].resultant))
                fail_msg("%s: %s", peers[k].name, pairs[n].name);
            clmodp_zx_destroy(r);
        }
        known_pair_clear(&pairs[n]);
    }
    SKIP_UNLESS(count > 0, PEERS_MISSING);
}

TESTS(
    cmocka_unit_test(random_pairs),
    cmocka_unit_test(closed_forms));
