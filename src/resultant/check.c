/* Proofs of a result by other means than it was computed. */
#include "resultant/check.h"

#include <stdlib.h>

#include "arith/mod64.h"
#include "arith/prime.h"
#include "base/memory.h"

clmodp_status clm_check_redundant(clm_error *error, const clm_plan *plan,
                                  const uint32_t *residues)
{
    size_t first = (size_t)((plan->bounds.valuation + plan->width) % plan->points);

    for (size_t n = 0; n < plan->primes; n++) {
        const uint32_t *row = residues + n * plan->points;

        for (size_t k = 0; k < plan->points - plan->width; k++) {
            size_t i = (first + k) % plan->points;

            if (row[i] != 0)
                return clm_fail(error, CLMODP_CORRUPT,
                                "coefficient %zu modulo %u must vanish and does not: the "
                                "device computed wrongly; try again, or another device or "
                                "driver",
                                i, plan->prime[n]);
        }
    }
    return CLMODP_OK;
}

static uint64_t random_prime(clm_random *random)
{
    for (;;) {
        uint64_t q = ((uint64_t)1 << 60) | (clm_random_next(random) >> 4) | 1;

        if (clm_is_prime_u64(q))
            return q;
    }
}

/* One step of Horner's rule, value * x + c modulo q, for an integer c. */
static uint64_t horner_step(uint64_t value, uint64_t x, mpz_srcptr c, uint64_t q)
{
    uint64_t residue = c == NULL ? 0 : mpz_fdiv_ui(c, q);

    value = clm_mulmod64(value, x, q);
    return value >= q - residue ? value - (q - residue) : value + residue;
}

static uint64_t evaluate_row(const clm_row_layout *layout, clm_row row, uint64_t x, uint64_t q)
{
    uint64_t value = 0;

    for (uint32_t i = row.length; i-- > 0;)
        value = horner_step(value, x, layout->coefficients[row.offset + i], q);
    return value;
}

static uint64_t evaluate_result(const clmodp_zx *r, uint64_t x, uint64_t q)
{
    uint64_t value = 0;
    mpz_t c;

    mpz_init(c);
    for (long i = clmodp_zx_degree(r); i >= 0; i--) {
        clmodp_zx_get_coeff(c, r, (size_t)i);
        value = horner_step(value, x, c, q);
    }
    mpz_clear(c);
    return value;
}

clmodp_status clm_check_fresh_prime(clm_error *error, const clmodp_zx *r,
                                    const clm_row_layout *layout, clm_random *random)
{
    clmodp_status st = CLMODP_OK;
    uint64_t q = random_prime(random);
    uint64_t x = clm_random_below(random, q);
    uint64_t *values = NULL;
    uint64_t expected;

    NEW(error, values, layout->count);
    for (size_t row = 0; row < layout->count; row++)
        values[row] = evaluate_row(layout, layout->row[row], x, q);
    expected = clm_resultant_mod64(values, layout->p, values + layout->p + 1, layout->q, q);
    if (evaluate_result(r, x, q) != expected)
        FAIL(error, CLMODP_CORRUPT,
             "the result is wrong modulo the prime %llu at x = %llu: the device or its memory "
             "failed; try again, or another device or driver",
             (unsigned long long)q, (unsigned long long)x);
done:
    free(values);
    return st;
}
