/* Proofs of a result by other means than it was computed. */
#include "resultant/check.h"

#include <stdlib.h>

#include "arith/mod64.h"
#include "arith/prime.h"
#include "base/memory.h"

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

clmodp_status clm_check_fresh_prime(clm_error *error, bool *agrees, const clmodp_zx *r,
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
    *agrees = evaluate_result(r, x, q) == expected;
done:
    free(values);
    return st;
}

double clm_check_error(uint64_t degree, uint64_t bits)
{
    return ((double)bits / 60.0 + 1.0) * 0x1p-54 + (double)degree * 0x1p-60;
}
