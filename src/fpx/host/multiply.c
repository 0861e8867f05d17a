/* Plain products, coefficient by coefficient, so that each sum is reduced once. */
#include "fpx/host/multiply.h"

#include "base/size.h"

/* Coefficient k of a b, both not empty. */
static uint32_t coefficient(clm_host_poly a, clm_host_poly b, size_t k, const clm_modulus *m)
{
    const size_t first = k < b.count ? 0 : k - (b.count - 1);
    const size_t end = clm_size_min(k + 1, a.count);

    return clm_modulus_convolve(a.c + first, b.c + (k - first), end - first, m);
}

clmodp_status clm_host_multiply(uint32_t *product, clm_host_poly a, clm_host_poly b,
                                const clm_modulus *m, const clm_watch *watch)
{
    if (a.count == 0 || b.count == 0)
        return CLMODP_OK;
    for (size_t k = 0; k < a.count + b.count - 1; k++) {
        if (clm_watch_stopped(watch))
            return CLMODP_CANCELLED;
        product[k] = coefficient(a, b, k, m);
    }
    return CLMODP_OK;
}

void clm_host_subtract_product(uint32_t *to, clm_host_poly a, clm_host_poly b,
                               const clm_modulus *m)
{
    if (a.count == 0 || b.count == 0)
        return;
    for (size_t k = 0; k < a.count + b.count - 1; k++)
        to[k] = clm_modulus_sub(to[k], coefficient(a, b, k, m), m);
}

uint32_t clm_host_value(clm_host_poly a, uint32_t x, const clm_modulus *m)
{
    uint32_t value = 0;

    for (size_t i = a.count; i-- > 0;)
        value = clm_modulus_reduce((uint64_t)value * x + a.c[i], m);
    return value;
}

void clm_host_scale(uint32_t *to, clm_host_poly a, uint32_t factor, const clm_modulus *m)
{
    for (size_t i = 0; i < a.count; i++)
        to[i] = clm_modulus_mul(a.c[i], factor, m);
}
