/* Transforms of radix 2: decimation in frequency, and in time back. */
#include "engines/host/transform.h"

void clm_host_roots(uint64_t *roots, size_t n, uint64_t root, const clm_mont64 *field)
{
    const uint64_t inverse = clm_mont64_pow(root, n - 1, field);
    uint64_t *back = roots + n / 2;

    for (size_t k = 0; k < n / 2; k++) {
        roots[k] = k == 0 ? field->one : clm_mont64_mul(roots[k - 1], root, field);
        back[k] = k == 0 ? field->one : clm_mont64_mul(back[k - 1], inverse, field);
    }
}

void clm_host_forward(uint64_t *x, size_t n, const uint64_t *roots, const clm_mont64 *field)
{
    for (size_t half = n / 2, step = 1; half > 0; half /= 2, step *= 2)
        for (size_t at = 0; at < n; at += 2 * half)
            for (size_t j = 0; j < half; j++) {
                const uint64_t a = x[at + j], b = x[at + j + half];

                x[at + j] = clm_mont64_add(a, b, field);
                x[at + j + half] =
                    clm_mont64_mul(clm_mont64_sub(a, b, field), roots[j * step], field);
            }
}

void clm_host_inverse(uint64_t *x, size_t n, const uint64_t *roots, const clm_mont64 *field)
{
    const uint64_t *back = roots + n / 2;

    for (size_t half = 1, step = n / 2; half < n; half *= 2, step /= 2)
        for (size_t at = 0; at < n; at += 2 * half)
            for (size_t j = 0; j < half; j++) {
                const uint64_t a = x[at + j];
                const uint64_t b = clm_mont64_mul(x[at + j + half], back[j * step], field);

                x[at + j] = clm_mont64_add(a, b, field);
                x[at + j + half] = clm_mont64_sub(a, b, field);
            }
}
