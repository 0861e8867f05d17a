/* Tests with failures of every allocation while roots are found, refined and written. */
#include <stdlib.h>
#include <string.h>

#include <clmodp/roots.h>

#include "core/error.h"
#include "support/assertions.h"
#include "support/faults.h"
#include "support/polynomials.h"

static clmodp_status find_roots(clmodp_context *context, void *argument)
{
    clmodp_status st = CLMODP_OK;
    clmodp_zx *const *polynomials = argument;
    clmodp_complex_roots *all = NULL;
    clmodp_roots *roots = NULL;
    char *text = NULL;
    int sign = 0;

    TRY(clmodp_roots_find(context, &roots, polynomials[0], NULL));
    assert_int_equal(clmodp_roots_count(roots), 5);
    TRY(clmodp_roots_refine(context, roots, 4, 200));
    TRY(clmodp_roots_sign(context, &sign, roots, 4, polynomials[1]));
    assert_int_equal(sign, 0);
    if (clmodp_roots_to_text(&text, roots, 4, 10) == CLMODP_OK)
        assert_string_equal(text, "1.414213562");
    clmodp_roots_destroy(roots);
    TRY(clmodp_roots_find(context, &roots, polynomials[2], NULL));
    assert_int_equal(clmodp_roots_count(roots), 3);
    TRY(clmodp_complex_roots_find(context, &all, polynomials[1], NULL));
    assert_int_equal(clmodp_complex_roots_count(all), 4);
    free(text);
    text = NULL;
    if (clmodp_complex_roots_to_text(&text, all, 2, 10) == CLMODP_OK)
        assert_string_equal(text, "1.414213562*i");
    clmodp_complex_roots_destroy(all);
    TRY(clmodp_complex_roots_find(context, &all, polynomials[3], NULL));
    assert_int_equal(clmodp_complex_roots_count(all), 4);
    clmodp_complex_roots_destroy(all);
    TRY(clmodp_complex_roots_find(context, &all, polynomials[4], NULL));
    assert_int_equal(clmodp_complex_roots_count(all), 3);
    TRY(clmodp_complex_roots_refine(context, all, 0, 200));
done:
    free(text);
    clmodp_complex_roots_destroy(all);
    clmodp_roots_destroy(roots);
    return st;
}

static void roots_survive_failures(void **state)
{
    const clmodp_context_options host = {.size = sizeof host, .device = "host"};
    static const char *const texts[] = {"(x^2 - 2)*x^3*(3*x - 1)^2*(x + 77)*(x^70 + 1)",
                                        "x^4 - 4", "x^27 - 2*(10^30*x^3 - 1)^2",
                                        "(x^2 - 10^36)*((x - 10^18)^2 - 2)",  /* close roots */
                                        "(x - 10^18)^3 - 2*(x - 10^18)"};     /* far from 0 */
    clmodp_zx *polynomials[sizeof texts / sizeof *texts];
    clmodp_context *context;

    (void)state;
    assert_int_equal(clmodp_context_create(&context, &host, NULL, 0), CLMODP_OK);
    for (size_t k = 0; k < sizeof texts / sizeof *texts; k++)
        polynomials[k] = zx_parse(texts[k]);
    assert_true(fault_sweep_warm(FAULT_ALLOCATION, context, find_roots, polynomials,
                                 fault_every()) > 5);
    for (size_t k = 0; k < sizeof texts / sizeof *texts; k++)
        clmodp_zx_destroy(polynomials[k]);
    clmodp_context_destroy(context);
}

TESTS(cmocka_unit_test(roots_survive_failures));
