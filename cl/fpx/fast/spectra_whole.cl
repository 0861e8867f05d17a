/* Whole transforms of short polynomials modulo x^N - 1. A work-group computes all passes of
 * one transform, which stays in caches, and the steps before or after them, since a launch per
 * pass would take longer than its work.
 *
 *     spectra_whole_forward   a work-group for a polynomial and a prime
 *     spectra_whole_backward  a work-group for a polynomial: recombination needs all primes
 *
 * The radices 2, 3, 4, 5 and 8 are all in one program. */
#include "spectra_words.h"
#include "../batch/ntt.h"

/* Computes one pass over a row, in the direction of the roots, after all previous passes.
 *
 * The barrier comes first, and a kernel has one loop over passes, since all versions of PoCL
 * compile this form: 5.0 asserts on loops ending with the barrier, 7.1 crashes on nested loops
 * beginning with it (docs/drivers.md). */
LANES_INLINE void spectra_whole_pass(global u32 *row, u32 radix, u32 block, dft_roots roots,
                                     fields f)
{
    const u32 vectors = T / W, parts = NT / vectors, part = get_local_id(0) / vectors;
    const u32 units = roots.order / radix, run = (units + parts - 1) / parts;
    const u32 begin = min(part * run, units), end = min(begin + run, units);

    LANES_BARRIER(CLK_GLOBAL_MEM_FENCE);
    row += get_local_id(0) % vectors * W;
    if (radix == 8)
        ntt_butterflies(row, begin, end, block, 4, 2, roots, f);
    else if (radix == 4)
        ntt_butterflies(row, begin, end, block, 4, 1, roots, f);
    else if (radix == 2)
        ntt_butterflies(row, begin, end, block, 2, 1, roots, f);
    else if (radix == 3)
        ntt_butterflies(row, begin, end, block, 3, 1, roots, f);
    else
        ntt_butterflies(row, begin, end, block, 5, 1, roots, f);
}

/* Loads a row, of the rows r of `words` and then the rows o of `other`, and transforms it. f:
 * field of p */
LANES_KERNEL spectra_whole_forward(global u32 *data, global const u32 *words,
                                   global const u32 *other, global const u32 *roots,
                                   global const prime_info *info, const spectra_shape s,
                                   const spectra_rows r, const spectra_rows o, const fp_field f)
{
    const u32 rows = r.rows + o.rows, n = get_group_id(0) / rows, index = get_group_id(0) % rows;
    const u32 size = s.length * T;
    const fp_field field = info[n].field;
    const dft_roots table = {roots + (size_t)n * s.length, s.length, true, false};
    global u32 *row = data + (size_t)get_group_id(0) * size;
    u32 block = s.length;

    for (u32 at = get_local_id(0) * W; at < size; at += NT * W) {
        LANES word;

        if (index < r.rows)
            word = spectra_load_words(words, index, at, size, r, f);
        else
            word = spectra_load_words(other, index - r.rows, at, size, o, f);
        lanes_store(lanes_lower(word, lanes_splat(field.p)), row + at);
    }
    for (int shift = 60; shift >= 0; shift -= 4) {
        const u32 radix = (u32)(s.radices >> shift) & 15;

        if (radix == 0)
            continue;
        spectra_whole_pass(row, radix, block, table, fields_same(field));
        block /= radix;
    }
}

/* Transforms a row back modulo all primes, and stores the result. */
LANES_KERNEL spectra_whole_backward(global u32 *out, global u32 *data, global const u32 *roots,
                                    global const prime_info *info, const spectra_shape s,
                                    const spectra_rows r, const recombine_constants c)
{
    const u32 row = get_group_id(0), size = s.length * T;
    const u32 passes = (67 - (u32)clz(s.radices)) / 4; /* four bits each; 0 for no passes */
    u32 block = 1;

    for (u32 step = 0; step < s.primes * passes; step++) {
        const u32 n = step / passes, pass = step % passes;
        const u32 radix = (u32)(s.radices >> (4 * pass)) & 15;
        const dft_roots table = {roots + (size_t)n * s.length, s.length, true, true};

        block = pass == 0 ? radix : block * radix;
        spectra_whole_pass(data + (size_t)(n * r.rows + row) * size, radix, block, table,
                           fields_same(info[n].field));
    }
    LANES_BARRIER(CLK_GLOBAL_MEM_FENCE);
    for (u32 at = get_local_id(0) * W; at < SPECTRA_COUNT(r, row); at += NT * W)
        spectra_store_words(out, data, info, row, at, s, r, c);
}
