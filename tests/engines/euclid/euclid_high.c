/* Tests high degrees in y, for which remainder sequences take blocks of steps, against the
 * resultant and the first subresultant by single steps. */
#include <string.h>

#include "opencl/context.h"
#include "opencl/kernel.h"
#include "support/context.h"
#include "support/polynomials.h"

#define DEGREE 1100

/* Returns whether blocks were used: their kernels are in a separate program. */
static bool made_blocks(const clmodp_context *context)
{
    for (const clm_program *program = context->kept->programs; program; program = program->next)
        for (const clm_kernel *kernel = program->kernels; kernel; kernel = kernel->next)
            if (strncmp(kernel->name, "euclid_blocks", strlen("euclid_blocks")) == 0)
                return true;
    return false;
}

/* Returns a polynomial in y with coefficients from -1 to 1, except that of y, chosen so that the
 * value at 1 is 0 or 3. */
static clmodp_zxy *random_signs(size_t degree, uint64_t seed, bool zero)
{
    clmodp_zxy *f = zxy_new();
    clm_random random = {seed};
    long left = zero ? 0 : 3, value;
    mpz_t c;

    mpz_init(c);
    for (size_t j = 0; j <= degree; j++) {
        value = j == degree || j == 0 ? 1 : (long)clm_random_below(&random, 3) - 1;
        left -= j == 1 ? 0 : value;
        mpz_set_si(c, value);
        assert_int_equal(clmodp_zxy_set_coeff(f, c, 0, j), CLMODP_OK);
    }
    mpz_set_si(c, left);
    assert_int_equal(clmodp_zxy_set_coeff(f, c, 0, 1), CLMODP_OK);
    mpz_clear(c);
    return f;
}

static void solve(clmodp_context *context, clmodp_zx *r, clmodp_zxy *s, const clmodp_zxy *f,
                  const clmodp_zxy *g)
{
    clmodp_resultant_options options;
    const clmodp_problem problem = {.size = sizeof problem,
                                    .operation = CLMODP_OPERATION_SUBRESULTANT, .k = 1, .f = f,
                                    .g = g, .r = r, .s = s};

    clmodp_resultant_options_init(&options);
    options.engine = CLMODP_ENGINE_EUCLID;
    if (clmodp_compute(context, &problem, &options) != CLMODP_OK)
        fail_msg("%s", clmodp_context_message(context));
    assert_int_equal(context->memory_now, 0);
}

/* Compares single steps with blocks; returns the degree of the resultant. */
static long compare(clmodp_context *context, const clmodp_zxy *f, const clmodp_zxy *g)
{
    const double pair = context->costs.ns[CLM_OP_EUCLID_PAIR];
    clmodp_zx *single = zx_new(), *blocks = zx_new();
    clmodp_zxy *s_single = zxy_new(), *s_blocks = zxy_new();
    long degree;

    context->costs.ns[CLM_OP_BLOCK_WORD] = 1e6 * pair; /* never pays */
    solve(context, single, s_single, f, g);
    assert_false(made_blocks(context));
    context->costs.ns[CLM_OP_EUCLID_PAIR] = 1e4 * pair; /* always pays */
    context->costs.ns[CLM_OP_BLOCK_WORD] = 2e4 * pair;
    solve(context, blocks, s_blocks, f, g);
    assert_true(made_blocks(context));
    assert_true(clmodp_zx_equal(single, blocks) && clmodp_zxy_equal(s_single, s_blocks));
    degree = clmodp_zx_degree(blocks);
    DESTROY(s_blocks, s_single, blocks, single);
    return degree;
}

/* With and without a common zero. */
static void blocks_change_nothing(void **state)
{
    (void)state;
    for (long zeros = 0; zeros <= 1; zeros++) {
        clmodp_context *context = context_open(NULL);
        clmodp_zxy *f = random_signs(DEGREE, 1, zeros > 0);
        clmodp_zxy *g = random_signs(DEGREE - 1, 2, zeros > 0);

        assert_int_equal(compare(context, f, g), zeros > 0 ? -1 : 0);
        DESTROY(g, f);
        clmodp_context_destroy(context);
    }
}

TESTS(cmocka_unit_test(blocks_change_nothing));
