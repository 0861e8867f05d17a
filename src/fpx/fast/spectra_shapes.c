/* Structures that kernels take. */
#include "fpx/fast/spectra_shapes.h"

#include "arith/field.h"
#include "base/size.h"

size_t clm_spectra_words(const clm_ring *ring, size_t rows)
{
    return clm_size_times(clm_size_times(ring->size, ring->plan.primes), rows);
}

spectra_rows clm_spectra_rows(clm_run run, size_t low, size_t rows)
{
    return (spectra_rows){.rows = (u32)rows, .from = (u32)run.from, .apart = (u32)run.apart,
                          .low = (u32)low,
                          .count = {(u32)run.count, (u32)(rows > 1 ? run.others : run.count)}};
}

size_t clm_run_end(clm_run run, size_t rows)
{
    const u32 last = (u32)(run.from + (rows - 1) * run.apart);
    const size_t end = run.from + run.count;

    return rows == 1 ? end
                     : clm_size_max(clm_size_max(end, last + run.others),
                                    (u32)(run.from + run.apart) + run.others);
}

recombine_constants clm_ring_constants(const clm_ring_plan *how, u32 p)
{
    recombine_constants c = {.target = {.p = p}, .direct = how->direct};
    u32 weight;

    if (p == 2)
        return c;
    c.target = clm_field(p);
    weight = fp_to(how->prime[0], c.target);
    c.weight[0] = weight;
    if (how->primes > 1) {
        const fp_field second = clm_field(how->prime[1]);

        c.weight[1] = fp_mul(weight, fp_to(how->prime[1], c.target), c.target);
        c.inverse[0] = fp_inv(fp_to(how->prime[0], second), second);
    }
    if (how->primes > 2) {
        const fp_field third = clm_field(how->prime[2]);

        c.inverse[1] = fp_inv(fp_to(how->prime[0], third), third);
        c.second = fp_inv(fp_to(how->prime[1], third), third);
    }
    return c;
}
