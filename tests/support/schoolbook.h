/* Operands and shapes of launches for tests of schoolbook products and divisions. */
#ifndef TESTS_SUPPORT_SCHOOLBOOK_H
#define TESTS_SUPPORT_SCHOOLBOOK_H

#include "fpx/schoolbook/schoolbook.h"
#include "support/batch.h"

static const u32 primes[] = {3, 5, 65537, 469762049, 998244353, 2013265921, 2147483647};
#define PRIMES (sizeof primes / sizeof *primes)

/* Sets out to random residues, often the greatest one, sometimes with long gaps. */
static inline void schoolbook_fill(u32 *out, clm_random *random, size_t count, u32 p)
{
    const uint64_t kind = clm_random_below(random, 4);

    for (size_t i = 0; i < count; i++)
        switch (kind) {
        case 0: out[i] = p - 1; break;
        case 1: out[i] = clm_random_below(random, 50) == 0 ? 1 : 0; break;
        default: out[i] = (u32)clm_random_below(random, p);
        }
}

/* Checks operands of n and m coefficients. */
typedef void schoolbook_check(clmodp_context *ctx, size_t n, size_t m, u32 p,
                              clm_schoolbook_shape shape);

/* Checks sizes around vectors, rows, pairs of rows and sweeps, for all tunings and many shapes.
 * Groups have few sizes, since PoCL compiles for each. */
static inline void schoolbook_check_shapes(schoolbook_check *check)
{
    static const size_t sizes[] = {1, 2, 3, 15, 16, 17, 63, 64, 65, 130, 255, 300};
    static const clm_schoolbook_shape shapes[] = {
        {1, 1, 1}, {2, 3, 64}, {3, 1, 64}, {4, 16, 256}, {7, 3, 100}, {16, 16, 128}, {64, 1, 1000},
        {100, 3, 64}, {511, 1, 512},
    };
    const size_t count = sizeof sizes / sizeof *sizes;
    size_t number = 0;

    for (size_t tuning = batch_first(); tuning < BATCH_TUNINGS; tuning = batch_next(tuning)) {
        clmodp_context *ctx = batch_context(tuning);

        for (size_t k = 0; k < sizeof shapes / sizeof *shapes; k++)
            for (size_t i = 0; i < count * count; i++)
                if (number++ % 5 == 0 && batch_turn(number / 5, 40)) {
                    ctx = batch_again(ctx, tuning);
                    check(ctx, sizes[i % count], sizes[i / count], primes[number % PRIMES],
                          shapes[k]);
                }
        clmodp_context_destroy(ctx);
    }
}

#endif
