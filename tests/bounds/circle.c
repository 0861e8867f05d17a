/* Heights from the unit circle; tests/bounds/bounds.c has them against all shapes. */
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include "base/random.h"
#include "bounds/height.h"
#include "support/assertions.h"
#include "support/polynomials.h"
#include "support/small.h"

#define OK(call) assert_int_equal((call), CLMODP_OK)

/* Whatever lies between few samples is accounted for: with very many, there is nothing
 * left to account for, and the bound is no larger. High powers make errors visible. */
static void circle_needs_no_luck(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= random_cases(60); seed++) {
        clm_random random = {seed};
        size_t d = 1 + seed % 7, few = d < 2 ? 2 : d < 4 ? 4 : 8;
        clmodp_zxy *f = zxy_new(), *g = zxy_new();
        clm_norms nf, ng;
        double limit, bits;

        for (size_t i = 0; i <= d; i++)
            OK(clmodp_zxy_set_coeff_si(f, (long)clm_random_below(&random, 3) - 1, i, 0));
        OK(clmodp_zxy_set_coeff_si(f, 1, d, 0));
        OK(clmodp_zxy_set_coeff_si(g, 1, 0, 60)); /* R = f^60 */
        OK(clm_norms_create(NULL, &nf, f));
        OK(clm_norms_create(NULL, &ng, g));
        OK(clm_height_on_circle(NULL, &limit, f, &nf, g, &ng, 0, 0, 1 << 13));
        for (; few <= 256; few *= 2) {
            OK(clm_height_on_circle(NULL, &bits, f, &nf, g, &ng, 0, 0, few));
            if (!(bits >= limit - 0.05))
                fail_msg("seed %llu, %zu samples: %.3f bits, %.3f with 2^13",
                         (unsigned long long)seed, few, bits, limit);
        }
        assert_true(bits < limit + 4.0);
        clm_norms_destroy(&nf);
        clm_norms_destroy(&ng);
        clmodp_zxy_destroy(g);
        clmodp_zxy_destroy(f);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(circle_needs_no_luck),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
