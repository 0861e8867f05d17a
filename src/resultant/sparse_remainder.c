/* Remainders modulo a prime of polynomials with few terms, by powers of y modulo the divisor. */
#include "resultant/sparse_remainder.h"

#include <stdlib.h>
#include <string.h>

#include "arith/prime.h"
#include "core/memory.h"
#include "core/size.h"

/* A polynomial y^degree - sum c[k] y^k modulo a prime, and residues modulo it. */
typedef struct residues {
    size_t degree;
    uint64_t *c, *power, *sum; /* `degree` words each; c is owned */
    uint64_t *product;         /* twice as many */
    uint64_t q;
} residues;

static clmodp_status residues_create(clm_error *error, residues *r, const clm_power_term *b,
                                     size_t count, uint64_t q)
{
    clmodp_status st = CLMODP_OK;
    const size_t n = b[count - 1].power;
    const uint64_t scale = q - clm_invmod64(b[count - 1].value, q);

    *r = (residues){.degree = n, .q = q};
    NEW(error, r->c, 5 * n);
    r->power = r->c + n;
    r->sum = r->power + n;
    r->product = r->sum + n;
    for (size_t k = 0; k + 1 < count; k++)
        r->c[b[k].power] = clm_mulmod64(b[k].value, scale, q);
done:
    return st;
}

/* to[k] += value * c[k], k < r->degree. */
static void add_multiple(uint64_t *to, const uint64_t *c, uint64_t value, const residues *r)
{
    for (size_t k = 0; k < r->degree && value != 0; k++)
        to[k] = (to[k] + clm_mulmod64(value, c[k], r->q)) % r->q;
}

/* Squares the power. */
static void square(const residues *r)
{
    const size_t n = r->degree;

    memset(r->product, 0, 2 * n * sizeof *r->product);
    for (size_t k = 0; k < n; k++)
        add_multiple(r->product + k, r->power, r->power[k], r);
    for (size_t k = n; k-- > 0;)
        add_multiple(r->product + k, r->c, r->product[k + n], r);
    memcpy(r->power, r->product, n * sizeof *r->power);
}

/* Multiplies the power by y. */
static void multiply_by_y(const residues *r)
{
    const uint64_t top = r->power[r->degree - 1];

    memmove(r->power + 1, r->power, (r->degree - 1) * sizeof *r->power);
    r->power[0] = 0;
    add_multiple(r->power, r->c, top, r);
}

/* Adds value * y^e to the sum. */
static void add_power(const residues *r, uint64_t value, size_t e)
{
    memset(r->power, 0, r->degree * sizeof *r->power);
    r->power[0] = 1;
    for (size_t bits = e > 0 ? clm_size_bits(e) : 0; bits-- > 0;) {
        square(r);
        if ((e >> bits & 1) != 0)
            multiply_by_y(r);
    }
    add_multiple(r->sum, r->power, value, r);
}

clmodp_status clm_sparse_remainder(clm_error *error, clm_power_term *remainder, size_t *count,
                                   const clm_power_term *a, size_t a_count,
                                   const clm_power_term *b, size_t b_count, uint64_t q)
{
    clmodp_status st = CLMODP_OK;
    residues r;

    *count = 0;
    TRY(residues_create(error, &r, b, b_count, q));
    for (size_t k = 0; k < a_count; k++)
        add_power(&r, a[k].value, a[k].power);
    for (size_t k = 0; k < r.degree; k++)
        if (r.sum[k] != 0)
            remainder[(*count)++] = (clm_power_term){k, r.sum[k]};
done:
    free(r.c);
    return st;
}
