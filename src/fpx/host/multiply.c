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
    const bool none = a.count == 0 || b.count == 0;

    return clm_host_multiply_part(product, a, b, 0, none ? 0 : a.count + b.count - 1, m, watch);
}

clmodp_status clm_host_multiply_part(uint32_t *product, clm_host_poly a, clm_host_poly b,
                                     size_t low, size_t count, const clm_modulus *m,
                                     const clm_watch *watch)
{
    const size_t all = a.count == 0 || b.count == 0 ? 0 : a.count + b.count - 1;

    for (size_t k = 0; k < count; k++) {
        if (clm_watch_stopped(watch))
            return CLMODP_CANCELLED;
        product[k] = k < all && low < all - k ? coefficient(a, b, low + k, m) : 0;
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

void clm_host_series_inverse(uint32_t *inverse, size_t count, clm_host_poly a,
                             const clm_modulus *m)
{
    if (count > 0)
        inverse[0] = clm_modulus_inverse(a.c[0], m);
    for (size_t k = 1; k < count; k++) {
        const size_t terms = clm_size_min(k, a.count - 1);
        const uint32_t sum =
            terms > 0 ? clm_modulus_convolve(a.c + 1, inverse + (k - 1), terms, m) : 0;

        inverse[k] = clm_modulus_mul(clm_modulus_sub(0, sum, m), inverse[0], m);
    }
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
