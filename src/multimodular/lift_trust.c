/* Known integers for convolutions. */
#include "multimodular/lift_trust.h"

#include "arith/prime.h"
#include "base/memory.h"

enum {
    PRIMES = 100, /* of several blocks */
    VALUES = 4
};

/* The greatest number and its negative, one with long carries, and 1; of a product of primes. */
static void choose(mpz_t value[VALUES], const mpz_t product)
{
    mpz_fdiv_q_2exp(value[0], product, 1);
    mpz_neg(value[1], value[0]);
    mpz_setbit(value[2], mpz_sizeinbase(product, 2) * 2 / 3);
    mpz_sub_ui(value[2], value[2], 1);
    mpz_set_ui(value[3], 1);
}

/* The values from their residues. */
static clmodp_status lift(clmodp_context *ctx, mpz_t value[VALUES], const uint32_t *primes,
                          const uint32_t *residues)
{
    clmodp_status st = CLMODP_OK;
    const clm_lift_options options = {.way = CLM_LIFT_CONVOLUTION};
    clm_lift *lift = NULL;
    mpz_ptr pointers[VALUES];

    for (size_t k = 0; k < VALUES; k++)
        pointers[k] = value[k];
    TRY(clm_lift_create(ctx, &lift, primes, PRIMES, VALUES, &options));
    TRY(clm_lift_run(ctx, lift, pointers, VALUES, residues, VALUES));
done:
    clm_lift_destroy(ctx, lift);
    return st;
}

static clmodp_status check(clmodp_context *ctx, const void *subject)
{
    clmodp_status st = CLMODP_OK;
    mpz_t product, expected[VALUES], value[VALUES];
    uint32_t primes[PRIMES], residues[PRIMES * VALUES];

    (void)subject;
    mpz_init_set_ui(product, 1);
    for (size_t k = 0; k < VALUES; k++) {
        mpz_init(expected[k]);
        mpz_init(value[k]);
    }
    (void)clm_primes_below(primes, PRIMES, INT32_MAX, 2); /* there are as many */
    for (size_t i = 0; i < PRIMES; i++)
        mpz_mul_ui(product, product, primes[i]);
    choose(expected, product);
    for (size_t i = 0; i < PRIMES; i++)
        for (size_t k = 0; k < VALUES; k++)
            residues[i * VALUES + k] = (uint32_t)mpz_fdiv_ui(expected[k], primes[i]);
    TRY(lift(ctx, value, primes, residues));
    for (size_t k = 0; k < VALUES; k++)
        if (mpz_cmp(value[k], expected[k]) != 0)
            FAIL(&ctx->error, CLMODP_CORRUPT,
                 "the device \"%s\" (driver %s) finds a known integer wrongly from its residues: "
                 CLM_WRONG_VALUE ", or lift by another way",
                 ctx->device.name, ctx->device.driver);
done:
    for (size_t k = 0; k < VALUES; k++) {
        mpz_clear(value[k]);
        mpz_clear(expected[k]);
    }
    mpz_clear(product);
    return st;
}

static const char *const names[] = {"multimodular/convolution.cl", "multimodular/positional.cl"};
static const clm_kernel_files files = {names, sizeof names / sizeof *names};

const clm_trust clm_lift_convolution_trust = {
    .fact = "known integers are lifted rightly by convolutions", .files = &files, .check = check};

bool clm_lift_may_convolve(const clm_lift_options *options, size_t primes)
{
    return options->way == CLM_LIFT_CONVOLUTION ||
           (options->way == CLM_LIFT_AUTO && primes >= CLM_LIFT_LEAST_CONVOLUTION);
}
