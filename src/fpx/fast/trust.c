/* Products by transforms that are known in closed form. */
#include "fpx/fast/trust.h"

#include "base/size.h"
#include "fpx/fast/multiply.h"
#include "fpx/ntt_trust.h"

/* F = c (1 + x + ... + x^(COUNT - 1)): the coefficients of F^2 count pairs. */
enum { COUNT = 150, ALL = 2 * COUNT - 1 };

/* The first has the roots of unity, the second needs three other primes. */
static const u32 primes[] = {2013265921, 2147483629};

static clmodp_status check_prime(clmodp_context *ctx, const clm_buffer *a, const clm_buffer *out,
                                 u32 p)
{
    clmodp_status st = CLMODP_OK;
    const clm_poly f = {a, COUNT};
    const uint64_t c = p - 12345, square = c * c % p;
    u32 words[ALL];

    for (size_t k = 0; k < COUNT; k++)
        words[k] = (u32)c;
    TRY(clm_buffer_write(ctx, a, 0, words, COUNT * sizeof *words));
    TRY(clm_fast_multiply(ctx, out, f, f, p));
    TRY(clm_buffer_read(ctx, out, 0, words, sizeof words));
    for (size_t k = 0; k < ALL; k++)
        if (words[k] != square * clm_size_min(k + 1, ALL - k) % p)
            FAIL(&ctx->error, CLMODP_CORRUPT,
                 "the device \"%s\" (driver %s) computes a known product of polynomials by "
                 "transforms wrongly: " CLM_WRONG_VALUE, ctx->device.name, ctx->device.driver);
done:
    return st;
}

static clmodp_status check(clmodp_context *ctx, const void *subject)
{
    clmodp_status st = CLMODP_OK;
    clm_buffer a = {0}, out = {0};

    (void)subject;
    TRY(clm_buffer_create(ctx, &a, COUNT, sizeof(u32)));
    TRY(clm_buffer_create(ctx, &out, ALL, sizeof(u32)));
    for (size_t k = 0; k < sizeof primes / sizeof *primes; k++)
        TRY(check_prime(ctx, &a, &out, primes[k]));
done:
    clm_buffer_destroy(ctx, &out);
    clm_buffer_destroy(ctx, &a);
    return st;
}

static const char *const names[] = {"fpx/fast/multiply.cl", "fpx/roots.cl", "fpx/ntt.cl"};
static const clm_kernel_files files = {names, 3};
static const clm_trust trust = {"a known product of polynomials by transforms is right", &files,
                                check, NULL, false};

size_t clm_fast_multiply_needs(const clmodp_context *ctx, const clm_trust **needs, size_t n,
                               size_t m, u32 p)
{
    const clm_ntt_plan plan = clm_fast_multiply_plan(ctx, n, m, p);
    size_t count = 0;

    if (plan.length == 0)
        return 0;
    needs[count++] = &trust;
    for (size_t pass = 0; pass < plan.passes; pass++)
        if (pass == 0 || plan.radix[pass] != plan.radix[pass - 1])
            needs[count++] = &clm_ntt_trust[plan.radix[pass]];
    return count;
}
