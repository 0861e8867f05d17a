/* Tests that boxes of isolated complex roots are about as narrow as values are accurate, and still
 * have the roots. */
#include "roots/sharpen.h"

#include "support/assertions.h"
#include "support/polynomials.h"

/* Newton's method does not end in a box without a root. */
static void boxes(void **state)
{
    static const struct {
        const char *f;
        uint64_t bits; /* of all boxes; 0: some values lose too many */
    } cases[] = {
        {"7*x - 10^20", 0},
        {"3*x^2 - x + 5", 90},
        {"x^60 + 3*x^59 - 7*x^40 + 5*x^33 - 9*x^21 + 2*x^13 + 8*x^4 - 5*x + 3", 75},
        {"x^120 - 3*x^77 + 11*x^5 + 1", 75},
        {"(10^40*x^3 - 10^10*x + 7)*(x^4 + 10^25*x + 3) + 1", 60}, /* sizes */
        {"x^20 + 3*(10^12*x^2 + x + 10^12)^2", 0},                 /* isolated in several rounds */
        {"((x - 10^20)^7 - 2)*((x + 3*10^15)^5 - x) + 1", 0},
        {"(10^300*x^2 - 3)*(x^9 - 10^4000*x + 1)", 0},             /* beyond double precision */
        {"(10^30*(x - 3)^2 - 1)*(10^30*(x - 2)^2 + 1)*(x^3 + x + 1)", 0},
    };

    (void)state;
    for (size_t n = 0; n < sizeof cases / sizeof *cases; n++) {
        clmodp_zx *f = zx_parse(cases[n].f);
        clm_aberth d;

        assert_int_equal(clm_aberth_init(&d, f), CLMODP_OK);
        assert_int_equal(clm_aberth_isolate(&d, 1, NULL), CLMODP_OK);
        for (size_t k = 0; k < d.degree; k++) {
            if (!d.state[k].boxed)
                continue;
            if (cases[n].bits > 0 && !clm_box_is_narrow(&d.box[k], cases[n].bits, true))
                fail_msg("wide box of %s", cases[n].f);
            assert_int_equal(clm_newton_refine(&d.box[k], &d.newton[k], f, 500, true, NULL),
                             CLMODP_OK);
        }
        clm_aberth_clear(&d);
        clmodp_zx_destroy(f);
    }
}

TESTS(cmocka_unit_test(boxes));
