/* The discrete Fourier transform of n complex numbers, n a power of two, by passes of radix 2
 * [Stockham 1966; MCA14, IV]. Pass by pass, m = 1, 2, 4 ..., with l = n / (2 m), k < m, j < l:
 *
 *     a = in[k + j m]    b = in[k + j m + n / 2]
 *     out[k + 2 j m] = a + b    out[k + 2 j m + m] = (a - b) w^(j m)    w = exp(-2 pi i / n)
 *
 *     fft_pass    roots[t] = w^t, t < n / 2
 *
 * An access reads FFT_CHUNK numbers, stored as their real parts followed by their imaginary parts.
 * A step of a chain has one access in either half. Steps are in order, or in an order that no
 * hardware predicts, because a prefetcher is not a thread of the model. */
#include "chains.h"
#include "fft_shape.h"

/* Stores results, which are not read again in this pass, past the caches if possible: lines are
 * then not fetched first, so that a store is one access, like a load. */
#define FFT_STORE(out, numbers) (*(out) = (numbers))
#ifdef __has_builtin
#if __has_builtin(__builtin_nontemporal_store)
#undef FFT_STORE
#define FFT_STORE(out, numbers) __builtin_nontemporal_store(numbers, out)
#endif
#endif

/* Performs a step with m < FFT_CHUNK: the numbers have different roots and scattered results. */
static void fft_scattered(global float *out, global const float *in, global const float2 *roots,
                          const u32 middle, const u32 m, const u32 begin)
{
    for (u32 i = begin; i < begin + FFT_CHUNK; i++) {
        const u32 k = i & (m - 1);
        const size_t a = FFT_AT(i), b = FFT_AT(i + middle);
        const size_t c = FFT_AT(2 * i - k), d = FFT_AT(2 * i - k + m);
        const float2 root = roots[i - k];
        const float x = in[a] - in[b], y = in[a + FFT_CHUNK] - in[b + FFT_CHUNK];

        out[c] = in[a] + in[b];
        out[c + FFT_CHUNK] = in[a + FFT_CHUNK] + in[b + FFT_CHUNK];
        out[d] = x * root.x - y * root.y;
        out[d + FFT_CHUNK] = x * root.y + y * root.x;
    }
}

/* Performs any other step: its numbers have one root, and both numbers and results are contiguous.
 * The first half of a chunk has the real parts. */
static void fft_contiguous(global float8 *out, global const float8 *in, global const float2 *roots,
                           const u32 middle, const u32 m, const u32 begin)
{
    const u32 k = begin & (m - 1);
    const float2 root = roots[begin - k];
    global const float8 *a = in + 2 * (begin / FFT_CHUNK), *b = a + 2 * (middle / FFT_CHUNK);
    global float8 *c = out + 2 * ((2 * begin - k) / FFT_CHUNK), *d = c + 2 * (m / FFT_CHUNK);
    const float8 x = a[0] - b[0], y = a[1] - b[1];

    FFT_STORE(c, a[0] + b[0]);
    FFT_STORE(c + 1, a[1] + b[1]);
    FFT_STORE(d, x * root.x - y * root.y);
    FFT_STORE(d + 1, x * root.y + y * root.x);
}

/* Permutes the steps up to `mask`, 2^j - 1; the identity for odd = 1 and shift = 31. */
static u32 fft_place(const u32 step, const u32 mask, const u32 odd, const u32 shift)
{
    const u32 spread = (step * odd) & mask;

    return ((spread ^ (spread >> shift)) * odd) & mask;
}

/* Performs a pass. Each work-item has `share` of all n / (2 FFT_CHUNK) steps, in CHAINS parts side
 * by side. Parts have odd numbers of steps, since addresses at distances of powers of two map to
 * the same cache sets. Finished chains repeat the last step. */
kernel void fft_pass(global float *out, global const float *in, global const float2 *roots,
                     const u32 middle, const u32 m, const u32 share, const u32 odd,
                     const u32 shift, const u32 zero)
{
    const u32 steps = middle / FFT_CHUNK, part = CHAINS_PART(share) | 1;
    const u32 begin = (u32)get_global_id(0) * share, end = min(begin + share, steps);
    u32 at[CHAINS];

    if (begin >= end)
        return;
    chains_begin(at, begin, end, part);
    for (u32 k = 0; k < part; k++) {
#pragma unroll
        for (u32 c = 0; c < CHAINS; c++) {
            const u32 first = FFT_CHUNK * fft_place(at[c], steps - 1, odd, shift);
            const u32 seen = as_uint(in[FFT_AT(first)]) | as_uint(in[FFT_AT(first + middle)]);

            if (m < FFT_CHUNK)
                fft_scattered(out, in, roots, middle, m, first);
            else
                fft_contiguous((global float8 *)out, (global const float8 *)in, roots, middle, m,
                               first);
            at[c] = chains_next(at[c], seen, zero, end);
        }
    }
}
