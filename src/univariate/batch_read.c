/* What a caller gives for a batch, checked. */
#include <string.h>

#include "arith/prime.h"
#include "base/memory.h"
#include "univariate/batch.h"

typedef unsigned long ul;

static clmodp_status check_prime(clm_error *error, uint32_t p, size_t k)
{
    clmodp_status st = CLMODP_OK;

    if (p >= (uint32_t)1 << 31 || !clm_is_prime_u32(p))
        FAIL(error, CLMODP_INVALID, "prime %zu is %lu, which is no prime below 2^31", k, (ul)p);
done:
    return st;
}

static clmodp_status check_primes(const clm_fpx_batch *b, clm_error *error)
{
    clmodp_status st = CLMODP_OK;
    const clmodp_fpx_pairs *pairs = b->pairs;

    REQUIRE(error, pairs->primes != NULL);
    if (pairs->prime_count != 1 && pairs->prime_count != pairs->count)
        FAIL(error, CLMODP_INVALID, "%zu primes for %zu pairs: there must be one for each, or one "
             "for all", pairs->prime_count, pairs->count);
    for (size_t k = 0; k < pairs->prime_count; k++)
        if (k == 0 || pairs->primes[k] != pairs->primes[k - 1])
            TRY(check_prime(error, pairs->primes[k], k));
done:
    return st;
}

/* Whether all words are below p < 2^31: neither they nor their sums with 2^31 - p have the upper
 * bit. Two at a time, where a carry comes from a wrong one only. */
static bool are_residues(const uint32_t *c, size_t count, uint32_t p)
{
    const uint64_t upper = UINT64_C(0x8000000080000000);
    const uint64_t complement = (((uint64_t)1 << 31) - p) * (((uint64_t)1 << 32) + 1);
    uint64_t bits = 0;
    size_t k = 0;

    for (; k + 2 <= count; k += 2) {
        uint64_t two;

        memcpy(&two, c + k, sizeof two);
        bits |= two | (two + complement);
    }
    if (k < count)
        bits |= c[k] | (uint32_t)(c[k] + (uint32_t)complement);
    return (bits & upper) == 0;
}

/* counts[k] := the coefficients of polynomial k. */
static clmodp_status read_list(const clm_fpx_batch *b, clm_error *error, uint32_t *counts,
                               clmodp_fpx_list list, const char *name)
{
    clmodp_status st = CLMODP_OK;
    const size_t count = b->pairs->count;

    if (list.begin == NULL || list.begin[0] != 0)
        FAIL(error, CLMODP_INVALID, "list %s must tell where polynomials begin, the first at 0",
             name);
    for (size_t k = 0; k < count; k++) {
        const size_t from = list.begin[k], to = list.begin[k + 1];

        if (to < from)
            FAIL(error, CLMODP_INVALID, "polynomial %zu of list %s begins at %zu and ends at %zu",
                 k, name, from, to);
        if (to - from > CLMODP_FPX_BATCH_MOST_COEFFICIENTS)
            FAIL(error, CLMODP_LIMIT, "polynomial %zu of list %s has %zu coefficients, more than "
                 "the %zu of batches; longer ones have calls of their own", k, name, to - from,
                 CLMODP_FPX_BATCH_MOST_COEFFICIENTS);
        if (to == from)
            continue;
        if (list.c == NULL)
            FAIL(error, CLMODP_INVALID, "list %s has no coefficients", name);
        if (!are_residues(list.c + from, to - from, clm_batch_prime(b, k)))
            FAIL(error, CLMODP_INVALID, "polynomial %zu of list %s has a coefficient that is not "
                 "below the prime %lu", k, name, (ul)clm_batch_prime(b, k));
        counts[k] = (uint32_t)clm_host_count(list.c + from, to - from);
    }
done:
    return st;
}

clmodp_status clm_batch_read(clm_fpx_batch *b)
{
    clmodp_status st = CLMODP_OK;
    clm_error *error = &b->call.context.error;
    const clmodp_fpx_pairs *pairs = b->pairs;

    if (pairs->count > INT32_MAX)
        FAIL(error, CLMODP_LIMIT, "%zu pairs are too many for a batch", pairs->count);
    NEW(error, b->a_count, pairs->count);
    NEW(error, b->b_count, pairs->count);
    NEW(error, b->on_host, pairs->count);
    if (pairs->count == 0)
        goto done;
    TRY(check_primes(b, error));
    TRY(read_list(b, error, b->a_count, pairs->a, "a"));
    TRY(read_list(b, error, b->b_count, pairs->b, "b"));
done:
    return st;
}
