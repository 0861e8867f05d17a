/* Tests of height bounds from known Mahler measures; tests/bounds/bounds.c tests them for all
 * shapes. */
#include <math.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include "bounds/bounds.h"
#include "bounds/height.h"
#include "support/assertions.h"
#include "support/polynomials.h"

#define OK(call) assert_int_equal((call), CLMODP_OK)

/* For f = y^p - 1 and g = y^2 - 10 y - 1 with the roots a = 5 + 26^(1/2) and -1/a, R is nearly
 * a^p, with a relative error below 3 / a^p, so every step must be exact, and lose little. */
static void measure_is_sharp(void **state)
{
    (void)state;
    for (size_t p = 10; p <= 10000; p *= 10)
        for (size_t side = 0; side < 2; side++) {
            clmodp_zxy *f = zxy_trinomial(1, p, 0, 0, -1, 0);
            clmodp_zxy *g = zxy_trinomial(1, 2, -10, 1, -1, 0);
            double truth = (double)p * log2(5.0 + sqrt(26.0)), bits;
            clm_norms nf, ng;

            OK(clm_norms_create(NULL, &nf, side == 0 ? f : g));
            OK(clm_norms_create(NULL, &ng, side == 0 ? g : f));
            OK(clm_height_by_mahler(NULL, &bits, &nf, &ng, 0));
            if (!(bits > truth && bits < truth + 4.0))
                fail_msg("p = %zu, side %zu: %.3f bits, the truth is %.3f", p, side, bits, truth);
            clm_norms_destroy(&ng);
            clm_norms_destroy(&nf);
            DESTROY(g, f);
        }
}

/* The resultant of y^(2n) + x and y^2 - x is (x^n + x)^2, that of y^(2n) + x and y^2 - 3 x is
 * (3^n x^n + x)^2. */
static void high_degrees(void **state)
{
    clmodp_zxy *f = zxy_trinomial(1, 60000, 0, 0, 1, 1), *g = zxy_trinomial(1, 2, 0, 0, -1, 1);
    clmodp_zxy *h = zxy_trinomial(1, 2, 0, 0, -3, 1);
    clm_bounds bounds;

    (void)state;
    OK(clm_bounds_compute(NULL, &bounds, f, g, NULL));
    assert_uint_in_range(bounds.height_bits, 2, 4);
    assert_string_equal(bounds.height_name, "mahler");
    OK(clm_bounds_compute(NULL, &bounds, g, f, NULL));
    assert_uint_in_range(bounds.height_bits, 2, 4);
    OK(clm_bounds_compute(NULL, &bounds, f, h, NULL));
    assert_true((double)bounds.height_bits > 60000.0 * log2(3.0));
    assert_true((double)bounds.height_bits < 60000.0 * log2(3.0) + 4.0);
    DESTROY(h, g, f);
}

/* All roots of y^2 + y + 1 and of y^10 - y^9 + ... + 1 are on the unit circle: norms alone would
 * give 40000 bits. The roots of 2 y^3 - 3 y^2 + 3 y - 1 are 1/2 and (1 +- (-3)^(1/2)) / 2. */
static void signs_count(void **state)
{
    static const struct {
        const char *f, *g;
        uint64_t least, most;
    } cases[] = {
        {"y^60000 + x", "y^2 + y + 1", 2, 4},
        {"y^2 + y + 1", "y^60000 + x", 2, 4},
        {"y^200000 + x", "y^2 + y + 1", 2, 4},
        {"y^60000 - x", "y^10 - y^9 + y^8 - y^7 + y^6 - y^5 + y^4 - y^3 + y^2 - y + 1", 9, 13},
        {"y^60000 + x*y^7 + 1", "2*y^3 - 3*y^2 + 3*y - 1", 60000, 60016},
        {"y^60000 + 1", "x*y^3 - y + 2", 60000, 61200},
        {"y^60000 + 1", "x*y^3 - x^2*y + x*y^2 + 1", 1, 60000},
    };

    (void)state;
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        clmodp_zxy *f = zxy_parse(cases[k].f), *g = zxy_parse(cases[k].g);
        clm_bounds bounds;

        OK(clm_bounds_compute(NULL, &bounds, f, g, NULL));
        if (bounds.height_bits < cases[k].least || bounds.height_bits > cases[k].most)
            fail_msg("%s, %s: %llu bits", cases[k].f, cases[k].g,
                     (unsigned long long)bounds.height_bits);
        assert_string_equal(bounds.height_name, "mahler");
        DESTROY(g, f);
    }
}

TESTS(
    cmocka_unit_test(measure_is_sharp),
    cmocka_unit_test(high_degrees),
    cmocka_unit_test(signs_count));
