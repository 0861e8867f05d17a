/* Transforms of radix 2, decimated in frequency forward and in time backward; Newton's
 * interpolation at consecutive integers. */
#include "engines/host/stages.h"

#include "core/size.h"

/* Words between two looks at a watch; a power of 2. */
#define PIECE ((size_t)1 << 16)

/* Tells before the first word of each piece whether the watch is stopped. */
static bool is_stopped(const clm_poller *watch, size_t word)
{
    return word % PIECE == 0 && clm_poller_stopped(watch);
}

void clm_host_roots(uint64_t *roots, size_t n, uint64_t root, const clm_mont64 *field,
                    const clm_poller *watch)
{
    const uint64_t inverse = clm_mont64_pow(root, n - 1, field);
    uint64_t *back = roots + n / 2;

    for (size_t k = 0; k < n / 2 && !is_stopped(watch, k); k++) {
        roots[k] = k == 0 ? field->one : clm_mont64_mul(roots[k - 1], root, field);
        back[k] = k == 0 ? field->one : clm_mont64_mul(back[k - 1], inverse, field);
    }
}

/* Sums and differences of pairs that are `half` apart, the first `count` from x on. */
static void forward_pairs(uint64_t *x, size_t half, size_t count, const uint64_t *roots,
                          size_t step, const clm_mont64 *field)
{
    for (size_t j = 0; j < count; j++) {
        const uint64_t a = x[j], b = x[j + half];

        x[j] = clm_mont64_add(a, b, field);
        x[j + half] = clm_mont64_mul(clm_mont64_sub(a, b, field), roots[j * step], field);
    }
}

void clm_host_forward(uint64_t *x, size_t n, const uint64_t *roots, const clm_mont64 *field,
                      const clm_poller *watch)
{
    for (size_t half = n / 2, step = 1; half > 0; half /= 2, step *= 2)
        for (size_t at = 0; at < n; at += 2 * half)
            for (size_t j = 0; j < half; j += PIECE) {
                if (is_stopped(watch, at + j))
                    return;
                forward_pairs(x + at + j, half, clm_size_min(half - j, PIECE), roots + j * step,
                              step, field);
            }
}

/* The inverse of forward_pairs, but for a factor 2. */
static void inverse_pairs(uint64_t *x, size_t half, size_t count, const uint64_t *back,
                          size_t step, const clm_mont64 *field)
{
    for (size_t j = 0; j < count; j++) {
        const uint64_t a = x[j], b = clm_mont64_mul(x[j + half], back[j * step], field);

        x[j] = clm_mont64_add(a, b, field);
        x[j + half] = clm_mont64_sub(a, b, field);
    }
}

void clm_host_inverse(uint64_t *x, size_t n, const uint64_t *roots, const clm_mont64 *field,
                      const clm_poller *watch)
{
    const uint64_t *back = roots + n / 2;

    for (size_t half = 1, step = n / 2; half < n; half *= 2, step /= 2)
        for (size_t at = 0; at < n; at += 2 * half)
            for (size_t j = 0; j < half; j += PIECE) {
                if (is_stopped(watch, at + j))
                    return;
                inverse_pairs(x + at + j, half, clm_size_min(half - j, PIECE), back + j * step,
                              step, field);
            }
}

void clm_host_factorials(uint64_t *inverse, size_t n, const clm_mont64 *field,
                         const clm_poller *watch)
{
    uint64_t factorial = field->one, k = clm_mont64_to(n - 1, field);

    for (uint64_t i = field->one, count = 1; count < n && !is_stopped(watch, count); count++) {
        factorial = clm_mont64_mul(factorial, i, field);
        i = clm_mont64_add(i, field->one, field);
    }
    inverse[n - 1] = clm_mont64_inv(factorial, field);
    for (size_t i = n - 1; i > 0 && !is_stopped(watch, n - 1 - i); i--) {
        inverse[i - 1] = clm_mont64_mul(inverse[i], k, field);
        k = clm_mont64_sub(k, field->one, field);
    }
}

clmodp_status clm_host_newton(uint64_t *y, size_t n, uint64_t start, const uint64_t *factorials,
                              const clm_mont64 *field, const clm_poller *watch)
{
    uint64_t x = clm_mont64_to(start + n - 1, field); /* the last point */

    /* The k-th difference at the first point. */
    for (size_t k = 1; k < n; k++) {
        if (clm_poller_stopped(watch))
            return CLMODP_CANCELLED;
        for (size_t i = n - 1; i >= k; i--)
            y[i] = clm_mont64_sub(y[i], y[i - 1], field);
    }
    for (size_t k = 0; k < n; k++)
        y[k] = clm_mont64_mul(y[k], factorials[k], field);
    /* Newton's form, from the innermost bracket outwards. */
    for (size_t k = n - 1; k-- > 0;) {
        if (clm_poller_stopped(watch))
            return CLMODP_CANCELLED;
        x = clm_mont64_sub(x, field->one, field);
        for (size_t i = k; i + 1 < n; i++)
            y[i] = clm_mont64_sub(y[i], clm_mont64_mul(x, y[i + 1], field), field);
    }
    return CLMODP_OK;
}

void clm_host_invert(uint64_t *out, const uint64_t *in, size_t n, const clm_mont64 *field,
                     const clm_poller *watch)
{
    uint64_t product = field->one;

    for (size_t k = 0; k < n && !is_stopped(watch, k); k++) {
        out[k] = product;
        product = clm_mont64_mul(product, in[k], field);
    }
    product = clm_mont64_inv(product, field);
    for (size_t k = n; k-- > 0 && !is_stopped(watch, n - 1 - k);) {
        out[k] = clm_mont64_mul(out[k], product, field);
        product = clm_mont64_mul(product, in[k], field);
    }
}
