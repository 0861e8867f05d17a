/* f mod g by powers of y modulo g, made monic (fpx/powers.h); then the remainder sequence of g and
 * that. At points where the leading coefficient of g vanishes f is written out.
 *
 * Products modulo g are found from the highest coefficient down: those that y^m and more have are
 * digits of the quotient, which go into the sums of those below at once. */
#include "engines/host/powers.h"

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

/* remainder := the polynomial with these terms modulo g, m coefficients. */
static void divide(uint64_t *remainder, const clm_powers *powers, const uint64_t *term,
                   size_t terms, const modulus *g)
{
    memset(remainder, 0, g->m * sizeof *remainder);
    for (size_t k = 0; k < powers->steps; k++) {
        apply(remainder, &powers->step[k], g);
        if (powers->step[k].add)
            *remainder = clm_mont64_add(*remainder, term[--terms], g->field);
    }
}

/* All coefficients. */
static void write_out(uint64_t *all, const clm_row_layout *layout, const uint64_t *values)
{
    memset(all, 0, (layout->p + layout->q + 2) * sizeof *all);
    for (size_t k = 0; k < layout->count; k++)
        all[layout->place[k]] = values[k];
}

void clm_host_sequence_of_rows(clm_host_ratios *out, const clm_row_layout *layout,
                               uint64_t *values, uint64_t *work, const clm_mont64 *field,
                               bool subresultant)
{
    const size_t p = layout->p, q = layout->q, m = clm_size_min(p, q);
    const size_t terms = layout->count - (m + 1); /* if by powers */
    const bool f_longer = p >= q;
    uint64_t *term = f_longer ? values : values + m + 1, *g = f_longer ? values + terms : values;
    /* 5 m words: p + q + 2 are more, since the longer one has 8 m at least (POWERS_RATIO) */
    uint64_t *remainder = work + 4 * m;
    const modulus by = {field, m, work, work + m, work + 2 * m};
    uint64_t minus;

    if (!layout->by_powers) {
        clm_host_sequence(out, values, p, values + p + 1, q, field, subresultant);
        return;
    }
    if (g[m] == 0) {
        write_out(work, layout, values);
        clm_host_sequence(out, work, p, work + p + 1, q, field, subresultant);
        return;
    }
    minus = clm_mont64_neg(clm_mont64_inv(g[m], field), field);
    for (size_t i = 0; i < m; i++)
        by.minus[i] = clm_mont64_mul(g[i], minus, field);
    divide(remainder, &layout->powers, term, terms, &by);
    clm_host_sequence_divided(out, f_longer ? remainder : g, p, f_longer ? g : remainder, q, field,
                              subresultant);
}
