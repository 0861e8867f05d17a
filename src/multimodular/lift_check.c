/* Known answers for convolutions, with the primes at hand. */
#include "multimodular/lift_check.h"

#include "base/memory.h"
#include "device/identity.h"

enum { VALUES = 4 };

/* The greatest number and its negative, one with long carries, and 1; of a product of primes. */
static void choose(mpz_t value[VALUES], const mpz_t product)
{
    mpz_fdiv_q_2exp(value[0], product, 1);
    mpz_neg(value[1], value[0]);
    mpz_setbit(value[2], mpz_sizeinbase(product, 2) * 2 / 3);
    mpz_sub_ui(value[2], value[2], 1);
    mpz_set_ui(value[3], 1);
}

static clmodp_status check_answers(clmodp_context *ctx, const clm_lift *lift,
                                   const uint32_t *primes, size_t count)
{
    clmodp_status st = CLMODP_OK;
    mpz_t product, expected[VALUES], value[VALUES];
    mpz_ptr pointers[VALUES];
    uint32_t *residues = NULL;

    mpz_init_set_ui(product, 1);
    for (size_t k = 0; k < VALUES; k++) {
        mpz_init(expected[k]);
        mpz_init(value[k]);
        pointers[k] = value[k];
    }
    NEW(&ctx->error, residues, VALUES * count);
    for (size_t i = 0; i < count; i++)
        mpz_mul_ui(product, product, primes[i]);
    choose(expected, product);
    for (size_t i = 0; i < count; i++)
        for (size_t k = 0; k < VALUES; k++)
            residues[i * VALUES + k] = (uint32_t)mpz_fdiv_ui(expected[k], primes[i]);
    TRY(clm_lift_run(ctx, lift, pointers, VALUES, residues, VALUES));
    for (size_t k = 0; k < VALUES; k++)
        if (mpz_cmp(value[k], expected[k]) != 0)
            FAIL(&ctx->error, CLMODP_CORRUPT,
                 "the device \"%s\" (driver %s) finds a known integer wrongly from its residues: "
                 CLM_WRONG_VALUE ", or lift by another way",
                 ctx->device.name, ctx->device.driver);
done:
    free(residues);
    for (size_t k = 0; k < VALUES; k++) {
        mpz_clear(value[k]);
        mpz_clear(expected[k]);
    }
    mpz_clear(product);
    return st;
}

clmodp_status clm_lift_ensure(clmodp_context *ctx, const clm_lift *lift, const uint32_t *primes,
                              size_t count)
{
    static const char fact[] = "known integers are lifted rightly by convolutions";
    static const char *const names[] = {"multimodular/convolution.cl",
                                        "multimodular/positional.cl"};
    static const clm_kernel_files files = {names, sizeof names / sizeof *names};
    clmodp_status st = CLMODP_OK;
    clmodp_context test; /* nobody is asked: it is not the caller's work */

    if (clm_lift_chosen(lift) != CLM_LIFT_CONVOLUTION ||
        (ctx->kept->trusted & CLM_TRUST_CONVOLUTION) != 0)
        return CLMODP_OK;
    if (!clm_fact_recall(ctx, fact, &files)) {
        clm_context_begin(&test, ctx, ctx->max_memory, false);
        st = check_answers(&test, lift, primes, count);
        TRY(clm_context_end(ctx, &test, st));
        clm_fact_remember(ctx, fact, &files);
    }
    ctx->kept->trusted |= CLM_TRUST_CONVOLUTION;
done:
    return st;
}
