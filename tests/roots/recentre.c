/* Tests polynomials about the mean of their roots. */
#include <clmodp/polynomials.h>

#include "roots/recentre.h"
#include "support/assertions.h"
#include "support/polynomials.h"

static void centres(void **state)
{
    static const struct {
        const char *f, *centre, *g; /* g = NULL: the roots are not close together */
    } cases[] = {
        {"(x - 10^20)^5 - 3*(x - 10^20) + 1", "100000000000000000000", "x^5 - 3*x + 1"},
        {"-3*(x + 1000)^2 + 5", "-1000", "-3*x^2 + 5"},
        {"(x - 1024)*(x - 1025)", "1025", "x^2 + x"},         /* halves are rounded up */
        {"(x - 8192)*(x - 8199)", "8196", "x^2 + x - 12"},
        {"(x - 2^12)^2 - 3", "4096", "x^2 - 3"},
        {"(x - 2^8)^2 - 1000", "0", NULL},                     /* 0 is 2^8 / 31 times as far */
        {"x^2 - 2*10^50*x + 2*10^100", "0", NULL},             /* 10^50 (1 + i) */
        {"(x - 10^20)^3*(x + 3*10^20)", "0", NULL},            /* mean 0 */
        {"(x - 10^20)^3*(x - 10^21)", "0", NULL},
        {"(x - 10^20)^30*(x - 3)", "0", NULL},                 /* not all */
        {"x - 10^20", "0", NULL},
        {"x^7 - 3", "0", NULL},
    };

    (void)state;
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        clmodp_zx *f = zx_parse(cases[k].f), *g;
        mpz_t c, expected;

        mpz_init(c);
        mpz_init_set_str(expected, cases[k].centre, 10);
        assert_int_equal(clmodp_zx_create(&g), CLMODP_OK);
        assert_int_equal(clm_recentre(g, c, f, NULL), CLMODP_OK);
        if (mpz_cmp(c, expected) != 0)
            fail_msg("wrong centre of %s", cases[k].f);
        if (cases[k].g != NULL) {
            clmodp_zx *moved = zx_parse(cases[k].g);

            assert_true(clmodp_zx_equal(g, moved));
            clmodp_zx_destroy(moved);
        }
        mpz_clears(c, expected, NULL);
        DESTROY(f, g);
    }
}

TESTS(cmocka_unit_test(centres));
