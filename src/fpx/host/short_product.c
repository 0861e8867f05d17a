/* Short products on the host by sums of products, without transforms. */
#include "core/size.h"
#include "fpx/host/product.h"
#include "fpx/host/transform.h"

/* Defined here, and not in product.c, which calls this file. */
CLM_VECTOR_CHOICE(clm_transform_functions, clm_transforms);

/* The most coefficients of factors for which vectors take longer than sums of four products of
 * words, or of five for p < 2^30. */
enum { FEW = 5, FEW_LONGER = 8 };

/* Computes coefficients from the leading one down, since `to` may be a: none needs later words. */
static inline void multiply_few(uint32_t *to, clm_host_poly a, clm_host_poly b, size_t low,
                                size_t count, const clm_modulus *m, int sign)
{
    uint32_t by[FEW];

    for (size_t i = 0; i < b.count; i++)
        by[i] = b.c[i];
    for (size_t k = low + count; k-- > low;) {
        const size_t end = clm_size_min(k + 1, b.count);
        uint64_t sum = 0;
        uint32_t c;

        for (size_t i = k < a.count ? 0 : k - (a.count - 1); i < end; i++)
            sum += (uint64_t)by[i] * a.c[k - i];
        c = clm_modulus_reduce(sum, m);
        if (sign != 0)
            c = sign > 0 ? clm_modulus_reduce((uint64_t)to[k - low] + c, m)
                         : clm_modulus_sub(to[k - low], c, m);
        to[k - low] = c;
    }
}

/* Modulo 2, up to 128 products are summed modulo a larger prime, since vectors need an odd one. */
void clm_host_multiply_short(uint32_t *to, clm_host_poly a, clm_host_poly b, size_t low,
                             size_t count, const clm_modulus *m, int sign)
{
    const clm_host_poly longer = a.count < b.count ? b : a, shorter = a.count < b.count ? a : b;
    const bool bits = m->p == 2;
    fp_field f;

    if (shorter.count + (m->p >> 30) <= FEW && longer.count <= FEW_LONGER) {
        if (sign == 0 && low == 0) /* constants, for which the compiler specialises the loop */
            multiply_few(to, longer, shorter, 0, count, m, 0);
        else
            multiply_few(to, longer, shorter, low, count, m, sign);
        return;
    }
    f = bits ? clm_field(INT32_MAX) : m->field;
    clm_transforms(clm_vector_level_best())
        ->convolve(to, shorter.c, shorter.count, longer.c, longer.count, low, count, &f,
                   bits && sign != 0 ? 1 : sign);
    for (size_t k = 0; bits && k < count; k++)
        to[k] &= 1;
}
