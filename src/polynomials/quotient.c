/* Sums of rational functions, quotients of sums of terms, built up while they are read. */
#include "core/error.h"
#include "polynomials/sum.h"

clmodp_status clm_quotient_add(clm_sum *sum, clm_sum *divisor, clm_product *product,
                               clm_product *divisors)
{
    clmodp_status st = CLMODP_OK;
    clm_sum term, under, copy;
    clm_product one;

    clm_sum_init(&term, sum->budget);
    clm_sum_init(&under, sum->budget);
    clm_sum_init(&copy, sum->budget);
    clm_product_init(&one, sum->budget);
    TRY(clm_product_finish(product, &term));
    TRY(clm_product_finish(divisors, &under));
    TRY(clm_sum_combine(&term));
    TRY(clm_sum_combine(&under));
    if (term.length == 0)
        goto done;
    if (divisor->length == 0)
        TRY(clm_product_finish(&one, divisor));
    if (!clm_sum_equal(&under, divisor)) {
        TRY(clm_sum_copy(&copy, divisor));
        TRY(clm_sum_multiply(&term, &copy));
        TRY(clm_sum_copy(&copy, &under));
        TRY(clm_sum_multiply(sum, &copy));
        TRY(clm_sum_multiply(divisor, &under));
    }
    TRY(clm_sum_absorb(sum, &term, false));
done:
    clm_product_clear(&one);
    clm_sum_clear(&copy);
    clm_sum_clear(&under);
    clm_sum_clear(&term);
    return st;
}

clmodp_status clm_quotient_take(clmodp_mpoly *f, clmodp_mpoly *d, clm_sum *sum, clm_sum *divisor)
{
    clmodp_status st = CLMODP_OK;
    clmodp_mpoly *part[2] = {NULL, NULL};
    clm_fraction common[2];
    clm_product one;

    for (int k = 0; k < 2; k++)
        clm_fraction_init(&common[k]);
    clm_product_init(&one, sum->budget);
    if (divisor->length == 0)
        TRY(clm_product_finish(&one, divisor));
    TRY(clm_sum_clear_denominators(sum, common[0].num));
    TRY(clm_sum_clear_denominators(divisor, common[1].num));
    TRY(clm_sum_scale(sum, NULL, &common[1]));
    TRY(clm_sum_scale(divisor, NULL, &common[0]));
    for (int k = 0; k < 2; k++)
        TRY(clmodp_mpoly_create(&part[k], sum->budget->variables));
    TRY(clm_sum_take(part[0], sum));
    TRY(clm_sum_take(part[1], divisor));
    clmodp_mpoly_swap(f, part[0]);
    clmodp_mpoly_swap(d, part[1]);
done:
    for (int k = 0; k < 2; k++) {
        clmodp_mpoly_destroy(part[k]);
        clm_fraction_clear(&common[k]);
    }
    clm_product_clear(&one);
    return st;
}

