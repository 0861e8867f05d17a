/* Integers on the device, for tests of their reduction to residues. */
#ifndef TESTS_SUPPORT_INTEGERS_H
#define TESTS_SUPPORT_INTEGERS_H

#include <gmp.h>

#include "multimodular/reduce.h"
#include "support/batch.h"

typedef struct batch_integers {
    size_t count;
    unsigned long bits;
    mpz_t *value;
    mpz_srcptr *pointer; /* to each value, or NULL for 0 */
    clm_integers device;
} batch_integers;

/* Creates integers of every length up to `bits` or a few limbs, both signs, all-ones and powers of
 * 2; release with batch_integers_destroy. */
static inline batch_integers batch_integers_create(clmodp_context *ctx, size_t count,
                                                   unsigned long bits)
{
    batch_integers n = {.count = count, .bits = bits,
                        .value = calloc(count + 1, sizeof *n.value),
                        .pointer = calloc(count + 1, sizeof *n.pointer)};
    gmp_randstate_t random;

    assert_non_null(n.value);
    assert_non_null(n.pointer);
    gmp_randinit_default(random);
    gmp_randseed_ui(random, bits + count);
    for (size_t i = 0; i < count; i++) {
        mpz_init(n.value[i]);
        switch (i % 6) {
        case 0: mpz_urandomb(n.value[i], random, 1 + i * 17 % bits); break;
        case 1: mpz_urandomb(n.value[i], random, bits); break;
        case 2: mpz_set_ui(n.value[i], 0); break;
        case 3: mpz_setbit(n.value[i], 32 * (i % 7)); break;
        case 4: mpz_set_ui(n.value[i], 1); break;
        default:
            mpz_setbit(n.value[i], bits);
            mpz_sub_ui(n.value[i], n.value[i], 1);
        }
        if (i % 5 > 2)
            mpz_neg(n.value[i], n.value[i]);
        n.pointer[i] = i % 13 == 12 ? NULL : n.value[i];
    }
    gmp_randclear(random);
    BATCH_OK(ctx, clm_integers_create(ctx, &n.device, n.pointer, count, NULL));
    return n;
}

static inline void batch_integers_destroy(clmodp_context *ctx, batch_integers *n)
{
    clm_integers_destroy(ctx, &n->device);
    for (size_t i = 0; i < n->count; i++)
        mpz_clear(n->value[i]);
    free(n->pointer);
    free(n->value);
}

/* Fails unless `got` is integer i modulo p. */
static inline void batch_integers_check(const batch_integers *n, size_t i, uint64_t p,
                                        uint64_t got)
{
    const uint64_t expected = n->pointer[i] == NULL ? 0 : mpz_fdiv_ui(n->pointer[i], p);

    if (got != expected)
        fail_msg("%zu integers of %lu bits: integer %zu mod %llu: %llu, not %llu", n->count,
                 n->bits, i, (unsigned long long)p, (unsigned long long)got,
                 (unsigned long long)expected);
}

#endif
