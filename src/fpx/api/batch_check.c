/* Checks the caller's arrays of a batch of pairs of short polynomials. */
#include "fpx/api/batch.h"

#include <string.h>

#include "arith/prime.h"
#include "core/memory.h"
#include "core/size.h"
#include "fpx/host/poly.h"

/* Words that a thread checks at a time, in 20 us. */
#define WORDS_OF_THREAD ((size_t)1 << 17)

static clmodp_status check_prime(clm_error *error, uint32_t p, size_t k)
{
    clmodp_status st = CLMODP_OK;

    if (p >= (uint32_t)1 << 31 || !clm_is_prime_u32(p))
        FAIL(error, CLMODP_INVALID, "prime %zu is %lu, which is not a prime below 2^31", k,
             (unsigned long)p);
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

/* Returns whether all words are below p < 2^31: each word and its sum with 2^31 - p have an upper
 * bit of 0. Two words are added at once, since only an invalid word produces a carry. */
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

/* Checks the offsets of a list. */
static clmodp_status check_list(clm_error *error, const clmodp_fpx_list *l, size_t count,
                                const char *name)
{
    clmodp_status st = CLMODP_OK;
    const clmodp_fpx_list list = *l;

    if (list.begin == NULL || list.begin[0] != 0)
        FAIL(error, CLMODP_INVALID, "list %s needs an array `begin` of offsets, the first one 0",
             name);
    for (size_t k = 0; k < count; k++) {
        const size_t from = list.begin[k], to = list.begin[k + 1];

        if (to < from)
            FAIL(error, CLMODP_INVALID, "polynomial %zu of list %s begins at %zu and ends at %zu",
                 k, name, from, to);
        if (to - from > CLMODP_FPX_BATCH_MOST_COEFFICIENTS)
            FAIL(error, CLMODP_LIMIT, "polynomial %zu of list %s has %zu coefficients, more than "
                 "the limit of %zu for batches; compute longer polynomials one by one", k, name,
                 to - from, CLMODP_FPX_BATCH_MOST_COEFFICIENTS);
        if (to > from && list.c == NULL)
            FAIL(error, CLMODP_INVALID, "list %s has no coefficients", name);
    }
done:
    return st;
}

/* A list whose offsets are checked. */
typedef struct list_reading {
    const clm_fpx_batch *batch;
    const clmodp_fpx_list *list;
    const char *name;
    uint32_t *counts;
    clm_error *error; /* NULL: no message */
    size_t each;      /* polynomials of a block */
} list_reading;

/* Checks the coefficients of a block; counts[k] := the length of polynomial k. */
static clmodp_status read_block(void *argument, size_t index, size_t thread)
{
    clmodp_status st = CLMODP_OK;
    const list_reading *r = argument;
    const size_t end = clm_size_min((index + 1) * r->each, r->batch->pairs->count);

    (void)thread;
    for (size_t k = index * r->each; k < end; k++) {
        const size_t words = r->list->begin[k + 1] - r->list->begin[k];
        const uint32_t *c = words == 0 ? NULL : r->list->c + r->list->begin[k];
        const uint32_t p = clm_batch_prime(r->batch, k);

        if (!are_residues(c, words, p))
            FAIL(r->error, CLMODP_INVALID, "polynomial %zu of list %s has a coefficient that is "
                 "not below the prime %lu", k, r->name, (unsigned long)p);
        r->counts[k] = words == 0 ? 0 : (uint32_t)clm_host_count(c, words);
    }
done:
    return st;
}

/* Checks a list; counts[k] := the length of polynomial k. */
static clmodp_status read_list(const clm_fpx_batch *b, clm_error *error, uint32_t *counts,
                               const clmodp_fpx_list *list, const char *name)
{
    clmodp_status st = CLMODP_OK;
    const size_t count = b->pairs->count;
    list_reading r = {b, list, name, counts, NULL, count};
    size_t blocks;

    TRY(check_list(error, list, count, name));
    blocks = clm_size_min(clm_div_up(list->begin[count], WORDS_OF_THREAD), count);
    r.each = clm_div_up(count, clm_size_max(blocks, 1));
    if (blocks > 1 && clm_parallel_for(clm_div_up(count, r.each), b->call.context->threads,
                                       read_block, &r) == CLMODP_OK)
        goto done;
    r.error = error; /* one thread explains the failure */
    r.each = count;
    st = read_block(&r, 0, 0);
done:
    return st;
}

clmodp_status clm_batch_read(clm_fpx_batch *b)
{
    clmodp_status st = CLMODP_OK;
    clm_error *error = &b->call.context->error;
    const clmodp_fpx_pairs *pairs = b->pairs;

    if (pairs->count > INT32_MAX)
        FAIL(error, CLMODP_LIMIT, "%zu pairs are too many for a batch", pairs->count);
    NEW(error, b->a_count, pairs->count);
    NEW(error, b->b_count, pairs->count);
    NEW(error, b->on_host, pairs->count);
    if (pairs->count == 0)
        goto done;
    TRY(check_primes(b, error));
    TRY(read_list(b, error, b->a_count, &pairs->a, "a"));
    TRY(read_list(b, error, b->b_count, &pairs->b, "b"));
done:
    return st;
}
