/* Tests with failures of every allocation while greatest common divisors are found. */
#include <clmodp/gcd.h>

#include "core/error.h"
#include "support/assertions.h"
#include "support/faults.h"

/* Two operands, and places for gcd and cofactors. */
static clmodp_status find(clmodp_context *context, void *argument)
{
    clmodp_status st = CLMODP_OK;
    clmodp_mpoly *const *f = argument;

    TRY(clmodp_mpoly_gcd(context, f[2], f[3], f[4], f[0], f[1]));
    assert_int_equal(clmodp_mpoly_terms(f[2]), 4);
    assert_int_equal(clmodp_mpoly_terms(f[3]), 2);
done:
    return st;
}

static void gcds_survive_failures(void **state)
{
    const clmodp_context_options host = {.size = sizeof host, .device = "host"};
    static const char *const names[] = {"x", "y", "z"};
    static const char *const texts[] = {
        "(x^2*y + 7^40*z*x - 3*z + 1)*(x - y)*z", "(x^2*y + 7^40*z*x - 3*z + 1)*(x*z + 5)*z",
        "0", "0", "0"};
    clmodp_mpoly *f[5];
    clmodp_context *context;

    (void)state;
    assert_int_equal(clmodp_context_create(&context, &host, NULL, 0), CLMODP_OK);
    for (size_t k = 0; k < 5; k++) {
        assert_int_equal(clmodp_mpoly_create(&f[k], 3), CLMODP_OK);
        assert_int_equal(clmodp_mpoly_from_text(f[k], NULL, texts[k], CLMODP_STRING, names, NULL,
                                                NULL), CLMODP_OK);
    }
    assert_true(fault_sweep_warm(FAULT_ALLOCATION, context, find, f, fault_every()) > 20);
    for (size_t k = 0; k < 5; k++)
        clmodp_mpoly_destroy(f[k]);
    clmodp_context_destroy(context);
}

TESTS(cmocka_unit_test(gcds_survive_failures));
