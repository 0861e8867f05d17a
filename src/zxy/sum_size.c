/* How large a sum is and what its products would cost. */
#include "zxy/sum_size.h"

#include <math.h>

double clm_log2(const mpz_t a)
{
    long exponent;
    double mantissa = mpz_get_d_2exp(&exponent, a);

    /* The mantissa is cut to 53 bits and the logarithm rounded; both are far below 2^-20. */
    return (double)exponent + log2(fabs(mantissa)) + 0x1p-20;
}

void clm_sum_size_of(clm_sum_size *size, const clm_sum *f)
{
    mpz_t norm;

    *size = (clm_sum_size){.terms = (double)f->length};
    mpz_init(norm);
    for (size_t k = 0; k < f->length; k++) {
        const clm_summand *term = &f->term[k];
        double bits = clm_log2(term->c.num);

        size->log_max = fmax(size->log_max, bits);
        if (term->i > size->degree[0])
            size->degree[0] = term->i;
        if (term->j > size->degree[1])
            size->degree[1] = term->j;
        if (mpz_sgn(term->c.num) > 0)
            mpz_add(norm, norm, term->c.num);
        else
            mpz_sub(norm, norm, term->c.num);
    }
    size->log_norm = clm_log2(norm);
    mpz_clear(norm);
}

clm_amounts clm_pairs_cost(const clm_sum_size *f, const clm_sum_size *g)
{
    const double pairs = f->terms * g->terms;

    return (clm_amounts){.of = {
        [CLM_OP_TERM_PAIR] = pairs,
        [CLM_OP_TERM_LIMB] = pairs * (f->log_max / GMP_NUMB_BITS + 1.0) *
                             (g->log_max / GMP_NUMB_BITS + 1.0),
    }};
}

clm_amounts clm_long_cost(const clm_packing *packing)
{
    return (clm_amounts){.of = {[CLM_OP_PACKED_LIMB] = packing->limbs}};
}
