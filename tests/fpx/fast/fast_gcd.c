/* Tests clm_fast_gcd against the schoolbook Euclidean algorithm, for base cases of all sizes. */
#include "fpx/fast/gcd.h"

#include "fpx/fast/half_gcd.h"
#include "ref/euclid.h"
#include "support/batch.h"

static const u32 primes[] = {3, 5, 65537, 469762049, 2013265921, 2147483647};
#define PRIMES (sizeof primes / sizeof *primes)

/* Asserts that the buffer holds the polynomial. */
static void compare(clmodp_context *ctx, const clm_buffer *words, size_t count, ref_poly expected,
                    const char *what)
{
    u32 *got = device_need(count + 1, sizeof *got);

    if (count > 0)
        BATCH_OK(ctx, clm_buffer_read(ctx, words, 0, got, count * sizeof *got));
    if (count != expected.count)
        fail_msg("%s of %zu coefficients, not %zu", what, count, expected.count);
    for (size_t i = 0; i < count; i++)
        if (got[i] != expected.c[i])
            fail_msg("%s of %zu coefficients: coefficient %zu is %u, not %u", what, count, i,
                     got[i], expected.c[i]);
    free(got);
}

/* Returns (g - u a) / b. */
static ref_poly other_cofactor(ref_poly g, ref_poly u, ref_poly a, ref_poly b, u32 p)
{
    ref_poly product = ref_product(u, a, p), left = ref_difference(g, product, p), v, rest;

    ref_divide(&v, &rest, left, b, p);
    assert_int_equal(rest.count, 0);
    ref_clear(&rest);
    ref_clear(&left);
    ref_clear(&product);
    return v;
}

static void check(clmodp_context *ctx, ref_poly a, ref_poly b, u32 p, size_t base)
{
    clm_buffer of_a = device_words(ctx, a.c, a.count), of_b = device_words(ctx, b.c, b.count);
    clm_buffer g = device_words(ctx, NULL, b.count), u = device_words(ctx, NULL, b.count);
    clm_buffer v = device_words(ctx, NULL, a.count);
    u32 resultant = 0;
    clm_fast_gcd_result alone = {.g = &g, .resultant = &resultant};
    clm_fast_gcd_result all = {.g = &g, .u = &u, .v = &v};
    ref_poly expected, cofactor, other;

    ref_gcd(&expected, &cofactor, a, b, p);
    other = other_cofactor(expected, cofactor, a, b, p);
    BATCH_OK(ctx, clm_fast_gcd(ctx, &alone, (clm_poly){&of_a, a.count},
                               (clm_poly){&of_b, b.count}, p, base));
    compare(ctx, &g, alone.g_count, expected, "gcd");
    assert_int_equal(resultant, ref_euclid_resultant(a, b, p));
    BATCH_OK(ctx, clm_fast_gcd(ctx, &all, (clm_poly){&of_a, a.count},
                               (clm_poly){&of_b, b.count}, p, base));
    compare(ctx, &g, all.g_count, expected, "gcd with cofactors");
    compare(ctx, &u, all.u_count, cofactor, "first cofactor");
    compare(ctx, &v, all.v_count, other, "second cofactor");
    ref_clear(&other);
    ref_clear(&cofactor);
    ref_clear(&expected);
    clm_buffer_destroy(ctx, &v);
    clm_buffer_destroy(ctx, &u);
    clm_buffer_destroy(ctx, &g);
    clm_buffer_destroy(ctx, &of_b);
    clm_buffer_destroy(ctx, &of_a);
}

static void test_sequences(void **state)
{
    static const struct {
        size_t count, common, often, most, base;
    } cases[] = {
        {1, 1, 2, 1, 1},    {2, 1, 2, 1, 1},      {9, 2, 2, 1, 1},     {40, 1, 2, 1, 1},
        {40, 7, 3, 5, 2},   {150, 1, 1, 1, 5},    {150, 30, 9, 40, 7}, {200, 199, 1, 1, 16},
        {300, 1, 20, 90, 3}, {300, 100, 5, 9, 16}, {500, 3, 50, 300, 31}, {700, 1, 1, 1, 64},
        {700, 2, 4, 3, 50},  {640, 320, 1, 1, 0},
    };

    (void)state;
    for (size_t t = 2; t < 4; t++) {
        clmodp_context *ctx = batch_context(t);

        for (size_t k = 0; k < sizeof cases / sizeof *cases; k++)
            for (size_t i = 0; i < PRIMES; i++) {
                clm_random random = {k * 100 + i};
                ref_poly a, b;

                if (!batch_turn(k + i, 7))
                    continue;
                ref_random_sequence(&random, &a, &b, cases[k].count, cases[k].common,
                                    cases[k].often, cases[k].most, primes[i]);
                if (b.count == 0) { /* one coefficient only: b := a */
                    ref_clear(&b);
                    b = ref_copy(a);
                }
                check(ctx, a, b, primes[i], cases[k].base);
                ref_clear(&b);
                ref_clear(&a);
                ctx = batch_again(ctx, t);
            }
        clmodp_context_destroy(ctx);
    }
}

TESTS(cmocka_unit_test(test_sequences));
