/* Loads coefficients for spectra and stores results, W at a time; kernels only. */
#ifndef CLM_SPECTRA_WORDS_H
#define CLM_SPECTRA_WORDS_H

#include "recombine.h"

/* Returns W words of a from `at` on, with zeros beyond its end. */
LANES_FN LANES spectra_fetch(global const u32 *a, u32 at, u32 count)
{
    return lanes_load_some(a + at, count - min(at, count));
}

/* Returns words at, at + 1, ... of polynomial `row` modulo x^N - 1. They are below 2^31, thus
 * below twice each transform prime, or below p if it is the only prime. f: field of p */
LANES_FN LANES spectra_load_words(global const u32 *words, u32 row, u32 at, u32 size,
                                  const spectra_rows r, const fp_field f)
{
    const u32 count = SPECTRA_COUNT(r, row);
    LANES word;

    words += r.from + row * r.apart; /* modulo 2^32 */
    word = spectra_fetch(words, at, count);
    for (u32 k = at + size; k < count; k += size)
        word = lanes_add(word, spectra_fetch(words, k, count), f);
    return word;
}

/* Returns transformed words without the transforms' factors, M and 1 / 2^32 of products. */
LANES_FN LANES spectra_word(LANES words, prime_info prime)
{
    const u32 factor = fp_mul(prime.points_inverse, prime.field.r2, prime.field);

    return lanes_mul(words, lanes_splat(factor), prime.field);
}

/* Stores words at, at + 1, ... of result `row`, up to its end. */
LANES_FN void spectra_store_words(global u32 *out, global const u32 *data,
                                  global const prime_info *info, u32 row, u32 at,
                                  const spectra_shape s, const spectra_rows r,
                                  const recombine_constants c)
{
    const u32 size = s.length * T, count = SPECTRA_COUNT(r, row);
    LANES v[SPECTRA_PRIMES];

    if (at >= count)
        return;
#pragma unroll
    for (u32 n = 0; n < SPECTRA_PRIMES; n++)
        if (n < s.primes)
            v[n] = spectra_word(spectra_fetch(data + (size_t)(n * r.rows + row) * size,
                                              r.low + at, size), info[n]);
    if (!c.direct) {
        recombine_digits(v, info, s.primes, c);
        v[0] = recombine_words(v, s.primes, c);
    }
    out += r.from + row * r.apart; /* modulo 2^32 */
    lanes_store_some(v[0], out + at, count - at);
}

#endif
