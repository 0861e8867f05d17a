/* Division by powers of y on the host, by the steps that devices take, too.
 *
 * Products modulo g are found from the highest coefficient down: those that y^m and more have are
 * digits of the quotient, which go into the sums of those below at once. */
#include "fpx/batch/powers_host.h"

#include <string.h>

#include "base/size.h"

/* A divisor, and where to compute. */
typedef struct modulus {
    const clm_mont64 *field;
    size_t m;
    uint64_t *minus;  /* -g_i / g_m, i < m */
    uint64_t *power;  /* m coefficients */
    uint64_t *digits; /* 2 m - 1 */
} modulus;

/* sum + a b, kept below p 2^64. */
static clm_u128 add_product(clm_u128 sum, uint64_t a, uint64_t b, const clm_mont64 *f)
{
    sum += (clm_u128)a * b;
    return (uint64_t)(sum >> 64) >= f->p ? sum - ((clm_u128)f->p << 64) : sum;
}

/* a := a b mod g */
static void multiply(uint64_t *a, const uint64_t *b, const modulus *g)
{
    const size_t m = g->m;
    uint64_t *digit = g->digits;

    for (size_t k = 2 * m - 1; k-- > 0;) {
        clm_u128 sum = 0;

        for (size_t i = k < m ? 0 : k - m + 1; i <= clm_size_min(k, m - 1); i++)
            sum = add_product(sum, a[i], b[k - i], g->field);
        for (size_t n = clm_size_max(k + 1, m); n < 2 * m - 1 && n <= k + m; n++)
            sum = add_product(sum, digit[n], g->minus[k + m - n], g->field);
        digit[k] = clm_mont64_reduce(sum, g->field);
    }
    memcpy(a, digit, m * sizeof *a);
}

/* a := y a mod g */
static void shift(uint64_t *a, const modulus *g)
{
    const uint64_t top = a[g->m - 1];

    for (size_t i = g->m; i-- > 0;)
        a[i] = clm_mont64_add(i > 0 ? a[i - 1] : 0, clm_mont64_mul(top, g->minus[i], g->field),
                              g->field);
}

static void apply(uint64_t *remainder, const power_step *step, const modulus *g)
{
    switch (step->operation) {
    case POWER_START:
        memset(g->power, 0, g->m * sizeof *g->power);
        g->power[step->count] = g->field->one;
        break;
    case POWER_SQUARE:
        multiply(g->power, g->power, g);
        break;
    case POWER_SHIFT:
        shift(g->power, g);
        break;
    case POWER_MULTIPLY:
        multiply(remainder, g->power, g);
        break;
    case POWER_LOWER:
        for (uint32_t k = 0; k < step->count; k++)
            shift(remainder, g);
        break;
    }
}

void clm_powers_divide_host(uint64_t *remainder, const clm_powers *powers, const uint64_t *term,
                            size_t terms, const uint64_t *g, size_t m, uint64_t *work,
                            const clm_mont64 *field)
{
    const modulus by = {field, m, work, work + m, work + 2 * m};
    const uint64_t minus = clm_mont64_neg(clm_mont64_inv(g[m], field), field);

    for (size_t i = 0; i < m; i++)
        by.minus[i] = clm_mont64_mul(g[i], minus, field);
    memset(remainder, 0, m * sizeof *remainder);
    for (size_t k = 0; k < powers->steps; k++) {
        apply(remainder, &powers->step[k], &by);
        if (powers->step[k].add)
            *remainder = clm_mont64_add(*remainder, term[--terms], field);
    }
}
