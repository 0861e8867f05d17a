/* Self-tests of CRT reconstruction on the device. */
#include "multimodular/crt.h"

#include "arith/prime.h"

enum { TEST_VALUES = 4 };

/* A method, and a sufficient number of primes. */
typedef struct crt_test {
    clm_crt_method method;
    size_t primes;
} crt_test;

static const crt_test crt_tests[CLM_CRT_METHODS] = {
    [CLM_CRT_MIXED_RADIX] = {CLM_CRT_MIXED_RADIX, 12},
    [CLM_CRT_POSITIONAL] = {CLM_CRT_POSITIONAL, 12},
    [CLM_CRT_CONVOLUTION] = {CLM_CRT_CONVOLUTION, 100}, /* several blocks */
};
#define MOST_TEST_PRIMES 100

/* Chooses four values for a product P of primes: +-floor(P / 2), one with long carries, and 1. */
static void choose_known_values(mpz_t value[TEST_VALUES], const mpz_t product)
{
    mpz_fdiv_q_2exp(value[0], product, 1);
    mpz_neg(value[1], value[0]);
    mpz_setbit(value[2], mpz_sizeinbase(product, 2) * 2 / 3);
    mpz_sub_ui(value[2], value[2], 1);
    mpz_set_ui(value[3], 1);
}

static clmodp_status reconstruct_known_values(clmodp_context *ctx, mpz_t value[TEST_VALUES],
                                              const crt_test *by, const uint32_t *primes,
                                              const uint32_t *residues)
{
    clmodp_status st = CLMODP_OK;
    const clm_crt_options options = {.method = by->method};
    clm_crt *crt = NULL;
    mpz_ptr pointers[TEST_VALUES];

    for (size_t k = 0; k < TEST_VALUES; k++)
        pointers[k] = value[k];
    TRY(clm_crt_create(ctx, &crt, primes, by->primes, TEST_VALUES, &options));
    if (clm_crt_chosen(crt) != by->method)
        FAIL(&ctx->error, CLMODP_DEVICE_MEMORY,
             "no memory for the self-test of CRT reconstruction");
    TRY(clm_crt_run(ctx, crt, pointers, TEST_VALUES, residues, TEST_VALUES));
done:
    clm_crt_destroy(ctx, crt);
    return st;
}

static clmodp_status check_known_values(clmodp_context *ctx, const void *about)
{
    clmodp_status st = CLMODP_OK;
    const crt_test *by = about;
    mpz_t product, expected[TEST_VALUES], value[TEST_VALUES];
    uint32_t primes[MOST_TEST_PRIMES], residues[MOST_TEST_PRIMES * TEST_VALUES];

    mpz_init_set_ui(product, 1);
    for (size_t k = 0; k < TEST_VALUES; k++) {
        mpz_init(expected[k]);
        mpz_init(value[k]);
    }
    (void)clm_primes_below(primes, by->primes, INT32_MAX, 2); /* there are enough */
    for (size_t i = 0; i < by->primes; i++)
        mpz_mul_ui(product, product, primes[i]);
    choose_known_values(expected, product);
    for (size_t i = 0; i < by->primes; i++)
        for (size_t k = 0; k < TEST_VALUES; k++)
            residues[i * TEST_VALUES + k] = (uint32_t)mpz_fdiv_ui(expected[k], primes[i]);
    TRY(reconstruct_known_values(ctx, value, by, primes, residues));
    for (size_t k = 0; k < TEST_VALUES; k++)
        if (mpz_cmp(value[k], expected[k]) != 0)
            FAIL(&ctx->error, CLMODP_CORRUPT,
                 "the device \"%s\" (driver %s) reconstructs a known integer "
                 "wrongly: " CLM_WRONG_VALUE ", or choose another reconstruction method",
                 ctx->device.name, ctx->device.driver);
done:
    for (size_t k = 0; k < TEST_VALUES; k++) {
        mpz_clear(value[k]);
        mpz_clear(expected[k]);
    }
    mpz_clear(product);
    return st;
}

#define POSITIONAL_FILE "multimodular/positional.cl"

static const clm_kernel_files test_kernels[CLM_CRT_METHODS] = {
    [CLM_CRT_MIXED_RADIX] = CLM_KERNEL_FILES(POSITIONAL_FILE, "multimodular/mixed_radix.cl"),
    [CLM_CRT_POSITIONAL] = CLM_KERNEL_FILES(POSITIONAL_FILE),
    [CLM_CRT_CONVOLUTION] = CLM_KERNEL_FILES(POSITIONAL_FILE, "multimodular/convolution.cl"),
};

#define PROPERTY(method, by)                                                                 \
    [method] = {"known integers are reconstructed correctly by " by, &test_kernels[method], \
                check_known_values, &crt_tests[method], true}

const clm_self_test clm_crt_self_tests[CLM_CRT_METHODS] = {
    PROPERTY(CLM_CRT_MIXED_RADIX, "mixed radix digits"),
    PROPERTY(CLM_CRT_POSITIONAL, "a product of matrices"),
    PROPERTY(CLM_CRT_CONVOLUTION, "convolutions"),
};
