/* Plain division, coefficient by coefficient: each of the quotient and of the remainder is a sum
 * of products, reduced once. */
#include "fpx/host/divide.h"

#include "base/size.h"

/* The quotient from its leading coefficient down: that of x^k is what a has left at the degree of
 * x^k b, over b's leading coefficient. */
static clmodp_status quotient_of(uint32_t *quotient, clm_host_poly a, clm_host_poly b,
                                 const clm_modulus *m, const clm_watch *watch)
{
    const size_t count = a.count - b.count + 1, top = b.count - 1;
    const uint32_t inverse = clm_modulus_inverse(b.c[top], m);

    for (size_t k = count; k-- > 0;) {
        const size_t terms = clm_size_min(count - 1 - k, top);
        uint32_t known = 0;

        if (clm_watch_stopped(watch))
            return CLMODP_CANCELLED;
        if (terms > 0)
            known = clm_modulus_convolve(quotient + k + 1, b.c + (top - 1), terms, m);
        quotient[k] = clm_modulus_mul(clm_modulus_sub(a.c[k + top], known, m), inverse, m);
    }
    return CLMODP_OK;
}

clmodp_status clm_host_divide(uint32_t *quotient, uint32_t *remainder, clm_host_poly a,
                              clm_host_poly b, const clm_modulus *m, const clm_watch *watch)
{
    const size_t rest = clm_size_min(a.count, b.count - 1);
    const size_t count = a.count >= b.count ? a.count - b.count + 1 : 0;

    if (count > 0) {
        const clmodp_status st = quotient_of(quotient, a, b, m, watch);

        if (st != CLMODP_OK)
            return st;
    }
    for (size_t k = 0; k < rest; k++) {
        const size_t terms = clm_size_min(k + 1, count);

        if (clm_watch_stopped(watch))
            return CLMODP_CANCELLED;
        remainder[k] = clm_modulus_sub(
            a.c[k], terms > 0 ? clm_modulus_convolve(quotient, b.c + k, terms, m) : 0, m);
    }
    return CLMODP_OK;
}
